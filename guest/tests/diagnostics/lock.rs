//! Provokes what is told of departures from a lock.

use std::fs;

use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_component::verify::lock;

use super::{Row, listed, verified};
use crate::support::{Tree, good_file};

/// The skill `demo` with a file, changed after it was locked; the lock stands in
/// the file `lock`.
fn changed(change: fn(&Tree)) -> (Tree, Toolkit) {
    let tree = Tree::new().skill("demo").file("demo/a.md", "A.\n");
    let text = lock(&tree.toolkit()).unwrap();
    change(&tree);
    tree.file("lock", text).opened()
}

/// The same with the lock as an option.
fn under_lock(change: fn(&Tree)) -> (Tree, Toolkit) {
    let (tree, mut toolkit) = changed(change);
    let text = fs::read_to_string(tree.path("lock")).unwrap();
    toolkit.configure(&format!("{{\"lock\":{text}}}")).unwrap();
    (tree, toolkit)
}

/// A directory of the skill that may not be read.
fn closed() -> (Tree, Toolkit) {
    let (tree, _) = changed(|tree| tree.write("demo/closed/b.md", "B.\n"));
    let (toolkit, watch) = tree.watched();
    watch.locked.borrow_mut().push("closed".to_owned());
    (tree, toolkit)
}

pub const ROWS: &[Row] = &[
    listed(
        Code::LockSkillUnlisted,
        || under_lock(|tree| tree.write("other/SKILL.md", good_file("other"))),
        "/skills/other/SKILL.md: error[lock-skill-unlisted]: The lock does not list a skill \
         `other`.\n  hint: Look at what it says; if it may be used, lock the skills anew.",
    ),
    verified(
        Code::LockSkillMissing,
        || changed(|tree| fs::remove_file(tree.path("demo/SKILL.md")).unwrap()),
        "demo: error[lock-skill-missing]: The lock lists a skill `demo`, which is not there.\n  \
         hint: Restore it; if it may be missing, lock the skills anew.",
    ),
    listed(
        Code::LockFileChanged,
        || under_lock(|tree| tree.write("demo/SKILL.md", good_file("demo") + "More.\n")),
        "/skills/demo/SKILL.md: error[lock-file-changed]: The file is not the one that the lock \
         lists: its SHA-256 is another.\n  hint: Restore it, or look at the change; if it may be \
         used, lock the skills anew.",
    ),
    verified(
        Code::LockFileMissing,
        || changed(|tree| fs::remove_file(tree.path("demo/a.md")).unwrap()),
        "/skills/demo/a.md: error[lock-file-missing]: The lock lists this file, which is not \
         there.\n  hint: Restore it; if it may be missing, lock the skills anew.",
    ),
    verified(
        Code::LockFileUnlisted,
        || changed(|tree| tree.write("demo/b.md", "B.\n")),
        "/skills/demo/b.md: error[lock-file-unlisted]: The lock does not list this file.\n  \
         hint: Look at what it says; if it may be used, lock the skills anew.",
    ),
    verified(
        Code::LockIncomplete,
        closed,
        "/skills/demo: error[lock-incomplete]: It cannot be compared with the lock: `closed` \
         cannot be read.\n  hint: Make it readable and no larger than the limits, then verify \
         once more.",
    ),
];
