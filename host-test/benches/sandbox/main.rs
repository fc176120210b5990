//! What the sandbox costs: each operation in the sandbox and, with the very same
//! code, natively in this process.
//!
//! ```text
//! cargo bench --bench sandbox            # all of it, the table at the end
//! cargo bench --bench sandbox -- scan    # what has `scan` in its name
//! ```
//!
//! `AGENT_SKILLS_BENCH_LARGE=1` adds trees of 10,000 skills, and to the table one of
//! 100,000.

#![allow(clippy::expect_used, reason = "a benchmark that cannot run has to end")]

mod table;
mod trees;

use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_sandbox::types::Invoker;
use agent_skills_sandbox::{Instance, Mounts, Sandbox};
use divan::Bencher;
use std::rc::Rc;
use std::sync::LazyLock;

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().expect("the component loads"));

/// The same for programs that make an instance for each request.
static POOL: LazyLock<Sandbox> = LazyLock::new(|| {
    let pooled = Sandbox::builder().pool(16).build();
    pooled.expect("the component loads")
});

fn main() {
    divan::main();
    if std::env::args().any(|argument| argument == "--bench") {
        table::print();
    }
    trees::remove();
}

/// An instance that has not looked at anything yet.
fn instance(skills: usize) -> Instance {
    SANDBOX.instance(&mounts(skills)).expect("it starts")
}

/// The same natively.
fn toolkit(skills: usize) -> Toolkit {
    let storage = Native::default().mount(trees::directory(skills), "/skills");
    Toolkit::new(Rc::new(storage))
}

fn mounts(skills: usize) -> Mounts {
    let mut mounts = Mounts::new();
    let directory = trees::directory(skills);
    mounts.add(directory, "/skills").expect("it exists");
    mounts
}

/// The first listing of a new instance; instantiation is part of it.
#[divan::bench_group]
mod scan {
    use super::*;

    #[divan::bench(args = trees::sizes())]
    fn in_sandbox(bencher: Bencher<'_, '_>, skills: usize) {
        let mounts = mounts(skills);
        bencher.bench_local(|| {
            let mut instance = SANDBOX.instance(&mounts).expect("it starts");
            instance.list_skills().expect("it answers")
        });
    }

    #[divan::bench(args = trees::sizes())]
    fn natively(bencher: Bencher<'_, '_>, skills: usize) {
        trees::directory(skills);
        bencher.bench_local(|| toolkit(skills).list());
    }
}

/// Another listing by the same instance, nothing having changed.
#[divan::bench_group]
mod scan_again {
    use super::*;

    #[divan::bench(args = trees::sizes())]
    fn in_sandbox(bencher: Bencher<'_, '_>, skills: usize) {
        let mut instance = instance(skills);
        bencher.bench_local(|| instance.list_skills().expect("it answers"));
    }

    #[divan::bench(args = trees::sizes())]
    fn natively(bencher: Bencher<'_, '_>, skills: usize) {
        let mut toolkit = toolkit(skills);
        bencher.bench_local(|| toolkit.list());
    }
}

/// A skill's instructions and the names of its files.
#[divan::bench_group]
mod activate {
    use super::*;

    #[divan::bench]
    fn in_sandbox(bencher: Bencher<'_, '_>) {
        let skill = trees::usual_skill(1000);
        let mut instance = instance(1000);
        instance.list_skills().expect("it answers");
        bencher.bench_local(|| {
            instance
                .activate_skill(&skill, Invoker::Host)
                .expect("it is there")
        });
    }

    #[divan::bench]
    fn natively(bencher: Bencher<'_, '_>) {
        let skill = trees::usual_skill(1000);
        let mut toolkit = toolkit(1000);
        toolkit.list();
        bencher.bench_local(|| {
            toolkit
                .activate(&skill, Invoker::Host)
                .expect("it is there")
        });
    }
}

/// One file of a skill.
#[divan::bench_group]
mod read {
    use super::*;

    #[divan::bench]
    fn in_sandbox(bencher: Bencher<'_, '_>) {
        let (skill, path) = trees::usual_file(1000);
        let mut instance = instance(1000);
        instance.list_skills().expect("it answers");
        bencher.bench_local(|| {
            instance
                .read_file(&skill, &path, 0, 0)
                .expect("it is there")
        });
    }

    #[divan::bench]
    fn natively(bencher: Bencher<'_, '_>) {
        let (skill, path) = trees::usual_file(1000);
        let mut toolkit = toolkit(1000);
        toolkit.list();
        bencher.bench_local(|| {
            toolkit
                .read(&skill, &path, 0, 0, Invoker::Host)
                .expect("it is there")
        });
    }
}

/// A new instance, without a call.
#[divan::bench]
fn instantiate(bencher: Bencher<'_, '_>) {
    let mounts = mounts(20);
    bencher.bench_local(|| SANDBOX.instance(&mounts).expect("it starts"));
}

/// A call that reads nothing.
#[divan::bench]
fn call(bencher: Bencher<'_, '_>) {
    let mut instance = instance(20);
    bencher.bench_local(|| instance.configure("").expect("these are options"));
}

/// The engine, and the component that was compiled ahead of time.
#[divan::bench]
fn load() -> Sandbox {
    Sandbox::new().expect("the component loads")
}
