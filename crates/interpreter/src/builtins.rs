//! The builtin objects: one file per global, each opening with its table.
//!
//! `TABLES` is the one list from which the realm, the support page and the text a model reads
//! follow. Function rows are numbered in table order; a function object names its row.

pub(crate) mod absent;
pub(crate) mod array;
pub(crate) mod array_buffer;
pub(crate) mod array_iterator;
pub(crate) mod collection;
pub(crate) mod data_view;
pub(crate) mod date;
pub(crate) mod dispose;
pub(crate) mod error;
pub(crate) mod function;
pub(crate) mod generator;
pub(crate) mod global;
pub(crate) mod helpers;
pub(crate) mod intl;
pub(crate) mod intrinsics;
pub(crate) mod iterator;
pub(crate) mod json;
pub(crate) mod map;
pub(crate) mod math;
pub(crate) mod number;
pub(crate) mod object;
pub(crate) mod promise;
pub(crate) mod reflect;
pub(crate) mod regexp;
pub(crate) mod selfhost;
pub(crate) mod set;
pub(crate) mod string;
pub(crate) mod symbol;
pub mod table;
pub(crate) mod tags;
pub(crate) mod test_hooks;
pub(crate) mod typed_array;
pub(crate) mod uri;
pub(crate) mod weak;

pub use intrinsics::Intrinsic;

use std::sync::OnceLock;
use table::{Code, Item, Spec, Table};

/// Every builtin object, prototypes before what links to them does not matter.
pub(crate) const TABLES: &[&[Table]] = &[
    object::TABLES,
    function::TABLES,
    error::TABLES,
    symbol::TABLES,
    reflect::TABLES,
    promise::TABLES,
    dispose::TABLES,
    date::TABLES,
    crate::web::console::TABLES,
    crate::web::timer::TABLES,
    crate::web::encoding::TABLES,
    crate::web::crypto::TABLES,
    crate::web::dom_exception::TABLES,
    crate::web::clone::TABLES,
    crate::web::url::TABLES,
    crate::web::url_search_params::TABLES,
    crate::web::headers::TABLES,
    crate::web::event::TABLES,
    crate::web::abort::TABLES,
    crate::web::blob::TABLES,
    uri::TABLES,
    string::TABLES,
    number::TABLES,
    math::TABLES,
    json::TABLES,
    regexp::TABLES,
    array::TABLES,
    array_iterator::TABLES,
    iterator::TABLES,
    generator::TABLES,
    map::TABLES,
    set::TABLES,
    weak::TABLES,
    array_buffer::TABLES,
    data_view::TABLES,
    typed_array::TABLES,
    intl::TABLES,
    intl::collator::TABLES,
    intl::date_time_format::TABLES,
    intl::display_names::TABLES,
    intl::duration_format::TABLES,
    intl::list_format::TABLES,
    intl::locale::TABLES,
    intl::number_format::TABLES,
    intl::plural_rules::TABLES,
    intl::relative_time_format::TABLES,
    intl::segmenter::TABLES,
    global::TABLES,
];

/// A builtin function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionRow {
    /// As the item names it; `@@iterator` and the like for symbols.
    pub(crate) name: &'static str,
    /// `get` or `set` for accessors.
    pub(crate) prefix: Option<&'static str>,
    pub(crate) length: u8,
    pub(crate) code: Code,
}

/// All rows: those of the tables in order, then the helpers (functions with hidden data).
pub(crate) fn rows() -> &'static [FunctionRow] {
    static ROWS: OnceLock<Vec<FunctionRow>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows = Vec::new();
        for table in TABLES.iter().flat_map(|t| t.iter()) {
            rows_of(table, &mut rows);
        }
        rows.extend(helpers::HELPERS.iter().map(|&(name, length, f)| FunctionRow {
            // Resolving functions are anonymous.
            name: if matches!(name, "promiseResolve" | "promiseReject") { "" } else { name },
            prefix: None,
            length,
            code: Code::Native(f),
        }));
        rows
    })
}

/// Rows of one table, in the order in which `realm` numbers them.
fn rows_of(table: &Table, rows: &mut Vec<FunctionRow>) {
    match table.spec {
        Spec::Constructor { name, length, code, .. } => {
            rows.push(FunctionRow { name, prefix: None, length, code });
        }
        Spec::Function { name, length, code } => {
            rows.push(FunctionRow { name, prefix: None, length, code });
        }
        Spec::Plain { .. } | Spec::Special => {}
    }
    for item in table.items {
        match *item {
            Item::Method { name, length, code }
            | Item::ReadonlyMethod { name, length, code }
            | Item::Operation { name, length, code } => {
                rows.push(FunctionRow { name, prefix: None, length, code });
            }
            Item::Attribute { name, get, set } => {
                rows.push(FunctionRow { name, prefix: Some("get"), length: 0, code: get });
                if let Some(code) = set {
                    rows.push(FunctionRow { name, prefix: Some("set"), length: 1, code });
                }
            }
            Item::Accessor { name, get, set } => {
                if let Some(code) = get {
                    rows.push(FunctionRow { name, prefix: Some("get"), length: 0, code });
                }
                if let Some(code) = set {
                    rows.push(FunctionRow { name, prefix: Some("set"), length: 1, code });
                }
            }
            Item::Data { value: table::Const::Function { name, length, js }, .. } => {
                rows.push(FunctionRow { name, prefix: None, length, code: Code::Js(js) });
            }
            _ => {}
        }
    }
}

/// Row by number; rows are only named by function objects that `realm` made.
#[inline]
pub(crate) fn function_row(row: u32) -> &'static FunctionRow {
    &rows()[row as usize]
}

/// Row of a helper function (hidden from programs) by name.
pub(crate) fn row_of_helper(name: &'static str) -> u32 {
    let first = rows().len() - helpers::HELPERS.len();
    let i = helpers::HELPERS.iter().position(|h| h.0 == name).unwrap_or(0);
    (first + i) as u32
}
