//! Mounts of the operating system below a mounted directory.
//!
//! Whoever may mount decides what the tree is: what is mounted in a skill is the
//! skill's, and nothing there leads further than elsewhere.

use std::env;
use std::process::Command;

use crate::reading::read;
use crate::scan::{mount_skills, scan_with_traps};
use crate::support::{SECRET, Table, Tree, is_again, repel, run_again};

pub fn mounts_below_the_root_are_part_of_it(table: &mut Table) {
    if !is_again() {
        run_with_own_mounts(table);
        return;
    }
    let tree = Tree::new();
    tree.skill("skills/demo")
        .directory("skills/demo/mounted")
        .file("outside/volume/file.md", "mounted")
        .file("outside/volume/sub/file.md", "mounted below")
        .link("outside/volume/up.md", "../secret.txt")
        .link("outside/volume/sub/far.md", "../../secret.txt")
        .file("skills/demo/secret.txt", "of the skill")
        .file("skills/secret.txt", SECRET);
    bind(&tree, "outside/volume", "skills/demo/mounted");
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("file in a mount", "mounted/file.md", "«mounted»"),
            (
                "up from a mount",
                "mounted/../../secret.txt",
                "invalid-path: it has a `..` in it",
            ),
            // Up is where the path says, not where the volume comes from.
            ("link up from a mount", "mounted/up.md", "«of the skill»"),
            (
                "link far up from a mount",
                "mounted/sub/far.md",
                "«of the skill»",
            ),
        ],
        |session, path| read(session, path),
    );
    scan_with_traps(
        table,
        &[
            (
                "root mounted in itself",
                &|tree| {
                    tree.directory("skills/x");
                    bind(tree, "skills", "skills/x");
                },
                "",
            ),
            (
                "skill mounted twice",
                &|tree| {
                    tree.directory("skills/x");
                    bind(tree, "skills/good", "skills/x");
                },
                "",
            ),
            (
                "SKILL.md is a mount",
                &|tree| {
                    let text = "---\nname: x\ndescription: Skill x.\n---\n";
                    tree.file("outside/x.md", text)
                        .file("skills/x/SKILL.md", "");
                    bind(tree, "outside/x.md", "skills/x/SKILL.md");
                },
                "x in /skills/x",
            ),
        ],
    );
}

/// Makes something appear in a second place.
fn bind(tree: &Tree, from: &str, to: &str) {
    let status = Command::new("mount")
        .arg("--bind")
        .args([tree.path(from), tree.path(to)])
        .status();
    assert!(status.expect("there is `mount`").success());
}

/// Runs the test where its mounts are seen by nobody else and end with it.
fn run_with_own_mounts(table: &mut Table) {
    const NAME: &str = "mounts_below_the_root_are_part_of_it";
    // The second is for an ordinary user, and not every system allows it.
    let ways: [&[&str]; 2] = [&["--mount"], &["--user", "--map-root-user", "--mount"]];
    let may = |way: &&[&str]| {
        let output = Command::new("unshare").args(*way).arg("true").output();
        output.is_ok_and(|output| output.status.success())
    };
    let Some(way) = ways.into_iter().find(may) else {
        table.note("not tried: mounts below the root, which take rights that we do not have");
        return;
    };
    let program = env::current_exe().expect("it has a path");
    run_again(table, Command::new("unshare").args(way).arg(program), NAME);
}
