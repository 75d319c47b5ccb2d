//! How deeply a text nests, before any recursive code sees it.
//!
//! Parser, semantic pass, compiler and the tree's walk recurse on the native stack. The measure is taken in one
//! linear pass over the bytes. It overestimates: brackets in strings, comments and regular expressions may
//! count, and an operator chain counts as if each link were a level.

/// How much native stack compiling a text may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// Safe in a stack of 512 KiB.
    Shallow,
    /// Needs a stack of 256 MiB.
    Deep,
    /// Refused.
    TooDeep,
}

/// Levels that are safe in 512 KiB.
const SHALLOW: u32 = 48;
/// Levels that are safe in 256 MiB.
const DEEP: u32 = 5_000;
/// Links of one chain that weigh as much as one bracket.
const LINKS: u32 = 8;

/// Where the measure exceeded a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub(crate) nesting: Nesting,
    /// Byte offset of the deepest place.
    pub(crate) at: u32,
}

/// Measures `text`.
pub(crate) fn measure(text: &str) -> Measure {
    let mut scan = Scan { bytes: text.as_bytes(), ..Scan::default() };
    while scan.index < scan.bytes.len() {
        scan.token();
    }
    let nesting = match scan.most {
        0..=SHALLOW => Nesting::Shallow,
        levels if levels <= DEEP => Nesting::Deep,
        _ => Nesting::TooDeep,
    };
    Measure { nesting, at: scan.at }
}

/// An open bracket.
struct Open {
    /// Chain links before it.
    links: u32,
    /// `${` of a template: its text goes on after the closing brace.
    template: bool,
}

/// A coarse lexer. A slash may be a division or open a regular expression, in which quotes and comment marks mean
/// nothing; so once a line has a slash, what looks like a string, template or comment is in doubt, and in doubt
/// opening brackets count while closing ones do not.
#[derive(Default)]
struct Scan<'t> {
    bytes: &'t [u8],
    index: usize,
    opens: Vec<Open>,
    /// Links of the open brackets, in levels.
    outer: u32,
    /// Links since the innermost bracket.
    links: u32,
    /// Links before the statement end just passed, in case `else` follows.
    ended: Option<u32>,
    slash_on_line: bool,
    /// A doubtful region ran over a line end: all that follows is in doubt.
    lost: bool,
    most: u32,
    at: u32,
}

impl Scan<'_> {
    fn doubtful(&self) -> bool {
        self.slash_on_line || self.lost
    }

    fn token(&mut self) {
        let byte = self.bytes[self.index];
        let next = self.bytes.get(self.index + 1).copied();
        match byte {
            b'\n' => {
                self.slash_on_line = false;
                self.index += 1;
                return;
            }
            b' ' | b'\t' | b'\r' => {
                self.index += 1;
                return;
            }
            b'/' if next == Some(b'/') => {
                let end = self.find(self.index, b"\n");
                self.skip(end);
                return;
            }
            b'/' if next == Some(b'*') => {
                let end = self.find(self.index + 2, b"*/") + 2;
                self.skip(end);
                return;
            }
            _ => {}
        }
        let ended = self.ended.take();
        match byte {
            b'(' | b'[' | b'{' => {
                self.links = ended.unwrap_or(self.links);
                self.open(false);
            }
            b')' | b']' => self.close(),
            b'}' => {
                let template = self.opens.last().is_some_and(|open| open.template);
                self.close();
                if template {
                    self.template_text();
                    return;
                }
                self.ended = Some(self.links);
                self.links = 0;
            }
            b';' => {
                self.ended = Some(self.links);
                self.links = 0;
            }
            b',' => self.links = 0,
            b'"' | b'\'' => {
                self.string(byte);
                return;
            }
            b'`' => {
                self.links = ended.unwrap_or(self.links);
                self.link(1);
                self.index += 1;
                self.template_text();
                return;
            }
            b'+' | b'-' | b'*' | b'/' | b'%' | b'!' | b'~' | b'.' | b'?' | b':' | b'=' | b'<'
            | b'>' | b'&' | b'|' | b'^' => {
                if byte == b'/' {
                    self.slash_on_line = true;
                }
                self.links = ended.unwrap_or(self.links);
                self.link(1);
            }
            _ if word_byte(byte) => {
                let start = self.index;
                while self.index < self.bytes.len() && word_byte(self.bytes[self.index]) {
                    self.index += 1;
                }
                let word = &self.bytes[start..self.index];
                if matches!(word, b"else" | b"instanceof" | b"in" | b"as" | b"satisfies") {
                    self.links = ended.unwrap_or(self.links);
                }
                if nests(word) {
                    self.link(2);
                }
                return;
            }
            _ => {}
        }
        self.index += 1;
    }

    fn open(&mut self, template: bool) {
        self.opens.push(Open { links: self.links, template });
        self.outer += self.links / LINKS;
        self.links = 0;
        self.note();
    }

    fn close(&mut self) {
        if let Some(open) = self.opens.pop() {
            self.outer -= open.links / LINKS;
            // A closed bracket is itself a link: `f()()()`, `a[0][0]`.
            self.links = open.links;
            self.link(1);
        }
    }

    fn link(&mut self, count: u32) {
        self.links += count;
        self.note();
    }

    fn note(&mut self) {
        let levels = self.opens.len() as u32 + self.outer + self.links / LINKS;
        if levels > self.most {
            self.most = levels;
            self.at = self.index as u32;
        }
    }

    fn find(&self, from: usize, wanted: &[u8]) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        memchr::memmem::find(rest, wanted).map_or(self.bytes.len(), |at| from + at)
    }

    /// Passes over a region that is no code.
    fn skip(&mut self, end: usize) {
        let end = end.min(self.bytes.len());
        if self.doubtful() {
            while self.index < end {
                self.doubt(self.bytes[self.index]);
                self.index += 1;
            }
        }
        self.index = end;
    }

    fn doubt(&mut self, byte: u8) {
        match byte {
            b'(' | b'[' | b'{' => self.open(false),
            b'\n' => self.lost = true,
            _ => {}
        }
    }

    fn string(&mut self, quote: u8) {
        let mut end = self.index + 1;
        while end < self.bytes.len() {
            match self.bytes[end] {
                b'\\' => end += 1,
                b'\n' => break,
                byte if byte == quote => {
                    end += 1;
                    break;
                }
                _ => {}
            }
            end += 1;
        }
        self.skip(end);
    }

    /// Template text up to its end or to the next substitution.
    fn template_text(&mut self) {
        let doubtful = self.doubtful();
        while self.index < self.bytes.len() {
            let byte = self.bytes[self.index];
            match byte {
                b'\\' => self.index += 1,
                b'`' => {
                    self.index += 1;
                    return;
                }
                b'$' if self.bytes.get(self.index + 1) == Some(&b'{') => {
                    self.index += 1;
                    self.open(true);
                    self.index += 1;
                    return;
                }
                _ if doubtful => self.doubt(byte),
                _ => {}
            }
            self.index += 1;
        }
    }
}

fn word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Words that open a level without a bracket.
fn nests(word: &[u8]) -> bool {
    matches!(
        word,
        b"await"
            | b"typeof"
            | b"void"
            | b"delete"
            | b"new"
            | b"yield"
            | b"if"
            | b"else"
            | b"for"
            | b"while"
            | b"do"
            | b"in"
            | b"of"
            | b"instanceof"
            | b"as"
            | b"satisfies"
            | b"keyof"
            | b"readonly"
            | b"infer"
            | b"extends"
            | b"async"
            | b"throw"
            | b"return"
            | b"case"
            | b"with"
            | b"function"
            | b"class"
            | b"import"
            | b"unique"
            | b"asserts"
            | b"is"
    )
}
