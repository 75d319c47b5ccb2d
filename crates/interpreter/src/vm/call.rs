//! Calls: one dispatcher for every sort of callee, frames for guest code, nesting for natives.

use super::abrupt::Hint;
use super::frame::{Deliver, Frame};
use super::{Abrupt, Args, Completion, MAX_NATIVE_DEPTH, Vm};
use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Special};
use crate::bytecode::FunctionKind;
use crate::heap::{ObjectId, ShapeId};
use crate::object::{Internal, Kind, Object, PropertyKey, Slot};
use crate::value::Value;

/// Arguments of one call at most.
pub const MAX_ARGUMENTS: usize = 250_000;

/// What is remembered of a constructor: where its `prototype` stands and the layout that follows from it.
#[derive(Clone, Copy, Debug)]
pub struct Instances {
    constructor: ObjectId,
    layout: ShapeId,
    slot: u32,
    proto: Value,
    instance: ShapeId,
}

impl Instances {
    pub(crate) const EMPTY: Instances = Instances {
        constructor: ObjectId::NONE,
        layout: ShapeId(u32::MAX),
        slot: 0,
        proto: Value::HOLE,
        instance: ShapeId(u32::MAX),
    };
}

/// What a dispatched call came to.
#[derive(Clone, Copy, Debug)]
pub enum Flow {
    /// Finished with this value.
    Value(Value),
    /// A frame was pushed (or a value delivered already); the loop goes on with the topmost frame.
    Frame,
}

impl Vm {
    /// Calls `callee` whose `this` stands at `stack[base]` and whose arguments follow it.
    pub(crate) fn dispatch_call(
        &mut self,
        mut callee: Value,
        base: usize,
        mut argc: u32,
        deliver: Deliver,
        mut restartable: bool,
    ) -> Completion<Flow> {
        loop {
            let Some(id) = callee.as_object() else { return Err(self.not_a_function(callee)) };
            let object = self.heap.object(id);
            match &object.internal {
                Internal::Function(f) => {
                    let code = f.code;
                    let kind = self.block(code).kind;
                    if matches!(
                        kind,
                        FunctionKind::BaseConstructor | FunctionKind::DerivedConstructor
                    ) {
                        let name = self.data_text(id, "name").unwrap_or_default();
                        return Err(self.type_error(&format!(
                            "Class constructor {name} cannot be invoked without 'new'"
                        )));
                    }
                    self.push_frame(code, id, base, argc, deliver, Value::UNDEFINED)?;
                    return Ok(Flow::Frame);
                }
                Internal::Native(row) => {
                    let row = *row;
                    match crate::builtins::function_row(row).code {
                        Code::Native(f) => {
                            return match self.run_native(
                                f,
                                id,
                                base,
                                argc,
                                Value::UNDEFINED,
                                restartable,
                            ) {
                                Err(Abrupt::Delegate { code }) => {
                                    self.push_frame(
                                        code,
                                        id,
                                        base,
                                        argc,
                                        deliver,
                                        Value::UNDEFINED,
                                    )?;
                                    Ok(Flow::Frame)
                                }
                                other => other,
                            };
                        }
                        Code::Js(name) => {
                            let code = crate::builtins::selfhost::code(name);
                            self.push_frame(code, id, base, argc, deliver, Value::UNDEFINED)?;
                            return Ok(Flow::Frame);
                        }
                        Code::Special(Special::FunctionCall) => {
                            callee = self.stack[base];
                            if argc == 0 {
                                self.stack[base] = Value::UNDEFINED;
                            } else {
                                self.stack.copy_within(base + 1..base + 1 + argc as usize, base);
                                argc -= 1;
                            }
                            restartable = false;
                        }
                        Code::Special(Special::FunctionApply) => {
                            callee = self.stack[base];
                            if !self.is_callable(callee) {
                                return Err(self.type_error("Function.prototype.apply was called on a value that is not a function"));
                            }
                            let this =
                                if argc > 0 { self.stack[base + 1] } else { Value::UNDEFINED };
                            let list =
                                if argc > 1 { self.stack[base + 2] } else { Value::UNDEFINED };
                            argc = self.spread_list(list, base, true)?;
                            self.stack[base] = this;
                            restartable = false;
                        }
                        Code::Special(Special::ReflectApply) => {
                            callee = if argc > 0 { self.stack[base + 1] } else { Value::UNDEFINED };
                            if !self.is_callable(callee) {
                                return Err(self.not_a_function(callee));
                            }
                            let this =
                                if argc > 1 { self.stack[base + 2] } else { Value::UNDEFINED };
                            let list =
                                if argc > 2 { self.stack[base + 3] } else { Value::UNDEFINED };
                            argc = self.spread_list(list, base, false)?;
                            self.stack[base] = this;
                            restartable = false;
                        }
                        Code::Special(Special::ReflectConstruct) => {
                            let target =
                                if argc > 0 { self.stack[base + 1] } else { Value::UNDEFINED };
                            let list =
                                if argc > 1 { self.stack[base + 2] } else { Value::UNDEFINED };
                            let new_target = if argc > 2 { self.stack[base + 3] } else { target };
                            if !self.is_constructor(target) {
                                return Err(self.not_a_constructor(target));
                            }
                            if !self.is_constructor(new_target) {
                                return Err(self.not_a_constructor(new_target));
                            }
                            argc = self.spread_list(list, base, false)?;
                            return self.dispatch_construct(
                                target, new_target, base, argc, deliver, false,
                            );
                        }
                        Code::Special(special) => {
                            let this = self.stack[base];
                            let value =
                                if argc > 0 { self.stack[base + 1] } else { Value::UNDEFINED };
                            return self.resume_generator_object(special, this, value, deliver);
                        }
                    }
                }
                Internal::Bound(bound) => {
                    let (target, this) = (bound.target, bound.this);
                    let extra = bound.args.len();
                    let args = bound.args.clone();
                    self.charge(1 + extra as u64)?;
                    let end = base + 1 + argc as usize;
                    self.ensure_stack(end + extra)?;
                    self.stack.copy_within(base + 1..end, base + 1 + extra);
                    self.stack[base + 1..base + 1 + extra].copy_from_slice(&args);
                    self.stack[base] = this;
                    argc += extra as u32;
                    self.top = self.top.max(base + 1 + argc as usize);
                    callee = target;
                    restartable = false;
                }
                Internal::Proxy { .. } => {
                    if !object.is_callable() {
                        return Err(self.not_a_function(callee));
                    }
                    let args: Vec<Value> = self.stack[base + 1..base + 1 + argc as usize].to_vec();
                    let this = self.stack[base];
                    let list = self.new_array(args);
                    return self.call_self_hosted(
                        "proxyCall",
                        &[callee, this, Value::object(list)],
                        deliver,
                    );
                }
                Internal::Tool(node) => {
                    let node = *node;
                    let value = self.call_tool(node, base, argc)?;
                    return Ok(Flow::Value(value));
                }
                _ => return Err(self.not_a_function(callee)),
            }
        }
    }

    /// `new callee(...)`; arguments from `stack[base + 1]` on, `stack[base]` is scratch.
    pub(crate) fn dispatch_construct(
        &mut self,
        mut callee: Value,
        mut new_target: Value,
        base: usize,
        mut argc: u32,
        deliver: Deliver,
        mut restartable: bool,
    ) -> Completion<Flow> {
        loop {
            let Some(id) = callee.as_object() else { return Err(self.not_a_constructor(callee)) };
            let object = self.heap.object(id);
            if !object.is_constructor() {
                return Err(self.not_a_constructor(callee));
            }
            match &object.internal {
                Internal::Function(f) => {
                    let code = f.code;
                    let this = if self.block(code).kind == FunctionKind::DerivedConstructor {
                        Value::HOLE
                    } else {
                        let shape = self.instance_shape(new_target)?;
                        Value::object(self.heap.alloc(Object::new(shape, Kind::Ordinary)))
                    };
                    self.stack[base] = this;
                    self.push_frame(code, id, base, argc, deliver, new_target)?;
                    return Ok(Flow::Frame);
                }
                Internal::Native(row) => {
                    let row = *row;
                    match crate::builtins::function_row(row).code {
                        Code::Native(f) => {
                            self.stack[base] = Value::UNDEFINED;
                            return match self.run_native(f, id, base, argc, new_target, restartable)
                            {
                                Err(Abrupt::Delegate { code }) => {
                                    self.push_frame(code, id, base, argc, deliver, new_target)?;
                                    Ok(Flow::Frame)
                                }
                                other => other,
                            };
                        }
                        Code::Js(name) => {
                            let code = crate::builtins::selfhost::code(name);
                            self.stack[base] = Value::UNDEFINED;
                            self.push_frame(code, id, base, argc, deliver, new_target)?;
                            return Ok(Flow::Frame);
                        }
                        Code::Special(_) => return Err(self.not_a_constructor(callee)),
                    }
                }
                Internal::Bound(bound) => {
                    let target = bound.target;
                    let extra = bound.args.len();
                    let args = bound.args.clone();
                    self.charge(1 + extra as u64)?;
                    let end = base + 1 + argc as usize;
                    self.ensure_stack(end + extra)?;
                    self.stack.copy_within(base + 1..end, base + 1 + extra);
                    self.stack[base + 1..base + 1 + extra].copy_from_slice(&args);
                    argc += extra as u32;
                    self.top = self.top.max(base + 1 + argc as usize);
                    if new_target == callee {
                        new_target = target;
                    }
                    callee = target;
                    restartable = false;
                }
                Internal::Proxy { .. } => {
                    let args: Vec<Value> = self.stack[base + 1..base + 1 + argc as usize].to_vec();
                    let list = self.new_array(args);
                    return self.call_self_hosted(
                        "proxyConstruct",
                        &[callee, Value::object(list), new_target],
                        deliver,
                    );
                }
                _ => return Err(self.not_a_constructor(callee)),
            }
        }
    }

    /// Runs a native whose arguments stand on the stack.
    pub(crate) fn run_native(
        &mut self,
        f: crate::builtins::table::NativeFn,
        callee: ObjectId,
        base: usize,
        argc: u32,
        new_target: Value,
        restartable: bool,
    ) -> Completion<Flow> {
        let saved_top = self.top;
        let end = base + 1 + argc as usize;
        if end > self.top {
            self.ensure_stack(end)?;
            self.top = end;
        }
        let (logging, log) = (self.heap.logging, self.heap.native_log.len());
        self.heap.logging = true;
        self.fuel -= 1;
        let result = f(self, Args { base: base as u32, argc, new_target, callee, restartable });
        self.heap.logging = logging;
        self.heap.native_log.truncate(log);
        self.top = saved_top;
        match result {
            Ok(value) => Ok(Flow::Value(value)),
            Err(e) => Err(e),
        }
    }

    /// Pushes the frame of a compiled function; `new_target` is not undefined for constructor calls.
    #[inline]
    pub(crate) fn push_frame(
        &mut self,
        code: u32,
        callee: ObjectId,
        base: usize,
        argc: u32,
        deliver: Deliver,
        new_target: Value,
    ) -> Completion<()> {
        if self.frames.len() >= self.call_depth {
            return Err(self.stack_overflow());
        }
        self.ensure_stack(base + argc as usize)?;
        let loaded = self.load(code);
        let block = super::code::block_in(&self.program, code);
        let registers = block.registers as usize;
        let needs_arguments = block.flags.needs_arguments;
        let params = block.param_count as usize;
        let args = if needs_arguments { self.keep_arguments(base, argc) } else { Value::UNDEFINED };
        // Parameters not passed and all other registers start undefined.
        let from = base + 1 + params.min(argc as usize);
        let to = base + registers.max(params + 1);
        if from < to {
            self.stack[from..to].fill(Value::UNDEFINED);
        }
        self.top = base + registers;
        self.frames.push(Frame {
            code,
            pc: 0,
            base: base as u32,
            consts: loaded.consts,
            ics: loaded.ics,
            deliver,
            construct: !new_target.is_undefined(),
            delivered: false,
            callee,
            new_target,
            args,
            state: ObjectId::NONE,
        });
        Ok(())
    }

    /// Array of all arguments, for functions that look at them.
    #[inline(never)]
    fn keep_arguments(&mut self, base: usize, argc: u32) -> Value {
        let list = self.stack[base + 1..base + 1 + argc as usize].to_vec();
        Value::object(self.new_array(list))
    }
    /// Layout of an object that `new_target` constructs.
    #[inline]
    fn instance_shape(&mut self, new_target: Value) -> Completion<ShapeId> {
        if let Some(id) = new_target.as_object() {
            let known = &self.instances[id.0 as usize & 15];
            let object = self.heap.object(id);
            if known.constructor == id
                && known.layout == object.shape
                && known.proto == object.slot(known.slot as usize)
            {
                return Ok(known.instance);
            }
        }
        self.instance_shape_slow(new_target)
    }
    #[inline(never)]
    fn instance_shape_slow(&mut self, new_target: Value) -> Completion<ShapeId> {
        let proto = self.prototype_of_constructor(new_target, Intrinsic::ObjectPrototype)?;
        let instance = self.heap.root_shape(Some(proto));
        if let Some(id) = new_target.as_object() {
            let layout = self.heap.object(id).shape;
            let name = self.realm.names.prototype.name();
            if let Some((slot, _)) = name.and_then(|n| self.heap.find_in_shape(layout, n)) {
                if self.heap.object(id).slot(slot) == Value::object(proto) && !self.is_proxy(id) {
                    self.instances[id.0 as usize & 15] = Instances {
                        constructor: id,
                        layout,
                        slot: slot as u32,
                        proto: Value::object(proto),
                        instance,
                    };
                }
            }
        }
        Ok(instance)
    }

    /// Starts a call with values that are not on the stack yet.
    pub(crate) fn begin_call(
        &mut self,
        callee: Value,
        this: Value,
        args: &[Value],
        deliver: Deliver,
    ) -> Completion<Flow> {
        let base = self.top;
        self.ensure_stack(base + args.len())?;
        self.stack[base] = this;
        self.stack[base + 1..base + 1 + args.len()].copy_from_slice(args);
        self.dispatch_call(callee, base, args.len() as u32, deliver, false)
    }
    /// Starts the self-hosted function `name`.
    pub(crate) fn call_self_hosted(
        &mut self,
        name: &str,
        args: &[Value],
        deliver: Deliver,
    ) -> Completion<Flow> {
        let base = self.top;
        self.ensure_stack(base + args.len())?;
        self.stack[base] = Value::UNDEFINED;
        self.stack[base + 1..base + 1 + args.len()].copy_from_slice(args);
        let code = crate::builtins::selfhost::code(name);
        let callee = self.intrinsic(Intrinsic::FunctionPrototype);
        self.push_frame(code, callee, base, args.len() as u32, deliver, Value::UNDEFINED)?;
        Ok(Flow::Frame)
    }

    /// The completion with which a native hands its call to the self-hosted function `name`.
    #[cold]
    pub(crate) fn delegate(&self, name: &str) -> Abrupt {
        Abrupt::Delegate { code: crate::builtins::selfhost::code(name) }
    }
    /// Calls a function from inside a native and waits for its result. Nests on the native stack, to a counted depth.
    pub fn call(&mut self, callee: Value, this: Value, args: &[Value]) -> Completion {
        let flow_fn = |vm: &mut Vm| vm.begin_call(callee, this, args, Deliver::Native);
        self.nested(flow_fn)
    }
    /// `new callee(...args)` from inside a native.
    pub fn construct(&mut self, callee: Value, args: &[Value], new_target: Value) -> Completion {
        self.nested(|vm| {
            let base = vm.top;
            vm.ensure_stack(base + args.len())?;
            vm.stack[base] = Value::UNDEFINED;
            vm.stack[base + 1..base + 1 + args.len()].copy_from_slice(args);
            vm.dispatch_construct(
                callee,
                new_target,
                base,
                args.len() as u32,
                Deliver::Native,
                false,
            )
        })
    }
    /// Runs a self-hosted function from inside a native.
    pub fn call_js(&mut self, name: &str, args: &[Value]) -> Completion {
        self.nested(|vm| vm.call_self_hosted(name, args, Deliver::Native))
    }
    /// The same for natives that push frames themselves.
    pub(crate) fn run_nested(
        &mut self,
        begin: impl FnOnce(&mut Vm) -> Completion<Flow>,
    ) -> Completion {
        self.nested(begin)
    }
    fn nested(&mut self, begin: impl FnOnce(&mut Vm) -> Completion<Flow>) -> Completion {
        if self.native_depth >= MAX_NATIVE_DEPTH {
            return Err(self.stack_overflow());
        }
        let floor = self.frames.len();
        let saved_top = self.top;
        let logging = std::mem::replace(&mut self.heap.logging, false);
        self.native_depth += 1;
        let result = match begin(self) {
            Ok(Flow::Value(value)) => Ok(value),
            Ok(Flow::Frame) if self.frames.len() > floor => self.run_loop(floor),
            Ok(Flow::Frame) => Ok(Value::UNDEFINED),
            // A generator resumed with a throw: its frame is there to handle it.
            Err(e) if self.frames.len() > floor => self.run_loop_with(floor, Some(e)),
            Err(e) => Err(e),
        };
        self.native_depth -= 1;
        self.heap.logging = logging;
        if let Ok(value) = result {
            if logging {
                self.heap.native_log.push(value);
            }
        }
        self.frames.truncate(floor);
        self.top = saved_top;
        // A restart request cannot leave a nested call.
        match result {
            Err(
                Abrupt::Coerce { .. } | Abrupt::Preempt | Abrupt::Repeat | Abrupt::Delegate { .. },
            ) => Err(Abrupt::Halt(codemode_protocol::Halt::Internal)),
            other => other,
        }
    }

    /// Puts the elements of an array-like after `stack[base]`; returns their number. `nullish_is_empty` as in `apply`.
    fn spread_list(&mut self, list: Value, base: usize, nullish_is_empty: bool) -> Completion<u32> {
        if nullish_is_empty && list.is_nullish() {
            return Ok(0);
        }
        let Some(id) = list.as_object() else {
            return Err(self.type_error("CreateListFromArrayLike called on non-object"));
        };
        let mark = self.root(list);
        let values = self.list_from_array_like(id);
        self.unroot(mark);
        let values = values?;
        self.place_arguments(&values, base)
    }
    /// Copies argument values to the stack after `base`.
    pub(crate) fn place_arguments(&mut self, values: &[Value], base: usize) -> Completion<u32> {
        if values.len() > MAX_ARGUMENTS {
            return Err(self.range_error("Maximum call stack size exceeded"));
        }
        self.ensure_stack(base + values.len())?;
        self.stack[base + 1..base + 1 + values.len()].copy_from_slice(values);
        self.top = self.top.max(base + 1 + values.len());
        Ok(values.len() as u32)
    }
    /// ### [7.3.18 CreateListFromArrayLike](https://tc39.es/ecma262/#sec-createlistfromarraylike)
    pub fn list_from_array_like(&mut self, id: ObjectId) -> Completion<Vec<Value>> {
        if let Some(list) = self.dense_elements(id) {
            return Ok(list);
        }
        let len = self.length_of(id)?;
        if len > MAX_ARGUMENTS as f64 {
            return Err(self.range_error("Invalid array length"));
        }
        let mut list = Vec::new();
        for i in 0..len as u32 {
            let v = self.get(id, PropertyKey::Index(i))?;
            list.push(v);
            if self.heap.logging {
                self.heap.native_log.push(v);
            }
        }
        Ok(list)
    }
    /// The elements of an array without holes, if `id` is one (no guest code can observe the reading).
    pub fn dense_elements(&self, id: ObjectId) -> Option<Vec<Value>> {
        let object = self.heap.object(id);
        if object.kind == Kind::Array
            && object.elements.len() == object.length as usize
            && !object.elements.iter().any(|v| v.is_hole())
        {
            Some(object.elements.clone())
        } else {
            None
        }
    }
    /// ### [10.1.13 OrdinaryCreateFromConstructor](https://tc39.es/ecma262/#sec-ordinarycreatefromconstructor), the prototype part
    pub fn prototype_of_constructor(
        &mut self,
        new_target: Value,
        default: Intrinsic,
    ) -> Completion<ObjectId> {
        let Some(id) = new_target.as_object() else { return Ok(self.intrinsic(default)) };
        if self.heap.object(id).kind != Kind::Proxy {
            let key = self.realm.names.prototype;
            if let Some(Slot::Data { value, .. }) = self.own(id, key) {
                return Ok(value.as_object().unwrap_or_else(|| self.intrinsic(default)));
            }
        }
        let key = self.realm.names.prototype;
        let value = self.get(id, key)?;
        if value.is_undefined() || !value.is_object() {
            // GetFunctionRealm throws for revoked proxies.
            let mut at = id;
            while let Internal::Proxy { target, .. } = &self.heap.object(at).internal {
                match target.as_object() {
                    Some(t) => at = t,
                    None => {
                        return Err(self
                            .type_error("Cannot perform 'get' on a proxy that has been revoked"));
                    }
                }
            }
        }
        Ok(value.as_object().unwrap_or_else(|| self.intrinsic(default)))
    }
    /// Converts the `index`-th argument (0: `this`) of the native call at `stack[base]` with guest code,
    /// then repeats the instruction that made the call.
    pub(crate) fn begin_coercion(&mut self, position: usize, hint: Hint) -> Completion<Flow> {
        let value = self.stack[position];
        let hint = match hint {
            Hint::Default => "default",
            Hint::Number => "number",
            Hint::String => "string",
        };
        let hint = self.heap.new_string(hint);
        self.call_self_hosted(
            "toPrimitive",
            &[value, Value::string(hint)],
            Deliver::Stack(position as u32),
        )
    }
}
