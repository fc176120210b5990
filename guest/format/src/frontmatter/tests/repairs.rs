//! Lines that are not YAML, and their corrected form.

use super::*;

/// The whole of one faulty line: the key, its text, code, line and column.
type Row<'a> = (&'a str, &'a str, &'a str, &'a str, (&'a str, u32, u32));

#[test]
fn b01_text_with_a_colon_is_kept_whole() {
    let colon = "yaml-unquoted-colon";
    let cases: [Row<'_>; 20] = [
        (
            "B07 on the next line",
            "name: demo\ndescription:\n  Helps. Use when: asked\nlicense: MIT\n",
            "description",
            "Helps. Use when: asked",
            (colon, 4, 18),
        ),
        (
            "B07 in the second line",
            "description:\n  Helps.\n  Use when: asked\n  now.\nname: demo\n",
            "description",
            "Helps. Use when: asked now.",
            (colon, 4, 11),
        ),
        (
            "B07 two sentences",
            "description: # d\n  Use when: asked.\n  Not when: told.\n",
            "description",
            "Use when: asked. Not when: told.",
            (colon, 3, 11),
        ),
        (
            "B07 twice in a line",
            "description:\n  Note: a: b\n",
            "description",
            "Note: a: b",
            (colon, 3, 7),
        ),
        (
            "B07 beside another fault",
            "description:\n  Use when: asked\nname: demo\n",
            "description",
            "Use when: asked",
            (colon, 3, 11),
        ),
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
            "a: b",
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
            "description: \"unclosed\n",
            "The quotes in the value of `description` do not match; it was read as text.",
            "description: \"unclosed\"",
        ),
        (
            "description: \"bad \\q escape\"\n",
            "The value of `description` has an unknown escape in double quotes; it was read as text.",
            "description: 'bad \\q escape'",
        ),
        (
            "description: a\nlicense: *b\n",
            "An alias is not read; the value was left out.",
            "Quote the value if `*` is part of it, or write it out.",
        ),
        (
            "description: a\n<<: *b\n",
            "`<<: *b` is a merge key, which is not read; it was left out.",
            "Write the keys out.",
        ),
        (
            "name: demo\n\tdescription: d\n",
            "`description: d` is indented by a tab, as if it belonged to the line above.",
            "description: d",
        ),
        (
            "  name: demo\n  description: a: b\n",
            "The value of `description` has a colon in it and is not quoted.",
            "  description: \"a: b\"",
        ),
        (
            "x:\n  - a: \"b\n    c: d\n  - e\n",
            "A list's item is not YAML and was left out: a line is not indented like those around it.",
            "Indent its lines alike, and quote its values.",
        ),
        (
            "x:\n  y:\n    - a: b\n      c: $d: e\n",
            "The value of `c` has a colon in it and is not quoted.",
            "      c: \"$d: e\"",
        ),
        (
            "description: a # b\n  c\n",
            "The value of `description` is not YAML; it was read as text.",
            "description: \"a # b c\"",
        ),
        (
            "name:demo\n",
            "There is no space behind the colon of `name`.",
            "name: demo",
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
