//! Locking skills, comparing them with a lock, and loading under one.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use agent_skills_component::check::check;
use agent_skills_component::dialect::tool_call;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_component::verify::{lock, verify};
use agent_skills_types::{ContentData, Error, Invoker};

use support::{Tree, good_file, names, told};

mod other_skills;
#[path = "../support/mod.rs"]
mod support;

/// A body that goes on past the first read of a file's head.
fn long_file() -> String {
    good_file("demo") + &"x".repeat(10_000)
}

/// Two skills, the first with a file.
fn tree() -> Tree {
    Tree::new()
        .file("demo/SKILL.md", long_file())
        .file("demo/a.md", "first\n")
        .skill("other")
}

/// Options with a lock.
fn under(text: &str) -> String {
    format!("{{\"lock\":{text}}}")
}

/// How a tree is changed after it was locked, and what a comparison tells.
type Drift = (&'static str, fn(&Tree), &'static [&'static str]);

const DRIFTS: &[Drift] = &[
    ("nothing", |_| {}, &[]),
    (
        "same size",
        |tree| tree.write("demo/a.md", "FIRST\n"),
        &["demo/a.md lock-file-changed"],
    ),
    (
        "another size",
        |tree| tree.write("demo/a.md", "first, and more\n"),
        &["demo/a.md lock-file-changed"],
    ),
    (
        "a file added",
        |tree| tree.write("demo/b.md", ""),
        &["demo/b.md lock-file-unlisted"],
    ),
    (
        "a file removed",
        |tree| fs::remove_file(tree.path("demo/a.md")).unwrap(),
        &["demo/a.md lock-file-missing"],
    ),
    (
        "a link out of the skill",
        |tree| relink(tree, "../other/SKILL.md"),
        &["demo/a.md lock-file-changed"],
    ),
    (
        "a link to nothing",
        |tree| relink(tree, "none.md"),
        &["demo/a.md lock-file-missing"],
    ),
    (
        "the end of the instructions",
        |tree| tree.write("demo/SKILL.md", long_file() + "y"),
        &["demo/SKILL.md lock-file-changed"],
    ),
    (
        "the last byte of the instructions",
        |tree| tree.write("demo/SKILL.md", long_file().replace("xxx", "xxy")),
        &["demo/SKILL.md lock-file-changed"],
    ),
    (
        "another name",
        |tree| tree.write("other/SKILL.md", good_file("elsewhere")),
        &["other lock-skill-missing", "other lock-skill-unlisted"],
    ),
    (
        "a further skill",
        |tree| tree.write("more/SKILL.md", good_file("more")),
        &["more lock-skill-unlisted"],
    ),
];

fn relink(tree: &Tree, target: &str) {
    fs::remove_file(tree.path("demo/a.md")).unwrap();
    std::os::unix::fs::symlink(target, tree.path("demo/a.md")).unwrap();
}

#[test]
fn each_drift_is_told() {
    for (name, change, expected) in DRIFTS {
        let tree = tree();
        let text = lock(&tree.toolkit()).unwrap();
        change(&tree);
        let mut found = told(&verify(&tree.toolkit(), &text).unwrap());
        found.sort();
        assert_eq!(found, *expected, "{name}");
        // The option does not change what lies there.
        let locked = tree.toolkit_with(&under(&text));
        let mut found = told(&verify(&locked, &text).unwrap());
        found.sort();
        assert_eq!(found, *expected, "{name} under the lock");
    }
}

#[test]
fn a_lock_has_the_documented_form() {
    let tree = Tree::new().file("a/SKILL.md", good_file("a"));
    let sha256 = agent_skills_component::digest::sha256(good_file("a").as_bytes());
    let size = good_file("a").len();
    let digest =
        agent_skills_component::digest::digest(format!("{sha256} {size} SKILL.md\n").as_bytes());
    let expected = format!(
        "{{\n  \"version\": 1,\n  \"skills\": [\n    {{\n      \"name\": \"a\",\n      \
         \"digest\": \"{digest}\",\n      \"files\": [\n        {{\n          \
         \"path\": \"SKILL.md\",\n          \"size\": {size},\n          \
         \"sha256\": \"{sha256}\"\n        }}\n      ]\n    }}\n  ]\n}}\n"
    );
    assert_eq!(lock(&tree.toolkit()).unwrap(), expected);
}

#[test]
fn the_order_of_directories_does_not_show() {
    let tree = tree();
    let (toolkit, watch) = tree.watched();
    let forwards = lock(&toolkit).unwrap();
    watch.reversed.set(true);
    assert_eq!(lock(&toolkit).unwrap(), forwards);
}

#[test]
fn what_is_no_lock_is_refused() {
    let tree = tree();
    let good = lock(&tree.toolkit()).unwrap();
    let skill = |name: &str| format!(r#"{{"name":"{name}","digest":"{EMPTY}","files":[]}}"#);
    let of = |skills: &str| format!(r#"{{"version":1,"skills":[{skills}]}}"#);
    let file = |path: &str, sha256: &str| {
        let files = format!(r#"{{"path":"{path}","size":0,"sha256":"{sha256}"}}"#);
        of(&format!(
            r#"{{"name":"a","digest":"{EMPTY}","files":[{files}]}}"#
        ))
    };
    let cases = [
        (String::new(), "lock"),
        ("[]".to_owned(), "lock"),
        (format!("{good}x"), "lock"),
        (r#"{"version":2,"skills":{}}"#.to_owned(), "lock.version"),
        (r#"{"version":1}"#.to_owned(), "lock"),
        (of("[]"), "lock.skills[0]"),
        (
            of(&format!("{},{}", skill("a"), skill("a"))),
            "lock.skills[1].name",
        ),
        (
            of(&skill("a").replace("e3b0", "0000")),
            "lock.skills[0].digest",
        ),
        (
            file("../a", &"0".repeat(64)),
            "lock.skills[0].files[0].path",
        ),
        (file("a", &"0".repeat(63)), "lock.skills[0].files[0].sha256"),
        (file("a", &"A".repeat(64)), "lock.skills[0].files[0].sha256"),
        (file("a", &"0".repeat(64)), "lock.skills[0].digest"),
    ];
    for (text, expected) in cases {
        match verify(&tree.toolkit(), &text) {
            Err(Error::InvalidLock { place, .. }) => assert_eq!(place, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(
        verify(&Tree::new().toolkit(), &of(&skill("a")))
            .unwrap()
            .len(),
        1
    );
    let options = under(&of(&format!("{},{}", skill("a"), skill("a"))));
    let refused = tree.toolkit().configure(&options).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "option `lock.skills[1].name` is not valid: another skill has this name"
    );
}

/// The digest of no files.
const EMPTY: &str = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

#[test]
fn a_skill_over_a_limit_is_not_locked() {
    let cases = [
        (
            "files_per_skill",
            "1",
            "it has more than 1 files (`limits.files_per_skill`)",
        ),
        (
            "skill_bytes",
            "10050",
            "its files are larger than 10050 bytes together (`limits.skill_bytes`)",
        ),
    ];
    for (limit, value, reason) in cases {
        let toolkit = tree().opened_with(&format!(r#"{{"limits":{{"{limit}":{value}}}}}"#));
        let refused = lock(&toolkit.1).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("skill `demo` cannot be locked: {reason}")
        );
    }
}

/// The reason is the true one, in the lock's refusal and in a check.
#[test]
fn a_skill_with_a_file_that_cannot_be_named_is_not_locked() {
    let cases: [(&[u8], &str); 2] = [
        (b"demo/caf\xe9.md", "it holds a name that is not UTF-8"),
        (
            b"demo/assets/caf\xe9.md",
            "`assets` holds a name that is not UTF-8",
        ),
    ];
    for (name, reason) in cases {
        let tree = tree().file("demo/assets/a.md", "").named(name);
        let mut toolkit = tree.toolkit();
        assert_eq!(
            lock(&toolkit).unwrap_err().to_string(),
            format!("skill `demo` cannot be locked: {reason}")
        );
        let found = check(&mut toolkit);
        let found: Vec<_> = found.iter().map(|found| found.to_string()).collect();
        assert_eq!(
            found,
            [format!(
                "/skills/demo/SKILL.md: warning[mcp-files]: Some files of the skill are not \
                 listed, and no client could verify it: {reason}.\n  hint: Rename the file."
            )]
        );
    }
}

/// The tree under its own lock.
fn locked() -> (Tree, Toolkit) {
    let tree = tree();
    let text = lock(&tree.toolkit()).unwrap();
    tree.opened_with(&under(&text))
}

fn read(toolkit: &mut Toolkit, path: &str) -> Result<ContentData, Error> {
    let content = toolkit.read("demo", path, 0, 0, Invoker::Host)?;
    Ok(content.data)
}

#[test]
fn what_is_locked_is_given_out() {
    let (_tree, mut toolkit) = locked();
    assert_eq!(names(&toolkit.list()), ["demo", "other"]);
    let activation = toolkit.activate("demo", Invoker::Model).unwrap();
    assert_eq!(activation.files, ["a.md"]);
    assert!(activation.body.ends_with('x'));
    assert_eq!(
        read(&mut toolkit, "a.md").unwrap(),
        ContentData::Text("first\n".to_owned())
    );
}

/// Whatever its file is called, a skill's instructions can be read as `SKILL.md`.
#[test]
fn a_misspelt_file_is_locked_under_both_of_its_names() {
    let tree = Tree::new().file("demo/skill.md", good_file("demo"));
    let text = lock(&tree.toolkit()).unwrap();
    let (tree, mut toolkit) = tree.opened_with(&under(&text));
    for path in ["skill.md", "SKILL.md"] {
        let content = read(&mut toolkit, path).unwrap();
        assert_eq!(content, ContentData::Text(good_file("demo")), "{path}");
    }
    tree.write("demo/skill.md", good_file("demo").to_uppercase());
    for path in ["skill.md", "SKILL.md"] {
        let refused = read(&mut toolkit, path).unwrap_err();
        assert_eq!(refused.code(), "changed", "{path}");
    }
}

#[test]
fn what_changes_after_a_listing_is_refused() {
    let (tree, mut toolkit) = locked();
    toolkit.list();
    tree.write("demo/a.md", "FIRST\n");
    tree.write("demo/b.md", "more\n");
    tree.write("demo/.hidden", "more\n");
    tree.write("demo/SKILL.md", long_file().replace("xxx", "xxy"));
    for path in ["a.md", "b.md", ".hidden", "SKILL.md"] {
        let refused = read(&mut toolkit, path).unwrap_err();
        assert_eq!(refused.code(), "changed", "{path}");
    }
    let refused = toolkit.activate("demo", Invoker::Model).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`SKILL.md` is not the file that the lock lists: its SHA-256 is another"
    );
    let calls = [
        ("activate_skill", r#"{"name":"demo"}"#),
        (
            "load_skill_resource",
            r#"{"skill_name":"demo","path":"a.md"}"#,
        ),
    ];
    for (tool, arguments) in calls {
        let result = tool_call::call(&mut toolkit, None, tool, arguments);
        assert!(result.is_error, "{}", result.text);
        assert!(!result.text.contains("FIRST"), "{}", result.text);
    }
    // The next look refuses the skill altogether.
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["other"]);
    assert_eq!(
        told(&listing.diagnostics),
        ["demo/SKILL.md lock-file-changed"]
    );
}

#[test]
fn a_root_in_front_cannot_hide_a_locked_skill() {
    let (right, wrong) = (Tree::new().skill("demo"), Tree::new().skill("demo"));
    let text = lock(&right.toolkit()).unwrap();
    wrong.write("demo/SKILL.md", good_file("demo") + "Worse.\n");
    let mut toolkit = support::toolkit(&[(&wrong, "", "/wrong"), (&right, "", "/right")]);
    toolkit.configure(&under(&text)).unwrap();
    let listing = toolkit.list();
    assert_eq!(listing.skills[0].directory, "/right/demo");
    assert_eq!(listing.shadowed, []);
    assert_eq!(
        told(&listing.diagnostics),
        ["/wrong/demo/SKILL.md lock-file-changed"]
    );
}

#[test]
fn a_second_look_reads_nothing_again() {
    let tree = tree();
    let text = lock(&tree.toolkit()).unwrap();
    let (mut toolkit, watch) = tree.watched();
    toolkit.configure(&under(&text)).unwrap();
    toolkit.list();
    let whole = long_file().len() + good_file("other").len();
    assert_eq!(watch.take().1, whole as u64);
    toolkit.list();
    assert_eq!(watch.take().1, 0);
}
