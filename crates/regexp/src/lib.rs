//! ECMAScript regular expressions, matched iteratively under a step budget.
//!
//! Why a crate of its own: a matcher that cannot be stopped is the easiest denial of service there
//! is. Here every match runs under a [`Budget`] and its whole state is plain owned data, so it can be
//! suspended between two steps and resumed later, on another thread if need be.
//!
//! # Use
//!
//! ```
//! use codemode_regexp::{Budget, Flags, Input, Matcher, Progress, Regex};
//!
//! let flags = Flags::parse("u").unwrap();
//! let pattern: Vec<u16> = r"(?<year>\d{4})-(\d\d)".encode_utf16().collect();
//! let regex = Regex::compile(&pattern, flags).unwrap();
//!
//! // One shot.
//! let mut budget = Budget::unlimited();
//! let found = regex.exec(Input::Latin1(b"on 2024-05"), 0, &mut budget).unwrap().unwrap();
//! assert_eq!(found.range(0), Some(3..10));
//! assert_eq!(found.range(1), Some(3..7));
//! assert_eq!(regex.group_names().collect::<Vec<_>>(), [("year", 1)]);
//!
//! // In slices: call `run` again with new fuel until it answers.
//! let mut matcher = Matcher::new(&regex, 0, false);
//! let mut budget = Budget { fuel: 3, ..Budget::unlimited() };
//! let mut slices = 0;
//! while matcher.run(&regex, Input::Latin1(b"on 2024-05"), &mut budget) != Progress::Match {
//!     budget.fuel = 3;
//!     slices += 1;
//! }
//! assert!(slices > 0);
//! assert_eq!(matcher.captures().range(2), Some(8..10));
//! ```
//!
//! # Contract
//!
//! - [`Regex`] is immutable, `Send + Sync`, and says what it weighs ([`Regex::memory_bytes`]).
//!   Compiling is bounded by the pattern's length and fixed ceilings; it never recurses natively.
//! - Subjects are Latin-1 bytes or UTF-16 code units; all positions count code units. The same text
//!   gives the same answer in both representations. While one match lasts, `run` must be given the
//!   same regex and the same subject.
//! - The flags `g` and `y` and the property `lastIndex` are the caller's: `start` is where to begin
//!   and `sticky` says whether only that position may match. With `u` or `v` a start inside a
//!   surrogate pair moves back to the pair's first half. A `start` beyond the end matches nothing.
//! - Groups that did not take part have no range. Names come in pattern order; a duplicate name is
//!   listed once per group.
//! - `Regex::compile` judges the pattern alone; [`Flags::parse`] judges the flags.
//!   [`SyntaxError::message`] is the text V8 would give the `SyntaxError`.
//!
//! Patterns without back-references are matched in time about linear in the subject: after a number
//! of steps the matcher remembers which (choice point, position) pairs have failed.
#![forbid(unsafe_code)]

mod ast;
mod budget;
mod case_folding;
mod char_set;
mod compile;
mod emoji;
mod error;
mod escape;
mod first_set;
mod flags;
mod input;
mod matcher;
mod memo;
mod parser;
mod program;
mod property;
mod regex;
mod search;

pub use budget::{Budget, Progress, Stop};
pub use error::SyntaxError;
pub use escape::escape;
pub use flags::{Flags, FlagsError};
pub use input::Input;
pub use matcher::{Captures, Matcher, Remember};
pub use regex::Regex;
