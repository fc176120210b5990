//! What else can lie in a skill.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use agent_skills_sandbox::types::Invoker;

use crate::reading::read;
use crate::scan::{mount_skills, scan_with_traps};
use crate::support::{Access, SECRET, Session, Table, Tree, Watchdog, repel};

/// A skill with one of each kind of thing that is no file for a reader.
fn tree() -> Tree {
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("skills/demo/z.md", "last")
        .pipe("skills/demo/pipe")
        .pipe("skills/demo/references/pipe.md")
        .socket("skills/demo/socket")
        .directory("skills/demo/folder.md")
        .file("skills/demo/folder.md/file", "in the folder")
        .directory("skills/demo/empty")
        .file("skills/demo/.env", "hidden")
        .file("skills/demo/.git/config", "hidden")
        .file("skills/demo/node_modules/p/index.js", "dependency")
        .file("skills/demo/nested/SKILL.md", "no frontmatter")
        .file("skills/demo/binary.md", [0x89, b'P', 0xff, 0xfe, 0])
        .file("skills/demo/nul.txt", "a\0b")
        .file(OsStr::from_bytes(b"skills/demo/caf\xe9.md"), SECRET)
        .file(OsStr::from_bytes(b"skills/demo/d\xe9/file.md"), SECRET)
        .file(format!("skills/demo/{}", "n".repeat(255)), "long name");
    tree
}

pub fn only_regular_files_are_read(table: &mut Table) {
    let tree = tree();
    let longest = "n".repeat(255);
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("pipe", "pipe", "not-found"),
            ("pipe in a folder", "references/pipe.md", "not-found"),
            ("below a pipe", "pipe/x", "not-found"),
            ("socket", "socket", "not-found"),
            ("folder with the name of a file", "folder.md", "not-found"),
            ("empty folder", "empty", "not-found"),
            (
                "replacement for what is not UTF-8",
                "caf\u{fffd}.md",
                "not-found",
            ),
            ("Latin-1 read as UTF-8", "caf\u{e9}.md", "not-found"),
            ("below what is not UTF-8", "d\u{fffd}/file.md", "not-found"),
            ("longest name", longest.as_str(), "«long name»"),
            ("in a folder", "folder.md/file", "«in the folder»"),
            ("hidden file", ".env", "«hidden»"),
            ("in a hidden folder", ".git/config", "«hidden»"),
            ("dependency", "node_modules/p/index.js", "«dependency»"),
            ("nested skill", "nested/SKILL.md", "«no frontmatter»"),
            (
                "bytes with the name of text",
                "binary.md",
                r"«\x89P\xff\xfe\x00»",
            ),
            ("text with NUL", "nul.txt", "«a\0b»"),
        ],
        |session, path| read(session, path),
    );
}

/// The device would give zeros without end.
pub fn devices_are_not_read(table: &mut Table) {
    let tree = tree();
    if !tree.device("skills/demo/device.md") {
        table.note("not tried: a device in a skill, which only the superuser can make");
        return;
    }
    tree.link("skills/demo/to-device.md", "device.md");
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("device in the skill", "device.md", "not-found"),
            ("link to a device in the skill", "to-device.md", "not-found"),
        ],
        |session, path| read(session, path),
    );
    scan_with_traps(
        table,
        &[(
            "SKILL.md is a device",
            &|tree| _ = tree.device("skills/x/SKILL.md"),
            "not-regular-file at /skills/x/SKILL.md",
        )],
    );
}

pub fn listings_leave_out_what_is_no_file() {
    let tree = tree();
    let longest = "n".repeat(255);
    let expected = [
        "binary.md",
        "folder.md/file",
        "nested/SKILL.md",
        longest.as_str(),
        "nul.txt",
        "z.md",
    ];
    for access in Access::ALL {
        let _watchdog = Watchdog::over("listing pipes");
        let mut session = Session::open(access, |mounts| mount_skills(mounts, &tree));
        let activation = session
            .activate_skill("demo", Invoker::Host)
            .expect("the skill is faultless");
        assert_eq!(activation.files, expected, "{access:?}");
        assert!(!activation.files_complete, "two names are not UTF-8");

        let manifest = session.list_files("demo").expect("it answers");
        let mut paths: Vec<&str> = manifest.files.iter().map(|f| f.path.as_str()).collect();
        paths.retain(|path| *path != "SKILL.md");
        assert_eq!(paths, expected, "{access:?}");
        assert!(!manifest.complete, "two names are not UTF-8");
    }
}

/// However many files there are, and however large, what is listed and hashed
/// first is the instructions.
pub fn files_do_not_push_the_instructions_out() {
    let tree = Tree::new();
    tree.skill("skills/many").skill("skills/large");
    for number in 0..600 {
        tree.file(format!("skills/many/{number:03}.md"), "x");
    }
    tree.file("skills/large/0.md", vec![b'x'; 16 << 20])
        .file("skills/large/1.md", "x");
    for access in Access::ALL {
        let _watchdog = Watchdog::over("many files");
        let mut session = Session::open(access, |mounts| mount_skills(mounts, &tree));
        let activation = session
            .activate_skill("many", Invoker::Host)
            .expect("the skill is faultless");
        assert!(!activation.files_complete);
        assert_eq!(activation.files.len(), 511, "`SKILL.md` is one of 512");

        for (name, files) in [("many", 512), ("large", 2)] {
            let manifest = session.list_files(name).expect("it answers");
            assert!(!manifest.complete, "{name}");
            assert_eq!(manifest.files.len(), files, "{name}");
            assert!(
                manifest.files.iter().any(|file| file.path == "SKILL.md"),
                "{name}"
            );
            assert!(
                manifest.files.is_sorted_by(|a, b| a.path < b.path),
                "{name}"
            );
        }
    }
}
