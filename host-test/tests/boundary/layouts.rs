//! Ways in which skills are installed and mounted, with links and without.

use agent_skills_sandbox::Mounts;
use agent_skills_sandbox::types::{Invoker, Listing};

use crate::scan::{findings, mount_skills};
use crate::support::{Access, Session, Tree, Watchdog};

/// Runs a check in each way of access.
fn each(mount: impl Fn(&mut Mounts), check: impl Fn(&mut Session)) {
    for access in Access::ALL {
        let _watchdog = Watchdog::over("layout");
        check(&mut Session::open(access, &mount));
    }
}

fn list(session: &mut Session) -> Listing {
    session.list_skills().expect("it always answers")
}

/// Kubernetes mounts a ConfigMap as links to a folder that it swaps as a whole.
pub fn config_maps_load_and_each_file_is_listed_once() {
    let tree = Tree::new();
    let data = "skills/demo/..2026_01_01_00_00_00.123";
    tree.file(
        format!("{data}/SKILL.md"),
        "---\nname: demo\ndescription: From a ConfigMap.\n---\nRead references/guide.md.\n",
    )
    .file(format!("{data}/references/guide.md"), "guide")
    .file(format!("{data}/notes.txt"), "notes")
    .link("skills/demo/..data", "..2026_01_01_00_00_00.123")
    .link("skills/demo/SKILL.md", "..data/SKILL.md")
    .link("skills/demo/references", "..data/references")
    .link("skills/demo/notes.txt", "..data/notes.txt");
    each(
        |mounts| mount_skills(mounts, &tree),
        |session| {
            assert_eq!(findings(&list(session)), "demo in /skills/demo");
            let activation = session
                .activate_skill("demo", Invoker::Model)
                .expect("it is a skill");
            assert_eq!(activation.body, "Read references/guide.md.\n");
            assert_eq!(activation.files, ["notes.txt", "references/guide.md"]);
            assert!(activation.files_complete);
            let manifest = session.list_files("demo").expect("it answers");
            let files: Vec<(&str, u64)> = manifest
                .files
                .iter()
                .map(|file| (file.path.as_str(), file.size))
                .collect();
            assert_eq!(
                files,
                [
                    ("SKILL.md", 76),
                    ("notes.txt", 5),
                    ("references/guide.md", 5)
                ]
            );
            assert!(manifest.complete);
            assert_eq!(
                crate::reading::read(session, "references/guide.md"),
                "«guide»"
            );
            assert_eq!(crate::reading::read(session, "notes.txt"), "«notes»");
        },
    );
}

/// The same when the whole mount is one ConfigMap, so that the root is a skill.
pub fn a_config_map_may_be_the_root() {
    let tree = Tree::new();
    tree.file(
        "skills/..1/SKILL.md",
        "---\nname: demo\ndescription: From a ConfigMap.\n---\nBody.\n",
    )
    .file("skills/..1/guide.md", "guide")
    .link("skills/..data", "..1")
    .link("skills/SKILL.md", "..data/SKILL.md")
    .link("skills/guide.md", "..data/guide.md");
    each(
        |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/mnt/demo").expect("it exists");
        },
        |session| {
            assert_eq!(findings(&list(session)), "demo in /mnt/demo");
            let manifest = session.list_files("demo").expect("it answers");
            let files: Vec<&str> = manifest.files.iter().map(|f| f.path.as_str()).collect();
            assert_eq!(files, ["SKILL.md", "guide.md"]);
            assert_eq!(crate::reading::read(session, "guide.md"), "«guide»");
        },
    );
}

/// The file with the instructions may lie elsewhere in the root. It is a file of
/// the skill all the same.
pub fn shared_instructions_are_among_the_files() {
    let tree = Tree::new();
    let text = "---\nname: demo\ndescription: Shared.\n---\nBody.\n";
    tree.file("skills/.shared/demo.md", text)
        .link("skills/demo/SKILL.md", "../.shared/demo.md")
        .file("skills/demo/guide.md", "guide")
        .link("skills/demo/other.md", "../.shared/demo.md");
    each(
        |mounts| mount_skills(mounts, &tree),
        |session| {
            assert_eq!(findings(&list(session)), "demo in /skills/demo");
            let manifest = session.list_files("demo").expect("it answers");
            let files: Vec<&str> = manifest.files.iter().map(|f| f.path.as_str()).collect();
            assert_eq!(files, ["SKILL.md", "guide.md"]);
            let read = |session: &mut Session, path| crate::reading::read(session, path);
            assert_eq!(read(session, "SKILL.md"), format!("«{text}»"));
            assert_eq!(
                read(session, "other.md"),
                "outside-skill: it goes through a link to `../.shared/demo.md`"
            );
        },
    );
}

/// A project as installers leave it: each skill once for real, and a link to it
/// for each client.
fn installed() -> Tree {
    let tree = Tree::new();
    tree.skill("project/.agents/skills/x")
        .skill("project/.agents/skills/y")
        .skill("project/.claude/skills/own")
        .link("project/.claude/skills/x", "../../.agents/skills/x")
        .link("project/.claude/skills/y", "../../.agents/skills/y");
    tree
}

pub fn linked_skills_are_listed_once_when_both_folders_are_mounted() {
    let tree = installed();
    let claude = tree.true_path("project/.claude/skills");
    let agents = tree.true_path("project/.agents/skills");
    let expected = format!("own in {claude}/own, x in {agents}/x, y in {agents}/y");
    for order in [[&claude, &agents], [&agents, &claude]] {
        each(
            |mounts| {
                for path in order {
                    mounts.add_in_place(path).expect("it exists");
                }
            },
            |session| assert_eq!(findings(&list(session)), expected),
        );
    }
}

pub fn a_linked_skill_says_which_folder_to_mount() {
    let tree = installed();
    let claude = tree.true_path("project/.claude/skills");
    let agents = tree.true_path("project/.agents/skills");
    each(
        |mounts| {
            mounts.add_in_place(&claude).expect("it exists");
        },
        |session| {
            let listing = list(session);
            assert_eq!(
                findings(&listing),
                format!(
                    "own in {claude}/own, link-outside at {claude}/x, \
                     link-outside at {claude}/y"
                )
            );
            let hint = format!("Add the directory that holds it as a root: {agents}");
            for diagnostic in listing.diagnostics {
                assert_eq!(diagnostic.hint.as_deref(), Some(hint.as_str()));
            }
        },
    );
}

/// The folder that a link leads to is mounted, but what it leads to there is not
/// there: that is not passed over.
pub fn a_link_to_nothing_in_another_mount_is_told() {
    let tree = installed();
    tree.link("project/.claude/skills/z", "../../.agents/skills/z");
    let claude = tree.true_path("project/.claude/skills");
    let agents = tree.true_path("project/.agents/skills");
    each(
        |mounts| {
            for path in [&claude, &agents] {
                mounts.add_in_place(path).expect("it exists");
            }
        },
        |session| {
            assert_eq!(
                findings(&list(session)),
                format!(
                    "own in {claude}/own, x in {agents}/x, y in {agents}/y, \
                     link-dangling at {claude}/z"
                )
            );
        },
    );
}

/// A root does hold what the link leads to, but nobody looks for skills there.
pub fn a_link_to_where_nobody_looks_is_told() {
    let tree = installed();
    let project = tree.true_path("project");
    let claude = tree.true_path("project/.claude/skills");
    each(
        |mounts| {
            for path in [&project, &claude] {
                mounts.add_in_place(path).expect("it exists");
            }
        },
        |session| {
            assert_eq!(
                findings(&list(session)),
                format!(
                    "own in {claude}/own, link-outside at {claude}/x, \
                     link-outside at {claude}/y"
                )
            );
        },
    );
}

/// wasmtime gives nobody the target of an absolute link, so nobody can tell
/// whether it leads into another mount.
pub fn absolute_links_are_told_even_when_what_they_lead_to_is_mounted() {
    let tree = Tree::new();
    tree.skill("project/.agents/skills/x").link(
        "project/.claude/skills/x",
        tree.true_path("project/.agents/skills/x"),
    );
    let claude = tree.true_path("project/.claude/skills");
    let agents = tree.true_path("project/.agents/skills");
    each(
        |mounts| {
            for path in [&claude, &agents] {
                mounts.add_in_place(path).expect("it exists");
            }
        },
        |session| {
            let listing = list(session);
            assert_eq!(
                findings(&listing),
                format!("x in {agents}/x, link-outside at {claude}/x")
            );
            assert_eq!(
                listing.diagnostics[0].message,
                "The link leads to an absolute path, and such links are not followed."
            );
        },
    );
}

pub fn a_mount_in_another_gives_each_skill_once() {
    let tree = Tree::new();
    tree.skill("skills/outer").skill("skills/group/inner");
    let outer = tree.true_path("skills");
    let inner = tree.true_path("skills/group");
    for order in [[&outer, &inner], [&inner, &outer]] {
        each(
            |mounts| {
                for path in order {
                    mounts.add_in_place(path).expect("it exists");
                }
            },
            |session| {
                assert_eq!(
                    findings(&list(session)),
                    format!("inner in {inner}/inner, outer in {outer}/outer")
                );
                let inner = session.activate_skill("inner", Invoker::Host);
                assert_eq!(inner.expect("it is a skill").body, "Body of inner.\n");
            },
        );
    }
}

pub fn the_same_directory_under_two_names_gives_each_skill_once() {
    let tree = Tree::new();
    tree.skill("skills/demo").skill("skills/other");
    each(
        |mounts| {
            for name in ["/second", "/first"] {
                mounts.add(tree.path("skills"), name).expect("it exists");
            }
        },
        |session| {
            assert_eq!(
                findings(&list(session)),
                "demo in /second/demo, other in /second/other"
            );
        },
    );
}

pub fn of_two_skills_with_one_name_the_first_mount_has_it() {
    let tree = Tree::new();
    tree.skill("skills/demo").skill("more/demo");
    each(
        |mounts| {
            mounts.add(tree.path("more"), "/more").expect("it exists");
            mount_skills(mounts, &tree);
        },
        |session| {
            assert_eq!(
                findings(&list(session)),
                "demo in /more/demo, name-shadowed at /skills/demo/SKILL.md, \
                 demo hidden in /skills/demo"
            );
        },
    );
}

/// Links lead from one mount into another only as text; no skill is read through
/// a mount that it does not lie in.
pub fn a_link_into_another_mount_is_not_a_way_into_it() {
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("more/secret.txt", crate::support::SECRET)
        .link("skills/demo/more.txt", "../../more/secret.txt")
        .link("skills/demo/absolute.txt", tree.path("more/secret.txt"));
    each(
        |mounts| {
            for folder in ["skills", "more"] {
                mounts.add_in_place(tree.path(folder)).expect("it exists");
            }
        },
        |session| {
            for path in ["more.txt", "absolute.txt"] {
                let refusal = crate::reading::read(session, path);
                assert!(refusal.starts_with("outside-skill: "), "{refusal}");
            }
        },
    );
}

pub fn a_root_that_is_a_link_is_mounted_where_it_leads() {
    let tree = Tree::new();
    tree.skill("skills/demo").link("alias", "skills");
    let true_path = tree.true_path("skills");
    each(
        |mounts| {
            mounts.add_in_place(tree.path("alias")).expect("it exists");
        },
        |session| {
            assert_eq!(
                findings(&list(session)),
                format!("demo in {true_path}/demo")
            );
        },
    );
}

/// Roots that the options name are found in the mounts, and nowhere else.
pub fn configured_roots_stay_in_the_mounts() {
    let tree = Tree::new();
    tree.skill("skills/group/demo")
        .file("skills/file", "")
        .link("skills/out", "../outside")
        .link("skills/alias", "group")
        .link("skills/dead", "none")
        .link("skills/loop", "loop");
    for (root, expected) in [
        ("/skills/group", "demo in /skills/group/demo"),
        ("/skills/group/", "demo in /skills/group/demo"),
        ("/skills/alias", "demo in /skills/alias/demo"),
        ("/skills/group/demo", "demo in /skills/group/demo"),
        ("/skills/../outside", "root-missing at /skills/../outside"),
        (
            "/skills/../skills/group",
            "demo in /skills/../skills/group/demo",
        ),
        ("/skills/out", "link-outside at /skills/out, incomplete"),
        (
            "/skills/out/skill",
            "link-outside at /skills/out/skill, incomplete",
        ),
        ("/skills/dead", "link-dangling at /skills/dead, incomplete"),
        ("/skills/loop", "link-loop at /skills/loop, incomplete"),
        (
            "/skills/file",
            "root-not-directory at /skills/file, incomplete",
        ),
        ("/skills/none", "root-missing at /skills/none"),
        ("/etc", "root-missing at /etc"),
        ("..", "root-missing at .."),
        ("", "root-missing at "),
    ] {
        let options = serde_json::json!({"skills": {"paths": [root]}}).to_string();
        each(
            |mounts| mount_skills(mounts, &tree),
            |session| {
                session.configure(&options).expect("the options are right");
                assert_eq!(findings(&list(session)), expected, "{root}");
            },
        );
    }
}
