//! The code block under construction: instructions, labels, constants, registers, positions.
//!
//! Registers are a stack: locals of open scopes below, temporaries above. A label collects forward jumps and is
//! patched when it is placed; backward jumps exist only in the `Loop*` forms.

use super::Fault;
use crate::bytecode::opcodes::Reg;
use crate::bytecode::{
    CodeBlock, Constant, FunctionFlags, FunctionKind, Handler, IcSite, Op, Position,
};
use oxc_span::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Registers a frame can address.
const WINDOW: u16 = 256;

/// A place code jumps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

#[derive(Debug, Default)]
struct LabelState {
    place: Option<u32>,
    jumps: Vec<u32>,
}

#[derive(PartialEq, Eq, Hash)]
enum ConstantKey {
    Number(u64),
    String(Arc<[u16]>),
    BigInt(Arc<str>),
}

/// A value to call, new or await: where errors are reported and what they quote.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) at: u32,
    pub(crate) span: Span,
}

pub(crate) struct Emitter {
    pub(crate) ops: Vec<Op>,
    constants: Vec<Constant>,
    constant_index: FxHashMap<ConstantKey, u32>,
    pub(crate) functions: Vec<u32>,
    ics: Vec<IcSite>,
    pub(crate) handlers: Vec<Handler>,
    positions: Vec<Position>,
    labels: Vec<LabelState>,
    next: u16,
    most: u16,
    /// End of the last jump target: instructions before it must not be fused with what follows.
    barrier: u32,
}

impl Emitter {
    pub(crate) fn new(params: u16) -> Emitter {
        Emitter {
            ops: Vec::new(),
            constants: Vec::new(),
            constant_index: FxHashMap::default(),
            functions: Vec::new(),
            ics: Vec::new(),
            handlers: Vec::new(),
            positions: Vec::new(),
            labels: Vec::new(),
            next: params + 1,
            most: params + 1,
            barrier: 0,
        }
    }

    pub(crate) fn op(&mut self, op: Op) -> u32 {
        self.ops.push(op);
        self.ops.len() as u32 - 1
    }

    pub(crate) fn pc(&self) -> u32 {
        self.ops.len() as u32
    }

    /// States where the next instruction comes from.
    pub(crate) fn position(&mut self, site: Site) {
        let pc = self.pc();
        let row = Position { pc, at: site.at, start: site.span.start, end: site.span.end };
        if let Some(last) = self.positions.last_mut() {
            if last.pc == pc {
                *last = row;
                return;
            }
            if last.at == row.at && last.start == row.start && last.end == row.end {
                return;
            }
        }
        self.positions.push(row);
    }

    // ---- registers

    /// Height of the register stack, to return to later with [`Emitter::release`].
    pub(crate) fn mark(&self) -> u16 {
        self.next
    }

    pub(crate) fn release(&mut self, mark: u16) {
        self.next = mark;
    }

    /// A fresh register on top of the stack.
    pub(crate) fn temp(&mut self) -> Result<Reg, Fault> {
        self.temps(1)
    }

    /// `count` consecutive fresh registers; the first is returned.
    pub(crate) fn temps(&mut self, count: u16) -> Result<Reg, Fault> {
        let first = self.next;
        if first + count > WINDOW {
            return Err(Fault::too_complex());
        }
        self.next = first + count;
        self.most = self.most.max(self.next);
        Ok(first as u8)
    }

    // ---- constants

    pub(crate) fn string(&mut self, text: &str) -> u32 {
        self.string_units(text.encode_utf16().collect())
    }

    pub(crate) fn string_units(&mut self, units: Arc<[u16]>) -> u32 {
        let constants = &mut self.constants;
        *self.constant_index.entry(ConstantKey::String(Arc::clone(&units))).or_insert_with(|| {
            constants.push(Constant::String(units));
            constants.len() as u32 - 1
        })
    }

    pub(crate) fn number(&mut self, value: f64) -> u32 {
        let constants = &mut self.constants;
        *self.constant_index.entry(ConstantKey::Number(value.to_bits())).or_insert_with(|| {
            constants.push(Constant::Number(value));
            constants.len() as u32 - 1
        })
    }

    pub(crate) fn bigint(&mut self, digits: &str) -> u32 {
        let digits: Arc<str> = digits.into();
        let constants = &mut self.constants;
        *self.constant_index.entry(ConstantKey::BigInt(Arc::clone(&digits))).or_insert_with(|| {
            constants.push(Constant::BigInt(digits));
            constants.len() as u32 - 1
        })
    }

    pub(crate) fn constant(&mut self, constant: Constant) -> u32 {
        self.constants.push(constant);
        self.constants.len() as u32 - 1
    }

    /// A new inline-cache site for property `name`.
    pub(crate) fn ic(&mut self, name: &str) -> u32 {
        let key = self.string(name);
        self.ics.push(IcSite { key });
        self.ics.len() as u32 - 1
    }

    pub(crate) fn load_number(&mut self, dst: Reg, value: f64) {
        if let Some(value) = small_int(value) {
            self.op(Op::LoadInt { dst, value });
        } else {
            let k = self.number(value);
            self.op(Op::LoadK { dst, k });
        }
    }

    pub(crate) fn load_string(&mut self, dst: Reg, text: &str) {
        let k = self.string(text);
        self.op(Op::LoadK { dst, k });
    }

    pub(crate) fn move_to(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.op(Op::Move { dst, src });
        }
    }

    // ---- labels and jumps

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(LabelState::default());
        Label(self.labels.len() as u32 - 1)
    }

    /// Label at the next instruction.
    pub(crate) fn here(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    pub(crate) fn place(&mut self, label: Label) {
        let pc = self.pc();
        self.barrier = pc;
        let state = std::mem::take(&mut self.labels[label.0 as usize]);
        for jump in &state.jumps {
            let off = pc as i32 - *jump as i32 - 1;
            set_offset(&mut self.ops[*jump as usize], off);
        }
        self.labels[label.0 as usize] = LabelState { place: Some(pc), jumps: Vec::new() };
    }

    /// Emits a jump whose offset is that of `label`.
    pub(crate) fn jump(&mut self, op: Op, label: Label) -> u32 {
        let pc = self.op(op);
        match self.labels[label.0 as usize].place {
            Some(place) => set_offset(&mut self.ops[pc as usize], place as i32 - pc as i32 - 1),
            None => self.labels[label.0 as usize].jumps.push(pc),
        }
        pc
    }

    /// Whether the last instruction ends its basic block and nothing jumps here.
    pub(crate) fn unreachable(&self) -> bool {
        self.barrier < self.pc()
            && matches!(
                self.ops.last(),
                Some(
                    Op::Return { .. }
                        | Op::ReturnUndefined
                        | Op::ReturnDerived { .. }
                        | Op::Throw { .. }
                        | Op::ThrowError { .. }
                        | Op::ThrowConstAssign { .. }
                        | Op::Jmp { .. }
                        | Op::Loop { .. }
                )
            )
    }

    /// Sets the `skip` of an iteration step so that it lands on the next instruction.
    pub(crate) fn patch_skip(&mut self, step: u32) -> Result<(), Fault> {
        let distance = self.pc() - step - 1;
        if let Op::IterStep { skip, .. } = &mut self.ops[step as usize] {
            *skip = u8::try_from(distance).map_err(|_| Fault::too_complex())?;
        }
        self.barrier = self.pc();
        Ok(())
    }

    pub(crate) fn handler(&mut self, start: u32, end: u32, target: u32, register: Reg) {
        if start < end {
            self.handlers.push(Handler { start, end, target, register });
        }
    }

    pub(crate) fn finish(self, facts: Facts) -> CodeBlock {
        CodeBlock {
            name: facts.name,
            kind: facts.kind,
            flags: facts.flags,
            param_count: facts.param_count,
            length: facts.length,
            registers: self.most.max(1),
            ops: self.ops,
            constants: self.constants,
            functions: self.functions,
            ics: self.ics,
            handlers: self.handlers,
            positions: self.positions,
            mapped: facts.mapped,
            source: facts.source,
        }
    }
}

/// What a code block says of its function.
pub(crate) struct Facts {
    pub(crate) name: Arc<[u16]>,
    pub(crate) kind: FunctionKind,
    pub(crate) flags: FunctionFlags,
    pub(crate) param_count: u8,
    pub(crate) length: u32,
    pub(crate) mapped: Vec<u16>,
    pub(crate) source: (u32, u32),
}

/// The value as an integer immediate; -0 is none.
pub(crate) fn small_int(value: f64) -> Option<i32> {
    let int = value as i32;
    (f64::from(int) == value && !(int == 0 && value.is_sign_negative())).then_some(int)
}

fn set_offset(op: &mut Op, offset: i32) {
    match op {
        Op::Jmp { off }
        | Op::JmpTrue { off, .. }
        | Op::JmpFalse { off, .. }
        | Op::JmpUndefined { off, .. }
        | Op::JmpNotUndefined { off, .. }
        | Op::JmpNullish { off, .. }
        | Op::JmpNotNullish { off, .. }
        | Op::JmpHole { off, .. }
        | Op::JmpNotHole { off, .. }
        | Op::JmpLt { off, .. }
        | Op::JmpNotLt { off, .. }
        | Op::JmpLe { off, .. }
        | Op::JmpNotLe { off, .. }
        | Op::JmpGt { off, .. }
        | Op::JmpNotGt { off, .. }
        | Op::JmpGe { off, .. }
        | Op::JmpNotGe { off, .. }
        | Op::JmpStrictEq { off, .. }
        | Op::JmpStrictNe { off, .. }
        | Op::JmpEq { off, .. }
        | Op::JmpNe { off, .. }
        | Op::JmpLtI { off, .. }
        | Op::JmpNotLtI { off, .. }
        | Op::JmpLeI { off, .. }
        | Op::JmpNotLeI { off, .. }
        | Op::JmpGtI { off, .. }
        | Op::JmpNotGtI { off, .. }
        | Op::JmpGeI { off, .. }
        | Op::JmpNotGeI { off, .. }
        | Op::JmpStrictEqI { off, .. }
        | Op::JmpStrictNeI { off, .. }
        | Op::Loop { off }
        | Op::LoopTrue { off, .. }
        | Op::LoopFalse { off, .. }
        | Op::LoopLt { off, .. }
        | Op::LoopLe { off, .. }
        | Op::LoopGt { off, .. }
        | Op::LoopGe { off, .. }
        | Op::LoopStrictNe { off, .. }
        | Op::LoopLtI { off, .. }
        | Op::LoopLeI { off, .. }
        | Op::LoopGtI { off, .. }
        | Op::LoopGeI { off, .. }
        | Op::IterIsFast { off, .. } => *off = offset,
        Op::IterStep { done, .. } | Op::ForInNext { done, .. } => *done = offset,
        _ => {}
    }
}
