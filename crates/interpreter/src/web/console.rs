//! `console`: captured, formatted for a model to read.

/// Counters, labels and indentation of one run's console.
#[derive(Clone, Debug, Default)]
pub struct ConsoleState {
    pub counters: Vec<(String, u32)>,
    pub timers: Vec<(String, f64)>,
}
