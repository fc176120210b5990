//! Links in the tree, and roots that are links.

use std::fs;

use agent_skills_component::explain::explain;
use agent_skills_types::{Error, Invoker, Outcome};

use crate::support::{Tree, good_file, names, skill, told, toolkit};

#[test]
fn b45_a_linked_file_inside_the_root_loads() {
    for (link, target) in [
        ("demo/SKILL.md", "../shared/demo.md"),
        ("demo/SKILL.md", "../group/../shared/demo.md"),
        ("demo/SKILL.md", "..data/SKILL.md"),
        ("group/demo/SKILL.md", "../../shared/demo.md"),
    ] {
        let tree = Tree::new()
            .file("shared/demo.md", good_file("demo"))
            .folder("group/demo")
            .link(link, target)
            .file("demo/..2026/SKILL.md", good_file("demo"))
            .link("demo/..data", "..2026");
        let mut toolkit = tree.toolkit();
        let listing = toolkit.list();
        assert_eq!(names(&listing), ["demo"], "{link} -> {target}");
        assert_eq!(told(&listing.diagnostics), [""; 0]);
        assert_eq!(
            toolkit.activate("demo", Invoker::Model).unwrap().body,
            "Body.\n"
        );
        let read = toolkit
            .read("demo", "SKILL.md", 0, 0, Invoker::Model)
            .unwrap();
        assert_eq!(read.size, good_file("demo").len() as u64);
    }
}

#[test]
fn b45_a_linked_file_that_cannot_be_used_is_told() {
    for (target, code) in [
        ("../../outside.md", "link-outside"),
        ("/outside.md", "link-outside"),
        ("../none.md", "link-dangling"),
        ("SKILL.md", "link-loop"),
        (".", "not-regular-file"),
        ("../good", "not-regular-file"),
    ] {
        let tree = Tree::new()
            .file("outside.md", good_file("demo"))
            .skill("skills/good")
            .link("skills/demo/SKILL.md", target);
        let listing = toolkit(&[(&tree, "skills", "/skills")]).list();
        assert_eq!(names(&listing), ["good"], "{target}");
        let expected = format!("demo/SKILL.md {code}");
        assert_eq!(told(&listing.diagnostics), [expected], "{target}");
    }
}

#[test]
fn b45_a_linked_file_outside_the_root_is_told_with_what_helps() {
    let both = "Put a copy of the file in place of the link, or add a directory that holds both as \
                a root: /p";
    for (root, target, hint) in [
        ("/p/skills", "../../shared/o.md", both),
        (
            "/skills",
            "../../shared/o.md",
            "Put a copy of the file in place of the link.",
        ),
    ] {
        let tree = Tree::new()
            .file("shared/o.md", good_file("demo"))
            .link("skills/demo/SKILL.md", target);
        let skills = (&tree, "skills", root);
        let listing = toolkit(&[skills]).list();
        assert_eq!(listing.diagnostics[0].hint.as_deref(), Some(hint));

        // The hint helps.
        let parent = if root == "/skills" { "/" } else { "/p" };
        let listing = toolkit(&[skills, (&tree, "", parent)]).list();
        assert_eq!(names(&listing), ["demo"]);
        assert_eq!(told(&listing.diagnostics), [""; 0]);
    }
}

#[test]
fn b46_a_linked_directory_inside_the_root_loads() {
    let tree = Tree::new()
        .skill("pool/foo")
        .file("pool/foo/data/a", "text")
        .link("skills/foo", "../pool/foo")
        .link("skills/again", "foo");
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    // Its own path comes before those of links.
    assert_eq!(names(&listing), ["foo"]);
    assert_eq!(skill(&listing, "foo").directory, "/skills/pool/foo");
    assert_eq!(told(&listing.diagnostics), [""; 0]);
    assert!(toolkit.read("foo", "data/a", 0, 0, Invoker::Model).is_ok());
}

#[test]
fn b46_a_link_out_of_the_root_names_what_to_add() {
    let absolute = (
        "The link leads to an absolute path, and such links are not followed.",
        "Make it a relative link, or remove it and add the directory that it leads to as a root.",
    );
    for (target, (message, hint)) in [
        (
            "../pool/foo",
            (
                "The link leads to `../pool/foo`, outside its root.",
                "Add the directory that holds it as a root: /p/pool",
            ),
        ),
        ("/abs/outside", absolute),
        (
            "../../../x",
            (
                "The link leads to `../../../x`, outside its root.",
                "Add the directory that it leads to as a root.",
            ),
        ),
    ] {
        let tree = Tree::new()
            .skill("skills/good")
            .skill("pool/foo")
            .link("skills/bar", target);
        let listing = toolkit(&[(&tree, "skills", "/p/skills")]).list();
        assert_eq!(names(&listing), ["good"]);
        assert_eq!(told(&listing.diagnostics), ["/p/skills/bar link-outside"]);
        // It would stay so for ever, and nobody be told of other skills.
        assert!(listing.complete);
        let diagnostic = &listing.diagnostics[0];
        assert_eq!(diagnostic.message, message);
        assert_eq!(diagnostic.hint.as_deref(), Some(hint), "{target}");
    }
}

#[test]
fn b46_a_root_may_be_a_link() {
    let tree = Tree::new().skill("v2/good").link("current", "v2");
    let options = r#"{"skills":{"paths":["/skills/current"]}}"#;
    let listing = tree.toolkit_with(options).list();
    assert_eq!(names(&listing), ["good"]);
    assert_eq!(listing.skills[0].directory, "/skills/current/good");
}

#[test]
fn b46_links_that_installers_make_are_one_skill_without_a_warning() {
    let tree = Tree::new()
        .skill(".agents/skills/x")
        .link(".claude/skills/x", "../../.agents/skills/x");
    let claude = (&tree, ".claude/skills", "/p/.claude/skills");
    let agents = (&tree, ".agents/skills", "/p/.agents/skills");
    for mounts in [[claude, agents], [agents, claude]] {
        let listing = toolkit(&mounts).list();
        assert_eq!(names(&listing), ["x"]);
        assert_eq!(told(&listing.diagnostics), [""; 0]);
        assert_eq!(listing.shadowed, []);
        assert!(listing.complete);
    }
    let listing = toolkit(&[claude]).list();
    assert_eq!(names(&listing), [""; 0]);
    assert_eq!(
        told(&listing.diagnostics),
        ["/p/.claude/skills/x link-outside"]
    );
    let hint = "Add the directory that holds it as a root: /p/.agents/skills";
    assert_eq!(listing.diagnostics[0].hint.as_deref(), Some(hint));
}

#[test]
fn b46_a_directory_that_two_roots_hold_is_one_skill() {
    let tree = Tree::new().skill("group/x");
    let listing = toolkit(&[(&tree, "", "/all"), (&tree, "group", "/group")]).list();
    assert_eq!(names(&listing), ["x"]);
    assert_eq!(told(&listing.diagnostics), [""; 0]);
    assert_eq!(listing.shadowed, []);
}

#[test]
fn b48_a_dangling_link_costs_nothing_else() {
    for target in ["none", "good/none", "good/SKILL.md/x"] {
        let tree = Tree::new()
            .skill("good")
            .link("dead", target)
            .skill("z-last");
        let listing = tree.list();
        assert_eq!(names(&listing), ["good", "z-last"], "{target}");
        assert_eq!(listing.diagnostics.len(), 1, "{target}");
        assert_eq!(listing.diagnostics[0].path, "/skills/dead");
    }
    let tree = Tree::new().skill("good").link("dead", "none");
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    assert_eq!(told(&listing.diagnostics), ["dead link-dangling"]);
    assert_eq!(
        listing.diagnostics[0].message,
        "The link leads to `none`, which does not exist."
    );
    let findings = explain(&mut toolkit, "/skills/dead");
    assert_eq!(findings[0].outcome, Outcome::Ignored);
    assert_eq!(findings[0].diagnostics, listing.diagnostics);

    // And it heals.
    fs::create_dir(tree.path("none")).unwrap();
    tree.write("none/SKILL.md", good_file("none"));
    assert_eq!(names(&toolkit.list()), ["good", "none"]);
}

#[test]
fn b48_links_in_circles_are_told_once() {
    let tree = Tree::new()
        .skill("good")
        .link("self", "self")
        .link("ping", "pong")
        .link("pong", "ping")
        .link("up", ".")
        .link("group/up", "..");
    let listing = tree.list();
    assert_eq!(names(&listing), ["good"]);
    assert_eq!(
        told(&listing.diagnostics),
        ["ping link-loop", "pong link-loop", "self link-loop"]
    );
}

#[test]
fn b36_nothing_outside_the_skill_is_read() {
    let tree = Tree::new()
        .file("secret.txt", "secret")
        .skill("demo")
        .file("other/secret.txt", "secret")
        .link("demo/references/x.md", "../../secret.txt")
        .link("demo/other", "../other")
        .link("demo/abs", "/etc/passwd");
    let mut toolkit = tree.toolkit();
    assert_eq!(
        toolkit.activate("demo", Invoker::Model).unwrap().files,
        [""; 0]
    );
    for path in ["references/x.md", "other/secret.txt", "abs"] {
        let read = toolkit.read("demo", path, 0, 0, Invoker::Host);
        assert!(
            matches!(read, Err(Error::OutsideSkill { .. })),
            "{path}: {read:?}"
        );
    }
}

#[test]
fn b48_a_link_into_a_root_that_leads_to_nothing_there_is_told() {
    let tree = Tree::new()
        .skill("agents/here")
        .link("claude/here", "../agents/here")
        .link("claude/gone", "../agents/gone")
        .link("claude/back", "../claude/none")
        .link("claude/on", "../agents/on")
        .link("agents/on", "nowhere");
    let mut toolkit = toolkit(&[
        (&tree, "claude", "/p/claude"),
        (&tree, "agents", "/p/agents"),
    ]);
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["here"]);
    assert_eq!(
        told(&listing.diagnostics),
        [
            "/p/agents/on link-dangling",
            "/p/claude/back link-dangling",
            "/p/claude/gone link-dangling",
            "/p/claude/on link-dangling",
        ]
    );
    assert!(listing.complete);
}
