//! ### [22.2 RegExp Objects](https://tc39.es/ecma262/#sec-regexp-regular-expression-objects)

use super::Intrinsic;
use super::table::Table;
use crate::heap::{ObjectId, StringId};
use crate::object::{Attributes, Internal, Kind, RegExpData, Slot};
use crate::value::Value;
use crate::vm::{Completion, Vm};
use codemode_regexp::{Flags, Regex};
use std::sync::Arc;

pub(crate) const TABLES: &[Table] = &[];

impl Vm {
    /// ### [22.2.3.2 RegExpCreate](https://tc39.es/ecma262/#sec-regexpcreate) of a pattern and flags
    pub(crate) fn new_regexp(&mut self, source: StringId, flags: StringId) -> Completion {
        let proto = self.intrinsic(Intrinsic::RegExpPrototype);
        let regex = self.compile_regexp(source, flags)?;
        Ok(self.regexp_object(proto, source, flags, regex).into())
    }
    /// Compiled form of a pattern; a SyntaxError if it or the flags are wrong.
    pub(crate) fn compile_regexp(&mut self, source: StringId, flags: StringId) -> Completion<Arc<Regex>> {
        let text = self.heap.text(flags);
        let pattern = self.heap.view(source).to_units();
        self.charge(pattern.len() as u64 * 4 + 16)?;
        let parsed = match Flags::parse(&text) {
            Ok(f) => f,
            Err(_) => {
                return Err(self.syntax_error(&format!(
                    "Invalid flags supplied to RegExp constructor '{text}'"
                )));
            }
        };
        match Regex::compile(&pattern, parsed) {
            Ok(r) => {
                self.charge_memory(r.memory_bytes())?;
                Ok(Arc::new(r))
            }
            Err(e) => {
                let message = e.message.to_string();
                Err(self.syntax_error(&message))
            }
        }
    }
    /// A RegExp object with `lastIndex` 0.
    pub(crate) fn regexp_object(
        &mut self,
        proto: ObjectId,
        source: StringId,
        flags: StringId,
        regex: Arc<Regex>,
    ) -> ObjectId {
        let data = RegExpData { source: source.into(), flags: flags.into(), regex, realm_index: 0 };
        let id = self.heap.new_exotic(Some(proto), Kind::RegExp, Internal::RegExp(Box::new(data)));
        let key = self.heap.key("lastIndex");
        let slot = Slot::Data { value: Value::int(0), attributes: Attributes::WRITABLE };
        self.heap.put_own(id, key, slot);
        id
    }
}
