//! Builtins written in JavaScript: everything that calls back into the program.
//!
//! The sources are compiled once per process into one unit that all machines share. They are
//! strict, see no globals and no prototype methods a program could have changed; what they need
//! they name with a `$` prefix: other self-hosted functions and the natives of
//! `helpers::INTRINSICS`. See `selfhost/README.md`.

use super::table::NativeFn;
use crate::bytecode::Unit;
use crate::vm::code::SELF_HOSTED;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The sources, in order.
const SOURCES: &[(&str, &str)] = &[
    ("operators.js", include_str!("selfhost/operators.js")),
    ("proxy.js", include_str!("selfhost/proxy.js")),
    ("promise_jobs.js", include_str!("selfhost/promise_jobs.js")),
    ("promise.js", include_str!("selfhost/promise.js")),
    ("json.js", include_str!("selfhost/json.js")),
    ("math.js", include_str!("selfhost/math.js")),
    ("string.js", include_str!("selfhost/string.js")),
    ("regexp.js", include_str!("selfhost/regexp.js")),
    ("date.js", include_str!("selfhost/date.js")),
    ("object.js", include_str!("selfhost/object.js")),
    ("dispose.js", include_str!("selfhost/dispose.js")),
    ("array.js", include_str!("selfhost/array.js")),
    ("iterator.js", include_str!("selfhost/iterator.js")),
    ("intl.js", include_str!("selfhost/intl.js")),
    ("collections.js", include_str!("selfhost/collections.js")),
    ("web.js", include_str!("selfhost/web.js")),
    ("event.js", include_str!("selfhost/event.js")),
    ("abort.js", include_str!("selfhost/abort.js")),
    ("typed_array.js", include_str!("selfhost/typed_array.js")),
];

/// `$name` to native: the general ones and those of single families.
const NATIVES: &[&[(&str, NativeFn)]] = &[
    super::helpers::INTRINSICS,
    super::array::INTRINSICS,
    super::iterator::INTRINSICS,
    super::collection::INTRINSICS,
    crate::web::INTRINSICS,
    super::typed_array::INTRINSICS,
    super::intl::list_format::INTRINSICS,
];

/// Intrinsic ids from here on are rows of `NATIVES`, a list every `NATIVE_STEP`; the ones before are `bytecode::intrinsics::NAMES`.
const NATIVE_BASE: u32 = 0x100;
const NATIVE_STEP: u32 = 0x100;
/// Intrinsic ids from here on are self-hosted functions in order of declaration.
pub(crate) const SELF_BASE: u32 = 0x1_0000;

struct SelfHosted {
    unit: Unit,
    by_name: FxHashMap<String, u32>,
    /// Function index by order of declaration.
    by_order: Vec<u32>,
}

/// Names of the top-level functions of a source, in order of declaration.
fn declared(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let rest = line
            .strip_prefix("async function* ")
            .or_else(|| line.strip_prefix("async function "))
            .or_else(|| line.strip_prefix("function* "))
            .or_else(|| line.strip_prefix("function "))?;
        rest.split('(').next().map(str::trim)
    })
}

fn compiled() -> &'static SelfHosted {
    static COMPILED: OnceLock<SelfHosted> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let source: String = SOURCES.iter().flat_map(|s| [s.1, "\n"]).collect();
        let names: Vec<&str> = declared(&source).collect();
        let order: FxHashMap<&str, u32> =
            names.iter().enumerate().map(|(i, &n)| (n, SELF_BASE + i as u32)).collect();
        let natives: FxHashMap<&str, u32> = NATIVES
            .iter()
            .zip((NATIVE_BASE..).step_by(NATIVE_STEP as usize))
            .flat_map(|(list, first)| list.iter().zip(first..).map(|(row, id)| (row.0, id)))
            .collect();
        let resolve = |name: &str| natives.get(name).or_else(|| order.get(name)).copied();
        let unit = match crate::program::compile_self_hosted(&source, &resolve) {
            Ok(unit) => unit,
            Err(problems) => unreachable_self_hosted(&format!("{:?}", problems.first())),
        };
        let by_name: FxHashMap<String, u32> =
            unit.exports.iter().map(|(n, i)| (n.to_string(), *i)).collect();
        let by_order = names.iter().map(|n| by_name.get(*n).copied().unwrap_or(0)).collect();
        SelfHosted { unit, by_name, by_order }
    })
}

/// The sources are part of the binary; a test compiles them, so this cannot happen in a build that passed.
#[expect(clippy::panic, reason = "an embedded source that does not compile is a broken build")]
fn unreachable_self_hosted(problem: &str) -> ! {
    panic!("self-hosted source: {problem}")
}

/// The native behind an intrinsic id.
#[inline]
pub(crate) fn native(id: u32) -> Option<NativeFn> {
    let at = id.checked_sub(NATIVE_BASE)?;
    let list = NATIVES.get((at / NATIVE_STEP) as usize)?;
    list.get((at % NATIVE_STEP) as usize).map(|row| row.1)
}
/// The compiled unit.
pub(crate) fn unit() -> &'static Unit {
    &compiled().unit
}
/// Flat function index of a self-hosted function by name.
pub(crate) fn code(name: &str) -> u32 {
    SELF_HOSTED | compiled().by_name.get(name).copied().unwrap_or(0)
}
/// Flat function index of a self-hosted intrinsic id.
pub(crate) fn code_of_id(id: u32) -> u32 {
    if let Some(name) = crate::bytecode::intrinsics::NAMES.get(id as usize) {
        return code(name);
    }
    SELF_HOSTED | compiled().by_order.get((id - SELF_BASE) as usize).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::table::Code;

    #[test]
    fn every_self_hosted_row_has_its_function() {
        for row in crate::builtins::rows() {
            if let Code::Js(name) = row.code {
                assert!(compiled().by_name.contains_key(name), "no self-hosted function {name}");
            }
        }
    }
}
