//! A compiled function and a compiled unit, immutable and shareable between threads.

use super::opcodes::Op;
use std::sync::Arc;

/// What sort of function a code block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// The whole program or script.
    Top,
    /// `function` declaration or expression: constructible.
    Normal,
    Arrow,
    /// Method, getter, setter, field initialiser, static block: not constructible.
    Method,
    BaseConstructor,
    DerivedConstructor,
    Generator,
    Async,
    AsyncArrow,
    AsyncMethod,
    AsyncGenerator,
}

/// Static facts of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionFlags {
    pub strict: bool,
    /// Uses `CreateRest`, `CreateArguments` or `CreateMappedArguments`: all arguments must be kept.
    pub needs_arguments: bool,
    /// Methods, generator methods: no `prototype` although the kind would have one.
    pub method: bool,
    /// Self-hosted: frames are left out of stack traces, not constructible.
    pub self_hosted: bool,
    /// Has an own `name` binding that must not be overwritten by SetFunctionName (class with static `name`).
    pub class_field_init: bool,
}

/// Range of instructions guarded by a handler; inner ranges come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First guarded instruction.
    pub start: u32,
    /// One past the last guarded instruction.
    pub end: u32,
    pub target: u32,
    /// Receives the thrown value.
    pub register: u8,
}

/// Where an instruction comes from; sorted by `pc`, an entry holds up to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub pc: u32,
    /// Byte offset reported as the location.
    pub at: u32,
    /// Byte span of the expression that error messages quote (callee, object).
    pub start: u32,
    pub end: u32,
}

/// One inline-cache site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IcSite {
    /// Constant index of the property name (a string).
    pub key: u32,
}

/// Strings of a tagged template.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateParts {
    /// `None` where the escape is invalid (cooked undefined).
    pub cooked: Vec<Option<Vec<u16>>>,
    pub raw: Vec<Vec<u16>>,
}

/// Constants as the compiler knows them; a machine turns them into values when it loads the unit.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    Number(f64),
    /// UTF-16 units.
    String(Arc<[u16]>),
    /// Decimal digits.
    BigInt(Arc<str>),
    RegExp {
        pattern: Arc<[u16]>,
        flags: Arc<str>,
    },
    Template(Arc<TemplateParts>),
    /// Property names of an object literal, as constant indices of strings.
    Keys(Arc<[u32]>),
}

/// A compiled function.
#[derive(Clone, Debug)]
pub struct CodeBlock {
    /// Own `name` of the function object; empty for anonymous.
    pub name: Arc<[u16]>,
    pub kind: FunctionKind,
    pub flags: FunctionFlags,
    /// Registers taken by positional parameters (r1..).
    pub param_count: u8,
    /// `length` of the function object.
    pub length: u32,
    /// Registers in use (1..=256).
    pub registers: u16,
    pub ops: Vec<Op>,
    pub constants: Vec<Constant>,
    /// Indices of nested functions in [`Unit::functions`].
    pub functions: Vec<u32>,
    pub ics: Vec<IcSite>,
    pub handlers: Vec<Handler>,
    pub positions: Vec<Position>,
    /// Environment slot of each parameter, for mapped `arguments` (`u16::MAX`: not mapped).
    pub mapped: Vec<u16>,
    /// Byte span of the function's text (`Function.prototype.toString`).
    pub source: (u32, u32),
}

/// A compiled source text: function 0 is the top.
#[derive(Clone, Debug)]
pub struct Unit {
    pub functions: Vec<CodeBlock>,
    /// The text positions refer to (as parsed).
    pub text: Arc<str>,
    /// Byte offset at which `text` starts in the text as it was sent, and its line and column there.
    pub origin: Origin,
    /// Byte offset of each line start in `text`.
    pub line_starts: Vec<u32>,
    /// Self-hosted units: function index by name.
    pub exports: Vec<(String, u32)>,
}

/// Where the parsed text stands in the text as sent (fences and prose are cut off in front).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Lines before the parsed text.
    pub line: u32,
    /// UTF-16 units before it on its first line.
    pub column: u32,
}
