//! `NativeRuntime`: the runs of one runtime, as the TypeScript side drives them.
#![expect(unsafe_code, reason = "Node-API is a C interface")]

use crate::bridge::{Environment, Parcel};
use crate::pool::{Begin, Job, Work, pool};
use crate::run::{Flags, Input, SessionBox, Slices, apply, turn_text};
use crate::turn::{Encoded, result_turn};
use crate::value::{Value, failure, reply};
use codemode_engine::engine::{Descriptions, Engine, RunOptions};
use codemode_engine::guest::{Clock, SystemClock};
use codemode_engine::limits::{ConfigError, ErrorClass};
use codemode_engine::scheduler::Lane;
use codemode_engine::session::State;
use codemode_engine::settings::{Scope, Settings};
use codemode_engine::slots::{Admission, Slots};
use codemode_protocol::{Diagnostic, DiagnosticKind, Limits, Payload};
use napi::bindgen_prelude::{Buffer, Unknown};
use napi::{Env, Error, JsValue, Result, Status, sys};
use napi_derive::napi;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// About how long a program runs on the JavaScript thread between two looks at the clock.
const SLICE_MS: f64 = 0.2;
/// How long one program may run on the JavaScript thread before it moves to another one.
const HOME_MS: f64 = 1.0;

/// Longer programs are compiled on another thread.
const COMPILE_ELSEWHERE_BYTES: usize = 64 << 10;
/// Replies of this size are read on another thread.
const READ_ELSEWHERE_BYTES: u64 = 128 << 10;
/// So much memory is freed on another thread.
const FREE_ELSEWHERE_BYTES: u64 = 2 << 20;

enum Place {
    Home(SessionBox),
    Away,
    /// Waits for a slot.
    Queued {
        source: String,
        options: RunOptions,
        limits: Limits,
        aborted: Option<String>,
    },
}

struct Run {
    flags: Arc<Flags>,
    place: Place,
    lane: Option<Lane>,
    /// Inputs to be fetched.
    aside: FxHashMap<u32, Payload>,
}

/// What a runtime consists of.
pub(crate) struct Inner {
    id: u32,
    environment: Rc<Environment>,
    engine: Arc<Engine>,
    runs: RefCell<FxHashMap<u32, Run>>,
    slots: RefCell<Slots>,
    notify: sys::napi_ref,
    /// How many runs keep the notify function from being collected.
    holds: Cell<u32>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.environment.unregister(self.id);
        unsafe { sys::napi_delete_reference(self.environment.raw, self.notify) };
    }
}

impl Inner {
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Calls the notify function with a flat array of runs and turns.
    pub(crate) fn notify(&self, turns: Vec<(u32, String)>) {
        let env = self.environment.raw;
        unsafe {
            let mut scope = ptr::null_mut();
            if sys::napi_open_handle_scope(env, &mut scope) != sys::Status::napi_ok {
                return;
            }
            let mut function = ptr::null_mut();
            let status = sys::napi_get_reference_value(env, self.notify, &mut function);
            if status == sys::Status::napi_ok && !function.is_null() {
                let mut array = ptr::null_mut();
                sys::napi_create_array_with_length(env, turns.len() * 2, &mut array);
                for (index, (run, turn)) in turns.iter().enumerate() {
                    let (mut number, mut text) = (ptr::null_mut(), ptr::null_mut());
                    sys::napi_create_uint32(env, *run, &mut number);
                    sys::napi_create_string_utf8(
                        env,
                        turn.as_ptr().cast(),
                        turn.len() as isize,
                        &mut text,
                    );
                    let at = index as u32 * 2;
                    sys::napi_set_element(env, array, at, number);
                    sys::napi_set_element(env, array, at + 1, text);
                }
                let mut receiver = ptr::null_mut();
                sys::napi_get_undefined(env, &mut receiver);
                let mut returned = ptr::null_mut();
                let status =
                    sys::napi_call_function(env, receiver, function, 1, &array, &mut returned);
                if status == sys::Status::napi_pending_exception {
                    let mut error = ptr::null_mut();
                    sys::napi_get_and_clear_last_exception(env, &mut error);
                    sys::napi_fatal_exception(env, error);
                }
            }
            sys::napi_close_handle_scope(env, scope);
        }
    }

    /// Something is to come through the event loop: keep the process and the notify function.
    fn hold(&self) {
        self.environment.expect();
        if self.holds.replace(self.holds.get() + 1) == 0 {
            let mut count = 0;
            unsafe { sys::napi_reference_ref(self.environment.raw, self.notify, &mut count) };
        }
    }

    fn release(&self) {
        self.environment.arrived();
        self.holds.set(self.holds.get().saturating_sub(1));
        if self.holds.get() == 0 {
            let mut count = 0;
            unsafe { sys::napi_reference_unref(self.environment.raw, self.notify, &mut count) };
        }
    }

    /// A parcel has arrived; returns the turn to be told about.
    pub(crate) fn receive(&self, parcel: Parcel) -> Option<(u32, String)> {
        match parcel {
            Parcel::Turn { run, turn, .. } => {
                let mut runs = self.runs.borrow_mut();
                runs.get_mut(&run)?.aside.extend(turn.aside);
                Some((run, turn.text))
            }
            Parcel::Home { run, mut session, .. } => {
                self.environment.returned(self.id, run);
                self.release();
                let flags = Arc::clone(&self.runs.borrow().get(&run)?.flags);
                self.learn_lane(run, &session);
                flags.interrupt.store(false, Ordering::SeqCst);
                for input in flags.take_inbox() {
                    apply(&mut session, input, SystemClock.now());
                }
                Some((run, self.drive(run, session)))
            }
            Parcel::Done { run, turn, touched, .. } => {
                self.environment.returned(self.id, run);
                self.release();
                self.over(run);
                self.look(touched);
                Some((run, turn.text))
            }
            Parcel::Begin { run, .. } => {
                self.release();
                let (flags, place) = {
                    let mut runs = self.runs.borrow_mut();
                    let known = runs.get_mut(&run)?;
                    if !matches!(known.place, Place::Queued { .. }) {
                        return None;
                    }
                    let place = std::mem::replace(&mut known.place, Place::Away);
                    (Arc::clone(&known.flags), place)
                };
                let Place::Queued { source, options, limits, aborted } = place else {
                    return None;
                };
                Some((run, self.begin(run, &flags, source, options, limits, aborted)))
            }
            Parcel::Look { run, .. } => {
                self.release();
                Some((run, self.input(run, Input::Tick)))
            }
        }
    }

    /// Runs that can start calls because of another run's event are told so.
    fn look(&self, touched: Vec<Lane>) {
        if touched.is_empty() {
            return;
        }
        let runs = self.runs.borrow();
        for (run, known) in runs.iter() {
            if known.lane.is_some_and(|lane| touched.contains(&lane)) {
                self.hold();
                self.environment.bridge.post(Parcel::Look { runtime: self.id, run: *run });
            }
        }
    }

    fn start(&self, run: u32, source: String, options: RunOptions) -> Result<String> {
        let limits = self.engine.limits(&options).map_err(|error| self.misuse(error))?;
        let flags = Arc::new(Flags::default());
        let admission = self.slots.borrow_mut().enter(run, &options.ancestors);
        let place = match admission {
            Admission::Begin => Place::Away,
            Admission::Wait => Place::Queued {
                source: source.clone(),
                options: options.clone(),
                limits: limits.clone(),
                aborted: None,
            },
            Admission::Refused => {
                let message = "This run is nested in runs that hold every slot and wait for it, so it can never begin. \
                               Raise maxConcurrentRuns or do not start runs from tools.";
                let error = Diagnostic::new(DiagnosticKind::ExecutionFailure, message);
                let result = self.engine.failed(error, &limits);
                return Ok(result_turn(&result, self.engine.settings()).text);
            }
        };
        let known =
            Run { flags: Arc::clone(&flags), place, lane: None, aside: FxHashMap::default() };
        self.runs.borrow_mut().insert(run, known);
        if admission == Admission::Wait {
            return Ok("{\"t\":\"queued\"}".into());
        }
        Ok(self.begin(run, &flags, source, options, limits, None))
    }

    fn begin(
        &self,
        run: u32,
        flags: &Arc<Flags>,
        source: String,
        options: RunOptions,
        limits: Limits,
        aborted: Option<String>,
    ) -> String {
        let now = SystemClock.now();
        let engine = Arc::clone(&self.engine);
        let begin = Begin { engine, source, options, limits, now };
        let long = begin.source.len() > COMPILE_ELSEWHERE_BYTES;
        if aborted.is_none() && (long || self.environment.budget_ms() <= 0.0) {
            self.send_away(run, Work::Begin(Box::new(begin)));
            return busy(flags);
        }
        let made = begin.session(flags);
        self.environment.charge(SystemClock.now().monotonic_ms - now.monotonic_ms);
        match made {
            Ok(mut session) => {
                self.learn_lane(run, &session);
                if let Some(reason) = aborted {
                    apply(&mut session, Input::Abort(reason), SystemClock.now());
                }
                self.drive(run, session)
            }
            Err(result) => {
                self.over(run);
                result_turn(&result, self.engine.settings()).text
            }
        }
    }

    /// Where runs share a scheduler, events of one concern others, which are found by their lanes.
    fn learn_lane(&self, run: u32, session: &SessionBox) {
        if self.engine.settings().scheduling.scope == Scope::RunTool {
            if let Some(known) = self.runs.borrow_mut().get_mut(&run) {
                known.lane = Some(session.lane());
            }
        }
    }

    /// Runs a session on this thread as long as it may, then leaves it where it belongs.
    fn drive(&self, run: u32, mut session: SessionBox) -> String {
        let began = SystemClock.now().monotonic_ms;
        let budget = self.environment.budget_ms().min(HOME_MS);
        let mut now = began;
        let mut slices = Slices::new(SLICE_MS);
        while session.state() == State::Runnable && now - began < budget {
            now = slices.advance(&mut session, now);
        }
        let spent = now - began;
        self.environment.charge(spent);
        let touched = if self.engine.settings().scheduling.scope == Scope::RunTool {
            session.take_touched()
        } else {
            Vec::new()
        };
        let text = match session.state() {
            State::Runnable => {
                let turn = turn_text(&mut session, true);
                let text = self.keep(run, turn);
                self.send_away(run, Work::Session(session));
                text
            }
            State::Done => {
                let turn = turn_text(&mut session, false);
                self.over(run);
                if session.memory_used() > FREE_ELSEWHERE_BYTES {
                    pool().free(session);
                }
                turn.text
            }
            _ => {
                let turn = turn_text(&mut session, false);
                let text = self.keep(run, turn);
                self.put(run, Place::Home(session));
                text
            }
        };
        self.look(touched);
        text
    }

    fn keep(&self, run: u32, turn: Encoded) -> String {
        if !turn.aside.is_empty() {
            if let Some(known) = self.runs.borrow_mut().get_mut(&run) {
                known.aside.extend(turn.aside);
            }
        }
        turn.text
    }

    fn put(&self, run: u32, place: Place) {
        if let Some(known) = self.runs.borrow_mut().get_mut(&run) {
            known.place = place;
        }
    }

    fn send_away(&self, run: u32, work: Work) {
        let flags = {
            let mut runs = self.runs.borrow_mut();
            let Some(known) = runs.get_mut(&run) else { return };
            known.place = Place::Away;
            Arc::clone(&known.flags)
        };
        match &work {
            Work::Session(session) => flags.stop_at(session.stop_at(SystemClock.now())),
            Work::Begin(begin) => {
                let deadline = begin.limits.timeout_ms.map(|ms| begin.now.monotonic_ms + ms as f64);
                flags.stop_at(deadline);
            }
        }
        self.hold();
        self.environment.left(self.id, run, Arc::clone(&flags));
        let bridge = Arc::clone(&self.environment.bridge);
        let job = Job { runtime: self.id, run, work, flags, bridge };
        if let Err(Job { runtime, run, work, flags, bridge }) = pool().submit(job) {
            // No thread to be had: go on here, a little in each turn of the event loop.
            let made = match work {
                Work::Session(session) => Ok(session),
                Work::Begin(begin) => begin.session(&flags),
            };
            bridge.post(match made {
                Ok(session) => Parcel::Home { runtime, run, session },
                Err(result) => {
                    let turn = result_turn(&result, self.engine.settings());
                    Parcel::Done { runtime, run, turn, touched: Vec::new() }
                }
            });
        }
    }

    /// Hands an input to a run, wherever it is, and returns its turn.
    fn input(&self, run: u32, input: Input) -> String {
        let session = {
            let mut runs = self.runs.borrow_mut();
            let Some(known) = runs.get_mut(&run) else { return waiting() };
            match std::mem::replace(&mut known.place, Place::Away) {
                Place::Home(session) => session,
                Place::Away => {
                    known.flags.send(input);
                    return busy(&known.flags);
                }
                Place::Queued { source, options, limits, mut aborted } => {
                    let first = aborted.is_none();
                    if let Input::Abort(reason) = input {
                        aborted.get_or_insert(reason);
                    }
                    let leaves = first && aborted.is_some();
                    known.place = Place::Queued { source, options, limits, aborted };
                    if leaves {
                        // It ends as soon as the event loop comes to it, without a slot.
                        self.hold();
                        let begin = Parcel::Begin { runtime: self.id, run };
                        self.environment.bridge.post(begin);
                    }
                    return "{\"t\":\"queued\"}".into();
                }
            }
        };
        if input.bytes() > READ_ELSEWHERE_BYTES {
            let flags = self.runs.borrow().get(&run).map(|known| Arc::clone(&known.flags));
            if let Some(flags) = flags {
                flags.send(input);
                self.send_away(run, Work::Session(session));
                return busy(&flags);
            }
            return waiting();
        }
        let mut session = session;
        apply(&mut session, input, SystemClock.now());
        self.drive(run, session)
    }

    /// A run is over: forget it and let the next one begin.
    fn over(&self, run: u32) {
        self.runs.borrow_mut().remove(&run);
        let next = self.slots.borrow_mut().leave(run);
        if let Some(next) = next {
            self.hold();
            self.environment.bridge.post(Parcel::Begin { runtime: self.id, run: next });
        }
    }

    fn misuse(&self, error: ConfigError) -> Error {
        misuse(self.environment.raw, error)
    }

    fn catalog(&self) -> Result<&codemode_catalog::Catalog> {
        self.engine.catalog().ok_or_else(|| {
            Error::new(Status::GenericFailure, "The tools have not been described yet.")
        })
    }
}

/// A turn without news of a run on another thread; its timer goes on.
fn busy(flags: &Flags) -> String {
    match flags.left_ms() {
        Some(left) => format!("{{\"t\":\"busy\",\"wake\":{left}}}"),
        None => "{\"t\":\"busy\"}".into(),
    }
}

fn waiting() -> String {
    "{\"t\":\"wait\"}".into()
}

/// Throws the JavaScript error of the right class.
pub(crate) fn misuse(env: sys::napi_env, error: ConfigError) -> Error {
    let env = Env::from_raw(env);
    let thrown = match error.class {
        ErrorClass::Type => env.throw_type_error(&error.message, None),
        ErrorClass::Range => env.throw_range_error(&error.message, None),
    };
    match thrown {
        Ok(()) => Error::new(Status::PendingException, error.message),
        Err(error) => error,
    }
}

/// One runtime: settings, tools, compiled programs, runs.
#[napi]
pub struct NativeRuntime {
    inner: Rc<Inner>,
}

#[napi]
impl NativeRuntime {
    #[napi(
        constructor,
        ts_args_type = "config: string, notify: (batch: Array<number | string>) => void"
    )]
    pub fn new(env: Env, config: String, notify: Unknown<'_>) -> Result<Self> {
        let environment = Environment::of(&env)?;
        let settings =
            Settings::from_json(&config).map_err(|error| misuse(environment.raw, error))?;
        let mut reference = ptr::null_mut();
        // Weak, so that a runtime nobody uses can be collected together with its notify function.
        let status =
            unsafe { sys::napi_create_reference(environment.raw, notify.raw(), 0, &mut reference) };
        if status != sys::Status::napi_ok {
            return Err(Error::new(Status::FunctionExpected, "notify must be a function."));
        }
        let inner = environment.register(|id| {
            Rc::new(Inner {
                id,
                environment: Rc::clone(&environment),
                slots: RefCell::new(Slots::new(settings.max_concurrent_runs)),
                engine: Arc::new(Engine::new(settings)),
                runs: RefCell::default(),
                notify: reference,
                holds: Cell::new(0),
            })
        });
        Ok(NativeRuntime { inner })
    }

    #[napi]
    pub fn start(&self, run: u32, source: String, options: Option<String>) -> Result<String> {
        let options = match options {
            Some(text) => RunOptions::from_json(&text).map_err(|e| self.inner.misuse(e))?,
            None => RunOptions::default(),
        };
        self.inner.start(run, source, options)
    }

    #[napi(ts_args_type = "run: number, batch: Array<number | string | undefined>")]
    pub fn admit(&self, run: u32, batch: Unknown<'_>) -> Result<String> {
        let mut elements = self.value(&batch).elements()?;
        let mut verdicts = Vec::new();
        while let Some(call) = elements.next() {
            let call = call?.u32()?;
            let (Some(verdict), Some(payload)) = (elements.next(), elements.next()) else {
                return Err(Error::new(Status::InvalidArg, "The addon expected whole triples."));
            };
            let (verdict, payload) = (verdict?.u32()?, payload?);
            verdicts.push((
                call,
                if verdict == 1 {
                    Err(failure(&payload.string()?))
                } else if payload.is_undefined() {
                    Ok(Vec::new())
                } else {
                    Ok(serde_json::from_str(&payload.string()?).unwrap_or_default())
                },
            ));
        }
        Ok(self.inner.input(run, Input::Verdicts(verdicts)))
    }

    #[napi(ts_args_type = "run: number, call: number, kind: number, payload?: string | Uint8Array")]
    pub fn reply(
        &self,
        run: u32,
        call: u32,
        kind: u32,
        payload: Option<Unknown<'_>>,
    ) -> Result<String> {
        let reply = match payload {
            Some(payload) => reply(kind, self.value(&payload))?,
            None => Ok(Payload::Undefined),
        };
        Ok(self.inner.input(run, Input::Replies(vec![(call, reply)])))
    }

    #[napi(ts_args_type = "run: number, batch: Array<number | string | Uint8Array | undefined>")]
    pub fn replies(&self, run: u32, batch: Unknown<'_>) -> Result<String> {
        let mut elements = self.value(&batch).elements()?;
        let mut replies = Vec::new();
        while let Some(call) = elements.next() {
            let call = call?.u32()?;
            let (Some(kind), Some(payload)) = (elements.next(), elements.next()) else {
                return Err(Error::new(Status::InvalidArg, "The addon expected whole triples."));
            };
            replies.push((call, reply(kind?.u32()?, payload?)?));
        }
        Ok(self.inner.input(run, Input::Replies(replies)))
    }

    #[napi]
    pub fn tick(&self, run: u32) -> String {
        self.inner.input(run, Input::Tick)
    }

    #[napi]
    pub fn abort(&self, run: u32, reason: String) -> String {
        self.inner.input(run, Input::Abort(reason))
    }

    #[napi]
    pub fn describe(&self, run: Option<u32>, descriptions: String) -> Result<String> {
        let mut given: Descriptions = serde_json::from_str(&descriptions).map_err(|error| {
            Error::new(Status::InvalidArg, format!("Invalid descriptions: {error}."))
        })?;
        crate::openapi::attach(&mut given);
        self.inner.engine.describe(given).map_err(|error| self.inner.misuse(error))?;
        Ok(match run {
            Some(run) => self.inner.input(run, Input::Tick),
            None => waiting(),
        })
    }

    #[napi]
    pub fn take_bytes(&self, run: u32, call: u32) -> Buffer {
        match self.take_aside(run, call) {
            Some(Payload::Bytes(bytes)) => bytes.into(),
            _ => Vec::new().into(),
        }
    }

    #[napi]
    pub fn take_text(&self, run: u32, call: u32) -> String {
        match self.take_aside(run, call) {
            Some(Payload::Text(text)) => text,
            _ => String::new(),
        }
    }

    #[napi]
    pub fn described(&self) -> bool {
        self.inner.engine.catalog().is_some()
    }

    #[napi]
    pub fn catalog(&self) -> Result<String> {
        Ok(self.inner.catalog()?.catalog_json())
    }

    #[napi]
    pub fn namespaces(&self) -> Result<String> {
        Ok(self.inner.catalog()?.namespaces_json())
    }

    #[napi]
    pub fn search(&self, input: String) -> Result<String> {
        let found = self.inner.catalog()?.search(Some(&input));
        found.map_err(|message| {
            let class = ErrorClass::Type;
            self.inner.misuse(ConfigError { class, message })
        })
    }
}

impl NativeRuntime {
    pub(crate) fn engine(&self) -> &Engine {
        &self.inner.engine
    }

    pub(crate) fn known_catalog(&self) -> Result<&codemode_catalog::Catalog> {
        self.inner.catalog()
    }

    fn value(&self, value: &Unknown<'_>) -> Value {
        Value { env: self.inner.environment.raw, raw: value.raw() }
    }

    fn take_aside(&self, run: u32, call: u32) -> Option<Payload> {
        self.inner.runs.borrow_mut().get_mut(&run)?.aside.remove(&call)
    }
}
