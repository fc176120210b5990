//! What the benchmark is about, in one table: each piece of work beside another
//! that does the same without the sandbox, and how many times as long it takes.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::time::{Duration, Instant};

use agent_skills_sandbox::types::Invoker;
use agent_skills_sandbox::{Limits, Sandbox, component_bytes};

use crate::{POOL, SANDBOX, instance, mounts, toolkit, trees};

/// Rounds, in each of which both are measured, so that what else the machine
/// does weighs on both.
const ROUNDS: usize = 60;

/// How long each thread works for the throughput.
const SPELL: Duration = Duration::from_millis(500);

/// The tree of every row that does not say another.
const USUAL: usize = 1_000;

/// Measures and prints the table.
pub fn print() {
    println!("\nmedians of {ROUNDS} rounds; ratio and the target that it should not exceed\n");
    for skills in trees::sizes() {
        scan(skills);
    }
    growth();
    refresh();
    single_calls();
    instantiation();
    for threads in [1, 2, 4] {
        throughput(threads);
    }
    println!(
        "the component: {} KB (target 450)",
        component_bytes().len() / 1000
    );
}

/// Prints one row: how long `work` takes, and `other`.
fn compare(title: &str, target: f64, mut work: impl FnMut(), mut other: impl FnMut()) {
    let [this, that] = medians([&mut work, &mut other]);
    print_row(title, target, this, that);
}

fn print_row(title: &str, target: f64, this: Duration, that: Duration) {
    let ratio = this.as_secs_f64() / that.as_secs_f64();
    println!("{title}: {this:.2?} / {that:.2?} = {ratio:.2} (target {target})");
}

/// How long each piece of work takes; all of them are measured in every round.
fn medians<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            times.push(time(work));
        }
    }
    times.map(median)
}

fn scan(skills: usize) {
    let mounts = mounts(skills);
    let directory = trees::directory(skills);
    let scan_in = |sandbox: &Sandbox| {
        let mut instance = sandbox.instance(&mounts).expect("it starts");
        let listing = instance.list_skills().expect("it answers");
        assert_eq!(listing.skills.len(), skills);
    };
    let [sandbox, pool, native, calls] = medians([
        &mut || scan_in(&SANDBOX),
        &mut || scan_in(&POOL),
        &mut || assert_eq!(toolkit(skills).list().skills.len(), skills),
        &mut || system_calls(&directory),
    ]);
    for (how, this) in [("", sandbox), (" in a pool", pool)] {
        print_row(
            &format!("scan of {skills}{how} / natively"),
            1.15,
            this,
            native,
        );
        let title = format!("scan of {skills}{how} / system calls alone");
        print_row(&title, 2.5, this, calls);
    }
}

/// What no reader can do without: the directory, and for each skill a stat, an
/// open, a read and a close.
fn system_calls(directory: &Path) {
    let mut buffer = [0; 4096];
    for entry in fs::read_dir(directory).expect("it exists") {
        let file = entry.expect("it can be listed").path().join("SKILL.md");
        let metadata = fs::symlink_metadata(&file).expect("it is there");
        assert!(metadata.is_file());
        let read = File::open(&file).and_then(|mut file| file.read(&mut buffer));
        assert!(read.is_ok());
    }
}

/// How much longer ten times as many skills take than ten times as long. The
/// largest trees want higher limits than a sandbox has by itself.
fn growth() {
    if !trees::has_large() {
        return;
    }
    let limits = Limits {
        memory_bytes: 2 << 30,
        transfer_bytes: 2 << 30,
        deadline: Duration::from_secs(600),
        ..Limits::default()
    };
    let sandbox = Sandbox::builder().limits(limits).build();
    let sandbox = sandbox.expect("these are limits");
    let options = r#"{"limits": {"scan_bytes": 1000000000, "scan_entries": 10000000}}"#;
    let [small, large, largest] = [USUAL, 10 * USUAL, trees::LARGEST].map(|skills| {
        let mounts = mounts(skills);
        // As much work for each size.
        let rounds = (2 * trees::LARGEST / skills).min(ROUNDS);
        let times = (0..rounds).map(|_| {
            time(|| {
                let mut instance = sandbox.instance(&mounts).expect("it starts");
                instance.configure(options).expect("these are options");
                let listing = instance.list_skills().expect("it answers");
                assert_eq!(listing.skills.len(), skills);
            })
        });
        median(times.collect()) / u32::try_from(skills).expect("so many are not made")
    });
    for (title, this, that) in [
        ("of 10,000 / of 1,000", large, small),
        ("of 100,000 / of 10,000", largest, large),
    ] {
        let ratio = this.as_secs_f64() / that.as_secs_f64();
        println!("time for one skill {title}: {this:.2?} / {that:.2?} = {ratio:.2} (target 1.15)");
    }
}

fn refresh() {
    let mounts = mounts(USUAL);
    let mut known = instance(USUAL);
    known.list_skills().expect("it answers");
    compare(
        "refresh with nothing changed / first scan",
        0.25,
        || {
            known.refresh().expect("it answers");
        },
        || {
            let mut instance = SANDBOX.instance(&mounts).expect("it starts");
            instance.refresh().expect("it answers");
        },
    );
}

fn single_calls() {
    let usual = trees::usual_skill(USUAL);
    let (skill, path) = trees::usual_file(USUAL);
    let directory = trees::directory(USUAL);
    let mut instance = instance(USUAL);
    instance.list_skills().expect("it answers");
    compare(
        "activate / open, read and close natively",
        3.0,
        || {
            let activated = instance.activate_skill(&usual, Invoker::Host);
            assert!(activated.is_ok());
        },
        || assert!(fs::read(directory.join(&usual).join("SKILL.md")).is_ok()),
    );
    compare(
        "read a file / open, read and close natively",
        3.0,
        || assert!(instance.read_file(&skill, &path, 0, 0).is_ok()),
        || assert!(fs::read(directory.join(&skill).join(&path)).is_ok()),
    );
}

fn instantiation() {
    let mounts = mounts(20);
    for (pool, sandbox) in [("", &*SANDBOX), (" in a pool", &*POOL)] {
        let times = (0..1000).map(|_| time(|| drop(sandbox.instance(&mounts))));
        let median = median(times.collect());
        println!("instantiate{pool}: {median:.2?} (target 15µs)");
    }
}

/// Activations and reads by threads with an instance each.
fn throughput(threads: usize) {
    let usual = trees::usual_skill(USUAL);
    let (skill, path) = trees::usual_file(USUAL);
    let (usual, skill, path) = (usual.as_str(), skill.as_str(), path.as_str());
    let sandboxed = calls_per_second(threads, || {
        let mut instance = instance(USUAL);
        move || {
            let activated = instance.activate_skill(usual, Invoker::Host);
            let read = instance.read_file(skill, path, 0, 0);
            assert!(activated.is_ok() && read.is_ok());
        }
    });
    let native = calls_per_second(threads, || {
        let mut toolkit = toolkit(USUAL);
        move || {
            let activated = toolkit.activate(usual, Invoker::Host);
            let read = toolkit.read(skill, path, 0, 0, Invoker::Host);
            assert!(activated.is_ok() && read.is_ok());
        }
    });
    println!(
        "calls per second, {threads} threads: natively {native:.0} / {sandboxed:.0} = {:.2} (target 1.3)",
        native / sandboxed
    );
}

/// Each thread makes its worker first, and lets it do its two calls once.
fn calls_per_second<W: FnMut()>(threads: usize, worker: impl Fn() -> W + Sync) -> f64 {
    std::thread::scope(|scope| {
        let threads = (0..threads).map(|_| {
            scope.spawn(|| {
                let mut work = worker();
                work();
                let start = Instant::now();
                let mut calls = 0;
                while start.elapsed() < SPELL {
                    work();
                    calls += 2;
                }
                f64::from(calls) / start.elapsed().as_secs_f64()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("it works"))
            .sum()
    })
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
