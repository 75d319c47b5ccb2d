//! Scope analysis: which names a scope declares, where each reference resolves, what is captured.
//!
//! One walk over the tree before code is emitted. The tree's own scope ids (set by the semantic pass) key the
//! result; parameter scopes, class scopes, function-expression names and field initialisers, which have no
//! id of their own, hang off their function or class.
//!
//! Invariants: a binding is `captured` if any function but its own reads or writes it; a reference is marked
//! `checked` unless its binding is provably initialised when the reference runs.
//!
//! Longer than other files: the walk and what it records share one state.

use oxc_ast::ast::*;
use oxc_ast_visit::{VisitJs, walk_js};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

pub(crate) type ScopeIdx = u32;
pub(crate) type BindIdx = u32;
pub(crate) type FuncIdx = u32;
pub(crate) const NONE: u32 = u32::MAX;
/// A reference that resolves to no binding: a property of the global object.
pub(crate) const GLOBAL: u32 = 0x7fff_ffff;
const CHECKED: u32 = 0x8000_0000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BindingKind {
    Var,
    Function,
    /// Function declared in a block.
    BlockFunction,
    Let,
    Const,
    Class,
    /// The name of a class inside its own body.
    ClassInner,
    Param,
    CatchSimple,
    CatchPattern,
    /// The name of a function expression inside itself.
    FunctionName,
    Private,
    /// Made by the compiler, no name in the program can reach it.
    Hidden,
    EnumMember,
}

impl BindingKind {
    fn lexical(self) -> bool {
        matches!(
            self,
            BindingKind::Let
                | BindingKind::Const
                | BindingKind::Class
                | BindingKind::ClassInner
                | BindingKind::BlockFunction
                | BindingKind::CatchPattern
        )
    }
    /// Has a temporal dead zone.
    fn dead_zone(self) -> bool {
        matches!(
            self,
            BindingKind::Let
                | BindingKind::Const
                | BindingKind::Class
                | BindingKind::ClassInner
                | BindingKind::Param
                | BindingKind::CatchPattern
        )
    }
}

/// Where a binding lives while code of its scope runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Unplaced,
    Register(u8),
    Slot(u32),
}

#[derive(Debug)]
pub(crate) struct Binding<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: BindingKind,
    pub(crate) scope: ScopeIdx,
    pub(crate) captured: bool,
    /// Written anywhere but at its declaration.
    pub(crate) assigned: bool,
    /// Some reference needs the dead-zone mark.
    pub(crate) needs_hole: bool,
    /// Source position from which straight-line code sees it initialised.
    pub(crate) live_from: u32,
    pub(crate) place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Top,
    /// Parameters, and the body where it shares their scope.
    Function,
    /// Body apart from parameters that contain expressions.
    Body,
    FunctionName,
    Block,
    Switch,
    Catch,
    Class,
    /// Static block or namespace: holds `var`s but is no function.
    VarBlock,
    Enum,
}

#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) parent: ScopeIdx,
    pub(crate) func: FuncIdx,
    pub(crate) kind: ScopeKind,
    pub(crate) start: u32,
    names: Names<'a>,
    pub(crate) bindings: Vec<BindIdx>,
    unresolved: Vec<Reference<'a>>,
    /// Block functions (name, position, still in their own scope) that may also assign a `var`.
    hoist: Vec<(&'a str, u32, bool)>,
    /// Decided when the scope is entered by the emitter.
    pub(crate) has_env: bool,
    pub(crate) env_register: u8,
}

impl Scope<'_> {
    /// Whether `var` declarations inside belong to it.
    pub(crate) fn holds_vars(&self) -> bool {
        matches!(
            self.kind,
            ScopeKind::Top | ScopeKind::Function | ScopeKind::Body | ScopeKind::VarBlock
        )
    }
}

/// Names of one scope: a list while short, a table when long.
#[derive(Debug, Default)]
struct Names<'a> {
    list: Vec<(&'a str, BindIdx)>,
    table: FxHashMap<&'a str, BindIdx>,
}

impl<'a> Names<'a> {
    fn get(&self, name: &str) -> Option<BindIdx> {
        if self.table.is_empty() {
            self.list.iter().find(|row| row.0 == name).map(|row| row.1)
        } else {
            self.table.get(name).copied()
        }
    }
    fn insert(&mut self, name: &'a str, index: BindIdx) {
        if self.table.is_empty() && self.list.len() < 12 {
            self.list.push((name, index));
            return;
        }
        if self.table.is_empty() {
            self.table.extend(self.list.iter().copied());
        }
        self.table.insert(name, index);
    }
}

#[derive(Clone, Copy, Debug)]
struct Reference<'a> {
    name: &'a str,
    id: u32,
    func: FuncIdx,
    /// Position, moved out to the creation of the function as the reference crosses its boundary.
    pos: u32,
    write: bool,
    /// Crossed the boundary of a method or initialiser of the class whose scope is being left.
    in_method: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FunctionRole {
    Top,
    Plain,
    Arrow,
    Method,
    FieldInit,
    StaticInit,
}

#[derive(Debug)]
pub(crate) struct FunctionInfo {
    pub(crate) parent: FuncIdx,
    pub(crate) role: FunctionRole,
    pub(crate) strict: bool,
    pub(crate) outer_scope: ScopeIdx,
    pub(crate) name_scope: ScopeIdx,
    pub(crate) param_scope: ScopeIdx,
    pub(crate) body_scope: ScopeIdx,
    pub(crate) param_expressions: bool,
    /// Reads or writes a binding of an enclosing function, or a function inside does.
    pub(crate) needs_env: bool,
    pub(crate) uses_this: bool,
    pub(crate) uses_home: bool,
    pub(crate) arguments: BindIdx,
    pub(crate) this: BindIdx,
    pub(crate) new_target: BindIdx,
    pub(crate) home: BindIdx,
    pub(crate) callee: BindIdx,
    pub(crate) derived: bool,
    /// Class whose constructor this is.
    pub(crate) class: u32,
    /// Position at which the function object is made.
    created: u32,
}

#[derive(Debug, Default)]
pub(crate) struct ClassInfo {
    pub(crate) scope: ScopeIdx,
    pub(crate) inner_name: BindIdx,
    pub(crate) instance_init: FuncIdx,
    pub(crate) static_init: FuncIdx,
    pub(crate) elements: Vec<ElementInfo>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementInfo {
    /// Holds a computed field key.
    pub(crate) key: BindIdx,
    /// Holds the function of a private instance method, getter or setter.
    pub(crate) function: BindIdx,
    /// Private name behind an `accessor` field.
    pub(crate) storage: BindIdx,
}

/// How top-level declarations behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TopKind {
    /// Locals of the top function.
    Locals,
    /// `var` and `function` are properties of the global object.
    Global,
}

pub(crate) struct Analysis<'a> {
    pub(crate) scopes: Vec<Scope<'a>>,
    pub(crate) bindings: Vec<Binding<'a>>,
    pub(crate) functions: Vec<FunctionInfo>,
    pub(crate) classes: Vec<ClassInfo>,
    /// Scope, function or class of a tree scope id.
    scope_of: Vec<u32>,
    function_of: Vec<u32>,
    class_of: Vec<u32>,
    /// Scope around a function declaration that is the body of an `if`.
    pub(crate) if_scopes: FxHashMap<u32, ScopeIdx>,
    /// Binding of each reference, with the CHECKED bit.
    resolved: Vec<u32>,
    /// Block functions (by position) that also assign a `var` of their name.
    pub(crate) hoisted: FxHashSet<u32>,
    /// Names declared on the global object by `var` (script mode), in order.
    pub(crate) global_vars: Vec<&'a str>,
    privates: FxHashMap<u32, Vec<(&'a str, BindIdx, bool)>>,
    top: TopKind,
    scope: ScopeIdx,
    func: FuncIdx,
    write: bool,
}

impl<'a> Analysis<'a> {
    pub(crate) fn run(
        program: &Program<'a>,
        top: TopKind,
        strict: bool,
        scopes: usize,
        references: usize,
    ) -> Analysis<'a> {
        let mut analysis = Analysis {
            scopes: Vec::with_capacity(scopes + 8),
            bindings: Vec::new(),
            functions: Vec::new(),
            classes: Vec::new(),
            scope_of: vec![NONE; scopes],
            function_of: vec![NONE; scopes],
            class_of: vec![NONE; scopes],
            if_scopes: FxHashMap::default(),
            resolved: vec![GLOBAL; references],
            hoisted: FxHashSet::default(),
            global_vars: Vec::new(),
            privates: FxHashMap::default(),
            top,
            scope: NONE,
            func: NONE,
            write: false,
        };
        let func = analysis.new_function(FunctionRole::Top, strict, 0);
        analysis.func = func;
        let scope = analysis.open(ScopeKind::Top, 0);
        analysis.functions[func as usize].param_scope = scope;
        analysis.functions[func as usize].body_scope = scope;
        analysis.map_scope(&program.scope_id, scope);
        analysis.declare_list(&program.body, true);
        for statement in &program.body {
            analysis.visit_statement(statement);
        }
        analysis.close();
        analysis
    }

    fn new_function(&mut self, role: FunctionRole, strict: bool, created: u32) -> FuncIdx {
        let index = self.functions.len() as u32;
        self.functions.push(FunctionInfo {
            parent: self.func,
            role,
            strict,
            outer_scope: self.scope,
            name_scope: NONE,
            param_scope: NONE,
            body_scope: NONE,
            param_expressions: false,
            needs_env: false,
            uses_this: false,
            uses_home: false,
            arguments: NONE,
            this: NONE,
            new_target: NONE,
            home: NONE,
            callee: NONE,
            derived: false,
            class: NONE,
            created,
        });
        index
    }

    fn open(&mut self, kind: ScopeKind, start: u32) -> ScopeIdx {
        let index = self.scopes.len() as u32;
        self.scopes.push(Scope {
            parent: self.scope,
            func: self.func,
            kind,
            start,
            names: Names::default(),
            bindings: Vec::new(),
            unresolved: Vec::new(),
            hoist: Vec::new(),
            has_env: false,
            env_register: 0,
        });
        self.scope = index;
        index
    }

    fn map_scope(&mut self, id: &Cell<Option<ScopeId>>, scope: ScopeIdx) {
        if let Some(id) = id.get() {
            if let Some(row) = self.scope_of.get_mut(id.index()) {
                *row = scope;
            }
        }
    }

    /// Leaves the current scope: resolves what it declares, hands the rest to its parent.
    fn close(&mut self) {
        let index = self.scope;
        let kind = self.scopes[index as usize].kind;
        self.hoist_block_functions(index);
        let unresolved = std::mem::take(&mut self.scopes[index as usize].unresolved);
        let parent = self.scopes[index as usize].parent;
        let func = self.scopes[index as usize].func;
        let crosses = parent != NONE && self.scopes[parent as usize].func != func;
        let mut rest = Vec::new();
        for mut reference in unresolved {
            if let Some(binding) = self.scopes[index as usize].names.get(reference.name) {
                self.resolve(reference, binding);
                continue;
            }
            if reference.name == "arguments"
                && kind == ScopeKind::Function
                && matches!(
                    self.functions[func as usize].role,
                    FunctionRole::Plain | FunctionRole::Method
                )
            {
                let binding = self.arguments_binding(func);
                self.resolve(reference, binding);
                continue;
            }
            if crosses {
                reference.pos = self.functions[func as usize].created;
                if matches!(
                    self.functions[func as usize].role,
                    FunctionRole::Method | FunctionRole::FieldInit | FunctionRole::StaticInit
                ) && self.scopes[parent as usize].kind == ScopeKind::Class
                {
                    reference.in_method = true;
                }
            }
            if kind == ScopeKind::Class {
                reference.in_method = false;
            }
            rest.push(reference);
        }
        if parent != NONE {
            let target = &mut self.scopes[parent as usize].unresolved;
            if target.is_empty() {
                *target = rest;
            } else {
                target.extend(rest);
            }
        }
        self.scope = parent;
    }

    fn arguments_binding(&mut self, func: FuncIdx) -> BindIdx {
        if self.functions[func as usize].arguments == NONE {
            let scope = self.functions[func as usize].param_scope;
            let binding = self.add(scope, "arguments", BindingKind::Var);
            self.bindings[binding as usize].assigned = true;
            self.functions[func as usize].arguments = binding;
        }
        self.functions[func as usize].arguments
    }

    fn resolve(&mut self, reference: Reference<'a>, index: BindIdx) {
        let binding = &self.bindings[index as usize];
        let scope = &self.scopes[binding.scope as usize];
        let mut checked = false;
        if binding.kind.dead_zone() {
            let proven = if binding.kind == BindingKind::ClassInner && reference.in_method {
                true
            } else if scope.kind == ScopeKind::Switch {
                false
            } else {
                reference.pos >= binding.live_from
            };
            checked = !proven;
        }
        let owner = scope.func;
        let binding = &mut self.bindings[index as usize];
        binding.needs_hole |= checked;
        binding.assigned |= reference.write;
        if owner != reference.func {
            binding.captured = true;
            self.mark_env(reference.func, owner);
        }
        if let Some(row) = self.resolved.get_mut(reference.id as usize) {
            *row = index | if checked { CHECKED } else { 0 };
        }
    }

    /// Functions from `from` out to (without) `owner` need their outer environment.
    fn mark_env(&mut self, from: FuncIdx, owner: FuncIdx) {
        let mut func = from;
        while func != owner && func != NONE {
            self.functions[func as usize].needs_env = true;
            func = self.functions[func as usize].parent;
        }
    }

    fn hoist_block_functions(&mut self, index: ScopeIdx) {
        let hoist = std::mem::take(&mut self.scopes[index as usize].hoist);
        if hoist.is_empty() {
            return;
        }
        let kind = self.scopes[index as usize].kind;
        let parent = self.scopes[index as usize].parent;
        for (name, at, fresh) in hoist {
            let here = self.scopes[index as usize].names.get(name);
            let var_scope = matches!(
                kind,
                ScopeKind::Top | ScopeKind::Function | ScopeKind::Body | ScopeKind::VarBlock
            );
            if !fresh || var_scope {
                if let Some(binding) = here {
                    let kind = self.bindings[binding as usize].kind;
                    if kind.lexical() && !fresh {
                        continue;
                    }
                }
            }
            if var_scope {
                let func = self.scopes[index as usize].func;
                let param_scope = self.functions[func as usize].param_scope;
                let is_param = self.scopes[param_scope as usize]
                    .names
                    .get(name)
                    .is_some_and(|row| self.bindings[row as usize].kind == BindingKind::Param);
                let arguments = name == "arguments"
                    && matches!(
                        self.functions[func as usize].role,
                        FunctionRole::Plain | FunctionRole::Method
                    );
                if is_param || arguments {
                    continue;
                }
                self.hoisted.insert(at);
                if kind == ScopeKind::Top && self.top == TopKind::Global {
                    if !self.global_vars.contains(&name) {
                        self.global_vars.push(name);
                    }
                } else if here.is_none() {
                    let binding = self.add(index, name, BindingKind::Var);
                    self.bindings[binding as usize].assigned = true;
                }
            } else if parent != NONE {
                self.scopes[parent as usize].hoist.push((name, at, false));
            }
        }
    }

    fn add(&mut self, scope: ScopeIdx, name: &'a str, kind: BindingKind) -> BindIdx {
        let index = self.add_hidden(scope, name, kind);
        self.scopes[scope as usize].names.insert(name, index);
        index
    }

    fn add_hidden(&mut self, scope: ScopeIdx, name: &'a str, kind: BindingKind) -> BindIdx {
        let index = self.bindings.len() as u32;
        self.bindings.push(Binding {
            name,
            kind,
            scope,
            captured: false,
            assigned: false,
            needs_hole: false,
            live_from: 0,
            place: Place::Unplaced,
        });
        self.scopes[scope as usize].bindings.push(index);
        index
    }

    fn var_scope(&self) -> ScopeIdx {
        let mut scope = self.scope;
        loop {
            let row = &self.scopes[scope as usize];
            if matches!(
                row.kind,
                ScopeKind::Top | ScopeKind::Function | ScopeKind::Body | ScopeKind::VarBlock
            ) || row.parent == NONE
            {
                return scope;
            }
            scope = row.parent;
        }
    }

    fn declare_var(&mut self, name: &'a str, kind: BindingKind) {
        let target = self.var_scope();
        let mut scope = self.scope;
        while scope != target {
            if let Some(binding) = self.scopes[scope as usize].names.get(name) {
                self.bindings[binding as usize].assigned = true;
            }
            scope = self.scopes[scope as usize].parent;
        }
        if self.scopes[target as usize].kind == ScopeKind::Top && self.top == TopKind::Global {
            if kind == BindingKind::Var && !self.global_vars.contains(&name) {
                self.global_vars.push(name);
            }
            return;
        }
        if let Some(binding) = self.scopes[target as usize].names.get(name) {
            let row = &mut self.bindings[binding as usize];
            row.assigned = true;
            if row.kind == BindingKind::Var && kind == BindingKind::Function {
                row.kind = BindingKind::Function;
            }
            return;
        }
        let binding = self.add(target, name, kind);
        self.bindings[binding as usize].assigned = kind == BindingKind::Var;
        let func = self.scopes[target as usize].func;
        let info = &self.functions[func as usize];
        let has_arguments = name == "arguments"
            && kind == BindingKind::Var
            && matches!(info.role, FunctionRole::Plain | FunctionRole::Method)
            && matches!(self.scopes[target as usize].kind, ScopeKind::Function | ScopeKind::Body);
        if has_arguments {
            if self.scopes[target as usize].kind == ScopeKind::Function {
                self.functions[func as usize].arguments = binding;
            } else {
                self.arguments_binding(func);
            }
        }
    }

    fn declare_lexical(&mut self, name: &'a str, kind: BindingKind, live_from: u32) -> BindIdx {
        let scope = self.scope;
        if let Some(binding) = self.scopes[scope as usize].names.get(name) {
            return binding;
        }
        let binding = self.add(scope, name, kind);
        self.bindings[binding as usize].live_from = live_from;
        binding
    }

    fn declare_pattern(&mut self, pattern: &BindingPattern<'a>, kind: BindingKind, live_from: u32) {
        match pattern {
            BindingPattern::BindingIdentifier(id) => {
                if kind == BindingKind::Var {
                    self.declare_var(id.name.as_str(), kind);
                } else {
                    self.declare_lexical(id.name.as_str(), kind, live_from);
                }
            }
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    self.declare_pattern(&property.value, kind, live_from);
                }
                if let Some(rest) = &object.rest {
                    self.declare_pattern(&rest.argument, kind, live_from);
                }
            }
            BindingPattern::ArrayPattern(array) => {
                for element in array.elements.iter().flatten() {
                    self.declare_pattern(element, kind, live_from);
                }
                if let Some(rest) = &array.rest {
                    self.declare_pattern(&rest.argument, kind, live_from);
                }
            }
            BindingPattern::AssignmentPattern(assignment) => {
                self.declare_pattern(&assignment.left, kind, live_from);
            }
        }
    }

    fn declare_function(&mut self, function: &Function<'a>, top_level: bool) {
        let Some(id) = &function.id else { return };
        if function.declare || function.body.is_none() {
            return;
        }
        let name = id.name.as_str();
        if top_level {
            self.declare_var(name, BindingKind::Function);
            return;
        }
        if let Some(binding) = self.scopes[self.scope as usize].names.get(name) {
            self.bindings[binding as usize].assigned = true;
        } else {
            self.add(self.scope, name, BindingKind::BlockFunction);
        }
        if !self.functions[self.func as usize].strict && !function.r#async && !function.generator {
            let at = function.span.start;
            self.scopes[self.scope as usize].hoist.push((name, at, true));
        }
    }

    /// Declares the lexical names and functions of a statement list. `top_level`: functions are `var`-like.
    fn declare_list(&mut self, list: &[Statement<'a>], top_level: bool) {
        for statement in list {
            self.declare_statement(statement, top_level);
        }
    }

    fn declare_statement(&mut self, statement: &Statement<'a>, top_level: bool) {
        match statement {
            Statement::FunctionDeclaration(function) => self.declare_function(function, top_level),
            Statement::ClassDeclaration(class) if !class.declare => {
                if let Some(id) = &class.id {
                    self.declare_lexical(id.name.as_str(), BindingKind::Class, class.span.end);
                }
            }
            Statement::VariableDeclaration(declaration) if !declaration.declare => {
                self.declare_variables(declaration);
            }
            Statement::LabeledStatement(labeled) => {
                let mut body = &labeled.body;
                while let Statement::LabeledStatement(inner) = body {
                    body = &inner.body;
                }
                if let Statement::FunctionDeclaration(function) = body {
                    self.declare_function(function, top_level);
                }
            }
            Statement::TSEnumDeclaration(node) if !node.declare => {
                self.declare_var_or_let(node.id.name.as_str(), top_level, node.span.end);
            }
            Statement::TSNamespaceDeclaration(node) if !node.declare => {
                self.declare_var_or_let(node.id.name.as_str(), top_level, node.span.end);
            }
            Statement::TSImportEqualsDeclaration(node) => {
                self.declare_lexical(node.id.name.as_str(), BindingKind::Const, node.span.end);
            }
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::FunctionDeclaration(function) => {
                    self.declare_function(function, top_level)
                }
                Declaration::ClassDeclaration(class) if !class.declare => {
                    if let Some(id) = &class.id {
                        self.declare_lexical(id.name.as_str(), BindingKind::Class, class.span.end);
                    }
                }
                Declaration::VariableDeclaration(declaration) if !declaration.declare => {
                    self.declare_variables(declaration);
                }
                Declaration::TSEnumDeclaration(node) if !node.declare => {
                    self.declare_var_or_let(node.id.name.as_str(), top_level, node.span.end);
                }
                Declaration::TSNamespaceDeclaration(node) if !node.declare => {
                    self.declare_var_or_let(node.id.name.as_str(), top_level, node.span.end);
                }
                _ => {}
            },
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                    self.declare_function(function, top_level);
                }
                ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                    if let Some(id) = &class.id {
                        self.declare_lexical(id.name.as_str(), BindingKind::Class, class.span.end);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Enums and namespaces may be declared several times and are `undefined` before that.
    fn declare_var_or_let(&mut self, name: &'a str, top_level: bool, _end: u32) {
        if self.scopes[self.scope as usize].names.get(name).is_some() {
            return;
        }
        if top_level {
            self.declare_var(name, BindingKind::Var);
        } else {
            let binding = self.add(self.scope, name, BindingKind::BlockFunction);
            self.bindings[binding as usize].assigned = true;
        }
    }

    fn declare_variables(&mut self, declaration: &VariableDeclaration<'a>) {
        let kind = match declaration.kind {
            VariableDeclarationKind::Var => return,
            VariableDeclarationKind::Let => BindingKind::Let,
            _ => BindingKind::Const,
        };
        for declarator in &declaration.declarations {
            self.declare_pattern(&declarator.id, kind, declarator.span.end);
        }
    }

    /// The function whose `this` a piece of code sees.
    pub(crate) fn this_owner(&self, mut func: FuncIdx) -> FuncIdx {
        while self.functions[func as usize].role == FunctionRole::Arrow {
            func = self.functions[func as usize].parent;
        }
        func
    }

    fn capture_hidden(&mut self, get: fn(&mut FunctionInfo) -> &mut BindIdx) {
        let owner = self.this_owner(self.func);
        if owner == self.func || self.functions[owner as usize].role == FunctionRole::Top {
            return;
        }
        if *get(&mut self.functions[owner as usize]) == NONE {
            let scope = self.functions[owner as usize].param_scope;
            let binding = self.add_hidden(scope, "this", BindingKind::Hidden);
            self.bindings[binding as usize].captured = true;
            *get(&mut self.functions[owner as usize]) = binding;
        }
        self.mark_env(self.func, owner);
    }

    fn use_this(&mut self) {
        let owner = self.this_owner(self.func);
        self.functions[owner as usize].uses_this = true;
        self.capture_hidden(|info| &mut info.this);
    }

    fn reference(&mut self, name: &'a str, id: u32, pos: u32, write: bool) {
        let reference = Reference { name, id, func: self.func, pos, write, in_method: false };
        self.scopes[self.scope as usize].unresolved.push(reference);
    }

    fn private_reference(&mut self, name: &'a str) {
        if let Some(binding) = self.find_private(self.scope, name) {
            let owner = self.scopes[self.bindings[binding as usize].scope as usize].func;
            if owner != self.func {
                self.bindings[binding as usize].captured = true;
                self.mark_env(self.func, owner);
            }
        }
    }

    /// The binding of private name `name` seen from `scope`.
    pub(crate) fn find_private(&self, mut scope: ScopeIdx, name: &str) -> Option<BindIdx> {
        while scope != NONE {
            if self.scopes[scope as usize].kind == ScopeKind::Class {
                if let Some(list) = self.privates.get(&scope) {
                    if let Some(row) = list.iter().find(|row| row.0 == name) {
                        return Some(row.1);
                    }
                }
            }
            scope = self.scopes[scope as usize].parent;
        }
        None
    }

    /// Private names a class declares.
    pub(crate) fn privates_of(&self, scope: ScopeIdx) -> Vec<BindIdx> {
        self.privates
            .get(&scope)
            .map_or_else(Vec::new, |list| list.iter().map(|row| row.1).collect())
    }

    // ---- what the emitter asks

    pub(crate) fn scope_of(&self, id: &Cell<Option<ScopeId>>) -> ScopeIdx {
        id.get().and_then(|id| self.scope_of.get(id.index())).copied().unwrap_or(NONE)
    }

    pub(crate) fn function_of(&self, id: &Cell<Option<ScopeId>>) -> FuncIdx {
        id.get().and_then(|id| self.function_of.get(id.index())).copied().unwrap_or(NONE)
    }

    pub(crate) fn class_of(&self, id: &Cell<Option<ScopeId>>) -> u32 {
        id.get().and_then(|id| self.class_of.get(id.index())).copied().unwrap_or(NONE)
    }

    /// Binding (or GLOBAL) of a reference and whether it must be checked for its dead zone.
    pub(crate) fn resolution(&self, reference: &IdentifierReference<'a>) -> (BindIdx, bool) {
        let row = reference
            .reference_id
            .get()
            .and_then(|id| self.resolved.get(id.index()))
            .copied()
            .unwrap_or(GLOBAL);
        (row & !CHECKED, row & CHECKED != 0)
    }

    /// Binding of `name` declared in `scope` itself.
    pub(crate) fn own(&self, scope: ScopeIdx, name: &str) -> Option<BindIdx> {
        self.scopes.get(scope as usize).and_then(|scope| scope.names.get(name))
    }

    /// Binding of `name` from `scope` outwards within the same function.
    pub(crate) fn lookup(&self, mut scope: ScopeIdx, name: &str) -> Option<BindIdx> {
        let func = self.scopes[scope as usize].func;
        while scope != NONE && self.scopes[scope as usize].func == func {
            if let Some(binding) = self.scopes[scope as usize].names.get(name) {
                return Some(binding);
            }
            scope = self.scopes[scope as usize].parent;
        }
        None
    }

    fn visit_function_parts(
        &mut self,
        role: FunctionRole,
        scope_id: &Cell<Option<ScopeId>>,
        span: Span,
        name: Option<&'a str>,
        params: &FormalParameters<'a>,
        body: Option<&FunctionBody<'a>>,
        expression: Option<&Expression<'a>>,
        created: u32,
        is_async_or_generator: bool,
    ) -> FuncIdx {
        let strict = self.functions[self.func as usize].strict
            || body.is_some_and(FunctionBody::has_use_strict_directive);
        let func = self.new_function(role, strict, created);
        if let Some(id) = scope_id.get() {
            if let Some(row) = self.function_of.get_mut(id.index()) {
                *row = func;
            }
        }
        let outer = self.func;
        self.func = func;
        let write = std::mem::replace(&mut self.write, false);
        if let Some(name) = name {
            let scope = self.open(ScopeKind::FunctionName, span.start);
            self.functions[func as usize].name_scope = scope;
            self.add(scope, name, BindingKind::FunctionName);
        }
        let scope = self.open(ScopeKind::Function, span.start);
        self.functions[func as usize].param_scope = scope;
        self.functions[func as usize].body_scope = scope;
        let param_expressions = params
            .items
            .iter()
            .any(|item| item.initializer.is_some() || pattern_has_expression(&item.pattern))
            || params.rest.as_ref().is_some_and(|rest| pattern_has_expression(&rest.rest.argument));
        self.functions[func as usize].param_expressions = param_expressions;
        for item in &params.items {
            let live = if param_expressions { item.span.end } else { 0 };
            self.declare_params(&item.pattern, live);
            if item.accessibility.is_some() || item.readonly || item.r#override {
                self.use_this();
            }
        }
        if let Some(rest) = &params.rest {
            self.declare_params(
                &rest.rest.argument,
                if param_expressions { rest.span.end } else { 0 },
            );
        }
        for item in &params.items {
            self.visit_binding_pattern(&item.pattern);
            if let Some(init) = &item.initializer {
                self.visit_expression(init);
            }
        }
        if let Some(rest) = &params.rest {
            self.visit_binding_pattern(&rest.rest.argument);
        }
        if param_expressions {
            let start = body.map_or(span.start, |body| body.span.start);
            let scope = self.open(ScopeKind::Body, start);
            self.functions[func as usize].body_scope = scope;
        }
        if let Some(body) = body {
            self.declare_list(&body.statements, true);
            for statement in &body.statements {
                self.visit_statement(statement);
            }
        }
        if let Some(expression) = expression {
            self.visit_expression(expression);
        }
        if param_expressions {
            self.share_arguments(func);
            self.close();
        }
        self.close();
        if name.is_some() {
            self.close();
        }
        let mapped = self.functions[func as usize].arguments != NONE
            && !strict
            && params.rest.is_none()
            && params.items.iter().all(|item| {
                item.initializer.is_none()
                    && matches!(item.pattern, BindingPattern::BindingIdentifier(_))
            });
        if mapped && !is_arrow(role) {
            for index in 0..self.scopes[scope as usize].bindings.len() {
                let binding = self.scopes[scope as usize].bindings[index];
                if self.bindings[binding as usize].kind == BindingKind::Param {
                    self.bindings[binding as usize].captured = true;
                }
            }
        }
        let _ = is_async_or_generator;
        self.write = write;
        self.func = outer;
        func
    }

    /// A body that declares `var arguments` apart from its parameters starts from the arguments object.
    fn share_arguments(&mut self, func: FuncIdx) {
        let body = self.functions[func as usize].body_scope;
        let declares = self.scopes[body as usize]
            .names
            .get("arguments")
            .is_some_and(|row| self.bindings[row as usize].kind == BindingKind::Var);
        let plain = matches!(
            self.functions[func as usize].role,
            FunctionRole::Plain | FunctionRole::Method
        );
        let param_scope = self.functions[func as usize].param_scope;
        if declares && plain && self.scopes[param_scope as usize].names.get("arguments").is_none() {
            self.arguments_binding(func);
        }
    }

    fn declare_params(&mut self, pattern: &BindingPattern<'a>, live_from: u32) {
        if let BindingPattern::BindingIdentifier(id) = pattern {
            let name = id.name.as_str();
            if let Some(binding) = self.scopes[self.scope as usize].names.get(name) {
                self.bindings[binding as usize].assigned = true;
                return;
            }
        }
        self.declare_pattern(pattern, BindingKind::Param, live_from);
    }

    fn visit_block(
        &mut self,
        kind: ScopeKind,
        id: &Cell<Option<ScopeId>>,
        start: u32,
        body: &[Statement<'a>],
    ) {
        let scope = self.open(kind, start);
        self.map_scope(id, scope);
        self.declare_list(body, kind == ScopeKind::VarBlock);
        for statement in body {
            self.visit_statement(statement);
        }
        self.close();
    }

    fn visit_if_branch(&mut self, statement: &Statement<'a>) {
        if let Statement::FunctionDeclaration(function) = statement {
            let scope = self.open(ScopeKind::Block, function.span.start);
            self.if_scopes.insert(function.span.start, scope);
            self.declare_function(function, false);
            self.visit_statement(statement);
            self.close();
        } else {
            self.visit_statement(statement);
        }
    }

    fn visit_head(&mut self, left: &ForStatementLeft<'a>, live_from: u32) {
        if let ForStatementLeft::VariableDeclaration(declaration) = left {
            let kind = match declaration.kind {
                VariableDeclarationKind::Var => BindingKind::Var,
                VariableDeclarationKind::Let => BindingKind::Let,
                _ => BindingKind::Const,
            };
            for declarator in &declaration.declarations {
                self.declare_pattern(&declarator.id, kind, live_from);
            }
        }
    }
}

fn is_arrow(role: FunctionRole) -> bool {
    role == FunctionRole::Arrow
}

fn pattern_has_expression(pattern: &BindingPattern) -> bool {
    match pattern {
        BindingPattern::BindingIdentifier(_) => false,
        BindingPattern::AssignmentPattern(_) => true,
        BindingPattern::ObjectPattern(object) => {
            object
                .properties
                .iter()
                .any(|property| property.computed || pattern_has_expression(&property.value))
                || object.rest.as_ref().is_some_and(|rest| pattern_has_expression(&rest.argument))
        }
        BindingPattern::ArrayPattern(array) => {
            array.elements.iter().flatten().any(pattern_has_expression)
                || array.rest.as_ref().is_some_and(|rest| pattern_has_expression(&rest.argument))
        }
    }
}

impl<'a> VisitJs<'a> for Analysis<'a> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let write = std::mem::replace(&mut self.write, false);
        let id = it.reference_id.get().map_or(NONE, |id| id.index() as u32);
        self.reference(it.name.as_str(), id, it.span.start, write);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        let inner = target_identifier(it);
        if let Some(id) = inner {
            self.write = true;
            self.visit_identifier_reference(id);
            return;
        }
        walk_js::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.write = true;
        self.visit_identifier_reference(&it.binding);
        if let Some(init) = &it.init {
            self.visit_expression(init);
        }
    }

    fn visit_this_expression(&mut self, _it: &ThisExpression) {
        self.use_this();
    }

    fn visit_super(&mut self, _it: &Super) {
        self.use_this();
        let owner = self.this_owner(self.func);
        self.functions[owner as usize].uses_home = true;
        self.capture_hidden(|info| &mut info.home);
    }

    fn visit_new_target(&mut self, _it: &NewTarget) {
        self.capture_hidden(|info| &mut info.new_target);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if matches!(it.callee, Expression::Super(_)) {
            self.use_this();
            self.capture_hidden(|info| &mut info.new_target);
            self.capture_hidden(|info| &mut info.callee);
            self.visit_arguments(&it.arguments);
            return;
        }
        walk_js::walk_call_expression(self, it);
    }

    fn visit_private_field_expression(&mut self, it: &PrivateFieldExpression<'a>) {
        self.private_reference(it.field.name.as_str());
        self.visit_expression(&it.object);
    }

    fn visit_private_in_expression(&mut self, it: &PrivateInExpression<'a>) {
        self.private_reference(it.left.name.as_str());
        self.visit_expression(&it.right);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.declare {
            return;
        }
        for declarator in &it.declarations {
            if it.kind == VariableDeclarationKind::Var {
                self.declare_pattern(&declarator.id, BindingKind::Var, 0);
            }
            self.visit_binding_pattern(&declarator.id);
            if let Some(init) = &declarator.init {
                self.visit_expression(init);
            }
        }
    }

    fn visit_binding_identifier(&mut self, _it: &BindingIdentifier<'a>) {}

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.visit_block(ScopeKind::Block, &it.scope_id, it.span.start, &it.body);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.visit_expression(&it.test);
        self.visit_if_branch(&it.consequent);
        if let Some(alternate) = &it.alternate {
            self.visit_if_branch(alternate);
        }
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        let scope = self.open(ScopeKind::Block, it.span.start);
        self.map_scope(&it.scope_id, scope);
        if let Some(ForStatementInit::VariableDeclaration(declaration)) = &it.init {
            self.declare_variables(declaration);
        }
        if let Some(init) = &it.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &it.test {
            self.visit_expression(test);
        }
        if let Some(update) = &it.update {
            self.visit_expression(update);
        }
        self.visit_statement(&it.body);
        self.close();
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        let scope = self.open(ScopeKind::Block, it.span.start);
        self.map_scope(&it.scope_id, scope);
        self.visit_head(&it.left, it.right.span().end);
        self.visit_expression(&it.right);
        self.visit_for_statement_left(&it.left);
        self.visit_statement(&it.body);
        self.close();
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        let scope = self.open(ScopeKind::Block, it.span.start);
        self.map_scope(&it.scope_id, scope);
        self.visit_head(&it.left, it.right.span().end);
        self.visit_expression(&it.right);
        // Patterns run after the right side although they stand before it.
        self.visit_for_statement_left(&it.left);
        self.visit_statement(&it.body);
        self.close();
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.visit_expression(&it.discriminant);
        let scope = self.open(ScopeKind::Switch, it.span.start);
        self.map_scope(&it.scope_id, scope);
        for case in &it.cases {
            self.declare_list(&case.consequent, false);
        }
        for case in &it.cases {
            self.visit_switch_case(case);
        }
        self.close();
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        let scope = self.open(ScopeKind::Catch, it.span.start);
        self.map_scope(&it.scope_id, scope);
        if let Some(param) = &it.param {
            let (kind, live) = match &param.pattern {
                BindingPattern::BindingIdentifier(_) => (BindingKind::CatchSimple, 0),
                _ => (BindingKind::CatchPattern, param.span.end),
            };
            self.declare_pattern(&param.pattern, kind, live);
            self.visit_binding_pattern(&param.pattern);
        }
        self.visit_block_statement(&it.body);
        self.close();
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.visit_block(ScopeKind::VarBlock, &it.scope_id, it.span.start, &it.body);
    }

    fn visit_function(&mut self, it: &Function<'a>, _flags: ScopeFlags) {
        let Some(body) = &it.body else { return };
        if it.declare {
            return;
        }
        let declaration = it.r#type == FunctionType::FunctionDeclaration;
        let created =
            if declaration { self.scopes[self.scope as usize].start } else { it.span.start };
        let name = if declaration { None } else { it.id.as_ref().map(|id| id.name.as_str()) };
        self.visit_function_parts(
            FunctionRole::Plain,
            &it.scope_id,
            it.span,
            name,
            &it.params,
            Some(body),
            None,
            created,
            it.r#async || it.generator,
        );
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.computed {
            self.visit_property_key(&it.key);
        }
        if it.method || it.kind != PropertyKind::Init {
            if let Expression::FunctionExpression(function) = &it.value {
                self.visit_function_parts(
                    FunctionRole::Method,
                    &function.scope_id,
                    function.span,
                    None,
                    &function.params,
                    function.body.as_deref(),
                    None,
                    function.span.start,
                    function.r#async || function.generator,
                );
                return;
            }
        }
        self.visit_expression(&it.value);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.visit_function_parts(
            FunctionRole::Arrow,
            &it.scope_id,
            it.span,
            None,
            &it.params,
            it.body.as_function_body(),
            it.get_expression(),
            it.span.start,
            it.r#async,
        );
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if it.declare {
            return;
        }
        let index = self.classes.len() as u32;
        self.classes.push(ClassInfo {
            scope: NONE,
            inner_name: NONE,
            instance_init: NONE,
            static_init: NONE,
            elements: Vec::new(),
        });
        if let Some(id) = it.scope_id.get() {
            if let Some(row) = self.class_of.get_mut(id.index()) {
                *row = index;
            }
        }
        let outer_strict = std::mem::replace(&mut self.functions[self.func as usize].strict, true);
        let scope = self.open(ScopeKind::Class, it.span.start);
        self.classes[index as usize].scope = scope;
        if let Some(id) = &it.id {
            let binding = self.add(scope, id.name.as_str(), BindingKind::ClassInner);
            self.bindings[binding as usize].live_from = it.span.end;
            self.classes[index as usize].inner_name = binding;
        }
        if let Some(heritage) = &it.heritage {
            self.visit_expression(&heritage.expression);
        }
        let mut privates: Vec<(&'a str, BindIdx, bool)> = Vec::new();
        for element in &it.body.body {
            if let Some(PropertyKey::PrivateIdentifier(id)) = element.property_key() {
                let name = id.name.as_str();
                if !privates.iter().any(|row| row.0 == name) {
                    let binding = self.add_hidden(scope, name, BindingKind::Private);
                    privates.push((name, binding, element.r#static()));
                }
            }
        }
        self.privates.insert(scope, privates);
        for element in &it.body.body {
            self.visit_element(it, index, element);
        }
        for func in
            [self.classes[index as usize].instance_init, self.classes[index as usize].static_init]
        {
            if func != NONE {
                let outer = self.func;
                self.scope = self.functions[func as usize].param_scope;
                self.func = func;
                self.close();
                self.func = outer;
            }
        }
        self.scope = scope;
        self.close();
        self.functions[self.func as usize].strict = outer_strict;
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        if it.declare {
            return;
        }
        let scope = self.open(ScopeKind::Enum, it.span.start);
        self.map_scope(&it.body.scope_id, scope);
        self.add_hidden(scope, "enum", BindingKind::Hidden);
        for member in &it.body.members {
            if let TSEnumMemberName::Identifier(id) = &member.id {
                if self.scopes[scope as usize].names.get(id.name.as_str()).is_none() {
                    self.add(scope, id.name.as_str(), BindingKind::EnumMember);
                }
            }
        }
        for member in &it.body.members {
            if let Some(init) = &member.initializer {
                self.visit_expression(init);
            }
        }
        let hidden = self.scopes[scope as usize].bindings.clone();
        let captured = hidden.iter().any(|row| self.bindings[*row as usize].captured);
        self.close();
        let captured = captured
            || hidden.iter().any(|row| {
                self.bindings[*row as usize].kind == BindingKind::EnumMember
                    && self.bindings[*row as usize].captured
            });
        if let Some(first) = hidden.first() {
            self.bindings[*first as usize].captured = captured;
        }
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        if it.declare {
            return;
        }
        let scope = self.open(ScopeKind::VarBlock, it.span.start);
        self.map_scope(&it.scope_id, scope);
        match &it.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                self.declare_var_or_let(inner.id.name.as_str(), true, inner.span.end);
                self.visit_ts_namespace_declaration(inner);
            }
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                self.declare_list(&block.body, true);
                for statement in &block.body {
                    self.visit_statement(statement);
                }
            }
        }
        self.close();
    }

    fn visit_ts_external_module_declaration(&mut self, _it: &TSExternalModuleDeclaration<'a>) {}
    fn visit_ts_global_declaration(&mut self, _it: &TSGlobalDeclaration<'a>) {}
    fn visit_import_declaration(&mut self, _it: &ImportDeclaration<'a>) {}
    fn visit_decorator(&mut self, _it: &Decorator<'a>) {}

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        let mut name = match &it.module_reference {
            TSModuleReference::IdentifierReference(id) => {
                self.visit_identifier_reference(id);
                return;
            }
            TSModuleReference::QualifiedName(name) => &name.left,
            TSModuleReference::ExternalModuleReference(_) => return,
        };
        loop {
            match name {
                TSTypeName::IdentifierReference(id) => {
                    self.visit_identifier_reference(id);
                    return;
                }
                TSTypeName::QualifiedName(inner) => name = &inner.left,
                TSTypeName::ThisExpression(_) => return,
            }
        }
    }
}

impl<'a> Analysis<'a> {
    fn class_function(&mut self, class: u32, is_static: bool, at: u32) -> FuncIdx {
        let row = &self.classes[class as usize];
        let known = if is_static { row.static_init } else { row.instance_init };
        if known != NONE {
            return known;
        }
        let role = if is_static { FunctionRole::StaticInit } else { FunctionRole::FieldInit };
        let func = self.new_function(role, true, at);
        let (outer, outer_scope) = (self.func, self.scope);
        self.func = func;
        let scope = self.open(ScopeKind::Function, at);
        self.functions[func as usize].param_scope = scope;
        self.functions[func as usize].body_scope = scope;
        self.func = outer;
        self.scope = outer_scope;
        let row = &mut self.classes[class as usize];
        if is_static {
            row.static_init = func;
        } else {
            row.instance_init = func;
        }
        func
    }

    /// Runs `visit` as code of an initialiser function of the class.
    fn inside(&mut self, func: FuncIdx, visit: impl FnOnce(&mut Self)) {
        let (outer, outer_scope) = (self.func, self.scope);
        self.func = func;
        self.scope = self.functions[func as usize].param_scope;
        visit(self);
        self.func = outer;
        self.scope = outer_scope;
    }

    fn captured_hidden(&mut self, scope: ScopeIdx, func: FuncIdx) -> BindIdx {
        let binding = self.add_hidden(scope, "", BindingKind::Hidden);
        self.bindings[binding as usize].captured = true;
        self.functions[func as usize].needs_env = true;
        binding
    }

    fn visit_element(&mut self, class_node: &Class<'a>, class: u32, element: &ClassElement<'a>) {
        let mut info = ElementInfo { key: NONE, function: NONE, storage: NONE };
        let scope = self.classes[class as usize].scope;
        match element {
            ClassElement::StaticBlock(block) => {
                let func = self.class_function(class, true, block.span.start);
                self.functions[func as usize].uses_this = true;
                self.inside(func, |this| this.visit_static_block(block));
            }
            ClassElement::MethodDefinition(method) => {
                if method.value.body.is_some() {
                    if method.computed {
                        self.visit_property_key(&method.key);
                    }
                    let constructor = method.kind == MethodDefinitionKind::Constructor;
                    let func = self.visit_function_parts(
                        FunctionRole::Method,
                        &method.value.scope_id,
                        method.value.span,
                        None,
                        &method.value.params,
                        method.value.body.as_deref(),
                        None,
                        method.span.start,
                        method.value.r#async || method.value.generator,
                    );
                    if constructor {
                        self.functions[func as usize].class = class;
                        self.functions[func as usize].derived = class_node.heritage.is_some();
                    } else if let PropertyKey::PrivateIdentifier(id) = &method.key {
                        if !method.r#static {
                            let init = self.class_function(class, false, method.span.start);
                            info.function = self.captured_hidden(scope, init);
                            self.inside(init, |this| this.private_reference(id.name.as_str()));
                        }
                    }
                }
            }
            ClassElement::PropertyDefinition(property)
                if property.r#type == PropertyDefinitionType::PropertyDefinition
                    && !property.declare =>
            {
                let func = self.class_function(class, property.r#static, property.span.start);
                if property.computed {
                    self.visit_property_key(&property.key);
                    if static_key(&property.key).is_none() {
                        info.key = self.captured_hidden(scope, func);
                    }
                }
                self.inside(func, |this| {
                    this.functions[func as usize].uses_this = true;
                    if let PropertyKey::PrivateIdentifier(id) = &property.key {
                        this.private_reference(id.name.as_str());
                    }
                    if let Some(value) = &property.value {
                        this.visit_expression(value);
                    }
                });
            }
            ClassElement::AccessorProperty(property)
                if property.r#type == AccessorPropertyType::AccessorProperty =>
            {
                let func = self.class_function(class, property.r#static, property.span.start);
                if property.computed {
                    self.visit_property_key(&property.key);
                }
                info.storage = self.captured_hidden(scope, func);
                if matches!(property.key, PropertyKey::PrivateIdentifier(_)) && !property.r#static {
                    info.function = self.captured_hidden(scope, func);
                    info.key = self.captured_hidden(scope, func);
                }
                self.inside(func, |this| {
                    this.functions[func as usize].uses_this = true;
                    if let PropertyKey::PrivateIdentifier(id) = &property.key {
                        this.private_reference(id.name.as_str());
                    }
                    if let Some(value) = &property.value {
                        this.visit_expression(value);
                    }
                });
            }
            _ => {}
        }
        self.classes[class as usize].elements.push(info);
    }
}

/// The identifier an assignment target comes down to once type syntax is taken away.
fn target_identifier<'b, 'a>(
    target: &'b SimpleAssignmentTarget<'a>,
) -> Option<&'b IdentifierReference<'a>> {
    match target {
        SimpleAssignmentTarget::AssignmentTargetIdentifier(id) => Some(id),
        _ => match target.get_expression()?.get_inner_expression() {
            Expression::Identifier(id) => Some(id),
            _ => None,
        },
    }
}

/// The name a property key has whatever happens, if it has one.
pub(crate) fn static_key(key: &PropertyKey) -> Option<String> {
    match key {
        PropertyKey::StaticIdentifier(id) => Some(id.name.to_string()),
        PropertyKey::StringLiteral(literal) if !literal.lone_surrogates => {
            Some(literal.value.to_string())
        }
        PropertyKey::NumericLiteral(literal) => Some(number_text(literal.value)),
        PropertyKey::BigIntLiteral(literal) => Some(literal.value.to_string()),
        _ => None,
    }
}

/// A number as property key.
pub(crate) fn number_text(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    ryu_js::Buffer::new().format(value).into()
}
