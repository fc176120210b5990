//! What a check tells beyond a listing.

use agent_skills_component::check::check;
use agent_skills_types::Severity;

use crate::support::{Tree, file_of, told};

/// Each finding of a check of one file, below its path.
fn checked(file: impl AsRef<[u8]>) -> Vec<String> {
    let tree = Tree::new()
        .file("demo/SKILL.md", file)
        .file("demo/references/guide.md", "")
        .file("demo/scripts/run.py", "");
    let found = told(&check(&mut tree.toolkit()));
    let place = |line: String| line.trim_start_matches("demo/SKILL.md:").to_owned();
    found.into_iter().map(place).collect()
}

#[test]
fn references_are_looked_up_where_they_stand() {
    let file = |body: &str| format!("---\nname: demo\ndescription: d\n---\n{body}");
    let cases: [(&str, &[&str]); 9] = [
        ("[a](references/guide.md)\n", &[]),
        (
            "[a](./references/guide.md#part) `scripts/run.py --x`\n",
            &[],
        ),
        ("[a](references)\n", &[]),
        ("\né [a](references/guid.md)\n", &["6:7 reference-dangling"]),
        ("\r\n[a](x.md)\r\n", &["6:5 reference-dangling"]),
        ("`scripts/none.py`", &["5:2 reference-dangling"]),
        ("[a](../other/x.md)\n", &["5:5 reference-dangling"]),
        ("```\n[a](x.md)\n```\n", &[]),
        ("[a](https://example.org/x.md) [b](#x)\n", &[]),
    ];
    for (body, expected) in cases {
        assert_eq!(checked(file(body)), expected, "{body:?}");
    }
}

#[test]
fn a_reference_that_leads_nowhere_is_told_with_the_fix() {
    let outside = "A skill cannot reach outside itself: put a copy of the file into its directory.";
    let cases = [
        (
            "../other/SKILL.md",
            "Path `../other/SKILL.md` is not valid: it has a `..` in it.",
            outside,
        ),
        (
            "links/out.md",
            "Path `links/out.md` leads out of the skill's directory: it goes through a link to \
             `../../other/SKILL.md`.",
            outside,
        ),
        (
            "links/gone.md",
            "Path `links/gone.md` goes through a link to `none`, which does not exist.",
            "Restore the link's target or remove the link.",
        ),
        (
            "references/../a/../xyz",
            "Path `references/../a/../xyz` is not valid: it has a `..` in it.",
            "Use a relative path from the skill's list of files.",
        ),
        (
            "references/guid.md",
            "The skill has no file `references/guid.md`.",
            "Did you mean `references/guide.md`?",
        ),
        (
            "zzz.txt",
            "The skill has no file `zzz.txt`.",
            "Add the file, or correct the path; paths begin at the skill's directory.",
        ),
    ];
    for (path, message, hint) in cases {
        let file = format!("---\nname: demo\ndescription: d\n---\n[a]({path})\n");
        let tree = Tree::new()
            .skill("other")
            .file("demo/SKILL.md", file)
            .file("demo/references/guide.md", "")
            .link("demo/links/out.md", "../../other/SKILL.md")
            .link("demo/links/gone.md", "none");
        let found = check(&mut tree.toolkit());
        let told = found.iter().find(|d| d.code == "reference-dangling");
        let told = told.map(|d| (d.message.as_str(), d.hint.as_deref().unwrap_or_default()));
        assert_eq!(told, Some((message, hint)));
    }
}

#[test]
fn links_in_a_skill_that_lead_to_none_of_its_files_are_told() {
    let cases = [
        (
            "nothere",
            "link-dangling",
            "The link leads to `nothere`, which does not exist.",
            "Restore the target or remove the link.",
        ),
        (
            "../../good/SKILL.md",
            "link-outside",
            "The link leads to `../../good/SKILL.md`, outside the skill.",
            "Put a copy of the file into the skill's directory.",
        ),
        (
            "/etc/passwd",
            "link-outside",
            "The link leads to an absolute path, outside the skill.",
            "Put a copy of the file into the skill's directory.",
        ),
        (
            "link",
            "link-loop",
            "The link leads back to itself or through too many links.",
            "Point the link at a file of the skill.",
        ),
    ];
    for (target, code, message, hint) in cases {
        let tree = Tree::new()
            .skill("good")
            .skill("demo")
            .link("demo/links/link", target)
            .link("demo/links/fine", "../SKILL.md");
        let mut toolkit = tree.toolkit();
        let found = check(&mut toolkit);
        assert_eq!(told(&found), [format!("demo/links/link {code}")]);
        assert_eq!(found[0].severity, Severity::Error);
        assert_eq!(found[0].message, message);
        assert_eq!(found[0].hint.as_deref(), Some(hint));
        // It is no file that was left out.
        assert!(toolkit.files("demo").unwrap().complete);
    }
}

#[test]
fn a_flood_of_one_kind_is_counted() {
    let keys: String = (0..50).map(|n| format!("k{n}: v\n")).collect();
    let links: String = (0..45).map(|n| format!("[a](n{n})\n")).collect();
    let file = format!("---\nname: demo\ndescription: d\n{keys}---\n{links}");
    let tree = (0..30).fold(Tree::new().file("demo/SKILL.md", file), |tree, n| {
        tree.link(&format!("demo/dead/{n}"), "none")
    });
    let found = check(&mut tree.toolkit());
    for (code, more) in [
        ("field-unknown", "30 more findings of this kind."),
        ("reference-dangling", "25 more findings of this kind."),
        ("link-dangling", "10 more findings of this kind."),
    ] {
        let of_code: Vec<_> = found.iter().filter(|d| d.code == code).collect();
        assert_eq!(of_code.len(), 21, "{code}");
        assert!(of_code.iter().any(|d| d.message == more), "{code}");
    }
}

#[test]
fn a_body_that_is_not_text_is_told_with_its_place() {
    let mut file = file_of("name: demo\ndescription: d").into_bytes();
    file.extend_from_slice("é caf".as_bytes());
    file.extend_from_slice(b"\xe9\n");
    assert_eq!(checked(file), ["demo/SKILL.md mcp-file", "6:6 not-utf8"]);
}

#[test]
fn lengths_are_those_of_the_body() {
    let file = |body: &str| format!("---\nname: demo\ndescription: d\n---\n{body}");
    let sized = |body: &str| -> Vec<String> {
        let found = checked(file(body)).into_iter();
        found
            .map(|line| line.rsplit(' ').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(sized(&"x\n".repeat(500)), [""; 0]);
    assert_eq!(sized(&"x\n".repeat(501)), ["body-lines"]);
    assert_eq!(sized(&"é".repeat(20_003)), [""; 0]);
    assert_eq!(sized(&"é".repeat(20_004)), ["body-tokens"]);
}

#[test]
fn fields_that_the_specification_does_not_have_are_warnings() {
    let file =
        file_of("name: demo\ndescription: d\nversion: 1\nuser-invocable: true\nlicence: MIT");
    let tree = Tree::new().file("demo/SKILL.md", file);
    let found = check(&mut tree.toolkit());
    assert_eq!(
        told(&found),
        [
            "demo/SKILL.md:4:1 field-unknown",
            "demo/SKILL.md:6:1 field-unknown",
        ]
    );
    assert!(found.iter().all(|d| d.severity == Severity::Warning));
}
