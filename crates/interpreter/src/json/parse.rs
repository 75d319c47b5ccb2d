//! JSON text to guest values, with an explicit stack.

use crate::heap::{ObjectId, StringBuilder, StringId};
use crate::object::property::NameKey;
use crate::object::{Attributes, Kind, Object, PropertyKey};
use crate::operations::number;
use crate::value::Value;
use crate::vm::{Abrupt, Completion, Vm};

/// A source of units: Latin-1 bytes or UTF-16.
pub(crate) trait Units {
    fn at(&self, i: usize) -> u16;
    fn len(&self) -> usize;
    /// The units as Latin-1 bytes, if they are stored so.
    fn bytes(&self, start: usize, end: usize) -> Option<&[u8]>;
}

impl Units for &[u8] {
    #[inline(always)]
    fn at(&self, i: usize) -> u16 {
        if i < (**self).len() { self[i] as u16 } else { 0 }
    }
    fn len(&self) -> usize {
        (**self).len()
    }
    #[inline(always)]
    fn bytes(&self, start: usize, end: usize) -> Option<&[u8]> {
        self.get(start..end)
    }
}

impl Units for &[u16] {
    #[inline(always)]
    fn at(&self, i: usize) -> u16 {
        if i < (**self).len() { self[i] } else { 0 }
    }
    fn len(&self) -> usize {
        (**self).len()
    }
    fn bytes(&self, _start: usize, _end: usize) -> Option<&[u8]> {
        None
    }
}

/// A container under construction.
struct Open {
    array: bool,
    /// Where its values start on the value stack (and its keys on the key stack).
    values: usize,
    keys: usize,
    /// Start of its text, for records.
    records: usize,
}

const CACHE: usize = 256;

/// The parser's state; `records` is filled only when wanted (for revivers).
struct Parser<'v, U: Units> {
    vm: &'v mut Vm,
    text: U,
    at: usize,
    values: Vec<Value>,
    keys: Vec<PropertyKey>,
    /// Parse records of finished values, as guest arrays `[value, source | elements | members]`.
    records: Vec<Value>,
    with_records: bool,
    /// Accept the tokens `undefined`, `NaN`, `Infinity` and `-Infinity` (data from the host).
    lenient: bool,
    cache: Vec<(u32, StringId)>,
    budget: usize,
}

impl Vm {
    /// ### [25.5.1 JSON.parse](https://tc39.es/ecma262/#sec-json.parse) of a guest string, without reviver
    pub(crate) fn parse_json(&mut self, id: StringId) -> Completion {
        Ok(self.parse_json_records(id, false)?.0)
    }
    /// The same with the parse record a reviver needs.
    pub(crate) fn parse_json_records(
        &mut self,
        id: StringId,
        with_records: bool,
    ) -> Completion<(Value, Value)> {
        // The text is copied out: the heap changes while it is read.
        match self.heap.view(id) {
            crate::heap::StrView::Latin1(b) => {
                let owned = b.to_vec();
                self.parse_units(&owned[..], with_records, false)
            }
            crate::heap::StrView::Utf16(u) => {
                let owned = u.to_vec();
                self.parse_units(&owned[..], with_records, false)
            }
        }
    }
    /// JSON text from outside.
    pub(crate) fn parse_json_text(&mut self, text: &str) -> Completion {
        self.parse_text(text, false)
    }
    /// Data from the host: JSON and the tokens `undefined`, `NaN`, `Infinity`, `-Infinity`.
    pub(crate) fn parse_data_text(&mut self, text: &str) -> Completion {
        self.parse_text(text, true)
    }
    fn parse_text(&mut self, text: &str, lenient: bool) -> Completion {
        if text.is_ascii() {
            return Ok(self.parse_units(text.as_bytes(), false, lenient)?.0);
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        Ok(self.parse_units(&units[..], false, lenient)?.0)
    }
    fn parse_units<U: Units>(
        &mut self,
        text: U,
        with_records: bool,
        lenient: bool,
    ) -> Completion<(Value, Value)> {
        self.charge(text.len() as u64 / 16 + 1)?;
        let mut p = Parser {
            vm: self,
            text,
            at: 0,
            values: Vec::new(),
            keys: Vec::new(),
            records: Vec::new(),
            with_records,
            lenient,
            cache: vec![(0, StringId(u32::MAX)); CACHE],
            budget: 0,
        };
        p.run()
    }
}

impl<U: Units> Parser<'_, U> {
    #[inline(always)]
    fn space(&mut self) {
        while matches!(self.text.at(self.at), 32 | 9 | 10 | 13) && self.at < self.text.len() {
            self.at += 1;
        }
    }
    fn run(&mut self) -> Completion<(Value, Value)> {
        let mut open: Vec<Open> = Vec::new();
        // Before a value.
        'value: loop {
            self.space();
            let start = self.at;
            let c = self.text.at(self.at);
            match c {
                0x7B => {
                    self.at += 1;
                    open.push(Open {
                        array: false,
                        values: self.values.len(),
                        keys: self.keys.len(),
                        records: self.records.len(),
                    });
                    self.space();
                    if self.text.at(self.at) == 0x7D {
                        self.at += 1;
                        self.close(&mut open)?;
                    } else {
                        self.key()?;
                        continue 'value;
                    }
                }
                0x5B => {
                    self.at += 1;
                    open.push(Open {
                        array: true,
                        values: self.values.len(),
                        keys: self.keys.len(),
                        records: self.records.len(),
                    });
                    self.space();
                    if self.text.at(self.at) == 0x5D {
                        self.at += 1;
                        self.close(&mut open)?;
                    } else {
                        continue 'value;
                    }
                }
                0x22 => {
                    let s = self.string()?;
                    self.scalar(Value::string(s), start);
                }
                0x75 if self.lenient => {
                    self.word(b"undefined")?;
                    self.scalar(Value::UNDEFINED, start);
                }
                0x4E if self.lenient => {
                    self.word(b"NaN")?;
                    self.scalar(Value::NAN, start);
                }
                0x49 if self.lenient => {
                    self.word(b"Infinity")?;
                    self.scalar(Value::double(f64::INFINITY), start);
                }
                0x2D if self.lenient && self.text.at(self.at + 1) == 0x49 => {
                    self.at += 1;
                    self.word(b"Infinity")?;
                    self.scalar(Value::double(f64::NEG_INFINITY), start);
                }
                0x2D | 0x30..=0x39 => {
                    let n = self.number()?;
                    self.scalar(n, start);
                }
                0x74 => {
                    self.word(b"true")?;
                    self.scalar(Value::TRUE, start);
                }
                0x66 => {
                    self.word(b"false")?;
                    self.scalar(Value::FALSE, start);
                }
                0x6E => {
                    self.word(b"null")?;
                    self.scalar(Value::NULL, start);
                }
                _ => return Err(self.unexpected()),
            }
            // After a value.
            loop {
                self.budget += 1;
                if self.budget & 0xFFF == 0 {
                    self.vm.charge(4096)?;
                    self.vm.charge_memory(self.values.len() * 8)?;
                }
                self.space();
                let Some(top) = open.last() else {
                    if self.at < self.text.len() {
                        return Err(self.unexpected());
                    }
                    let value = self.values.pop().unwrap_or_default();
                    let record = self.records.pop().unwrap_or_default();
                    return Ok((value, record));
                };
                let c = self.text.at(self.at);
                match (top.array, c) {
                    (true, 0x2C) => {
                        self.at += 1;
                        continue 'value;
                    }
                    (false, 0x2C) => {
                        self.at += 1;
                        self.space();
                        self.key()?;
                        continue 'value;
                    }
                    (true, 0x5D) | (false, 0x7D) => {
                        self.at += 1;
                        self.close(&mut open)?;
                    }
                    (array, _) => {
                        return Err(if self.at >= self.text.len() {
                            self.unexpected()
                        } else if array {
                            self.expected("Expected ',' or ']' after array element")
                        } else {
                            self.expected("Expected ',' or '}' after property value")
                        });
                    }
                }
            }
        }
    }
    fn scalar(&mut self, value: Value, start: usize) {
        self.values.push(value);
        if self.with_records {
            let source = self.slice(start, self.at);
            let source = Value::string(source);
            let record = self.vm.new_array(vec![value, source]);
            self.records.push(record.into());
        }
    }
    fn slice(&mut self, start: usize, end: usize) -> StringId {
        let units: Vec<u16> = (start..end).map(|i| self.text.at(i)).collect();
        self.vm.heap.string_from_units(&units)
    }
    fn key(&mut self) -> Completion<()> {
        if self.text.at(self.at) != 0x22 {
            return Err(if self.at >= self.text.len() {
                self.unexpected()
            } else if self.text.at(self.at) == 0x7D {
                self.expected("Expected double-quoted property name")
            } else {
                self.expected("Expected property name or '}'")
            });
        }
        let key = self.property_name()?;
        self.keys.push(key);
        self.space();
        if self.text.at(self.at) != 0x3A {
            return Err(if self.at >= self.text.len() {
                self.unexpected()
            } else {
                self.expected("Expected ':' after property name")
            });
        }
        self.at += 1;
        Ok(())
    }
    fn property_name(&mut self) -> Completion<PropertyKey> {
        // Plain Latin-1 names go through a small cache of interned strings.
        let start = self.at + 1;
        let mut end = start;
        let mut hash: u32 = 0x811C_9DC5;
        loop {
            let c = self.text.at(end);
            if c == 0x22 || c == 0x5C || c < 0x20 || end >= self.text.len() {
                break;
            }
            hash = (hash ^ c as u32).wrapping_mul(0x0100_0193);
            end += 1;
        }
        if self.text.at(end) == 0x22 && end > start {
            if let Some(bytes) = self.text.bytes(start, end) {
                if !bytes[0].is_ascii_digit() {
                    let slot = (hash ^ (hash >> 15)) as usize % CACHE;
                    let (h, id) = self.cache[slot];
                    if h == hash && id.0 != u32::MAX {
                        if let crate::heap::StrView::Latin1(known) = self.vm.heap.view_flat(id) {
                            if known == bytes {
                                self.at = end + 1;
                                return Ok(PropertyKey::String(id));
                            }
                        }
                    }
                    let id = self.vm.heap.string_from_latin1(bytes);
                    let id = self.vm.heap.intern(id);
                    self.cache[slot] = (hash, id);
                    self.at = end + 1;
                    return Ok(PropertyKey::String(id));
                }
            }
        }
        let id = self.string()?;
        Ok(self.vm.heap.key_of_string(id))
    }
    fn close(&mut self, open: &mut Vec<Open>) -> Completion<()> {
        let Some(top) = open.pop() else { return Ok(()) };
        let value = if top.array {
            let list = self.values.split_off(top.values);
            self.vm.new_array(list)
        } else {
            self.object(top.values, top.keys)
        };
        if self.with_records {
            let list = self.records.split_off(top.records);
            let members = if top.array {
                self.vm.new_array(list)
            } else {
                let o = self.vm.heap.new_object(None);
                for (key, record) in self.keys[top.keys..].iter().zip(list) {
                    self.vm.heap.put(o, *key, record);
                }
                o
            };
            let record = self.vm.new_array(vec![value.into(), members.into()]);
            self.records.push(record.into());
        }
        self.values.truncate(top.values);
        self.keys.truncate(top.keys);
        self.values.push(value.into());
        Ok(())
    }
    fn object(&mut self, values: usize, keys: usize) -> ObjectId {
        let mut shape = self.vm.realm.object_shape;
        let mut object = Object::new(shape, Kind::Ordinary);
        let count = self.keys.len() - keys;
        let mut simple = count <= crate::object::shape::MAX_SHARED;
        let mut done = 0;
        if simple {
            // Walk the transitions; distinct names lead to a shape with as many slots.
            for i in 0..count {
                let PropertyKey::String(s) = self.keys[keys + i] else {
                    simple = false;
                    break;
                };
                let name = NameKey::string(s);
                if count > 1 && self.keys[keys..keys + i].contains(&PropertyKey::String(s)) {
                    simple = false;
                    break;
                }
                shape = self.vm.heap.add_to_shape(shape, name, Attributes::ALL);
                self.vm.heap.bytes += object.set_slot(i, self.values[values + i]);
                done = i + 1;
            }
        }
        object.shape = shape;
        let id = self.vm.heap.alloc(object);
        if !simple {
            for i in done..count {
                self.vm.heap.put(id, self.keys[keys + i], self.values[values + i]);
            }
        }
        id
    }
    fn word(&mut self, word: &[u8]) -> Completion<()> {
        for &b in word {
            if self.text.at(self.at) != b as u16 {
                return Err(self.unexpected());
            }
            self.at += 1;
        }
        Ok(())
    }
    fn number(&mut self) -> Completion {
        let start = self.at;
        let negative = self.text.at(self.at) == 0x2D;
        if negative {
            self.at += 1;
        }
        let digit = |c: u16| (0x30..=0x39).contains(&c);
        let first = self.text.at(self.at);
        if !digit(first) {
            return Err(self.expected("No number after minus sign"));
        }
        let mut n: i64 = 0;
        if first == 0x30 {
            self.at += 1;
            if digit(self.text.at(self.at)) {
                return Err(self.unexpected());
            }
        } else {
            while digit(self.text.at(self.at)) {
                n = n.saturating_mul(10).saturating_add((self.text.at(self.at) - 0x30) as i64);
                self.at += 1;
            }
        }
        let c = self.text.at(self.at);
        if c != 0x2E && c != 0x65 && c != 0x45 && self.at - start <= 16 {
            if n == 0 && negative {
                return Ok(Value::double(-0.0));
            }
            return Ok(Value::number(if negative { -n } else { n } as f64));
        }
        if c == 0x2E {
            self.at += 1;
            if !digit(self.text.at(self.at)) {
                return Err(self.expected("Unterminated fractional number"));
            }
            while digit(self.text.at(self.at)) {
                self.at += 1;
            }
        }
        if matches!(self.text.at(self.at), 0x65 | 0x45) {
            self.at += 1;
            if matches!(self.text.at(self.at), 0x2B | 0x2D) {
                self.at += 1;
            }
            if !digit(self.text.at(self.at)) {
                return Err(self.expected("Exponent part is missing a number"));
            }
            while digit(self.text.at(self.at)) {
                self.at += 1;
            }
        }
        let text: String = (start..self.at).map(|i| self.text.at(i) as u8 as char).collect();
        Ok(Value::number(text.parse().unwrap_or(f64::NAN)))
    }
    fn string(&mut self) -> Completion<StringId> {
        self.at += 1;
        let start = self.at;
        // Strings without escapes are copied at once.
        let mut end = start;
        loop {
            let c = self.text.at(end);
            if c == 0x22 || c == 0x5C || c < 0x20 {
                break;
            }
            end += 1;
        }
        if self.text.at(end) == 0x22 && end < self.text.len() {
            self.at = end + 1;
            if let Some(bytes) = self.text.bytes(start, end) {
                return Ok(self.vm.heap.string_from_latin1(bytes));
            }
            return Ok(self.slice(start, end));
        }
        let mut out = StringBuilder::new();
        for i in start..end {
            out.push(self.text.at(i));
        }
        self.at = end;
        loop {
            if self.at >= self.text.len() {
                return Err(self.expected("Unterminated string"));
            }
            let c = self.text.at(self.at);
            self.at += 1;
            match c {
                0x22 => return Ok(self.vm.heap.build(out)),
                0x5C => {
                    let e = self.text.at(self.at);
                    self.at += 1;
                    out.push(match e {
                        0x22 | 0x5C | 0x2F => e,
                        0x62 => 8,
                        0x66 => 12,
                        0x6E => 10,
                        0x72 => 13,
                        0x74 => 9,
                        0x75 => {
                            let mut unit: u32 = 0;
                            for _ in 0..4 {
                                let d = char::from_u32(self.text.at(self.at) as u32)
                                    .and_then(|c| c.to_digit(16));
                                let Some(d) = d else {
                                    return Err(self.expected("Bad Unicode escape"));
                                };
                                unit = unit * 16 + d;
                                self.at += 1;
                            }
                            unit as u16
                        }
                        _ => {
                            self.at -= 1;
                            return Err(self.expected("Bad escaped character"));
                        }
                    });
                }
                0..=0x1F => {
                    self.at -= 1;
                    return Err(self.expected("Bad control character in string literal"));
                }
                _ => out.push(c),
            }
        }
    }
    #[cold]
    fn expected(&mut self, what: &str) -> Abrupt {
        let at = self.at;
        let message = format!("{what} in JSON at position {at}");
        self.vm.syntax_error(&message)
    }
    #[cold]
    fn unexpected(&mut self) -> Abrupt {
        if self.at >= self.text.len() {
            return self.vm.syntax_error("Unexpected end of JSON input");
        }
        let (code, _) = {
            let first = self.text.at(self.at) as u32;
            let second = self.text.at(self.at + 1) as u32;
            if (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&second) {
                (0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), 2)
            } else {
                (first, 1)
            }
        };
        let token = char::from_u32(code).unwrap_or('\u{FFFD}');
        let from = self.at.saturating_sub(10);
        let to = (self.at + 10).min(self.text.len());
        let units: Vec<u16> = (from..to).map(|i| self.text.at(i)).collect();
        let around = String::from_utf16_lossy(&units);
        let (before, after) =
            (if from > 0 { "..." } else { "" }, if to < self.text.len() { "..." } else { "" });
        let message =
            format!("Unexpected token '{token}', {before}\"{around}\"{after} is not valid JSON");
        self.vm.syntax_error(&message)
    }
}

/// Is this text a JSON number, string, literal (`JSON.rawJSON`)?
pub(crate) fn is_primitive_json(first: u16) -> bool {
    !matches!(first, 0x7B | 0x5B | 9 | 10 | 13 | 32)
}

/// Text of a number as JSON writes it.
pub(crate) fn number_text(n: f64) -> String {
    number::to_text(n)
}
