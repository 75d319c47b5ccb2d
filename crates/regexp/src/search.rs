//! Literal search in both representations.

use memchr::memmem;

/// A text to look for.
#[derive(Debug)]
pub(crate) struct Literal {
    units: Box<[u16]>,
    /// Built once for Latin-1 subjects; absent where the text is not Latin-1.
    latin1: Option<memmem::Finder<'static>>,
}

impl Literal {
    pub(crate) fn new(units: &[u16]) -> Literal {
        let bytes: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        Literal {
            units: units.into(),
            latin1: bytes.map(|bytes| memmem::Finder::new(&bytes).into_owned()),
        }
    }

    pub(crate) fn find_latin1(&self, text: &[u8], from: usize) -> Option<usize> {
        let offset = self.latin1.as_ref()?.find(text.get(from..)?)?;
        Some(from + offset)
    }

    pub(crate) fn find_utf16(&self, text: &[u16], from: usize) -> Option<usize> {
        let (&first, rest) = self.units.split_first()?;
        let mut at = from;
        loop {
            let last = text.len().checked_sub(rest.len())?;
            let offset = text.get(at..last)?.iter().position(|&unit| unit == first)?;
            at += offset;
            if text.get(at + 1..at + 1 + rest.len()) == Some(rest) {
                return Some(at);
            }
            at += 1;
        }
    }
}
