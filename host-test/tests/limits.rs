//! Components that misbehave: each is stopped, the host gets a typed error, and
//! nothing else suffers.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot be prepared has failed"
)]

mod support;

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use agent_skills_sandbox::{Error, Limits, Mounts, Sandbox};
use support::{component, importing};

const LOOP: &str = "(loop $again (br $again)) unreachable";
const GROW: &str = "(loop $again
    (drop (memory.grow (i32.const 16)))
    (br $again)
) unreachable";
const RECURSE: &str = "(call $recurse)";
/// A string of 32 KiB.
const LONG_TEXT: &str = "(i32.store (i32.const 0) (i32.const 8))
    (i32.store (i32.const 4) (i32.const 32768))
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

/// What the first call of the component's `instructions` comes to. Checks that
/// the instance is unusable afterwards and that the sandbox is not.
#[track_caller]
fn failure(component: Vec<u8>, limits: Limits) -> Error {
    let sandbox = sandbox(component, limits);
    let mut mounts = Mounts::new();
    mounts
        .add(env!("CARGO_MANIFEST_DIR"), "/mount")
        .expect("it exists");
    let mut instance = sandbox.instance(&mounts).expect("it starts");
    let error = instance.instructions().expect_err("it misbehaves");
    assert!(matches!(instance.instructions(), Err(Error::Poisoned)));
    assert!(matches!(instance.list_skills(), Err(Error::Poisoned)));

    let mut other = sandbox.instance(&mounts).expect("it starts again");
    let again = other.instructions().expect_err("it misbehaves again");
    assert_eq!(again.to_string(), error.to_string());
    error
}

#[test]
fn a_loop_meets_the_deadline() {
    let start = Instant::now();
    let error = failure(component(LOOP), limits());
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(matches!(error, Error::Deadline { .. }), "{error:?}");
    assert_eq!(error.to_string(), "the call took longer than 0.1 seconds");
    assert_eq!(error.code(), "deadline");
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
fn growth_meets_the_limit_of_memory() {
    let error = failure(component(GROW), limits());
    assert!(matches!(error, Error::Memory { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the component wanted more than 67108864 bytes of memory"
    );
    assert_eq!(error.code(), "memory-limit");
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
fn recursion_meets_the_limit_of_the_stack() {
    let error = failure(component(RECURSE), limits());
    assert!(matches!(error, Error::Trap { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the component broke down: wasm trap: call stack exhausted"
    );
}

#[test]
fn a_trap_is_an_error() {
    let error = failure(component("unreachable"), limits());
    assert_eq!(error.code(), "trap");
    assert_eq!(
        error.to_string(),
        "the component broke down: wasm trap: wasm `unreachable` instruction executed"
    );
}

#[test]
fn an_address_outside_of_the_memory_is_an_error() {
    let error = failure(component("(i32.const -4)"), limits());
    assert!(matches!(error, Error::Trap { .. }), "{error:?}");
}

#[test]
fn a_long_result_meets_the_limit_of_transfer() {
    let limits = Limits {
        transfer_bytes: 32 << 10,
        ..limits()
    };
    let mut instance = sandbox(component(LONG_TEXT), limits.clone())
        .instance(&Mounts::new())
        .expect("it starts");
    assert_eq!(instance.instructions().expect("it fits").len(), 32 << 10);

    let error = failure(
        component(LONG_TEXT),
        Limits {
            transfer_bytes: (32 << 10) - 1,
            ..limits
        },
    );
    assert!(matches!(error, Error::Transfer { .. }), "{error:?}");
    assert_eq!(error.code(), "transfer-limit");
}

#[test]
fn open_files_meet_the_limit_of_handles() {
    let opens = importing(
        "import wasi:filesystem/preopens@0.2.4;",
        "(import \"wasi:filesystem/preopens@0.2.4\" \"get-directories\"
            (func $get_directories (param i32)))",
        OPEN_DIRECTORIES,
    );
    let limits = Limits {
        handles: 50,
        deadline: Duration::from_secs(10),
        ..limits()
    };
    let error = failure(opens, limits);
    assert!(matches!(error, Error::Handles { limit: 50 }), "{error:?}");
    assert_eq!(error.code(), "handle-limit");
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
        std::thread::yield_now();
    }
    unreachable!("the deadline ends every call")
}
