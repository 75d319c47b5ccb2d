//! What the realm has, as documentation and the text a model reads state it.
//!
//! Read from the tables the realm itself is built from, so neither can drift.

use std::sync::OnceLock;

use codemode_protocol::{Support, SupportEntry, SupportStatus};

use crate::builtins::absent::ABSENT;
use crate::builtins::table::{Item, Spec, Table};
use crate::builtins::{Intrinsic, TABLES};

/// Every global with its members, in table order, then the names that are deliberately absent.
pub fn support() -> &'static Support {
    static SUPPORT: OnceLock<Support> = OnceLock::new();
    SUPPORT.get_or_init(|| {
        let mut entries = Vec::new();
        for item in table(Intrinsic::Global).into_iter().flat_map(|table| table.items) {
            let Some(name) = name_of(item) else { continue };
            entries.push(global(name));
            if let Item::Link { to, .. } = item
                && *to != Intrinsic::Global
            {
                members(name, *to, 0, &mut entries);
            }
        }
        for (name, note) in ABSENT {
            if !entries.iter().any(|entry| entry.name == *name) {
                let note = Some(*note);
                let name = (*name).to_owned();
                entries.push(SupportEntry { name, status: SupportStatus::Absent, note });
            }
        }
        Support { entries }
    })
}

/// A global; one that exists only to refuse what programs want of it says so.
fn global(name: &str) -> SupportEntry {
    let note = ABSENT.iter().find(|row| row.0 == name).map(|row| row.1);
    let status = if note.is_some() { SupportStatus::Differs } else { SupportStatus::Full };
    SupportEntry { name: name.to_owned(), status, note }
}

/// Members of an object, of its prototype and of the namespaces in it (`Intl.Collator`).
fn members(path: &str, id: Intrinsic, depth: u32, entries: &mut Vec<SupportEntry>) {
    const MAX_DEPTH: u32 = 3;
    let Some(table) = table(id).filter(|_| depth < MAX_DEPTH) else { return };
    for item in table.items {
        let Some(name) = name_of(item).filter(|name| *name != "constructor") else { continue };
        let member = match name.strip_prefix("@@") {
            Some(symbol) => format!("{path}[Symbol.{symbol}]"),
            None => format!("{path}.{name}"),
        };
        match item {
            Item::Link { to, .. } if !name.starts_with("@@") => {
                let plain = self::table(*to).is_none_or(|it| matches!(it.spec, Spec::Plain { .. }));
                if !plain {
                    entries.push(full(member.clone()));
                }
                members(&member, *to, depth + 1, entries);
            }
            _ => entries.push(full(member)),
        }
    }
    // The one instance of a class that programs cannot name: its members are the prototype's.
    if let Spec::Plain { proto: Some(proto) } = table.spec
        && table.items.is_empty()
        && proto != Intrinsic::ObjectPrototype
    {
        members(path, proto, depth, entries);
    }
    if let Spec::Constructor { prototype: Some(prototype), .. } = table.spec {
        members(&format!("{path}.prototype"), prototype, depth + 1, entries);
    }
}

fn full(name: String) -> SupportEntry {
    SupportEntry { name, status: SupportStatus::Full, note: None }
}

fn table(id: Intrinsic) -> Option<&'static Table> {
    TABLES.iter().flat_map(|tables| tables.iter()).find(|table| table.id == id)
}

fn name_of(item: &Item) -> Option<&'static str> {
    match item {
        Item::Method { name, .. }
        | Item::ReadonlyMethod { name, .. }
        | Item::Operation { name, .. }
        | Item::Attribute { name, .. }
        | Item::Accessor { name, .. }
        | Item::Data { name, .. }
        | Item::Link { name, .. }
        | Item::Alias { name, .. }
        | Item::Shared { name, .. } => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_the_tables() {
        let entries = &support().entries;
        let status = |name: &str| entries.iter().find(|it| it.name == name).map(|it| it.status);
        assert_eq!(status("Promise"), Some(SupportStatus::Full));
        assert_eq!(status("Promise.all"), Some(SupportStatus::Full));
        assert_eq!(status("Promise.prototype.then"), Some(SupportStatus::Full));
        assert_eq!(status("JSON.stringify"), Some(SupportStatus::Full));
        assert_eq!(status("String.prototype[Symbol.iterator]"), Some(SupportStatus::Full));
        assert_eq!(status("Function"), Some(SupportStatus::Differs));
        assert_eq!(status("fetch"), Some(SupportStatus::Absent));
        let mut names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
