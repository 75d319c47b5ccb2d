//! What a system prompt says about programs, generated from what is really there.
//!
//! The names come from the tables the realm is built from and the numbers from the limits in
//! force, so the text cannot promise what a program would not find.

use codemode_protocol::{Limits, Support, SupportStatus};

use crate::catalog::Catalog;
use crate::literal;
use crate::search::SEARCH_SIGNATURE;
use crate::select::Budget;

/// Notes about single names that are shown.
const MAX_NOTES: usize = 24;
/// Namespaces that are listed.
const MAX_NAMESPACES: usize = 60;

/// Which tools the text shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// None; the host shows them elsewhere or relies on `search`.
    None,
    /// Namespaces with their descriptions.
    #[default]
    Namespaces,
    /// As many tools as fit.
    Tools(Budget),
}

/// What the text is about.
#[derive(Clone, Copy, Debug)]
pub struct InstructionOptions<'a> {
    /// What the realm has.
    pub support: &'a Support,
    /// Limits in force.
    pub limits: &'a Limits,
    /// State the limits.
    pub show_limits: bool,
    /// Programs have `search`.
    pub search: bool,
    /// Programs have `sleep`.
    pub sleep: bool,
    /// TypeScript is accepted.
    pub typescript: bool,
    /// The value of the last expression is the result when nothing is returned.
    pub last_expression: bool,
    /// Which tools are shown.
    pub listing: Listing,
}

impl Catalog {
    /// Text for a system prompt: how to call tools, what the language has, how results come back.
    pub fn instructions(&self, options: &InstructionOptions<'_>) -> String {
        let mut out = String::new();
        let language = if options.typescript { "JavaScript or TypeScript" } else { "JavaScript" };
        out.push_str(&format!(
            "Write one {language} program that calls tools and works on their results. Nothing \
             reaches you but what it returns and logs.\n"
        ));
        self.calling(options, &mut out);
        language_section(options, &mut out);
        results_section(options, &mut out);
        self.listed_tools(options, &mut out);
        out
    }

    fn calling(&self, options: &InstructionOptions<'_>, out: &mut String) {
        let example = self
            .listed()
            .next()
            .map_or_else(|| "tools.namespace.name".to_owned(), |tool| tool.expression().to_owned());
        out.push_str(&format!(
            "\n## Calling tools\n\
             - `await {example}(input)`: one input object; the signature says what goes in and \
             what comes out. Names that are no identifiers go in brackets: `tools.a[\"b-c\"](input)`.\n\
             - A call starts at once. Start independent calls together with `Promise.all` (or \
             `Promise.allSettled` to keep going when some fail); await in turn only what depends \
             on an earlier result.\n\
             - A failed call rejects with an `Error`. Catch it to go on.\n"
        ));
        if options.search {
            out.push_str(&format!(
                "- `search` is a built-in and needs no `await`. It finds tools by words, by exact \
                 path, or inside a namespace; without a query it lists them. It counts as a tool \
                 call.\n\n```ts\n{SEARCH_SIGNATURE}\n```\n"
            ));
        }
    }

    fn listed_tools(&self, options: &InstructionOptions<'_>, out: &mut String) {
        match options.listing {
            Listing::None => {}
            Listing::Namespaces => {
                let namespaces = self.namespaces();
                if namespaces.is_empty() {
                    return;
                }
                out.push_str("\n## Namespaces\n");
                for namespace in namespaces.iter().take(MAX_NAMESPACES) {
                    out.push_str(&format!("- `{}`", literal::one_line(&namespace.path, 200)));
                    if let Some(text) = &namespace.description {
                        out.push_str(&format!(": {}", literal::one_line(text, 200)));
                    }
                    out.push('\n');
                }
                if namespaces.len() > MAX_NAMESPACES {
                    let more = namespaces.len() - MAX_NAMESPACES;
                    out.push_str(&format!("- and {more} more\n"));
                }
            }
            Listing::Tools(budget) => {
                let selection = self.select(budget);
                if !selection.text.is_empty() {
                    out.push_str(&format!("\n## Tools\n{}", selection.text));
                }
            }
        }
    }
}

fn language_section(options: &InstructionOptions<'_>, out: &mut String) {
    out.push_str(
        "\n## Language\n- Modern JavaScript in strict mode, `await` and `return` at top level.",
    );
    if options.typescript {
        out.push_str(" TypeScript types are removed, not checked.");
    }
    out.push('\n');
    let entries = &options.support.entries;
    let mut roots: Vec<&str> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.status != SupportStatus::Absent) {
        let root = entry.name.split(['.', '(', '[']).next().unwrap_or_default();
        if !root.is_empty() && !roots.contains(&root) {
            roots.push(root);
        }
    }
    if !roots.is_empty() {
        out.push_str(&format!("- Globals: {}.\n", roots.join(", ")));
    }
    let mut notes = entries.iter().filter_map(|entry| match entry.status {
        SupportStatus::Differs => entry.note.map(|note| (entry.name.as_str(), note)),
        _ => None,
    });
    for (name, note) in notes.by_ref().take(MAX_NOTES) {
        out.push_str(&format!("- `{name}`: {note}\n"));
    }
    // What to use instead stands in the error that a program gets.
    let absent: Vec<&str> = entries
        .iter()
        .filter(|entry| entry.status == SupportStatus::Absent)
        .map(|entry| entry.name.as_str())
        .collect();
    if !absent.is_empty() {
        out.push_str(&format!("- Not available: {}.\n", absent.join(", ")));
    }
    let waiting = if options.sleep { " Wait with `await sleep(ms)`." } else { "" };
    out.push_str(&format!(
        "- No network, files, processes, modules or `eval`: the outside world is reached through \
         tools.{waiting}\n"
    ));
}

fn results_section(options: &InstructionOptions<'_>, out: &mut String) {
    out.push_str("\n## Results\n");
    out.push_str(if options.last_expression {
        "- `return` the answer; without `return` the value of the last expression is the answer. "
    } else {
        "- `return` the answer. "
    });
    out.push_str(
        "It must be plain data (no functions, no promises). Return what you need, not everything \
         a tool gave you.\n\
         - `console.log` and its like are kept as log lines.\n\
         - When the program ends, calls that are still running are interrupted. Await what matters.\n",
    );
    if options.show_limits {
        let sentences = limit_sentences(options.limits);
        if !sentences.is_empty() {
            out.push_str(&format!("- Limits: {}.\n", sentences.join(", ")));
        }
    }
}

/// The limits a program can plan with, in words.
pub(crate) fn limit_sentences(limits: &Limits) -> Vec<String> {
    let mut parts = Vec::new();
    let mut say = |value: Option<u64>, text: &dyn Fn(u64) -> String| {
        parts.extend(value.map(text));
    };
    say(limits.timeout_ms, &|ms| format!("{} in all", duration(ms)));
    say(limits.compute_ms, &|ms| format!("{} of computing", duration(ms)));
    say(limits.max_tool_calls, &|count| plural(count, "tool call"));
    say(limits.max_parallel_tool_calls, &|count| {
        format!("{} at a time", plural(count, "tool call"))
    });
    say(limits.tool_result_bytes, &|bytes| format!("{} of tool results", size(bytes)));
    say(limits.max_output_bytes, &|bytes| format!("{} of result and log", size(bytes)));
    say(limits.log_lines, &|count| plural(count, "log line"));
    parts
}

fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn duration(ms: u64) -> String {
    if ms >= 60_000 && ms.is_multiple_of(60_000) {
        format!("{} min", ms / 60_000)
    } else if ms >= 1_000 && ms.is_multiple_of(1_000) {
        format!("{} s", ms / 1_000)
    } else {
        format!("{ms} ms")
    }
}

fn size(bytes: u64) -> String {
    const KIB: u64 = 1024;
    const MIB: u64 = 1024 * KIB;
    if bytes >= MIB && bytes.is_multiple_of(MIB) {
        format!("{} MiB", bytes / MIB)
    } else if bytes >= KIB && bytes.is_multiple_of(KIB) {
        format!("{} KiB", bytes / KIB)
    } else {
        format!("{bytes} bytes")
    }
}
