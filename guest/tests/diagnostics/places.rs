//! Provokes what is told of directories, links and names.

use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;

use super::{Row, listed};
use crate::support::{Tree, file_of, good_file};

/// The roots are these paths.
fn rooted(tree: Tree, root: &str) -> (Tree, Toolkit) {
    let options = serde_json::json!({"skills": {"paths": [root]}});
    tree.opened_with(&options.to_string())
}

/// A directory that may not be read.
fn locked() -> (Tree, Toolkit) {
    let tree = Tree::new().skill("demo");
    let (toolkit, watch) = tree.watched();
    watch.locked.borrow_mut().push("demo".to_owned());
    (tree, toolkit)
}

/// Two directories with the name `demo` in their files.
fn twice() -> Tree {
    Tree::new()
        .file("a/SKILL.md", good_file("demo"))
        .file("b/SKILL.md", good_file("demo"))
}

/// A second skill of a name in a dialect that allows none. Its strict start
/// would refuse the two, so the second comes later.
fn duplicate() -> (Tree, Toolkit) {
    let tree = Tree::new().skill("a/demo").folder("b");
    let options = r#"{"dialect":"lightspeed","skills":{"paths":["/skills/a","/skills/b"]}}"#;
    let mut toolkit = tree.toolkit_with(options);
    tree.write("b/demo/SKILL.md", good_file("demo"));
    toolkit.refresh();
    (tree, toolkit)
}

pub const ROWS: &[Row] = &[
    listed(
        Code::RootMissing,
        || rooted(Tree::new(), "/skills/none"),
        "/skills/none: info[root-missing]: The root does not exist.\n  hint: Create it, or correct the path.",
    ),
    listed(
        Code::RootNotDirectory,
        || {
            rooted(Tree::new().file("file", "/skills/file: error[root-not-directory]: The root is not a directory.\n  hint: Give the directory that holds the skills."), "/skills/file")
        },
        "/skills/file: error[root-not-directory]: The root is not a directory.\n  hint: Give the directory that holds the skills.",
    ),
    listed(
        Code::Unreadable,
        locked,
        "/skills/demo: error[unreadable]: It could not be read: permission denied.\n  hint: Check its permissions.",
    ),
    listed(
        Code::PathNotUtf8,
        || Tree::new().named(b"caf\xe9").opened(),
        "/skills: error[path-not-utf8]: The directory holds a name that is not UTF-8, which was left out.\n  hint: Rename it.",
    ),
    listed(
        Code::NotRegularFile,
        || Tree::new().folder("demo/SKILL.md").opened(),
        "/skills/demo/SKILL.md: error[not-regular-file]: `SKILL.md` is not a regular file, so there is no skill here.\n  hint: Put the instructions into a regular file.",
    ),
    listed(
        Code::WrongCase,
        || {
            Tree::new()
                .file("demo/skill.md", good_file("demo"))
                .opened()
        },
        "/skills/demo/skill.md: warning[wrong-case]: The file is called `skill.md`, not `SKILL.md`.\n  hint: Rename it to `SKILL.md`.",
    ),
    listed(
        Code::LinkDangling,
        || Tree::new().link("demo", "none").opened(),
        "/skills/demo: error[link-dangling]: The link leads to `none`, which does not exist.\n  hint: Restore the target or remove the link.",
    ),
    listed(
        Code::LinkOutside,
        || Tree::new().link("demo", "../shared/demo").opened(),
        "/skills/demo: error[link-outside]: The link leads to `../shared/demo`, outside its root.\n  hint: Add the directory that holds it as a root: /shared",
    ),
    listed(
        Code::LinkLoop,
        || Tree::new().link("demo", "demo").opened(),
        "/skills/demo: error[link-loop]: The link leads back to itself or through too many links.\n  hint: Point the link at the skill's own directory.",
    ),
    listed(
        Code::NameShadowed,
        || twice().opened(),
        "/skills/b/SKILL.md: warning[name-shadowed]: The skill is hidden: `demo` is also the name of the skill in /skills/a.\n  hint: Rename one of the two, or remove it.",
    ),
    listed(
        Code::NameDuplicate,
        duplicate,
        "/skills/b/demo/SKILL.md: error[name-duplicate]: Duplicate skill name: demo\n  hint: Rename one of the two, or remove it.",
    ),
    listed(
        Code::DialectRule,
        || {
            let tree = Tree::new().file("demo/SKILL.md", file_of("name: [a]\ndescription: d"));
            tree.opened_with(r#"{"dialect":"lovia"}"#)
        },
        "/skills/demo/SKILL.md: error[dialect-rule]: skill.invalid: /skills/demo (Skill name must be a string, got list: [\"a\"].  Quote the frontmatter value, e.g. name: \"2024\".)\n  hint: Quote the frontmatter value, e.g. name: \"2024\".",
    ),
    listed(
        Code::DialectAdvice,
        || {
            let tree = Tree::new().file("claude/SKILL.md", file_of("name: claude\ndescription: d"));
            tree.opened_with(r#"{"dialect":"lightspeed-shipped"}"#)
        },
        "/skills/claude/SKILL.md: warning[dialect-advice]: Skill name 'claude' (/skills/claude) contains reserved word 'claude'",
    ),
    listed(
        Code::ScanDepth,
        || {
            let tree = Tree::new()
                .skill("a")
                .skill("one/two/b")
                .folder("one/three/four");
            tree.opened_with(r#"{"limits":{"scan_depth":2}}"#)
        },
        "/skills/one/three: warning[scan-depth]: Nothing was looked for below this directory, which is 2 deep, or below others as deep.\n  hint: Mount the directory with the skills, or raise `limits.scan_depth`.",
    ),
    listed(
        Code::ScanLimit,
        || {
            let tree = Tree::new().skill("a").skill("b").skill("c");
            tree.opened_with(r#"{"limits":{"scan_entries":2}}"#)
        },
        "/skills: error[scan-limit]: The scan stopped after 2 directory entries.\n  hint: Mount only the directories with skills, or raise `limits.scan_entries`.",
    ),
];
