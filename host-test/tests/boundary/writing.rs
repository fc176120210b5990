//! Nothing is ever written. The component has no function to write with, and the
//! directories are mounted for reading only; this is what it comes to on disk.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use agent_skills_sandbox::types::Invoker;

use crate::scan::mount_skills;
use crate::support::{Access, Session, Tree};

/// All that could tell of a change: what it is, who may use it, when it changed,
/// and what is in it.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    inode: u64,
    mode: u32,
    links: u64,
    modified: (i64, i64),
    changed: (i64, i64),
    content: Vec<u8>,
}

pub fn no_call_leaves_a_trace() {
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("skills/demo/references/guide.md", "guide")
        .file("skills/demo/broken/SKILL.md", "no frontmatter")
        .file("skills/broken/SKILL.md", "no frontmatter")
        .directory("skills/empty")
        .link("skills/alias", "demo")
        .link("skills/dead", "none");
    let before = state(tree.path("").as_path());
    assert_eq!(before.len(), 17);
    for access in Access::ALL {
        let mut session = Session::open(access, |mounts| mount_skills(mounts, &tree));
        call_everything(&mut session);
        drop(session);
        assert_eq!(state(tree.path("").as_path()), before, "{access:?}");
    }
}

/// Calls each function, so that it succeeds and so that it fails.
fn call_everything(session: &mut Session) {
    session.configure("{}").expect("these are options");
    session.configure("x").expect_err("these are not");
    assert_eq!(session.list_skills().expect("it answers").skills.len(), 1);
    for (name, right) in [("demo", true), ("none", false), ("../demo", false)] {
        assert_eq!(session.get_skill(name).is_ok(), right);
        assert_eq!(session.activate_skill(name, Invoker::User).is_ok(), right);
        assert_eq!(session.list_files(name).is_ok(), right);
    }
    for (path, right) in [
        ("references/guide.md", true),
        ("new.md", false),
        ("../new.md", false),
    ] {
        assert_eq!(session.stat_file("demo", path).is_ok(), right);
        assert_eq!(session.read_file("demo", path, 0, 0).is_ok(), right);
    }
    session.instructions().expect("it answers");
    session.catalog_text(Some(100)).expect("it answers");
    session.definitions("mcp").expect("that is a shape");
    session.definitions("none").expect_err("that is none");
    for (tool, arguments) in [
        ("list_skills", ""),
        ("activate_skill", r#"{"name":"demo"}"#),
        (
            "load_skill_resource",
            r#"{"skill_name":"demo","path":"new.md"}"#,
        ),
        ("write_file", "{}"),
    ] {
        session
            .call(Some("c"), tool, arguments)
            .expect("it answers");
    }
}

/// The state of a directory and all below it. Looking changes nothing of it:
/// when something was last read is left out.
pub fn state(path: &Path) -> BTreeMap<PathBuf, State> {
    let metadata = fs::symlink_metadata(path).expect("it exists");
    let content = if metadata.is_file() {
        fs::read(path).expect("it is mine")
    } else if metadata.is_symlink() {
        let target = fs::read_link(path).expect("it is mine");
        target.into_os_string().into_encoded_bytes()
    } else {
        Vec::new()
    };
    let here = State {
        inode: metadata.ino(),
        mode: metadata.mode(),
        links: metadata.nlink(),
        modified: (metadata.mtime(), metadata.mtime_nsec()),
        changed: (metadata.ctime(), metadata.ctime_nsec()),
        content,
    };
    let mut states = BTreeMap::from([(path.to_owned(), here)]);
    if metadata.is_dir() {
        for entry in fs::read_dir(path).expect("it is mine") {
            states.extend(state(&entry.expect("it is mine").path()));
        }
    }
    states
}
