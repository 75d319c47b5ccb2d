//! `setTimeout` and its family, `queueMicrotask`, `sleep`, `performance`.

use crate::builtins::Intrinsic;
use crate::builtins::table::{Code, Spec, Table, attribute, operation, tag};
use crate::jobs::Job;
use crate::value::Value;
use crate::vm::{Args, Completion, Vm};

macro_rules! function {
    ($id:ident, $name:literal, $length:literal, $f:expr) => {
        Table {
            id: Intrinsic::$id,
            spec: Spec::Function { name: $name, length: $length, code: Code::Native($f) },
            items: &[],
        }
    };
}

pub(crate) const TABLES: &[Table] = &[
    function!(SetTimeout, "setTimeout", 1, |vm, a| start(vm, a, false)),
    function!(SetInterval, "setInterval", 1, |vm, a| start(vm, a, true)),
    function!(ClearTimeout, "clearTimeout", 1, clear),
    function!(ClearInterval, "clearInterval", 1, clear),
    function!(QueueMicrotask, "queueMicrotask", 1, queue_microtask),
    Table {
        id: Intrinsic::Performance,
        spec: Spec::Plain { proto: Some(Intrinsic::PerformancePrototype) },
        items: &[],
    },
    Table {
        id: Intrinsic::PerformancePrototype,
        spec: Spec::Plain { proto: Some(Intrinsic::ObjectPrototype) },
        items: &[
            operation("now", 0, |vm, _| Ok(Value::number(vm.now.monotonic_ms - vm.started_at))),
            attribute("timeOrigin", |vm, _| {
                Ok(Value::number(vm.now.epoch_ms - (vm.now.monotonic_ms - vm.started_at)))
            }),
            tag("Performance"),
        ],
    },
];

fn start(vm: &mut Vm, args: Args, repeat: bool) -> Completion {
    let callback = args.get(vm, 0);
    let name = if repeat { "setInterval" } else { "setTimeout" };
    if !vm.is_callable(callback) {
        let what = vm.describe(callback);
        return Err(vm.type_error(&format!(
            "The \"callback\" argument of {name} must be of type function. Received {what}"
        )));
    }
    let delay = args.number(vm, 1)?;
    // As Node: out of range and NaN mean 1 ms.
    let delay = if delay >= 1.0 && delay <= 2_147_483_647.0 { delay.trunc() } else { 1.0 };
    let rest = args.rest(vm, 2);
    let id = vm.start_timer(delay, callback, rest, repeat.then_some(delay))?;
    Ok(Value::int(id as i32))
}

impl Vm {
    /// A timer due in `delay` milliseconds; a RangeError when too many are pending.
    pub(crate) fn start_timer(
        &mut self,
        delay: f64,
        callback: Value,
        args: Vec<Value>,
        every: Option<f64>,
    ) -> Completion<u32> {
        if self.timers.pending.len() >= self.options.max_timers as usize {
            let limit = self.options.max_timers;
            return Err(
                self.range_error(&format!("Too many timers are pending (the limit is {limit})"))
            );
        }
        self.charge_memory(128 + args.len() * 8)?;
        self.heap.bytes += 128;
        let due = self.now.monotonic_ms + delay;
        Ok(self.timers.add(due, callback, args, every))
    }
}

fn clear(vm: &mut Vm, args: Args) -> Completion {
    if let Some(id) = args.get(vm, 0).as_int() {
        vm.timers.remove(id as u32);
    }
    Ok(Value::UNDEFINED)
}

fn queue_microtask(vm: &mut Vm, args: Args) -> Completion {
    let callback = args.get(vm, 0);
    if !vm.is_callable(callback) {
        let what = vm.describe(callback);
        return Err(vm.type_error(&format!(
            "The \"callback\" argument must be of type function. Received {what}"
        )));
    }
    vm.heap.bytes += 64;
    vm.jobs.push_back(Job::Call { function: callback, args: Vec::new() });
    Ok(Value::UNDEFINED)
}

/// `sleep(ms)`: a promise fulfilled after the time.
pub(crate) fn sleep(vm: &mut Vm, args: Args) -> Completion {
    let ms = args.number(vm, 0)?;
    let ms = if ms.is_nan() || ms < 0.0 { 0.0 } else { ms.min(2_147_483_647.0) };
    let promise = vm.new_promise();
    let (resolve, _) = vm.resolving_functions(promise);
    vm.start_timer(ms, resolve, Vec::new(), None)?;
    Ok(promise.into())
}
