//! The component of this crate in the sandbox.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot be prepared has failed"
)]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use agent_skills_sandbox::types::{ErrorReport, Invoker, Listing};
use agent_skills_sandbox::{Error, Mounts, Sandbox, component_bytes, inspect};

use imports::{READING, imports};

#[path = "support/imports.rs"]
mod imports;

const SKILLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/skills");

#[test]
fn the_component_can_read_and_nothing_else() {
    assert_eq!(imports(component_bytes()), READING);
}

#[test]
fn the_component_has_its_documentation() {
    let interfaces = inspect(component_bytes()).expect("it is a component");
    let names: Vec<&str> = interfaces.exports.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "agent-skills:toolkit/types@0.1.0",
            "agent-skills:toolkit/catalog@0.1.0",
            "agent-skills:toolkit/tools@0.1.0",
        ]
    );
    for comment in [
        "/// The skills of the preopened directories, for a host and for a model.",
        "/// # catalog",
        "/// ## catalog.list-skills",
        "/// Never fails: what cannot be loaded is told in `diagnostics`.",
    ] {
        assert!(interfaces.wit.contains(comment), "{}", interfaces.wit);
    }
}

/// Else it would be another one on every machine.
#[test]
fn the_component_names_no_directory_of_this_machine() {
    let text = String::from_utf8_lossy(component_bytes());
    let workspace = env!("CARGO_MANIFEST_DIR").trim_end_matches("host-test");
    for directory in [workspace, "/registry/src/"] {
        assert!(!text.contains(directory), "{directory}");
    }
    // It does name the files of its messages.
    assert!(text.contains("guest/format/src/"));
}

#[test]
fn every_way_to_read_gives_the_same() {
    let sandbox = Sandbox::new().expect("the component loads");
    let expected = synchronous(&sandbox, Mounts::new());
    assert!(!expected.skills.is_empty());
    assert_eq!(synchronous(&sandbox, Mounts::offloaded()), expected);
    assert_eq!(asynchronous(&sandbox, Mounts::new()), expected);
    assert_eq!(asynchronous(&sandbox, Mounts::offloaded()), expected);
}

#[test]
fn instances_share_nothing() {
    let sandbox = Sandbox::new().expect("the component loads");
    let mut mounts = Mounts::new();
    mounts.add(SKILLS, "/skills").expect("it exists");
    let mut one = sandbox.instance(&mounts).expect("it starts");
    let mut other = sandbox.instance(&Mounts::new()).expect("it starts");
    assert!(!one.list_skills().expect("it answers").skills.is_empty());
    assert!(other.list_skills().expect("it answers").skills.is_empty());
    assert_eq!(other.instructions().expect("it answers"), "");
}

#[test]
fn a_refusal_leaves_the_instance_as_it_was() {
    let sandbox = Sandbox::new().expect("the component loads");
    let mut mounts = Mounts::new();
    mounts.add(SKILLS, "/skills").expect("it exists");
    let mut instance = sandbox.instance(&mounts).expect("it starts");
    let error = instance
        .activate_skill("nobody-has-this-name", Invoker::Host)
        .expect_err("there is none");
    assert!(matches!(error, Error::Refused(_)), "{error:?}");
    assert_eq!(error.code(), "unknown-skill");
    let json = serde_json::to_value(ErrorReport::from(&error)).expect("it has a JSON form");
    assert_eq!(json["error"]["code"], "unknown-skill");
    assert_eq!(json["error"]["message"], error.to_string());
    assert!(
        !instance
            .list_skills()
            .expect("it answers")
            .skills
            .is_empty()
    );
}

#[test]
fn threads_share_a_sandbox() {
    let sandbox = Sandbox::new().expect("the component loads");
    let expected = synchronous(&sandbox, Mounts::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(synchronous(&sandbox, Mounts::new()), expected));
        }
    });
}

#[test]
fn instances_and_their_calls_may_move_to_other_threads() {
    fn may_move<T: Send>(value: T) -> T {
        value
    }

    let sandbox = Sandbox::new().expect("the component loads");
    let mounts = Mounts::new();
    may_move(sandbox.instance(&mounts).expect("it starts"));
    poll_to_the_end(may_move(async {
        let instance = may_move(sandbox.instance_async(&mounts)).await;
        let mut instance = may_move(instance.expect("it starts"));
        may_move(instance.list_skills()).await.expect("it answers");
    }));
}

#[test]
fn directories_that_cannot_be_mounted_are_named() {
    let mut mounts = Mounts::new();
    let missing = concat!(env!("CARGO_MANIFEST_DIR"), "/no-such-directory");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for path in [missing, file] {
        let error = mounts.add(path, "/skills").expect_err("it is no directory");
        assert!(matches!(error, Error::Mount { .. }), "{error:?}");
        assert!(error.to_string().contains(path), "{error}");
        assert_eq!(error.code(), "mount");
    }
    let error = mounts
        .add_in_place(missing)
        .expect_err("it is no directory");
    assert!(matches!(error, Error::Mount { .. }), "{error:?}");
}

#[test]
fn a_name_is_given_once() {
    let mut mounts = Mounts::new();
    mounts.add(SKILLS, "/skills").expect("it exists");
    let error = mounts
        .add(SKILLS, "/skills")
        .expect_err("the name is in use");
    assert_eq!(
        error.to_string(),
        "cannot mount a directory as `/skills`: another directory has it"
    );
    let error = mounts.add(SKILLS, "").expect_err("that is no name");
    assert!(matches!(error, Error::MountName { .. }), "{error:?}");
}

#[test]
fn a_directory_in_its_place_is_mounted_once_under_its_true_path() {
    let mut mounts = Mounts::new();
    let detour = format!("{SKILLS}/../skills");
    mounts.add_in_place(SKILLS).expect("it exists");
    mounts.add_in_place(detour).expect("it exists");
    let path = std::fs::canonicalize(SKILLS).expect("it exists");
    assert_eq!(
        mounts.names().collect::<Vec<_>>(),
        [path.to_str().expect("UTF-8")]
    );
}

fn synchronous(sandbox: &Sandbox, mut mounts: Mounts) -> Listing {
    mounts.add(SKILLS, "/skills").expect("it exists");
    let mut instance = sandbox.instance(&mounts).expect("it starts");
    instance.list_skills().expect("it answers")
}

fn asynchronous(sandbox: &Sandbox, mut mounts: Mounts) -> Listing {
    mounts.add(SKILLS, "/skills").expect("it exists");
    poll_to_the_end(async {
        let mut instance = sandbox.instance_async(&mounts).await.expect("it starts");
        instance.list_skills().await.expect("it answers")
    })
}

/// Runs a future without any runtime.
fn poll_to_the_end<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::yield_now();
    }
}
