//! From the start of the command to the printed list of skills, over the start of
//! an empty process, and how much memory that takes at its peak.
//!
//! ```text
//! cargo bench --bench start
//! ```

#![allow(clippy::expect_used, reason = "a benchmark that cannot run has to end")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use agent_skills_generator::{Files, Tree};

/// How many skills are listed, how often, and the most memory that it should take
/// at its peak, in MiB.
const LISTS: [(usize, usize, u32); 2] = [(20, 50, 64), (10_000, 3, 48)];

fn main() {
    // Run as a test there is nothing to be found out.
    if std::env::args().any(|argument| argument == "--bench") {
        for (skills, rounds, most) in LISTS {
            measure(skills, rounds, most);
        }
    }
}

fn measure(skills: usize, rounds: usize, most: u32) {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    Tree::new(skills)
        .files(Files::None)
        .write(directory.path())
        .expect("there is room");
    let root = directory.path();
    let mut list = Command::new(env!("CARGO_BIN_EXE_agent-skills"));
    list.arg("--root").arg(root).arg("list");
    let (mut times, mut empty, mut peak) = (Vec::new(), Vec::new(), 0);
    for _ in 0..rounds {
        let run = Run::of(&mut list);
        times.push(run.time);
        peak = peak.max(run.peak_bytes);
        empty.push(Run::of(&mut Command::new("true")).time);
    }
    let (time, empty) = (median(times), median(empty));
    println!(
        "agent-skills list, {skills} skills: {:.2?} over an empty process of {empty:.2?}, \
         peak memory {:.1} MiB (target {most})",
        time.saturating_sub(empty),
        peak as f64 / f64::from(1 << 20),
    );
}

/// One run of a process.
struct Run {
    time: Duration,
    peak_bytes: u64,
}

impl Run {
    #[expect(clippy::zombie_processes, reason = "`wait4` waits, and tells the peak")]
    fn of(command: &mut Command) -> Self {
        let start = Instant::now();
        let child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let pid = libc::pid_t::try_from(child.id()).expect("it came from one");
        let mut status = 0;
        // SAFETY: all zero is a value of this structure, which holds numbers only.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to values that outlive the call. The child is
        // ours and nobody else waits for it.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
        let time = start.elapsed();
        assert_eq!((waited, status), (pid, 0), "{command:?} failed");
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        Self {
            time,
            peak_bytes: u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit,
        }
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
