//! Names, descriptions and other texts of frontmatter that is YAML.

use super::*;

#[test]
fn descriptions_are_the_text_that_yaml_says() {
    let cases = [
        (
            "B06 literal",
            "description: |\n  Line one.\n  Line two.\n",
            "Line one.\nLine two.",
        ),
        (
            "B06 folded, stripped",
            "description: >-\n  Line one.\n  Line two.\n",
            "Line one. Line two.",
        ),
        (
            "B06 literal, kept",
            "description: |+\n  Line one.\n  Line two.\n\n",
            "Line one.\nLine two.",
        ),
        (
            "B06 indented by two",
            "description: >2\n  Line one.\n  Line two.\n",
            "Line one. Line two.",
        ),
        (
            "B06 before another key",
            "description: |\n  Line one.\n  Line two.\nname: x\n",
            "Line one.\nLine two.",
        ),
        (
            "B07 on the next line",
            "description:\n  Write and fix shell\n  scripts.\n",
            "Write and fix shell scripts.",
        ),
        (
            "B07 wrapped",
            "description: Write and fix shell\n  scripts.\n",
            "Write and fix shell scripts.",
        ),
        ("B30 tab behind the colon", "description:\tDemo\n", "Demo"),
        (
            "B65 lines that look like others",
            "description: |\n  a\n\n  - b: c\n  # d\n",
            "a\n\n- b: c\n# d",
        ),
        (
            "double quotes",
            "description: \"a: \\\"b\\\" \\u00e9\"\n",
            "a: \"b\" é",
        ),
        ("single quotes", "description: 'it''s: b'\n", "it's: b"),
        ("a quoted null is text", "description: 'null'\n", "null"),
        (
            "a colon without a blank",
            "description: see http://x/y:z\n",
            "see http://x/y:z",
        ),
        ("a comment line", "description: a\n# b\n", "a"),
        ("a comment first", "description: # b\n  a\n", "a"),
        ("no comment", "description: a#b c#\n", "a#b c#"),
        ("a comment behind quotes", "description: \"a\" # b\n", "a"),
        (
            "other script",
            "description: レポートを書く\n",
            "レポートを書く",
        ),
        ("B19 a number", "description: 1.10\n", "1.10"),
    ];
    for (case, yaml, expected) in cases {
        let reading = block(yaml);
        assert_eq!(
            reading.metadata.description.as_deref(),
            Some(expected),
            "{case}"
        );
        assert_eq!(found(&reading), [], "{case}");
    }
}

#[test]
fn b17_b18_a_description_without_text_is_none() {
    let cases = [
        (
            "description:\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: ~\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: null\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: NULL # x\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: \"   \"\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: ''\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: |\n\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: \"\\0\\u200b\"\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: \u{200d}\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: \u{2800}\u{2800}\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: \"\u{3164} \u{fe0f}\"\n",
            "The `description` is empty, so a model could not choose the skill.",
        ),
        (
            "description: [a]\n",
            "The `description` is not text, so a model could not choose the skill.",
        ),
        (
            "description: {a: b}\n",
            "The `description` is not text, so a model could not choose the skill.",
        ),
        (
            "description: !x y\n",
            "The `description` cannot be read, so a model could not choose the skill.",
        ),
        (
            "name: x\n",
            "There is no `description`, so a model could not choose the skill.",
        ),
    ];
    for (yaml, message) in cases {
        let reading = block(yaml);
        assert_eq!(reading.metadata.description, None, "{yaml:?}");
        assert_eq!(reading.description_missing().message, message, "{yaml:?}");
    }
    let reading = block("license:\ncompatibility: ~\nmetadata:\nallowed-tools: null\nname: ~\n");
    assert_eq!(
        reading.metadata,
        Metadata {
            json: r#"{"license":null,"compatibility":null,"metadata":null,"allowed-tools":null,"name":null}"#
                .to_owned(),
            ..Metadata::default()
        }
    );
    assert_eq!(found(&reading), []);
}

#[test]
fn b19_names_are_the_text_as_written() {
    for name in [
        "12306",
        "007",
        "1e3",
        "12:30",
        "2024-01-01",
        "1.10",
        "on",
        "no",
        "true",
        "0x1f",
    ] {
        let reading = block(&format!("name: {name}\n"));
        assert_eq!(reading.metadata.name.as_deref(), Some(name));
    }
    assert_eq!(block("name: null\n").metadata.name, None);
    assert_eq!(
        block("name: 'null'\n").metadata.name.as_deref(),
        Some("null")
    );
    assert_eq!(
        block("name: '  Plain\n\n  Skill '\n")
            .metadata
            .name
            .as_deref(),
        Some("Plain Skill")
    );
}

#[test]
fn b60_names_outside_the_grammar_load_with_a_warning() {
    for (name, hint) in [
        ("Agent Development", "name: agent-development"),
        ("code_explorer", "name: code-explorer"),
        ("plugin:skill", "name: plugin-skill"),
    ] {
        let reading = block(&format!("description: d\nname: {name}\n"));
        assert_eq!(reading.metadata.name.as_deref(), Some(name));
        assert_eq!(found(&reading)[0], ("name-invalid", 3, 7), "{name}");
        assert_eq!(reading.notes[0].hint.as_deref(), Some(hint));
    }
}

#[test]
fn b16_lengths_are_counted_in_code_points() {
    let cases = [
        ("description", "x".repeat(1024), None),
        ("description", "é".repeat(1024), None),
        ("description", "⏳".repeat(1024), None),
        (
            "description",
            "x".repeat(1025),
            Some((
                "description-too-long",
                "The description has 1025 characters; 1024 are allowed.",
            )),
        ),
        (
            "description",
            "て".repeat(1086),
            Some((
                "description-too-long",
                "The description has 1086 characters; 1024 are allowed.",
            )),
        ),
        (
            "description",
            format!(">-\n  {}\n  {}", "x".repeat(542), "y".repeat(543)),
            Some((
                "description-too-long",
                "The description has 1086 characters; 1024 are allowed.",
            )),
        ),
        ("description", format!("'{} '", "x".repeat(1024)), None),
        ("compatibility", "é".repeat(500), None),
        (
            "compatibility",
            "é".repeat(501),
            Some((
                "compatibility-length",
                "`compatibility` has 501 characters; 500 are allowed.",
            )),
        ),
        (
            "compatibility",
            "'\u{2800} '".to_owned(),
            Some(("compatibility-length", "`compatibility` is empty.")),
        ),
        ("name", "a".repeat(64), None),
        (
            "name",
            "a".repeat(65),
            Some((
                "name-too-long",
                "The name has 65 characters; 64 are allowed.",
            )),
        ),
    ];
    for (key, value, expected) in cases {
        let reading = block(&format!("{key}: {value}\n"));
        let notes = reading
            .notes
            .iter()
            .map(|n| (n.code.as_str(), n.message.as_str()));
        assert_eq!(
            notes.collect::<Vec<_>>(),
            Vec::from_iter(expected),
            "{key}: {value}"
        );
    }
}

#[test]
fn b29_characters_without_a_place_are_removed_with_a_note() {
    let cases = [
        ("description: a\0b\n", "ab", ("control-character", 2, 15)),
        (
            "description: a\u{1b}[31mb\n",
            "a[31mb",
            ("control-character", 2, 15),
        ),
        (
            "description: |\n  a\0b\n",
            "ab",
            ("control-character", 3, 4),
        ),
        ("description: a\r  b\n", "a b", ("control-character", 2, 15)),
        (
            "description: a\u{85}b\n",
            "a b",
            ("control-character", 2, 15),
        ),
        (
            "description: \"a\\0b\"\n",
            "ab",
            ("control-character", 2, 14),
        ),
        (
            "description: \"a\\eb\"\n",
            "ab",
            ("control-character", 2, 14),
        ),
        (
            "description: a\u{202e}b\n",
            "ab",
            ("invisible-character", 2, 15),
        ),
        (
            "description: a\u{feff}b\n",
            "ab",
            ("invisible-character", 2, 15),
        ),
        (
            "description: \"a\\u200bb\"\n",
            "ab",
            ("invisible-character", 2, 14),
        ),
        (
            "\u{feff}description: ab\n",
            "ab",
            ("invisible-character", 2, 1),
        ),
        ("de\0scription: ab\n", "ab", ("control-character", 2, 3)),
        (
            "\"de\\0scription\": ab\n",
            "ab",
            ("control-character", 2, 1),
        ),
        (
            "description: ab\n# \u{7}\n",
            "ab",
            ("control-character", 3, 3),
        ),
    ];
    for (yaml, description, note) in cases {
        let reading = block(yaml);
        assert_eq!(
            reading.metadata.description.as_deref(),
            Some(description),
            "{yaml:?}"
        );
        assert_eq!(found(&reading), [note], "{yaml:?}");
    }
}

#[test]
fn what_ends_lines_for_some_readers_loses_no_field() {
    for end in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let reading = block(&format!("name: demo{end}description: d{end}license: MIT\n"));
        assert_eq!(
            reading.metadata.json, r#"{"name":"demo","description":"d","license":"MIT"}"#,
            "{end:?}"
        );
        let places: Vec<_> = found(&reading).into_iter().map(|n| (n.1, n.2)).collect();
        assert_eq!(places, [(2, 11)], "{end:?}");
        let reading = block(&format!("description: x{end}  y\n"));
        let text = reading.metadata.description.unwrap_or_default();
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["x", "y"]);
    }
}

#[test]
fn text_that_yaml_takes_for_a_comment_is_told_of() {
    let cases = [
        (
            "description: A #1 tool # really\n",
            (2, 16),
            "`#1 tool # really` is a comment, not part of `description`.",
            "description: \"A #1 tool # really\"",
        ),
        (
            "description: C\t# d\nname: x\n",
            (2, 16),
            "`# d` is a comment, not part of `description`.",
            "description: \"C\\t# d\"",
        ),
        (
            "name: x\ndescription:\n  A tool\n  for # d\n",
            (5, 7),
            "`# d` is a comment, not part of `description`.",
            "description: \"A tool for # d\"",
        ),
        (
            "  description: a # b\n  name: x\n",
            (2, 18),
            "`# b` is a comment, not part of `description`.",
            "  description: \"a # b\"",
        ),
        (
            "name: x # y\n",
            (2, 9),
            "`# y` is a comment, not part of `name`.",
            "Delete the comment, or put it on a line of its own.",
        ),
        (
            "license: a: b\ndescription: a # b\n",
            (3, 16),
            "`# b` is a comment, not part of `description`.",
            "description: \"a # b\"",
        ),
    ];
    for (yaml, place, message, hint) in cases {
        let reading = block(yaml);
        let mut notes = reading.notes.iter();
        let note = notes.find(|note| note.code == Code::YamlComment).unwrap();
        assert_eq!(
            note.position.map(|p| (p.line, p.column)),
            Some(place),
            "{yaml:?}"
        );
        assert_eq!(note.message, message, "{yaml:?}");
        assert_eq!(note.hint.as_deref(), Some(hint), "{yaml:?}");
    }
    for yaml in [
        "license: MIT # see file\n",
        "description: a\nversion: 1 # b\n",
        "description: |\n  a # b\n",
        "description: 'a # b'\nname: a#b\n",
        "# a # b\ndescription: d\n# c\n",
    ] {
        let codes: Vec<_> = block(yaml).notes.iter().map(|note| note.code).collect();
        assert!(!codes.contains(&Code::YamlComment), "{yaml:?}");
    }
}

#[test]
fn b64_long_text_of_any_script_is_read_whole() {
    for text in ["て".repeat(1000), "👩\u{200d}💻".repeat(340)] {
        let reading = block(&format!("description: {text}\n"));
        assert_eq!(reading.metadata.description, Some(text));
        assert_eq!(found(&reading), []);
    }
}
