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
        file_of("name: demo\ndescription: d\nversion: 1\nuser-invocable: true\nlicense: MIT");
    let tree = Tree::new().file("demo/SKILL.md", file);
    let found = check(&mut tree.toolkit());
    assert_eq!(
        told(&found),
        [
            "demo/SKILL.md:4:1 field-unknown",
            "demo/SKILL.md:5:1 field-unknown",
        ]
    );
    assert!(found.iter().all(|d| d.severity == Severity::Warning));
}
