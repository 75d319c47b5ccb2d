//! The committed list of files that do not pass, one per line with the reason.
//!
//! Invariant: the list is exact. A failure that is not listed is a regression, a listed file that passes
//! is progress to be committed; both fail the run.

use std::collections::BTreeMap;
use std::path::Path;

/// Failing paths with their reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    failing: BTreeMap<String, String>,
}

/// Differences between a run and the list.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub unexpected_failures: Vec<String>,
    pub unexpected_passes: Vec<String>,
}

const HEADER: &str = "# Files that do not pass, with the first line of the failure. Written by --update; see README.md.\n";

impl Expectations {
    /// Reads the list; a missing file is an empty list.
    pub fn read(file: &Path) -> std::io::Result<Expectations> {
        match std::fs::read_to_string(file) {
            Ok(text) => Ok(Expectations::parse(&text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(Expectations::default())
            }
            Err(error) => Err(error),
        }
    }

    fn parse(text: &str) -> Expectations {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let pairs = lines.map(|line| line.split_once('\t').unwrap_or((line, "")));
        Expectations {
            failing: pairs.map(|(path, why)| (path.to_string(), why.to_string())).collect(),
        }
    }

    /// The text of the list.
    pub fn render(&self) -> String {
        let mut text = HEADER.to_string();
        for (path, why) in &self.failing {
            text.push_str(&format!("{path}\t{why}\n"));
        }
        text
    }

    /// Compares with results given as path and failure.
    pub fn compare<'a>(
        &self,
        results: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Difference {
        let mut difference = Difference::default();
        for (path, failure) in results {
            match (failure, self.failing.contains_key(path)) {
                (Some(_), false) => difference.unexpected_failures.push(path.to_string()),
                (None, true) => difference.unexpected_passes.push(path.to_string()),
                _ => {}
            }
        }
        difference
    }

    /// Replaces the entries of the files that were run.
    pub fn update<'a>(&mut self, results: impl Iterator<Item = (&'a str, Option<&'a str>)>) {
        for (path, failure) in results {
            match failure {
                Some(why) => {
                    let why: String = why.chars().filter(|c| !c.is_control()).take(100).collect();
                    self.failing.insert(path.to_string(), why)
                }
                None => self.failing.remove(path),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_go_both_ways_and_updating_removes_them() {
        let mut list = Expectations::parse("# head\na.js\tTypeError: x\nb.js\ttimeout\n");
        let results = [("a.js", None), ("b.js", Some("timeout")), ("c.js", Some("panic: y"))];
        assert_eq!(
            list.compare(results.into_iter()),
            Difference {
                unexpected_failures: vec!["c.js".into()],
                unexpected_passes: vec!["a.js".into()]
            }
        );
        list.update(results.into_iter());
        assert_eq!(list.render(), format!("{HEADER}b.js\ttimeout\nc.js\tpanic: y\n"));
        assert_eq!(list.compare(results.into_iter()), Difference::default());
    }
}
