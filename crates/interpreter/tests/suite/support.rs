//! The support list against a running realm, and the page made from it.
//!
//! `UPDATE_SUPPORT=1` in the environment rewrites `docs/reference/support.md`.

use codemode_interpreter::{
    CompileOptions, Machine, MachineOptions, Mode, Now, Program, Step, support,
};
use codemode_protocol::{Payload, SupportStatus};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// Names every global and member a program can reach by its path, as the support list names them.
const WALK: &str = r#"
const names = [];
const functions = new Set(["name", "prototype", "arguments", "caller"]);
const text = (key) => (typeof key === "symbol" ? "[" + key.description + "]" : "." + key);
const walk = (path, object, depth) => {
  if (depth > 3) return;
  const own = Object.getPrototypeOf(object);
  const single = typeof object === "object" && own !== Object.prototype && own !== null && !path.endsWith(".prototype");
  for (const key of Reflect.ownKeys(single ? own : object)) {
    if (key === "constructor" || key === "length" || (typeof object === "function" && functions.has(key))) continue;
    const { value } = Object.getOwnPropertyDescriptor(single ? own : object, key);
    const name = path + text(key);
    const nested = typeof key === "string" && value !== null && (typeof value === "object" || (value?.prototype && depth < 2 && typeof value === "function"));
    if (nested && value !== globalThis) walk(name, value, depth + 1);
    else names.push(name);
    if (nested && typeof value === "function") names.push(name);
  }
  if (typeof object === "function" && object.prototype) walk(path + ".prototype", object.prototype, depth + 1);
};
for (const key of Reflect.ownKeys(globalThis)) {
  if (key === "tools") continue;
  names.push(key);
  const value = globalThis[key];
  if (value !== globalThis && value !== null && (typeof value === "object" || typeof value === "function")) walk(key, value, 0);
}
return names.sort();
"#;

fn names_of_a_realm() -> BTreeSet<String> {
    let options = CompileOptions { mode: Mode::Program, ..CompileOptions::default() };
    let program = Program::compile(WALK, &options).expect("the walk compiles");
    let mut machine = Machine::new(&program, MachineOptions::default());
    while machine.run(10_000_000, Now::default()) != Step::Done {}
    let outcome = machine.outcome().expect("a finished machine has an outcome");
    let value = outcome.result.expect("the walk does not throw").value;
    let Payload::Json(json) = value else { panic!("a list, not {value:?}") };
    let inner = json.trim_start_matches("[\"").trim_end_matches("\"]");
    inner.split("\",\"").map(str::to_owned).collect()
}

#[test]
fn support_list_is_what_a_realm_has() {
    let listed: BTreeSet<String> = support()
        .entries
        .iter()
        .filter(|entry| entry.status != SupportStatus::Absent)
        .map(|entry| entry.name.clone())
        .collect();
    let real = names_of_a_realm();
    let missing: Vec<_> = real.difference(&listed).collect();
    let invented: Vec<_> = listed.difference(&real).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "not in the list: {missing:?}\nnot in the realm: {invented:?}"
    );
}

#[test]
fn absent_names_are_absent() {
    let real = names_of_a_realm();
    let absent = support().entries.iter().filter(|entry| entry.status == SupportStatus::Absent);
    let there: Vec<_> = absent.filter(|entry| real.contains(&entry.name)).collect();
    assert!(there.is_empty(), "{there:?}");
}

#[test]
fn support_page_follows_from_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/support.md");
    let page = page();
    if std::env::var_os("UPDATE_SUPPORT").is_some() {
        std::fs::create_dir_all(path.parent().expect("the page has a folder")).expect("folder");
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "stale: run this test with UPDATE_SUPPORT=1");
}

fn page() -> String {
    let mut page = String::from(
        "# What programs can use\n\n\
         The globals of a program, their members, and the names that are deliberately absent. This page is made\n\
         from the tables the interpreter builds its globals from; do not edit it, run\n\
         `UPDATE_SUPPORT=1 cargo test -p codemode-interpreter --test suite support_page`.\n\n\
         Besides these, all syntax of ECMAScript 2025 is there but modules, `eval` and `with`; TypeScript's types\n\
         are removed before a program runs.\n\n## Globals\n\n",
    );
    let entries = &support().entries;
    let globals: Vec<_> = entries
        .iter()
        .filter(|e| e.status != SupportStatus::Absent && !e.name.contains(['.', '[']))
        .collect();
    for global in &globals {
        let own = |e: &&codemode_protocol::SupportEntry| {
            e.name.strip_prefix(&global.name).is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        let members: Vec<_> = entries.iter().filter(own).collect();
        let _ = write!(page, "### `{}`\n\n", global.name);
        if let Some(note) = global.note {
            let _ = write!(page, "Differs: {note}\n\n");
        }
        if members.is_empty() {
            continue;
        }
        let list: Vec<String> = members
            .iter()
            .map(|m| format!("`{}`", m.name.strip_prefix(&global.name).unwrap_or(&m.name)))
            .collect();
        let _ = write!(page, "{}\n\n", list.join(", "));
    }
    page.push_str("## Absent\n\n| name | instead |\n|---|---|\n");
    for entry in entries.iter().filter(|e| e.status == SupportStatus::Absent) {
        let _ = writeln!(page, "| `{}` | {} |", entry.name, entry.note.unwrap_or_default());
    }
    page
}
