//! Tree to bytecode.
//!
//! The parsed tree is walked directly: type syntax is stepped over, nothing is rewritten. Functions are emitted
//! one after the other from a queue, never inside one another, so native stack use follows the nesting of
//! expressions and statements alone.

mod access;
mod assign;
mod call;
mod class;
mod condition;
mod control;
mod dispose;
mod emit;
mod expression;
mod function;
mod iterate;
mod literal;
mod names;
mod pattern;
mod scope;
mod statement;
mod suspend;
mod typescript;

use crate::bytecode::opcodes::Reg;
use crate::bytecode::{CodeBlock, FunctionKind};
use control::Control;
use emit::{Emitter, Label, Site};
use function::Job;
use oxc_ast::ast::{FormalParameters, Program};
use oxc_semantic::Scoping;
use oxc_span::Span;
use rustc_hash::FxHashMap;
use scope::{Analysis, FuncIdx, ScopeIdx, TopKind};
use std::collections::VecDeque;
use std::sync::Arc;

/// Why code cannot be made; becomes a diagnostic.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) unsupported: bool,
    pub(crate) message: String,
    pub(crate) span: Option<Span>,
    pub(crate) hint: Option<String>,
}

impl Fault {
    pub(crate) fn syntax(message: impl Into<String>, span: Span) -> Fault {
        Fault { unsupported: false, message: message.into(), span: Some(span), hint: None }
    }
    pub(crate) fn unsupported(
        message: impl Into<String>,
        span: Span,
        hint: impl Into<String>,
    ) -> Fault {
        Fault {
            unsupported: true,
            message: message.into(),
            span: Some(span),
            hint: Some(hint.into()),
        }
    }
    /// More live values than a frame has registers.
    pub(crate) fn too_complex() -> Fault {
        Fault {
            unsupported: false,
            message: "Expression too complex".into(),
            span: None,
            hint: Some("Split the expression or function into smaller parts.".into()),
        }
    }
}

/// What kind of text is compiled.
#[derive(Clone, Copy)]
pub(crate) enum Target<'r> {
    Program {
        completion: bool,
        call_last: bool,
    },
    Script,
    /// Built-in code: names starting with `$` are intrinsics, found by the resolver.
    SelfHosted(&'r dyn Fn(&str) -> Option<u32>),
}

/// All functions of a unit (0 is the top) and, for self-hosted code, its exports.
pub(crate) struct Compiled {
    pub(crate) functions: Vec<CodeBlock>,
    pub(crate) exports: Vec<(String, u32)>,
}

/// Compiles a checked tree.
pub(crate) fn compile<'a>(
    program: &'a Program<'a>,
    scoping: &Scoping,
    source: &'a str,
    target: Target<'a>,
    strict: bool,
) -> Result<Compiled, Fault> {
    let top = if matches!(target, Target::Script) { TopKind::Global } else { TopKind::Locals };
    let analysis =
        Analysis::run(program, top, strict, scoping.scopes_len(), scoping.references_len());
    let mut compiler = Compiler {
        an: analysis,
        source,
        target,
        blocks: vec![None],
        exports: Vec::new(),
        queue: VecDeque::new(),
        e: Emitter::new(0),
        f: Frame::new(0, FunctionKind::Top, strict),
        class_spans: FxHashMap::default(),
        constructor_params: FxHashMap::default(),
        at: Span::default(),
    };
    compiler.run(program).map_err(|mut fault| {
        fault.span.get_or_insert(compiler.at);
        fault
    })?;
    let functions = compiler.blocks.into_iter().flatten().collect();
    Ok(Compiled { functions, exports: compiler.exports })
}

/// State of the function being emitted.
struct Frame<'a> {
    func: FuncIdx,
    kind: FunctionKind,
    strict: bool,
    is_async: bool,
    is_generator: bool,
    scope: ScopeIdx,
    /// Innermost environment.
    env: Option<Reg>,
    /// Environment the function was made in.
    outer_env: Option<Reg>,
    controls: Vec<Control<'a>>,
    /// Labels that stand directly before the statement to come.
    labels: Vec<&'a str>,
    completion: Option<Reg>,
    /// Exits of the optional chains being emitted.
    chains: Vec<Label>,
    /// Slots of the parameters of a mapped `arguments` object.
    mapped: Vec<u16>,
    /// Lists of disposable resources of the open scopes.
    disposals: Vec<Reg>,
}

impl Frame<'_> {
    fn new(func: FuncIdx, kind: FunctionKind, strict: bool) -> Self {
        Frame {
            func,
            kind,
            strict,
            is_async: matches!(
                kind,
                FunctionKind::Async
                    | FunctionKind::AsyncArrow
                    | FunctionKind::AsyncMethod
                    | FunctionKind::AsyncGenerator
            ),
            is_generator: matches!(kind, FunctionKind::Generator | FunctionKind::AsyncGenerator),
            scope: 0,
            env: None,
            outer_env: None,
            controls: Vec::new(),
            labels: Vec::new(),
            completion: None,
            chains: Vec::new(),
            mapped: Vec::new(),
            disposals: Vec::new(),
        }
    }
}

struct Compiler<'a> {
    an: Analysis<'a>,
    source: &'a str,
    target: Target<'a>,
    blocks: Vec<Option<CodeBlock>>,
    exports: Vec<(String, u32)>,
    queue: VecDeque<Queued<'a>>,
    e: Emitter,
    f: Frame<'a>,
    /// Text of each class, which is the text of its constructor.
    class_spans: FxHashMap<u32, Span>,
    /// Parameters of written constructors, for parameter properties.
    constructor_params: FxHashMap<FuncIdx, &'a FormalParameters<'a>>,
    /// Statement being emitted, for faults without a place of their own.
    at: Span,
}

/// A function whose code is still to be emitted.
struct Queued<'a> {
    job: Job<'a>,
    index: u32,
    name: Arc<[u16]>,
}

/// The name an anonymous function or class takes from its context.
#[derive(Clone, Copy)]
enum Name<'n> {
    None,
    Text(&'n str),
    /// The property key in a register; 0 none, 1 `get`, 2 `set`.
    Key(Reg, u8),
}

impl<'a> Compiler<'a> {
    fn run(&mut self, program: &'a Program<'a>) -> Result<(), Fault> {
        self.top(program)?;
        while let Some(job) = self.queue.pop_front() {
            self.function_code(job)?;
        }
        Ok(())
    }

    /// Queues a function; the result indexes `CodeBlock::functions` of the current block.
    fn enqueue(&mut self, job: Job<'a>, name: &str) -> u32 {
        let index = self.blocks.len() as u32;
        self.blocks.push(None);
        self.queue.push_back(Queued { job, index, name: name.encode_utf16().collect() });
        self.e.functions.push(index);
        self.e.functions.len() as u32 - 1
    }

    fn self_hosted(&self) -> bool {
        matches!(self.target, Target::SelfHosted(_))
    }
}

fn site(span: Span) -> Site {
    Site { at: span.start, span }
}
