//! What is there now was not there when it was looked at.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use agent_skills_sandbox::types::{ContentData, Invoker};

use crate::scan::mount_skills;
use crate::support::{Access, SECRET, Session, Table, Tree, Watchdog, refusal};

/// A change between the scan and the next calls.
type Change<'a> = (&'a str, &'a dyn Fn(&Tree), &'a str);

fn remove(path: &Path) {
    if path.is_dir() {
        fs::remove_dir_all(path).expect("it is mine");
    } else {
        fs::remove_file(path).expect("it is mine");
    }
}

/// Puts a link in the place of something.
fn swap(tree: &Tree, path: &str, target: &str) {
    remove(&tree.path(path));
    tree.link(path, target);
}

/// Lists, makes the change and then reads `references/guide.md` and activates;
/// the result has both, with ` / ` between.
#[test]
fn swaps_after_the_scan_are_noticed() {
    let changes: &[Change<'_>] = &[
        ("nothing", &|_| (), "«guide» / «Body of demo.»"),
        (
            "file becomes a link to outside",
            &|tree| {
                swap(
                    tree,
                    "skills/demo/references/guide.md",
                    "../../../outside/secret.txt",
                );
            },
            "outside-skill: it goes through a link to `../../../outside/secret.txt` / \
             «Body of demo.»",
        ),
        (
            "folder becomes a link to outside",
            &|tree| swap(tree, "skills/demo/references", "../../outside"),
            "outside-skill: it goes through a link to `../../outside` / «Body of demo.»",
        ),
        (
            "file becomes a pipe",
            &|tree| {
                remove(&tree.path("skills/demo/references/guide.md"));
                tree.pipe("skills/demo/references/guide.md");
            },
            "not-found / «Body of demo.»",
        ),
        (
            "file becomes a directory",
            &|tree| {
                remove(&tree.path("skills/demo/references/guide.md"));
                tree.directory("skills/demo/references/guide.md");
            },
            "not-found / «Body of demo.»",
        ),
        (
            "SKILL.md becomes a link to outside",
            &|tree| swap(tree, "skills/demo/SKILL.md", "../../outside/skill/SKILL.md"),
            "«guide» / outside-skill: it goes through a link to `../../outside/skill/SKILL.md`",
        ),
        (
            "SKILL.md becomes a link inside the root",
            &|tree| swap(tree, "skills/demo/SKILL.md", "../.shared/demo.md"),
            "«guide» / «Shared body.»",
        ),
        (
            "SKILL.md becomes a pipe",
            &|tree| {
                remove(&tree.path("skills/demo/SKILL.md"));
                tree.pipe("skills/demo/SKILL.md");
            },
            "«guide» / unknown-skill",
        ),
        (
            "skill becomes a link to outside",
            &|tree| swap(tree, "skills/demo", "../outside/skill"),
            "unknown-skill / unknown-skill",
        ),
        (
            "skill becomes a link to its neighbour",
            &|tree| swap(tree, "skills/demo", "other"),
            "unknown-skill / unknown-skill",
        ),
        (
            "skill has moved",
            &|tree| {
                tree.directory("skills/group");
                let (from, to) = ("skills/demo", "skills/group/demo");
                fs::rename(tree.path(from), tree.path(to)).expect("it is mine");
            },
            "«guide» / «Body of demo.»",
        ),
        (
            "skill is gone",
            &|tree| remove(&tree.path("skills/demo")),
            "unknown-skill / unknown-skill",
        ),
        (
            "skill has another name",
            &|tree| {
                let text = "---\nname: renamed\ndescription: Skill demo.\n---\n";
                tree.file("skills/demo/SKILL.md", text);
            },
            "«guide» / unknown-skill",
        ),
        (
            "skill bars its invoker",
            &|tree| {
                let text = "---\nname: demo\ndescription: Skill demo.\n\
                            disable-model-invocation: true\n---\n";
                tree.file("skills/demo/SKILL.md", text);
            },
            "«guide» / not-invocable",
        ),
        (
            "skill has another body",
            &|tree| {
                let text = "---\nname: demo\ndescription: Skill demo.\n---\nNew body.\n";
                tree.file("skills/demo/SKILL.md", text);
            },
            "«guide» / «New body.»",
        ),
        (
            "skill is no longer text",
            &|tree| {
                let text = b"---\nname: demo\ndescription: Skill demo.\n---\n\xff\n";
                tree.file("skills/demo/SKILL.md", text);
            },
            "«guide» / not-text",
        ),
        (
            "skill is larger than the limit",
            &|tree| {
                let file = fs::File::options()
                    .write(true)
                    .open(tree.path("skills/demo/SKILL.md"))
                    .expect("it is mine");
                file.set_len((1 << 20) + 1).expect("it is mine");
            },
            "«guide» / too-large",
        ),
    ];
    let mut table = Table::default();
    for (name, change, expected) in changes {
        for access in Access::ALL {
            let _watchdog = Watchdog::over(name);
            let tree = Tree::new();
            tree.skill("skills/demo")
                .file("skills/demo/references/guide.md", "guide")
                .file("outside/guide.md", SECRET)
                .file(
                    "skills/.shared/demo.md",
                    "---\nname: demo\ndescription: Skill demo.\n---\nShared body.\n",
                )
                .skill("skills/other")
                .file("skills/other/references/guide.md", SECRET);
            let mut session = Session::open(access, |mounts| mount_skills(mounts, &tree));
            assert_eq!(session.list_skills().expect("it answers").skills.len(), 2);
            change(&tree);
            let read = session.read_file("demo", "references/guide.md", 0, 0);
            let activation = session.activate_skill("demo", Invoker::Model);
            let read = match read.map(|content| content.data) {
                Ok(ContentData::Text(text)) => format!("«{text}»"),
                Ok(bytes) => format!("{bytes:?}"),
                Err(error) => refusal(&error),
            };
            let activation = match activation {
                Ok(activation) => format!("«{}»", activation.body.trim()),
                Err(error) => refusal(&error),
            };
            table.add(name, access, expected, format!("{read} / {activation}"));
        }
    }
    table.finish();
}

/// Swaps a file and a folder for links to outside and back, as fast as can be,
/// while both are read.
#[test]
fn nothing_outside_is_read_in_a_race() {
    const READS: usize = 400;
    for access in Access::ALL {
        let _watchdog = Watchdog::over("race");
        let tree = Tree::new();
        tree.skill("skills/demo")
            .file("skills/demo/file.md", "inside")
            .file("skills/demo/folder/file.md", "inside")
            .file("outside/file.md", SECRET);
        let mut session = Session::open(access, |mounts| mount_skills(mounts, &tree));
        let stop = AtomicBool::new(false);
        let (mut inside, mut refused) = (0, 0);
        thread::scope(|scope| {
            scope.spawn(|| flip(&tree, &stop));
            let _stop = Stop(&stop);
            for read in 0..READS {
                let path = ["file.md", "folder/file.md"][read % 2];
                match session.read_file("demo", path, 0, 0) {
                    Ok(content) => {
                        assert_eq!(content.data, ContentData::Text("inside".to_owned()));
                        inside += 1;
                    }
                    Err(error) => {
                        let refusal = refusal(&error);
                        // The last when a link is a file again before it is read.
                        assert!(
                            refusal.starts_with("outside-skill: it goes through a link to ")
                                || refusal == "not-found"
                                || refusal == "unreadable: input/output error",
                            "{refusal}"
                        );
                        refused += 1;
                    }
                }
            }
        });
        println!("{access:?}: {inside} read, {refused} refused");
        assert!(inside > 0 && refused > 0, "there was no race");
    }
}

/// Stops the race at the end, however it ends.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Exchanges the file and the folder for links until it is told to stop.
fn flip(tree: &Tree, stop: &AtomicBool) {
    let at = |path: &str| tree.path(format!("skills/demo/{path}"));
    symlink("../../outside/file.md", at("file-link")).expect("it can be made");
    symlink("../../outside", at("folder-link")).expect("it can be made");
    while !stop.load(Ordering::Relaxed) {
        for name in ["file.md", "folder"] {
            let link = at(&format!("{}-link", name.trim_end_matches(".md")));
            let aside = at("aside");
            fs::rename(at(name), &aside).expect("it is mine");
            fs::rename(&link, at(name)).expect("it is mine");
            thread::yield_now();
            fs::rename(at(name), &link).expect("it is mine");
            fs::rename(&aside, at(name)).expect("it is mine");
            thread::yield_now();
        }
    }
}
