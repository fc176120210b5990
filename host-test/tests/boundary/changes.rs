//! What is there now was not there when it was looked at.

use std::fs;
use std::path::Path;

use agent_skills_sandbox::types::{ContentData, Invoker};

use crate::scan::mount_skills;
use crate::support::{Access, SECRET, Session, Table, Tree, Watchdog, refusal};

/// A change between the scan and the next calls.
pub type Change<'a> = (&'a str, &'a dyn Fn(&Tree), &'a str);

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

pub fn swaps_after_the_scan_are_noticed(table: &mut Table) {
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
    after_changes(table, changes);
}

/// Lists, makes each change and then reads `references/guide.md` and activates;
/// the result has both, with ` / ` between.
pub fn after_changes(table: &mut Table, changes: &[Change<'_>]) {
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
}
