//! The virtual machine: heap, stack, frames, realm and queues of one run.
//!
//! Guest-to-guest calls never recurse on the native stack. Natives that must run guest code in
//! the middle of their work nest a run loop (`call`), to a small counted depth.

pub mod abrupt;
pub mod args;
pub mod call;
pub mod code;
pub mod errors;
pub mod exec;
pub mod frame;
pub mod inline_cache;
pub mod promise;
pub mod run;
pub mod suspend;

pub use abrupt::{Abrupt, Completion, Hint};
pub use args::Args;

use crate::builtins::Intrinsic;
use crate::bytecode::Unit;
use crate::heap::collect::Marker;
use crate::heap::{Heap, ObjectId, ShapeId};
use crate::jobs::Job;
use crate::machine::{MachineOptions, Now};
use crate::object::{Attributes, FunctionData, Internal, Kind, Object, PropertyKey, Slot, flags};
use crate::realm::Realm;
use crate::timers::Timers;
use crate::tools::ToolState;
use crate::value::Value;
use codemode_protocol::{Halt, LogEntry};
use frame::Frame;
use inline_cache::Cache;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Nested run loops (guest code called from the middle of a native) before a RangeError.
pub const MAX_NATIVE_DEPTH: u32 = 48;
/// Registers above a frame's base that must exist.
pub(crate) const WINDOW: usize = 260;
/// Stack values in all, about 64 MiB.
const MAX_STACK: usize = 8 << 20;

/// Everything of one run.
#[derive(Debug)]
pub struct Vm {
    pub heap: Heap,
    pub stack: Vec<Value>,
    /// First stack position not in use by the running frame or native.
    pub(crate) top: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) program: Arc<Unit>,
    /// Start of the caches and constants of each loaded function; by unit.
    pub(crate) loaded: [Vec<code::Loaded>; 2],
    pub(crate) caches: Vec<Cache>,
    pub(crate) consts: Vec<Value>,
    shape_sweeps_seen: u32,
    pub realm: Realm,
    pub(crate) jobs: VecDeque<Job>,
    pub(crate) timers: Timers,
    pub(crate) tools: ToolState,
    pub(crate) logs: Vec<LogEntry>,
    /// Monotonic time of the first step.
    pub(crate) started_at: f64,
    /// Fuel left in this slice; may go negative.
    pub(crate) fuel: i64,
    /// Fuel spent in earlier slices.
    pub(crate) fuel_spent: u64,
    pub(crate) slice: i64,
    pub(crate) native_depth: u32,
    pub(crate) options: Arc<MachineOptions>,
    pub now: Now,
    pub(crate) random: [u64; 2],
    /// Rejected promises without handler, in order of rejection.
    pub(crate) unhandled: Vec<ObjectId>,
    /// Exception of an event listener: ends the run once the stack is empty.
    pub(crate) reported: Option<Value>,
    /// Result promise of the program.
    pub(crate) program_promise: ObjectId,
    pub(crate) program_done: bool,
    /// Values natives keep alive while guest code runs.
    pub(crate) roots: Vec<Value>,
    /// Per-run cache of template objects and other site objects: (code, constant) to object.
    pub(crate) site_objects: rustc_hash::FxHashMap<(u32, u32), Value>,
    /// Arrays being joined, outermost first: one inside itself prints as nothing.
    pub(crate) joining: Vec<ObjectId>,
    /// Query of a `search` call that the driver has not seen yet.
    pub(crate) search_query: Option<codemode_protocol::Payload>,
    /// Abrupt completion to begin the next slice with.
    pub(crate) resume_with: Option<Abrupt>,
    /// Next unique ids of console counters, timers labels and the like.
    pub(crate) console: crate::web::console::ConsoleState,
    /// Failure behind each `ToolCallError`, for the report of an uncaught one.
    pub(crate) tool_failures: rustc_hash::FxHashMap<ObjectId, codemode_protocol::ToolFailure>,
    /// Regular expressions compiled lately: pattern, flags, program.
    pub(crate) regex_cache: Vec<(Vec<u16>, String, Arc<codemode_regexp::Regex>)>,
    pub(crate) paused_match: Option<crate::builtins::regexp::PausedMatch>,
    /// Time zone of `options.time_zone`, looked up on first use.
    pub(crate) time_zone: Option<codemode_intl::Zone>,
    /// Formatters of Intl objects.
    pub(crate) intl: crate::builtins::intl::state::IntlState,
    /// Layout of the instances that a constructor makes, by its handle.
    pub(crate) instances: [call::Instances; 16],
    /// `options.call_depth`.
    pub(crate) call_depth: usize,
    /// A halt noticed outside `run`.
    pub(crate) pending_halt: Option<Halt>,
}

impl Vm {
    pub fn new(program: Arc<Unit>, options: MachineOptions) -> Vm {
        let (heap, realm) = crate::realm::fresh();
        let seed = options.seed;
        let tools = ToolState::new(&options.tools);
        let mut vm = Vm {
            heap,
            stack: vec![Value::UNDEFINED; WINDOW * 2],
            top: 0,
            frames: Vec::new(),
            program,
            loaded: [Vec::new(), Vec::new()],
            caches: Vec::new(),
            consts: Vec::new(),
            shape_sweeps_seen: 0,
            realm,
            jobs: VecDeque::new(),
            timers: Timers::default(),
            tools,
            logs: Vec::new(),
            started_at: 0.0,
            fuel: 0,
            fuel_spent: 0,
            slice: 0,
            native_depth: 0,
            options: Arc::new(options),
            now: Now::default(),
            random: [splitmix(seed), splitmix(seed ^ 0xD1B5_4A32_D192_ED03)],
            unhandled: Vec::new(),
            reported: None,
            program_promise: ObjectId::NONE,
            program_done: false,
            roots: Vec::new(),
            site_objects: rustc_hash::FxHashMap::default(),
            joining: Vec::new(),
            search_query: None,
            resume_with: None,
            console: Default::default(),
            tool_failures: rustc_hash::FxHashMap::default(),
            pending_halt: None,
            instances: [call::Instances::EMPTY; 16],
            call_depth: 0,
            time_zone: None,
            intl: Default::default(),
            regex_cache: Vec::new(),
            paused_match: None,
        };
        vm.call_depth = vm.options.call_depth as usize;
        crate::realm::install_host(&mut vm);
        vm
    }

    /// An intrinsic object of the realm.
    #[inline(always)]
    pub fn intrinsic(&self, id: Intrinsic) -> ObjectId {
        self.realm.intrinsics[id as usize]
    }

    // ---- budget

    /// Pays for `units` of work inside a native; a halt when the run must end now.
    #[inline]
    pub fn charge(&mut self, units: u64) -> Completion<()> {
        let before = self.fuel;
        self.fuel -= units as i64;
        // Look at the flag about every 4,096 units.
        if (before >> 12) != (self.fuel >> 12) { self.check_interrupt() } else { Ok(()) }
    }
    /// Work of a known size, not begun yet: moves to the next slice when this one is nearly used up.
    /// Only for natives that have done nothing observable so far.
    pub fn charge_ahead(&mut self, args: &Args, units: u64) -> Completion<()> {
        if args.restartable
            && self.native_depth == 0
            && units > 20_000
            && (units as i64) > self.fuel
            && self.fuel < self.slice
        {
            return Err(Abrupt::Repeat);
        }
        self.charge(units)
    }
    pub(crate) fn check_interrupt(&mut self) -> Completion<()> {
        if let Some(flag) = &self.options.interrupt {
            if flag.load(Ordering::Relaxed) {
                return Err(Abrupt::Halt(Halt::Timeout));
            }
        }
        if let Some(total) = self.options.total_fuel {
            if self.fuel_used() > total {
                return Err(Abrupt::Halt(Halt::Fuel));
            }
        }
        Ok(())
    }
    /// Fuel used since the start of the run.
    pub fn fuel_used(&self) -> u64 {
        self.fuel_spent + (self.slice - self.fuel).max(0) as u64
    }
    /// Announces `bytes` of growth before it is made; a halt when they do not fit.
    #[inline]
    pub fn charge_memory(&mut self, bytes: usize) -> Completion<()> {
        match self.options.memory_bytes {
            Some(limit) if (self.heap.bytes + bytes) as u64 > limit => {
                Err(Abrupt::Halt(Halt::Memory))
            }
            _ => Ok(()),
        }
    }
    /// Collects garbage. Only at safe points.
    pub fn collect_garbage(&mut self) -> Completion<()> {
        let mut marker = Marker::default();
        // Everything up to the top is alive; registers above may hold stale handles.
        let top = self.live_top();
        marker.values(&self.stack[..top]);
        for f in &self.frames {
            marker.object(f.callee);
            marker.object(f.state);
            marker.value(f.new_target);
            marker.value(f.args);
        }
        self.realm.trace(&mut marker);
        for job in &self.jobs {
            job.trace(&mut marker);
        }
        self.timers.trace(&mut marker);
        self.tools.trace(&mut marker);
        for &p in &self.unhandled {
            marker.object(p);
        }
        if let Some(error) = self.reported {
            marker.value(error);
        }
        marker.object(self.program_promise);
        self.intl.trace(&mut marker);
        marker.values(&self.roots);
        marker.values(&self.consts);
        for v in self.site_objects.values() {
            marker.value(*v);
        }
        for c in &self.caches {
            match c.key {
                PropertyKey::String(s) => marker.value(Value::string(s)),
                PropertyKey::Symbol(s) => marker.value(Value::symbol(s)),
                PropertyKey::Index(_) => {}
            }
        }
        self.instances = [call::Instances::EMPTY; 16];
        self.heap.collect(marker, self.options.memory_bytes.map(|b| b as usize));
        if self.heap.shape_sweeps != self.shape_sweeps_seen {
            self.shape_sweeps_seen = self.heap.shape_sweeps;
            for cache in &mut self.caches {
                cache.reset();
            }
            self.realm.literal_shapes.clear();
        }
        self.heap.bytes += self.stack.capacity() * 8 + self.frames.capacity() * size_of::<Frame>();
        // What the account must not forget between collections.
        self.heap.bytes += self.caches.len() * size_of::<Cache>() + self.consts.len() * 8;
        self.heap.bytes += self.intl.bytes();
        self.charge_memory(0)
    }
    fn live_top(&self) -> usize {
        self.top.min(self.stack.len())
    }
    /// Keeps a value alive while guest code may run; undo with `unroot`.
    pub fn root(&mut self, value: Value) -> usize {
        self.roots.push(value);
        self.roots.len() - 1
    }
    pub fn unroot(&mut self, mark: usize) {
        self.roots.truncate(mark);
    }

    // ---- objects

    /// Ordinary object inheriting from `Object.prototype`.
    #[inline]
    pub fn new_object(&mut self) -> ObjectId {
        let shape = self.realm.object_shape;
        self.heap.alloc(Object::new(shape, Kind::Ordinary))
    }
    /// Array with these elements.
    pub fn new_array(&mut self, elements: Vec<Value>) -> ObjectId {
        let shape = self.realm.array_shape;
        let mut object = Object::new(shape, Kind::Array);
        object.length = elements.len() as u32;
        self.heap.bytes += elements.capacity() * 8;
        object.elements = elements;
        self.heap.alloc(object)
    }
    /// Function object of compiled code.
    pub(crate) fn new_closure(
        &mut self,
        code: u32,
        env: u32,
        shape: ShapeId,
        flags_: u8,
    ) -> ObjectId {
        let mut object = Object::new(shape, Kind::Function);
        object.flags |= flags_;
        object.internal = Internal::Function(FunctionData {
            code,
            env,
            home: ObjectId::NONE,
            fields: ObjectId::NONE,
        });
        self.heap.alloc(object)
    }
    pub fn is_callable(&self, value: Value) -> bool {
        value.as_object().is_some_and(|o| self.heap.object(o).is_callable())
    }
    pub fn is_constructor(&self, value: Value) -> bool {
        value.as_object().is_some_and(|o| self.heap.object(o).is_constructor())
    }
    /// Own property of a non-proxy object with lazy marks resolved; typed array elements included.
    pub fn own(&mut self, id: ObjectId, key: PropertyKey) -> Option<Slot> {
        let kind = self.heap.object(id).kind;
        match kind {
            Kind::TypedArray => {
                if let Some(found) = self.typed_array_own(id, key) {
                    return found;
                }
            }
            Kind::MappedArguments => {
                if let PropertyKey::Index(i) = key {
                    return self.mapped_own(id, i);
                }
            }
            Kind::Tool => return self.tool_own(id, key),
            _ => {}
        }
        let slot = self.heap.get_own(id, key)?;
        if slot.attributes().has(Attributes::LAZY) {
            return Some(self.resolve_lazy(id, key, slot));
        }
        Some(slot)
    }
    fn resolve_lazy(&mut self, id: ObjectId, key: PropertyKey, slot: Slot) -> Slot {
        let attributes = slot.attributes().without(Attributes::LAZY);
        let Slot::Data { value, .. } = slot else {
            return slot;
        };
        let resolved = if let Some(row) = value.as_lazy() {
            Value::object(self.builtin_function(row))
        } else if value.is_hole() {
            self.make_prototype(id)
        } else {
            return Slot::Data { value, attributes };
        };
        if let Some((index, _)) =
            key.name().and_then(|n| self.heap.find_in_shape(self.heap.object(id).shape, n))
        {
            let dictionary = self.heap.object(id).shape;
            let grown = self.heap.object_mut(id).set_slot(index, resolved);
            self.heap.bytes += grown;
            if value.as_lazy().is_some() && self.heap.shape(dictionary).dictionary {
                self.heap.dictionary_mut(dictionary).set_attributes(index, attributes);
            }
        }
        Slot::Data { value: resolved, attributes }
    }
    /// The `prototype` object of a function, made on first use.
    fn make_prototype(&mut self, function: ObjectId) -> Value {
        use crate::bytecode::FunctionKind;
        let kind = match &self.heap.object(function).internal {
            Internal::Function(f) => self.block(f.code).kind,
            _ => FunctionKind::Normal,
        };
        let proto = match kind {
            FunctionKind::Generator => self.intrinsic(Intrinsic::GeneratorPrototype),
            FunctionKind::AsyncGenerator => self.intrinsic(Intrinsic::AsyncGeneratorPrototype),
            _ => self.intrinsic(Intrinsic::ObjectPrototype),
        };
        let object = self.heap.new_object(Some(proto));
        if !matches!(kind, FunctionKind::Generator | FunctionKind::AsyncGenerator) {
            let key = self.heap.key("constructor");
            self.heap.put_own(
                object,
                key,
                Slot::Data { value: Value::object(function), attributes: Attributes::METHOD },
            );
        }
        Value::object(object)
    }
    /// Random 64 bits (xorshift128+), deterministic for a seed.
    pub fn next_random(&mut self) -> u64 {
        let [mut a, b] = self.random;
        let sum = a.wrapping_add(b);
        a ^= a << 23;
        self.random = [b, a ^ b ^ (a >> 18) ^ (b >> 5)];
        sum
    }
    /// Makes room for a window at `base`; a RangeError when the stack would be too large.
    #[inline]
    pub(crate) fn ensure_stack(&mut self, base: usize) -> Completion<()> {
        if base + WINDOW > self.stack.len() { self.grow_stack(base) } else { Ok(()) }
    }
    #[cold]
    fn grow_stack(&mut self, base: usize) -> Completion<()> {
        let want = (base + WINDOW).max(self.stack.len() * 2);
        if base + WINDOW > MAX_STACK {
            return Err(self.stack_overflow());
        }
        let want = want.min(MAX_STACK);
        let grown = (want - self.stack.len()) * 8;
        self.charge_memory(grown)?;
        self.heap.bytes += grown;
        self.stack.resize(want, Value::UNDEFINED);
        Ok(())
    }
    pub(crate) fn stack_overflow(&mut self) -> Abrupt {
        self.range_error("Maximum call stack size exceeded")
    }
    /// Marks `flag` on an object.
    pub(crate) fn set_flag(&mut self, id: ObjectId, flag: u8, on: bool) {
        self.heap.object_mut(id).set(flag, on);
        if flag == flags::EXTENSIBLE {
            self.heap.note_layout_change(id);
        }
    }
}

/// Spreads a seed over 64 bits.
fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)) | 1
}
