//! The way back from other threads to the event loop of one environment (main thread or Worker).
//!
//! Parcels are collected and fetched by one callback on the JavaScript thread, however many there are. The
//! callback also marks the end of an event loop turn, which refills the budget for slices on this thread.
//!
//! Invariants: the process is kept alive while, and only while, something is expected from another thread;
//! nothing is posted to an environment that has ended.
//!
//! Safety: the threadsafe function is called under a lock that its finaliser takes before it goes away; raw
//! pointers handed to Node-API are either null or leaked on purpose until the matching callback.
#![expect(unsafe_code, reason = "Node-API is a C interface")]

use crate::run::{Flags, SessionBox, silence_panics};
use crate::runtime::Inner;
use crate::turn::Encoded;
use codemode_engine::scheduler::Lane;
use napi::{Env, Error, Result, Status, sys};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Something that happened elsewhere, to be seen to on the JavaScript thread.
pub(crate) enum Parcel {
    /// A busy program made calls.
    Turn { runtime: u32, run: u32, turn: Encoded },
    /// A program waits and comes back.
    Home { runtime: u32, run: u32, session: SessionBox },
    /// A program is over.
    Done { runtime: u32, run: u32, turn: Encoded, touched: Vec<Lane> },
    /// A queued run has got its slot.
    Begin { runtime: u32, run: u32 },
    /// A call of this run was started by an event of another run.
    Look { runtime: u32, run: u32 },
}

impl Parcel {
    fn runtime(&self) -> u32 {
        match self {
            Parcel::Turn { runtime, .. }
            | Parcel::Home { runtime, .. }
            | Parcel::Done { runtime, .. }
            | Parcel::Begin { runtime, .. }
            | Parcel::Look { runtime, .. } => *runtime,
        }
    }
}

/// The part of an environment that other threads hold.
pub(crate) struct Bridge {
    function: Mutex<Function>,
    parcels: Mutex<Vec<Parcel>>,
    signalled: AtomicBool,
    closed: AtomicBool,
}

struct Function(sys::napi_threadsafe_function);

// A threadsafe function is made to be used from any thread; the lock around it orders use and end.
unsafe impl Send for Function {}

impl Bridge {
    /// Leaves a parcel and wakes the event loop.
    pub(crate) fn post(&self, parcel: Parcel) {
        self.parcels.lock().unwrap_or_else(PoisonError::into_inner).push(parcel);
        self.signal();
    }

    /// True once the environment has ended; what runs for it should stop.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Asks for the callback on the JavaScript thread.
    fn signal(&self) {
        if self.signalled.swap(true, Ordering::SeqCst) {
            return;
        }
        let mut function = self.function.lock().unwrap_or_else(PoisonError::into_inner);
        if function.0.is_null() {
            return;
        }
        let mode = sys::ThreadsafeFunctionCallMode::nonblocking;
        let status =
            unsafe { sys::napi_call_threadsafe_function(function.0, ptr::null_mut(), mode) };
        if status == sys::Status::napi_closing {
            function.0 = ptr::null_mut();
        }
    }

    fn take(&self) -> Vec<Parcel> {
        self.signalled.store(false, Ordering::SeqCst);
        std::mem::take(&mut *self.parcels.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One environment, on its own thread.
pub(crate) struct Environment {
    pub(crate) raw: sys::napi_env,
    pub(crate) bridge: Arc<Bridge>,
    runtimes: RefCell<FxHashMap<u32, Weak<Inner>>>,
    next_runtime: Cell<u32>,
    /// Runs on other threads, and parcels that must not get lost.
    expected: Cell<u32>,
    /// Milliseconds that programs have run on this thread in this turn of the event loop.
    spent: Cell<f64>,
    turn_marked: Cell<bool>,
    /// What runs on other threads, to be stopped with the environment.
    away: RefCell<FxHashMap<(u32, u32), Arc<Flags>>>,
}

/// How long all programs together may run on the JavaScript thread in one turn of the event loop.
const TURN_BUDGET_MS: f64 = 8.0;
/// From here on the end of the turn is worth being told about.
const MARK_TURN_MS: f64 = 1.0;

thread_local! {
    static ENVIRONMENTS: RefCell<FxHashMap<usize, Rc<Environment>>> = RefCell::default();
}

impl Environment {
    /// The environment of a call.
    pub(crate) fn of(env: &Env) -> Result<Rc<Environment>> {
        let raw = env.raw();
        let known = ENVIRONMENTS.with_borrow(|all| all.get(&(raw as usize)).cloned());
        if let Some(environment) = known {
            return Ok(environment);
        }
        silence_panics();
        let bridge = Arc::new(Bridge {
            function: Mutex::new(Function(ptr::null_mut())),
            parcels: Mutex::default(),
            signalled: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        });
        let environment = Rc::new(Environment {
            raw,
            bridge,
            runtimes: RefCell::default(),
            next_runtime: Cell::new(0),
            expected: Cell::new(0),
            spent: Cell::new(0.0),
            turn_marked: Cell::new(false),
            away: RefCell::default(),
        });
        environment.create_function()?;
        let status = unsafe { sys::napi_add_env_cleanup_hook(raw, Some(ended), raw.cast()) };
        if status != sys::Status::napi_ok {
            return Err(Error::new(Status::GenericFailure, "The environment is shutting down."));
        }
        ENVIRONMENTS.with_borrow_mut(|all| all.insert(raw as usize, Rc::clone(&environment)));
        Ok(environment)
    }

    fn create_function(&self) -> Result<()> {
        let mut name = ptr::null_mut();
        let mut function = ptr::null_mut();
        let text = "codemode";
        let kept = Arc::into_raw(Arc::clone(&self.bridge)).cast_mut().cast::<c_void>();
        let status = unsafe {
            sys::napi_create_string_utf8(
                self.raw,
                text.as_ptr().cast(),
                text.len() as isize,
                &mut name,
            );
            sys::napi_create_threadsafe_function(
                self.raw,
                ptr::null_mut(),
                ptr::null_mut(),
                name,
                0,
                1,
                kept,
                Some(finalized),
                ptr::null_mut(),
                Some(called),
                &mut function,
            )
        };
        if status != sys::Status::napi_ok {
            drop(unsafe { Arc::from_raw(kept.cast::<Bridge>().cast_const()) });
            return Err(Error::new(
                Status::GenericFailure,
                "No threadsafe function could be made.",
            ));
        }
        unsafe { sys::napi_unref_threadsafe_function(self.raw, function) };
        self.bridge.function.lock().unwrap_or_else(PoisonError::into_inner).0 = function;
        Ok(())
    }

    /// Adds a runtime; its number names it in parcels.
    pub(crate) fn register(&self, inner: impl FnOnce(u32) -> Rc<Inner>) -> Rc<Inner> {
        let id = self.next_runtime.get();
        self.next_runtime.set(id.wrapping_add(1));
        let inner = inner(id);
        self.runtimes.borrow_mut().insert(id, Rc::downgrade(&inner));
        inner
    }

    /// Removes a runtime that is no longer used.
    pub(crate) fn unregister(&self, id: u32) {
        if let Ok(mut runtimes) = self.runtimes.try_borrow_mut() {
            runtimes.remove(&id);
        }
    }

    /// Something is expected from another thread.
    pub(crate) fn expect(&self) {
        self.expected.set(self.expected.get() + 1);
        if self.expected.get() == 1 {
            self.with_function(|env, function| unsafe {
                sys::napi_ref_threadsafe_function(env, function);
            });
        }
    }

    /// It has arrived.
    pub(crate) fn arrived(&self) {
        self.expected.set(self.expected.get().saturating_sub(1));
        if self.expected.get() == 0 {
            self.with_function(|env, function| unsafe {
                sys::napi_unref_threadsafe_function(env, function);
            });
        }
    }

    fn with_function(&self, work: impl FnOnce(sys::napi_env, sys::napi_threadsafe_function)) {
        let function = self.bridge.function.lock().unwrap_or_else(PoisonError::into_inner);
        if !function.0.is_null() {
            work(self.raw, function.0);
        }
    }

    /// Remembers a run that has left this thread.
    pub(crate) fn left(&self, runtime: u32, run: u32, flags: Arc<Flags>) {
        self.away.borrow_mut().insert((runtime, run), flags);
    }

    /// It is back, or over.
    pub(crate) fn returned(&self, runtime: u32, run: u32) {
        self.away.borrow_mut().remove(&(runtime, run));
    }

    /// What is left of the budget of this turn of the event loop.
    pub(crate) fn budget_ms(&self) -> f64 {
        TURN_BUDGET_MS - self.spent.get()
    }

    /// Charges time spent on this thread.
    pub(crate) fn charge(&self, ms: f64) {
        self.spent.set(self.spent.get() + ms);
        if self.spent.get() > MARK_TURN_MS && !self.turn_marked.replace(true) {
            self.bridge.signal();
        }
    }

    /// Sees to everything that has arrived.
    fn deliver(&self) {
        self.spent.set(0.0);
        self.turn_marked.set(false);
        let mut batches: Vec<(Rc<Inner>, Vec<(u32, String)>)> = Vec::new();
        for parcel in self.bridge.take() {
            let id = parcel.runtime();
            let inner = self.runtimes.borrow().get(&id).and_then(Weak::upgrade);
            let Some(inner) = inner else { continue };
            let Some(turn) = inner.receive(parcel) else { continue };
            match batches.iter_mut().find(|(known, _)| known.id() == id) {
                Some((_, turns)) => turns.push(turn),
                None => batches.push((inner, vec![turn])),
            }
        }
        for (inner, turns) in batches {
            inner.notify(turns);
        }
    }
}

/// The environment ends: nothing may be posted to it and what runs for it stops.
unsafe extern "C" fn ended(env: *mut c_void) {
    let environment = ENVIRONMENTS.try_with(|all| all.borrow_mut().remove(&(env as usize)));
    let Ok(Some(environment)) = environment else { return };
    environment.bridge.closed.store(true, Ordering::SeqCst);
    for flags in environment.away.borrow().values() {
        flags.interrupt.store(true, Ordering::SeqCst);
    }
}

/// The threadsafe function is about to go away.
unsafe extern "C" fn finalized(_env: sys::napi_env, bridge: *mut c_void, _hint: *mut c_void) {
    let bridge = unsafe { Arc::from_raw(bridge.cast::<Bridge>().cast_const()) };
    bridge.closed.store(true, Ordering::SeqCst);
    bridge.function.lock().unwrap_or_else(PoisonError::into_inner).0 = ptr::null_mut();
}

/// The event loop has come to our signal.
unsafe extern "C" fn called(
    env: sys::napi_env,
    _function: sys::napi_value,
    _context: *mut c_void,
    _data: *mut c_void,
) {
    if env.is_null() {
        return;
    }
    let environment =
        ENVIRONMENTS.try_with(|all| all.borrow().get(&(env as usize)).cloned()).ok().flatten();
    if let Some(environment) = environment {
        environment.deliver();
    }
}
