//! Bytes, line ends and characters.

use crate::demo::{body, loads, loads_bytes, refused_bytes, words};
use crate::support::file_of;

#[test]
fn b03_one_byte_order_mark_is_skipped() {
    let file = "\u{feff}---\nname: demo\ndescription: Demo skill.\n---\nBody \u{feff}text";
    loads_bytes(file.as_bytes(), "Demo skill.", &[]);
    assert_eq!(body(file), "Body \u{feff}text");

    let blank_before = format!("\u{feff}\n{}", &file[3..]);
    let told = ["1:1 frontmatter-blank-before"];
    loads_bytes(blank_before.as_bytes(), "Demo skill.", &told);
}

#[test]
fn b03_a_second_byte_order_mark_is_an_invisible_character() {
    let twice = format!("\u{feff}\u{feff}{}", file_of("name: demo\ndescription: d"));
    refused_bytes(twice.as_bytes(), &["1:1 frontmatter-missing"]);
    loads(
        &file_of("name: demo\ndescription: Demo \u{feff}skill."),
        "Demo skill.",
        &["3:19 invisible-character"],
    );
}

#[test]
fn b05_line_ends_change_no_value() {
    // `loads` compares LF with CRLF for every file; these have values over
    // several lines.
    for (yaml, description) in [
        (
            "description: >\n  Folded\n  text.\nname: demo",
            "Folded text.",
        ),
        (
            "description: |\n  Kept\n  lines.\nname: demo",
            "Kept\nlines.",
        ),
        ("description: |+\n  Kept.\n\nname: demo", "Kept."),
        ("description:\n  Plain\n  text.\nname: demo", "Plain text."),
        (
            "description: \"Quoted\n  text.\"\nname: demo",
            "Quoted text.",
        ),
        (
            "name: demo\ndescription: 'Quoted\n\n  text.'",
            "Quoted\ntext.",
        ),
    ] {
        loads(&file_of(yaml), description, &[]);
    }
}

#[test]
fn b05_mixed_line_ends_change_no_value() {
    for file in [
        "---\r\nname: demo\ndescription: Demo skill.\r\n---\nBody",
        "---\nname: demo\r\ndescription: Demo skill.\n---\r\nBody",
        "---\nname: demo\r\ndescription: >\r\n  Demo\n  skill.\r\n---\r\nBody",
    ] {
        let skill = loads_bytes(file.as_bytes(), "Demo skill.", &[]);
        assert_eq!(skill.name, "demo");
        assert_eq!(body(file), "Body");
    }
}

#[test]
fn b05_the_body_keeps_its_line_ends() {
    for text in ["a\r\nb\n\r\nc\r", "\r\n\r\n", "a\rb"] {
        let file = format!("---\r\nname: demo\r\ndescription: d\r\n---\r\n{text}");
        assert_eq!(body(file), text);
    }
}

#[test]
fn b05_lone_carriage_returns_end_no_line() {
    let file = file_of("name: demo\ndescription: d").replace('\n', "\r");
    refused_bytes(file.as_bytes(), &["1:1 frontmatter-missing"]);
    let (message, hint) = words(file);
    assert_eq!(message, "The lines of the file end with CR alone.");
    assert_eq!(
        hint.as_deref(),
        Some("Save the file with LF or CRLF line ends.")
    );
}

#[test]
fn b28_text_of_any_script_is_kept() {
    for description in [
        "Überblick — schnell ⏳",
        "数据分析",
        "تحليل البيانات",
        "👩\u{200d}💻 writes",
        "हिन्दी में",
    ] {
        for yaml in [
            format!("name: demo\ndescription: {description}"),
            format!("name: demo\ndescription: \"{description}\""),
            format!("name: demo\ndescription: |\n  {description}"),
        ] {
            loads(&file_of(&yaml), description, &[]);
        }
    }
}

#[test]
fn b28_bytes_that_are_not_utf8_are_refused_with_their_place() {
    let cases: [(&[u8], &str); 4] = [
        (
            b"---\nname: demo\ndescription: caf\xe9\n---\n",
            "3:17 not-utf8",
        ),
        (
            b"---\n\xffname: demo\ndescription: d\n---\n",
            "2:1 not-utf8",
        ),
        (
            "---\nname: demo\nx: é".as_bytes(),
            "1:1 frontmatter-unterminated",
        ),
        (b"\xff\xfe-\0-\0-\0\n\0", "not-utf8"),
    ];
    for (file, told) in cases {
        refused_bytes(file, &[told]);
    }
    let mut cut = "---\nname: demo\ndescription: caf€".as_bytes().to_vec();
    cut.pop();
    cut.extend_from_slice(b"\n---\n");
    refused_bytes(&cut, &["3:17 not-utf8"]);
}

#[test]
fn b29_control_characters_are_removed() {
    for (written, description, told) in [
        ("a\0b", "ab", "3:15 control-character"),
        ("a\u{1b}[31mb", "a[31mb", "3:15 control-character"),
        ("a\u{7f}b\u{9b}c", "abc", "3:15 control-character"),
        ("\u{8}Demo", "Demo", "3:14 control-character"),
        ("Demo\u{202e}", "Demo", "3:18 invisible-character"),
        ("De\u{e0041}mo", "Demo", "3:16 invisible-character"),
        ("\"a\\u001bb\"", "ab", "3:14 control-character"),
        ("\"a\\x00b\"", "ab", "3:14 control-character"),
    ] {
        let file = file_of(&format!("name: demo\ndescription: {written}"));
        loads(&file, description, &[told]);
    }
    let skill = loads(
        &file_of("name: de\0mo\ndescription: d"),
        "d",
        &["2:9 control-character"],
    );
    assert_eq!(skill.name, "demo");
}
