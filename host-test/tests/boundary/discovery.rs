//! Traps among the directories that are searched for skills.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, SystemTime};

use crate::scan::scan_with_traps;
use crate::support::{Table, Tree};

pub fn links_are_followed_inside_the_root_only(table: &mut Table) {
    scan_with_traps(
        table,
        &[
            (
                "link to a folder outside",
                &|tree| _ = tree.link("skills/x", "../outside/skill"),
                "link-outside at /skills/x",
            ),
            (
                "absolute link to a folder outside",
                &|tree| _ = tree.link("skills/x", tree.true_path("outside/skill")),
                "link-outside at /skills/x",
            ),
            (
                "absolute link to a folder inside",
                &|tree| _ = tree.link("skills/x", tree.true_path("skills/good")),
                "link-outside at /skills/x",
            ),
            (
                "link to the folder above",
                &|tree| _ = tree.link("skills/x", ".."),
                "link-outside at /skills/x",
            ),
            (
                "link to everything",
                &|tree| _ = tree.link("skills/x", "/"),
                "link-outside at /skills/x",
            ),
            (
                "link out and back to what is found anyway",
                &|tree| _ = tree.link("skills/x", "../skills/good"),
                "",
            ),
            (
                "link out and back to nothing",
                &|tree| _ = tree.link("skills/x", "../skills/none"),
                "link-dangling at /skills/x",
            ),
            (
                "chain to outside",
                &|tree| {
                    tree.link("skills/x", ".y")
                        .link("skills/.y", "../outside/skill");
                },
                "link-outside at /skills/x",
            ),
            (
                "link through a link to outside",
                &|tree| {
                    tree.link("skills/x", ".y/skill")
                        .link("skills/.y", "../outside");
                },
                "link-outside at /skills/x",
            ),
            (
                "SKILL.md outside",
                &|tree| _ = tree.link("skills/x/SKILL.md", "../../outside/skill/SKILL.md"),
                "link-outside at /skills/x/SKILL.md",
            ),
            (
                "SKILL.md is an absolute link",
                &|tree| _ = tree.link("skills/x/SKILL.md", "/etc/passwd"),
                "link-outside at /skills/x/SKILL.md",
            ),
            (
                "SKILL.md in a process",
                &|tree| _ = tree.link("skills/x/SKILL.md", "/proc/self/environ"),
                "link-outside at /skills/x/SKILL.md",
            ),
            (
                "dangling link",
                &|tree| _ = tree.link("skills/x", "none"),
                "link-dangling at /skills/x",
            ),
            (
                "dangling SKILL.md",
                &|tree| _ = tree.link("skills/x/SKILL.md", "none"),
                "link-dangling at /skills/x/SKILL.md",
            ),
            (
                "link to itself",
                &|tree| _ = tree.link("skills/x", "x"),
                "link-loop at /skills/x",
            ),
            (
                "SKILL.md is a link to itself",
                &|tree| _ = tree.link("skills/x/SKILL.md", "SKILL.md"),
                "link-loop at /skills/x/SKILL.md",
            ),
            (
                "links to each other",
                &|tree| {
                    tree.link("skills/x", "y").link("skills/y", "x");
                },
                "link-loop at /skills/x, link-loop at /skills/y",
            ),
            (
                "link to the root",
                &|tree| _ = tree.link("skills/x", "."),
                "",
            ),
            (
                "link to the folder it lies in",
                &|tree| {
                    tree.skill("skills/group/a").link("skills/group/x", ".");
                },
                "a in /skills/group/a",
            ),
            (
                "link to a file",
                &|tree| {
                    tree.file("skills/.notes", "notes")
                        .link("skills/x", ".notes");
                },
                "",
            ),
        ],
    );
}

pub fn links_inside_the_root_work(table: &mut Table) {
    scan_with_traps(
        table,
        &[
            (
                "link to a folder that is not searched",
                &|tree| {
                    tree.skill("skills/.pool/x").link("skills/x", ".pool/x");
                },
                "x in /skills/x",
            ),
            (
                "link to a folder of skills",
                &|tree| {
                    tree.skill("skills/.pool/x").link("skills/all", ".pool");
                },
                "x in /skills/all/x",
            ),
            (
                "second name for a skill",
                &|tree| _ = tree.link("skills/alias", "good"),
                "",
            ),
            (
                "SKILL.md elsewhere",
                &|tree| {
                    let text = "---\nname: x\ndescription: Skill x.\n---\nBody of x.\n";
                    tree.file("skills/.shared/x.md", text)
                        .link("skills/x/SKILL.md", "../.shared/x.md");
                },
                "x in /skills/x",
            ),
        ],
    );
}

pub fn only_regular_files_are_opened(table: &mut Table) {
    scan_with_traps(
        table,
        &[
            (
                "SKILL.md is a pipe",
                &|tree| _ = tree.pipe("skills/x/SKILL.md"),
                "not-regular-file at /skills/x/SKILL.md",
            ),
            (
                "SKILL.md is a link to a pipe",
                &|tree| {
                    tree.pipe("skills/x/pipe").link("skills/x/SKILL.md", "pipe");
                },
                "not-regular-file at /skills/x/SKILL.md",
            ),
            (
                "skill.md is a pipe",
                &|tree| _ = tree.pipe("skills/x/skill.md"),
                "",
            ),
            (
                "SKILL.md is a socket",
                &|tree| _ = tree.socket("skills/x/SKILL.md"),
                "not-regular-file at /skills/x/SKILL.md",
            ),
            (
                "SKILL.md is a directory",
                &|tree| _ = tree.directory("skills/x/SKILL.md"),
                "not-regular-file at /skills/x/SKILL.md",
            ),
            (
                "SKILL.md is a link to a directory",
                &|tree| {
                    tree.directory("skills/x/d").link("skills/x/SKILL.md", "d");
                },
                "not-regular-file at /skills/x/SKILL.md",
            ),
            (
                "pipe beside the skills",
                &|tree| _ = tree.pipe("skills/pipe"),
                "",
            ),
            (
                "link to a pipe beside the skills",
                &|tree| {
                    tree.pipe("skills/pipe").link("skills/x", "pipe");
                },
                "",
            ),
        ],
    );
}

pub fn odd_names_spoil_nothing_else(table: &mut Table) {
    scan_with_traps(
        table,
        &[
            (
                "directory that is not UTF-8",
                &|tree| {
                    let name = OsStr::from_bytes(b"skills/caf\xe9");
                    tree.directory(name);
                },
                "path-not-utf8 at /skills, incomplete",
            ),
            (
                "file that is not UTF-8",
                &|tree| {
                    let name = OsStr::from_bytes(b"skills/group/caf\xe9");
                    tree.file(name, "").skill("skills/group/x");
                },
                "x in /skills/group/x, path-not-utf8 at /skills/group, incomplete",
            ),
            (
                "link that leads to a name that is not UTF-8",
                &|tree| _ = tree.link("skills/x", OsStr::from_bytes(b"caf\xe9")),
                "unreadable at /skills/x, incomplete",
            ),
            (
                "longest name",
                &|tree| {
                    let name = "n".repeat(255);
                    tree.skill(&format!("skills/{name}"));
                },
                &format!(
                    "{0} in /skills/{0}, name-too-long at /skills/{0}/SKILL.md",
                    "n".repeat(255)
                ),
            ),
            (
                "name with a line feed and an escape sequence",
                &|tree| {
                    let text = "---\nname: x\ndescription: Skill x.\n---\n";
                    tree.file("skills/a\n\u{1b}[31mb/SKILL.md", text);
                },
                "x in /skills/a\n\u{1b}[31mb, name-mismatch at /skills/a [31mb/SKILL.md",
            ),
        ],
    );
}

pub fn odd_times_spoil_nothing(table: &mut Table) {
    let set = |time: SystemTime| {
        move |tree: &Tree| {
            tree.skill("skills/x");
            let file = fs::File::options()
                .write(true)
                .open(tree.path("skills/x/SKILL.md"))
                .expect("it exists");
            file.set_modified(time).expect("it is mine");
        }
    };
    let epoch = SystemTime::UNIX_EPOCH;
    scan_with_traps(
        table,
        &[
            (
                "file from before 1970",
                &set(epoch - Duration::from_secs(86_400)),
                "x in /skills/x",
            ),
            (
                "file from the far future",
                &set(epoch + Duration::from_secs(15_000_000_000)),
                "x in /skills/x",
            ),
        ],
    );
}

/// Each open directory is a handle, and the host gives an instance only so many.
pub fn nothing_is_kept_open_that_is_not_needed(table: &mut Table) {
    scan_with_traps(
        table,
        &[
            (
                "more folders with links than may be open",
                &|tree| {
                    for number in 0..1_100 {
                        tree.link(format!("skills/group/{number:04}/x"), "..");
                    }
                },
                "",
            ),
            (
                "link to deeper than may be open",
                &|tree| {
                    let deep = "d/".repeat(1_100);
                    tree.directory(format!("skills/.deep/{deep}"))
                        .link("skills/x", format!(".deep/{deep}"));
                },
                "unreadable at /skills/x, incomplete",
            ),
        ],
    );
}

pub fn a_skill_ends_at_its_own_boundary(table: &mut Table) {
    scan_with_traps(
        table,
        &[
            (
                "skills in a skill",
                &|tree| {
                    tree.skill("skills/x")
                        .skill("skills/x/templates/t")
                        .skill("skills/x/node_modules/p");
                },
                "x in /skills/x",
            ),
            (
                "skills in folders of dependencies",
                &|tree| {
                    tree.skill("skills/group/node_modules/p")
                        .skill("skills/group/.git/hooks")
                        .skill("skills/group/x");
                },
                "x in /skills/group/x",
            ),
            (
                "skills deeper than is searched",
                &|tree| {
                    tree.skill("skills/1/2/3/x")
                        .skill("skills/1/2/3/4/too-deep");
                },
                "x in /skills/1/2/3/x, scan-depth at /skills/1/2/3/4, incomplete",
            ),
            (
                "two skills with one name",
                &|tree| {
                    let text = "---\nname: x\ndescription: Skill x.\n---\n";
                    tree.file("skills/a/SKILL.md", text)
                        .file("skills/b/SKILL.md", text);
                },
                "x in /skills/a, name-mismatch at /skills/a/SKILL.md, \
             name-shadowed at /skills/b/SKILL.md, name-mismatch at /skills/b/SKILL.md, \
             x hidden in /skills/b",
            ),
        ],
    );
}
