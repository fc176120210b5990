use super::*;
use proptest::prelude::*;

fn whole(file: impl AsRef<[u8]>) -> Located {
    locate(file.as_ref(), true, &Limits::default())
}

/// The block's text, the body, and the block's first line.
#[track_caller]
fn parts(file: &[u8]) -> (&str, &str, u32) {
    match whole(file) {
        Located::Block(block) => {
            let text = |bytes| std::str::from_utf8(bytes).unwrap();
            let parts = (text(&file[block.yaml.clone()]), text(&file[block.body..]));
            (parts.0, parts.1, block.first_line)
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn refusal(file: impl AsRef<[u8]>) -> Note {
    match whole(file) {
        Located::Refused(note) => note,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_block_lies_between_two_whole_lines() {
    let cases = [
        ("plain", "---\na: b\n---\nBody\n", "a: b\n", "Body\n"),
        (
            "B03 byte order mark",
            "\u{feff}---\na: b\n---\nBody",
            "a: b\n",
            "Body",
        ),
        (
            "B03 mark in the body",
            "---\na: b\n---\n\u{feff}x",
            "a: b\n",
            "\u{feff}x",
        ),
        (
            "B05 CRLF",
            "---\r\na: b\r\n---\r\nBody\r\n",
            "a: b\r\n",
            "Body\r\n",
        ),
        (
            "B05 mixed ends",
            "---\r\na: b\n---\nx\r\ny\n",
            "a: b\n",
            "x\r\ny\n",
        ),
        (
            "B08 inside a line",
            "---\na: b --- c\n---\nBody",
            "a: b --- c\n",
            "Body",
        ),
        (
            "B09 indented",
            "---\na: |\n  x\n  ---\n  y\n---\nBody",
            "a: |\n  x\n  ---\n  y\n",
            "Body",
        ),
        (
            "B09 indented by a tab",
            "---\na: |\n\t---\n---\nBody",
            "a: |\n\t---\n",
            "Body",
        ),
        (
            "B10 rules in the body",
            "---\na: b\n---\nx\n\n---\ny: z\n---\n",
            "a: b\n",
            "x\n\n---\ny: z\n---\n",
        ),
        (
            "B11 not a closer",
            "---\na\n---END\n----\n---x\n--- x\n...\n---\nBody",
            "a\n---END\n----\n---x\n--- x\n...\n",
            "Body",
        ),
        (
            "B12 blanks behind",
            "--- \na: b\n---\t \nBody",
            "a: b\n",
            "Body",
        ),
        (
            "B12 blanks and CRLF",
            "---\t\r\na: b\r\n--- \r\nBody",
            "a: b\r\n",
            "Body",
        ),
        ("B15 empty", "---\n---\nBody", "", "Body"),
        ("no body", "---\na: b\n---", "a: b\n", ""),
        ("no body, CR at the end", "---\na: b\n---\r", "a: b\n", ""),
        (
            "no body, blanks at the end",
            "---\na: b\n--- ",
            "a: b\n",
            "",
        ),
        (
            "blank lines in the body stay",
            "---\na: b\n---\n\n\nBody\n\n",
            "a: b\n",
            "\n\nBody\n\n",
        ),
        (
            "a lone CR ends no line",
            "---\na: b\r---\rc: d\n---\nBody",
            "a: b\r---\rc: d\n",
            "Body",
        ),
    ];
    for (case, file, yaml, body) in cases {
        assert_eq!(parts(file.as_bytes()), (yaml, body, 2), "{case}");
    }
}

#[test]
fn b14_blank_lines_before_the_block_are_skipped_with_a_warning() {
    for file in [
        "\n---\na: b\n---\n",
        " \t\r\n---\r\na: b\n---\n",
        "\u{feff}\n---\na: b\n---\n",
    ] {
        let Located::Block(block) = whole(file) else {
            panic!("{file:?}");
        };
        assert_eq!(block.first_line, 3, "{file:?}");
        assert_eq!(block.notes.len(), 1, "{file:?}");
        let note = &block.notes[0];
        assert_eq!(note.code, Code::FrontmatterBlankBefore);
        assert_eq!(
            note.message,
            "Blank lines stand before the opening `---` line."
        );
        assert_eq!(note.position, Some(start_of(1)));
    }
}

/// Name, file, code, line, message.
type Refusal<'a> = (&'a str, &'a [u8], Code, Option<u32>, &'a str);

#[test]
fn refusals_say_what_is_there_instead() {
    use Code::{FrontmatterMissing, FrontmatterNotFirst, FrontmatterUnterminated, NotUtf8};
    let blank = [b"\n".repeat(70_000), b"---\na: b\n---\n".to_vec()].concat();
    let cases: [Refusal<'_>; 31] = [
        (
            "B14 comment",
            b"<!-- provenance -->\n---\nname: demo\n---\n",
            FrontmatterNotFirst,
            Some(1),
            "`<!-- provenance -->` stands before the opening `---` line.",
        ),
        (
            "B14 title",
            b"\n# Title\n\n---\nname: demo\n---\n",
            FrontmatterNotFirst,
            Some(2),
            "`# Title` stands before the opening `---` line.",
        ),
        (
            "a long line before",
            "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十末"
                .as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The file begins with `一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九…`, not with a `---` line.",
        ),
        (
            "hostile text before",
            b"a\x1b[31m\xe2\x80\xaeb\n---\n",
            FrontmatterNotFirst,
            Some(1),
            "`a<U+001B>[31m<U+202E>b` stands before the opening `---` line.",
        ),
        (
            "not UTF-8 before",
            b"\xe9\xe9\n---\n",
            FrontmatterNotFirst,
            Some(1),
            "`\u{fffd}\u{fffd}` stands before the opening `---` line.",
        ),
        (
            "no delimiter",
            b"# Title\ntext\n",
            FrontmatterMissing,
            Some(1),
            "The file begins with `# Title`, not with a `---` line.",
        ),
        (
            "empty",
            b"",
            FrontmatterMissing,
            None,
            "The file has no text.",
        ),
        (
            "only a mark",
            b"\xef\xbb\xbf",
            FrontmatterMissing,
            None,
            "The file has no text.",
        ),
        (
            "only blanks",
            b" \n\t\r\n\n ",
            FrontmatterMissing,
            None,
            "The file has no text.",
        ),
        (
            "B11 four dashes",
            b"----\nname: demo\n---\nx",
            FrontmatterMissing,
            Some(1),
            "The opening line is `----`, not `---`.",
        ),
        (
            "text behind",
            b"--- name: demo\n---\nx",
            FrontmatterMissing,
            Some(1),
            "The opening line is `--- name: demo`, not `---`.",
        ),
        (
            "indented opener",
            b" ---\nname: demo\n---\nx",
            FrontmatterMissing,
            Some(1),
            "The opening `---` line is indented.",
        ),
        (
            "lone CR",
            b"---\rname: demo\r---\rBody",
            FrontmatterMissing,
            Some(1),
            "The lines of the file end with CR alone.",
        ),
        (
            "UTF-16",
            b"\xff\xfe-\0-\0-\0\n\0",
            NotUtf8,
            None,
            "The file is UTF-16 text, not UTF-8.",
        ),
        (
            "UTF-16, big end first",
            b"\xfe\xff\0-\0-\0-\0\n",
            NotUtf8,
            None,
            "The file is UTF-16 text, not UTF-8.",
        ),
        (
            "no-break space behind",
            "---\u{a0}\na: b\n---\n".as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The opening line is `---<U+00A0>`, not `---`.",
        ),
        (
            "zero-width space behind",
            "---\u{200b}\na: b\n---\n".as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The opening line is `---<U+200B>`, not `---`.",
        ),
        (
            "byte order mark behind",
            "---\u{feff}\na: b\n---\n".as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The opening line is `---<U+FEFF>`, not `---`.",
        ),
        (
            "two byte order marks",
            "\u{feff}\u{feff}---\na: b\n---\n".as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The opening line is `<U+FEFF>---`, not `---`.",
        ),
        (
            "joiner before",
            "\u{200d}---\na: b\n---\n".as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The opening line is `<U+200D>---`, not `---`.",
        ),
        (
            "form feed behind",
            b"---\x0c\na: b\n---\n",
            FrontmatterMissing,
            Some(1),
            "The opening line is `---<U+000C>`, not `---`.",
        ),
        (
            "form feed before",
            b"\x0c---\na: b\n---\n",
            FrontmatterMissing,
            Some(1),
            "The opening line is `<U+000C>---`, not `---`.",
        ),
        (
            "CR twice",
            b"---\r\r\na: b\n---\n",
            FrontmatterMissing,
            Some(1),
            "The opening line is `---<U+000D>`, not `---`.",
        ),
        (
            "a line of a no-break space",
            "\u{a0}\n---\na: b\n---\n".as_bytes(),
            FrontmatterNotFirst,
            Some(1),
            "`<U+00A0>` stands before the opening `---` line.",
        ),
        (
            "a joiner alone",
            "\u{200d}\n".as_bytes(),
            FrontmatterMissing,
            Some(1),
            "The file begins with `<U+200D>`, not with a `---` line.",
        ),
        (
            "UTF-16 without a mark",
            b"-\0-\0-\0\n\0a\0",
            NotUtf8,
            None,
            "The file is UTF-16 text, not UTF-8.",
        ),
        (
            "UTF-16 without a mark, big end first",
            b"\0-\0-\0-\0\n",
            NotUtf8,
            None,
            "The file is UTF-16 text, not UTF-8.",
        ),
        (
            "blank lines beyond the limit",
            &blank,
            FrontmatterMissing,
            Some(1),
            "The first 66560 bytes of the file are blank.",
        ),
        (
            "B11 no closer",
            b"---\nname: demo\ndescription: d\n---END\ntext",
            FrontmatterUnterminated,
            Some(4),
            "No `---` line closes the frontmatter.",
        ),
        (
            "only an opener",
            b"---",
            FrontmatterUnterminated,
            Some(1),
            "No `---` line closes the frontmatter.",
        ),
        (
            "only an opener, with its end",
            b"\n---\n",
            FrontmatterUnterminated,
            Some(2),
            "No `---` line closes the frontmatter.",
        ),
    ];
    for (case, file, code, line, message) in cases {
        let note = refusal(file);
        assert_eq!(note.code, code, "{case}");
        assert_eq!(note.position.map(|p| p.line), line, "{case}");
        assert_eq!(note.message, message, "{case}");
        assert!(note.hint.is_some(), "{case}");
    }
}

#[test]
fn an_unterminated_block_points_at_what_may_have_been_meant() {
    let cases = [
        (
            "---\na: b\n---END\n",
            3,
            "Line 3 is `---END`; write it as `---` at the start of the line, with nothing behind it.",
        ),
        (
            "---\na: b\n  ---\n",
            3,
            "Line 3 is `---`; write it as `---` at the start of the line, with nothing behind it.",
        ),
        (
            "\n---\n...\n",
            3,
            "Line 3 is `...`; write it as `---` at the start of the line, with nothing behind it.",
        ),
        (
            "---\na: b\n---\u{a0}\nBody\n",
            3,
            "Line 3 is `---<U+00A0>`; write it as `---` at the start of the line, with nothing behind it.",
        ),
        (
            "---\na: b\n\u{feff}---\nBody\n",
            3,
            "Line 3 is `<U+FEFF>---`; write it as `---` at the start of the line, with nothing behind it.",
        ),
        (
            "---\na:\n- --b\n",
            1,
            "Add a `---` line below the last field.",
        ),
    ];
    for (file, line, hint) in cases {
        let note = refusal(file);
        assert_eq!(note.hint.as_deref(), Some(hint), "{file:?}");
        assert_eq!(note.position, Some(start_of(line)), "{file:?}");
    }
}

#[test]
fn the_bound_is_on_the_block_alone() {
    let limits = Limits {
        frontmatter_bytes: 10,
        ..Limits::default()
    };
    let fits = b"---\n123456789\n---\nBody";
    assert!(matches!(locate(fits, true, &limits), Located::Block(_)));
    let too_large = [
        b"---\n1234567890\n---\nBody".to_vec(),
        [b"---\n".to_vec(), b"x".repeat(5000)].concat(),
        [b"---\na\n---".to_vec(), b" ".repeat(5000), b"\n".to_vec()].concat(),
    ];
    for file in too_large {
        for is_whole in [true, false] {
            let Located::Refused(note) = locate(&file, is_whole, &limits) else {
                panic!("{}", String::from_utf8_lossy(&file));
            };
            assert_eq!(note.code, Code::FrontmatterTooLarge);
            assert_eq!(
                note.message,
                "No `---` line closes the frontmatter within 10 bytes."
            );
        }
    }
}

#[test]
fn more_is_asked_for_only_up_to_the_bound() {
    let limits = Limits::default();
    let starts = [
        "",
        "\n",
        "---",
        "---\n",
        "---\na: b\n",
        "---\na: b\n---",
        "# Title\n",
        "\u{feff}",
    ];
    for start in starts {
        assert_eq!(
            locate(start.as_bytes(), false, &limits),
            Located::NeedMore,
            "{start:?}"
        );
        for filler in ["x", "\n", " ", "- a\n"] {
            let file = start.to_owned() + &filler.repeat(70 * 1024 / filler.len());
            let located = locate(file.as_bytes(), false, &limits);
            assert_ne!(located, Located::NeedMore, "{start:?} and {filler:?}");
        }
    }
}

/// Whether the file ends behind the limit is not known when it is reached.
#[test]
fn a_last_line_past_the_limit_is_too_large_however_it_was_read() {
    for (limit, code) in [
        (1, "frontmatter-too-large"),
        (2, "frontmatter-unterminated"),
    ] {
        let limits = Limits {
            frontmatter_bytes: limit,
            ..Limits::default()
        };
        match locate(b"---\n\r\n", true, &limits) {
            Located::Refused(note) => assert_eq!(note.code.as_str(), code),
            other => panic!("{other:?}"),
        }
    }
}

proptest! {
    #[test]
    fn any_prefix_says_what_the_whole_file_says(
        file in "(\u{feff})?([-]{2,4}|[ \t\r\n]|a: b|[.]{3}|\u{e9}){0,24}",
        cut in 0usize..80,
        limit in 0usize..40,
    ) {
        let limits = Limits { frontmatter_bytes: limit, ..Limits::default() };
        let file = file.as_bytes();
        let whole = locate(file, true, &limits);
        prop_assert_ne!(&whole, &Located::NeedMore);
        let prefix = locate(&file[..cut.min(file.len())], false, &limits);
        prop_assert!(prefix == Located::NeedMore || prefix == whole, "{prefix:?} {whole:?}");
    }

    #[test]
    fn any_bytes_give_places_within_the_file(file: Vec<u8>, is_whole: bool) {
        let file = [b"---\n".as_slice(), &file].concat();
        if let Located::Block(block) = locate(&file, is_whole, &Limits::default()) {
            prop_assert!(block.yaml.start <= block.yaml.end);
            prop_assert!(block.yaml.end < block.body && block.body <= file.len());
        }
    }
}
