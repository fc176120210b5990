//! The one number that the benchmark is about: how much longer a scan takes in
//! the sandbox than natively.

use std::time::{Duration, Instant};

use crate::{SANDBOX, mounts, toolkit, trees};

/// Rounds, in each of which both are measured, so that what else the machine
/// does weighs on both.
const ROUNDS: usize = 60;

/// At most so many times as long as natively.
const TARGET: f64 = 1.5;

/// Measures and prints the ratio for each size of tree.
pub fn print() {
    for skills in trees::sizes() {
        let mounts = mounts(skills);
        let (mut sandboxed, mut native) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            sandboxed.push(time(|| {
                let mut instance = SANDBOX.instance(&mounts).expect("it starts");
                let listing = instance.list_skills().expect("it answers");
                assert_eq!(listing.skills.len(), skills);
            }));
            native.push(time(|| {
                assert_eq!(toolkit(skills).list().skills.len(), skills);
            }));
        }
        let (sandboxed, native) = (median(sandboxed), median(native));
        let ratio = sandboxed.as_secs_f64() / native.as_secs_f64();
        println!(
            "scan of {skills} skills: {sandboxed:.2?} in the sandbox, {native:.2?} natively, \
             ratio {ratio:.2} (target {TARGET})"
        );
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
