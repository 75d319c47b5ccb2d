//! Timers as data: due times on the host's monotonic clock, handed in as `Now`.

use crate::heap::collect::Marker;
use crate::value::Value;

/// A pending timer.
#[derive(Clone, Debug)]
pub struct Timer {
    pub id: u32,
    pub due: f64,
    /// Order of creation, for timers due at once.
    pub order: u64,
    pub callback: Value,
    pub args: Vec<Value>,
    /// Interval in milliseconds.
    pub every: Option<f64>,
}

/// The pending timers of a machine.
#[derive(Clone, Debug, Default)]
pub struct Timers {
    pub pending: Vec<Timer>,
    next_id: u32,
    next_order: u64,
}

impl Timers {
    /// Adds a timer due at `due`; returns its id (from 1).
    pub fn add(&mut self, due: f64, callback: Value, args: Vec<Value>, every: Option<f64>) -> u32 {
        self.next_id += 1;
        self.next_order += 1;
        self.pending.push(Timer {
            id: self.next_id,
            due,
            order: self.next_order,
            callback,
            args,
            every,
        });
        self.next_id
    }
    pub fn remove(&mut self, id: u32) {
        self.pending.retain(|t| t.id != id);
    }
    /// Earliest due time.
    pub fn wake(&self) -> Option<f64> {
        self.pending.iter().map(|t| t.due).min_by(f64::total_cmp)
    }
    /// Takes the next timer due at `now`; an interval is scheduled anew.
    pub fn take_due(&mut self, now: f64) -> Option<Timer> {
        let (i, _) = self
            .pending
            .iter()
            .enumerate()
            .filter(|(_, t)| t.due <= now)
            .min_by(|a, b| a.1.due.total_cmp(&b.1.due).then(a.1.order.cmp(&b.1.order)))?;
        let timer = self.pending.swap_remove(i);
        if let Some(every) = timer.every {
            self.next_order += 1;
            self.pending.push(Timer {
                due: (timer.due + every).max(now),
                order: self.next_order,
                ..timer.clone()
            });
        }
        Some(timer)
    }
    pub(crate) fn trace(&self, marker: &mut Marker) {
        for t in &self.pending {
            marker.value(t.callback);
            marker.values(&t.args);
        }
    }
}
