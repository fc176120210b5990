//! What a thousand instances take that wait for their next call, each over a
//! directory of its own.
//!
//! ```text
//! cargo bench --bench tenants
//! ```

#![allow(clippy::expect_used, reason = "a benchmark that cannot run has to end")]

use std::fs;
use std::path::Path;

use agent_skills_generator::{Files, Tree};
use agent_skills_sandbox::types::Invoker;
use agent_skills_sandbox::{Instance, Mounts, Sandbox};

const TENANTS: usize = 1_000;
const SKILLS: usize = 20;

fn main() {
    // Run as a test there is nothing to be found out.
    if std::env::args().any(|argument| argument == "--bench") {
        measure();
    }
}

fn measure() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let mounts: Vec<Mounts> = (0..TENANTS)
        .map(|number| mounted(&directory.path().join(number.to_string()), number))
        .collect();
    let sandbox = Sandbox::new().expect("the component loads");
    // What the first instance of a process takes is not for each of them.
    drop(listed(&sandbox, &mounts[0]));

    let before = resident_kib();
    let mut instances: Vec<Instance> = mounts
        .iter()
        .map(|mounts| sandbox.instance(mounts).expect("it starts"))
        .collect();
    report("just made", before, &instances);
    for instance in &mut instances {
        let listing = instance.list_skills().expect("it answers");
        assert_eq!(listing.skills.len(), SKILLS);
    }
    report("after a listing", before, &instances);
    for instance in &mut instances {
        let listing = instance.list_skills().expect("it answers");
        for skill in listing.skills.iter().take(3) {
            instance
                .activate_skill(&skill.name, Invoker::Model)
                .expect("it can be activated");
        }
    }
    report("after three activations", before, &instances);
}

/// A directory with skills of this tenant's own.
fn mounted(directory: &Path, number: usize) -> Mounts {
    fs::create_dir(directory).expect("there is room");
    Tree::new(SKILLS)
        .seed(number as u64)
        .files(Files::None)
        .write(directory)
        .expect("there is room");
    let mut mounts = Mounts::new();
    mounts.add(directory, "/skills").expect("it exists");
    mounts
}

fn listed(sandbox: &Sandbox, mounts: &Mounts) -> Instance {
    let mut instance = sandbox.instance(mounts).expect("it starts");
    instance.list_skills().expect("it answers");
    instance
}

fn report(when: &str, before: usize, instances: &[Instance]) {
    let each = resident_kib().saturating_sub(before) / instances.len();
    let own = instances.iter().map(Instance::memory_bytes).max();
    println!(
        "{TENANTS} instances with {SKILLS} skills each, {when}: {each} KiB each (target 300); \
         the component's memory, touched or not, is {} KiB",
        own.unwrap_or(0) >> 10
    );
}

/// What the process has in memory; 0 where the system does not tell.
fn resident_kib() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().strip_suffix(" kB")?.parse().ok())
        .unwrap_or(0)
}
