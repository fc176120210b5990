//! What becomes of a name or a path, and why.

use agent_skills_component::explain::explain;
use agent_skills_types::Outcome::{Ignored, Loaded, Refused, Shadowed};

use crate::support::{Tree, file_of, good_file, toolkit};

#[test]
fn each_name_and_path_has_its_reason() {
    let tree = Tree::new()
        .skill("one/demo")
        .file("one/demo/references/a.md", "")
        .file("one/alias/SKILL.md", good_file("real-name"))
        .file("one/broken/SKILL.md", file_of("name: broken"))
        .skill("one/.hidden/x")
        .skill("one/node_modules/p")
        .skill("one/a/b/c/d/e")
        .folder("one/empty")
        .skill("two/demo")
        .skill("two/other")
        .link("two/linked", "other")
        .link("two/installed", "../one/alias")
        .link("one/demo/out", "../alias/SKILL.md")
        .skill("one/demo/inner")
        .file("one/slash/SKILL.md", good_file("a/b"))
        .file("one/dot/SKILL.md", good_file("./z"))
        .skill("one/dist/inner")
        .file("one/empty/read.me", "")
        .link("one/away", "../pool/foo")
        .folder("one/folder/SKILL.md");
    let cases = [
        ("real-name", Loaded, "/one/alias", "Loaded from root /one."),
        ("alias", Loaded, "/one/alias", "Loaded from root /one."),
        (
            " real-name ",
            Loaded,
            "/one/alias",
            "Loaded from root /one.",
        ),
        (
            "/one/alias/",
            Loaded,
            "/one/alias",
            "Loaded from root /one.",
        ),
        (
            "/one/alias/SKILL.md",
            Loaded,
            "/one/alias",
            "Loaded from root /one.",
        ),
        (
            "/one/demo/references/a.md",
            Loaded,
            "/one/demo/references/a.md",
            "It is a file of the skill `demo`.",
        ),
        (
            "/one/demo/references",
            Loaded,
            "/one/demo/references",
            "It is a folder of the skill `demo`.",
        ),
        (
            "/one/demo/none",
            Ignored,
            "/one/demo/none",
            "The skill has no file `none`.",
        ),
        (
            "/one/demo/out",
            Ignored,
            "/one/demo/out",
            "Path `out` leads out of the skill's directory: it goes through a link to \
             `../alias/SKILL.md`.",
        ),
        (
            "/one/demo/inner",
            Ignored,
            "/one/demo/inner",
            "It is a folder of the skill `demo`; below a skill nothing is searched.",
        ),
        (
            "/one/demo/inner/SKILL.md",
            Ignored,
            "/one/demo/inner/SKILL.md",
            "It is a file of the skill `demo`; below a skill nothing is searched.",
        ),
        (
            "/two/demo",
            Shadowed,
            "/two/demo",
            "Hidden by the skill of the same name in /one/demo.",
        ),
        (
            "broken",
            Refused,
            "/one/broken",
            "It cannot be used: There is no `description`, so a model could not choose the skill.",
        ),
        ("a/b", Loaded, "/one/slash", "Loaded from root /one."),
        ("./z", Loaded, "/one/dot", "Loaded from root /one."),
        (
            "/one/dist",
            Ignored,
            "/one/dist",
            "There is no `SKILL.md`, and folders named `dist` are not searched.",
        ),
        (
            "/one/dist/inner",
            Ignored,
            "/one/dist/inner",
            "Folders named `dist` are not searched.",
        ),
        (
            "/one/nothing/here",
            Ignored,
            "/one/nothing/here",
            "There is nothing at this path.",
        ),
        (
            "/one/empty/read.me",
            Ignored,
            "/one/empty/read.me",
            "It is a file that lies in no skill.",
        ),
        (
            "/one/away",
            Ignored,
            "/one/away",
            "The link leads to `../pool/foo`, outside its root.",
        ),
        (
            "/one/away/x",
            Ignored,
            "/one/away/x",
            "It lies in /one/away: The link leads to `../pool/foo`, outside its root.",
        ),
        (
            "/one/folder",
            Ignored,
            "/one/folder",
            "`SKILL.md` is not a regular file, so there is no skill here.",
        ),
        (
            "/two/linked",
            Loaded,
            "/two/linked",
            "It leads to /two/other: Loaded from root /two.",
        ),
        (
            "/two/installed",
            Loaded,
            "/two/installed",
            "It leads to /one/alias: Loaded from root /one.",
        ),
        (
            "/one/.hidden/x",
            Ignored,
            "/one/.hidden/x",
            "`.hidden` is hidden, and hidden folders are not searched.",
        ),
        (
            "/one/node_modules/p",
            Ignored,
            "/one/node_modules/p",
            "Folders named `node_modules` are not searched.",
        ),
        (
            "/one/a/b/c/d/e",
            Ignored,
            "/one/a/b/c/d/e",
            "It lies deeper than 4 folders below its root.",
        ),
        (
            "/one/empty",
            Ignored,
            "/one/empty",
            "There is no `SKILL.md`.",
        ),
        (
            "/three/x",
            Ignored,
            "/three/x",
            "There is no skill of this name, and no root holds such a path.",
        ),
        (
            "Demo",
            Ignored,
            "Demo",
            "There is no skill of this name, and no root holds such a path.",
        ),
        ("../..", Ignored, "../..", "There is no such skill or path."),
        (
            "a\u{1b}[31m",
            Ignored,
            "a[31m",
            "There is no skill of this name, and no root holds such a path.",
        ),
    ];
    let mut toolkit = toolkit(&[(&tree, "one", "/one"), (&tree, "two", "/two")]);
    for (subject, outcome, path, message) in cases {
        let findings = explain(&mut toolkit, subject);
        assert_eq!(findings.len(), 1, "{subject:?}: {findings:#?}");
        let found = (
            findings[0].outcome,
            findings[0].path.as_str(),
            findings[0].message.as_str(),
        );
        assert_eq!(found, (outcome, path, message), "{subject:?}");
    }
    let both = explain(&mut toolkit, "demo");
    let outcomes: Vec<_> = both.iter().map(|f| (f.outcome, f.path.as_str())).collect();
    assert_eq!(outcomes, [(Loaded, "/one/demo"), (Shadowed, "/two/demo")]);
}
