//! What each dialect makes of a frontmatter that the others read differently.

use serde_json::json;

use crate::world::{World, skill};

const DIALECTS: [&str; 4] = ["standard", "lightspeed", "deepseek", "lovia"];

fn one(dialect: &str, frontmatter: &str) -> World {
    let file = format!("---\n{frontmatter}\n---\nBody\n");
    World::of(dialect, &[("a/SKILL.md", &file)])
}

#[test]
fn names_are_told_in_the_order_of_their_code_points() {
    // As they are written: `é` is here `e` and an accent, which comes before `f`.
    let (decomposed, composed) = ("e\u{301}", "\u{e0}");
    for dialect in ["standard", "lovia"] {
        let mut world = World::of(
            dialect,
            &[
                ("1/SKILL.md", &skill("f", "d", "")),
                ("2/SKILL.md", &skill(composed, "d", "")),
                ("3/SKILL.md", &skill(decomposed, "d", "")),
            ],
        );
        let expected = match dialect {
            "lovia" => "f".to_owned(),
            _ => format!("{decomposed} f {composed}"),
        };
        assert_eq!(world.names(), expected, "{dialect}");
    }
}

#[test]
fn numbers_are_no_names() {
    let beyond = "9".repeat(40);
    for number in [
        "7",
        "1.5",
        "1e400",
        ".inf",
        ".NaN",
        "0x1f",
        beyond.as_str(),
        "true",
    ] {
        for dialect in ["deepseek", "lovia"] {
            let mut world = one(dialect, &format!("name: {number}\ndescription: d"));
            assert_eq!(world.names(), "", "{dialect}: {number}");
            let mut world = one(dialect, &format!("name: a\ndescription: {number}"));
            assert_eq!(world.names(), "", "{dialect}: {number}");
            let mut world = one(dialect, &format!("name: a\ndescription: '{number}'"));
            assert_eq!(world.names(), "a", "{dialect}: {number}");
        }
    }
}

#[test]
fn a_fault_is_told_of_the_skill_that_only_names() {
    for dialect in DIALECTS {
        for (only, is_told) in [("a", true), ("b", false)] {
            let mut world = World::new(&[("x/SKILL.md", "---\nname: a\n---\n")]);
            let start = world.configure(json!({"dialect": dialect, "only": [only]}));
            let told = start.is_err() || !world.findings().is_empty();
            assert_eq!(told, is_told, "{dialect}: {only}");
        }
    }
}

#[test]
fn what_is_not_read_as_written_is_told_under_every_dialect() {
    let frontmatter = "name: a\ndescription: A #1 tool\nlicense: &m MIT\nx: 'a\u{1}b'";
    for dialect in DIALECTS {
        let found = one(dialect, frontmatter).findings();
        for words in ["is a comment", "anchor is not read", "control character"] {
            assert!(found.contains(words), "{dialect}: {found}");
        }
    }
}

#[test]
fn a_key_that_stands_twice_is_told() {
    for (dialect, names) in [("standard", "a"), ("lovia", "a"), ("deepseek", "")] {
        let mut world = one(dialect, "name: a\ndescription: first\ndescription: second");
        assert_eq!(world.names(), names, "{dialect}");
        assert!(!world.findings().is_empty(), "{dialect}");
    }
}

#[test]
fn a_description_without_words_is_told() {
    for description in ["''", "~", "", "'  '"] {
        let found = one(
            "lightspeed",
            &format!("name: a\ndescription: {description}"),
        )
        .findings();
        assert!(
            found.contains("The description is empty."),
            "{description}: {found}"
        );
    }
}
