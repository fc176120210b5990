//! What is kept of frontmatter that is not YAML.

use super::*;
use crate::frontmatter::recovery::{Line, recover_lines};

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
            "merge key behind text",
            "description: a\n<<: *b\nlicense: MIT\n",
            r#"{"description":"a","license":"MIT"}"#,
        ),
        (
            "merge key behind a fault",
            "description: a: b\n<<: *b\nlicense: MIT\n",
            r#"{"description":"a: b","license":"MIT"}"#,
        ),
        (
            "alias",
            "description: a\nx: *b\nlicense: MIT\n",
            r#"{"description":"a","license":"MIT"}"#,
        ),
        (
            "reserved signs before keys",
            "description: a\n@foo: b\n`foo`: b\n%x: y\n  z\nlicense: MIT\n",
            r#"{"description":"a","license":"MIT"}"#,
        ),
        (
            "keys of other forms",
            "description: a: b\n? x\n: y\n\"a\\\"b\": c\nlicense: MIT\n",
            r#"{"description":"a: b","x":"y","a\"b":"c","license":"MIT"}"#,
        ),
        (
            "value at the margin",
            "license:\nMIT\nname: demo\n",
            r#"{"license":"MIT","name":"demo"}"#,
        ),
        (
            "all indented",
            "  name: demo\n  description: a: b\n  license: MIT\n",
            r#"{"name":"demo","description":"a: b","license":"MIT"}"#,
        ),
        (
            "all indented by tabs",
            "\tname: demo\n\tdescription: d\n",
            r#"{"name":"demo","description":"d"}"#,
        ),
        (
            "no space before a list",
            "name: demo\nallowed-tools:[Read, Write]\n",
            r#"{"name":"demo","allowed-tools":["Read","Write"]}"#,
        ),
        (
            "deep in a list",
            "hooks:\n  Pre:\n    - matcher: \"Bash\"\n      hooks:\n        - type: command\n          command: echo $X: y\nname: demo\n",
            r#"{"hooks":{"Pre":[{"matcher":"Bash","hooks":[{"type":"command","command":"echo $X: y"}]}]},"name":"demo"}"#,
        ),
        (
            "beside a block",
            "x:\n  a: |\n    b: c: d\n  e: f: g\n",
            r#"{"x":{"a":"b: c: d\n","e":"f: g"}}"#,
        ),
        (
            "item that is a map",
            "x:\n  - a: \"b\n    c: d\n  - e\n",
            r#"{"x":["e"]}"#,
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
            "below a text",
            "description:\n  Helps.\n  disable-model-invocation: true\n",
            None,
        ),
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
fn a_map_is_no_text() {
    let maps = [
        "description:\n  short: x\n  long: y\n",
        "description: {a: b}\n",
        "description:\n  {a b: c}\n",
        "description:\n  a b: [c]\n",
        "description:\n  Use when: a\n  license: MIT\n",
        "description:\n  - a b: c\n",
    ];
    for yaml in maps {
        let reading = block(yaml);
        assert_eq!(reading.metadata.description, None, "{yaml:?}");
        assert_eq!(found(&reading)[0].0, "field-type", "{yaml:?}");
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
fn of_more_lines_than_a_person_writes_nothing_is_recovered() {
    for (lines, is_read) in [(999, true), (1_000, false)] {
        let yaml = format!("name: y: z\n{}", "x: \"\n".repeat(lines));
        let read = read(yaml.as_bytes(), 2, &Limits::default());
        let refusal = read.err().map(|note| note.code.as_str());
        assert_eq!(refusal, (!is_read).then_some("yaml-invalid"), "{lines}");
    }
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
            let (limits, mut notes) = (Limits::default(), Notes::default());
            let source = Cleaned::new(&yaml, 2, &mut notes);
            if let Err(failure) = tree(&source, &limits, &mut notes) {
                let lines = Line::all(&source.text, source.first_line);
                // A quadratic reader would not come to an end here.
                let _ = recover_lines(&source, &lines, failure, &limits, &mut notes);
            }
        }
    }
}
