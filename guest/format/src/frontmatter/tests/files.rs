//! Whole files: delimiters and fields together.

use super::*;

/// Name, description, body and codes of a whole file.
#[track_caller]
fn file<B: AsRef<[u8]> + ?Sized>(bytes: &B) -> (Reading<'_>, String) {
    let bytes = bytes.as_ref();
    let limits = Limits::default();
    match locate(bytes, true, &limits) {
        Located::Block(block) => {
            let body = String::from_utf8_lossy(&bytes[block.body..]).into_owned();
            let reading = read(&bytes[block.yaml], block.first_line, &limits).unwrap();
            (reading, body)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn whole_files_load_without_a_note() {
    let cases = [
        (
            "plain",
            "---\nname: demo\ndescription: Demo skill.\n---\nBody.\n",
            "Demo skill.",
            "Body.\n",
        ),
        (
            "B03 byte order mark",
            "\u{feff}---\nname: demo\ndescription: Demo skill.\n---\nBody.\n",
            "Demo skill.",
            "Body.\n",
        ),
        (
            "B05 CRLF",
            "---\r\nname: demo\r\ndescription: Demo skill.\r\n---\r\nBody.\r\n",
            "Demo skill.",
            "Body.\r\n",
        ),
        (
            "B05 CRLF in a folded block",
            "---\r\nname: demo\r\ndescription: >-\r\n  Demo\r\n  skill.\r\n---\r\nBody.\r\n",
            "Demo skill.",
            "Body.\r\n",
        ),
        (
            "B05 CRLF in a literal block",
            "---\r\nname: demo\r\ndescription: |\r\n  Demo\r\n  skill.\r\n---\r\n",
            "Demo\nskill.",
            "",
        ),
        (
            "B05 mixed ends",
            "---\nname: demo\r\ndescription:\n  Demo\r\n  skill.\n---\r\nBody.\n\r\n",
            "Demo skill.",
            "Body.\n\r\n",
        ),
        (
            "B08 dashes in a value",
            "---\nname: demo\ndescription: Split parts with --- markers\nlicense: MIT\n---\nBody.\n",
            "Split parts with --- markers",
            "Body.\n",
        ),
        (
            "B09 dashes in a block",
            "---\nname: demo\ndescription: |\n  Above.\n  ---\n  Below.\nlicense: MIT\n---\nBody",
            "Above.\n---\nBelow.",
            "Body",
        ),
        (
            "B10 rules in the body",
            "---\nname: demo\ndescription: d\n---\nIntro\n\n---\n\nPart two\n\n---\nx: y\n---\n",
            "d",
            "Intro\n\n---\n\nPart two\n\n---\nx: y\n---\n",
        ),
        (
            "B12 blanks behind the delimiters",
            "--- \nname: demo\ndescription: d\n---\t \nBody",
            "d",
            "Body",
        ),
    ];
    for (case, bytes, description, expected_body) in cases {
        let (reading, body) = file(bytes);
        assert_eq!(reading.metadata.name.as_deref(), Some("demo"), "{case}");
        assert_eq!(
            reading.metadata.description.as_deref(),
            Some(description),
            "{case}"
        );
        assert_eq!(body, expected_body, "{case}");
        assert_eq!(found(&reading), [], "{case}");
    }
}

#[test]
fn b15_an_empty_block_lacks_a_description() {
    for yaml in ["", "\n", "# only a comment\n", "~\n", "{}\n"] {
        let reading = block(yaml);
        assert_eq!(reading.metadata.name, None, "{yaml:?}");
        assert_eq!(reading.metadata.json, "{}", "{yaml:?}");
        let note = reading.description_missing();
        assert_eq!(note.code, Code::DescriptionMissing);
        assert_eq!(
            note.message,
            "There is no `description`, so a model could not choose the skill."
        );
    }
}

#[test]
fn b28_text_is_utf8_or_refused_with_its_place() {
    let reading = block("name: demo\ndescription: Überblick — schnell ⏳\n");
    assert_eq!(
        reading.metadata.description.as_deref(),
        Some("Überblick — schnell ⏳")
    );
    assert_eq!(found(&reading), []);

    let note = refused(b"name: demo\ndescription: \xc3\xa4 caf\xe9\n");
    assert_eq!(note.code, Code::NotUtf8);
    assert_eq!(note.message, "The frontmatter is not UTF-8 text.");
    assert_eq!(
        note.position,
        Some(Position {
            line: 3,
            column: 19
        })
    );
}

#[test]
fn what_is_no_map_is_refused() {
    let cases = [
        (
            "just some words\n",
            Code::YamlNotMapping,
            "The frontmatter is not made of `key: value` lines.",
        ),
        (
            "- a\n- b\n",
            Code::YamlNotMapping,
            "The frontmatter is not made of `key: value` lines.",
        ),
        (
            "[a, b]\n",
            Code::YamlNotMapping,
            "The frontmatter is not made of `key: value` lines.",
        ),
        (
            "{name: demo\n",
            Code::YamlInvalid,
            "The frontmatter is not YAML: a list or map in brackets is not complete.",
        ),
        (
            "@\n",
            Code::YamlInvalid,
            "The frontmatter is not YAML: a value begins with a sign that YAML reserves.",
        ),
        (
            "\"open\n",
            Code::YamlInvalid,
            "The frontmatter is not YAML: a quote or a bracket is not closed.",
        ),
    ];
    for (yaml, code, message) in cases {
        let note = refused(yaml);
        assert_eq!(
            (note.code, note.message.as_str()),
            (code, message),
            "{yaml:?}"
        );
        assert!(note.position.is_some(), "{yaml:?}");
        assert!(note.hint.is_some(), "{yaml:?}");
    }
}

#[test]
fn b26_hostile_yaml_stops_at_a_bound() {
    let bomb: String = ('a'..='i')
        .map(|c| {
            format!(
                "{c}: &{c} [{}]\n",
                vec![format!("*{}", (c as u8 - 1) as char); 9].join(",")
            )
        })
        .collect();
    let bomb = format!("`: &` [x,x,x,x,x,x,x,x,x]\n{bomb}").replace('`', "z");
    let reading = block(&format!(
        "name: demo\ndescription: d\n{}",
        bomb.replace("*`", "*z")
    ));
    assert_eq!(
        reading.metadata.json,
        r#"{"name":"demo","description":"d"}"#
    );
    assert!(
        reading
            .notes
            .iter()
            .all(|note| note.code == Code::YamlUnsupported)
    );

    let limits = [
        (
            "run of brackets",
            format!("name: demo\nx: {}\n", "[".repeat(60_000)),
        ),
        (
            "nested lists",
            format!("name: demo\nx: {}{}\n", "[".repeat(40), "]".repeat(40)),
        ),
        (
            "nested maps",
            format!("name: demo\nx: {}{}\n", "{a: ".repeat(40), "}".repeat(40)),
        ),
        (
            "nested dashes",
            format!("name: demo\nx:\n  {}\n", "- ".repeat(30_000)),
        ),
        (
            "nested question marks",
            format!("x: 1\n{}\n", "? ".repeat(30_000)),
        ),
        (
            "nested blocks",
            (0..60).map(|i| format!("{}a:\n", " ".repeat(i))).collect(),
        ),
        (
            "many items",
            format!("name: demo\nx: [{}]\n", "a,".repeat(20_000)),
        ),
        (
            "many keys",
            (0..6_000).map(|i| format!("k{i}: v\n")).collect(),
        ),
        (
            "after a fault",
            format!("a: b: c\nx: {}\n", "[".repeat(60_000)),
        ),
    ];
    for (case, yaml) in limits {
        let note = refused(yaml);
        assert_eq!(note.code, Code::YamlLimit, "{case}");
    }
}
