//! What the fields say.

use crate::demo::{loads, refused, words};
use crate::support::{Tree, file_of, names, skill, told};

#[test]
fn b16_length_is_counted_in_code_points() {
    for (unit, count, is_long) in [
        ("x", 1024, false),
        ("x", 1025, true),
        ("é", 1024, false),
        ("é", 1025, true),
        ("😀", 1024, false),
        ("😀", 1025, true),
        ("て", 1388, true),
    ] {
        let text = unit.repeat(count);
        for (yaml, place) in [
            (format!("name: demo\ndescription: {text}"), "3:14"),
            (format!("description: \"  {text}  \"\nname: demo"), "2:14"),
            (format!("name: demo\ndescription: |\n  {text}\n"), "4:3"),
        ] {
            let told = format!("{place} description-too-long");
            let told: &[&str] = if is_long { &[&told] } else { &[] };
            loads(&file_of(&yaml), &text, told);
        }
    }
}

#[test]
fn b16_length_is_counted_after_folding() {
    // 543 + 1 + 542 = 1086 after folding, 1,087 and more before.
    let (first, second) = ("a".repeat(543), "b".repeat(542));
    let folded = format!("{first} {second}");
    let file = file_of(&format!(
        "name: demo\ndescription: >\n    {first}\n    {second}"
    ));
    loads(&file, &folded, &["4:5 description-too-long"]);
    let message = "The description has 1086 characters; 1024 are allowed.";
    assert_eq!(words(&file).0, message);

    // 511 + 1 + 512 = 1024 after folding, more in the file.
    let (first, second) = ("a".repeat(511), "b".repeat(512));
    let file = file_of(&format!(
        "name: demo\ndescription: >-\n        {first}\n        {second}"
    ));
    loads(&file, &format!("{first} {second}"), &[]);
}

#[test]
fn b17_no_value_is_no_text() {
    for nothing in ["", " ", " ~", " null", " Null", " NULL", " # later"] {
        for (yaml, line) in [
            (format!("name: demo\ndescription:{nothing}"), 3),
            (format!("description:{nothing}\nname: demo"), 2),
            (
                format!("name: demo\ndescription:{nothing}\nlicense: MIT"),
                3,
            ),
        ] {
            let file = file_of(&yaml);
            refused(&file, &[&format!("{line}:1 description-missing")]);
            let message = "The `description` is empty, so a model could not choose the skill.";
            assert_eq!(words(&file).0, message);
        }
        let skill = loads(
            &file_of(&format!("name: demo\ndescription: d\nlicense:{nothing}")),
            "d",
            &[],
        );
        assert_eq!(skill.license, None);
    }
    // In quotes they are words.
    loads(&file_of("name: demo\ndescription: \"null\""), "null", &[]);
    loads(&file_of("name: demo\ndescription: None"), "None", &[]);
}

#[test]
fn b18_a_description_of_blanks_is_missing() {
    for written in ["\"   \"", "''", "\"\"", "\"\\n\\t\"", "\u{3000}", "|\n  \n"] {
        let file = file_of(&format!("name: demo\ndescription: {written}"));
        refused(&file, &["3:1 description-missing"]);
    }
    let file = file_of("name: demo");
    refused(&file, &["description-missing"]);
    let (message, hint) = words(&file);
    assert_eq!(
        message,
        "There is no `description`, so a model could not choose the skill."
    );
    assert_eq!(
        hint.as_deref(),
        Some("Say in a `description: ` line what the skill does and when to use it.")
    );
    let file = file_of("name: demo\ndescription: [a, b]");
    refused(&file, &["3:1 description-missing", "3:14 field-type"]);
}

#[test]
fn b19_a_name_is_the_text_as_written() {
    for name in [
        "12306",
        "007",
        "1e3",
        "0x1F",
        "on",
        "no",
        "true",
        "2024-01-01",
        "123-456",
    ] {
        let tree = Tree::new().skill("good").file(
            &format!("{name}/SKILL.md"),
            file_of(&format!("name: {name}\ndescription: d")),
        );
        let listing = tree.list();
        assert_eq!(skill(&listing, name).directory, format!("/skills/{name}"));
        let told = told(&listing.diagnostics);
        let expected: &[String] = if name == "0x1F" {
            &[format!("{name}/SKILL.md:2:7 name-invalid")]
        } else {
            &[]
        };
        assert_eq!(told, expected, "{name}");
    }
}

#[test]
fn b19_a_name_outside_the_grammar_loads_with_a_warning() {
    for (name, place) in [("12:30", "2:7"), ("1.10", "2:7")] {
        let file = file_of(&format!("name: {name}\ndescription: d"));
        let tree = Tree::new()
            .skill("good")
            .file(&format!("{name}/SKILL.md"), file);
        let listing = tree.list();
        assert_eq!(names(&listing), [name, "good"]);
        let expected = format!("{name}/SKILL.md:{place} name-invalid");
        assert_eq!(told(&listing.diagnostics), [expected]);
    }
    // `null` without quotes is no name, and the directory has it.
    let tree = Tree::new().file("null/SKILL.md", file_of("name: null\ndescription: d"));
    let listing = tree.list();
    assert_eq!(names(&listing), ["null"]);
    assert_eq!(told(&listing.diagnostics), ["null/SKILL.md name-missing"]);
}

#[test]
fn b21_nested_metadata_is_kept_as_json() {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    for (metadata, told, expected) in [
        (
            "\n  tool:\n    tags: [a, b]\n  author: me",
            "5:3",
            vec![pair("tool", r#"{"tags":["a","b"]}"#), pair("author", "me")],
        ),
        (
            "\n  author: me\n  tags:\n    - a\n    - 1",
            "6:3",
            vec![pair("author", "me"), pair("tags", r#"["a",1]"#)],
        ),
        ("\n  tags: []", "5:3", vec![pair("tags", "[]")]),
    ] {
        let file = file_of(&format!("name: demo\ndescription: d\nmetadata:{metadata}"));
        let skill = loads(&file, "d", &[&format!("{told} metadata-value")]);
        assert_eq!(skill.metadata, expected);
    }
}

#[test]
fn b21_metadata_that_is_no_map_is_told() {
    for (metadata, told) in [("[a]", "4:11"), ("text", "4:11")] {
        let file = file_of(&format!("name: demo\ndescription: d\nmetadata: {metadata}"));
        let skill = loads(&file, "d", &[&format!("{told} field-type")]);
        assert_eq!(skill.metadata, []);
    }
}

#[test]
fn b22_metadata_in_flow_style_is_metadata() {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let file = file_of("name: demo\ndescription: d\nmetadata: {\"x\":{\"y\":1}}");
    let skill = loads(&file, "d", &["4:12 metadata-value"]);
    assert_eq!(skill.metadata, [pair("x", r#"{"y":1}"#)]);

    let file = file_of("metadata: {a: 1.10, b: \"x\", c: on}\nname: demo\ndescription: d");
    let skill = loads(&file, "d", &[]);
    assert_eq!(
        skill.metadata,
        [pair("a", "1.10"), pair("b", "x"), pair("c", "on")]
    );

    let file = file_of("{name: demo, description: d, metadata: {a: b}}");
    assert_eq!(loads(&file, "d", &[]).metadata, [pair("a", "b")]);
}

#[test]
fn b23_allowed_tools_of_any_form_are_the_same_tokens() {
    let form = ["4:16 allowed-tools-form"];
    for (value, tools, told) in [
        (" Read Write", &["Read", "Write"][..], &[][..]),
        (" Read", &["Read"], &[]),
        (
            " Bash(git add *) Bash(jq:*) Read",
            &["Bash(git add *)", "Bash(jq:*)", "Read"],
            &[],
        ),
        (" \"Read Write\"", &["Read", "Write"], &[]),
        (" [Read, Write]", &["Read", "Write"], &form),
        (" Read, Write", &["Read", "Write"], &form),
        (" Read,Write", &["Read", "Write"], &form),
        (" Bash(a, b), Read", &["Bash(a, b)", "Read"], &form),
        (" 123", &["123"], &form),
        (
            "\n  - Read\n  - Bash(git add *)",
            &["Read", "Bash(git add *)"],
            &["5:3 allowed-tools-form"],
        ),
        (
            "\n- Read\n- Write",
            &["Read", "Write"],
            &["5:3 allowed-tools-form"],
        ),
        ("", &[], &[]),
    ] {
        let file = file_of(&format!(
            "name: demo\ndescription: d\nallowed-tools:{value}"
        ));
        assert_eq!(loads(&file, "d", told).allowed_tools, tools, "{value:?}");
    }
}

#[test]
fn b23_tools_that_cannot_be_read_allow_nothing() {
    let file = file_of("name: demo\ndescription: d\nallowed-tools: {a: b}");
    assert_eq!(
        loads(&file, "d", &["4:16 field-type"]).allowed_tools,
        [""; 0]
    );
}
