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
    let mut scan = Scan::default();
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        index = scan.step(bytes, index);
    }
    let nesting = match scan.most {
        0..=SHALLOW => Nesting::Shallow,
        levels if levels <= DEEP => Nesting::Deep,
        _ => Nesting::TooDeep,
    };
    Measure { nesting, at: scan.at }
}

#[derive(Default)]
struct Scan {
    /// Chain links of each open bracket; the last is the innermost.
    chains: Vec<u32>,
    /// Sum of `chains` in levels.
    chain_levels: u32,
    links: u32,
    most: u32,
    at: u32,
}

impl Scan {
    /// Takes the token at `index`, answers where the next one starts.
    fn step(&mut self, bytes: &[u8], index: usize) -> usize {
        match bytes[index] {
            b'(' | b'[' | b'{' => {
                self.chains.push(self.links);
                self.chain_levels += self.links / LINKS;
                self.links = 0;
                self.note(index);
                index + 1
            }
            b')' | b']' | b'}' => {
                if let Some(links) = self.chains.pop() {
                    self.chain_levels -= links / LINKS;
                    // A closed bracket is itself a link: `f()()()`, `a[0][0]`.
                    self.links = links + 1;
                    self.note(index);
                }
                index + 1
            }
            b';' => {
                self.links = 0;
                index + 1
            }
            // Comments.
            b'/' if bytes.get(index + 1) == Some(&b'/') => {
                let rest = &bytes[index..];
                index + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
            }
            b'/' if bytes.get(index + 1) == Some(&b'*') => {
                let rest = &bytes[index + 2..];
                index
                    + 2
                    + rest.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |at| at + 2)
            }
            // Strings on one line.
            quote @ (b'"' | b'\'') => {
                let mut end = index + 1;
                while end < bytes.len() {
                    match bytes[end] {
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
                end.min(bytes.len())
            }
            b'`' => {
                self.links += 1;
                self.note(index);
                index + 1
            }
            b',' => {
                self.links = 0;
                index + 1
            }
            b'+' | b'-' | b'*' | b'/' | b'%' | b'!' | b'~' | b'.' | b'?' | b':' | b'=' | b'<'
            | b'>' | b'&' | b'|' | b'^' => {
                self.links += 1;
                self.note(index);
                index + 1
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'0'..=b'9' | 0x80.. => {
                let rest = &bytes[index..];
                let length = rest
                    .iter()
                    .position(|byte| {
                        !(byte.is_ascii_alphanumeric()
                            || matches!(byte, b'_' | b'$')
                            || *byte >= 0x80)
                    })
                    .unwrap_or(rest.len());
                if nests(&rest[..length]) {
                    self.links += 2;
                    self.note(index);
                }
                index + length
            }
            _ => index + 1,
        }
    }

    fn note(&mut self, index: usize) {
        let levels = self.chains.len() as u32 + self.chain_levels + self.links / LINKS;
        if levels > self.most {
            self.most = levels;
            self.at = index as u32;
        }
    }
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
