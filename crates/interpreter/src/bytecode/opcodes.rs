//! THE opcode table.
//!
//! Instructions are 8 bytes, register based, decoded by `match`.
//!
//! Registers: a frame sees 256 registers. `r0` is `this`, `r1..=param_count` the positional
//! parameters (missing ones are `undefined`), everything above is `undefined` on entry and belongs
//! to the compiler (locals, then temporaries). `CodeBlock::registers` is the number in use.
//!
//! Call area: a call uses consecutive registers `f` (callee), `f+1` (`this`), `f+2..f+2+argc`
//! (arguments). The callee's window starts at `f+1`, so everything above `f` is clobbered by the
//! call: `f` must be the lowest of the temporaries in use, i.e. nothing live may stand above the
//! arguments.
//!
//! Environments (heap-allocated scopes for captured variables) are values held in registers.
//!
//! Jumps: `off` is relative to the instruction after the jump, in instructions. Jumps with negative offset must use the
//! `Loop*` forms, which charge fuel; all others go forward only.
//!
//! Legend for the operands: `dst` written, all other registers read; `k` index of a constant;
//! `ic` index of an inline-cache site (`CodeBlock::ics`, whose row names the key); `strict` 0 or 1.
//! "calls" means that the instruction may run guest code (frames are pushed, `dst` is written when they return).

/// A register of the current window.
pub type Reg = u8;

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    // ---- moves and constants
    Nop,
    Move {
        dst: Reg,
        src: Reg,
    },
    LoadInt {
        dst: Reg,
        value: i32,
    },
    /// Number, string or BigInt constant.
    LoadK {
        dst: Reg,
        k: u32,
    },
    LoadUndefined {
        dst: Reg,
    },
    LoadNull {
        dst: Reg,
    },
    LoadTrue {
        dst: Reg,
    },
    LoadFalse {
        dst: Reg,
    },
    /// The internal "no value" mark: TDZ of bindings, array holes, absent parent class.
    LoadHole {
        dst: Reg,
    },
    /// Throws ReferenceError `Cannot access 'k' before initialization` if `src` is the hole.
    CheckTdz {
        src: Reg,
        k: u32,
    },
    /// Throws ReferenceError for `this` before `super()` if `src` is the hole.
    CheckThis {
        src: Reg,
    },
    /// Throws ReferenceError `Super constructor may only be called once` unless `src` is the hole.
    CheckThisUninitialized {
        src: Reg,
    },

    // ---- environments
    /// New environment of `size` slots (all holes) whose parent is the environment in `parent` (`undefined` for none).
    NewEnv {
        dst: Reg,
        parent: Reg,
        size: u32,
    },
    /// New environment with the parent and the slot values of `src` (per-iteration bindings).
    CopyEnv {
        dst: Reg,
        src: Reg,
    },
    /// The environment the running function was created in.
    LoadFunctionEnv {
        dst: Reg,
    },
    /// Slot of the environment `hops` parents up from `env`.
    LoadEnv {
        dst: Reg,
        env: Reg,
        hops: u8,
        slot: u32,
    },
    /// The same, throwing the TDZ error naming constant `k` on the hole.
    LoadEnvChecked {
        dst: Reg,
        env: Reg,
        hops: u8,
        slot: u16,
        k: u16,
    },
    StoreEnv {
        src: Reg,
        env: Reg,
        hops: u8,
        slot: u32,
    },
    /// Throws the TDZ error if the slot holds the hole, else stores.
    StoreEnvChecked {
        src: Reg,
        env: Reg,
        hops: u8,
        slot: u16,
        k: u16,
    },

    // ---- globals (IC key = name)
    /// Property of the global object; ReferenceError `x is not defined` if absent. calls (accessor).
    LoadGlobal {
        dst: Reg,
        ic: u32,
    },
    /// The same with `undefined` if absent (`typeof x`).
    LoadGlobalOrUndefined {
        dst: Reg,
        ic: u32,
    },
    /// Assignment to an unresolved name: ReferenceError if strict and absent.
    StoreGlobal {
        src: Reg,
        strict: u8,
        ic: u32,
    },
    /// Script mode: declares `var k` on the global object if absent (CreateGlobalVarBinding).
    DeclareGlobalVar {
        k: u32,
    },
    /// Script mode: declares function `k` with value `src` (CreateGlobalFunctionBinding).
    DeclareGlobalFunction {
        src: Reg,
        k: u32,
    },
    /// Script mode: SyntaxError if lexical name `k` collides with a non-configurable global (HasRestrictedGlobalProperty).
    CheckGlobalLexical {
        k: u32,
    },
    /// `delete x` of an unresolved name (sloppy).
    DeleteGlobal {
        dst: Reg,
        k: u32,
    },
    /// The global object (script mode top-level `this`).
    LoadGlobalThis {
        dst: Reg,
    },

    // ---- arithmetic (calls, when an operand is an object)
    Add {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Div {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Mod {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Exp {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    BitAnd {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    BitOr {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    BitXor {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shr {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    UShr {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a + imm` where the right operand is the integer literal `imm`.
    AddI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    SubI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    MulI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    DivI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    ModI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    BitAndI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    BitOrI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    BitXorI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    ShlI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    ShrI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    UShrI {
        dst: Reg,
        a: Reg,
        imm: i32,
    },
    /// ToNumeric(src) + 1.
    Inc {
        dst: Reg,
        src: Reg,
    },
    Dec {
        dst: Reg,
        src: Reg,
    },
    /// ToNumeric (postfix operators).
    ToNumeric {
        dst: Reg,
        src: Reg,
    },
    /// Unary plus.
    ToNumber {
        dst: Reg,
        src: Reg,
    },
    Neg {
        dst: Reg,
        src: Reg,
    },
    BitNot {
        dst: Reg,
        src: Reg,
    },
    Not {
        dst: Reg,
        src: Reg,
    },
    TypeOf {
        dst: Reg,
        src: Reg,
    },
    /// ToString as template literals do it.
    ToString {
        dst: Reg,
        src: Reg,
    },
    ToPropertyKey {
        dst: Reg,
        src: Reg,
    },
    /// Concatenates `count` strings in `start..` (all already strings).
    Concat {
        dst: Reg,
        start: Reg,
        count: u8,
    },

    // ---- comparison
    Lt {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Le {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Gt {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ge {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Eq {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    StrictEq {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    StrictNe {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a in b`. calls
    In {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `a instanceof b`. calls
    InstanceOf {
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    // ---- jumps
    Jmp {
        off: i32,
    },
    JmpTrue {
        src: Reg,
        off: i32,
    },
    JmpFalse {
        src: Reg,
        off: i32,
    },
    JmpUndefined {
        src: Reg,
        off: i32,
    },
    JmpNotUndefined {
        src: Reg,
        off: i32,
    },
    /// null or undefined
    JmpNullish {
        src: Reg,
        off: i32,
    },
    JmpNotNullish {
        src: Reg,
        off: i32,
    },
    JmpHole {
        src: Reg,
        off: i32,
    },
    JmpNotHole {
        src: Reg,
        off: i32,
    },
    /// Jump if `a < b` holds / does not hold (the latter also on NaN). calls when an operand is an object.
    JmpLt {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpNotLt {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpLe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpNotLe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpGt {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpNotGt {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpGe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpNotGe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpStrictEq {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpStrictNe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpEq {
        a: Reg,
        b: Reg,
        off: i32,
    },
    JmpNe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    /// The same against an integer literal.
    JmpLtI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpNotLtI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpLeI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpNotLeI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpGtI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpNotGtI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpGeI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpNotGeI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpStrictEqI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    JmpStrictNeI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    /// Backward jumps; each charges fuel, may preempt and is a collection safe point.
    Loop {
        off: i32,
    },
    LoopTrue {
        src: Reg,
        off: i32,
    },
    LoopFalse {
        src: Reg,
        off: i32,
    },
    LoopLt {
        a: Reg,
        b: Reg,
        off: i32,
    },
    LoopLe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    LoopGt {
        a: Reg,
        b: Reg,
        off: i32,
    },
    LoopGe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    LoopStrictNe {
        a: Reg,
        b: Reg,
        off: i32,
    },
    LoopLtI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    LoopLeI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    LoopGtI {
        a: Reg,
        imm: i16,
        off: i32,
    },
    LoopGeI {
        a: Reg,
        imm: i16,
        off: i32,
    },

    // ---- property access (all: calls, for accessors and proxies)
    /// `obj.key`; key from the IC site. TypeError on null/undefined names expression and key.
    GetProp {
        dst: Reg,
        obj: Reg,
        ic: u32,
    },
    /// `obj.length`.
    GetLength {
        dst: Reg,
        obj: Reg,
        ic: u32,
    },
    /// Callee and receiver of `obj.key(...)`: `dst` = the property, `dst+1` = obj (obj may be `dst+1`).
    GetMethod {
        dst: Reg,
        obj: Reg,
        ic: u32,
    },
    SetProp {
        obj: Reg,
        src: Reg,
        strict: u8,
        ic: u32,
    },
    GetElem {
        dst: Reg,
        obj: Reg,
        key: Reg,
    },
    /// As GetMethod with a computed key.
    GetElemMethod {
        dst: Reg,
        obj: Reg,
        key: Reg,
    },
    SetElem {
        obj: Reg,
        key: Reg,
        src: Reg,
        strict: u32,
    },
    DeleteProp {
        dst: Reg,
        obj: Reg,
        strict: u8,
        k: u32,
    },
    DeleteElem {
        dst: Reg,
        obj: Reg,
        key: Reg,
        strict: u32,
    },
    /// `[[Get]](key, receiver)`: super property access; `obj` may be null (TypeError).
    GetWithReceiver {
        dst: Reg,
        obj: Reg,
        key: Reg,
        receiver: u32,
    },
    SetWithReceiver {
        obj: Reg,
        key: Reg,
        src: Reg,
        receiver: u8,
        strict: u8,
    },
    /// Throws TypeError if `src` is null or undefined (destructuring); constant `k` names the first property, `u32::MAX` none.
    CheckObjectCoercible {
        src: Reg,
        k: u32,
    },
    /// Throws TypeError unless an object: 0 iterator result, 1 iterator close result, 2 other. `Iterator result x is not an object`.
    CheckObject {
        src: Reg,
        what: u8,
    },

    // ---- object and array literals, definitions (CreateDataProperty semantics on fresh objects)
    NewObject {
        dst: Reg,
    },
    /// Object with the keys of constant `k` (`Constant::Keys`: distinct non-index names, no `__proto__`) and the values `start..start+count`.
    NewObjectWith {
        dst: Reg,
        start: Reg,
        count: u8,
        k: u32,
    },
    /// CreateDataProperty with the IC site's key, enumerable.
    DefineProp {
        obj: Reg,
        src: Reg,
        ic: u32,
    },
    /// CreateDataPropertyOrThrow with a computed key (already a property key), enumerable.
    DefineElem {
        obj: Reg,
        key: Reg,
        src: Reg,
    },
    /// Method definition: `enumerable` 0 or 1 (classes 0). Sets nothing on the function.
    DefineMethod {
        obj: Reg,
        key: Reg,
        func: Reg,
        enumerable: u32,
    },
    DefineGetter {
        obj: Reg,
        key: Reg,
        func: Reg,
        enumerable: u32,
    },
    DefineSetter {
        obj: Reg,
        key: Reg,
        func: Reg,
        enumerable: u32,
    },
    /// `__proto__: src` in a literal.
    SetLiteralProto {
        obj: Reg,
        src: Reg,
    },
    /// `...src` in an object literal (CopyDataProperties). calls
    SpreadObject {
        obj: Reg,
        src: Reg,
    },
    /// Object rest: `dst` = copy of `src` without the keys in the internal array `excluded`. calls
    ObjectRest {
        dst: Reg,
        src: Reg,
        excluded: Reg,
    },
    NewArray {
        dst: Reg,
        capacity: u32,
    },
    NewArrayWith {
        dst: Reg,
        start: Reg,
        count: u8,
    },
    ArrayPush {
        array: Reg,
        src: Reg,
    },
    ArrayPushHole {
        array: Reg,
    },
    /// `...src` in an array literal or argument list. calls
    ArraySpread {
        array: Reg,
        src: Reg,
    },
    RegExp {
        dst: Reg,
        k: u32,
    },
    /// The frozen template object of the site `k` (same identity each time).
    TemplateObject {
        dst: Reg,
        k: u32,
    },

    // ---- functions and classes
    /// Function object for `CodeBlock::functions[func]` closing over environment `env`.
    Closure {
        dst: Reg,
        env: Reg,
        func: u32,
    },
    /// SetFunctionName from a property key; prefix 0 none, 1 `get`, 2 `set`.
    SetFunctionName {
        func: Reg,
        key: Reg,
        prefix: u8,
    },
    /// SetFunctionName only if `func` is an anonymous function object without own `name` (used where the static analysis is not enough).
    SetHome {
        func: Reg,
        home: Reg,
    },
    /// Class constructor (`dst`) and prototype (`dst+1`) from function `func` closing over `env`; the
    /// heritage value stands in `dst+1` beforehand (hole: no `extends`). calls (heritage.prototype).
    DefineClass {
        dst: Reg,
        env: Reg,
        func: u32,
    },
    /// Remembers `init` (a method-like function run with `this`) as the field initialiser of class constructor `class`.
    SetClassFields {
        class: Reg,
        init: Reg,
    },
    /// The field initialiser of the class whose constructor is `func` (`undefined` if none).
    LoadClassFields {
        dst: Reg,
        func: Reg,
    },
    /// The running function object.
    LoadCallee {
        dst: Reg,
    },
    LoadNewTarget {
        dst: Reg,
    },
    /// The home object of the running function.
    LoadHome {
        dst: Reg,
    },
    /// `src.[[GetPrototypeOf]]()` (super base of a home object, parent constructor of a function).
    GetPrototype {
        dst: Reg,
        src: Reg,
    },
    /// Sloppy functions: undefined/null `this` becomes the global object, primitives are wrapped (r0).
    CoerceThis,
    /// Array of the arguments from index `start` on.
    CreateRest {
        dst: Reg,
        start: u32,
    },
    /// Unmapped arguments object.
    CreateArguments {
        dst: Reg,
    },
    /// Mapped arguments object: parameter i lives in slot `CodeBlock::mapped[i]` of `env`.
    CreateMappedArguments {
        dst: Reg,
        env: Reg,
    },
    NewPrivateName {
        dst: Reg,
        k: u32,
    },
    GetPrivate {
        dst: Reg,
        obj: Reg,
        name: Reg,
    },
    SetPrivate {
        obj: Reg,
        name: Reg,
        src: Reg,
    },
    /// Adds a private field; TypeError if present.
    DefinePrivate {
        obj: Reg,
        name: Reg,
        src: Reg,
    },
    DefinePrivateMethod {
        obj: Reg,
        name: Reg,
        func: Reg,
    },
    /// `getter`/`setter` are functions or undefined; adding the other half of an accessor merges.
    DefinePrivateAccessor {
        obj: Reg,
        name: Reg,
        getter: Reg,
        setter: u32,
    },
    HasPrivate {
        dst: Reg,
        obj: Reg,
        name: Reg,
    },

    // ---- calls
    Call {
        dst: Reg,
        f: Reg,
        argc: u8,
    },
    /// Arguments are the elements of the internal array in `f+2`.
    CallSpread {
        dst: Reg,
        f: Reg,
    },
    /// `new f(...)`: `f+1` is scratch, arguments as for Call.
    New {
        dst: Reg,
        f: Reg,
        argc: u8,
    },
    NewSpread {
        dst: Reg,
        f: Reg,
    },
    /// `super(...)`: `f` parent constructor, `f+1` the new.target.
    SuperCall {
        dst: Reg,
        f: Reg,
        argc: u8,
    },
    SuperCallSpread {
        dst: Reg,
        f: Reg,
    },
    /// Calls intrinsic `id` (native or self-hosted); call area as for Call, `f` is scratch.
    Intrinsic {
        dst: Reg,
        f: Reg,
        argc: u8,
        id: u32,
    },
    /// The function object of intrinsic `id`.
    LoadIntrinsic {
        dst: Reg,
        id: u32,
    },
    /// In a construct frame of a base constructor or plain function a non-object `src` gives `this` instead.
    Return {
        src: Reg,
    },
    ReturnUndefined,
    /// Return of a derived constructor: object → it; undefined → `this` (ReferenceError if hole); else TypeError.
    ReturnDerived {
        src: Reg,
        this: Reg,
    },
    Throw {
        src: Reg,
    },
    /// Throws a new error: kind 0 TypeError, 1 ReferenceError, 2 SyntaxError, 3 RangeError, with message constant `k`.
    ThrowError {
        kind: u8,
        k: u32,
    },
    /// `Assignment to constant variable.`
    ThrowConstAssign {
        k: u32,
    },

    // ---- iteration
    /// `dst` iterator, `dst+1` its `next` (both internal marks when iterated without an iterator object). calls
    GetIterator {
        dst: Reg,
        src: Reg,
    },
    /// One step: internal fast iteration writes the value and skips `skip` instructions, or jumps `done`
    /// when exhausted; otherwise falls through to the emitted slow path (call next, CheckObject, done, value).
    IterStep {
        dst: Reg,
        iter: Reg,
        skip: u8,
        done: i32,
    },
    /// Falls through to the emitted slow path when `iter` is an ordinary iterator; does nothing but jump when internal.
    IterIsFast {
        iter: Reg,
        off: i32,
    },
    /// `dst` = key enumerator of `src` (null/undefined: empty). calls
    ForInStart {
        dst: Reg,
        src: Reg,
    },
    /// Next key into `dst`, or jump `done`.
    ForInNext {
        dst: Reg,
        iter: Reg,
        done: i32,
    },

    // ---- suspension
    /// Generators (sync and async), after parameter binding: makes the generator object, returns it to the caller.
    InitialYield,
    /// Async functions, first instruction: makes the result promise. Errors before it do not exist.
    AsyncStart,
    /// Suspends until `src` (promise or value) settles. Rejection throws here.
    Await {
        dst: Reg,
        src: Reg,
    },
    /// Yields `src`. On resumption `dst` = sent value, `dst+1` = 0 for next, 2 for return; throw() throws here.
    Yield {
        dst: Reg,
        src: Reg,
    },
    /// `yield*`: yields the inner result object `src` as it is (async generators: the value). On resumption
    /// `dst` = received value, `dst+1` = 0 next, 1 throw, 2 return.
    YieldDelegate {
        dst: Reg,
        src: Reg,
    },
}

#[cfg(test)]
mod tests {
    use super::Op;

    #[test]
    fn an_instruction_is_eight_bytes() {
        assert_eq!(std::mem::size_of::<Op>(), 8);
    }
}
