//! What `list-skills` hands over: every field of every record, as the same core
//! tells it natively.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "this is how a test fails")]

use std::fs;
use std::path::Path;
use std::rc::Rc;

use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_sandbox::types::{Listing, Severity};
use agent_skills_sandbox::{Mounts, Sandbox};

/// Directories below the two roots, and their frontmatters.
const SKILLS: [(&str, &str); 6] = [
    (
        "a/bare",
        "name: bare\ndescription: Only what must be there.",
    ),
    (
        "a/full",
        "name: full\ndescription: \"Äll of it.\\nOn two lines.\"\nlicense: MIT\n\
         compatibility: Linux\nallowed-tools: [Read, Grep]\nmetadata:\n  version: 1.10\n  \
         tags: [x]\ndisable-model-invocation: true\nuser-invocable: false\nother: null",
    ),
    ("a/hidden", "name: hidden\ndescription: The first counts."),
    ("b/hidden", "name: hidden\ndescription: This one does not."),
    ("b/colon", "name: colon\ndescription: Use when: asked"),
    ("b/refused", "name: refused"),
];

#[test]
fn every_field_arrives() {
    let directory = tempfile::tempdir().expect("there is room");
    for (folder, frontmatter) in SKILLS {
        let folder = directory.path().join(folder);
        fs::create_dir_all(&folder).expect("there is room");
        fs::write(
            folder.join("SKILL.md"),
            format!("---\n{frontmatter}\n---\n"),
        )
        .expect("there is room");
    }

    let [expected, again] = natively(directory.path());
    assert_eq!(expected, again);
    for listing in in_sandbox(directory.path()) {
        assert_eq!(listing, expected);
    }

    // There is something in each of the fields.
    let names = expected.skills.iter().map(|skill| skill.name.as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["bare", "colon", "full", "hidden"]
    );
    let full = &expected.skills[2];
    assert_eq!(full.license.as_deref(), Some("MIT"));
    assert_eq!(full.compatibility.as_deref(), Some("Linux"));
    assert_eq!(full.allowed_tools, ["Read", "Grep"]);
    let metadata = [("version", "1.10"), ("tags", "[\"x\"]")];
    assert_eq!(
        full.metadata,
        metadata.map(|(k, v)| (k.to_owned(), v.to_owned()))
    );
    assert_eq!(
        (full.invocation.model, full.invocation.user),
        (false, false)
    );
    assert_eq!(expected.shadowed.len(), 1);
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        let mut all = expected.diagnostics.iter();
        assert!(all.any(|d| d.severity == severity), "{severity:?}");
    }
    for has_line in [true, false] {
        let mut all = expected.diagnostics.iter();
        assert!(all.any(|d| d.line.is_some() == has_line), "{has_line}");
    }
}

/// Two listings of the core as it runs in this process.
fn natively(directory: &Path) -> [Listing; 2] {
    let storage = Native::default()
        .mount(directory.join("a"), "/a")
        .mount(directory.join("b"), "/b");
    let mut toolkit = Toolkit::new(Rc::new(storage));
    [toolkit.list(), toolkit.list()]
}

/// The same of the component.
fn in_sandbox(directory: &Path) -> [Listing; 2] {
    let mut mounts = Mounts::new();
    for root in ["a", "b"] {
        mounts
            .add(directory.join(root), format!("/{root}"))
            .expect("it exists");
    }
    let sandbox = Sandbox::new().expect("the component loads");
    let mut instance = sandbox.instance(&mounts).expect("it starts");
    [(); 2].map(|()| instance.list_skills().expect("it answers"))
}
