//! How long a first scan of a directory takes: in the sandbox, a new instance
//! each time, and with the same code natively.
//!
//! ```text
//! cargo run --release --example scan -- DIRECTORY
//! ```
//!
//! Prints a line for each: name, skills, milliseconds (the shortest of ten).

#![expect(clippy::expect_used, reason = "a measurement that fails has to end")]

use std::rc::Rc;
use std::time::{Duration, Instant};

use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_sandbox::{Mounts, Sandbox};

const ROUNDS: usize = 10;

fn main() {
    let directory = std::env::args_os().nth(1).expect("a directory is named");
    let mut mounts = Mounts::new();
    mounts.add(&directory, "/skills").expect("it is there");
    let sandbox = Sandbox::new().expect("the component loads");

    report("ours", || {
        let mut instance = sandbox.instance(&mounts).expect("it starts");
        instance.list_skills().expect("it answers").skills.len()
    });
    report("ours, natively", || {
        let storage = Native::default().mount(&directory, "/skills");
        Toolkit::new(Rc::new(storage)).list().skills.len()
    });
}

fn report(name: &str, mut scan: impl FnMut() -> usize) {
    let mut skills = 0;
    let mut shortest = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        skills = scan();
        shortest = shortest.min(start.elapsed());
    }
    println!("{name}\t{skills}\t{:.2}", shortest.as_secs_f64() * 1e3);
}
