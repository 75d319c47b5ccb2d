//! Console lines of a run under their limits, and the cut of what is handed to the model.

use crate::semantics::{LogLevels, OutputOverflow, Semantics, TruncateLogs};
use codemode_protocol::{Limits, LogEntry, LogLevel};
use std::collections::VecDeque;

/// Why output ended the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overflow {
    Lines(u64),
    Bytes(u64),
    /// The lines kept would not fit into the memory ceiling of the run.
    Memory,
}

/// What a kept line costs beyond its text.
const LINE_OVERHEAD: u64 = 32;

/// Lines printed so far.
#[derive(Debug)]
pub(crate) struct Logs {
    lines: VecDeque<String>,
    /// Bytes of kept lines, one added for each line.
    bytes: u64,
    /// Lines printed, kept or not.
    printed: u64,
    max_lines: Option<u64>,
    max_bytes: Option<u64>,
    max_chars: Option<u64>,
    memory: Option<u64>,
    fail: bool,
    keep_last: bool,
    prefix: bool,
    /// A line did not fit: later ones are not kept either.
    closed: bool,
    cut: bool,
}

impl Logs {
    pub(crate) fn new(limits: &Limits, semantics: &Semantics) -> Self {
        let fail = semantics.output_overflow == OutputOverflow::Fail;
        Logs {
            lines: VecDeque::new(),
            bytes: 0,
            printed: 0,
            max_lines: limits.log_lines,
            // With truncation, nothing beyond the output limit can survive: no need to keep more.
            max_bytes: match limits.max_output_bytes {
                Some(output) if !fail => {
                    Some(limits.log_bytes.map_or(output, |bytes| bytes.min(output)))
                }
                _ => limits.log_bytes,
            },
            max_chars: limits.log_line_chars,
            memory: limits.memory_bytes,
            fail,
            keep_last: semantics.truncate_logs == TruncateLogs::KeepLast,
            prefix: semantics.log_levels == LogLevels::Prefix,
            closed: false,
            cut: false,
        }
    }

    /// The text of a console line as it will be kept.
    pub(crate) fn render(&self, entry: LogEntry) -> String {
        let prefix = match entry.level {
            _ if !self.prefix => "",
            LogLevel::Warn => "[warn] ",
            LogLevel::Error => "[error] ",
            LogLevel::Debug => "[debug] ",
            LogLevel::Log | LogLevel::Info => "",
        };
        let text = if prefix.is_empty() { entry.text } else { format!("{prefix}{}", entry.text) };
        self.shorten(text)
    }

    fn shorten(&self, mut text: String) -> String {
        let Some(max) = self.max_chars else { return text };
        let max = usize::try_from(max).unwrap_or(usize::MAX);
        if text.len() <= max {
            return text;
        }
        if let Some((end, _)) = text.char_indices().nth(max) {
            let more = text.get(end..).map_or(0, |rest| rest.chars().count());
            text.truncate(end);
            text.push_str(&format!(" [line cut: {more} more characters]"));
        }
        text
    }

    /// Keeps a rendered line, or says which limit it breaks.
    pub(crate) fn push(&mut self, line: String) -> Result<(), Overflow> {
        self.printed += 1;
        let cost = line.len() as u64 + 1;
        let lines = self.lines.len() as u64;
        if self.fail {
            if let Some(max) = self.max_lines.filter(|max| lines >= *max) {
                return Err(Overflow::Lines(max));
            }
            if let Some(max) = self.max_bytes.filter(|max| self.bytes + cost > *max) {
                return Err(Overflow::Bytes(max));
            }
        } else if self.keep_last {
            self.lines.push_back(line);
            self.bytes += cost;
            while self.over() {
                let Some(dropped) = self.lines.pop_front() else { break };
                self.bytes -= dropped.len() as u64 + 1;
                self.cut = true;
            }
            return self.check_memory();
        } else {
            let full = self.max_lines.is_some_and(|max| lines >= max)
                || self.max_bytes.is_some_and(|max| self.bytes + cost > max);
            if self.closed || full {
                self.closed = true;
                self.cut = true;
                return Ok(());
            }
        }
        self.lines.push_back(line);
        self.bytes += cost;
        self.check_memory()
    }

    fn over(&self) -> bool {
        self.max_lines.is_some_and(|max| self.lines.len() as u64 > max)
            || self.max_bytes.is_some_and(|max| self.bytes > max)
    }

    fn check_memory(&self) -> Result<(), Overflow> {
        let used = self.bytes + self.lines.len() as u64 * LINE_OVERHEAD;
        if self.memory.is_some_and(|max| used > max) { Err(Overflow::Memory) } else { Ok(()) }
    }

    /// The lines that fit into `budget`, with a marker where lines are missing; true if any are.
    pub(crate) fn finish(self, budget: Option<u64>) -> (Vec<String>, bool) {
        let mut kept: VecDeque<String> = self.lines;
        let mut cut = self.cut;
        if let (Some(budget), false) = (budget, self.fail) {
            if self.keep_last {
                let mut bytes = self.bytes;
                while bytes > budget {
                    let Some(dropped) = kept.pop_front() else { break };
                    bytes -= dropped.len() as u64 + 1;
                    cut = true;
                }
            } else {
                let mut bytes = 0;
                let fitting = kept
                    .iter()
                    .take_while(|line| {
                        bytes += line.len() as u64 + 1;
                        bytes <= budget
                    })
                    .count();
                cut |= fitting < kept.len();
                kept.truncate(fitting);
            }
        }
        let mut lines: Vec<String> = kept.into();
        if cut {
            let marker =
                format!("[logs truncated: showing {} of {} lines]", lines.len(), self.printed);
            if self.keep_last {
                lines.insert(0, marker);
            } else {
                lines.push(marker);
            }
        }
        (lines, cut)
    }

    /// Bytes of the lines kept.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The longest prefix of `text` of at most `max` bytes that ends at a character.
pub(crate) fn prefix(text: &str, max: u64) -> &str {
    let mut end = usize::try_from(max).unwrap_or(usize::MAX).min(text.len());
    while end > 0 && !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}
