//! Globals that are not ECMA-262: console, timers, URL, encoding, abort, clone.

pub(crate) mod console;
