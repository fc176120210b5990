//! Frontmatter that is not YAML.

use super::*;

/// The whole of one faulty line: the key, its text, code, line and column.
type Row<'a> = (&'a str, &'a str, &'a str, &'a str, (&'a str, u32, u32));

#[test]
fn b01_text_with_a_colon_is_kept_whole() {
    let colon = "yaml-unquoted-colon";
    let cases: [Row<'_>; 15] = [
        (
            "B01",
            "name: demo\ndescription: Helps with reports. Use when: the user says report: weekly\nlicense: MIT\n",
            "description",
            "Helps with reports. Use when: the user says report: weekly",
            (colon, 3, 42),
        ),
        (
            "B01 last key",
            "name: demo\ndescription: Use when: asked\n",
            "description",
            "Use when: asked",
            (colon, 3, 22),
        ),
        (
            "B01 first key",
            "description: Use when: asked\nname: demo\n",
            "description",
            "Use when: asked",
            (colon, 2, 22),
        ),
        (
            "B01 only key",
            "description: Use when: asked\n",
            "description",
            "Use when: asked",
            (colon, 2, 22),
        ),
        (
            "B01 no end of line",
            "description: Use when: asked",
            "description",
            "Use when: asked",
            (colon, 2, 22),
        ),
        (
            "B01 ends in a colon",
            "description: Use when:\nname: demo\n",
            "description",
            "Use when:",
            (colon, 2, 22),
        ),
        (
            "B01 ends in a colon, last",
            "name: demo\ndescription: Use when:\n",
            "description",
            "Use when:",
            (colon, 3, 22),
        ),
        (
            "B01 CRLF",
            "name: demo\r\ndescription: Use when: asked\r\nlicense: MIT\r\n",
            "description",
            "Use when: asked",
            (colon, 3, 22),
        ),
        (
            "B01 mixed ends",
            "name: demo\r\ndescription: Use when: asked\nlicense: MIT\r\n",
            "description",
            "Use when: asked",
            (colon, 3, 22),
        ),
        (
            "B01 hyphenated key",
            "argument-hint: file: path\nname: demo\n",
            "argument-hint",
            "file: path",
            (colon, 2, 20),
        ),
        (
            "B01 tools",
            "allowed-tools: Bash(git: *) Read\n",
            "allowed-tools",
            "Bash(git: *) Read",
            (colon, 2, 24),
        ),
        (
            "B01 another script",
            "name: demo\ndescription: レポート: 週次\n",
            "description",
            "レポート: 週次",
            (colon, 3, 18),
        ),
        (
            "B01 quotes and a hash inside",
            "description: Say \"a: b\" # c\n",
            "description",
            "Say \"a: b\" # c",
            (colon, 2, 20),
        ),
        (
            "B01 wrapped",
            "description: Helps.\n  Use when: asked\n\n  # note\n  or told.\nname: demo\n",
            "description",
            "Helps. Use when: asked\nor told.",
            (colon, 3, 11),
        ),
        (
            "B01 tab behind the colon",
            "description:\tUse when:\tasked\n",
            "description",
            "Use when:\tasked",
            (colon, 2, 22),
        ),
    ];
    for case in cases {
        repaired(case);
    }
}

#[test]
fn values_that_begin_with_a_sign_are_kept_whole() {
    let cases: [Row<'_>; 17] = [
        (
            "B24",
            "name: demo\nargument-hint: [a] — e.g. \"b\"\ndescription: d\n",
            "argument-hint",
            "[a] — e.g. \"b\"",
            ("yaml-recovered", 3, 16),
        ),
        (
            "at",
            "description: @foo does: x\nname: demo\n",
            "description",
            "@foo does: x",
            ("yaml-recovered", 2, 14),
        ),
        (
            "backtick",
            "description: `foo` does x\n",
            "description",
            "`foo` does x",
            ("yaml-recovered", 2, 14),
        ),
        (
            "per cent",
            "description: %d things\n",
            "description",
            "%d things",
            ("yaml-recovered", 2, 14),
        ),
        (
            "bold",
            "description: **Bold** text\n",
            "description",
            "**Bold** text",
            ("yaml-recovered", 2, 14),
        ),
        (
            "ampersand",
            "description: & more\n",
            "description",
            "& more",
            ("yaml-recovered", 2, 14),
        ),
        (
            "exclamation mark",
            "description: !not [a] tag: x\n",
            "description",
            "!not [a] tag: x",
            ("yaml-recovered", 2, 14),
        ),
        (
            "bracket",
            "description: [x\nname: demo\n",
            "description",
            "[x",
            ("yaml-recovered", 2, 14),
        ),
        (
            "brace",
            "description: {x} and y\n",
            "description",
            "{x} and y",
            ("yaml-recovered", 2, 14),
        ),
        (
            "dash",
            "description: - a\n",
            "description",
            "- a",
            ("yaml-recovered", 2, 14),
        ),
        (
            "angle",
            "description: > a: b\n",
            "description",
            "> a: b",
            ("yaml-recovered", 2, 14),
        ),
        (
            "quoted word first",
            "description: \"a\" or \"b\"\n",
            "description",
            "\"a\" or \"b\"",
            ("yaml-recovered", 2, 14),
        ),
        (
            "open quote",
            "description: \"a: b\nname: demo\n",
            "description",
            "\"a: b",
            ("yaml-recovered", 2, 14),
        ),
        (
            "apostrophe in quotes",
            "description: 'It's: here'\n",
            "description",
            "It's: here",
            ("yaml-recovered", 2, 14),
        ),
        (
            "backslash in quotes",
            "description: \"C:\\Users: x\"\n",
            "description",
            "C:\\Users: x",
            ("yaml-recovered", 2, 14),
        ),
        (
            "no space",
            "name:demo\ndescription: d\n",
            "name",
            "demo",
            ("yaml-recovered", 2, 6),
        ),
        (
            "comment inside",
            "description: a # b\n  c\n",
            "description",
            "a # b c",
            ("yaml-recovered", 2, 14),
        ),
    ];
    for case in cases {
        repaired(case);
    }
}

/// The field has the text, one note says where the fault is, and its hint is a
/// line that gives the text back.
#[track_caller]
fn repaired((case, yaml, key, text, note): Row<'_>) {
    let reading = block(yaml);
    assert_eq!(text_of(&reading, key), Some(text), "{case}");
    assert_eq!(found(&reading), [note], "{case}");
    let hint = reading.notes[0].hint.as_deref().unwrap();
    let corrected = block(&format!("{hint}\n"));
    assert_eq!(text_of(&corrected, key), Some(text), "{case}: {hint}");
    assert_eq!(found(&corrected), [], "{case}: {hint}");
    for other in ["name: demo", "license: MIT"] {
        if yaml.contains(other) {
            let (key, value) = other.split_once(": ").unwrap();
            assert_eq!(text_of(&reading, key), Some(value), "{case}");
        }
    }
}

#[test]
fn messages_and_hints_are_literal() {
    let cases = [
        (
            "description: Use when: asked\n",
            "The value of `description` has a colon in it and is not quoted.",
            "description: \"Use when: asked\"",
        ),
        (
            "description: Say \"a: b\"\n",
            "The value of `description` has a colon in it and is not quoted.",
            "description: 'Say \"a: b\"'",
        ),
        (
            "description: It's: \"b\"\n",
            "The value of `description` has a colon in it and is not quoted.",
            "description: 'It''s: \"b\"'",
        ),
        (
            "description: @foo\n",
            "The value of `description` begins with `@` and is not quoted; it was read as text.",
            "description: \"@foo\"",
        ),
        (
            "description: \"a\" b\n",
            "The quotes in the value of `description` do not match; it was read as text.",
            "description: '\"a\" b'",
        ),
        (
            "description: a # b\n  c\n",
            "The value of `description` is not YAML; it was read as text.",
            "description: \"a # b c\"",
        ),
        (
            "name:demo\n",
            "There is no space behind the colon of `name`.",
            "name: \"demo\"",
        ),
        (
            "metadata:\n\tauthor: x\nname: demo\n",
            "The value of `metadata` is not YAML and was left out: a tab stands where YAML wants spaces.",
            "Indent with spaces, not with tabs.",
        ),
        (
            "metadata:\n  a: 1\n b: 2\nname: demo\n",
            "The value of `metadata` is not YAML and was left out: a line is not indented like those around it.",
            "Indent each of its lines by two spaces, and quote its values.",
        ),
        (
            "description: |\n  a\n b\nname: demo\n",
            "The text of `description` is not indented as YAML wants it; its lines were kept.",
            "Indent each of its lines by two spaces.",
        ),
        (
            "name: demo\nstray\ndescription: d\n",
            "`stray` is no `key: value` line; it was left out.",
            "Indent it if it belongs to the line above, or delete it.",
        ),
        (
            "name: demo\n description: d\n",
            "`description: d` is indented, as if it belonged to the line above.",
            "description: d",
        ),
        (
            " name: demo\ndescription: d\n",
            "The frontmatter is not YAML: a line is not indented like those around it; each field was read on its own.",
            "Begin every `key:` line at the left margin.",
        ),
        (
            "tags:\n  - a\n  - @b\n",
            "A list's item is not YAML; it was read as text.",
            "  - \"@b\"",
        ),
    ];
    for (yaml, message, hint) in cases {
        let reading = block(yaml);
        let note = &reading.notes[0];
        assert_eq!(
            (note.message.as_str(), note.hint.as_deref()),
            (message, Some(hint)),
            "{yaml:?}"
        );
    }
}

#[test]
fn what_is_sound_beside_a_fault_is_kept() {
    let reading = block(
        "name: demo\n\
         description: |\n  First: line.\n\n  Second line.\n\
         license: MIT: really\n\
         metadata:\n  author: me\n  tags: [a, b]\n\
         # a comment\n\
         allowed-tools:\n- Read\n- Bash(git add *)\n\
         compatibility:\n  any\n  host\n\
         tags: [\n  x,\n  y\n]\n\
         version: 1.10\n",
    );
    assert_eq!(
        reading.metadata.json,
        "{\"name\":\"demo\",\"description\":\"First: line.\\n\\nSecond line.\\n\",\
         \"license\":\"MIT: really\",\"metadata\":{\"author\":\"me\",\"tags\":[\"a\",\"b\"]},\
         \"allowed-tools\":[\"Read\",\"Bash(git add *)\"],\"compatibility\":\"any host\",\
         \"tags\":[\"x\",\"y\"],\"version\":1.1}"
    );
    let notes = [
        ("yaml-unquoted-colon", 7, 13),
        ("metadata-value", 10, 3),
        ("allowed-tools-form", 13, 3),
    ];
    assert_eq!(found(&reading), notes);
}

#[test]
fn each_faulty_line_has_its_own_note() {
    let reading = block("a: b: c\nname: demo\nd: @e\nstray\nf: g: h\n");
    let notes = [
        ("yaml-unquoted-colon", 2, 5),
        ("yaml-recovered", 4, 4),
        ("yaml-recovered", 5, 1),
        ("yaml-unquoted-colon", 6, 5),
    ];
    assert_eq!(found(&reading), notes);
    assert_eq!(
        reading.metadata.json,
        r#"{"a":"b: c","name":"demo","d":"@e","f":"g: h"}"#
    );
}

#[test]
fn blocks_with_a_fault_are_kept_as_far_as_they_go() {
    let cases = [
        (
            "B30 tabs",
            "name: demo\nmetadata:\n\tauthor: x\n",
            r#"{"name":"demo"}"#,
        ),
        (
            "one entry",
            "metadata:\n  a: b: c\n  d: e\n",
            r#"{"metadata":{"a":"b: c","d":"e"}}"#,
        ),
        (
            "two levels",
            "x:\n  y:\n    a: @b\n    c: d\n  e: f\n",
            r#"{"x":{"y":{"a":"@b","c":"d"},"e":"f"}}"#,
        ),
        (
            "too deep",
            "x:\n  y:\n    z:\n      a: @b\n  e: f\n",
            r#"{"x":{"y":{},"e":"f"}}"#,
        ),
        (
            "items",
            "x:\n  - a\n  - @b: c\n    d\n  - {e: f}\n",
            r#"{"x":["a","@b: c d",{"e":"f"}]}"#,
        ),
        (
            "items at the margin",
            "x:\n- a\n- @b\ny: z\n",
            r#"{"x":["a","@b"],"y":"z"}"#,
        ),
        ("twice", "a: @b\na: c\n", r#"{"a":"@b"}"#),
        (
            "literal",
            "x: |\n\ta\n\t  b\ny: z\n",
            r#"{"x":"a\n  b","y":"z"}"#,
        ),
        (
            "folded",
            "x: >-\n    a\n  b\n\n  c\ny: z\n",
            r#"{"x":"a b\nc","y":"z"}"#,
        ),
        ("directive", "%YAML 1.2\nname: demo\n", r#"{"name":"demo"}"#),
        (
            "document end",
            "name: demo\n...\ndescription: d\n",
            r#"{"name":"demo","description":"d"}"#,
        ),
        (
            "document start",
            "name: demo\n--- x\ndescription: d\n",
            r#"{"name":"demo","description":"d"}"#,
        ),
        (
            "unindented prose",
            "description: Foo\nbar.\nname: demo\n",
            r#"{"description":"Foo bar.","name":"demo"}"#,
        ),
        (
            "unindented block",
            "description: |\nFoo\nbar.\nname: demo\n",
            r#"{"description":"Foo\nbar.","name":"demo"}"#,
        ),
        (
            "no spaces at all",
            "name:demo\ndescription:d\n",
            r#"{"name":"demo","description":"d"}"#,
        ),
        (
            "indented field",
            "name: demo\n  license: MIT\ndescription: d\n",
            r#"{"name":"demo","license":"MIT","description":"d"}"#,
        ),
        (
            "indented text",
            "license: MIT\ndescription: a\n  license: b\n",
            r#"{"license":"MIT","description":"a license: b"}"#,
        ),
    ];
    for (case, yaml, json) in cases {
        let reading = block(yaml);
        assert_eq!(reading.metadata.json, json, "{case}");
        let is_told =
            |note: &Note| matches!(note.code, Code::YamlRecovered | Code::YamlUnquotedColon);
        assert!(reading.notes.iter().any(is_told), "{case}");
    }
}

#[test]
fn b27_what_restricts_a_skill_is_never_lost_in_silence() {
    let cases = [
        (
            "broken elsewhere",
            "description: a: b\ndisable-model-invocation: true\n",
            None,
        ),
        (
            "indented",
            "description: a\n disable-model-invocation: true\n",
            None,
        ),
        (
            "no space",
            "description: a\ndisable-model-invocation:true\n",
            None,
        ),
        (
            "text",
            "description: a\ndisable-model-invocation: true: x\n",
            Some(("invocation-value", 3, 27)),
        ),
        (
            "block",
            "description: a\ndisable-model-invocation:\n\ttrue: x\n",
            Some(("invocation-value", 3, 1)),
        ),
        (
            "no colon",
            "description: a\ndisable-model-invocation true\n",
            Some(("invocation-value", 3, 1)),
        ),
        (
            "equals",
            "description: a\ndisable-model-invocation = true\n",
            Some(("invocation-value", 3, 1)),
        ),
        (
            "wide colon",
            "description: a\ndisable-model-invocation：true\n",
            Some(("invocation-value", 3, 1)),
        ),
        (
            "user field",
            "description: a\nuser-invocable false\n",
            Some(("invocation-value", 3, 1)),
        ),
    ];
    for (case, yaml, note) in cases {
        let reading = block(yaml);
        assert!(!reading.metadata.invocation.model, "{case}");
        let invocation = found(&reading)
            .into_iter()
            .find(|n| n.0 == "invocation-value");
        assert_eq!(invocation, note, "{case}");
    }

    let cases = [
        (
            "allowed-tools: Read\ndescription: a: b\n",
            &["Read"][..],
            None,
        ),
        (
            "description: a: b\n  allowed-tools: Read\n",
            &["Read"],
            None,
        ),
        (
            "description: a\nallowed-tools Read\n",
            &[],
            Some(("field-type", 3, 1)),
        ),
        (
            "description: a\nallowed-tools:\n\t- Read\n",
            &[],
            Some(("field-type", 3, 1)),
        ),
        (
            "description: a\nallowed-tools: !x Read\n",
            &[],
            Some(("field-type", 3, 1)),
        ),
    ];
    for (yaml, tools, note) in cases {
        let reading = block(yaml);
        assert_eq!(reading.metadata.allowed_tools, tools, "{yaml:?}");
        let field = found(&reading).into_iter().find(|n| n.0 == "field-type");
        assert_eq!(field, note, "{yaml:?}");
    }
}

#[test]
fn places_are_those_of_the_file_even_where_characters_were_removed() {
    let reading = block("name: demo\ndescription: a\0\u{200b}b: c\n");
    let notes = [
        ("control-character", 3, 15),
        ("invisible-character", 3, 16),
        ("yaml-unquoted-colon", 3, 18),
    ];
    assert_eq!(found(&reading), notes);
}

#[test]
fn faults_without_end_are_read_in_linear_time() {
    let faulty = [
        "a: b: c\n",
        "  name: x\n",
        "stray\n",
        "x:\n- @\n",
        "x:\n  a: @\n",
        "\"a\n",
        "a: |\n\tx\n",
        "- @\n",
        "  license: a: b\n",
        "a: [\n",
        ": \n",
        "? \n",
    ];
    for fault in faulty {
        for start in ["", "description: x\n"] {
            let yaml = format!("{start}{}name: y: z\n", fault.repeat(30_000 / fault.len()));
            // A quadratic reader would not come to an end here.
            let _ = read(yaml.as_bytes(), 2, &Limits::default());
        }
    }
}
