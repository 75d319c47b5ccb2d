//! Guest values to JSON text, with an explicit stack.
//!
//! In `Plain` mode nothing that could run guest code is touched: the writer gives up instead and
//! the self-hosted `JSON.stringify` does the work. In `Boundary` mode (data that leaves the
//! machine) getters and `toJSON` run nested.

use crate::builtins::tags;
use crate::heap::{ObjectId, StrView, StringBuilder};
use crate::object::property::NameKey;
use crate::object::{Attributes, Internal, Kind, PropertyKey, Slot};
use crate::value::{Unpacked, Value};
use crate::vm::{Abrupt, Vm};
use rustc_hash::FxHashSet;

/// What the text is for.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// `JSON.stringify` without guest code.
    Plain,
    /// Data that crosses to the host; the label names it in messages.
    Boundary {
        label: String,
        max_depth: Option<u32>,
        /// Plain-data contract: functions and un-awaited promises are refused instead of left out.
        strict: bool,
    },
}

/// Why no text came out.
#[derive(Debug)]
pub(crate) enum Unwritten {
    /// Guest code would have to run (`Plain` only).
    NotPlain,
    /// The value is not data.
    NotData(String),
    /// A promise in the data is not settled yet.
    Pending(ObjectId),
    /// A promise in the data was rejected with this.
    Rejected(Value),
    Abrupt(Abrupt),
}

impl From<Abrupt> for Unwritten {
    fn from(a: Abrupt) -> Self {
        Unwritten::Abrupt(a)
    }
}

enum Context {
    Array { id: ObjectId, next: u32, len: u32 },
    List { values: Vec<Value>, next: usize },
    Object { id: ObjectId, members: Members, next: usize, first: bool },
}

enum Members {
    /// Own keys in order.
    Keys(Vec<PropertyKey>),
    /// Values known already.
    Pairs(Vec<(PropertyKey, Value)>),
}

/// Settings and output of one serialisation.
pub(crate) struct Writer<'v> {
    vm: &'v mut Vm,
    target: Target,
    /// Property list of a replacer array.
    list: Option<Vec<PropertyKey>>,
    gap: Vec<u16>,
    out: StringBuilder,
    to_json: PropertyKey,
    /// Shape (and prototype epoch) last seen to have no `toJSON`.
    quiet: Option<(crate::heap::ShapeId, u32)>,
    steps: usize,
    /// Open objects beyond the first [`SHALLOW`].
    deep: FxHashSet<ObjectId>,
}

/// Nesting up to which open objects are searched one by one.
const SHALLOW: usize = 64;

impl Vm {
    /// JSON text of a value; `None` when it has none (undefined, functions, symbols).
    pub(crate) fn write_json(
        &mut self,
        value: Value,
        target: Target,
        list: Option<Vec<PropertyKey>>,
        gap: Vec<u16>,
    ) -> Result<Option<StringBuilder>, Unwritten> {
        let to_json = self.heap.key("toJSON");
        let mut writer = Writer {
            vm: self,
            target,
            list,
            gap,
            out: StringBuilder::new(),
            to_json,
            quiet: None,
            steps: 0,
            deep: FxHashSet::default(),
        };
        writer.run(value)
    }
}

impl Writer<'_> {
    fn boundary(&self) -> bool {
        matches!(self.target, Target::Boundary { .. })
    }
    fn strict(&self) -> bool {
        matches!(self.target, Target::Boundary { strict: true, .. })
    }
    fn not_data(&self, what: &str) -> Unwritten {
        match &self.target {
            Target::Boundary { label, .. } => Unwritten::NotData(format!("{label} {what}")),
            Target::Plain => Unwritten::NotPlain,
        }
    }
    fn run(&mut self, root: Value) -> Result<Option<StringBuilder>, Unwritten> {
        let key = Value::string(self.vm.heap.empty_string());
        let Some(value) = self.prepare(root, key)? else { return Ok(None) };
        let mut stack: Vec<(ObjectId, Context)> = Vec::new();
        let mut next = Some(value);
        loop {
            self.steps += 1;
            if self.steps & 0xFFF == 0 {
                self.vm.charge(4096)?;
                self.vm.charge_memory(self.out.len() * 2)?;
            }
            if let Some(value) = next.take() {
                self.value(value, &mut stack)?;
            }
            let depth = stack.len();
            let Some((_, context)) = stack.last_mut() else { break };
            match context {
                Context::Array { id, next: i, len } => {
                    if i >= len {
                        let empty = *len == 0;
                        self.close(&mut stack);
                        if !empty {
                            self.newline(depth - 1);
                        }
                        self.out.push(b']' as u16);
                        continue;
                    }
                    let (id, index) = (*id, *i);
                    *i += 1;
                    if index > 0 {
                        self.out.push(b',' as u16);
                    }
                    self.newline(depth);
                    let element = self.element(id, index)?;
                    let key = if element.is_object() || element.is_bigint() {
                        self.vm.key_value(PropertyKey::Index(index))
                    } else {
                        Value::UNDEFINED
                    };
                    next = Some(self.prepare(element, key)?.unwrap_or(Value::NULL));
                }
                Context::List { values, next: i } => {
                    let Some(&element) = values.get(*i) else {
                        let empty = values.is_empty();
                        self.close(&mut stack);
                        if !empty {
                            self.newline(depth - 1);
                        }
                        self.out.push(b']' as u16);
                        continue;
                    };
                    let index = *i;
                    *i += 1;
                    if index > 0 {
                        self.out.push(b',' as u16);
                    }
                    self.newline(depth);
                    let key = self.vm.key_value(PropertyKey::Index(index as u32));
                    next = Some(self.prepare(element, key)?.unwrap_or(Value::NULL));
                }
                Context::Object { id, members, next: i, first } => {
                    let id = *id;
                    let index = *i;
                    *i += 1;
                    let member = match members {
                        Members::Keys(keys) => keys.get(index).map(|&k| (k, None)),
                        Members::Pairs(pairs) => pairs.get(index).map(|&(k, v)| (k, Some(v))),
                    };
                    let Some((key, known)) = member else {
                        let empty = *first;
                        self.close(&mut stack);
                        if !empty {
                            self.newline(depth - 1);
                        }
                        self.out.push(b'}' as u16);
                        continue;
                    };
                    let value = match known {
                        Some(v) => v,
                        None => match self.member(id, key)? {
                            Some(v) => v,
                            None => continue,
                        },
                    };
                    let name = if value.is_object() || value.is_bigint() {
                        self.vm.key_value(key)
                    } else {
                        Value::UNDEFINED
                    };
                    let Some(value) = self.prepare(value, name)? else { continue };
                    if let Some((_, Context::Object { first, .. })) = stack.last_mut() {
                        if !*first {
                            self.out.push(b',' as u16);
                        }
                        *first = false;
                    }
                    self.newline(depth);
                    self.key(key);
                    self.out.push(b':' as u16);
                    if !self.gap.is_empty() {
                        self.out.push(b' ' as u16);
                    }
                    next = Some(value);
                }
            }
        }
        Ok(Some(std::mem::take(&mut self.out)))
    }
    fn close(&mut self, stack: &mut Vec<(ObjectId, Context)>) {
        if let Some((id, _)) = stack.pop() {
            if stack.len() >= SHALLOW {
                self.deep.remove(&id);
            }
        }
    }
    fn newline(&mut self, depth: usize) {
        if self.gap.is_empty() {
            return;
        }
        self.out.push(b'\n' as u16);
        for _ in 0..depth {
            for &u in &self.gap {
                self.out.push(u);
            }
        }
    }
    fn key(&mut self, key: PropertyKey) {
        match key {
            PropertyKey::String(s) => quote(&self.vm.heap.view(s), &mut self.out),
            PropertyKey::Index(i) => {
                self.out.push(b'"' as u16);
                self.out.push_str(&i.to_string());
                self.out.push(b'"' as u16);
            }
            PropertyKey::Symbol(_) => {}
        }
    }
    fn element(&mut self, id: ObjectId, i: u32) -> Result<Value, Unwritten> {
        if let Some(&v) = self.vm.heap.object(id).elements.get(i as usize) {
            if !v.is_hole() {
                return Ok(v);
            }
        }
        if self.vm.prototypes_have_elements(id)
            || self.vm.heap.object(id).has(crate::object::flags::HAS_SPARSE)
            || self.vm.is_proxy(id)
        {
            if !self.boundary() {
                return Err(Unwritten::NotPlain);
            }
            return Ok(self.vm.get(id, PropertyKey::Index(i))?);
        }
        Ok(Value::UNDEFINED)
    }
    /// Value of an own enumerable member; `None` when it is gone or must not be shown.
    fn member(&mut self, id: ObjectId, key: PropertyKey) -> Result<Option<Value>, Unwritten> {
        if self.vm.is_proxy(id) {
            return Ok(Some(self.vm.get(id, key)?));
        }
        match self.vm.own(id, key) {
            Some(Slot::Data { value, attributes }) => {
                if self.list.is_none() && !attributes.enumerable() {
                    return Ok(None);
                }
                Ok(Some(value))
            }
            Some(Slot::Accessor { attributes, .. }) => {
                if !self.boundary() {
                    return Err(Unwritten::NotPlain);
                }
                if !attributes.enumerable() {
                    return Ok(None);
                }
                Ok(Some(self.vm.get(id, key)?))
            }
            None => {
                if self.list.is_some() {
                    if !self.boundary() {
                        return Err(Unwritten::NotPlain);
                    }
                    return Ok(Some(self.vm.get(id, key)?));
                }
                Ok(None)
            }
        }
    }
    /// `toJSON`, unwrapping of primitives, and what vanishes (`None`).
    fn prepare(&mut self, value: Value, key: Value) -> Result<Option<Value>, Unwritten> {
        let mut value = value;
        if let Some(id) = value.as_object() {
            if self.vm.heap.object(id).kind == Kind::Promise && self.boundary() {
                return self.promise(id);
            }
            if let Some(method) = self.to_json(id)? {
                if !self.boundary() {
                    return Err(Unwritten::NotPlain);
                }
                if self.vm.is_callable(method) {
                    value = self.vm.call(method, value, &[key])?;
                    self.vm.heap.native_log.push(value);
                }
            }
        } else if value.is_bigint() && !self.boundary() {
            return Err(Unwritten::NotPlain);
        }
        match value.unpack() {
            Unpacked::Symbol(_) if self.strict() => Err(self.not_data("must contain data only.")),
            Unpacked::Undefined | Unpacked::Symbol(_) | Unpacked::Internal => Ok(None),
            Unpacked::Object(id) => {
                let object = self.vm.heap.object(id);
                match object.kind {
                    Kind::Tool => {
                        Err(self.not_data("contains a tool reference: call the tool instead."))
                    }
                    _ if object.is_callable() && self.strict() => {
                        Err(self.not_data("must contain plain objects only."))
                    }
                    _ if object.is_callable() => Ok(None),
                    Kind::Number | Kind::String | Kind::Boolean | Kind::BigInt => {
                        if !self.boundary() {
                            // Conversion is observable.
                            return Err(Unwritten::NotPlain);
                        }
                        match object.internal {
                            Internal::Primitive(v) => Ok(Some(v)),
                            _ => Ok(None),
                        }
                    }
                    Kind::Promise if self.boundary() => self.promise(id),
                    Kind::Slots if self.boundary() => match self.tag(id) {
                        tags::BLOB => Err(self.not_data(
                            "contains a Blob: read it first, for example with await blob.text().",
                        )),
                        _ => Ok(Some(match crate::web::as_data(self.vm, id) {
                            Some(data) => {
                                self.vm.heap.native_log.push(data);
                                data
                            }
                            None => value,
                        })),
                    },
                    _ => Ok(Some(value)),
                }
            }
            _ => Ok(Some(value)),
        }
    }
    fn promise(&mut self, id: ObjectId) -> Result<Option<Value>, Unwritten> {
        use crate::jobs::PromiseState;
        if self.strict() {
            return Err(self.not_data("contains an un-awaited Promise. Await it first: const value = await tools.ns.tool(...)"));
        }
        match self.vm.promise(id).map(|p| (p.state, p.value)) {
            Some((PromiseState::Fulfilled, value)) => self.prepare(value, Value::UNDEFINED),
            Some((PromiseState::Rejected, value)) => Err(Unwritten::Rejected(value)),
            _ => Err(Unwritten::Pending(id)),
        }
    }
    /// The `toJSON` property, if there is one that is not undefined.
    fn to_json(&mut self, id: ObjectId) -> Result<Option<Value>, Unwritten> {
        let shape = self.vm.heap.object(id).shape;
        let epoch = self.vm.heap.proto_epoch;
        if self.quiet == Some((shape, epoch)) {
            return Ok(None);
        }
        let mut at = Some(id);
        let mut cacheable = true;
        while let Some(o) = at {
            match self.vm.heap.object(o).kind {
                Kind::Proxy => {
                    if !self.boundary() {
                        return Err(Unwritten::NotPlain);
                    }
                    let v = self.vm.get(id, self.to_json)?;
                    return Ok((!v.is_undefined()).then_some(v));
                }
                Kind::Tool => return Ok(None),
                _ => {}
            }
            cacheable &= !self.vm.heap.shape(self.vm.heap.object(o).shape).dictionary || o != id;
            match self.vm.own(o, self.to_json) {
                Some(Slot::Data { value, .. }) => {
                    return Ok((!value.is_undefined()).then_some(value));
                }
                Some(Slot::Accessor { .. }) => {
                    if !self.boundary() {
                        return Err(Unwritten::NotPlain);
                    }
                    let v = self.vm.get(id, self.to_json)?;
                    return Ok((!v.is_undefined()).then_some(v));
                }
                None => at = self.vm.heap.proto_of(o),
            }
        }
        if cacheable {
            self.quiet = Some((shape, epoch));
        }
        Ok(None)
    }
    fn value(
        &mut self,
        value: Value,
        stack: &mut Vec<(ObjectId, Context)>,
    ) -> Result<(), Unwritten> {
        if let Some(i) = value.as_int() {
            push_int(i, &mut self.out);
            return Ok(());
        }
        match value.unpack() {
            Unpacked::Undefined | Unpacked::Null | Unpacked::Symbol(_) | Unpacked::Internal => self.out.push_str("null"),
            Unpacked::Bool(b) => self.out.push_str(if b { "true" } else { "false" }),
            Unpacked::Number(n) => {
                if n.is_finite() {
                    self.out.push_str(&super::parse::number_text(n));
                } else {
                    self.out.push_str("null");
                }
            }
            Unpacked::String(s) => {
                self.vm.charge_memory(self.vm.heap.string_len(s))?;
                quote(&self.vm.heap.view(s), &mut self.out);
            }
            Unpacked::BigInt(_) => return Err(self.not_data("must contain data only. A BigInt has no JSON form: convert it with String(value) or Number(value).")),
            Unpacked::Object(id) => self.open(id, stack)?,
        }
        Ok(())
    }
    fn open(
        &mut self,
        id: ObjectId,
        stack: &mut Vec<(ObjectId, Context)>,
    ) -> Result<(), Unwritten> {
        if stack.iter().take(SHALLOW).any(|(o, _)| *o == id) || self.deep.contains(&id) {
            return Err(self.not_data("contains a circular value."));
        }
        if let Target::Boundary { max_depth, .. } = &self.target {
            let limit = max_depth.unwrap_or(10_000) as usize;
            if stack.len() >= limit {
                let text = format!("exceeds the maximum value depth of {limit}.");
                return Err(self.not_data(&text));
            }
        } else if stack.len() > 100_000 {
            return Err(Unwritten::Abrupt(self.vm.stack_overflow()));
        }
        let kind = self.vm.heap.object(id).kind;
        let context = match kind {
            Kind::Array => {
                self.out.push(b'[' as u16);
                Context::Array { id, next: 0, len: self.vm.heap.object(id).length }
            }
            Kind::Proxy => {
                if !self.boundary() {
                    return Err(Unwritten::NotPlain);
                }
                if self.vm.is_array(id.into())? {
                    let len = self.vm.length_of(id)?.min(u32::MAX as f64) as u32;
                    self.out.push(b'[' as u16);
                    Context::Array { id, next: 0, len }
                } else {
                    let mut keys = Vec::new();
                    for key in self.vm.own_property_keys(id)? {
                        if !key.is_symbol()
                            && self.vm.get_own_property(id, key)?.is_some_and(|s| s.enumerable())
                        {
                            keys.push(key);
                        }
                    }
                    self.out.push(b'{' as u16);
                    Context::Object { id, members: Members::Keys(keys), next: 0, first: true }
                }
            }
            Kind::Set if self.boundary() && !self.strict() => {
                let values = match &self.vm.heap.object(id).internal {
                    Internal::Table(t) => {
                        t.entries.iter().map(|e| e.key).filter(|k| !k.is_hole()).collect()
                    }
                    _ => Vec::new(),
                };
                self.out.push(b'[' as u16);
                Context::List { values, next: 0 }
            }
            Kind::TypedArray | Kind::ArrayBuffer | Kind::DataView if self.boundary() => {
                return Err(self.not_data("contains bytes: encode them first, for example with value.toBase64() or new TextDecoder().decode(value)."));
            }
            Kind::Slots if self.tag(id) == tags::RAW_JSON => {
                if let Some(Slot::Data { value, .. }) = self.raw_json(id) {
                    if let Some(s) = value.as_string() {
                        let view = self.vm.heap.view(s);
                        self.out.push_view(&view);
                    }
                }
                return Ok(());
            }
            Kind::Error if self.boundary() => {
                let mut pairs = Vec::new();
                for name in ["name", "message"] {
                    let value = self.vm.get_named(id, name)?;
                    let key = self.vm.heap.key(name);
                    pairs.push((key, value));
                }
                for key in self.vm.heap.own_keys(id) {
                    if key.is_symbol() || pairs.iter().any(|p| p.0 == key) {
                        continue;
                    }
                    if self.vm.own(id, key).is_some_and(|s| s.enumerable()) {
                        let value = self.vm.get(id, key)?;
                        pairs.push((key, value));
                    }
                }
                self.out.push(b'{' as u16);
                Context::Object { id, members: Members::Pairs(pairs), next: 0, first: true }
            }
            _ => {
                let keys = match &self.list {
                    Some(list) => list.clone(),
                    None => self.keys(id)?,
                };
                self.out.push(b'{' as u16);
                Context::Object { id, members: Members::Keys(keys), next: 0, first: true }
            }
        };
        if stack.len() >= SHALLOW {
            self.deep.insert(id);
        }
        stack.push((id, context));
        Ok(())
    }
    fn tag(&self, id: ObjectId) -> u8 {
        match &self.vm.heap.object(id).internal {
            Internal::Slots(s) => s.tag,
            _ => 0,
        }
    }
    fn raw_json(&mut self, id: ObjectId) -> Option<Slot> {
        let key = self.vm.heap.key("rawJSON");
        self.vm.own(id, key)
    }
    /// Own enumerable string keys; at the boundary without `__proto__`.
    fn keys(&mut self, id: ObjectId) -> Result<Vec<PropertyKey>, Unwritten> {
        let plain = matches!(self.vm.heap.object(id).kind, Kind::Ordinary)
            && self.vm.heap.object(id).elements.is_empty();
        let mut keys: Vec<PropertyKey> =
            if plain && !self.vm.heap.object(id).has(crate::object::flags::HAS_SPARSE) {
                let shape = self.vm.heap.object(id).shape;
                self.vm
                    .heap
                    .shape_keys(shape)
                    .into_iter()
                    .filter(|(k, a): &(NameKey, Attributes)| !k.is_symbol() && a.enumerable())
                    .map(|(k, _)| k.key())
                    .collect()
            } else {
                self.vm.own_property_keys(id)?.into_iter().filter(|k| !k.is_symbol()).collect()
            };
        if self.boundary() {
            let proto = self.vm.heap.key("__proto__");
            keys.retain(|k| *k != proto);
        }
        Ok(keys)
    }
}

fn push_int(i: i32, out: &mut StringBuilder) {
    let mut buffer = [0u8; 11];
    let mut at = buffer.len();
    let mut n = i.unsigned_abs();
    loop {
        at -= 1;
        buffer[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    if i < 0 {
        at -= 1;
        buffer[at] = b'-';
    }
    out.push_view(&StrView::Latin1(&buffer[at..]));
}

/// ### [25.5.4.2 QuoteJSONString](https://tc39.es/ecma262/#sec-quotejsonstring)
pub(crate) fn quote(view: &StrView<'_>, out: &mut StringBuilder) {
    out.push(b'"' as u16);
    if let StrView::Latin1(bytes) = view {
        let mut start = 0;
        for (i, &b) in bytes.iter().enumerate() {
            if b >= 0x20 && b != b'"' && b != b'\\' {
                continue;
            }
            out.push_view(&StrView::Latin1(&bytes[start..i]));
            escape(b as u16, out);
            start = i + 1;
        }
        out.push_view(&StrView::Latin1(&bytes[start..]));
    } else {
        let n = view.len();
        let mut i = 0;
        while i < n {
            let u = view.at(i);
            let (cp, width) = view.code_point_at(i);
            if width == 2 {
                out.push(u);
                out.push(view.at(i + 1));
            } else if u < 0x20 || u == 0x22 || u == 0x5C || (0xD800..0xE000).contains(&(cp as u16))
            {
                escape(u, out);
            } else {
                out.push(u);
            }
            i += width;
        }
    }
    out.push(b'"' as u16);
}

/// QuoteJSONString of host text.
pub(crate) fn quote_text(text: &str, out: &mut StringBuilder) {
    let units: Vec<u16> = text.encode_utf16().collect();
    quote(&StrView::Utf16(&units), out);
}

fn escape(u: u16, out: &mut StringBuilder) {
    match u {
        0x22 => out.push_str("\\\""),
        0x5C => out.push_str("\\\\"),
        8 => out.push_str("\\b"),
        12 => out.push_str("\\f"),
        10 => out.push_str("\\n"),
        13 => out.push_str("\\r"),
        9 => out.push_str("\\t"),
        _ => out.push_str(&format!("\\u{u:04x}")),
    }
}
