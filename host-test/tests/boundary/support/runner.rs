//! Runs the tests and prints the table of attacks.
//!
//! The usual harness keeps what a test prints to itself. This one takes the same
//! names on the command line and ends with the same line.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::Access;
use super::table::{HEADING, Table};

/// A test's name, and what adds its attacks to the table.
pub type Attacks = (&'static str, fn(&mut Table));

/// A test's name, and what panics when it fails.
pub type Check = (&'static str, fn());

/// A test and what it attacks with, if it does.
#[derive(Clone, Copy)]
struct Test {
    name: &'static str,
    work: Work,
}

#[derive(Clone, Copy)]
enum Work {
    Attacks(fn(&mut Table)),
    Check(fn()),
}

/// A test that has run.
struct Finished {
    name: &'static str,
    passed: bool,
    table: Table,
}

/// Runs the tests that the arguments choose, or all when they choose none.
pub fn run(attacks: &[Attacks], checks: &[Check], arguments: &[String]) -> ExitCode {
    let attacks = attacks
        .iter()
        .map(|&(name, attacks)| (name, Work::Attacks(attacks)));
    let checks = checks
        .iter()
        .map(|&(name, check)| (name, Work::Check(check)));
    let all: Vec<Test> = attacks
        .chain(checks)
        .map(|(name, work)| Test { name, work })
        .collect();
    let choice = Choice::from(arguments);
    let tests: Vec<Test> = all.iter().filter(|t| choice.has(t.name)).copied().collect();
    if choice.list {
        tests
            .iter()
            .for_each(|test| println!("{}: test", test.name));
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", tests.len());
    let finished = run_all(&tests);
    report(&finished, all.len() - tests.len())
}

/// What the command line says, in the words of the usual harness. Its other
/// options have no effect.
#[derive(Default)]
struct Choice<'a> {
    names: Vec<&'a str>,
    exact: bool,
    list: bool,
}

impl<'a> Choice<'a> {
    fn from(arguments: &'a [String]) -> Self {
        let mut choice = Self::default();
        let mut arguments = arguments.iter().map(String::as_str);
        while let Some(argument) = arguments.next() {
            match argument {
                "--exact" => choice.exact = true,
                "--list" => choice.list = true,
                "--color" | "--format" | "--logfile" | "--skip" | "--test-threads" | "-Z" => {
                    arguments.next();
                }
                option if option.starts_with('-') => {}
                name => choice.names.push(name),
            }
        }
        choice
    }

    fn has(&self, test: &str) -> bool {
        let is_meant = |name: &&str| match self.exact {
            true => test == *name,
            false => test.contains(*name),
        };
        self.names.is_empty() || self.names.iter().any(is_meant)
    }
}

/// Runs the tests side by side; what came of them is in their order.
fn run_all(tests: &[Test]) -> Vec<Finished> {
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = test.run();
                    println!("test {} ... {}", test.name, done.word());
                    finished.lock().expect("no test holds it").push(done);
                }
            });
        }
    });
    let mut finished = finished.into_inner().expect("no test holds it");
    finished.sort_by_key(|done| tests.iter().position(|test| test.name == done.name));
    finished
}

impl Test {
    fn run(&self) -> Finished {
        let mut table = Table::default();
        let result = catch_unwind(AssertUnwindSafe(|| match self.work {
            Work::Attacks(attacks) => {
                attacks(&mut table);
                table.check();
            }
            Work::Check(check) => check(),
        }));
        Finished {
            name: self.name,
            passed: result.is_ok(),
            table,
        }
    }
}

impl Finished {
    fn word(&self) -> &'static str {
        if self.passed { "ok" } else { "FAILED" }
    }
}

fn report(finished: &[Finished], filtered: usize) -> ExitCode {
    let attacks: usize = finished.iter().map(|done| done.table.len()).sum();
    if attacks > 0 {
        println!("\n{HEADING}");
        for line in finished.iter().flat_map(|done| done.table.lines()) {
            println!("{line}");
        }
        println!(
            "\n{attacks} attacks, in {} ways of access",
            Access::ALL.len()
        );
        for note in finished.iter().flat_map(|done| done.table.notes()) {
            println!("{note}");
        }
    }
    let failed = finished.iter().filter(|done| !done.passed).count();
    let (word, code) = match failed {
        0 => ("ok", ExitCode::SUCCESS),
        _ => ("FAILED", ExitCode::FAILURE),
    };
    println!(
        "\ntest result: {word}. {} passed; {failed} failed; 0 ignored; 0 measured; \
         {filtered} filtered out\n",
        finished.len() - failed
    );
    code
}
