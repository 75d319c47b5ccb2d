//! Documents as flat trees: one vector of small nodes over the text they came from.
//!
//! API descriptions are large (10 MB and 250,000 values are common) and mostly never looked
//! at, so values are spans of the source text and become `serde_json` values only when a
//! schema is asked for. Several files share one arena, which makes a reference from one file
//! into another an ordinary index.
//!
//! Invariants: nodes stand in pre-order, a container's children follow it directly and `end`
//! is the index after its last descendant; reading never recurses, whatever the nesting; a
//! node index handed out stays valid for the arena's life.

use serde_json::{Map, Number, Value};

/// Index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object,
}

/// A piece of text: of the source, or of the decoded strings when the top bit is set.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    len: u32,
}

const DECODED: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
struct Node {
    key: Span,
    /// Text of a scalar; for containers `start` is the number of children and `len` the end.
    body: Span,
    kind: Kind,
}

/// Why a text is not a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(pub String);

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

/// Bounds of what is read; beyond them reading stops with an error.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimits {
    /// Bytes of all texts together.
    pub bytes: usize,
    /// Values of all documents together, YAML aliases counted at each use.
    pub nodes: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits { bytes: 256 << 20, nodes: 8_000_000 }
    }
}

/// The nodes of all documents.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    text: String,
    decoded: String,
    nodes: Vec<Node>,
}

impl Arena {
    fn piece(&self, span: Span) -> &str {
        let (text, start) = if span.start & DECODED == 0 {
            (&self.text, span.start as usize)
        } else {
            (&self.decoded, (span.start & !DECODED) as usize)
        };
        text.get(start..start + span.len as usize).unwrap_or("")
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// The kind of a node.
    pub(crate) fn kind(&self, id: NodeId) -> Kind {
        self.node(id).map_or(Kind::Null, |node| node.kind)
    }

    /// The index after the node's last descendant.
    fn end(&self, id: NodeId) -> u32 {
        match self.node(id) {
            Some(node) if matches!(node.kind, Kind::Array | Kind::Object) => node.body.len,
            _ => id.0 + 1,
        }
    }

    /// Number of nodes below and including this one.
    pub(crate) fn weight(&self, id: NodeId) -> usize {
        (self.end(id) - id.0) as usize
    }

    /// Number of children.
    pub(crate) fn len(&self, id: NodeId) -> usize {
        match self.node(id) {
            Some(node) if matches!(node.kind, Kind::Array | Kind::Object) => {
                node.body.start as usize
            }
            _ => 0,
        }
    }

    pub(crate) fn is_object(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Object
    }

    pub(crate) fn is_array(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Array
    }

    /// The text of a string node.
    pub(crate) fn str(&self, id: NodeId) -> Option<&str> {
        let node = self.node(id)?;
        (node.kind == Kind::String).then(|| self.piece(node.body))
    }

    /// The value of a boolean node.
    pub(crate) fn bool(&self, id: NodeId) -> Option<bool> {
        match self.kind(id) {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// Members of an object with their keys, in document order; nothing for other kinds.
    pub(crate) fn members(&self, id: NodeId) -> impl Iterator<Item = (&str, NodeId)> {
        let ids = if self.is_object(id) { self.children(id) } else { Children::none(self) };
        ids.map(|child| (self.node(child).map_or("", |node| self.piece(node.key)), child))
    }

    /// Elements of an array; nothing for other kinds.
    pub(crate) fn items(&self, id: NodeId) -> Children<'_> {
        if self.is_array(id) { self.children(id) } else { Children::none(self) }
    }

    fn children(&self, id: NodeId) -> Children<'_> {
        Children { arena: self, next: id.0 + 1, end: self.end(id) }
    }

    /// The member of that name; the last one when a name is repeated, as in `JSON.parse`.
    pub(crate) fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        self.members(id).filter(|(name, _)| *name == key).last().map(|(_, child)| child)
    }

    /// A string member.
    pub(crate) fn get_str(&self, id: NodeId, key: &str) -> Option<&str> {
        self.get(id, key).and_then(|child| self.str(child))
    }

    /// Whether two nodes hold the same value (same order of members).
    pub(crate) fn same(&self, a: NodeId, b: NodeId) -> bool {
        if a == b {
            return true;
        }
        let weight = self.weight(a);
        if weight != self.weight(b) {
            return false;
        }
        (0..weight as u32).all(|step| {
            let (Some(x), Some(y)) = (self.node(NodeId(a.0 + step)), self.node(NodeId(b.0 + step)))
            else {
                return false;
            };
            let scalar = !matches!(x.kind, Kind::Array | Kind::Object);
            x.kind == y.kind
                && (step == 0 || self.piece(x.key) == self.piece(y.key))
                && (if scalar {
                    self.piece(x.body) == self.piece(y.body)
                } else {
                    x.body.start == y.body.start
                })
        })
    }

    /// The value of a node; containers deeper than `depth` become `null`.
    pub(crate) fn value(&self, id: NodeId, depth: usize) -> Value {
        match self.kind(id) {
            Kind::Null => Value::Null,
            Kind::False => Value::Bool(false),
            Kind::True => Value::Bool(true),
            Kind::String => Value::String(self.str(id).unwrap_or("").to_owned()),
            Kind::Number => self.number(id),
            Kind::Array | Kind::Object if depth == 0 => Value::Null,
            Kind::Array => {
                Value::Array(self.items(id).map(|child| self.value(child, depth - 1)).collect())
            }
            Kind::Object => {
                let mut map = Map::new();
                for (key, child) in self.members(id) {
                    map.insert(key.to_owned(), self.value(child, depth - 1));
                }
                Value::Object(map)
            }
        }
    }

    /// All strings that are members of that name.
    pub(crate) fn strings_named(&self, key: &str) -> impl Iterator<Item = (NodeId, &str)> {
        let wanted = move |node: &Node| {
            node.kind == Kind::String
                && node.key.len as usize == key.len()
                && self.piece(node.key) == key
        };
        self.nodes
            .iter()
            .enumerate()
            .filter(move |(_, node)| wanted(node))
            .map(|(at, node)| (NodeId(at as u32), self.piece(node.body)))
    }

    /// Containers around a node, outermost first.
    pub(crate) fn ancestors(&self, root: NodeId, node: NodeId) -> Vec<NodeId> {
        let mut out = Vec::new();
        let mut at = root;
        while at != node && at.0 < node.0 && node.0 < self.end(at) {
            out.push(at);
            let Some(child) = self.children(at).find(|child| node.0 < self.end(*child)) else {
                break;
            };
            at = child;
        }
        out
    }

    /// Whether any member of that name is `true`.
    pub(crate) fn has_true(&self, key: &str) -> bool {
        self.nodes.iter().any(|node| {
            node.kind == Kind::True
                && node.key.len as usize == key.len()
                && self.piece(node.key) == key
        })
    }

    fn number(&self, id: NodeId) -> Value {
        let text = self.node(id).map_or("", |node| self.piece(node.body));
        serde_json::from_str::<Number>(text).map_or(Value::Null, Value::Number)
    }

    fn push(&mut self, key: Span, kind: Kind, body: Span) -> u32 {
        self.nodes.push(Node { key, body, kind });
        (self.nodes.len() - 1) as u32
    }
}

/// The children of one container.
pub(crate) struct Children<'a> {
    arena: &'a Arena,
    next: u32,
    end: u32,
}

impl<'a> Children<'a> {
    fn none(arena: &'a Arena) -> Self {
        Children { arena, next: 0, end: 0 }
    }
}

impl Iterator for Children<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        let id = NodeId(self.next);
        self.next = self.arena.end(id);
        Some(id)
    }
}

const EMPTY: Span = Span { start: 0, len: 0 };

/// Appends values to an arena in pre-order; both text forms are read through it.
pub(crate) struct Builder<'a> {
    arena: &'a mut Arena,
    limits: ReadLimits,
    open: Vec<u32>,
    key: Option<Span>,
    root: Option<NodeId>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(arena: &'a mut Arena, limits: ReadLimits) -> Self {
        Builder { arena, limits, open: Vec::new(), key: None, root: None }
    }

    fn check(&self) -> Result<(), ReadError> {
        if self.arena.nodes.len() >= self.limits.nodes.min(u32::MAX as usize - 1) {
            return Err(ReadError(format!(
                "document holds more than {} values",
                self.limits.nodes
            )));
        }
        if self.arena.decoded.len() >= self.limits.bytes.min(DECODED as usize - 1) {
            return Err(ReadError(format!("document exceeds {} bytes", self.limits.bytes)));
        }
        Ok(())
    }

    fn add(&mut self, kind: Kind, body: Span) -> Result<u32, ReadError> {
        self.check()?;
        let key = self.key.take().unwrap_or(EMPTY);
        let id = self.arena.push(key, kind, body);
        match self.open.last() {
            Some(parent) => {
                if let Some(node) = self.arena.nodes.get_mut(*parent as usize) {
                    node.body.start += 1;
                }
            }
            None if self.root.is_none() => self.root = Some(NodeId(id)),
            None => return Err(ReadError("document holds more than one value".into())),
        }
        Ok(id)
    }

    fn decoded(&mut self, text: &str) -> Span {
        let start = self.arena.decoded.len() as u32 | DECODED;
        self.arena.decoded.push_str(text);
        Span { start, len: text.len() as u32 }
    }

    /// Whether the innermost open container is an object that waits for a key.
    pub(crate) fn wants_key(&self) -> bool {
        self.key.is_none()
            && self
                .open
                .last()
                .and_then(|id| self.arena.nodes.get(*id as usize))
                .is_some_and(|node| node.kind == Kind::Object)
    }

    pub(crate) fn key(&mut self, text: &str) -> Result<(), ReadError> {
        self.check()?;
        self.key = Some(self.decoded(text));
        Ok(())
    }

    pub(crate) fn string(&mut self, text: &str) -> Result<u32, ReadError> {
        let body = self.decoded(text);
        self.add(Kind::String, body)
    }

    /// A number in JSON form.
    pub(crate) fn number(&mut self, text: &str) -> Result<u32, ReadError> {
        let body = self.decoded(text);
        self.add(Kind::Number, body)
    }

    pub(crate) fn null(&mut self) -> Result<u32, ReadError> {
        self.add(Kind::Null, EMPTY)
    }

    pub(crate) fn bool(&mut self, value: bool) -> Result<u32, ReadError> {
        self.add(if value { Kind::True } else { Kind::False }, EMPTY)
    }

    pub(crate) fn open(&mut self, object: bool) -> Result<u32, ReadError> {
        let id = self.add(if object { Kind::Object } else { Kind::Array }, EMPTY)?;
        self.open.push(id);
        Ok(id)
    }

    pub(crate) fn close(&mut self) {
        let end = self.arena.nodes.len() as u32;
        if let Some(id) = self.open.pop()
            && let Some(node) = self.arena.nodes.get_mut(id as usize)
        {
            node.body.len = end;
        }
    }

    /// Repeats a finished value (a YAML alias) as a copy.
    pub(crate) fn repeat(&mut self, id: u32) -> Result<(), ReadError> {
        let root = NodeId(id);
        let weight = self.arena.weight(root);
        if self.arena.nodes.len() + weight > self.limits.nodes {
            return Err(ReadError(format!(
                "document holds more than {} values",
                self.limits.nodes
            )));
        }
        let Some(first) = self.arena.node(root).copied() else {
            return self.null().map(|_| ());
        };
        let copy = self.add(first.kind, first.body)?;
        let shift = copy - id;
        if let Some(node) = self.arena.nodes.get_mut(copy as usize)
            && matches!(first.kind, Kind::Array | Kind::Object)
        {
            node.body.len += shift;
        }
        for step in 1..weight as u32 {
            let Some(mut node) = self.arena.node(NodeId(id + step)).copied() else { break };
            if matches!(node.kind, Kind::Array | Kind::Object) {
                node.body.len += shift;
            }
            self.arena.nodes.push(node);
        }
        Ok(())
    }

    /// Forgets a key that turned out to be the YAML merge key.
    pub(crate) fn drop_key(&mut self) {
        self.key = None;
    }

    /// Merges the members of a finished mapping (the YAML `<<` key) into the open object,
    /// without overriding members that are there already.
    pub(crate) fn merge(&mut self, id: u32) -> Result<(), ReadError> {
        self.key = None;
        let Some(open) = self.open.last().copied() else { return Ok(()) };
        let len = self.arena.nodes.len() as u32;
        let present: std::collections::HashSet<String> =
            Children { arena: self.arena, next: open + 1, end: len }
                .filter_map(|child| self.arena.node(child))
                .map(|node| self.arena.piece(node.key).to_owned())
                .collect();
        let members: Vec<NodeId> = self.arena.children(NodeId(id)).collect();
        for member in members {
            let Some(node) = self.arena.node(member).copied() else { continue };
            if present.contains(self.arena.piece(node.key)) {
                continue;
            }
            self.key = Some(node.key);
            self.repeat(member.0)?;
        }
        Ok(())
    }

    /// The root value, once everything is closed.
    pub(crate) fn finish(self) -> Result<NodeId, ReadError> {
        self.root.ok_or_else(|| ReadError("document is empty".into()))
    }
}

/// Reads JSON text into the arena and returns its root.
pub(crate) fn read_json(
    arena: &mut Arena,
    source: &str,
    limits: ReadLimits,
) -> Result<NodeId, ReadError> {
    let offset = arena.text.len();
    if offset + source.len() > limits.bytes.min(DECODED as usize - 1) {
        return Err(ReadError(format!("document exceeds {} bytes", limits.bytes)));
    }
    arena.text.push_str(source);
    arena.nodes.reserve(source.len() / 48);
    let bytes = source.as_bytes();
    let mut reader = Reader { bytes, at: 0, offset, source };
    let mut builder = Builder::new(arena, limits);
    reader.run(&mut builder)?;
    builder.finish()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    offset: usize,
    source: &'a str,
}

impl Reader<'_> {
    fn fail<T>(&self, what: &str) -> Result<T, ReadError> {
        let before = self.source.get(..self.at).unwrap_or("");
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        Err(ReadError(format!("{what} at line {line}, column {column}")))
    }

    fn peek(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn run(&mut self, out: &mut Builder<'_>) -> Result<(), ReadError> {
        loop {
            // A value is due here.
            let closed = match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    out.open(true)?;
                    if self.peek() == Some(b'}') {
                        true
                    } else {
                        self.member(out)?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    out.open(false)?;
                    if self.peek() == Some(b']') {
                        true
                    } else {
                        continue;
                    }
                }
                Some(b'"') => {
                    let span = self.string(out)?;
                    out.add(Kind::String, span)?;
                    false
                }
                Some(b't') => self.word("true", Kind::True, out)?,
                Some(b'f') => self.word("false", Kind::False, out)?,
                Some(b'n') => self.word("null", Kind::Null, out)?,
                Some(b'-' | b'0'..=b'9') => self.number(out)?,
                Some(_) => return self.fail("unexpected character"),
                None => return self.fail("unexpected end of document"),
            };
            if closed {
                self.at += 1;
                out.close();
            }
            // A value has ended; find what goes on.
            loop {
                let Some(parent) = out.open.last().copied() else {
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => self.fail("unexpected text after the document"),
                    };
                };
                let object = out.arena.kind(NodeId(parent)) == Kind::Object;
                match (self.peek(), object) {
                    (Some(b','), true) => {
                        self.at += 1;
                        self.member(out)?;
                        break;
                    }
                    (Some(b','), false) => {
                        self.at += 1;
                        break;
                    }
                    (Some(b'}'), true) | (Some(b']'), false) => {
                        self.at += 1;
                        out.close();
                    }
                    (None, _) => return self.fail("unexpected end of document"),
                    _ => return self.fail("expected a comma or the end of a container"),
                }
            }
        }
    }

    fn member(&mut self, out: &mut Builder<'_>) -> Result<(), ReadError> {
        if self.peek() != Some(b'"') {
            return self.fail("expected a member name");
        }
        let span = self.string(out)?;
        out.key = Some(span);
        if self.peek() != Some(b':') {
            return self.fail("expected a colon");
        }
        self.at += 1;
        Ok(())
    }

    fn word(&mut self, word: &str, kind: Kind, out: &mut Builder<'_>) -> Result<bool, ReadError> {
        if !self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            return self.fail("unexpected character");
        }
        self.at += word.len();
        out.add(kind, EMPTY)?;
        Ok(false)
    }

    fn number(&mut self, out: &mut Builder<'_>) -> Result<bool, ReadError> {
        let start = self.at;
        while matches!(
            self.bytes.get(self.at),
            Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
        ) {
            self.at += 1;
        }
        let text = self.source.get(start..self.at).unwrap_or("");
        if serde_json::from_str::<Number>(text).is_err() {
            self.at = start;
            return self.fail("invalid number");
        }
        out.add(
            Kind::Number,
            Span { start: (self.offset + start) as u32, len: text.len() as u32 },
        )?;
        Ok(false)
    }

    fn string(&mut self, out: &mut Builder<'_>) -> Result<Span, ReadError> {
        self.at += 1;
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let Some(len) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)) else {
            return self.fail("unterminated string");
        };
        self.at += len;
        match self.bytes.get(self.at) {
            Some(b'"') => {
                self.at += 1;
                Ok(Span { start: (self.offset + start) as u32, len: len as u32 })
            }
            Some(b'\\') => {
                self.at = start;
                self.escaped(out)
            }
            _ => self.fail("control character in a string"),
        }
    }

    /// A string with escapes, decoded into the arena's side text.
    fn escaped(&mut self, out: &mut Builder<'_>) -> Result<Span, ReadError> {
        out.check()?;
        let begin = out.arena.decoded.len();
        loop {
            let start = self.at;
            let rest = self.bytes.get(start..).unwrap_or(&[]);
            let Some(len) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))
            else {
                return self.fail("unterminated string");
            };
            out.arena.decoded.push_str(self.source.get(start..start + len).unwrap_or(""));
            self.at = start + len;
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    let end = out.arena.decoded.len();
                    return Ok(Span { start: begin as u32 | DECODED, len: (end - begin) as u32 });
                }
                Some(b'\\') => {
                    self.at += 1;
                    let char = match self.bytes.get(self.at) {
                        Some(b'"') => '"',
                        Some(b'\\') => '\\',
                        Some(b'/') => '/',
                        Some(b'b') => '\u{8}',
                        Some(b'f') => '\u{c}',
                        Some(b'n') => '\n',
                        Some(b'r') => '\r',
                        Some(b't') => '\t',
                        Some(b'u') => self.unicode()?,
                        _ => return self.fail("invalid escape"),
                    };
                    self.at += 1;
                    out.arena.decoded.push(char);
                }
                _ => return self.fail("control character in a string"),
            }
        }
    }

    fn hex(&self, at: usize) -> Option<u32> {
        let digits = self.source.get(at..at + 4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(digits, 16).ok()
    }

    /// Leaves the position on the escape's last character. Lone surrogates become U+FFFD.
    fn unicode(&mut self) -> Result<char, ReadError> {
        let Some(high) = self.hex(self.at + 1) else { return self.fail("invalid escape") };
        self.at += 4;
        if (0xd800..0xdc00).contains(&high)
            && self.bytes.get(self.at + 1..self.at + 3) == Some(b"\\u")
            && let Some(low) = self.hex(self.at + 3)
            && (0xdc00..0xe000).contains(&low)
        {
            self.at += 6;
            let point = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            return Ok(char::from_u32(point).unwrap_or('\u{fffd}'));
        }
        Ok(char::from_u32(high).unwrap_or('\u{fffd}'))
    }
}
