//! Texts of the run tool: what it is, how to use it, and its catalog when the tools it reaches
//! are not in the model's own tool list.
//!
//! The description is a claim about sets, not a list, so its size does not depend on the number
//! of tools and it cannot go stale.

use codemode_protocol::Limits;

use crate::catalog::Catalog;
use crate::instructions::limit_sentences;
use crate::literal;

/// What the description of a run tool claims to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mounting<'a> {
    /// The model's own tools, without the run tool itself and these.
    Additive {
        /// Names of tools that programs cannot call.
        blocked: &'a [String],
    },
    /// The tools of the catalog that follows, which the model cannot call directly.
    Catalog,
}

/// The description of a run tool.
pub fn describe_run_tool(name: &str, mounting: Mounting<'_>) -> String {
    let name = literal::one_line(name, 200);
    let what = "Runs one JavaScript program that makes many tool calls. Only what the program \
                returns or prints comes back into this conversation.";
    let when = "Use it when the steps between calls can be computed from their results: calls \
                over a list side by side, transformations one after the other, branches, retries, \
                large results boiled down. Make a single isolated call the ordinary way.";
    match mounting {
        Mounting::Additive { blocked } => {
            let mut excluded = vec![format!("`{name}`")];
            excluded.extend(
                blocked
                    .iter()
                    .map(|other| literal::one_line(other, 200))
                    .filter(|other| *other != name)
                    .map(|other| format!("`{other}`")),
            );
            format!(
                "{what} Callable inside as `await tools.<name>(args)`: every tool in your current \
                 tool list except {}. {when}",
                excluded.join(", ")
            )
        }
        Mounting::Catalog => format!(
            "{what} Callable inside: the tools of the catalog given with this tool, and only \
             those; they cannot be called outside a program. {when}"
        ),
    }
}

/// What the prompt section of a run tool covers.
#[derive(Clone, Copy, Debug)]
pub struct PromptOptions<'a> {
    /// The run tool's name.
    pub name: &'a str,
    /// Tool descriptions carry return shapes.
    pub return_shapes: bool,
    /// Programs have `search`.
    pub search: bool,
    /// Programs have `sleep`.
    pub sleep: bool,
    /// The value of the last expression is the result when nothing is returned.
    pub last_expression: bool,
    /// Limits to state, if any.
    pub limits: Option<&'a Limits>,
}

/// The section of a system prompt that explains the run tool, in Markdown.
pub fn run_tool_prompt(options: &PromptOptions<'_>) -> String {
    let name = literal::one_line(options.name, 200);
    let mut out = format!(
        "# Programs with `{name}`\n\n\
         `{name}` runs a JavaScript program you write. Inside it every callable tool is an async \
         function: `await tools.name(args)`, with one object that fits the tool's schema. Put \
         calls that do not depend on each other into one `Promise.all`; everything else is \
         ordinary JavaScript.\n\n\
         A call resolves to what you would have got by calling the tool yourself. Read its \
         fields and hand them to the next call."
    );
    if options.return_shapes {
        out.push_str(
            " A tool's description may end with a line that sketches this value: a bare field is \
             a string, others carry their kind (`num`, `bool`, `timestamp`, `[…]`, `{…}`), `…` \
             stands for what is not known, and a field with `?` may be absent.",
        );
    }
    out.push_str(
        "\n\nA call that fails rejects with a `ToolCallError`; its `toolName` says which tool it \
         was. Catch it where the program can go on without that result.\n\n\
         Calls that only read overlap. Calls that change the same resource run one after the \
         other, in the order you made them. A call you forget to await still runs, and when it \
         fails you find a line about it in the log.\n\n",
    );
    out.push_str(&format!(
        "Besides the JavaScript built-ins there is `tools`, `console` (`log`, `info`, `warn`, \
         `error`, `debug`), {}`ToolCallError`{}. There are no files, no network and no imports.\n\n",
        if options.sleep { "`sleep(ms)` as the only way to wait, " } else { "" },
        if options.search {
            ", and `search({ query })`, which finds tools and returns their signatures at once"
        } else {
            ""
        },
    ));
    let end = if options.last_expression {
        "what you `return` (or the value of the last expression)"
    } else {
        "what you `return`"
    };
    out.push_str(&format!(
        "Only {end} and what you print come back. Put there what your next step needs, and no \
         more.\n\n\
         A program is control flow, not a pipe: chain and branch, retry with growing pauses, keep \
         state in variables, write a helper and map it over a list. What can be computed from \
         data in hand belongs into the program. What takes judgment about content does not: \
         inside a program you cannot look, so return the evidence and decide in your next turn.\n"
    ));
    if let Some(limits) = options.limits {
        let sentences = limit_sentences(limits);
        if !sentences.is_empty() {
            out.push_str(&format!("\nA run may take {}.\n", sentences.join(", ")));
        }
    }
    out.push_str(
        "\n```js\n\
         let hits = await tools.search_notes({ query: \"invoice 2024\" });\n\
         if (hits.length < 3) {\n  \
         const wider = await tools.search_notes({ query: \"invoice\" });\n  \
         hits = [...hits, ...wider];\n\
         }\n\
         const notes = await Promise.all(hits.map((hit) => tools.read_note({ id: hit.id })));\n\
         const open = notes.filter((note) => !note.paid);\n\
         await tools.write_file({ path: \"open.md\", text: open.map((note) => note.title).join(\"\\n\") });\n\
         return { found: notes.length, open: open.length };\n\
         ```\n",
    );
    out
}

/// How tools are written in a catalog text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingStyle {
    /// The input schema as JSON, as the tool's server sent it.
    Schema,
    /// The TypeScript signature.
    Signature,
}

impl Catalog {
    /// All callable tools as a text block for a prompt, in declaration order: a lead line, then a
    /// section for each tool. Beyond `max_bytes` tools are counted instead of shown.
    pub fn listing(&self, style: ListingStyle, max_bytes: usize) -> String {
        let mut out = String::from(
            "These tools are called from programs only, each under the name above its text: \
             `await <name>(args)`.\n",
        );
        let mut left_out = 0usize;
        for index in 0..self.len() as u32 {
            let Some(tool) = self.callable(index) else { continue };
            let mut section = format!("\n## {}\n", tool.expression());
            let description = tool.entry.description.trim();
            if !description.is_empty() {
                section.push_str(description);
                section.push('\n');
            }
            match style {
                ListingStyle::Schema => {
                    let schema = tool.entry.input.as_ref();
                    let text = schema.map_or_else(|| "{}".to_owned(), |schema| schema.to_json());
                    section.push_str(&format!("args: {text}\n"));
                }
                ListingStyle::Signature => {
                    let signature = self.describe(index).map(|it| it.signature).unwrap_or_default();
                    section.push_str(&format!("```ts\n{signature}\n```\n"));
                }
            }
            if left_out > 0 || out.len() + section.len() > max_bytes {
                left_out += 1;
                continue;
            }
            out.push_str(&section);
        }
        if left_out > 0 {
            let noun = if left_out == 1 { "tool is" } else { "tools are" };
            out.push_str(&format!("\n{left_out} more {noun} not shown.\n"));
        }
        out
    }
}
