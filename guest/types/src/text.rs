//! Characters that have no place in metadata, for texts that go to a model or
//! to a terminal.

use std::borrow::Cow;

use crate::bytes::{find_unprinted, is_printed};

/// What is wrong with a character that has no place in metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwanted {
    /// Moves a terminal's cursor or ends a string: C0, C1 and DEL, but for tab
    /// and line feed.
    Control,
    /// Changes the order of the text around it, or hides text: bidirectional
    /// controls, tag characters, zero-width characters and line separators.
    Invisible,
}

/// Whether a character has no place in a name, a description or a path.
///
/// The zero-width joiner and non-joiner stay, and the selectors of emoji and of
/// Mongolian: emoji and several scripts are written with them. Other selectors only
/// choose among glyphs of the same meaning, and any text can be hidden in them.
pub const fn unwanted(character: char) -> Option<Unwanted> {
    match character {
        ' '..='~' | '\t' | '\n' => None,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Some(Unwanted::Control),
        '\u{ad}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0d}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e007f}'
        | '\u{e0100}'..='\u{e01ef}' => Some(Unwanted::Invisible),
        _ => None,
    }
}

/// The text without [`unwanted`] characters.
pub fn clean(text: &str) -> Cow<'_, str> {
    let is_clean = find_unprinted(text.as_bytes(), []).is_none()
        || text.chars().all(|c| unwanted(c).is_none());
    if is_clean {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().filter(|&c| unwanted(c).is_none()).collect())
    }
}

/// The text on one line: cleaned, runs of white space made one space, and
/// trimmed.
pub fn one_line(text: &str) -> String {
    if is_one_line(text.as_bytes()) {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let word = clean(word);
        if word.is_empty() {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    line
}

/// Whether a text is on one line for sure: printed characters, and single spaces
/// between others.
fn is_one_line(text: &[u8]) -> bool {
    let mut last = b' ';
    for &byte in text {
        if !is_printed(byte) || (byte == b' ' && last == b' ') {
            return false;
        }
        last = byte;
    }
    last != b' ' || text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning_takes_only_what_has_no_place() {
        let cases = [
            ("plain", "plain"),
            ("a\0b\u{1b}[31mc", "ab[31mc"),
            ("a\tb\nc", "a\tb\nc"),
            ("\u{202e}abc\u{2066}", "abc"),
            ("a\u{e0041}\u{e007f}b", "ab"),
            ("👩\u{200d}💻", "👩\u{200d}💻"),
            ("a\u{85}b\u{2028}c", "abc"),
            ("a\u{e0101}\u{fe00}b\u{3164}\u{115f}c\u{1d173}", "abc"),
            (
                "\u{2764}\u{fe0f} \u{1820}\u{180b}",
                "\u{2764}\u{fe0f} \u{1820}\u{180b}",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(clean(text), expected, "{text:?}");
        }
    }

    #[test]
    fn one_line_has_single_spaces() {
        let cases = [
            ("a\n\n- b: c\n# d", "a - b: c # d"),
            ("  a \u{200b} b\r\n", "a b"),
            ("\u{2028}a\u{2029}b", "a b"),
            ("\u{1b}[31mred\u{1b}[0m\u{7}", "[31mred[0m"),
            ("\u{9b}2J\u{202e}cba\u{e0041}", "2Jcba"),
            ("👩\u{200d}💻 日本語", "👩\u{200d}💻 日本語"),
            ("", ""),
            (" ", ""),
            ("a b", "a b"),
            (" a b", "a b"),
            ("a b ", "a b"),
            ("a  b", "a b"),
            ("a b\u{7f}", "a b"),
        ];
        for (text, expected) in cases {
            assert_eq!(one_line(text), expected, "{text:?}");
        }
    }
}
