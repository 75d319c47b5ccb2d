//! What an engine must offer to be measured, and the loop that drives several runs at once.

use std::time::{Duration, Instant};

/// An engine; each run has a realm of its own.
pub trait Engine {
    type Run: Run;
    /// Makes a realm with the five tools and starts the program in it.
    fn start(&mut self, source: &str) -> Result<Self::Run, String>;
}

/// One program in its realm.
pub trait Run {
    /// Goes on until the program ends or waits. `Some` is its value as JSON text.
    fn advance(&mut self) -> Result<Option<String>, String>;
    /// The slow calls made since the last time: id and delay.
    fn take_slow(&mut self) -> Vec<(u32, Duration)>;
    /// Delivers the result of a slow call.
    fn settle(&mut self, id: u32) -> Result<(), String>;
}

/// Starts `count` runs of the program at once and drives them to their ends.
pub fn all<E: Engine>(
    engine: &mut E,
    source: &str,
    count: usize,
) -> Result<(Vec<String>, Vec<E::Run>), String> {
    let mut runs = Vec::with_capacity(count);
    for _ in 0..count {
        runs.push(engine.start(source)?);
    }
    let mut values: Vec<Option<String>> = vec![None; count];
    let mut due: Vec<(Instant, usize, u32)> = Vec::new();
    let mut ready: Vec<usize> = (0..count).collect();
    while values.iter().any(Option::is_none) {
        for index in ready.drain(..) {
            values[index] = runs[index].advance()?;
            let now = Instant::now();
            due.extend(
                runs[index].take_slow().into_iter().map(|(id, delay)| (now + delay, index, id)),
            );
        }
        if values.iter().all(Option::is_some) {
            break;
        }
        let earliest = due.iter().map(|entry| entry.0).min().ok_or("the program waits for ever")?;
        std::thread::sleep(earliest.saturating_duration_since(Instant::now()));
        let now = Instant::now();
        for (_, index, id) in due.extract_if(.., |entry| entry.0 <= now) {
            runs[index].settle(id)?;
            ready.push(index);
        }
    }
    Ok((values.into_iter().flatten().collect(), runs))
}
