//! One bad skill of every kind among good ones: the good ones are served, and
//! each of the others is told of with a code.

use agent_skills_mcp::not_served;
use serde_json::json;

use crate::support::{World, good};

/// A `SKILL.md` of the skill `name` with further lines.
fn with(name: &str, lines: &str) -> String {
    format!("---\nname: {name}\ndescription: d\n{lines}---\nBody.\n")
}

/// Skills that cannot be served: the name by which each is known, the bytes of
/// its file, and the codes of its faults.
fn bad() -> Vec<(&'static str, Vec<u8>, &'static [&'static str])> {
    let described =
        |name: &str, text: &str| format!("---\nname: {name}\ndescription: {text}\n---\n");
    let text = |file: String| file.into_bytes();
    vec![
        (
            "alias",
            text(with("alias", "x: &a 1\ny: *a\n")),
            &["mcp-yaml", "mcp-yaml"],
        ),
        (
            "blank",
            text(good("blank").replacen("---\n", "--- \n", 1)),
            &["mcp-delimiter"],
        ),
        (
            "bom",
            text(format!("\u{feff}{}", good("bom"))),
            &["mcp-delimiter"],
        ),
        ("colon", text(described("colon", "a: b: c")), &["mcp-yaml"]),
        (
            "control",
            text(described("control", "a\u{1b}[31mb")),
            &["mcp-yaml"],
        ),
        ("dots", text(with("dots", "...\n")), &["mcp-delimiter"]),
        (
            "infinite",
            text(with("infinite", "x: .inf\n")),
            &["mcp-value"],
        ),
        ("keys", text(with("keys", "1: a\n")), &["mcp-value"]),
        (
            "latin",
            [good("latin").as_bytes(), b"\xe9"].concat(),
            &["mcp-file"],
        ),
        (
            "license",
            text(with("license", "license: [a]\n")),
            &["mcp-field"],
        ),
        (
            "long",
            text(described("long", &"x".repeat(1025))),
            &["mcp-field"],
        ),
        (
            "metadata",
            text(with("metadata", "metadata: {a: 1}\n")),
            &["mcp-field"],
        ),
        (
            "nameless",
            text("---\ndescription: d\n---\n".to_owned()),
            &["mcp-name"],
        ),
        ("number", text(described("number", "12")), &["mcp-field"]),
        (
            "proto",
            text(with("proto", "__proto__: x\n")),
            &["mcp-value"],
        ),
        ("tag", text(with("tag", "x: !t 1\n")), &["mcp-yaml"]),
        ("twice", text(with("twice", "x: 1\nx: 2\n")), &["mcp-yaml"]),
        ("Upper", text(good("Upper")), &["mcp-name"]),
    ]
}

fn world() -> World {
    let world = World::new(&[
        ("aaa/SKILL.md", &good("aaa")),
        ("mmm/SKILL.md", &good("mmm")),
        ("zzz/SKILL.md", &good("zzz")),
        ("lower/skill.md", &good("lower")),
        ("many/SKILL.md", &good("many")),
        ("refused/SKILL.md", "---\nname: refused\n---\n"),
        ("broken/SKILL.md", "no frontmatter"),
    ]);
    for number in 0..512 {
        world.write(&format!("many/{number}"), "");
    }
    for (name, file, _) in bad() {
        world.write(&format!("{name}/SKILL.md"), file);
    }
    world
}

#[test]
fn good_skills_are_served_whatever_stands_beside_them() {
    let mut world = world();
    let listed = world.result("skills/list", json!({}));
    let skills = listed["skills"].as_array().unwrap();
    let uris: Vec<_> = skills
        .iter()
        .map(|skill| skill["uri"].as_str().unwrap())
        .collect();
    assert_eq!(
        uris,
        [
            "skill://aaa/SKILL.md",
            "skill://mmm/SKILL.md",
            "skill://zzz/SKILL.md"
        ]
    );
    let resources = world.result("resources/list", json!({}));
    assert_eq!(resources["resources"].as_array().unwrap().len(), 3);
}

#[test]
fn a_skill_that_is_not_served_is_so_under_every_method() {
    let mut world = world();
    let others = ["lower", "many", "refused", "broken"];
    for name in bad().iter().map(|(name, _, _)| *name).chain(others) {
        let uri = format!("skill://{name}/SKILL.md");
        for method in ["skills/get", "resources/read"] {
            let error = world.error(method, json!({"uri": uri}));
            assert_eq!(error, (200, -32602, json!({"uri": uri})), "{method}");
        }
        let uri = format!("skill://{name}");
        let error = world.error("resources/directory/read", json!({"uri": uri}));
        assert_eq!(error.1, -32602);
    }
}

#[test]
fn each_that_is_not_served_is_told_of_with_its_code() {
    let found = not_served(&mut world().backend).unwrap();
    let mut told: Vec<(String, Vec<String>)> = found
        .into_iter()
        .map(|skill| {
            (
                skill.name,
                skill.faults.into_iter().map(|fault| fault.code).collect(),
            )
        })
        .collect();
    told.sort();
    let mut expected: Vec<(String, Vec<String>)> = bad()
        .into_iter()
        .map(|(name, _, codes)| {
            (
                name.to_owned(),
                codes.iter().map(|c| (*c).to_owned()).collect(),
            )
        })
        .collect();
    expected.push(("lower".to_owned(), vec!["mcp-file".to_owned()]));
    expected.push(("many".to_owned(), vec!["mcp-files".to_owned()]));
    expected.sort();
    assert_eq!(told, expected);
}

#[test]
fn tools_reach_what_is_not_served() {
    let call = json!({"name": "activate_skill", "arguments": {"name": "metadata"}});
    let result = world().result("tools/call", call);
    assert_eq!(result["isError"], false);
}
