//! Compiled units as a machine sees them: the program's and the self-hosted one.
//!
//! A function is named by a flat `u32`: bit 31 tells the unit, the rest the index in it. Constants
//! and inline caches are made per machine when a function is first entered.

use super::Vm;
use super::inline_cache::Cache;
use crate::bytecode::{CodeBlock, Constant, Unit};
use crate::object::PropertyKey;
use crate::value::Value;

/// Bit of functions of the self-hosted unit.
pub(crate) const SELF_HOSTED: u32 = 1 << 31;

/// Where a function's constants and caches start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    pub(crate) consts: u32,
    pub(crate) ics: u32,
}

const NOT_LOADED: Loaded = Loaded { consts: u32::MAX, ics: u32::MAX };

/// The code block of a flat function index.
#[inline(always)]
pub(crate) fn block_in(program: &Unit, code: u32) -> &CodeBlock {
    if code & SELF_HOSTED == 0 {
        &program.functions[code as usize]
    } else {
        &crate::builtins::selfhost::unit().functions[(code & !SELF_HOSTED) as usize]
    }
}

impl Vm {
    pub(crate) fn block(&self, code: u32) -> &CodeBlock {
        block_in(&self.program, code)
    }
    /// Constants and caches of a function, made on first use.
    #[inline]
    pub(crate) fn load(&mut self, code: u32) -> Loaded {
        let unit = (code >> 31) as usize;
        let index = (code & !SELF_HOSTED) as usize;
        match self.loaded[unit].get(index) {
            Some(&l) if l != NOT_LOADED => l,
            _ => self.load_slow(code),
        }
    }
    #[cold]
    fn load_slow(&mut self, code: u32) -> Loaded {
        let unit = (code >> 31) as usize;
        let index = (code & !SELF_HOSTED) as usize;
        let program = std::sync::Arc::clone(&self.program);
        let block = block_in(&program, code);
        let loaded = Loaded { consts: self.consts.len() as u32, ics: self.caches.len() as u32 };
        for constant in &block.constants {
            let value = self.constant(constant);
            self.consts.push(value);
        }
        for site in &block.ics {
            let key = match block.constants.get(site.key as usize) {
                Some(Constant::String(units)) => {
                    let id = self.heap.string_from_units(units);
                    self.heap.key_of_string(id)
                }
                _ => PropertyKey::Index(0),
            };
            self.caches.push(Cache::new(key));
        }
        self.heap.bytes += block.constants.len() * 8 + block.ics.len() * size_of::<Cache>();
        let table = &mut self.loaded[unit];
        if table.len() <= index {
            table.resize(index + 1, NOT_LOADED);
        }
        if let Some(slot) = table.get_mut(index) {
            *slot = loaded;
        }
        loaded
    }
    fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Number(n) => Value::number(*n),
            Constant::String(units) => {
                let id = self.heap.string_from_units(units);
                Value::string(self.heap.intern(id))
            }
            Constant::BigInt(digits) => {
                let n = num_bigint::BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
                Value::bigint(self.heap.new_bigint(n))
            }
            // Made by the instructions that use them.
            Constant::RegExp { .. } | Constant::Template(_) | Constant::Keys(_) => Value::UNDEFINED,
        }
    }
}
