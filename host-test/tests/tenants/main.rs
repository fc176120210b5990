//! A thousand tenants at once: each has an instance over a directory of its own,
//! and calls of several threads go to all of them in turns. Whatever a tenant is
//! told is its own.

#![allow(clippy::expect_used, reason = "this is how a test fails")]

mod pool;
mod tenant;

use std::sync::Mutex;
use std::thread;

use agent_skills_sandbox::Sandbox;

use tenant::{STEPS, Tenant};

const TENANTS: usize = 1_000;
const THREADS: usize = 4;

#[test]
fn no_state_crosses() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let sandbox = Sandbox::new().expect("the component loads");
    let tenants: Vec<Mutex<Tenant>> = (0..TENANTS)
        .map(|number| Mutex::new(Tenant::new(&sandbox, directory.path(), number)))
        .collect();

    thread::scope(|scope| {
        for thread in 0..THREADS {
            let tenants = &tenants;
            scope.spawn(move || take_turns(tenants, thread));
        }
    });

    for tenant in tenants {
        let tenant = tenant.into_inner().expect("no thread has failed");
        assert_eq!(tenant.steps_taken(), STEPS);
    }
}

/// Visits all tenants, beginning elsewhere than the other threads do, until each
/// has had its share of steps from this thread.
fn take_turns(tenants: &[Mutex<Tenant>], thread: usize) {
    let first = thread * tenants.len() / THREADS;
    for _ in 0..STEPS / THREADS {
        for tenant in tenants.iter().cycle().skip(first).take(tenants.len()) {
            tenant.lock().expect("no thread has failed").step();
        }
    }
}
