//! The parser's errors in the words of V8, which models know.

use super::Problem;
use oxc_diagnostics::OxcDiagnostic;
use oxc_span::Span;

/// A problem from an error of the parser or the semantic pass.
pub(super) fn problem(error: &OxcDiagnostic, text: &str) -> Problem {
    let mut spans = error.labels.iter().map(|label| {
        let start = (label.offset() as usize).min(text.len()) as u32;
        let end = (label.offset() as usize + label.len() as usize).min(text.len()) as u32;
        Span::new(start, end)
    });
    let first = spans.next();
    let second = spans.next();
    let report = Report { message: &error.message, first, second, text };
    let (message, span) = report.translate();
    let span = Some(span.unwrap_or_default());
    let mut hint = hint(&error.message, &message);
    if error.message == "Unexpected JSX expression" {
        hint = Some("Build strings or plain objects instead.".into());
    }
    let unsupported = error.message == "Unexpected JSX expression";
    let message = if unsupported { "JSX is not supported".into() } else { message };
    Problem { unsupported, message, span, hint }
}

struct Report<'t> {
    message: &'t str,
    first: Option<Span>,
    second: Option<Span>,
    text: &'t str,
}

impl Report<'_> {
    fn translate(&self) -> (String, Option<Span>) {
        let message = self.message;
        if let Some(name) = quoted(message, "Identifier `", "` has already been declared") {
            let span = self.second.or(self.first);
            return (format!("Identifier '{name}' has already been declared"), span);
        }
        if message.starts_with("Expected ") && message.contains(" but found ") {
            return self.expected();
        }
        let fixed = match message {
            "File appears to be binary." => {
                let at = self.text.find('\u{FFFD}').unwrap_or(0) as u32;
                return ("Invalid or unexpected token".into(), Some(Span::new(at, at)));
            }
            "Unterminated string" if self.spanned().starts_with(['`', '}']) => {
                "Unterminated template literal"
            }
            "Unexpected token" | "Identifier expected." | "Expected function name" => {
                return self.unexpected(self.first);
            }
            "Expected a semicolon or an implicit semicolon after a statement, but found none" => {
                return self.after_statement();
            }
            "Unexpected end of file" => "Unexpected end of input",
            "Unterminated string" | "Invalid characters after number" => {
                "Invalid or unexpected token"
            }
            "Unterminated multiline comment" => "Invalid or unexpected token",
            "Unterminated regular expression" => "Invalid regular expression: missing /",
            "Invalid escape sequence" if self.spanned().starts_with("\\x") => {
                "Invalid hexadecimal escape sequence"
            }
            "Invalid escape sequence" | "Invalid Unicode escape sequence" => {
                "Invalid Unicode escape sequence"
            }
            "Keywords cannot contain escape characters" => {
                "Keyword must not contain escaped characters"
            }
            "Line terminator not permitted before arrow" => "Unexpected token '=>'",
            "Declaration cannot appear in a single-statement context" => {
                return self.unexpected(self.first);
            }
            "`await` is only allowed within async functions and at the top levels of modules"
            | "`for await` loops are only allowed within async functions and at the top levels of modules" => {
                "await is only valid in async functions and the top level bodies of modules"
            }
            "A rest parameter must be last in a parameter list" => {
                "Rest parameter must be last formal parameter"
            }
            "A rest element must be last in a destructuring pattern"
            | "Spread must be last element" => "Rest element must be last element",
            "Cannot assign to this expression"
            | "The left-hand side of an assignment expression must be a variable or a property access." => {
                "Invalid left-hand side in assignment"
            }
            "Invalid rest element target in destructuring pattern"
            | "Invalid rest element target in destructuring assignment" => {
                "`...` must be followed by an assignable reference in assignment contexts"
            }
            "Optional chaining cannot appear in the callee of new expressions"
            | "Invalid optional chain from new expression." => {
                "Invalid optional chain from new expression"
            }
            "Tagged template expressions are not permitted in an optional chain" => {
                "Invalid tagged template on optional chain"
            }
            "Logical expressions and coalesce expressions cannot be mixed" => {
                return self.mixed_operators();
            }
            "Multiple constructor implementations are not allowed." => {
                let span = self.second.or(self.first);
                return ("A class may only have one constructor".into(), span);
            }
            "Use of undefined label" => {
                let at = self.first.map_or(0, |span| span.start as usize);
                let label = token(self.text, at);
                return (format!("Undefined label '{}'", label.text), Some(label.span));
            }
            "Classes can't have an element named '#constructor'" => {
                "Classes may not have a private field named '#constructor'"
            }
            "Classes may not have a static property named 'prototype'" => {
                "Classes may not have a static property named 'prototype'"
            }
            "Constructor can't have get/set modifier" => "Class constructor may not be an accessor",
            "Constructor can't be an async method" => {
                "Class constructor may not be an async method"
            }
            "Constructor can't be a generator" => "Class constructor may not be a generator",
            "Classes can't have a field named 'constructor'"
            | "Classes may not have a field named 'constructor'" => {
                "Classes may not have a field named 'constructor'"
            }
            "Bad escape sequence in untagged template literal" => {
                "Invalid escape sequence in template"
            }
            "Empty parenthesized expression" => "Unexpected token ')'",
            "'super' can only be used with function calls or in property accesses"
            | "'super' can only be referenced in a derived class."
            | "'super' can only be referenced in members of derived classes or object literal expressions."
            | "Super calls are not permitted outside constructors or in nested functions inside constructors." => {
                "'super' keyword unexpected here"
            }
            "Private fields cannot be accessed on super" => "Unexpected private field",
            "Missing catch or finally clause" => "Missing catch or finally after try",
            "A 'return' statement can only be used within a function body."
            | "A 'return' statement cannot be used inside a class static block." => {
                "Illegal return statement"
            }
            "'0'-prefixed octal literals and octal escape sequences are deprecated" => {
                "Octal literals are not allowed in strict mode."
            }
            "Decimals with leading zeros are not allowed in strict mode" => {
                "Decimals with leading zeros are not allowed in strict mode."
            }
            "Invalid function declaration" => {
                "In strict mode code, functions can only be declared at top level or inside a block."
            }
            "The operand of a 'delete' operator cannot be a private identifier." => {
                "Private fields can not be deleted"
            }
            "A 'set' accessor must have exactly one parameter." => {
                "Setter must have exactly one formal parameter."
            }
            "A 'get' accessor must not have any formal parameters." => {
                "Getter must not have any formal parameters."
            }
            "A 'yield' expression is only allowed in a generator body." => {
                "Unexpected identifier 'yield'"
            }
            "Illegal 'use strict' directive in function with non-simple parameter list" => {
                "Illegal 'use strict' directive in function with non-simple parameter list"
            }
            "Unterminated template literal" => "Unterminated template literal",
            "Import declarations in a namespace cannot reference a module." => {
                "Cannot use import statement outside a module"
            }
            _ => "",
        };
        if !fixed.is_empty() {
            let span = match fixed {
                "Invalid or unexpected token" | "Unexpected end of input" => self.first,
                _ => self.first,
            };
            return (fixed.to_string(), span);
        }
        if message.starts_with("Invalid Character") || message.starts_with("Invalid Number") {
            return ("Invalid or unexpected token".into(), self.first);
        }
        if let Some(flag) = quoted(message, "Unexpected flag ", " in regular expression literal") {
            let _ = flag;
            return ("Invalid regular expression flags".into(), self.first);
        }
        if message.starts_with("Flag ") {
            return ("Invalid regular expression flags".into(), self.first);
        }
        if message.starts_with("A unary expression with the") {
            let text = "Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence";
            return (text.into(), self.first);
        }
        if message.contains("is a reserved word that cannot be used here")
            || message.starts_with("Cannot use `await` as an identifier")
            || message.starts_with("Cannot use `yield` as an identifier")
        {
            return self.unexpected(self.first);
        }
        if let Some(rest) = message.strip_prefix("Invalid regular expression") {
            return (format!("Invalid regular expression{rest}"), self.first);
        }
        if message.starts_with("Cannot assign to '") && message.ends_with("in strict mode") {
            return ("Unexpected eval or arguments in strict mode".into(), self.first);
        }
        if message.starts_with("The keyword '") && message.ends_with("' is reserved") {
            return ("Unexpected strict mode reserved word".into(), self.first);
        }
        if message.starts_with("'let' cannot be declared as a variable name") {
            return ("let is disallowed as a lexically bound name".into(), self.first);
        }
        if let Some(name) =
            quoted(message, "Private identifier '#", "' is not allowed outside class")
        {
            let text = format!("Private field '#{name}' must be declared in an enclosing class");
            return (text, self.first);
        }
        (message.replace('`', "'"), self.first)
    }

    fn spanned(&self) -> &str {
        let span = self.first.unwrap_or_default();
        self.text.get(span.start as usize..).unwrap_or("")
    }

    /// `a ?? b || c`: the operator that cannot follow the one before.
    fn mixed_operators(&self) -> (String, Option<Span>) {
        let span = self.first.unwrap_or_default();
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or("");
        let mut last = None;
        let mut coalesce = None;
        for (at, _) in text.char_indices() {
            let operator = &text.as_bytes()[at..(at + 2).min(text.len())];
            let is_coalesce = match operator {
                b"??" => true,
                b"||" | b"&&" => false,
                _ => continue,
            };
            if coalesce.is_some_and(|known| known != is_coalesce) {
                last = Some(at);
                break;
            }
            coalesce = Some(is_coalesce);
        }
        let at = span.start as usize + last.unwrap_or(0);
        let next = token(self.text, at);
        (next.unexpected(), Some(next.span))
    }

    fn expected(&self) -> (String, Option<Span>) {
        let message = self.message;
        let wanted = message
            .strip_prefix("Expected ")
            .and_then(|rest| rest.split(" but found ").next())
            .unwrap_or("");
        let at = self.first.map_or(self.text.len(), |span| span.start as usize);
        let next = token(self.text, at);
        if wanted == "`,` or `)`" || wanted == "`)`" {
            if let Some(open) = self.second {
                if self.opens_call(open.start as usize) {
                    return ("missing ) after argument list".into(), Some(next.span));
                }
            }
        }
        (next.unexpected(), Some(next.span))
    }

    /// Whether the parenthesis at `open` follows a callee.
    fn opens_call(&self, open: usize) -> bool {
        let before = self.text.get(..open).unwrap_or("").trim_end();
        let word: String = {
            let mut characters: Vec<char> = before
                .chars()
                .rev()
                .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
                .collect();
            characters.reverse();
            characters.into_iter().collect()
        };
        if word.is_empty() {
            return before.ends_with([')', ']', '`']);
        }
        let previous = before[..before.len() - word.len()].trim_end();
        let declares = previous.ends_with("function") || previous.ends_with("function*");
        !declares
            && !matches!(
                word.as_str(),
                "if" | "while"
                    | "for"
                    | "switch"
                    | "catch"
                    | "function"
                    | "return"
                    | "with"
                    | "typeof"
                    | "await"
                    | "in"
                    | "of"
                    | "case"
                    | "throw"
                    | "new"
                    | "void"
                    | "delete"
                    | "yield"
                    | "else"
                    | "do"
            )
    }

    fn unexpected(&self, span: Option<Span>) -> (String, Option<Span>) {
        let at = span.map_or(self.text.len(), |span| span.start as usize);
        let next = token(self.text, at);
        (next.unexpected(), Some(next.span))
    }

    /// Two statements run into each other: the error is the first token that cannot follow.
    fn after_statement(&self) -> (String, Option<Span>) {
        let at = self.first.map_or(self.text.len(), |span| span.start as usize);
        let next = token(self.text, at);
        let before = self.text.get(..at).unwrap_or("").trim_end();
        if before.ends_with("await") {
            let text = "await is only valid in async functions and the top level bodies of modules";
            let start = before.len() as u32 - 5;
            return (text.into(), Some(Span::new(start, start + 5)));
        }
        (next.unexpected(), Some(next.span))
    }
}

fn quoted<'m>(message: &'m str, before: &str, after: &str) -> Option<&'m str> {
    message.strip_prefix(before)?.split(after).next()
}

/// A token as error messages name it.
struct Token<'t> {
    text: &'t str,
    span: Span,
}

impl Token<'_> {
    fn unexpected(&self) -> String {
        let Some(first) = self.text.chars().next() else { return "Unexpected end of input".into() };
        match first {
            '"' | '\'' => "Unexpected string".into(),
            '`' => "Unexpected template string".into(),
            '0'..='9' => "Unexpected number".into(),
            _ if first.is_alphabetic() || matches!(first, '_' | '$' | '\\') => {
                if KEYWORDS.contains(&self.text) {
                    format!("Unexpected token '{}'", self.text)
                } else if STRICT_RESERVED.contains(&self.text) {
                    "Unexpected strict mode reserved word".into()
                } else if self.text == "await" || self.text == "enum" {
                    "Unexpected reserved word".into()
                } else {
                    format!("Unexpected identifier '{}'", self.text)
                }
            }
            '#' | '@' => "Invalid or unexpected token".into(),
            _ => format!("Unexpected token '{}'", self.text),
        }
    }
}

const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "return",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
];

const STRICT_RESERVED: &[&str] = &[
    "implements",
    "interface",
    "let",
    "package",
    "private",
    "protected",
    "public",
    "static",
    "yield",
];

/// Punctuators of more than one character, longest first.
const PUNCTUATORS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**",
];

/// The token at or after `at`, past white space and comments.
fn token(text: &str, at: usize) -> Token<'_> {
    let mut start = at.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    loop {
        let rest = &text[start..];
        let trimmed = rest.trim_start();
        start += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            start += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            start += trimmed.find("*/").map_or(trimmed.len(), |end| end + 2);
        } else {
            break;
        }
    }
    let rest = &text[start..];
    let length = match rest.chars().next() {
        None => 0,
        Some(c) if c.is_alphanumeric() || matches!(c, '_' | '$') => rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
            .unwrap_or(rest.len()),
        Some(c) => PUNCTUATORS
            .iter()
            .find(|punctuator| rest.starts_with(**punctuator))
            .map_or(c.len_utf8(), |punctuator| punctuator.len()),
    };
    let span = Span::new(start as u32, (start + length) as u32);
    Token { text: &rest[..length], span }
}

/// What to write instead, where the parser knows better than "unexpected".
fn hint(parser: &str, message: &str) -> Option<String> {
    let hint = match parser {
        "Expected a semicolon or an implicit semicolon after a statement, but found none"
            if !message.starts_with("await") =>
        {
            "Check the end of the statement before: an operator, comma, bracket or quote may be missing."
        }
        "`await` is only allowed within async functions and at the top levels of modules" => {
            "Mark the enclosing function `async`."
        }
        "Unterminated string" if message.starts_with("Invalid") => {
            "Close the string on its line, or use a template literal for text of several lines."
        }
        "Logical expressions and coalesce expressions cannot be mixed" => {
            "Put parentheses around one of the two operators."
        }
        "Missing initializer in const declaration" => {
            "Give the constant a value, or declare it with `let`."
        }
        _ if message == "missing ) after argument list" => {
            "Close the argument list, or check for an unescaped quote or a missing comma in it."
        }
        _ => return None,
    };
    Some(hint.to_string())
}
