//! Fields that are more than text, and YAML that is read in part.

use agent_skills_types::Invocation;

use super::*;

#[test]
fn metadata_values_are_text() {
    let pairs = |yaml: &str| block(yaml).metadata.metadata;
    assert_eq!(
        pairs(
            "metadata:\n  author: Test Author\n  version: 1.0\n  on: yes\n  n: 007\n  empty: ''\n  none:\n"
        ),
        [
            ("author", "Test Author"),
            ("version", "1.0"),
            ("on", "yes"),
            ("n", "007"),
            ("empty", ""),
        ]
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
    );

    let cases = [
        (
            "B21 nested",
            "metadata:\n  tool:\n    tags: [a, b]\n  author: me\n",
            "tool",
            r#"{"tags":["a","b"]}"#,
            (3, 3),
        ),
        (
            "B22 flow",
            "metadata: {\"x\":{\"y\":1}}\n",
            "x",
            r#"{"y":1}"#,
            (2, 12),
        ),
        (
            "list",
            "metadata:\n  tags:\n    - a\n    - 1\n",
            "tags",
            r#"["a",1]"#,
            (3, 3),
        ),
    ];
    for (case, yaml, key, value, (line, column)) in cases {
        let reading = block(yaml);
        let expected = (key.to_owned(), value.to_owned());
        assert_eq!(reading.metadata.metadata[0], expected, "{case}");
        assert_eq!(
            found(&reading),
            [("metadata-value", line, column)],
            "{case}"
        );
    }
    assert_eq!(pairs(cases[0].1)[1], ("author".to_owned(), "me".to_owned()));

    for yaml in ["metadata: x\n", "metadata: [a]\n"] {
        let reading = block(yaml);
        assert_eq!(reading.metadata.metadata, []);
        assert_eq!(found(&reading), [("field-type", 2, 11)], "{yaml:?}");
    }
}

/// The value, its tokens, and the note about it.
type Tools<'a> = (&'a str, &'a [&'a str], Option<(&'a str, u32, u32)>);

#[test]
fn b23_allowed_tools_are_tokens_in_any_form() {
    let form = ("allowed-tools-form", 2, 16);
    let block_form = ("allowed-tools-form", 3, 3);
    let cases: [Tools<'_>; 18] = [
        ("Read", &["Read"], None),
        ("Read Write", &["Read", "Write"], None),
        (
            "Bash(jq:*) Bash(git:*)",
            &["Bash(jq:*)", "Bash(git:*)"],
            None,
        ),
        (
            "Bash(git add *) Bash(jq:*) Read",
            &["Bash(git add *)", "Bash(jq:*)", "Read"],
            None,
        ),
        ("\"Bash(git: *) Read\"", &["Bash(git: *)", "Read"], None),
        ("mcp__a__b  Read", &["mcp__a__b", "Read"], None),
        (">-\n  Read\n  Write", &["Read", "Write"], None),
        ("Bash(a (b) c) Read", &["Bash(a (b) c)", "Read"], None),
        ("Bash(a b", &["Bash(a b"], None),
        ("a) b", &["a)", "b"], None),
        ("''", &[], None),
        ("Read, Write", &["Read", "Write"], Some(form)),
        ("Bash(a, b),Read", &["Bash(a, b)", "Read"], Some(form)),
        ("[Read, Write]", &["Read", "Write"], Some(form)),
        ("[]", &[], Some(form)),
        (
            "\n  - Read\n  - Bash(git add *)",
            &["Read", "Bash(git add *)"],
            Some(block_form),
        ),
        (
            "\n  - Read, Write\n  - Bash(x y) Grep",
            &["Read", "Write", "Bash(x y)", "Grep"],
            Some(block_form),
        ),
        ("123", &["123"], Some(form)),
    ];
    for (value, tools, note) in cases {
        let reading = block(&format!("allowed-tools: {value}\n"));
        assert_eq!(reading.metadata.allowed_tools, tools, "{value}");
        assert_eq!(found(&reading), Vec::from_iter(note), "{value}");
    }
    let reading = block("allowed-tools: [Read, 'Bash(git: *)']\n");
    assert_eq!(
        reading.notes[0].hint.as_deref(),
        Some("allowed-tools: \"Read Bash(git: *)\"")
    );

    let reading = block("allowed-tools:\n- Read\n- Bash(git: x)\n- [x]\n");
    assert_eq!(reading.metadata.allowed_tools, ["Read"]);
    let expected = [
        ("allowed-tools-form", 3, 3),
        ("field-type", 4, 3),
        ("field-type", 5, 3),
    ];
    assert_eq!(found(&reading), expected);

    let reading = block("allowed-tools: {Read: true}\n");
    assert_eq!(reading.metadata.allowed_tools, [""; 0]);
    assert_eq!(found(&reading), [("field-type", 2, 16)]);
}

#[test]
fn the_hint_for_tools_gives_the_same_tools_and_stands_alone() {
    let cases: [(&str, &[&str], Option<&str>); 12] = [
        (
            "[Read, Bash(git add *)",
            &["Read", "Bash(git add *)"],
            Some("Read Bash(git add *)"),
        ),
        ("[Read, 'Bash]", &["Read", "Bash"], Some("Read Bash")),
        ("[\"Read\", Grep", &["Read", "Grep"], Some("Read Grep")),
        ("{Read, Grep", &["Read", "Grep"], Some("Read Grep")),
        ("[Read] [Grep]", &["Read", "Grep"], Some("Read Grep")),
        ("\"Read", &["Read"], Some("Read")),
        (
            "Bash(git: *), Read",
            &["Bash(git: *)", "Read"],
            Some("\"Bash(git: *) Read\""),
        ),
        ("Read, Grep", &["Read", "Grep"], Some("Read Grep")),
        ("[Bash(a, b), Read]", &["Bash(a", "b)", "Read"], None),
        ("[Bash(rm -rf, x)]", &["Bash(rm -rf", "x)"], None),
        ("\n- Bash(git add\n- \"*)\"", &["Bash(git add", "*)"], None),
        (
            "\n- Read\n- Bash(x y)",
            &["Read", "Bash(x y)"],
            Some("Read Bash(x y)"),
        ),
    ];
    for (value, tools, corrected) in cases {
        let reading = block(&format!("allowed-tools: {value}\n"));
        assert_eq!(reading.metadata.allowed_tools, tools, "{value}");
        assert_eq!(reading.notes.len(), 1, "{value}");
        let hint = reading.notes[0].hint.as_deref().unwrap();
        let Some(corrected) = corrected else {
            let open =
                "Close the parentheses of each tool, and quote a tool that has a comma in it.";
            assert_eq!(hint, open, "{value}");
            continue;
        };
        assert_eq!(hint, format!("allowed-tools: {corrected}"), "{value}");
        let again = block(&format!("{hint}\n"));
        assert_eq!(again.metadata.allowed_tools, tools, "{value}");
        assert_eq!(found(&again), [], "{value}");
    }
}

#[test]
fn b69_invocation_fields_are_read_in_any_spelling() {
    const ALL: Invocation = Invocation {
        model: true,
        user: true,
    };
    const USER: Invocation = Invocation {
        model: false,
        user: true,
    };
    const MODEL: Invocation = Invocation {
        model: true,
        user: false,
    };
    for yes in [
        "true", "True", "TRUE", "yes", "on", "On", "1", "\"True\"", "'yes'", "\" on \"",
    ] {
        let reading = block(&format!("disable-model-invocation: {yes}\n"));
        assert_eq!(
            (reading.metadata.invocation, found(&reading)),
            (USER, vec![]),
            "{yes}"
        );
        let reading = block(&format!("user-invocable: {yes}\n"));
        assert_eq!(
            (reading.metadata.invocation, found(&reading)),
            (ALL, vec![]),
            "{yes}"
        );
    }
    for no in [
        "false",
        "False",
        "no",
        "NO",
        "off",
        "0",
        "\"False\"",
        "'off'",
    ] {
        let reading = block(&format!("disable-model-invocation: {no}\n"));
        assert_eq!(
            (reading.metadata.invocation, found(&reading)),
            (ALL, vec![]),
            "{no}"
        );
        let reading = block(&format!("user-invocable: {no}\n"));
        assert_eq!(
            (reading.metadata.invocation, found(&reading)),
            (MODEL, vec![]),
            "{no}"
        );
    }
    for other in [
        "maybe",
        "2",
        "''",
        "[true]",
        "{a: b}",
        "tru",
        "!!bool true",
        "&a true",
    ] {
        for key in ["disable-model-invocation", "user-invocable"] {
            let reading = block(&format!("{key}: {other}\n"));
            assert_eq!(reading.metadata.invocation, USER, "{key}: {other}");
            let note = reading
                .notes
                .iter()
                .find(|n| n.code == Code::InvocationValue)
                .unwrap();
            assert_eq!(
                note.message,
                format!("`{key}` is neither true nor false; the skill is kept from the model.")
            );
            assert_eq!(
                note.hint,
                Some(format!("Write `{key}: true` or `{key}: false`."))
            );
        }
    }
    assert_eq!(
        block("disable-model-invocation:\n").metadata.invocation,
        ALL
    );
}

#[test]
fn b24_unknown_keys_are_kept_and_say_nothing() {
    let reading = block(
        "name: demo\nargument-hint: [query]\nrisk: low\ntags: [a, {b: 1}]\nhooks:\n  x: on\n\
         version: 1.2.3\ndate_added: 2024-01-01\n",
    );
    assert_eq!(found(&reading), []);
    assert_eq!(
        reading.metadata.json,
        "{\"name\":\"demo\",\"argument-hint\":[\"query\"],\"risk\":\"low\",\
         \"tags\":[\"a\",{\"b\":1}],\"hooks\":{\"x\":\"on\"},\"version\":\"1.2.3\",\
         \"date_added\":\"2024-01-01\"}"
    );
}

#[test]
fn b32_the_first_of_two_values_counts() {
    let reading = block("name: demo\nname: other\ndescription: d\nmetadata:\n  a: 1\n  a: 2\n");
    assert_eq!(reading.metadata.name.as_deref(), Some("demo"));
    assert_eq!(
        reading.metadata.metadata,
        [("a".to_owned(), "1".to_owned())]
    );
    assert_eq!(
        found(&reading),
        [("yaml-duplicate-key", 3, 1), ("yaml-duplicate-key", 7, 3)]
    );
    assert_eq!(
        reading.notes[0].message,
        "`name` stands twice; the first value counts."
    );

    let many: String = (0..100).map(|i| format!("k{}: {i}\n", i % 50)).collect();
    let reading = block(&many);
    let texts: Vec<_> = reading.fields.iter().map(|(k, _)| &*k.text).collect();
    assert_eq!(texts, (0..50).map(|i| format!("k{i}")).collect::<Vec<_>>());
    assert_eq!(text_of(&reading, "k49"), Some("49"));
}

#[test]
fn unsupported_yaml_costs_only_its_value() {
    let cases = [
        (
            "anchor",
            "x: &a y\n",
            "An anchor is not read; the value was left out.",
            (3, 4),
        ),
        (
            "alias",
            "x: [&a y, *a]\n",
            "An anchor is not read; the value was left out.",
            (3, 5),
        ),
        (
            "tag",
            "x: !!str y\n",
            "A tag is not read; the value was left out.",
            (3, 4),
        ),
        (
            "tagged list",
            "x: !t [a]\n",
            "A tag is not read; the value was left out.",
            (3, 4),
        ),
        (
            "merge key",
            "<<: {a: b}\n",
            "A merge key is not read; it was left out.",
            (3, 1),
        ),
        (
            "list as a key",
            "? [a]\n: b\n",
            "A key that is a list or a map is not read; it was left out.",
            (3, 3),
        ),
        (
            "map as a key",
            "{a: b}: c\n",
            "A key that is a list or a map is not read; it was left out.",
            (3, 1),
        ),
        (
            "anchor at a key",
            "&a x: y\n",
            "An anchor is not read; the value was left out.",
            (3, 1),
        ),
    ];
    for (case, yaml, message, (line, column)) in cases {
        let reading = block(&format!("name: demo\n{yaml}description: d\n"));
        assert_eq!(reading.metadata.description.as_deref(), Some("d"), "{case}");
        assert_eq!(
            found(&reading)[0],
            ("yaml-unsupported", line, column),
            "{case}"
        );
        assert_eq!(reading.notes[0].message, message, "{case}");
        assert!(!reading.metadata.json.contains('y'), "{case}");
    }
    let reading = block("'<<': a\n? null\n: b\n: c\n");
    assert_eq!(reading.metadata.json, r#"{"<<":"a","null":"b","":"c"}"#);
}
