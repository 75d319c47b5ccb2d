//! `Intl.Segmenter`: graphemes, words and sentences by the rules of UAX 29.
//!
//! There are no dictionaries: scripts written without spaces are cut by the rules alone.

use crate::choice::choice;
use crate::resolve::Resolved;
use icu_segmenter::options::{SentenceBreakInvariantOptions, WordBreakInvariantOptions};
use icu_segmenter::{GraphemeClusterSegmenter, SentenceSegmenter, WordSegmenter};

choice! { Granularity { Grapheme = "grapheme", Word = "word", Sentence = "sentence" } }

/// `Intl.Segmenter`.
#[derive(Debug, Clone)]
pub struct Segmenter {
    pub locale: String,
    pub granularity: Granularity,
}

/// A stretch of a text, in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    pub start: usize,
    pub end: usize,
    /// Set for words only.
    pub is_word_like: Option<bool>,
}

impl Segmenter {
    pub fn new(locale: &Resolved, granularity: Granularity) -> Segmenter {
        Segmenter { locale: locale.with_keywords(&[]), granularity }
    }

    /// The segments of the text, in order.
    pub fn segments<'a>(&self, text: &'a [u16]) -> Box<dyn Iterator<Item = Segment> + 'a> {
        let pairs = |breaks: Box<dyn Iterator<Item = usize> + 'a>| -> Box<dyn Iterator<Item = Segment> + 'a> {
            let mut start = 0;
            Box::new(breaks.filter(|end| *end > 0).map(move |end| {
                let segment = Segment { start, end, is_word_like: None };
                start = end;
                segment
            }))
        };
        match self.granularity {
            Granularity::Grapheme => {
                pairs(Box::new(GraphemeClusterSegmenter::new().segment_utf16(text)))
            }
            Granularity::Sentence => pairs(Box::new(
                SentenceSegmenter::new(SentenceBreakInvariantOptions::default())
                    .segment_utf16(text),
            )),
            Granularity::Word => {
                let mut start = 0;
                let words = WordSegmenter::new_for_non_complex_scripts(
                    WordBreakInvariantOptions::default(),
                )
                .segment_utf16(text)
                .iter_with_word_type();
                Box::new(words.filter(|(end, _)| *end > 0).map(move |(end, kind)| {
                    let segment = Segment {
                        start,
                        end,
                        is_word_like: Some(kind.is_word_like() || has_letter(text, start, end)),
                    };
                    start = end;
                    segment
                }))
            }
        }
    }

    /// The segment that holds the unit at `index`.
    pub fn containing(&self, text: &[u16], index: usize) -> Option<Segment> {
        self.segments(text).find(|s| s.end > index)
    }
}

/// Whether a stretch has a letter or digit; the rules lose sight of letters that end in combining marks.
fn has_letter(text: &[u16], start: usize, end: usize) -> bool {
    let units = text.get(start..end).unwrap_or(&[]);
    char::decode_utf16(units.iter().copied()).any(|c| c.is_ok_and(char::is_alphanumeric))
}
