//! Files that are made to hurt, and what a broken file may not take along.

use crate::demo::{loads, refused_bytes};
use crate::support::{Tree, file_of, names, skill, told};

/// Nine levels of nine: 9^9 values when the aliases are followed.
fn alias_bomb() -> String {
    let mut yaml = String::from("name: demo\ndescription: d\na: &a [x,x,x,x,x,x,x,x,x]\n");
    for (name, last) in ('b'..='i').zip('a'..) {
        let nine = vec![format!("*{last}"); 9].join(",");
        yaml.push_str(&format!("{name}: &{name} [{nine}]\n"));
    }
    yaml
}

#[test]
fn b26_an_alias_bomb_costs_its_own_keys_only() {
    let tree = Tree::new()
        .skill("good")
        .file("demo/SKILL.md", file_of(&alias_bomb()));
    let listing = tree.list();
    assert_eq!(names(&listing), ["demo", "good"]);
    let demo = skill(&listing, "demo");
    assert_eq!(demo.frontmatter, r#"{"name":"demo","description":"d"}"#);
    let told = told(&listing.diagnostics);
    assert_eq!(told[1], "demo/SKILL.md:4:4 yaml-unsupported");
    assert_eq!(told.len(), 21, "twenty, and how many more");
    assert_eq!(
        listing.diagnostics[0].message,
        "61 more findings of this kind."
    );
}

#[test]
fn b26_a_large_anchor_is_not_read() {
    let text = "x".repeat(60_000);
    let uses = ["*a"; 500].join(", ");
    let file = file_of(&format!(
        "name: demo\ndescription: d\na: &a {text}\nb: [{uses}]"
    ));
    let listing = Tree::new().file("demo/SKILL.md", file).list();
    assert_eq!(
        skill(&listing, "demo").frontmatter.len(),
        r#"{"name":"demo","description":"d","b":[]}"#.len()
    );
}

#[test]
fn b26_a_file_over_the_limit_is_not_read() {
    let tree = Tree::new()
        .skill("good")
        .file("demo/SKILL.md", file_of("name: demo\ndescription: d"));
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(tree.path("demo/SKILL.md"));
    file.unwrap().set_len(200 * 1024 * 1024).unwrap();
    let listing = tree.list();
    assert_eq!(names(&listing), ["good"]);
    assert_eq!(
        told(&listing.diagnostics),
        ["demo/SKILL.md skill-file-too-large"]
    );
    assert_eq!(
        listing.diagnostics[0].message,
        "The file is larger than 1048576 bytes."
    );
}

#[test]
fn b26_deep_and_wide_frontmatter_stops_at_the_limits() {
    for (line, told) in [
        (format!("x: {}", "[".repeat(40)), "3:35 yaml-limit"),
        (format!("x: {}", "[".repeat(60_000)), "3:259 yaml-limit"),
        (format!("x: {}", "{a: ".repeat(40)), "3:128 yaml-limit"),
        (
            format!("x: [{}]", "1,".repeat(20_000)),
            "3:19995 yaml-limit",
        ),
    ] {
        let file = file_of(&format!("name: demo\n{line}\ndescription: d"));
        refused_bytes(file.as_bytes(), &[told]);
    }
    let file = file_of(&format!(
        "name: demo\ndescription: d\nx: {}",
        "a".repeat(70_000)
    ));
    refused_bytes(file.as_bytes(), &["frontmatter-too-large"]);
}

#[test]
fn b27_a_broken_skill_is_told_beside_the_good_one() {
    for (yaml, place) in [
        ("just text", "2:1 yaml-not-mapping"),
        ("- a\n- b", "2:1 yaml-not-mapping"),
        ("name: demo", "description-missing"),
    ] {
        let tree = Tree::new()
            .skill("good")
            .file("broken/SKILL.md", file_of(yaml));
        let listing = tree.list();
        assert_eq!(names(&listing), ["good"]);
        let about_broken = told(&listing.diagnostics);
        assert!(about_broken[0].starts_with("broken/SKILL.md"));
        assert!(about_broken[0].ends_with(place), "{about_broken:?}");
    }
}

#[test]
fn b27_a_fault_elsewhere_loses_no_restriction() {
    for fault in ["x: [a", "x: a: b", "x: \"a\" b", "\tx: y", "x: *y"] {
        for yaml in [
            format!(
                "name: demo\ndescription: d\nallowed-tools: Read\ndisable-model-invocation: true\n{fault}"
            ),
            format!(
                "{fault}\nname: demo\ndescription: d\nallowed-tools: Read\ndisable-model-invocation: true"
            ),
        ] {
            let listing = Tree::new().file("demo/SKILL.md", file_of(&yaml)).list();
            let demo = skill(&listing, "demo");
            assert_eq!(demo.allowed_tools, ["Read"], "{yaml:?}");
            assert!(!demo.invocation.model, "{yaml:?}");
            assert!(!listing.diagnostics.is_empty(), "{yaml:?}");
        }
    }
}

#[test]
fn b27_a_restriction_that_cannot_be_read_fails_closed() {
    let skill = loads(
        &file_of("name: demo\ndescription: d\ndisable-model-invocation: maybe"),
        "d",
        &["4:27 invocation-value"],
    );
    assert!(!skill.invocation.model);
}
