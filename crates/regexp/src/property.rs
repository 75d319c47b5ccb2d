//! Unicode property escapes: names as ECMA-262 lists them, exact in case, and what they contain.

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, PropertyParser};

use crate::ast::Class;
use crate::char_set::CodePointSet;
use crate::emoji;

/// ### [22.2.1.10 UnicodeMatchProperty](https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p)
///
/// `None` where the name or value is unknown.
pub(crate) fn code_points(name: &str, value: Option<&str>) -> Option<CodePointSet> {
    match (name, value) {
        ("General_Category" | "gc", Some(value)) => general_category(value),
        ("Script" | "sc", Some(value)) => script(value),
        ("Script_Extensions" | "scx", Some(value)) => script_extensions(value),
        (_, Some(_)) => None,
        ("Any", None) => Some(CodePointSet::all()),
        ("Assigned", None) => general_category("Cn").map(|unassigned| unassigned.complement()),
        ("space", None) => binary("White_Space"),
        ("ASCII", None) => Some(CodePointSet::new([(0, 0x7F)])),
        (_, None) => general_category(name).or_else(|| binary(name)),
    }
}

/// ### [Properties of strings](https://tc39.es/ecma262/#table-binary-unicode-properties-of-strings)
pub(crate) fn strings(name: &str) -> Option<Class> {
    emoji::strings(name)
}

fn general_category(value: &str) -> Option<CodePointSet> {
    let group = PropertyParser::<GeneralCategoryGroup>::new().get_strict(value)?;
    let map = CodePointMapData::<GeneralCategory>::new();
    Some(CodePointSet::new(
        map.iter_ranges_for_group(group).map(|range| (*range.start(), *range.end())),
    ))
}

fn script(value: &str) -> Option<CodePointSet> {
    let script = PropertyParser::<Script>::new().get_strict(value)?;
    let map = CodePointMapData::<Script>::new();
    Some(CodePointSet::new(
        map.iter_ranges_for_value(script).map(|range| (*range.start(), *range.end())),
    ))
}

fn script_extensions(value: &str) -> Option<CodePointSet> {
    let script = PropertyParser::<Script>::new().get_strict(value)?;
    let ranges = ScriptWithExtensions::new().get_script_extensions_ranges(script);
    Some(CodePointSet::new(ranges.map(|range| (*range.start(), *range.end()))))
}

fn binary(name: &str) -> Option<CodePointSet> {
    let data = CodePointSetData::new_for_ecma262(name.as_bytes())?;
    Some(CodePointSet::new(data.iter_ranges().map(|range| (*range.start(), *range.end()))))
}
