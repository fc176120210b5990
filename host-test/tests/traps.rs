//! Instances that break down, by the thousand: nothing of them stays behind.
//!
//! The only test of its process, so that what is counted is its own.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "this is how a test fails")]

mod support;

use std::fs;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use agent_skills_sandbox::{Error, Limits, Mounts, Result, Sandbox};
use support::{FILES, FILES_WIT, component, importing};

const TRAPS: usize = 10_000;

/// When everything that is made once has been made.
const WARM: usize = 1_000;

/// Ways to break down. A loop waits for the clock, so there are fewer of it.
const FAULTS: [(&str, &str); 4] = [
    ("trap", "unreachable"),
    (
        "memory-limit",
        "(drop (memory.grow (i32.const 4096))) (i32.const 0)",
    ),
    ("stack-limit", "(call $recurse)"),
    (
        "handle-limit",
        "(loop $again (call $get_directories (i32.const 0)) (br $again)) unreachable",
    ),
];
const LOOP: (&str, &str) = ("deadline", "(loop $again (br $again)) unreachable");
const LOOP_EVERY: usize = 100;

#[test]
fn ten_thousand_traps_leave_nothing_behind() {
    let limits = Limits {
        handles: 20,
        stack_bytes: 64 << 10,
        deadline: Duration::from_secs(60),
        ..Limits::default()
    };
    let at_once = Limits {
        deadline: Duration::ZERO,
        ..limits
    };
    let faults = FAULTS.map(|(code, body)| (code, sandbox(body, &limits)));
    let endless = (LOOP.0, sandbox(LOOP.1, &at_once));
    let mut mounts = Mounts::new();
    mounts
        .add(env!("CARGO_MANIFEST_DIR"), "/mount")
        .expect("it exists");

    let mut warm = None;
    for number in 1..=TRAPS {
        let (code, sandbox) = match number.is_multiple_of(LOOP_EVERY) {
            true => &endless,
            false => &faults[number / 2 % faults.len()],
        };
        let result = match number % 2 {
            0 => call(sandbox, &mounts),
            _ => call_suspended(sandbox, &mounts),
        };
        let error = result.expect_err("it breaks down");
        assert_eq!(error.code(), *code, "{error}");
        if number == WARM {
            warm = Some(Usage::now());
        }
    }

    let (warm, end) = (warm.expect("there are more"), Usage::now());
    println!("after {WARM} traps {warm:?}, after {TRAPS} {end:?}");
    assert_eq!(end.descriptors, warm.descriptors);
    assert!(end.mappings <= warm.mappings + 8, "{warm:?}, {end:?}");
    // A leak of one page for each trap would be 35 MiB.
    assert!(end.bytes <= warm.bytes + (4 << 20), "{warm:?}, {end:?}");
}

fn sandbox(instructions: &str, limits: &Limits) -> Sandbox {
    let component = match instructions.contains("$get_directories") {
        true => importing(FILES_WIT, FILES, instructions),
        false => component(instructions),
    };
    Sandbox::builder()
        .component(component)
        .limits(limits.clone())
        .build()
        .expect("it is a component of the world")
}

fn call(sandbox: &Sandbox, mounts: &Mounts) -> Result<String, Error> {
    sandbox.instance(mounts)?.instructions()
}

fn call_suspended(sandbox: &Sandbox, mounts: &Mounts) -> Result<String, Error> {
    let mut call = pin!(async { sandbox.instance_async(mounts).await?.instructions().await });
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(result) = call.as_mut().poll(&mut context) {
            return result;
        }
        std::thread::yield_now();
    }
}

/// What the process holds.
#[derive(Debug)]
struct Usage {
    /// In memory, not only in its address space.
    bytes: usize,
    descriptors: usize,
    mappings: usize,
}

impl Usage {
    fn now() -> Self {
        let maps = fs::read_to_string("/proc/self/maps").expect("Linux has it");
        let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
        let kib = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .and_then(|rest| rest.trim().strip_suffix(" kB")?.parse::<usize>().ok());
        Self {
            bytes: kib.expect("Linux tells it") << 10,
            descriptors: fs::read_dir("/proc/self/fd").expect("Linux has it").count(),
            mappings: maps.lines().count(),
        }
    }
}
