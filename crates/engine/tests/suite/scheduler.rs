//! Timelines of scheduled calls, exact, on virtual time; and random schedules against a model that
//! follows the written rules literally.

use codemode_engine::scheduler::{Mode, Scheduler};
use std::collections::BTreeMap;

struct Spec {
    writes: bool,
    keys: &'static str,
    ms: u64,
}

/// Reads `w:ab:100 r::50`.
fn specs(text: &'static str) -> Vec<Spec> {
    text.split_whitespace()
        .map(|word| {
            let mut parts = word.split(':');
            let writes = parts.next() == Some("w");
            let keys = parts.next().unwrap();
            Spec { writes, keys, ms: parts.next().unwrap().parse().unwrap() }
        })
        .collect()
}

fn keys_of(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

/// All calls submitted at time 0; returns start and end of each, in order of submission.
fn timeline(mode: Mode, pool: Option<u64>, calls: &[Spec]) -> Vec<(u64, u64)> {
    let mut scheduler = Scheduler::new(mode);
    let lane = scheduler.open(pool);
    let mut times = vec![(0, 0); calls.len()];
    let mut ends: BTreeMap<(u64, usize), u32> = BTreeMap::new();
    let mut now = 0;
    for (index, call) in calls.iter().enumerate() {
        scheduler.submit(lane, index as u32, call.writes, keys_of(call.keys));
    }
    loop {
        for id in scheduler.take_started(lane) {
            let end = now + calls[id as usize].ms;
            times[id as usize] = (now, end);
            ends.insert((end, ends.len()), id);
        }
        let Some(((end, _), id)) = ends.pop_first() else { break };
        now = end;
        scheduler.finish(lane, id);
        // Ends of the same moment are all delivered before anything else happens.
        while let Some(entry) = ends.first_entry() {
            if entry.key().0 != now {
                break;
            }
            // Starts between two ends of one moment happen at that moment anyway.
            for started in scheduler.take_started(lane) {
                let end = now + calls[started as usize].ms;
                times[started as usize] = (now, end);
                let order = 1_000_000 + started as usize;
                ends.insert((end, order), started);
            }
            let Some(((_, _), id)) = ends.pop_first() else { break };
            scheduler.finish(lane, id);
        }
    }
    assert_eq!(scheduler.running(lane), 0);
    times
}

#[track_caller]
fn check(pool: u64, calls: &'static str, drain: &[(u64, u64)], keyed: &[(u64, u64)]) {
    assert_eq!(timeline(Mode::Drain, Some(pool), &specs(calls)), drain, "drain");
    assert_eq!(timeline(Mode::Keyed, Some(pool), &specs(calls)), keyed, "keyed");
}

#[test]
fn a_first_writer_overlaps_with_unrelated_calls() {
    let all = [(0, 100), (0, 100), (0, 100)];
    check(8, "w:a:100 r:b:100 r::100", &all, &all);
}

#[test]
fn b_readers_behind_a_writer() {
    check(
        8,
        "w:a:100 r:a:100 r:a:100 r:z:100",
        &[(0, 100), (100, 200), (200, 300), (300, 400)],
        &[(0, 100), (100, 200), (100, 200), (0, 100)],
    );
}

#[test]
fn c_exclusive_is_decided_at_submission() {
    check(
        8,
        "w:a:50 r:q:300 r:a:50 r::50",
        &[(0, 50), (0, 300), (300, 350), (350, 400)],
        &[(0, 50), (0, 300), (50, 100), (0, 50)],
    );
}

#[test]
fn d_a_pool_of_two_keeps_order() {
    let all = [(0, 300), (0, 100), (100, 200), (200, 300), (300, 400)];
    check(2, "r::300 r::100 r::100 r::100 r::100", &all, &all);
}

#[test]
fn e_two_writers_of_one_key_and_one_of_another() {
    check(
        8,
        "w:a:100 w:a:100 w:b:100",
        &[(0, 100), (100, 200), (200, 300)],
        &[(0, 100), (100, 200), (0, 100)],
    );
}

#[test]
fn f_readers_of_one_key_overlap() {
    check(8, "r:a:100 r:a:100", &[(0, 100), (0, 100)], &[(0, 100), (0, 100)]);
}

#[test]
fn g_a_chain_of_shared_keys() {
    let all = [(0, 100), (100, 200), (200, 300)];
    check(8, "w:ab:100 w:bc:100 w:cd:100", &all, &all);
}

#[test]
fn h_writers_without_keys_conflict_with_nothing() {
    check(8, "w::100 w::100", &[(0, 100), (0, 100)], &[(0, 100), (0, 100)]);
}

#[test]
fn i_finished_calls_leave_the_conflict_set() {
    for mode in [Mode::Drain, Mode::Keyed] {
        let mut scheduler = Scheduler::new(mode);
        let lane = scheduler.open(Some(8));
        scheduler.submit(lane, 0, true, keys_of("a"));
        assert_eq!(scheduler.take_started(lane), [0]);
        scheduler.finish(lane, 0);
        scheduler.submit(lane, 1, false, keys_of("a"));
        scheduler.submit(lane, 2, false, keys_of("b"));
        assert_eq!(scheduler.take_started(lane), [1, 2]);
    }
}

#[test]
fn j_waves_of_the_pool_size() {
    let calls: Vec<Spec> = (0..12).map(|_| Spec { writes: false, keys: "", ms: 40 }).collect();
    for mode in [Mode::Drain, Mode::Keyed] {
        let times = timeline(mode, Some(3), &calls);
        let waves: Vec<(u64, u64)> =
            (0..12).map(|index| (index / 3 * 40, index / 3 * 40 + 40)).collect();
        assert_eq!(times, waves);
    }
}

#[test]
fn l_two_hundred_calls_take_twenty_five_waves() {
    let calls: Vec<Spec> = (0..200).map(|_| Spec { writes: false, keys: "", ms: 10 }).collect();
    for mode in [Mode::Drain, Mode::Keyed] {
        let end = timeline(mode, Some(8), &calls).iter().map(|time| time.1).max();
        assert_eq!(end, Some(250));
    }
}

#[test]
fn empty_and_repeated_keys_are_dropped() {
    let mut scheduler = Scheduler::new(Mode::Keyed);
    let lane = scheduler.open(None);
    scheduler.submit(lane, 0, true, vec!["".into(), "a".into(), "a".into()]);
    scheduler.submit(lane, 1, true, vec!["".into()]);
    assert_eq!(scheduler.take_started(lane), [0, 1]);
}

#[test]
fn lanes_share_conflicts_and_not_pools() {
    let mut scheduler = Scheduler::new(Mode::Keyed);
    let first = scheduler.open(Some(1));
    let second = scheduler.open(Some(1));
    scheduler.submit(first, 0, true, keys_of("a"));
    scheduler.submit(second, 0, true, keys_of("a"));
    assert_eq!(scheduler.take_started(first), [0]);
    assert_eq!(scheduler.take_started(second), [] as [u32; 0]);
    assert_eq!(scheduler.take_touched(), []);
    scheduler.finish(first, 0);
    assert_eq!(scheduler.take_touched(), [second]);
    assert_eq!(scheduler.take_started(second), [0]);
}

#[test]
fn closing_a_lane_frees_its_keys_but_not_what_they_waited_for() {
    let mut scheduler = Scheduler::new(Mode::Keyed);
    let first = scheduler.open(None);
    let second = scheduler.open(None);
    let third = scheduler.open(None);
    scheduler.submit(first, 0, true, keys_of("a"));
    scheduler.submit(second, 0, true, keys_of("a"));
    scheduler.submit(third, 0, false, keys_of("a"));
    scheduler.close(second);
    assert_eq!(scheduler.take_started(third), [] as [u32; 0]);
    scheduler.submit(third, 1, true, keys_of("a"));
    scheduler.finish(first, 0);
    assert_eq!(scheduler.take_started(third), [0]);
    scheduler.finish(third, 0);
    assert_eq!(scheduler.take_started(third), [1]);
}

/// A small generator, so that the schedules are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

/// The rules as written, quadratic and obvious.
#[derive(Default)]
struct Model {
    calls: Vec<(bool, Vec<String>, bool)>,
    outstanding: Vec<u32>,
    queue: Vec<u32>,
    running: Vec<u32>,
    barrier: bool,
}

impl Model {
    fn conflict(&self, one: u32, other: u32) -> bool {
        let (a, b) = (&self.calls[one as usize], &self.calls[other as usize]);
        (a.0 || b.0) && a.1.iter().any(|key| b.1.contains(key))
    }
    fn submit(&mut self, writes: bool, keys: Vec<String>) {
        let id = self.calls.len() as u32;
        self.calls.push((writes, keys, false));
        self.calls[id as usize].2 = self.outstanding.iter().any(|o| self.conflict(id, *o));
        self.outstanding.push(id);
        self.queue.push(id);
    }
    fn finish(&mut self, id: u32) {
        self.running.retain(|other| *other != id);
        self.outstanding.retain(|other| *other != id);
        if self.calls[id as usize].2 {
            self.barrier = false;
        }
    }
    fn pump(&mut self, mode: Mode, pool: usize) -> Vec<u32> {
        let mut started = Vec::new();
        match mode {
            Mode::Drain => {
                while let (Some(&head), false) = (self.queue.first(), self.barrier) {
                    let exclusive = self.calls[head as usize].2;
                    let full = self.running.len() >= pool;
                    if (exclusive && !self.running.is_empty()) || (!exclusive && full) {
                        break;
                    }
                    self.queue.remove(0);
                    self.running.push(head);
                    self.barrier = exclusive;
                    started.push(head);
                }
            }
            Mode::Keyed => {
                while self.running.len() < pool {
                    let free = |id: &u32| {
                        !self.outstanding.iter().any(|o| o < id && self.conflict(*id, *o))
                    };
                    let Some(place) = self.queue.iter().position(free) else { break };
                    let id = self.queue.remove(place);
                    self.running.push(id);
                    started.push(id);
                }
            }
        }
        started
    }
}

#[test]
fn random_schedules_follow_the_model() {
    for seed in 0..1_000 {
        for mode in [Mode::Drain, Mode::Keyed] {
            let mut random = Random(seed);
            let pool = 1 + random.below(6);
            let mut scheduler = Scheduler::new(mode);
            let lane = scheduler.open(Some(pool));
            let mut model = Model::default();
            for _ in 0..60 {
                if random.below(5) < 3 || model.running.is_empty() {
                    let writes = random.below(3) == 0;
                    let keys = (0..random.below(4)).map(|_| random.below(5).to_string()).collect();
                    let keys: Vec<String> = keys;
                    scheduler.submit(lane, model.calls.len() as u32, writes, keys.clone());
                    model.submit(writes, keys);
                } else {
                    let place = random.below(model.running.len() as u64) as usize;
                    let id = model.running[place];
                    scheduler.finish(lane, id);
                    model.finish(id);
                }
                let started = scheduler.take_started(lane);
                assert_eq!(started, model.pump(mode, pool as usize), "seed {seed} {mode:?}");
            }
        }
    }
}
