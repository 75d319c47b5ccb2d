//! Program text reduced to its code, so that a name in a comment or a message decides nothing.
//!
//! A small scanner blanks comments, strings, templates (their substitutions stay visible) and regular
//! expressions. It need not be exact about the places where a slash may begin a regular expression: the
//! tests it reads are written by people, and the totals it leads to are checked.

/// The code of a text, with queries over the names in it.
pub struct CodeText {
    text: Vec<char>,
}

const FUNCTION_CONSTRUCTORS: [&str; 4] =
    ["Function", "AsyncFunction", "GeneratorFunction", "AsyncGeneratorFunction"];

impl CodeText {
    /// Blanks what is not code.
    pub fn new(source: &str) -> CodeText {
        CodeText { text: blank(&source.chars().collect::<Vec<_>>()) }
    }

    /// Whether the code contains what a rule of the scope names: one of the forms that need more than a
    /// name, or a plain text.
    pub fn has(&self, rule: &str) -> bool {
        match rule {
            "eval" => self.free_names(&["eval"]).any(|end| self.after_space(end) != Some(':')),
            "function constructor" => self.calls_function_constructor(),
            "with statement" => self.has_with_statement(),
            "shared memory name" => {
                self.names(&["SharedArrayBuffer", "Atomics"], false).next().is_some()
            }
            text => self.find_text(text),
        }
    }

    fn calls_function_constructor(&self) -> bool {
        let called = self.free_names(&FUNCTION_CONSTRUCTORS).any(|end| {
            self.after_space(end) == Some('(')
                || ["call", "apply"].iter().any(|method| {
                    let word = method.len() + 1;
                    self.is_text(end, &format!(".{method}"))
                        && self.after_space(end + word) == Some('(')
                })
        });
        let constructed = || {
            self.free_names(&["new"]).any(|end| {
                let name = self.skip_space(end);
                name > end
                    && FUNCTION_CONSTRUCTORS.iter().any(|constructor| {
                        self.is_text(name, constructor)
                            && !self
                                .at(name + constructor.len())
                                .is_some_and(|c| is_word(c) || c == '$' || c == '.')
                    })
            })
        };
        let reflected = || {
            self.positions_of("Reflect.construct(").any(|at| {
                let name = self.skip_space(at + "Reflect.construct(".len());
                FUNCTION_CONSTRUCTORS.iter().any(|constructor| {
                    self.is_text(name, constructor)
                        && self.after_space(name + constructor.len()) == Some(',')
                })
            })
        };
        called || constructed() || reflected()
    }

    /// `with (` that is not the name of a method after `get`, `set`, `async` or `static`.
    fn has_with_statement(&self) -> bool {
        self.names(&["with"], true).any(|end| {
            let start = end - "with".len();
            let modifier = start > 0
                && self.text[start - 1].is_whitespace()
                && ["get", "set", "async", "static"].iter().any(|word| {
                    start > word.len()
                        && self.is_text(start - 1 - word.len(), word)
                        && !(start >= word.len() + 2 && is_word(self.text[start - 2 - word.len()]))
                });
            !modifier && self.after_space(end) == Some('(')
        })
    }

    fn free_names<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
        self.names(names, true)
    }

    /// Ends of the whole names among `names` that follow neither a word character, `$`, `.` nor (when
    /// asked) `#`.
    fn names<'a>(
        &'a self,
        names: &'a [&str],
        not_private: bool,
    ) -> impl Iterator<Item = usize> + 'a {
        (0..self.text.len()).filter_map(move |at| {
            if at > 0 {
                let before = self.text[at - 1];
                if is_word(before)
                    || before == '$'
                    || before == '.'
                    || (not_private && before == '#')
                {
                    return None;
                }
            }
            names.iter().find_map(|name| {
                let end = at + name.len();
                let whole = || !self.at(end).is_some_and(|c| is_word(c) || c == '$');
                (self.is_text(at, name) && whole()).then_some(end)
            })
        })
    }

    fn find_text(&self, text: &str) -> bool {
        self.positions_of(text).next().is_some()
    }

    fn positions_of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.text.len()).filter(move |&at| self.is_text(at, text))
    }

    fn is_text(&self, at: usize, text: &str) -> bool {
        text.chars().enumerate().all(|(offset, c)| self.at(at + offset) == Some(c))
    }

    fn at(&self, at: usize) -> Option<char> {
        self.text.get(at).copied()
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.at(at).is_some_and(char::is_whitespace) {
            at += 1;
        }
        at
    }

    fn after_space(&self, at: usize) -> Option<char> {
        self.at(self.skip_space(at))
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn blank(source: &[char]) -> Vec<char> {
    let mut out = Vec::with_capacity(source.len());
    let mut last = None;
    let mut at = 0;
    while let Some(&c) = source.get(at) {
        match (c, source.get(at + 1)) {
            ('/', Some('/')) => {
                while source.get(at).is_some_and(|&c| !is_line_end(c)) {
                    at += 1;
                }
            }
            ('/', Some('*')) => {
                at += 2;
                while at < source.len() && !(source[at] == '*' && source.get(at + 1) == Some(&'/'))
                {
                    at += 1;
                }
                at += 2;
                out.push(' ');
            }
            ('"' | '\'', _) => {
                at = end_of_literal(source, at, |d| d == c || d == '\n') + 1;
                out.extend([c, c]);
                last = Some(c);
            }
            ('`', _) => {
                let end = end_of_literal(source, at, |d| d == '`').min(source.len());
                out.extend(['`', '`']);
                substitutions(&source[at + 1..end.max(at + 1)], &mut out);
                at = end + 1;
                last = Some('`');
            }
            ('/', _) if regular_expression_may_start(last, &out) => {
                match end_of_pattern(source, at) {
                    Some(end) => {
                        at = end + 1;
                        out.extend(['/', 'r', '/']);
                        last = Some('/');
                    }
                    None => {
                        out.push(c);
                        last = Some(c);
                        at += 1;
                    }
                }
            }
            _ => {
                out.push(c);
                if !c.is_whitespace() {
                    last = Some(c);
                }
                at += 1;
            }
        }
    }
    out
}

fn end_of_literal(source: &[char], start: usize, ends: impl Fn(char) -> bool) -> usize {
    let mut at = start + 1;
    while source.get(at).is_some_and(|&c| !ends(c)) {
        at += if source[at] == '\\' { 2 } else { 1 };
    }
    at
}

fn end_of_pattern(source: &[char], start: usize) -> Option<usize> {
    let mut in_class = false;
    let mut at = start + 1;
    while let Some(&c) = source.get(at) {
        match c {
            '\n' => return None,
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn substitutions(template: &[char], out: &mut Vec<char>) {
    let mut at = 0;
    while at + 1 < template.len() {
        if template[at] == '$' && template[at + 1] == '{' {
            let Some(length) = template[at + 2..].iter().position(|&c| c == '}') else { return };
            out.push(' ');
            out.extend(&template[at + 2..at + 2 + length]);
            out.push(' ');
            at += length + 3;
        } else {
            at += 1;
        }
    }
}

const WORDS_BEFORE_PATTERN: [&str; 13] = [
    "return", "typeof", "case", "void", "delete", "in", "of", "throw", "new", "do", "else",
    "yield", "await",
];

fn regular_expression_may_start(last: Option<char>, out: &[char]) -> bool {
    let Some(last) = last else { return true };
    if "(,=:[!&|?{};+-*%~^<>".contains(last) {
        return true;
    }
    let end = out.iter().rposition(|c| !c.is_whitespace()).map_or(0, |at| at + 1);
    WORDS_BEFORE_PATTERN.iter().any(|word| {
        end >= word.len()
            && out[end - word.len()..end].iter().copied().eq(word.chars())
            && !(end > word.len() && {
                let before = out[end - word.len() - 1];
                is_word(before) || before == '$' || before == '.'
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(rule: &str, source: &str) -> bool {
        CodeText::new(source).has(rule)
    }

    #[test]
    fn only_code_counts() {
        assert!(has("eval", "eval('x')"));
        assert!(!has("eval", "// eval('x')\n'eval'; /eval/.test(`eval`); ({ eval: 1 }).eval"));
        assert!(has("eval", "`${eval('x')}`"));
    }

    #[test]
    fn function_constructor_forms() {
        assert!(has("function constructor", "Function('x')"));
        assert!(has("function constructor", "new GeneratorFunction"));
        assert!(has("function constructor", "Function.call(this, 'x')"));
        assert!(has("function constructor", "Reflect.construct(Function, [])"));
        assert!(!has(
            "function constructor",
            "Function.prototype.call(f); x.Function(); new Function.prototype.x"
        ));
    }

    #[test]
    fn with_statement_and_method_names() {
        assert!(has("with statement", "with (object) {}"));
        assert!(!has("with statement", "array.with(1, 2); class C { static with() {} }"));
    }
}
