//! The loop: fetches, decodes and carries out instructions.
//!
//! Invariants: `frame.pc` is saved before anything that can throw, call or collect; guest code
//! never runs on the native stack below this function except through `Vm::call`; garbage is
//! collected only at back-edges and function entries.
//!
//! Longer than other files: the loop is one `match` with an arm per instruction, and splitting it would
//! cost a call per instruction.

use super::Vm;
use super::abrupt::{Abrupt, Completion};
use super::call::Flow;
use super::code::block_in;
use super::frame::Deliver;
use super::inline_cache::CacheKind;
use crate::bytecode::{FunctionKind, Op, Unit};
use crate::heap::ObjectId;
use crate::object::{Attributes, Internal, Kind, Object, flags};
use crate::operations::number;
use crate::value::Value;
use std::sync::Arc;

/// What unwinding came to.
pub(crate) enum Unwound {
    /// A handler or caller goes on.
    Resume,
    /// The loop ends with this value.
    Exit(Value),
}

impl Vm {
    /// Runs until the frame count is back at `floor`; gives the value of the frame above it.
    pub(crate) fn run_loop(&mut self, floor: usize) -> Completion {
        self.run_loop_with(floor, None)
    }
    /// The same, beginning with an abrupt completion in the topmost frame.
    pub(crate) fn run_loop_with(&mut self, floor: usize, mut start: Option<Abrupt>) -> Completion {
        let program = Arc::clone(&self.program);
        loop {
            let step = match start.take() {
                Some(abrupt) => Err(abrupt),
                None => self.run_frames(&program, floor),
            };
            match step {
                Ok(value) => return Ok(value),
                Err(Abrupt::Preempt) => return Err(Abrupt::Preempt),
                Err(Abrupt::Repeat) => {
                    if let Some(f) = self.frames.last_mut() {
                        f.pc -= 1;
                    }
                    return Err(Abrupt::Preempt);
                }
                Err(Abrupt::Search) => return Err(Abrupt::Search),
                Err(Abrupt::Coerce { index, hint }) => {
                    // The call instruction left its area in `coerce_base`.
                    let position = self.realm.coerce_base + index as usize;
                    if let Some(f) = self.frames.last_mut() {
                        f.pc -= 1;
                    }
                    if let Err(e) = self.begin_coercion(position, hint) {
                        if let Unwound::Exit(v) = self.unwind(e, floor)? {
                            return Ok(v);
                        }
                    }
                }
                Err(abrupt) => {
                    if let Unwound::Exit(v) = self.unwind(abrupt, floor)? {
                        return Ok(v);
                    }
                }
            }
        }
    }

    /// Finds the handler of a throw, or takes it to the caller.
    fn unwind(&mut self, abrupt: Abrupt, floor: usize) -> Completion<Unwound> {
        let Abrupt::Throw(value) = abrupt else {
            self.frames.truncate(floor);
            return Err(abrupt);
        };
        while self.frames.len() > floor {
            let Some(&frame) = self.frames.last() else { break };
            let block = self.block(frame.code);
            let pc = frame.pc.saturating_sub(1);
            let handler = block.handlers.iter().find(|h| h.start <= pc && pc < h.end).copied();
            let registers = block.registers as usize;
            let kind = block.kind;
            if let Some(h) = handler {
                self.stack[frame.base as usize + h.register as usize] = value;
                if let Some(f) = self.frames.last_mut() {
                    f.pc = h.target;
                }
                self.top = frame.base as usize + registers;
                return Ok(Unwound::Resume);
            }
            self.frames.pop();
            if frame.state != ObjectId::NONE {
                match kind {
                    FunctionKind::Generator => self.complete_generator(frame.state),
                    FunctionKind::AsyncGenerator => {
                        self.async_generator_failed(frame.state, value)?;
                        match self.finish(frame.deliver, Value::UNDEFINED, floor) {
                            Some(v) => return Ok(Unwound::Exit(v)),
                            None => return Ok(Unwound::Resume),
                        }
                    }
                    _ => {
                        let promise = self.async_promise(frame.state);
                        self.reject_promise(promise, value);
                        let result =
                            if frame.delivered { Value::UNDEFINED } else { Value::object(promise) };
                        match self.finish(frame.deliver, result, floor) {
                            Some(v) => return Ok(Unwound::Exit(v)),
                            None => return Ok(Unwound::Resume),
                        }
                    }
                }
            }
            if matches!(frame.deliver, Deliver::Native | Deliver::Job) && self.frames.len() <= floor
            {
                return Err(Abrupt::Throw(value));
            }
        }
        Err(Abrupt::Throw(value))
    }

    /// Hands the value of a popped frame on; `Some` when the loop ends.
    #[inline]
    pub(crate) fn finish(&mut self, deliver: Deliver, value: Value, floor: usize) -> Option<Value> {
        match deliver {
            Deliver::Native => return Some(value),
            Deliver::Job => {
                return if self.frames.len() <= floor { Some(value) } else { None };
            }
            Deliver::Nowhere => {}
            Deliver::Register(dst) => {
                if let Some(f) = self.frames.last() {
                    self.stack[f.base as usize + dst as usize] = value;
                }
            }
            Deliver::Stack(position) => self.stack[position as usize] = value,
            Deliver::Branch => self.branch_on(value),
            Deliver::IterStep => {
                // A generator finished while stepped internally.
                self.iter_step_done();
            }
        }
        if let Some(f) = self.frames.last() {
            let registers = block_in(&self.program, f.code).registers as usize;
            self.top = f.base as usize + registers;
        }
        None
    }

    /// Takes the branch of the compare instruction before the caller's pc by a boolean.
    fn branch_on(&mut self, value: Value) {
        let truth = self.to_boolean(value);
        let Some(&f) = self.frames.last() else { return };
        let Some(&op) = self.block(f.code).ops.get(f.pc as usize - 1) else { return };
        if let Some((off, negated)) = branch_of(op) {
            if truth != negated {
                if let Some(f) = self.frames.last_mut() {
                    f.pc = f.pc.wrapping_add_signed(off);
                }
            }
        }
    }

    /// Fuel ran out or a collection is due: at a safe point.
    #[cold]
    #[inline(never)]
    fn safe_point(&mut self) -> Completion<()> {
        if self.heap.gc_due() {
            self.collect_garbage()?;
        }
        if self.fuel <= 0 {
            if self.native_depth > 0 {
                // Cannot be suspended here: go on in small slices, looking at the flag.
                self.fuel_spent += 4_096;
                self.fuel += 4_096;
                return self.check_interrupt();
            }
            return Err(Abrupt::Preempt);
        }
        Ok(())
    }

    #[expect(clippy::cognitive_complexity, reason = "one arm per instruction")]
    fn run_frames(&mut self, program: &Unit, floor: usize) -> Completion {
        'frames: loop {
            let Some(&frame) = self.frames.last() else { return Ok(Value::UNDEFINED) };
            let block = block_in(program, frame.code);
            let ops = &block.ops[..];
            let mut pc = frame.pc as usize;
            let base = frame.base as usize;
            let consts = frame.consts as usize;
            let ics = frame.ics as usize;
            self.top = base + block.registers as usize;
            if pc == 0 {
                self.fuel -= 1;
                if self.fuel <= 0 || self.heap.gc_due() {
                    self.safe_point()?;
                }
            }

            macro_rules! r {
                ($i:expr) => {
                    self.stack[base + $i as usize]
                };
            }
            macro_rules! save {
                () => {
                    if let Some(f) = self.frames.last_mut() {
                        f.pc = pc as u32;
                    }
                };
            }
            macro_rules! jump {
                ($off:expr) => {
                    pc = pc.wrapping_add_signed($off as isize)
                };
            }
            // Backward jump: fuel, preemption, collection.
            macro_rules! back {
                ($off:expr) => {{
                    pc = pc.wrapping_add_signed($off as isize);
                    self.fuel -= 1;
                    if self.fuel <= 0 || self.heap.gc_due() {
                        save!();
                        self.safe_point()?;
                    }
                }};
            }
            // Slow path that gives a value or pushes a frame delivering to `dst`.
            macro_rules! flow {
                ($dst:expr, $e:expr) => {{
                    save!();
                    match $e? {
                        Flow::Value(v) => r!($dst) = v,
                        Flow::Frame => continue 'frames,
                    }
                }};
            }
            // The same where the value is not wanted.
            macro_rules! effect {
                ($e:expr) => {{
                    save!();
                    match $e? {
                        Flow::Value(_) => {}
                        Flow::Frame => continue 'frames,
                    }
                }};
            }
            macro_rules! arith {
                ($dst:expr, $a:expr, $b:expr, $int:ident, $float:expr, $op:expr) => {{
                    let (a, b) = (r!($a), r!($b));
                    if Value::both_int(a, b) {
                        match a.as_int_unchecked().$int(b.as_int_unchecked()) {
                            Some(n) => r!($dst) = Value::int(n),
                            None => {
                                let f: fn(f64, f64) -> f64 = $float;
                                r!($dst) = Value::double(f(
                                    a.as_int_unchecked() as f64,
                                    b.as_int_unchecked() as f64,
                                ));
                            }
                        }
                    } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                        let f: fn(f64, f64) -> f64 = $float;
                        r!($dst) = Value::double(f(x, y));
                    } else {
                        flow!($dst, self.binary_slow($op, a, b, Deliver::Register($dst)));
                    }
                }};
            }
            macro_rules! arith_imm {
                ($dst:expr, $a:expr, $imm:expr, $int:ident, $float:expr, $op:expr) => {{
                    let a = r!($a);
                    if a.is_int() {
                        match a.as_int_unchecked().$int($imm) {
                            Some(n) => r!($dst) = Value::int(n),
                            None => {
                                let f: fn(f64, f64) -> f64 = $float;
                                r!($dst) =
                                    Value::double(f(a.as_int_unchecked() as f64, $imm as f64));
                            }
                        }
                    } else if let Some(x) = a.as_number() {
                        let f: fn(f64, f64) -> f64 = $float;
                        r!($dst) = Value::double(f(x, $imm as f64));
                    } else {
                        flow!(
                            $dst,
                            self.binary_slow($op, a, Value::int($imm), Deliver::Register($dst))
                        );
                    }
                }};
            }
            macro_rules! bits {
                ($dst:expr, $a:expr, $b:expr, $f:expr, $op:expr) => {{
                    let (a, b) = (r!($a), r!($b));
                    if Value::both_int(a, b) {
                        let f: fn(i32, i32) -> i32 = $f;
                        r!($dst) = Value::int(f(a.as_int_unchecked(), b.as_int_unchecked()));
                    } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                        let f: fn(i32, i32) -> i32 = $f;
                        r!($dst) = Value::int(f(number::to_int32(x), number::to_int32(y)));
                    } else {
                        flow!($dst, self.binary_slow($op, a, b, Deliver::Register($dst)));
                    }
                }};
            }
            macro_rules! bits_imm {
                ($dst:expr, $a:expr, $imm:expr, $f:expr, $op:expr) => {{
                    let a = r!($a);
                    if let Some(n) = a.as_number() {
                        let f: fn(i32, i32) -> i32 = $f;
                        let n = if a.is_int() { a.as_int_unchecked() } else { number::to_int32(n) };
                        r!($dst) = Value::int(f(n, $imm));
                    } else {
                        flow!(
                            $dst,
                            self.binary_slow($op, a, Value::int($imm), Deliver::Register($dst))
                        );
                    }
                }};
            }
            macro_rules! compare {
                ($dst:expr, $a:expr, $b:expr, $cmp:tt, $op:expr) => {{
                    let (a, b) = (r!($a), r!($b));
                    if Value::both_int(a, b) {
                        r!($dst) = Value::bool(a.as_int_unchecked() $cmp b.as_int_unchecked());
                    } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                        r!($dst) = Value::bool(x $cmp y);
                    } else {
                        flow!($dst, self.compare_slow($op, a, b, Deliver::Register($dst)));
                    }
                }};
            }
            // Compare and branch; `$taken` jumps.
            macro_rules! branch {
                ($a:expr, $b:expr, $cmp:tt, $negate:expr, $op:expr, $off:expr, $taken:ident) => {{
                    let (a, b) = ($a, $b);
                    let holds = if Value::both_int(a, b) {
                        a.as_int_unchecked() $cmp b.as_int_unchecked()
                    } else if let (Some(x), Some(y)) = (a.as_number(), b.as_number()) {
                        x $cmp y
                    } else {
                        save!();
                        match self.compare_slow($op, a, b, Deliver::Branch)? {
                            Flow::Value(v) => v == Value::TRUE,
                            Flow::Frame => continue 'frames,
                        }
                    };
                    if holds != $negate {
                        $taken!($off);
                    }
                }};
            }
            macro_rules! strict_branch {
                ($a:expr, $b:expr, $want:expr, $off:expr, $taken:ident) => {{
                    let (a, b) = ($a, $b);
                    let same =
                        if Value::both_int(a, b) { a == b } else { self.strict_equals(a, b) };
                    if same == $want {
                        $taken!($off);
                    }
                }};
            }

            loop {
                let op = ops[pc];
                pc += 1;
                match op {
                    Op::Nop => {}
                    Op::Move { dst, src } => r!(dst) = r!(src),
                    Op::LoadInt { dst, value } => r!(dst) = Value::int(value),
                    Op::LoadK { dst, k } => r!(dst) = self.consts[consts + k as usize],
                    Op::LoadUndefined { dst } => r!(dst) = Value::UNDEFINED,
                    Op::LoadNull { dst } => r!(dst) = Value::NULL,
                    Op::LoadTrue { dst } => r!(dst) = Value::TRUE,
                    Op::LoadFalse { dst } => r!(dst) = Value::FALSE,
                    Op::LoadHole { dst } => r!(dst) = Value::HOLE,
                    Op::CheckTdz { src, k } => {
                        if r!(src).is_hole() {
                            save!();
                            return Err(self.tdz_error(self.consts[consts + k as usize]));
                        }
                    }
                    Op::CheckThis { src } => {
                        if r!(src).is_hole() {
                            save!();
                            return Err(self.this_error());
                        }
                    }
                    Op::CheckThisUninitialized { src } => {
                        if !r!(src).is_hole() {
                            save!();
                            return Err(
                                self.reference_error("Super constructor may only be called once")
                            );
                        }
                    }

                    Op::NewEnv { dst, parent, size } => {
                        let parent = r!(parent).as_env().map_or(u32::MAX, |e| e.0);
                        r!(dst) = Value::env(self.heap.new_env(parent, size));
                    }
                    Op::CopyEnv { dst, src } => {
                        if let Some(env) = r!(src).as_env() {
                            r!(dst) = Value::env(self.heap.copy_env(env));
                        }
                    }
                    Op::LoadFunctionEnv { dst } => {
                        r!(dst) = match &self.heap.object(frame.callee).internal {
                            Internal::Function(f) if f.env != u32::MAX => {
                                Value::env(crate::heap::EnvId(f.env))
                            }
                            _ => Value::UNDEFINED,
                        };
                    }
                    Op::LoadEnv { dst, env, hops, slot } => {
                        if let Some(env) = r!(env).as_env() {
                            let env = self.heap.env_up(env, hops);
                            r!(dst) = self.heap.env_slot(env, slot as usize);
                        }
                    }
                    Op::LoadEnvChecked { dst, env, hops, slot, k } => {
                        if let Some(env) = r!(env).as_env() {
                            let env = self.heap.env_up(env, hops);
                            let value = self.heap.env_slot(env, slot as usize);
                            if value.is_hole() {
                                save!();
                                return Err(self.tdz_error(self.consts[consts + k as usize]));
                            }
                            r!(dst) = value;
                        }
                    }
                    Op::StoreEnv { src, env, hops, slot } => {
                        if let Some(env) = r!(env).as_env() {
                            let env = self.heap.env_up(env, hops);
                            let value = r!(src);
                            self.heap.set_env_slot(env, slot as usize, value);
                        }
                    }
                    Op::StoreEnvChecked { src, env, hops, slot, k } => {
                        if let Some(env) = r!(env).as_env() {
                            let env = self.heap.env_up(env, hops);
                            if self.heap.env_slot(env, slot as usize).is_hole() {
                                save!();
                                return Err(self.tdz_error(self.consts[consts + k as usize]));
                            }
                            let value = r!(src);
                            self.heap.set_env_slot(env, slot as usize, value);
                        }
                    }

                    Op::LoadGlobal { dst, ic } => {
                        let cache = &self.caches[ics + ic as usize];
                        let global = self.realm.global;
                        let object = self.heap.object(global);
                        if cache.kind == CacheKind::Own && cache.shape == object.shape {
                            r!(dst) = object.slot(cache.slot as usize);
                        } else {
                            flow!(
                                dst,
                                self.load_global(ics + ic as usize, true, Deliver::Register(dst))
                            );
                        }
                    }
                    Op::LoadGlobalOrUndefined { dst, ic } => {
                        flow!(
                            dst,
                            self.load_global(ics + ic as usize, false, Deliver::Register(dst))
                        );
                    }
                    Op::StoreGlobal { src, strict, ic } => {
                        let value = r!(src);
                        effect!(self.store_global(ics + ic as usize, value, strict != 0));
                    }
                    Op::DeclareGlobalVar { k } => {
                        save!();
                        let name = self.consts[consts + k as usize];
                        self.declare_global_var(name)?;
                    }
                    Op::DeclareGlobalFunction { src, k } => {
                        save!();
                        let name = self.consts[consts + k as usize];
                        let value = r!(src);
                        self.declare_global_function(name, value)?;
                    }
                    Op::CheckGlobalLexical { k } => {
                        save!();
                        let name = self.consts[consts + k as usize];
                        self.check_global_lexical(name)?;
                    }
                    Op::DeleteGlobal { dst, k } => {
                        save!();
                        let name = self.consts[consts + k as usize];
                        let key = self.to_property_key(name)?;
                        let global = self.realm.global;
                        r!(dst) = Value::bool(self.delete(global, key)?);
                    }
                    Op::LoadGlobalThis { dst } => r!(dst) = Value::object(self.realm.global),

                    Op::Add { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if Value::both_int(x, y) {
                            r!(dst) = match x.as_int_unchecked().checked_add(y.as_int_unchecked()) {
                                Some(n) => Value::int(n),
                                None => Value::double(
                                    x.as_int_unchecked() as f64 + y.as_int_unchecked() as f64,
                                ),
                            };
                        } else if let (Some(p), Some(q)) = (x.as_number(), y.as_number()) {
                            r!(dst) = Value::double(p + q);
                        } else if let (Some(p), Some(q)) = (x.as_string(), y.as_string()) {
                            match self.heap.concat(p, q) {
                                Ok(s) => r!(dst) = Value::string(s),
                                Err(_) => {
                                    save!();
                                    return Err(self.string_too_long());
                                }
                            }
                        } else {
                            flow!(dst, self.add_slow(x, y, Deliver::Register(dst)));
                        }
                    }
                    Op::Sub { dst, a, b } => arith!(dst, a, b, checked_sub, |x, y| x - y, op),
                    Op::Mul { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if Value::both_int(x, y) {
                            let (i, j) = (x.as_int_unchecked(), y.as_int_unchecked());
                            let n = i as i64 * j as i64;
                            r!(dst) = if n as i32 as i64 == n && (n != 0 || (i | j) >= 0) {
                                Value::int(n as i32)
                            } else {
                                Value::double(i as f64 * j as f64)
                            };
                        } else if let (Some(p), Some(q)) = (x.as_number(), y.as_number()) {
                            r!(dst) = Value::double(p * q);
                        } else {
                            flow!(dst, self.binary_slow(op, x, y, Deliver::Register(dst)));
                        }
                    }
                    Op::Div { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if let (Some(p), Some(q)) = (x.as_number(), y.as_number()) {
                            r!(dst) = Value::number(p / q);
                        } else {
                            flow!(dst, self.binary_slow(op, x, y, Deliver::Register(dst)));
                        }
                    }
                    Op::Mod { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if Value::both_int(x, y)
                            && x.as_int_unchecked() >= 0
                            && y.as_int_unchecked() > 0
                        {
                            r!(dst) = Value::int(x.as_int_unchecked() % y.as_int_unchecked());
                        } else if let (Some(p), Some(q)) = (x.as_number(), y.as_number()) {
                            r!(dst) = Value::number(number::remainder(p, q));
                        } else {
                            flow!(dst, self.binary_slow(op, x, y, Deliver::Register(dst)));
                        }
                    }
                    Op::Exp { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if let (Some(p), Some(q)) = (x.as_number(), y.as_number()) {
                            r!(dst) = Value::number(number::power(p, q));
                        } else {
                            flow!(dst, self.binary_slow(op, x, y, Deliver::Register(dst)));
                        }
                    }
                    Op::BitAnd { dst, a, b } => bits!(dst, a, b, |x, y| x & y, op),
                    Op::BitOr { dst, a, b } => bits!(dst, a, b, |x, y| x | y, op),
                    Op::BitXor { dst, a, b } => bits!(dst, a, b, |x, y| x ^ y, op),
                    Op::Shl { dst, a, b } => {
                        bits!(dst, a, b, |x, y| x.wrapping_shl(y as u32 & 31), op)
                    }
                    Op::Shr { dst, a, b } => bits!(dst, a, b, |x, y| x >> (y & 31), op),
                    Op::UShr { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if let (Some(p), Some(q)) = (x.as_number(), y.as_number()) {
                            let n =
                                (number::to_int32(p) as u32) >> (number::to_int32(q) as u32 & 31);
                            r!(dst) = Value::number(n as f64);
                        } else {
                            flow!(dst, self.binary_slow(op, x, y, Deliver::Register(dst)));
                        }
                    }
                    Op::AddI { dst, a, imm } => {
                        let x = r!(a);
                        if x.is_int() {
                            r!(dst) = match x.as_int_unchecked().checked_add(imm) {
                                Some(n) => Value::int(n),
                                None => Value::double(x.as_int_unchecked() as f64 + imm as f64),
                            };
                        } else if let Some(p) = x.as_number() {
                            r!(dst) = Value::double(p + imm as f64);
                        } else {
                            flow!(dst, self.add_slow(x, Value::int(imm), Deliver::Register(dst)));
                        }
                    }
                    Op::SubI { dst, a, imm } => {
                        arith_imm!(dst, a, imm, checked_sub, |x, y| x - y, op)
                    }
                    Op::MulI { dst, a, imm } => {
                        let x = r!(a);
                        if x.is_int() {
                            let i = x.as_int_unchecked();
                            let n = i as i64 * imm as i64;
                            r!(dst) = if n as i32 as i64 == n && (n != 0 || (i | imm) >= 0) {
                                Value::int(n as i32)
                            } else {
                                Value::double(i as f64 * imm as f64)
                            };
                        } else if let Some(p) = x.as_number() {
                            r!(dst) = Value::double(p * imm as f64);
                        } else {
                            flow!(
                                dst,
                                self.binary_slow(op, x, Value::int(imm), Deliver::Register(dst))
                            );
                        }
                    }
                    Op::DivI { dst, a, imm } => {
                        let x = r!(a);
                        if let Some(p) = x.as_number() {
                            r!(dst) = Value::number(p / imm as f64);
                        } else {
                            flow!(
                                dst,
                                self.binary_slow(op, x, Value::int(imm), Deliver::Register(dst))
                            );
                        }
                    }
                    Op::ModI { dst, a, imm } => {
                        let x = r!(a);
                        if x.is_int() && x.as_int_unchecked() >= 0 && imm > 0 {
                            r!(dst) = Value::int(x.as_int_unchecked() % imm);
                        } else if let Some(p) = x.as_number() {
                            r!(dst) = Value::number(number::remainder(p, imm as f64));
                        } else {
                            flow!(
                                dst,
                                self.binary_slow(op, x, Value::int(imm), Deliver::Register(dst))
                            );
                        }
                    }
                    Op::BitAndI { dst, a, imm } => bits_imm!(dst, a, imm, |x, y| x & y, op),
                    Op::BitOrI { dst, a, imm } => bits_imm!(dst, a, imm, |x, y| x | y, op),
                    Op::BitXorI { dst, a, imm } => bits_imm!(dst, a, imm, |x, y| x ^ y, op),
                    Op::ShlI { dst, a, imm } => {
                        bits_imm!(dst, a, imm, |x, y| x.wrapping_shl(y as u32 & 31), op)
                    }
                    Op::ShrI { dst, a, imm } => bits_imm!(dst, a, imm, |x, y| x >> (y & 31), op),
                    Op::UShrI { dst, a, imm } => {
                        let x = r!(a);
                        if let Some(p) = x.as_number() {
                            r!(dst) = Value::number(
                                ((number::to_int32(p) as u32) >> (imm as u32 & 31)) as f64,
                            );
                        } else {
                            flow!(
                                dst,
                                self.binary_slow(op, x, Value::int(imm), Deliver::Register(dst))
                            );
                        }
                    }
                    Op::Inc { dst, src } => {
                        let x = r!(src);
                        if x.is_int() && x.as_int_unchecked() != i32::MAX {
                            r!(dst) = Value::int(x.as_int_unchecked() + 1);
                        } else if let Some(n) = x.as_number() {
                            r!(dst) = Value::double(n + 1.0);
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::Dec { dst, src } => {
                        let x = r!(src);
                        if x.is_int() && x.as_int_unchecked() != i32::MIN {
                            r!(dst) = Value::int(x.as_int_unchecked() - 1);
                        } else if let Some(n) = x.as_number() {
                            r!(dst) = Value::double(n - 1.0);
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::ToNumeric { dst, src } => {
                        let x = r!(src);
                        if x.is_number() {
                            r!(dst) = x;
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::ToNumber { dst, src } => {
                        let x = r!(src);
                        if x.is_number() {
                            r!(dst) = x;
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::Neg { dst, src } => {
                        let x = r!(src);
                        if x.is_int()
                            && x.as_int_unchecked() != 0
                            && x.as_int_unchecked() != i32::MIN
                        {
                            r!(dst) = Value::int(-x.as_int_unchecked());
                        } else if let Some(n) = x.as_number() {
                            r!(dst) = Value::double(-n);
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::BitNot { dst, src } => {
                        let x = r!(src);
                        if let Some(n) = x.as_number() {
                            r!(dst) = Value::int(!number::to_int32(n));
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::Not { dst, src } => r!(dst) = Value::bool(!self.to_boolean(r!(src))),
                    Op::TypeOf { dst, src } => {
                        let name = self.type_name(r!(src));
                        r!(dst) = self.realm.type_string(name);
                    }
                    Op::ToString { dst, src } => {
                        let x = r!(src);
                        if x.is_string() {
                            r!(dst) = x;
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::ToPropertyKey { dst, src } => {
                        let x = r!(src);
                        if x.is_string() || x.is_int() || x.is_symbol() {
                            r!(dst) = x;
                        } else {
                            flow!(dst, self.unary_slow(op, x, Deliver::Register(dst)));
                        }
                    }
                    Op::Concat { dst, start, count } => {
                        save!();
                        let from = base + start as usize;
                        r!(dst) = self.concat_registers(from, count as usize)?;
                    }

                    Op::Lt { dst, a, b } => compare!(dst, a, b, <, op),
                    Op::Le { dst, a, b } => compare!(dst, a, b, <=, op),
                    Op::Gt { dst, a, b } => compare!(dst, a, b, >, op),
                    Op::Ge { dst, a, b } => compare!(dst, a, b, >=, op),
                    Op::Eq { dst, a, b } | Op::Ne { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        flow!(
                            dst,
                            self.equals_slow(
                                x,
                                y,
                                matches!(op, Op::Ne { .. }),
                                Deliver::Register(dst)
                            )
                        );
                    }
                    Op::StrictEq { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        r!(dst) = Value::bool(self.strict_equals(x, y));
                    }
                    Op::StrictNe { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        r!(dst) = Value::bool(!self.strict_equals(x, y));
                    }
                    Op::In { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        if let (Some(i), Some(id)) = (x.as_int(), y.as_object()) {
                            if self
                                .heap
                                .object(id)
                                .elements
                                .get(i as usize)
                                .is_some_and(|v| !v.is_hole())
                            {
                                r!(dst) = Value::TRUE;
                                continue;
                            }
                        }
                        flow!(dst, self.in_operator(x, y, Deliver::Register(dst)));
                    }
                    Op::InstanceOf { dst, a, b } => {
                        let (x, y) = (r!(a), r!(b));
                        flow!(dst, self.instance_of(x, y, Deliver::Register(dst)));
                    }

                    Op::Jmp { off } => jump!(off),
                    Op::JmpTrue { src, off } => {
                        let x = r!(src);
                        if x == Value::TRUE || (x != Value::FALSE && self.to_boolean(x)) {
                            jump!(off);
                        }
                    }
                    Op::JmpFalse { src, off } => {
                        let x = r!(src);
                        if x == Value::FALSE || (x != Value::TRUE && !self.to_boolean(x)) {
                            jump!(off);
                        }
                    }
                    Op::JmpUndefined { src, off } => {
                        if r!(src).is_undefined() {
                            jump!(off);
                        }
                    }
                    Op::JmpNotUndefined { src, off } => {
                        if !r!(src).is_undefined() {
                            jump!(off);
                        }
                    }
                    Op::JmpNullish { src, off } => {
                        if r!(src).is_nullish() {
                            jump!(off);
                        }
                    }
                    Op::JmpNotNullish { src, off } => {
                        if !r!(src).is_nullish() {
                            jump!(off);
                        }
                    }
                    Op::JmpHole { src, off } => {
                        if r!(src).is_hole() {
                            jump!(off);
                        }
                    }
                    Op::JmpNotHole { src, off } => {
                        if !r!(src).is_hole() {
                            jump!(off);
                        }
                    }
                    Op::JmpLt { a, b, off } => branch!(r!(a), r!(b), <, false, op, off, jump),
                    Op::JmpNotLt { a, b, off } => branch!(r!(a), r!(b), <, true, op, off, jump),
                    Op::JmpLe { a, b, off } => branch!(r!(a), r!(b), <=, false, op, off, jump),
                    Op::JmpNotLe { a, b, off } => branch!(r!(a), r!(b), <=, true, op, off, jump),
                    Op::JmpGt { a, b, off } => branch!(r!(a), r!(b), >, false, op, off, jump),
                    Op::JmpNotGt { a, b, off } => branch!(r!(a), r!(b), >, true, op, off, jump),
                    Op::JmpGe { a, b, off } => branch!(r!(a), r!(b), >=, false, op, off, jump),
                    Op::JmpNotGe { a, b, off } => branch!(r!(a), r!(b), >=, true, op, off, jump),
                    Op::JmpLtI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), <, false, op, off, jump)
                    }
                    Op::JmpNotLtI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), <, true, op, off, jump)
                    }
                    Op::JmpLeI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), <=, false, op, off, jump)
                    }
                    Op::JmpNotLeI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), <=, true, op, off, jump)
                    }
                    Op::JmpGtI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), >, false, op, off, jump)
                    }
                    Op::JmpNotGtI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), >, true, op, off, jump)
                    }
                    Op::JmpGeI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), >=, false, op, off, jump)
                    }
                    Op::JmpNotGeI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), >=, true, op, off, jump)
                    }
                    Op::JmpStrictEq { a, b, off } => strict_branch!(r!(a), r!(b), true, off, jump),
                    Op::JmpStrictNe { a, b, off } => strict_branch!(r!(a), r!(b), false, off, jump),
                    Op::JmpStrictEqI { a, imm, off } => {
                        strict_branch!(r!(a), Value::int(imm as i32), true, off, jump)
                    }
                    Op::JmpStrictNeI { a, imm, off } => {
                        strict_branch!(r!(a), Value::int(imm as i32), false, off, jump)
                    }
                    Op::JmpEq { a, b, off } | Op::JmpNe { a, b, off } => {
                        let (x, y) = (r!(a), r!(b));
                        save!();
                        match self.equals_slow(x, y, false, Deliver::Branch)? {
                            Flow::Value(v) => {
                                if (v == Value::TRUE) == matches!(op, Op::JmpEq { .. }) {
                                    jump!(off);
                                }
                            }
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::Loop { off } => back!(off),
                    Op::LoopTrue { src, off } => {
                        let x = r!(src);
                        if x == Value::TRUE || (x != Value::FALSE && self.to_boolean(x)) {
                            back!(off);
                        }
                    }
                    Op::LoopFalse { src, off } => {
                        if !self.to_boolean(r!(src)) {
                            back!(off);
                        }
                    }
                    Op::LoopLt { a, b, off } => branch!(r!(a), r!(b), <, false, op, off, back),
                    Op::LoopLe { a, b, off } => branch!(r!(a), r!(b), <=, false, op, off, back),
                    Op::LoopGt { a, b, off } => branch!(r!(a), r!(b), >, false, op, off, back),
                    Op::LoopGe { a, b, off } => branch!(r!(a), r!(b), >=, false, op, off, back),
                    Op::LoopLtI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), <, false, op, off, back)
                    }
                    Op::LoopLeI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), <=, false, op, off, back)
                    }
                    Op::LoopGtI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), >, false, op, off, back)
                    }
                    Op::LoopGeI { a, imm, off } => {
                        branch!(r!(a), Value::int(imm as i32), >=, false, op, off, back)
                    }
                    Op::LoopStrictNe { a, b, off } => {
                        strict_branch!(r!(a), r!(b), false, off, back)
                    }

                    Op::GetProp { dst, obj, ic } => {
                        let value = r!(obj);
                        if let Some(id) = value.as_object() {
                            let object = self.heap.object(id);
                            let cache = &self.caches[ics + ic as usize];
                            if cache.shape == object.shape {
                                if cache.kind == CacheKind::Own {
                                    r!(dst) = object.slot(cache.slot as usize);
                                    continue;
                                }
                                if cache.kind == CacheKind::Proto
                                    && cache.epoch == self.heap.proto_epoch
                                {
                                    r!(dst) =
                                        self.heap.object(cache.holder).slot(cache.slot as usize);
                                    continue;
                                }
                            } else if cache.shape2 == object.shape {
                                r!(dst) = object.slot(cache.slot2 as usize);
                                continue;
                            }
                        }
                        flow!(
                            dst,
                            self.get_prop_slow(value, ics + ic as usize, Deliver::Register(dst))
                        );
                    }
                    Op::GetLength { dst, obj, ic } => {
                        let value = r!(obj);
                        if let Some(id) = value.as_object() {
                            let object = self.heap.object(id);
                            if object.kind == Kind::Array {
                                r!(dst) = if object.length <= i32::MAX as u32 {
                                    Value::int(object.length as i32)
                                } else {
                                    Value::number(object.length as f64)
                                };
                                continue;
                            }
                        } else if let Some(s) = value.as_string() {
                            r!(dst) = Value::int(self.heap.string_len(s) as i32);
                            continue;
                        }
                        flow!(
                            dst,
                            self.get_prop_slow(value, ics + ic as usize, Deliver::Register(dst))
                        );
                    }
                    Op::GetMethod { dst, obj, ic } => {
                        let value = r!(obj);
                        r!(dst as usize + 1) = value;
                        if let Some(id) = value.as_object() {
                            let shape = self.heap.object(id).shape;
                            let cache = &self.caches[ics + ic as usize];
                            if cache.shape == shape {
                                if cache.kind == CacheKind::Proto
                                    && cache.epoch == self.heap.proto_epoch
                                {
                                    r!(dst) =
                                        self.heap.object(cache.holder).slot(cache.slot as usize);
                                    continue;
                                }
                                if cache.kind == CacheKind::Own {
                                    r!(dst) = self.heap.object(id).slot(cache.slot as usize);
                                    continue;
                                }
                            } else if cache.shape2 == shape {
                                r!(dst) = self.heap.object(id).slot(cache.slot2 as usize);
                                continue;
                            }
                        }
                        flow!(
                            dst,
                            self.get_prop_slow(value, ics + ic as usize, Deliver::Register(dst))
                        );
                    }
                    Op::SetProp { obj, src, strict, ic } => {
                        let target = r!(obj);
                        let value = r!(src);
                        if let Some(id) = target.as_object() {
                            let cache = &self.caches[ics + ic as usize];
                            let shape = self.heap.object(id).shape;
                            if cache.shape == shape {
                                if cache.kind == CacheKind::Own {
                                    let slot = cache.slot as usize;
                                    self.heap.object_mut(id).set_slot(slot, value);
                                    continue;
                                }
                                if cache.kind == CacheKind::Add
                                    && cache.epoch == self.heap.proto_epoch
                                    && self.heap.object(id).flags
                                        & (flags::EXTENSIBLE | flags::IS_PROTO)
                                        == flags::EXTENSIBLE
                                {
                                    let (slot, next) = (cache.slot as usize, cache.next);
                                    let object = self.heap.object_mut(id);
                                    object.shape = next;
                                    let grown = object.set_slot(slot, value);
                                    self.heap.bytes += grown;
                                    continue;
                                }
                            } else if cache.shape2 == shape {
                                let slot = cache.slot2 as usize;
                                self.heap.object_mut(id).set_slot(slot, value);
                                continue;
                            }
                        }
                        effect!(self.set_prop_slow(target, value, ics + ic as usize, strict != 0));
                    }
                    Op::GetElem { dst, obj, key } => {
                        let (value, k) = (r!(obj), r!(key));
                        if let (Some(id), true) = (value.as_object(), k.is_int()) {
                            let object = self.heap.object(id);
                            if let Some(&v) = object.elements.get(k.as_int_unchecked() as usize) {
                                if !v.is_hole() && object.kind != Kind::MappedArguments {
                                    r!(dst) = v;
                                    continue;
                                }
                            }
                        }
                        flow!(dst, self.get_elem_slow(value, k, Deliver::Register(dst)));
                    }
                    Op::GetElemMethod { dst, obj, key } => {
                        let (value, k) = (r!(obj), r!(key));
                        r!(dst as usize + 1) = value;
                        flow!(dst, self.get_elem_slow(value, k, Deliver::Register(dst)));
                    }
                    Op::SetElem { obj, key, src, strict } => {
                        let (target, k, value) = (r!(obj), r!(key), r!(src));
                        if let (Some(id), true) = (target.as_object(), k.is_int()) {
                            let object = self.heap.object_mut(id);
                            if object.flags & (flags::FROZEN | flags::HAS_SPARSE) == 0
                                && object.kind != Kind::MappedArguments
                            {
                                if let Some(slot) =
                                    object.elements.get_mut(k.as_int_unchecked() as usize)
                                {
                                    if !slot.is_hole() {
                                        *slot = value;
                                        continue;
                                    }
                                }
                            }
                        }
                        effect!(self.set_elem_slow(target, k, value, strict != 0));
                    }
                    Op::DeleteProp { dst, obj, strict, k } => {
                        let target = r!(obj);
                        let key = self.consts[consts + k as usize];
                        save!();
                        r!(dst) = self.delete_property(target, key, strict != 0)?;
                    }
                    Op::DeleteElem { dst, obj, key, strict } => {
                        let (target, key) = (r!(obj), r!(key));
                        save!();
                        r!(dst) = self.delete_property(target, key, strict != 0)?;
                    }
                    Op::GetWithReceiver { dst, obj, key, receiver } => {
                        let (target, k, receiver) = (r!(obj), r!(key), r!(receiver));
                        flow!(
                            dst,
                            self.get_with_receiver(target, k, receiver, Deliver::Register(dst))
                        );
                    }
                    Op::SetWithReceiver { obj, key, src, receiver, strict } => {
                        let (target, k, value, receiver) =
                            (r!(obj), r!(key), r!(src), r!(receiver));
                        effect!(self.set_with_receiver(target, k, value, receiver, strict != 0));
                    }
                    Op::CheckObjectCoercible { src, k } => {
                        let value = r!(src);
                        if value.is_nullish() {
                            save!();
                            let key = if k == u32::MAX {
                                Value::UNDEFINED
                            } else {
                                self.consts[consts + k as usize]
                            };
                            return Err(self.cannot_destructure(value, key));
                        }
                    }
                    Op::CheckObject { src, what } => {
                        let value = r!(src);
                        if !value.is_object() {
                            save!();
                            return Err(self.not_an_object(value, what));
                        }
                    }

                    Op::NewObject { dst } => {
                        let shape = self.realm.object_shape;
                        let id = self.heap.alloc(Object::new(shape, Kind::Ordinary));
                        r!(dst) = Value::object(id);
                    }
                    Op::NewObjectWith { dst, start, count, k } => {
                        let shape = match self.realm.literal_shapes.get(&(frame.code, k)) {
                            Some(&shape) => shape,
                            None => self.literal_shape(frame.code, k),
                        };
                        let mut object = Object::new(shape, Kind::Ordinary);
                        let from = base + start as usize;
                        let mut grown = 0;
                        for i in 0..count as usize {
                            grown += object.set_slot(i, self.stack[from + i]);
                        }
                        self.heap.bytes += grown;
                        let id = self.heap.alloc(object);
                        r!(dst) = Value::object(id);
                    }
                    Op::DefineProp { obj, src, ic } => {
                        let (target, value) = (r!(obj), r!(src));
                        if let Some(id) = target.as_object() {
                            let cache = &self.caches[ics + ic as usize];
                            if cache.kind == CacheKind::Add
                                && cache.shape == self.heap.object(id).shape
                            {
                                let (slot, next) = (cache.slot as usize, cache.next);
                                let object = self.heap.object_mut(id);
                                object.shape = next;
                                let grown = object.set_slot(slot, value);
                                self.heap.bytes += grown;
                                continue;
                            }
                        }
                        save!();
                        self.define_prop_slow(target, value, ics + ic as usize)?;
                    }
                    Op::DefineElem { obj, key, src } => {
                        let (target, k, value) = (r!(obj), r!(key), r!(src));
                        save!();
                        self.define_elem(target, k, value)?;
                    }
                    Op::DefineMethod { obj, key, func, enumerable } => {
                        let (target, k, value) = (r!(obj), r!(key), r!(func));
                        save!();
                        let extra =
                            if enumerable != 0 { Attributes::ENUMERABLE } else { Attributes::NONE };
                        self.define_method(target, k, value, Attributes::METHOD | extra)?;
                    }
                    Op::DefineGetter { obj, key, func, enumerable } => {
                        let (target, k, value) = (r!(obj), r!(key), r!(func));
                        save!();
                        self.define_accessor_half(target, k, value, true, enumerable != 0)?;
                    }
                    Op::DefineSetter { obj, key, func, enumerable } => {
                        let (target, k, value) = (r!(obj), r!(key), r!(func));
                        save!();
                        self.define_accessor_half(target, k, value, false, enumerable != 0)?;
                    }
                    Op::SetLiteralProto { obj, src } => {
                        let (target, proto) = (r!(obj), r!(src));
                        if let Some(id) = target.as_object() {
                            if proto.is_null() {
                                self.heap.set_proto(id, None);
                            } else if let Some(p) = proto.as_object() {
                                self.heap.set_proto(id, Some(p));
                            }
                        }
                    }
                    Op::SpreadObject { obj, src } => {
                        let (target, source) = (r!(obj), r!(src));
                        effect!(self.spread_object(target, source));
                    }
                    Op::ObjectRest { dst, src, excluded } => {
                        let (source, excluded) = (r!(src), r!(excluded));
                        flow!(dst, self.object_rest(source, excluded, Deliver::Register(dst)));
                    }
                    Op::NewArray { dst, capacity } => {
                        let id = self.new_array(Vec::with_capacity(capacity.min(1024) as usize));
                        r!(dst) = Value::object(id);
                    }
                    Op::NewArrayWith { dst, start, count } => {
                        let from = base + start as usize;
                        let list = self.stack[from..from + count as usize].to_vec();
                        r!(dst) = Value::object(self.new_array(list));
                    }
                    Op::ArrayPush { array, src } => {
                        let value = r!(src);
                        if let Some(id) = r!(array).as_object() {
                            save!();
                            self.push_element(id, value)?;
                        }
                    }
                    Op::ArrayPushHole { array } => {
                        if let Some(id) = r!(array).as_object() {
                            save!();
                            self.push_element(id, Value::HOLE)?;
                        }
                    }
                    Op::ArraySpread { array, src } => {
                        let (target, source) = (r!(array), r!(src));
                        effect!(self.array_spread(target, source));
                    }
                    Op::RegExp { dst, k } => {
                        save!();
                        r!(dst) = self.regexp_literal(frame.code, k)?;
                    }
                    Op::TemplateObject { dst, k } => {
                        r!(dst) = self.template_object(frame.code, k);
                    }

                    Op::Closure { dst, env, func } => {
                        let env = r!(env).as_env().map_or(u32::MAX, |e| e.0);
                        let code = (frame.code & super::code::SELF_HOSTED)
                            | block.functions[func as usize];
                        r!(dst) = self.make_closure(code, env);
                    }
                    Op::SetFunctionName { func, key, prefix } => {
                        let (f, k) = (r!(func), r!(key));
                        save!();
                        self.set_function_name(f, k, prefix)?;
                    }
                    Op::SetHome { func, home } => {
                        if let (Some(f), Some(h)) = (r!(func).as_object(), r!(home).as_object()) {
                            if let Internal::Function(data) = &mut self.heap.object_mut(f).internal
                            {
                                data.home = h;
                            }
                        }
                    }
                    Op::DefineClass { dst, env, func } => {
                        let env = r!(env).as_env().map_or(u32::MAX, |e| e.0);
                        let heritage = r!(dst as usize + 1);
                        let code = (frame.code & super::code::SELF_HOSTED)
                            | block.functions[func as usize];
                        save!();
                        let (class, proto) = self.define_class(code, env, heritage)?;
                        r!(dst) = class;
                        r!(dst as usize + 1) = proto;
                    }
                    Op::SetClassFields { class, init } => {
                        if let (Some(c), Some(f)) = (r!(class).as_object(), r!(init).as_object()) {
                            if let Internal::Function(data) = &mut self.heap.object_mut(c).internal
                            {
                                data.fields = f;
                            }
                        }
                    }
                    Op::LoadClassFields { dst, func } => {
                        r!(dst) = match r!(func).as_object().map(|f| &self.heap.object(f).internal)
                        {
                            Some(Internal::Function(f)) if f.fields != ObjectId::NONE => {
                                Value::object(f.fields)
                            }
                            _ => Value::UNDEFINED,
                        };
                    }
                    Op::LoadCallee { dst } => r!(dst) = Value::object(frame.callee),
                    Op::LoadNewTarget { dst } => r!(dst) = frame.new_target,
                    Op::LoadHome { dst } => {
                        r!(dst) = match &self.heap.object(frame.callee).internal {
                            Internal::Function(f) if f.home != ObjectId::NONE => {
                                Value::object(f.home)
                            }
                            _ => Value::UNDEFINED,
                        };
                    }
                    Op::GetPrototype { dst, src } => {
                        if let Some(id) = r!(src).as_object() {
                            save!();
                            let proto = self.get_prototype_of(id)?;
                            r!(dst) = proto.map_or(Value::NULL, Value::object);
                        }
                    }
                    Op::CoerceThis => {
                        let this = r!(0u8);
                        if this.is_nullish() {
                            r!(0u8) = Value::object(self.realm.global);
                        } else if !this.is_object() {
                            save!();
                            r!(0u8) = Value::object(self.to_object(this)?);
                        }
                    }
                    Op::CreateRest { dst, start } => {
                        let list = frame
                            .args
                            .as_object()
                            .map(|a| {
                                self.heap
                                    .object(a)
                                    .elements
                                    .get(start as usize..)
                                    .unwrap_or(&[])
                                    .to_vec()
                            })
                            .unwrap_or_default();
                        r!(dst) = Value::object(self.new_array(list));
                    }
                    Op::CreateArguments { dst } => {
                        r!(dst) = self.create_arguments(&frame, None);
                    }
                    Op::CreateMappedArguments { dst, env } => {
                        let env = r!(env);
                        r!(dst) = self.create_arguments(&frame, Some(env));
                    }
                    Op::NewPrivateName { dst, k } => {
                        let name = self.consts[consts + k as usize].as_string();
                        r!(dst) = Value::symbol(
                            self.heap.new_symbol(name, crate::heap::SymbolKind::Private),
                        );
                    }
                    Op::GetPrivate { dst, obj, name } => {
                        let (target, name) = (r!(obj), r!(name));
                        flow!(dst, self.get_private(target, name, Deliver::Register(dst)));
                    }
                    Op::SetPrivate { obj, name, src } => {
                        let (target, name, value) = (r!(obj), r!(name), r!(src));
                        effect!(self.set_private(target, name, value));
                    }
                    Op::DefinePrivate { obj, name, src } => {
                        let (target, name, value) = (r!(obj), r!(name), r!(src));
                        save!();
                        self.define_private(target, name, value, Attributes::WRITABLE)?;
                    }
                    Op::DefinePrivateMethod { obj, name, func } => {
                        let (target, name, value) = (r!(obj), r!(name), r!(func));
                        save!();
                        self.define_private(target, name, value, Attributes::NONE)?;
                    }
                    Op::DefinePrivateAccessor { obj, name, getter, setter } => {
                        let (target, name) = (r!(obj), r!(name));
                        let (get, set) = (r!(getter), r!(setter));
                        save!();
                        self.define_private_accessor(target, name, get, set)?;
                    }
                    Op::HasPrivate { dst, obj, name } => {
                        let (target, name) = (r!(obj), r!(name));
                        save!();
                        r!(dst) = self.has_private(target, name)?;
                    }

                    Op::Call { dst, f, argc } => {
                        let callee = r!(f);
                        let area = base + f as usize + 1;
                        save!();
                        if let Some(id) = callee.as_object() {
                            if let Internal::Function(data) = &self.heap.object(id).internal {
                                let code = data.code;
                                let kind = block_in(program, code).kind;
                                if !matches!(
                                    kind,
                                    FunctionKind::BaseConstructor
                                        | FunctionKind::DerivedConstructor
                                ) {
                                    self.push_frame(
                                        code,
                                        id,
                                        area,
                                        argc as u32,
                                        Deliver::Register(dst),
                                        Value::UNDEFINED,
                                    )?;
                                    continue 'frames;
                                }
                            }
                        }
                        self.realm.coerce_base = area;
                        match self.dispatch_call(
                            callee,
                            area,
                            argc as u32,
                            Deliver::Register(dst),
                            true,
                        )? {
                            Flow::Value(v) => r!(dst) = v,
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::CallSpread { dst, f } => {
                        let callee = r!(f);
                        let this = r!(f as usize + 1);
                        let list = r!(f as usize + 2);
                        save!();
                        let values = list
                            .as_object()
                            .map(|l| {
                                self.heap
                                    .object(l)
                                    .elements
                                    .iter()
                                    .map(|v| v.or_undefined())
                                    .collect::<Vec<_>>()
                            })
                            .unwrap_or_default();
                        let area = self.top;
                        let argc = self.place_arguments(&values, area)?;
                        self.stack[area] = this;
                        match self.dispatch_call(
                            callee,
                            area,
                            argc,
                            Deliver::Register(dst),
                            false,
                        )? {
                            Flow::Value(v) => r!(dst) = v,
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::New { dst, f, argc } => {
                        let callee = r!(f);
                        let area = base + f as usize + 1;
                        save!();
                        self.realm.coerce_base = area;
                        match self.dispatch_construct(
                            callee,
                            callee,
                            area,
                            argc as u32,
                            Deliver::Register(dst),
                            true,
                        )? {
                            Flow::Value(v) => r!(dst) = v,
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::NewSpread { dst, f } | Op::SuperCallSpread { dst, f } => {
                        let callee = r!(f);
                        let target = if matches!(op, Op::NewSpread { .. }) {
                            callee
                        } else {
                            r!(f as usize + 1)
                        };
                        let list = r!(f as usize + 2);
                        save!();
                        let values = list
                            .as_object()
                            .map(|l| {
                                self.heap
                                    .object(l)
                                    .elements
                                    .iter()
                                    .map(|v| v.or_undefined())
                                    .collect::<Vec<_>>()
                            })
                            .unwrap_or_default();
                        let area = self.top;
                        if !self.is_constructor(callee) {
                            return Err(self.super_not_constructor(
                                callee,
                                matches!(op, Op::NewSpread { .. }),
                            ));
                        }
                        let argc = self.place_arguments(&values, area)?;
                        match self.dispatch_construct(
                            callee,
                            target,
                            area,
                            argc,
                            Deliver::Register(dst),
                            false,
                        )? {
                            Flow::Value(v) => r!(dst) = v,
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::SuperCall { dst, f, argc } => {
                        let callee = r!(f);
                        let target = r!(f as usize + 1);
                        let area = base + f as usize + 1;
                        save!();
                        if !self.is_constructor(callee) {
                            return Err(self.super_not_constructor(callee, false));
                        }
                        match self.dispatch_construct(
                            callee,
                            target,
                            area,
                            argc as u32,
                            Deliver::Register(dst),
                            false,
                        )? {
                            Flow::Value(v) => r!(dst) = v,
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::Intrinsic { dst, f, argc, id } => {
                        let area = base + f as usize + 1;
                        save!();
                        self.realm.coerce_base = area;
                        match self.call_intrinsic(
                            id,
                            area,
                            argc as u32,
                            Deliver::Register(dst),
                            frame.callee,
                        )? {
                            Flow::Value(v) => r!(dst) = v,
                            Flow::Frame => continue 'frames,
                        }
                    }
                    Op::LoadIntrinsic { dst, id } => r!(dst) = self.load_intrinsic(id),
                    Op::Return { src } => {
                        let value = r!(src);
                        save!();
                        if frame.state == ObjectId::NONE && !frame.construct {
                            self.frames.pop();
                            if let Deliver::Register(dst) = frame.deliver {
                                if let Some(f) = self.frames.last() {
                                    self.stack[f.base as usize + dst as usize] = value;
                                    continue 'frames;
                                }
                            }
                            match self.finish(frame.deliver, value, floor) {
                                Some(v) => return Ok(v),
                                None => continue 'frames,
                            }
                        }
                        match self.return_slow(value, floor)? {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                    Op::ReturnUndefined => {
                        save!();
                        if frame.state == ObjectId::NONE && !frame.construct {
                            self.frames.pop();
                            match self.finish(frame.deliver, Value::UNDEFINED, floor) {
                                Some(v) => return Ok(v),
                                None => continue 'frames,
                            }
                        }
                        match self.return_slow(Value::UNDEFINED, floor)? {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                    Op::ReturnDerived { src, this } => {
                        let (value, this) = (r!(src), r!(this));
                        save!();
                        let value = if value.is_object() {
                            value
                        } else if !value.is_undefined() {
                            return Err(self.type_error(
                                "Derived constructors may only return object or undefined",
                            ));
                        } else if this.is_hole() {
                            return Err(self.this_error());
                        } else {
                            this
                        };
                        self.frames.pop();
                        match self.finish(frame.deliver, value, floor) {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                    Op::Throw { src } => {
                        let value = r!(src);
                        save!();
                        return Err(Abrupt::Throw(value));
                    }
                    Op::ThrowError { kind, k } => {
                        save!();
                        let message = self.consts[consts + k as usize];
                        return Err(self.throw_constant(kind, message));
                    }
                    Op::ThrowConstAssign { .. } => {
                        save!();
                        return Err(self.type_error("Assignment to constant variable."));
                    }

                    Op::GetIterator { dst, src } => {
                        let source = r!(src);
                        save!();
                        if self.can_iterate_fast(source) {
                            r!(dst) = source;
                            r!(dst as usize + 1) = Value::FAST_ITER;
                            self.start_fast_iteration(base + dst as usize);
                        } else {
                            let mark = base + dst as usize;
                            match self.get_iterator(source, mark)? {
                                Flow::Value(_) => {}
                                Flow::Frame => continue 'frames,
                            }
                        }
                    }
                    Op::IterStep { dst, iter, skip, done } => {
                        let at = base + iter as usize;
                        let next = self.stack[at + 1];
                        if let Some(position) = crate::vm::exec::iterate::fast_position(next) {
                            if let Some(id) = self.stack[at].as_object() {
                                let object = self.heap.object(id);
                                if object.kind == Kind::Array {
                                    if position < object.length {
                                        let value = match object.elements.get(position as usize) {
                                            Some(&v) if !v.is_hole() => v,
                                            _ => {
                                                save!();
                                                self.get(
                                                    id,
                                                    crate::object::PropertyKey::Index(position),
                                                )?
                                            }
                                        };
                                        self.stack[at + 1] =
                                            crate::vm::exec::iterate::fast_mark(position + 1);
                                        r!(dst) = value;
                                        jump!(skip);
                                    } else {
                                        self.stack[at + 1] = crate::vm::exec::iterate::FINISHED;
                                        jump!(done);
                                    }
                                    continue;
                                }
                            }
                            save!();
                            match self.fast_step(at, position)? {
                                Some(value) => {
                                    r!(dst) = value;
                                    jump!(skip);
                                }
                                None => jump!(done),
                            }
                        } else if self.steps_generator(at) {
                            save!();
                            match self.step_generator(at)? {
                                Flow::Value(_) => jump!(done),
                                Flow::Frame => continue 'frames,
                            }
                        }
                    }
                    Op::IterIsFast { iter, off } => {
                        let next = r!(iter as usize + 1);
                        if crate::vm::exec::iterate::fast_position(next).is_some()
                            || next == crate::vm::exec::iterate::FINISHED
                        {
                            jump!(off);
                        }
                    }
                    Op::ForInStart { dst, src } => {
                        let source = r!(src);
                        save!();
                        r!(dst) = self.for_in_start(source)?;
                    }
                    Op::ForInNext { dst, iter, done } => {
                        let iter = r!(iter);
                        save!();
                        match self.for_in_next(iter)? {
                            Some(key) => r!(dst) = key,
                            None => jump!(done),
                        }
                    }

                    Op::InitialYield => {
                        save!();
                        match self.initial_yield(floor)? {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                    Op::AsyncStart => {
                        save!();
                        self.async_start();
                        continue 'frames;
                    }
                    Op::Await { dst, src } => {
                        let value = r!(src);
                        save!();
                        match self.suspend_await(dst, value, floor)? {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                    Op::Yield { dst, src } => {
                        let value = r!(src);
                        save!();
                        match self.suspend_yield(dst, value, false, floor)? {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                    Op::YieldDelegate { dst, src } => {
                        let value = r!(src);
                        save!();
                        match self.suspend_yield(dst, value, true, floor)? {
                            Some(v) => return Ok(v),
                            None => continue 'frames,
                        }
                    }
                }
            }
        }
    }

    /// Return from constructors, generators and async functions.
    fn return_slow(&mut self, value: Value, floor: usize) -> Completion<Option<Value>> {
        let Some(frame) = self.frames.pop() else { return Ok(Some(value)) };
        if frame.state != ObjectId::NONE {
            return self.return_from_suspendable(&frame, value, floor);
        }
        let value =
            if frame.construct && !value.is_object() && !self.block(frame.code).flags.self_hosted {
                self.stack[frame.base as usize]
            } else {
                value
            };
        Ok(self.finish(frame.deliver, value, floor))
    }
}

/// Offset and negation of a compare-and-branch instruction.
fn branch_of(op: Op) -> Option<(i32, bool)> {
    Some(match op {
        Op::JmpLt { off, .. }
        | Op::JmpLe { off, .. }
        | Op::JmpGt { off, .. }
        | Op::JmpGe { off, .. }
        | Op::JmpLtI { off, .. }
        | Op::JmpLeI { off, .. }
        | Op::JmpGtI { off, .. }
        | Op::JmpGeI { off, .. }
        | Op::JmpEq { off, .. }
        | Op::LoopLt { off, .. }
        | Op::LoopLe { off, .. }
        | Op::LoopGt { off, .. }
        | Op::LoopGe { off, .. }
        | Op::LoopLtI { off, .. }
        | Op::LoopLeI { off, .. }
        | Op::LoopGtI { off, .. }
        | Op::LoopGeI { off, .. } => (off, false),
        Op::JmpNotLt { off, .. }
        | Op::JmpNotLe { off, .. }
        | Op::JmpNotGt { off, .. }
        | Op::JmpNotGe { off, .. }
        | Op::JmpNotLtI { off, .. }
        | Op::JmpNotLeI { off, .. }
        | Op::JmpNotGtI { off, .. }
        | Op::JmpNotGeI { off, .. }
        | Op::JmpNe { off, .. } => (off, true),
        _ => return None,
    })
}
