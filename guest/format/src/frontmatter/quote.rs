//! Text as a YAML scalar.

use std::fmt::Write;

use crate::text::unwanted;

use super::core_schema::{Typed, is_null, typed};

/// The text as a quoted YAML scalar on one line, which every YAML reader reads
/// back as exactly that text.
///
/// Double quotes where they need no escapes, single quotes where that spares
/// some, as an author would choose.
pub fn quote(value: &str) -> String {
    let escapes = value.chars().any(needs_escape);
    if !escapes && value.contains(['"', '\\']) {
        return format!("'{}'", value.replace('\'', "''"));
    }
    let mut quoted = String::with_capacity(value.len() + 2);
    quoted.push('"');
    for character in value.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            _ if needs_escape(character) => {
                // Writing to a string cannot fail.
                let _ = match u32::from(character) {
                    code @ ..=0xff => write!(quoted, "\\x{code:02X}"),
                    code @ ..=0xffff => write!(quoted, "\\u{code:04X}"),
                    code => write!(quoted, "\\U{code:08X}"),
                };
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The text as a YAML scalar for a place where authors write none but plain
/// words: quoted only if it must be.
pub(super) fn scalar(value: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || " _-./()*,+:".contains(c);
    let is_plain = value.starts_with(|c: char| c.is_ascii_alphabetic())
        && value.chars().all(is_word)
        && !value.ends_with([' ', ':'])
        && !value.contains(": ")
        && !is_null(value)
        && matches!(typed(value), Typed::Text(_));
    if is_plain {
        value.to_owned()
    } else {
        quote(value)
    }
}

/// Whether a character may not stand in a quoted scalar, or not be seen there.
fn needs_escape(character: char) -> bool {
    matches!(character, '\n' | '\t' | '\u{fffe}' | '\u{ffff}') || unwanted(character).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saphyr_parser::{Event, Parser};

    /// What the YAML parser makes of `key: ` and a scalar.
    #[track_caller]
    fn read_back(scalar: &str) -> String {
        let yaml = format!("key: {scalar}\nnext: x\n");
        let mut scalars = Parser::new_from_str(&yaml).filter_map(|event| match event.unwrap().0 {
            Event::Scalar(text, ..) => Some(text.into_owned()),
            _ => None,
        });
        assert_eq!(scalars.next().as_deref(), Some("key"));
        scalars.next().unwrap()
    }

    #[test]
    fn the_quotes_are_those_that_an_author_would_choose() {
        let cases = [
            ("", r#""""#),
            ("plain", r#""plain""#),
            ("a: b", r#""a: b""#),
            ("it's: b", r#""it's: b""#),
            (r#"say "a: b""#, r#"'say "a: b"'"#),
            (r"C:\dir", r"'C:\dir'"),
            (r#"it's "a": b"#, r#"'it''s "a": b'"#),
            ("a\nb\\", r#""a\nb\\""#),
            ("\0\u{7f}\u{2028}\u{e0041}", r#""\x00\x7F\u2028\U000E0041""#),
        ];
        for (value, expected) in cases {
            assert_eq!(quote(value), expected);
            assert_eq!(read_back(expected), value);
        }
    }

    #[test]
    fn words_stay_plain() {
        let cases = [
            ("Read Bash(git:*)", "Read Bash(git:*)"),
            ("Bash(git: *)", r#""Bash(git: *)""#),
            ("*", r#""*""#),
            ("true", r#""true""#),
            ("null", r#""null""#),
            ("", r#""""#),
            ("a:", r#""a:""#),
        ];
        for (value, expected) in cases {
            assert_eq!(scalar(value), expected);
            assert_eq!(read_back(expected), value);
        }
    }

    proptest! {
        #[test]
        fn any_words_read_back_as_themselves(value in "[a-z:,. *#()-]{0,12}") {
            prop_assert_eq!(read_back(&scalar(&value)), value);
        }

        #[test]
        fn any_text_reads_back_as_itself(value: String) {
            prop_assert_eq!(read_back(&quote(&value)), value);
        }

        #[test]
        fn any_text_of_yaml_signs_reads_back_as_itself(value in "[-'\"\\\\:#&*!|>%@`{}\\[\\], \t\n\r~?ab0]{0,12}") {
            prop_assert_eq!(read_back(&quote(&value)), value);
        }
    }
}
