//! Files and directories that the host may not read.
//!
//! Permissions do not bind the superuser. When these tests run as one, they
//! start themselves once more as an ordinary user; a test that finds itself not
//! bound even so fails.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::changes::after_changes;
use crate::reading::read;
use crate::scan::{mount_skills, scan_with_traps};
use crate::support::{SECRET, Table, Tree, is_again, repel, run_again};

/// `nobody` on most systems.
const ORDINARY_USER: u32 = 65_534;

pub fn what_may_not_be_read_is_told_and_the_rest_loads(table: &mut Table) {
    if !run_as_ordinary_user(table, "what_may_not_be_read_is_told_and_the_rest_loads") {
        return;
    }
    scan_with_traps(
        table,
        &[
            (
                "SKILL.md that may not be read",
                &|tree| {
                    tree.skill("skills/x");
                    forbid(&tree.path("skills/x/SKILL.md"));
                },
                "unreadable at /skills/x/SKILL.md, incomplete",
            ),
            (
                "skill's directory that may not be entered",
                &|tree| {
                    tree.skill("skills/x");
                    forbid(&tree.path("skills/x"));
                },
                "unreadable at /skills/x, incomplete",
            ),
            (
                "directory that may be entered but not listed",
                &|tree| {
                    tree.skill("skills/group/x");
                    set_mode(&tree.path("skills/group"), 0o311);
                },
                "unreadable at /skills/group, incomplete",
            ),
            (
                "directory that may be listed but not entered",
                &|tree| {
                    tree.skill("skills/group/x");
                    set_mode(&tree.path("skills/group"), 0o444);
                },
                "unreadable at /skills/group, incomplete",
            ),
            (
                "link to what may not be read",
                &|tree| {
                    tree.skill("skills/.pool/x").link("skills/x", ".pool/x");
                    forbid(&tree.path("skills/.pool"));
                },
                "unreadable at /skills/x, incomplete",
            ),
        ],
    );
}

pub fn files_that_may_not_be_read_are_unreadable_and_not_absent(table: &mut Table) {
    if !run_as_ordinary_user(
        table,
        "files_that_may_not_be_read_are_unreadable_and_not_absent",
    ) {
        return;
    }
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("skills/demo/locked.md", SECRET)
        .file("skills/demo/locked/file.md", SECRET)
        .link("skills/demo/alias.md", "locked.md");
    forbid(&tree.path("skills/demo/locked.md"));
    forbid(&tree.path("skills/demo/locked"));
    const DENIED: &str = "unreadable: permission denied";
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("file", "locked.md", DENIED),
            ("link to the file", "alias.md", DENIED),
            ("in a directory", "locked/file.md", DENIED),
            ("nothing in a directory", "locked/none.md", DENIED),
        ],
        |session, path| read(session, path),
    );
}

pub fn changes_after_the_scan_bind(table: &mut Table) {
    if !run_as_ordinary_user(table, "changes_after_the_scan_bind") {
        return;
    }
    after_changes(
        table,
        &[
            (
                "file is forbidden",
                &|tree| forbid(&tree.path("skills/demo/references/guide.md")),
                "unreadable: permission denied / «Body of demo.»",
            ),
            (
                "folder is forbidden",
                &|tree| forbid(&tree.path("skills/demo/references")),
                "unreadable: permission denied / «Body of demo.»",
            ),
            (
                "SKILL.md is forbidden",
                &|tree| forbid(&tree.path("skills/demo/SKILL.md")),
                "«guide» / unreadable: permission denied",
            ),
            (
                "skill is forbidden",
                &|tree| forbid(&tree.path("skills/demo")),
                "unknown-skill / unknown-skill",
            ),
            (
                "root is forbidden",
                &|tree| forbid(&tree.path("skills")),
                "unknown-skill / unknown-skill",
            ),
            (
                "folder may be entered but not listed",
                &|tree| set_mode(&tree.path("skills/demo/references"), 0o311),
                "unreadable: permission denied / «Body of demo.»",
            ),
        ],
    );
}

fn forbid(path: &Path) {
    set_mode(path, 0o000);
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is mine");
}

/// Whether the test `name` is to go on. False when it has run as another user
/// in the meantime.
fn run_as_ordinary_user(table: &mut Table, name: &str) -> bool {
    let bound = permissions_bind();
    if bound || is_again() {
        assert!(bound, "an ordinary user reads what is forbidden");
        return true;
    }
    // The program may lie where that user cannot get at it.
    let directory = tempfile::tempdir().expect("there is room for a directory");
    set_mode(directory.path(), 0o777);
    let program = directory.path().join("boundary");
    fs::copy(env::current_exe().expect("it has a path"), &program).expect("there is room");
    set_mode(&program, 0o755);
    let mut command = Command::new(program);
    command
        .env("TMPDIR", directory.path())
        .uid(ORDINARY_USER)
        .gid(ORDINARY_USER);
    run_again(table, &mut command, name);
    false
}

fn permissions_bind() -> bool {
    let file = tempfile::NamedTempFile::new().expect("there is room for a file");
    forbid(file.path());
    fs::File::open(file.path()).is_err()
}
