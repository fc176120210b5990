//! Where the frontmatter begins and ends.

use crate::demo::{body, loads, refused, words};

/// The two fields that every case needs.
const FIELDS: &str = "name: demo\ndescription: Demo skill.\n";

#[test]
fn b08_three_hyphens_inside_a_value_close_nothing() {
    let cases = [
        (
            "Split parts with --- markers",
            "Split parts with --- markers",
        ),
        ("--- first", "--- first"),
        ("at the end ---", "at the end ---"),
        ("a---b", "a---b"),
    ];
    for (written, description) in cases {
        for yaml in [
            format!("name: demo\ndescription: {written}\nlicense: MIT\n"),
            format!("description: {written}\nname: demo\nlicense: MIT\n"),
            format!("license: MIT\nname: demo\ndescription: {written}\n"),
        ] {
            let file = format!("---\n{yaml}---\nBody --- text\n");
            let skill = loads(&file, description, &[]);
            assert_eq!(skill.license.as_deref(), Some("MIT"));
            assert_eq!(body(&file), "Body --- text\n");
        }
    }
}

#[test]
fn b09_an_indented_delimiter_inside_a_block_closes_nothing() {
    for (header, description) in [
        ("|", "Above.\n---\nBelow."),
        ("|-", "Above.\n---\nBelow."),
        (">", "Above. --- Below."),
        ("|2", "Above.\n---\nBelow."),
    ] {
        let block = format!("description: {header}\n  Above.\n  ---\n  Below.\n");
        for yaml in [
            format!("name: demo\n{block}license: MIT\n"),
            format!("{block}license: MIT\nname: demo\n"),
            format!("license: MIT\nname: demo\n{block}"),
        ] {
            let file = format!("---\n{yaml}---\nBody");
            let skill = loads(&file, description, &[]);
            assert_eq!(skill.license.as_deref(), Some("MIT"), "{yaml:?}");
            assert_eq!(body(&file), "Body");
        }
    }
}

#[test]
fn b10_later_delimiters_belong_to_the_body() {
    for text in [
        "Intro\n\n---\n\nPart two\n\n---\nx: y\n---\n",
        "---\n---\n---\n",
        "\n---\nname: other\ndescription: Other.\n---\n",
        "```yaml\n---\na: 1\n---\n```\n",
        "Title\r\n---\r\ntext\n---",
    ] {
        let file = format!("---\n{FIELDS}---\n{text}");
        loads(&file, "Demo skill.", &[]);
        assert_eq!(body(&file), text);
    }
}

#[test]
fn b11_only_a_whole_line_is_a_delimiter() {
    for line in ["---END", "---x", "----", "--- x", " ---", "...", "--"] {
        let file = format!("---\n{FIELDS}{line}\ntext\n");
        refused(&file, &["4:1 frontmatter-unterminated"]);
        let (message, hint) = words(&file);
        assert_eq!(message, "No `---` line closes the frontmatter.");
        let expected = format!(
            "Line 4 is `{}`; write it as `---` at the start of the line, with nothing behind it.",
            line.trim()
        );
        assert_eq!(hint, Some(expected));
    }
    for opener in ["----", "---END", "---x", " ---", "--- name: demo"] {
        let file = format!("{opener}\n{FIELDS}---\ntext\n");
        refused(&file, &["1:1 frontmatter-missing"]);
    }
}

#[test]
fn b12_blanks_behind_a_delimiter_are_nothing() {
    for (opener, closer) in [
        ("--- ", "---\t "),
        ("---\t", "---"),
        ("---", "---   "),
        ("---\t\t", "---\t\t"),
    ] {
        for end in ["\nBody", "\n", ""] {
            let file = format!("{opener}\n{FIELDS}{closer}{end}");
            loads(&file, "Demo skill.", &[]);
            assert_eq!(body(&file), end.trim_start_matches('\n'));
        }
    }
}

#[test]
fn b14_blank_lines_before_the_frontmatter_are_skipped_with_a_warning() {
    for before in ["\n", "\n\n\n", " \n", "\t\n \n"] {
        let file = format!("{before}---\n{FIELDS}---\nBody");
        loads(&file, "Demo skill.", &["1:1 frontmatter-blank-before"]);
        assert_eq!(body(&file), "Body");
    }
}

#[test]
fn b14_text_before_the_frontmatter_is_named() {
    for (before, line, shown) in [
        ("<!-- provenance -->\n", 1, "<!-- provenance -->"),
        ("# Title\n", 1, "# Title"),
        ("\n# Title\n\n", 2, "# Title"),
        ("name: demo\n", 1, "name: demo"),
        ("数据\n", 1, "数据"),
    ] {
        let file = format!("{before}---\n{FIELDS}---\nBody\n");
        refused(&file, &[&format!("{line}:1 frontmatter-not-first")]);
        let message = format!("`{shown}` stands before the opening `---` line.");
        let hint = "Move it below the closing `---` line.".to_owned();
        assert_eq!(words(&file), (message, Some(hint)));
    }
}

#[test]
fn b14_a_file_without_frontmatter_says_how_it_begins() {
    refused("# Title\n\nText.\n", &["1:1 frontmatter-missing"]);
    let message = "The file begins with `# Title`, not with a `---` line.";
    assert_eq!(words("# Title\n\nText.\n").0, message);
    let long = format!("\n{}", "x".repeat(100_000));
    refused(&long, &["2:1 frontmatter-missing"]);
    let begins = format!(
        "The file begins with `{}…`, not with a `---` line.",
        "x".repeat(39)
    );
    assert_eq!(words(&long).0, begins);
    for file in ["", "\n", " \n\t\n"] {
        refused(file, &["frontmatter-missing"]);
        assert_eq!(words(file).0, "The file has no text.");
    }
}

#[test]
fn b15_an_empty_block_is_frontmatter_without_a_description() {
    let told = ["description-missing", "name-missing"];
    for file in [
        "---\n---\nBody",
        "---\n\n---\nBody",
        "---\n---",
        "---\n# nothing\n---\nBody",
        "--- \n---\t\nBody",
    ] {
        refused(file, &told);
    }
    let (message, _) = words("---\n---\nBody");
    assert_eq!(
        message,
        "There is no `description`, so a model could not choose the skill."
    );
}
