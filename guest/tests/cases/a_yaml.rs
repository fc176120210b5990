//! YAML that authors write and parsers refuse, or read as something else.

use crate::demo::{loads, words};
use crate::support::file_of;

/// The code points before the first colon that YAML takes for one behind a key.
fn colon(text: &str) -> usize {
    let before = text.split_once(": ").map_or(text, |(before, _)| before);
    before.trim_end_matches(':').chars().count()
}

#[test]
fn b01_an_unquoted_colon_keeps_the_whole_text() {
    for text in [
        "Helps with reports. Use when: the user says report: weekly",
        "Use when: asked",
        "Ends with a colon:",
        "Has: \"quotes\" and 'more'",
        "Nutze es für: Berichte",
        "用于: 报告",
        "Links to https://example.org: and more",
        "TRIGGER when: a. DO NOT TRIGGER when: b",
        "a: {b: c}",
        "a: [b, c",
    ] {
        for (yaml, line) in [
            (format!("name: demo\ndescription: {text}"), 3),
            (format!("description: {text}\nname: demo"), 2),
            (format!("name: demo\ndescription: {text}\nlicense: MIT"), 3),
            (
                format!("name: demo\n\n# why: because\ndescription: {text}\n"),
                5,
            ),
            (
                format!("name: demo\nmetadata:\n  author: me\ndescription: {text}"),
                5,
            ),
        ] {
            let told = format!("{line}:{} yaml-unquoted-colon", 14 + colon(text));
            let skill = loads(&file_of(&yaml), text, &[&told]);
            assert_eq!(skill.name, "demo");
        }
    }
}

#[test]
fn b01_a_colon_behind_a_sign_of_yaml_keeps_the_whole_text() {
    for text in [
        "`code: here` and: there",
        "@team: asks",
        "%a: b",
        "[a] b: c",
        "* a: b",
    ] {
        let file = file_of(&format!("name: demo\ndescription: {text}\nlicense: MIT"));
        let skill = loads(&file, text, &["3:14 yaml-recovered"]);
        assert_eq!(skill.license.as_deref(), Some("MIT"));
    }
}

#[test]
fn b01_the_hint_is_the_corrected_line() {
    for (value, hint) in [
        ("Use when: asked", r#"description: "Use when: asked""#),
        ("Ends:", r#"description: "Ends:""#),
        (r#"Say: "yes""#, r#"description: 'Say: "yes"'"#),
        ("It's: so", r#"description: "It's: so""#),
    ] {
        let file = file_of(&format!("name: demo\ndescription: {value}"));
        assert_eq!(
            words(&file),
            (
                "The value of `description` has a colon in it and is not quoted.".to_owned(),
                Some(hint.to_owned())
            )
        );
        // And it is the fix.
        loads(&file_of(&format!("name: demo\n{hint}")), value, &[]);
    }
}

#[test]
fn b01_the_only_key_and_other_keys() {
    let skill = loads(
        &file_of("description: Use when: asked"),
        "Use when: asked",
        &["name-missing", "2:22 yaml-unquoted-colon"],
    );
    assert_eq!(skill.name, "demo");

    let skill = loads(
        &file_of("name: demo\ndescription: d\nlicense: See: LICENSE\ncompatibility: Needs: git"),
        "d",
        &["4:13 yaml-unquoted-colon", "5:21 yaml-unquoted-colon"],
    );
    assert_eq!(skill.license.as_deref(), Some("See: LICENSE"));
    assert_eq!(skill.compatibility.as_deref(), Some("Needs: git"));

    let skill = loads(
        &file_of("name: demo\ndescription: d\nmetadata:\n  author: me: you\n  version: 1.10"),
        "d",
        &["5:13 yaml-unquoted-colon"],
    );
    let metadata = [("author", "me: you"), ("version", "1.10")];
    assert_eq!(
        skill.metadata,
        metadata.map(|(k, v)| (k.to_owned(), v.to_owned()))
    );
}

#[test]
fn b01_the_text_may_stand_on_several_lines() {
    for (yaml, description, line, column) in [
        (
            "name: demo\ndescription: Helps.\n  Use when: asked",
            "Helps. Use when: asked",
            4,
            11,
        ),
        (
            "name: demo\ndescription:\n  Helps with reports. Use when: asked",
            "Helps with reports. Use when: asked",
            4,
            31,
        ),
    ] {
        let told = format!("{line}:{column} yaml-unquoted-colon");
        loads(&file_of(yaml), description, &[&told]);
    }
}

#[test]
fn b06_block_scalars_are_their_text() {
    for (header, description) in [
        ("|", "Line one.\nLine two."),
        ("|-", "Line one.\nLine two."),
        ("|+", "Line one.\nLine two."),
        ("|2", "Line one.\nLine two."),
        (">", "Line one. Line two."),
        (">-", "Line one. Line two."),
        (">+", "Line one. Line two."),
        (">2", "Line one. Line two."),
        (">2-", "Line one. Line two."),
        ("| # a comment", "Line one.\nLine two."),
    ] {
        let block = format!("description: {header}\n  Line one.\n  Line two.");
        for yaml in [
            format!("name: demo\n{block}"),
            format!("{block}\nname: demo"),
            format!("name: demo\n{block}\nlicense: MIT"),
            format!("name: demo\n{block}\n\n"),
        ] {
            loads(&file_of(&yaml), description, &[]);
        }
    }
}

#[test]
fn b07_text_on_the_next_line_is_the_value() {
    for (yaml, description) in [
        (
            "name: demo\ndescription:\n  Write and fix shell\n  scripts.",
            "Write and fix shell scripts.",
        ),
        (
            "description:\n  Write and fix shell\n  scripts.\nname: demo",
            "Write and fix shell scripts.",
        ),
        (
            "name:\n  demo\ndescription:\n    Deeper.\n\n    Two.",
            "Deeper.\nTwo.",
        ),
        ("name: demo\ndescription: First\n  second.", "First second."),
        (
            "name: demo\ndescription:\n  \"Quoted\n  text.\"",
            "Quoted text.",
        ),
    ] {
        assert_eq!(loads(&file_of(yaml), description, &[]).name, "demo");
    }
}

#[test]
fn b24_brackets_in_unknown_keys_decide_nothing() {
    for (line, told) in [
        ("argument-hint: [query]", &[][..]),
        ("argument-hint: [a] — e.g. \"b\"", &["yaml-recovered"][..]),
        ("argument-hint: <a> [b]", &[]),
        ("argument-hint: {a} b", &["yaml-recovered"]),
        ("argument-hint: [a", &["yaml-recovered"]),
        ("argument-hint: @file", &["yaml-recovered"]),
        ("argument-hint: `a`", &["yaml-recovered"]),
        ("argument-hint: %a", &["yaml-recovered"]),
        ("argument-hint: \"a\" b", &["yaml-recovered"]),
    ] {
        for (yaml, number) in [
            (format!("name: demo\ndescription: d\n{line}"), 4),
            (format!("{line}\nname: demo\ndescription: d"), 2),
            (format!("name: demo\n{line}\ndescription: d"), 3),
        ] {
            let told: Vec<_> = told
                .iter()
                .map(|code| format!("{number}:16 {code}"))
                .collect();
            let told: Vec<_> = told.iter().map(String::as_str).collect();
            loads(&file_of(&yaml), "d", &told);
        }
    }
}

#[test]
fn b30_tabs_behind_a_colon_are_blanks() {
    for yaml in [
        "name: demo\ndescription:\tDemo",
        "name:\tdemo\ndescription: \t Demo",
        "description:\t\tDemo\nname: demo",
        "name: demo\ndescription:\t\"Demo\"",
        "name: demo\ndescription:\t|\n  Demo",
    ] {
        assert_eq!(loads(&file_of(yaml), "Demo", &[]).name, "demo");
    }
}

#[test]
fn b30_indentation_by_tabs_costs_that_field_only() {
    for yaml in [
        "name: demo\ndescription: d\nmetadata:\n\tauthor: x",
        "name: demo\ndescription: d\nmetadata:\n\tauthor: x\nlicense: MIT",
    ] {
        let skill = loads(&file_of(yaml), "d", &["5:2 yaml-recovered"]);
        assert_eq!(skill.metadata, []);
    }
}

#[test]
fn b32_of_a_key_twice_the_first_counts() {
    for (yaml, told) in [
        ("name: demo\nname: other\ndescription: d", "3:1"),
        ("name: demo\ndescription: d\nname: other", "4:1"),
        ("name: demo\ndescription: d\ndescription: e", "4:1"),
        ("name: demo\ndescription: d\n\"name\": other", "4:1"),
    ] {
        let told = format!("{told} yaml-duplicate-key");
        assert_eq!(loads(&file_of(yaml), "d", &[&told]).name, "demo");
    }
    let skill = loads(
        &file_of("name: demo\ndescription: d\nmetadata:\n  a: 1\n  a: 2"),
        "d",
        &["6:3 yaml-duplicate-key"],
    );
    assert_eq!(skill.metadata, [("a".to_owned(), "1".to_owned())]);
}
