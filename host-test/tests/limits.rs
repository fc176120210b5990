//! Components that misbehave: each is stopped, the host gets a typed error, and
//! nothing else suffers.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot be prepared has failed"
)]

mod support;

use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use agent_skills_generator::{Files, Tree};
use agent_skills_sandbox::{Error, Instance, Limits, Mounts, Sandbox};
use support::{FILES, FILES_WIT, component, importing};

const LOOP: &str = "(loop $again (br $again)) unreachable";
const GROW: &str = "(loop $again
    (drop (memory.grow (i32.const 16)))
    (br $again)
) unreachable";
const GROW_TABLE: &str = "(loop $again
    (drop (table.grow $table (ref.null func) (i32.const 65536)))
    (br $again)
) unreachable";
const RECURSE: &str = "(call $recurse)";
/// A string of 32 KiB.
const LONG_TEXT: &str = "(i32.store (i32.const 0) (i32.const 8))
    (i32.store (i32.const 4) (i32.const 32768))
    (i32.const 0)";
/// Asks the first directory, whose handle is 1, for a path of 1,001 bytes.
const OPEN_LONG_PATH: &str = "(call $get_directories (i32.const 0))
    (call $open_at
        (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 1001) (i32.const 0) (i32.const 1)
        (i32.const 2048))
    (i32.const 0)";
const OPEN_DIRECTORIES: &str = "(loop $again
    (call $get_directories (i32.const 0))
    (br $again)
) unreachable";

fn limits() -> Limits {
    Limits {
        deadline: Duration::from_millis(100),
        ..Limits::default()
    }
}

fn sandbox(component: Vec<u8>, limits: Limits) -> Sandbox {
    Sandbox::builder()
        .component(component)
        .limits(limits)
        .build()
        .expect("it is a component of the world")
}

fn mounts() -> Mounts {
    let mut mounts = Mounts::new();
    mounts
        .add(env!("CARGO_MANIFEST_DIR"), "/mount")
        .expect("it exists");
    mounts
}

/// A component that meets a limit, and what its first call comes to.
struct Case {
    what: &'static str,
    component: Vec<u8>,
    limits: Limits,
    code: &'static str,
    message: &'static str,
}

fn cases() -> Vec<Case> {
    // Long enough that only the loop meets it.
    let limits = Limits {
        deadline: Duration::from_secs(60),
        ..Limits::default()
    };
    vec![
        Case {
            what: "a loop",
            component: component(LOOP),
            limits: Limits {
                deadline: Duration::from_millis(20),
                ..limits
            },
            code: "deadline",
            message: "the call took longer than 0.02 seconds",
        },
        Case {
            what: "growth of the memory",
            component: component(GROW),
            limits: limits.clone(),
            code: "memory-limit",
            message: "the component wanted more than 67108864 bytes of memory",
        },
        Case {
            what: "growth of a table",
            component: importing("", "(table $table 0 funcref)", GROW_TABLE),
            limits: limits.clone(),
            code: "memory-limit",
            message: "the component wanted more than 67108864 bytes of memory",
        },
        Case {
            what: "recursion",
            component: component(RECURSE),
            limits: limits.clone(),
            code: "stack-limit",
            message: "the component needed more than 524288 bytes of stack",
        },
        Case {
            what: "a long result",
            component: component(LONG_TEXT),
            limits: Limits {
                transfer_bytes: (32 << 10) - 1,
                ..limits
            },
            code: "transfer-limit",
            message: "the component handed over more than 32767 bytes in one piece",
        },
        Case {
            what: "long arguments",
            component: importing(FILES_WIT, FILES, OPEN_LONG_PATH),
            limits: Limits {
                transfer_bytes: 1000,
                ..limits
            },
            code: "transfer-limit",
            message: "the component handed over more than 1000 bytes in one piece",
        },
        Case {
            what: "open files",
            component: importing(FILES_WIT, FILES, OPEN_DIRECTORIES),
            limits: Limits {
                handles: 50,
                ..limits
            },
            code: "handle-limit",
            message: "the component held more than 50 files open",
        },
        Case {
            what: "a trap",
            component: component("unreachable"),
            limits: limits.clone(),
            code: "trap",
            message: "the component broke down: wasm trap: wasm `unreachable` instruction executed",
        },
        Case {
            what: "an address outside of the memory",
            component: component("(i32.const -4)"),
            limits,
            code: "trap",
            message: "the component broke down: pointer out of bounds of memory",
        },
    ]
}

/// Each fault leaves its instance unusable, and another instance of the same
/// sandbox answers before, while it goes on happening, and after.
#[test]
fn a_fault_is_told_and_stays_where_it_is() {
    for case in cases() {
        let what = case.what;
        let sandbox = sandbox(case.component, case.limits);
        let mounts = mounts();
        let mut neighbour = sandbox.instance(&mounts).expect("it starts");
        assert!(answers(&mut neighbour), "{what}: before");

        let done = AtomicBool::new(false);
        let failed = AtomicUsize::new(0);
        thread::scope(|scope| {
            let faults = scope.spawn(|| {
                while !done.load(Ordering::Acquire) {
                    let error = failure(&sandbox, &mounts);
                    assert_eq!(error.code(), case.code, "{what}: {error}");
                    assert_eq!(error.to_string(), case.message, "{what}");
                    failed.fetch_add(1, Ordering::Release);
                }
            });
            let _done = Raise(&done);
            while failed.load(Ordering::Acquire) < 3 && !faults.is_finished() {
                assert!(answers(&mut neighbour), "{what}: during");
            }
        });
        assert!(answers(&mut neighbour), "{what}: after");
    }
}

/// Tells the other thread to end, however this one ends.
struct Raise<'f>(&'f AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// What the first call of the component's `instructions` comes to. Checks that
/// the instance is unusable afterwards.
#[track_caller]
fn failure(sandbox: &Sandbox, mounts: &Mounts) -> Error {
    let mut instance = sandbox.instance(mounts).expect("it starts");
    let error = instance.instructions().expect_err("it misbehaves");
    assert!(matches!(instance.instructions(), Err(Error::Poisoned)));
    assert!(matches!(instance.list_skills(), Err(Error::Poisoned)));
    error
}

/// Whether an instance still says what its component says.
fn answers(instance: &mut Instance) -> bool {
    matches!(instance.is_skill_content("text"), Ok(true))
}

#[test]
fn a_result_as_long_as_the_limit_is_taken() {
    let limits = Limits {
        transfer_bytes: 32 << 10,
        ..Limits::default()
    };
    let mut instance = sandbox(component(LONG_TEXT), limits)
        .instance(&Mounts::new())
        .expect("it starts");
    assert_eq!(instance.instructions().expect("it fits").len(), 32 << 10);
}

/// The finished component under limits that are too tight for what it is asked.
#[test]
fn the_component_of_this_crate_meets_the_limits_too() {
    let directory = tempfile::tempdir().expect("there is room");
    Tree::new(500)
        .files(Files::None)
        .write(directory.path())
        .expect("there is room");
    let mut mounts = Mounts::new();
    mounts.add(directory.path(), "/skills").expect("it exists");
    let ample = Limits {
        deadline: Duration::from_secs(60),
        ..Limits::default()
    };
    for (limits, message) in [
        (
            Limits {
                // Enough to start on a busy machine, and too little to list.
                deadline: Duration::from_millis(5),
                ..ample
            },
            "the call took longer than 0.005 seconds",
        ),
        (
            Limits {
                memory_bytes: 3 << 19,
                ..ample
            },
            "the component wanted more than 1572864 bytes of memory",
        ),
        (
            Limits {
                transfer_bytes: 100_000,
                ..ample
            },
            "the component handed over more than 100000 bytes in one piece",
        ),
        (
            Limits {
                stack_bytes: 2 << 10,
                ..ample
            },
            "the component needed more than 2048 bytes of stack",
        ),
    ] {
        let sandbox = Sandbox::builder().limits(limits).build().expect(message);
        let mut instance = sandbox.instance(&mounts).expect(message);
        let error = instance.list_skills().expect_err(message);
        assert_eq!(error.to_string(), message);
        assert!(matches!(instance.list_skills(), Err(Error::Poisoned)));
    }
    let sandbox = Sandbox::builder().limits(ample).build().expect("it loads");
    let mut instance = sandbox.instance(&mounts).expect("it starts");
    let listing = instance.list_skills().expect("it answers");
    assert_eq!((listing.skills.len(), listing.complete), (500, true));
}

#[test]
fn a_loop_in_the_start_function_meets_the_deadline() {
    let starts = importing(
        "",
        "(start $forever) (func $forever (loop $again (br $again)))",
        "(i32.const 0)",
    );
    let error = sandbox(starts, limits())
        .instance(&Mounts::new())
        .expect_err("it never starts");
    assert!(matches!(error, Error::Deadline { .. }), "{error:?}");
}

#[test]
fn a_component_that_does_not_fit_at_all_is_refused() {
    let limits = Limits {
        memory_bytes: 1024,
        ..limits()
    };
    let error = sandbox(component("(i32.const 0)"), limits)
        .instance(&Mounts::new())
        .expect_err("one page is 64 KiB");
    assert!(matches!(error, Error::Memory { .. }), "{error:?}");
}

#[test]
fn an_asynchronous_call_yields_and_meets_the_deadline() {
    // Long enough for the clock to tick even where other programs are busy.
    let limits = Limits {
        deadline: Duration::from_secs(1),
        ..limits()
    };
    let sandbox = sandbox(component(LOOP), limits);
    let (instance, _) = poll_to_the_end(sandbox.instance_async(&Mounts::new()));
    let mut instance = instance.expect("it starts");
    let (result, yields) = poll_to_the_end(instance.instructions());
    assert!(matches!(result, Err(Error::Deadline { .. })), "{result:?}");
    assert!(yields > 0);
}

#[test]
fn an_abandoned_call_leaves_the_instance_unusable() {
    let sandbox = sandbox(component(LOOP), limits());
    let (instance, _) = poll_to_the_end(sandbox.instance_async(&Mounts::new()));
    let mut instance = instance.expect("it starts");
    {
        let call = pin!(instance.instructions());
        let poll = call.poll(&mut Context::from_waker(Waker::noop()));
        assert!(poll.is_pending());
    }
    let (result, _) = poll_to_the_end(instance.instructions());
    assert!(matches!(result, Err(Error::Poisoned)), "{result:?}");
}

#[test]
fn other_authority_is_not_given() {
    for (wit, imports, missing) in [
        (
            "import wasi:cli/environment@0.2.4;",
            "(import \"wasi:cli/environment@0.2.4\" \"get-arguments\" (func (param i32)))",
            "wasi:cli/environment",
        ),
        (
            "import wasi:filesystem/types@0.2.4;",
            "(import \"wasi:filesystem/types@0.2.4\" \"[method]descriptor.write\"
                (func (param i32 i32 i32 i64 i32)))",
            "descriptor.write",
        ),
    ] {
        let error = Sandbox::builder()
            .component(importing(wit, imports, "(i32.const 0)"))
            .build()
            .expect_err("it asks for more than reading");
        assert!(matches!(error, Error::NotThisWorld { .. }), "{error:?}");
        assert!(error.to_string().contains(missing), "{error}");
    }
}

#[test]
fn what_is_no_component_of_the_world_is_refused() {
    let module = wat::parse_str("(module)").expect("well-formed");
    let empty = wat::parse_str("(component)").expect("well-formed");
    for (bytes, reason) in [
        (b"not wasm".to_vec(), ""),
        (module, ""),
        (empty, "agent-skills:toolkit/catalog@0.1.0#configure"),
    ] {
        let error = Sandbox::builder()
            .component(bytes)
            .build()
            .expect_err("it is something else");
        assert!(matches!(error, Error::NotThisWorld { .. }), "{error:?}");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    let error = Sandbox::builder()
        .limits(Limits {
            stack_bytes: 0,
            ..Limits::default()
        })
        .build()
        .expect_err("nothing runs without a stack");
    assert!(matches!(error, Error::Engine { .. }), "{error:?}");
}

/// Runs a future without any runtime; also tells how often it was not ready.
fn poll_to_the_end<F: Future>(future: F) -> (F::Output, usize) {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for yields in 0.. {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return (output, yields);
        }
        thread::yield_now();
    }
    unreachable!("the deadline ends every call")
}
