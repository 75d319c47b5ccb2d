//! One or more files read together, and references followed inside them.
//!
//! Invariants: nothing is fetched; a reference leads to a node of a given file or to a
//! reason; chains of references end, however they loop; a pointer is looked up once.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, OnceLock};

use url::Url;

use crate::arena::{Arena, NodeId, ReadError, ReadLimits, read_json};
use crate::definitions::Names;
use crate::yaml::read_yaml;

/// Which rules schemas and operations follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Swagger 2.0.
    Swagger2,
    /// OpenAPI 3.0: `nullable`, boolean exclusive bounds.
    V30,
    /// OpenAPI 3.1 and later: JSON Schema 2020-12.
    V31,
}

/// Text of one document.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// JSON or YAML, told apart by the first character.
    Text(&'a str),
    /// The same as bytes; a byte order mark is allowed.
    Bytes(&'a [u8]),
}

struct Root {
    uri: String,
    node: NodeId,
}

/// Objects with more members than this are looked up through an index.
const INDEXED: usize = 24;

/// All files of one API.
pub struct Document {
    pub(crate) arena: Arena,
    roots: Vec<Root>,
    by_uri: HashMap<String, usize>,
    /// Where an address leads that is written in the file of that number.
    addresses: Mutex<HashMap<(usize, String), Option<usize>>>,
    dialect: Dialect,
    limits: ReadLimits,
    /// Names of referred schemas, and whether any property is bound to a direction.
    names: OnceLock<Names>,
    directed: OnceLock<(bool, bool)>,
    pointers: Mutex<HashMap<(u32, String), Option<NodeId>>>,
    indexes: Mutex<HashMap<NodeId, HashMap<String, NodeId>>>,
}

impl Document {
    /// Reads the main document and the files it may refer to, each under its own address.
    pub fn read(
        main: Source<'_>,
        address: Option<&str>,
        others: &[(String, Source<'_>)],
        limits: ReadLimits,
    ) -> Result<Document, ReadError> {
        let base = base_address(address);
        let mut arena = Arena::default();
        let node = read(&mut arena, main, limits)?;
        let version = |key: &str| {
            arena.get(node, key).map(|id| match arena.str(id) {
                Some(text) => text.to_owned(),
                None => arena.value(id, 1).to_string(),
            })
        };
        let dialect = match (version("swagger"), version("openapi")) {
            (Some(_), None) => Dialect::Swagger2,
            (_, Some(text)) if text.starts_with("3.0") || text == "3" => Dialect::V30,
            _ => Dialect::V31,
        };
        if arena.get(node, "swaggerVersion").is_some() && arena.get(node, "swagger").is_none() {
            return Err(ReadError("Swagger 1.x documents are not supported".into()));
        }
        let uri = base.as_ref().map_or_else(String::new, Url::to_string);
        let mut document = Document {
            arena,
            by_uri: HashMap::from([(uri.clone(), 0)]),
            roots: vec![Root { uri, node }],
            addresses: Mutex::default(),
            dialect,
            limits,
            names: OnceLock::new(),
            directed: OnceLock::new(),
            pointers: Mutex::default(),
            indexes: Mutex::default(),
        };
        for (uri, source) in others {
            document.add(uri, *source)?;
        }
        Ok(document)
    }

    /// Adds a file under its address, absolute or relative to the main document.
    pub fn add(&mut self, address: &str, source: Source<'_>) -> Result<(), ReadError> {
        let node = read(&mut self.arena, source, self.limits)
            .map_err(|error| ReadError(format!("document '{address}': {error}")))?;
        let base = self.roots.first().and_then(|root| Url::parse(&root.uri).ok());
        let absolute = base.and_then(|base| base.join(address).ok());
        let uri = absolute.map_or_else(|| address.to_owned(), |url| url.to_string());
        self.by_uri.insert(uri.clone(), self.roots.len());
        self.roots.push(Root { uri, node });
        if let (Ok(pointers), Ok(addresses)) = (self.pointers.get_mut(), self.addresses.get_mut()) {
            pointers.clear();
            addresses.clear();
        }
        Ok(())
    }

    /// Addresses that references lead to and that are not here.
    pub fn missing(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut asked = HashSet::new();
        let mut found = HashSet::new();
        for (node, reference) in self.arena.strings_named("$ref") {
            let address = reference.split('#').next().unwrap_or("");
            let root = self.root_of(node);
            if address.is_empty() || !asked.insert((root, address)) {
                continue;
            }
            if let Some(uri) = self.absolute(root, address)
                && !self.by_uri.contains_key(&uri)
                && found.insert(uri.clone())
            {
                out.push(uri);
            }
        }
        out
    }

    /// The main document's root.
    pub(crate) fn root(&self) -> NodeId {
        self.roots.first().map_or(NodeId(0), |root| root.node)
    }

    /// The rules the main document follows.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// A member found through an index when the object is large.
    pub(crate) fn member(&self, id: NodeId, key: &str) -> Option<NodeId> {
        if self.arena.len(id) <= INDEXED {
            return self.arena.get(id, key);
        }
        let Ok(mut indexes) = self.indexes.lock() else { return self.arena.get(id, key) };
        let index = indexes.entry(id).or_insert_with(|| {
            self.arena.members(id).map(|(key, child)| (key.to_owned(), child)).collect()
        });
        index.get(key).copied()
    }

    fn root_of(&self, id: NodeId) -> usize {
        self.roots.partition_point(|root| root.node <= id).saturating_sub(1)
    }

    /// The node a reference leads to in one hop. `from` is the object that holds it.
    pub(crate) fn target(&self, from: NodeId, reference: &str) -> Option<NodeId> {
        let mut root = self.root_of(from);
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !address.is_empty() {
            root = self.root_at(root, address)?;
        }
        let start = self.roots.get(root)?.node;
        if fragment.is_empty() {
            return Some(start);
        }
        let cached = (root as u32, fragment.to_owned());
        if let Ok(pointers) = self.pointers.lock()
            && let Some(found) = pointers.get(&cached)
        {
            return *found;
        }
        let found = self.pointer(start, fragment);
        if let Ok(mut pointers) = self.pointers.lock() {
            pointers.insert(cached, found);
        }
        found
    }

    fn absolute(&self, root: usize, address: &str) -> Option<String> {
        let base = Url::parse(&self.roots.get(root)?.uri).ok()?;
        Some(base.join(address).ok()?.to_string())
    }

    /// The file that an address leads to which is written in another file.
    fn root_at(&self, from: usize, address: &str) -> Option<usize> {
        let key = (from, address.to_owned());
        if let Ok(addresses) = self.addresses.lock()
            && let Some(found) = addresses.get(&key)
        {
            return *found;
        }
        let found = self.absolute(from, address).and_then(|uri| self.by_uri.get(&uri).copied());
        if let Ok(mut addresses) = self.addresses.lock() {
            addresses.insert(key, found);
        }
        found
    }

    fn pointer(&self, start: NodeId, fragment: &str) -> Option<NodeId> {
        let decoded = percent_decode(fragment);
        let mut at = start;
        for token in decoded.strip_prefix('/')?.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            at = if self.arena.is_array(at) {
                self.arena.items(at).nth(token.parse().ok()?)?
            } else {
                self.member(at, &token)?
            };
        }
        Some(at)
    }

    /// Names of all schemas that are referred to.
    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::read(self))
    }

    /// Whether any property is read-only, and whether any is write-only.
    pub(crate) fn directed(&self) -> (bool, bool) {
        *self
            .directed
            .get_or_init(|| (self.arena.has_true("readOnly"), self.arena.has_true("writeOnly")))
    }

    /// The target of a reference inside a schema, which may also lead into the `$defs` of a
    /// schema around it.
    pub(crate) fn schema_target(&self, from: NodeId, reference: &str) -> Option<NodeId> {
        if let Some(target) = self.target(from, reference) {
            return Some(target);
        }
        let pointer = reference.strip_prefix("#/")?;
        if !pointer.starts_with("$defs/") && !pointer.starts_with("definitions/") {
            return None;
        }
        let root = self.roots.get(self.root_of(from))?.node;
        self.arena.ancestors(root, from).into_iter().rev().find_map(|scope| {
            pointer.split('/').try_fold(scope, |at, token| {
                self.member(at, &token.replace("~1", "/").replace("~0", "~"))
            })
        })
    }

    /// Follows `$ref` until a node without one; the reason when that fails.
    pub(crate) fn resolve(&self, id: NodeId) -> Result<NodeId, String> {
        let mut at = id;
        let mut seen = HashSet::new();
        while self.arena.is_object(at)
            && let Some(reference) = self.arena.get_str(at, "$ref")
        {
            if !seen.insert(at) {
                return Err(format!("reference '{reference}' leads back to itself"));
            }
            at = self
                .target(at, reference)
                .ok_or_else(|| format!("reference '{reference}' is unresolved"))?;
        }
        Ok(at)
    }

    /// A member of a node, with references followed; `None` when absent or unresolved.
    pub(crate) fn resolved_member(&self, id: NodeId, key: &str) -> Option<NodeId> {
        self.member(id, key).and_then(|child| self.resolve(child).ok())
    }

    /// The object that holds the main document's shared schemas.
    pub(crate) fn schemas(&self) -> Option<NodeId> {
        match self.dialect {
            Dialect::Swagger2 => self.arena.get(self.root(), "definitions"),
            _ => self
                .arena
                .get(self.root(), "components")
                .and_then(|components| self.arena.get(components, "schemas")),
        }
    }
}

/// An absolute address for a document; one without a place of its own gets a local one.
fn base_address(address: Option<&str>) -> Option<Url> {
    let local = Url::parse("file:///document").ok();
    match address {
        None => local,
        Some(address) => Url::parse(address)
            .ok()
            .or_else(|| local.as_ref().and_then(|base| base.join(address).ok()))
            .or(local),
    }
}

fn read(arena: &mut Arena, source: Source<'_>, limits: ReadLimits) -> Result<NodeId, ReadError> {
    let text = match source {
        Source::Text(text) => text,
        Source::Bytes(bytes) => std::str::from_utf8(bytes)
            .map_err(|_| ReadError("document is not UTF-8 text".into()))?,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.trim_start().bytes().next();
    if matches!(first, Some(b'{' | b'[' | b'"')) {
        return read_json(arena, text, limits);
    }
    read_yaml(arena, text, limits)
}

/// Percent-decoding of a pointer; malformed escapes stay as they are.
pub(crate) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
