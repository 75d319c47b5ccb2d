//! The description block at the head of a test: the keys that decide how it is run.
//!
//! Only the two list spellings and the `negative` map of the suite are read; everything else of YAML
//! is of no interest here.

/// What a test declares about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    pub flags: Vec<String>,
    pub features: Vec<String>,
    pub includes: Vec<String>,
    pub negative: Option<Negative>,
}

/// The error a negative test asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Negative {
    pub phase: String,
    pub kind: String,
}

impl FrontMatter {
    /// Reads the block between `/*---` and `---*/`; a file without one declares nothing.
    pub fn read(source: &str) -> FrontMatter {
        let Some((_, rest)) = source.split_once("/*---") else { return FrontMatter::default() };
        let Some((block, _)) = rest.split_once("---*/") else { return FrontMatter::default() };
        let lines: Vec<&str> = block.lines().flat_map(|line| line.split('\r')).collect();
        FrontMatter {
            flags: list(&lines, "flags"),
            features: list(&lines, "features"),
            includes: list(&lines, "includes"),
            negative: negative(&lines),
        }
    }

    /// Whether the flag is set.
    pub fn flag(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag == name)
    }

    /// The modes the test is run in.
    pub fn runs(&self) -> Vec<RunMode> {
        let raw = self.flag("raw");
        let mut runs = Vec::new();
        if !raw && !self.flag("noStrict") {
            runs.push(RunMode::Strict);
        }
        if raw || !self.flag("onlyStrict") {
            runs.push(RunMode::Sloppy);
        }
        runs
    }
}

/// One way of running a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunMode {
    /// With a `"use strict"` directive put in front.
    Strict,
    /// As it stands.
    Sloppy,
}

impl RunMode {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            RunMode::Strict => "strict",
            RunMode::Sloppy => "sloppy",
        }
    }
}

fn list(lines: &[&str], key: &str) -> Vec<String> {
    let Some(at) = lines.iter().position(|line| value_of(line, key).is_some()) else {
        return Vec::new();
    };
    let first = value_of(lines[at], key).unwrap_or("").trim();
    if let Some(open) = first.strip_prefix('[') {
        let mut text = open.to_string();
        for line in &lines[at + 1..] {
            if text.contains(']') {
                break;
            }
            text.push_str(line);
        }
        let items = text.split(']').next().unwrap_or("");
        return items
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(String::from)
            .collect();
    }
    lines[at + 1..]
        .iter()
        .map_while(|line| line.trim_start().strip_prefix('-'))
        .map(|item| item.trim().to_string())
        .filter(|item| !item.is_empty())
        .collect()
}

fn negative(lines: &[&str]) -> Option<Negative> {
    let at = lines.iter().position(|line| value_of(line, "negative").is_some())?;
    let mut found = Negative::default();
    for line in lines[at + 1..].iter().take_while(|line| line.starts_with([' ', '\t'])) {
        if let Some(phase) = value_of(line.trim_start(), "phase") {
            found.phase = phase.trim().to_string();
        } else if let Some(kind) = value_of(line.trim_start(), "type") {
            found.kind = kind.trim().to_string();
        }
    }
    Some(found)
}

fn value_of<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix(key)?.strip_prefix(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_list_spellings_and_a_negative_map() {
        let source = "/*---\ndescription: x\nflags: [async, onlyStrict]\nfeatures:\n  - BigInt\n  - Symbol\n\
                      includes: [a.js,\n  b.js]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\n1";
        assert_eq!(
            FrontMatter::read(source),
            FrontMatter {
                flags: vec!["async".into(), "onlyStrict".into()],
                features: vec!["BigInt".into(), "Symbol".into()],
                includes: vec!["a.js".into(), "b.js".into()],
                negative: Some(Negative { phase: "parse".into(), kind: "SyntaxError".into() }),
            }
        );
    }

    #[test]
    fn flags_decide_the_runs() {
        let runs =
            |flags: &str| FrontMatter::read(&format!("/*---\nflags: [{flags}]\n---*/")).runs();
        assert_eq!(runs(""), [RunMode::Strict, RunMode::Sloppy]);
        assert_eq!(runs("onlyStrict"), [RunMode::Strict]);
        assert_eq!(runs("noStrict"), [RunMode::Sloppy]);
        assert_eq!(runs("raw"), [RunMode::Sloppy]);
    }
}
