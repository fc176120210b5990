//! What is read without the parser. That both give the same tree is asserted by
//! the reading itself, whenever it is compiled with assertions.

use proptest::prelude::*;

use super::*;

/// Whether the quick way takes a block.
fn is_plain(yaml: &str) -> bool {
    let source = Cleaned::new(yaml, 2, &mut Notes::default());
    plain::parse(&source, &Budget::new(&Limits::default())).is_some()
}

#[test]
fn usual_blocks_are_plain() {
    let cases = [
        "name: pdf\n",
        "name: pdf\ndescription: Reads PDFs. Use it for forms, too (v2).\n",
        "name:   pdf  \r\ndescription: \"Use when: asked # now\"\r\n",
        "description: 'é and 日本語: both'\nversion: 1.10\ndate: 2026-01-02",
        "tags: [one, two-three,four , 5]\nempty: []\n",
        "name: a\nmetadata:\n  author: me\n  version: \"1.0\"\nlicense: MIT\n",
        "url: https://example.org/a#b\n",
    ];
    for yaml in cases {
        assert!(is_plain(yaml), "{yaml:?}");
        assert_eq!(block(yaml).notes, [], "{yaml:?}");
    }
}

#[test]
fn all_else_is_left_to_the_parser() {
    let cases = [
        "",
        "\n",
        "# comment\nname: a\n",
        "name: a\n\n",
        "name: a # comment\n",
        "name: Use when: asked\n",
        "name: a:\n",
        "name:a\n",
        "name:\ta\n",
        "name: \ta\n",
        "name:\n",
        "name: null\n",
        "name: ~\n",
        "name: a\nname: b\n",
        "name: a\n  b\n",
        "name: \"a\\n\"\n",
        "name: \"a\" b\n",
        "name: \"a\n",
        "name: 'it''s'\n",
        "name: >\n  a\n",
        "name: &a b\n",
        "name: !b a\n",
        "name: *a\n",
        "name: - a\n",
        "name: {a: b}\n",
        "tags: [a, [b]]\n",
        "tags: [a,, b]\n",
        "tags: [a, b,]\n",
        "tags: [\"a\"]\n",
        "tags: [a: b]\n",
        "tags: [a\n",
        "tags: [null]\n",
        "a b: c\n",
        "\"a\": b\n",
        "? a\n",
        "- a\n",
        "a: b\n---\nc: d\n",
        "metadata:\n  a: b\n    c: d\n",
        "metadata:\n  a: b\n c: d\n",
        "metadata:\n  a:\n",
        "metadata:\n  - a\n",
        "metadata:\n  a: b\n  a: c\n",
        " name: a\n",
        "name: a\u{200b}b\n",
        "name: a\u{85}b\n",
    ];
    for yaml in cases {
        assert!(!is_plain(yaml), "{yaml:?}");
    }
    let limits = |nodes, depth| Limits {
        yaml_nodes: nodes,
        yaml_depth: depth,
        ..Limits::default()
    };
    let yaml = "name: a\ntags: [b, c]\n";
    let source = Cleaned::new(yaml, 2, &mut Notes::default());
    for (nodes, depth, expected) in [(7, 2, true), (6, 2, false), (7, 1, false)] {
        let limits = limits(nodes, depth);
        let budget = Budget::new(&limits);
        assert_eq!(plain::parse(&source, &budget).is_some(), expected);
        assert_eq!(read(yaml.as_bytes(), 2, &limits).is_ok(), expected);
    }
}

/// A line that is plain, or nearly.
const LINE: &str = "(name|license|a-b|metadata|tags|A_1| b|  c|  c1|-|#)(: |:|:  | : |)(|[a-z0-9é日]{1,6}|\"[a-z: #'é]{0,5}\"|'[a-z: #\"é]{0,5}'|\\[[a-z0-9, -]{0,9}\\]|[a-zA-Z0-9~][a-z :#,'\"-]{0,9}|true|null|1e3|0x1f)( |  |)";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn nearly_plain_blocks_are_read_alike(lines in prop::collection::vec(LINE, 1..5), end in "(\n|\r\n)") {
        let _ = read(lines.join(&end).as_bytes(), 2, &Limits::default());
    }
}
