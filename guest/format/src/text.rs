//! Text on its way to a model: cleaned, put on one line, shortened, escaped.
//!
//! Skills are written by others, so their text is hostile until proven
//! otherwise.

use std::borrow::Cow;
use std::fmt::Write;

pub use agent_skills_types::text::{Unwanted, clean, one_line, unwanted};

/// Words as a sentence of its own: a capital at its beginning, a stop at its end.
pub fn sentence(words: &str) -> String {
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}

/// Whether nothing is to be seen where a character stands: white space, what is
/// [`unwanted`], joiners, selectors, and letters that have no glyph.
pub const fn unseen(character: char) -> bool {
    unwanted(character).is_some()
        || character.is_whitespace()
        || matches!(
            character,
            '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200c}'..='\u{200d}' | '\u{2800}'
                | '\u{fe0e}'..='\u{fe0f}'
        )
}

/// Whether there is nothing to be seen of a text.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(unseen)
}

/// The text as a message can show it: on one line, at most `most` code points,
/// with `<U+00A0>` in place of a character that could not be seen.
pub fn revealed(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut last = ' ';
    let blanks = [' ', '\t', '\n'];
    for character in text.trim_matches(blanks).chars().take(most * 4) {
        let is_part_of_last = continues(character) && !last.is_ascii() && !unseen(last);
        if blanks.contains(&character) {
            line.extend((!line.ends_with(' ')).then_some(' '));
        } else if unseen(character) && !is_part_of_last {
            // Writing to a string cannot fail.
            let _ = write!(line, "<U+{:04X}>", u32::from(character));
        } else {
            line.push(character);
        }
        last = character;
    }
    shorten(&line, most).into_owned()
}

/// The text with `& < > " '` written as XML entities, so that it can stand
/// between tags and in attributes.
pub fn escape_xml(text: &str) -> Cow<'_, str> {
    escape(text, &['&', '<', '>', '"', '\''])
}

/// The text with those of `which` written as XML entities.
pub fn escape<'t>(text: &'t str, which: &[char]) -> Cow<'t, str> {
    if !text.contains(which) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' if which.contains(&'&') => escaped.push_str("&amp;"),
            '<' if which.contains(&'<') => escaped.push_str("&lt;"),
            '>' if which.contains(&'>') => escaped.push_str("&gt;"),
            '"' if which.contains(&'"') => escaped.push_str("&quot;"),
            '\'' if which.contains(&'\'') => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    Cow::Owned(escaped)
}

/// The first `most` code points of `text`, and whether that is all of it.
pub fn prefix(text: &str, most: usize) -> (&str, bool) {
    // No text has more code points than bytes.
    if text.len() <= most {
        return (text, true);
    }
    match text.char_indices().nth(most) {
        Some((end, _)) => (&text[..end], false),
        None => (text, true),
    }
}

/// The text if it has at most `most` code points, else as much of it as fits
/// with `…` at the end. The cut leaves no joiner, mark or half of an emoji
/// sequence dangling.
pub fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    let (_, whole) = prefix(text, most);
    if whole {
        return Cow::Borrowed(text);
    }
    let (mut kept, _) = prefix(text, most.saturating_sub(1));
    // A character that continues the one before it must not be the first to go.
    while let Some(next) = text[kept.len()..].chars().next() {
        let last = kept.chars().next_back();
        if !(continues(next) || last == Some('\u{200d}')) {
            break;
        }
        let Some(last) = last else { break };
        kept = &kept[..kept.len() - last.len_utf8()];
    }
    Cow::Owned(format!("{}…", kept.trim_end()))
}

/// Whether a character belongs to the one before it: a joiner, a variation
/// selector, a skin tone or a combining mark.
const fn continues(character: char) -> bool {
    matches!(
        character,
        '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{3099}'..='\u{309a}' | '\u{fe20}'..='\u{fe2f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_named() {
        let cases = [
            ("---\u{a0}", "---<U+00A0>"),
            ("\u{feff}---", "<U+FEFF>---"),
            ("---\u{c}", "---<U+000C>"),
            ("---\r", "---<U+000D>"),
            (" a \t b\n", "a b"),
            ("a\u{200d}b", "a<U+200D>b"),
            ("# \u{2699}\u{fe0f} Setup", "# \u{2699}\u{fe0f} Setup"),
            ("\u{3164}\u{2800}", "<U+3164><U+2800>"),
            ("a\u{e0041}", "a<U+E0041>"),
        ];
        for (text, expected) in cases {
            assert_eq!(revealed(text, 40), expected, "{text:?}");
        }
        assert_eq!(revealed("\u{a0}b", 4), "<U+…");
    }

    #[test]
    fn text_of_unseen_characters_is_blank() {
        for blank in [
            "",
            " \n",
            "\u{200d}",
            "\u{2800}",
            "\u{3164}",
            "\u{a0}\u{3000}",
            "\u{fe0f}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for text in ["a", ".", "\u{2800}\u{2801}", "\u{2699}\u{fe0f}", "\u{0e01}"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn escaping_covers_tags_and_attributes() {
        assert_eq!(escape_xml(r#"a<b>&"c'"#), "a&lt;b&gt;&amp;&quot;c&#39;");
        assert_eq!(escape("a<\"b", &['<']), "a&lt;\"b");
        assert!(matches!(escape_xml("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn shortening_counts_code_points_and_keeps_sequences_whole() {
        let cases = [
            ("abcdef", 6, "abcdef"),
            ("abcdef", 4, "abc…"),
            ("ててててて", 3, "てて…"),
            ("ab cdef", 4, "ab…"),
            ("a👩\u{200d}💻b", 4, "a…"),
            ("e\u{301}e\u{301}e\u{301}", 4, "e\u{301}…"),
            ("abc", 0, "…"),
        ];
        for (text, most, expected) in cases {
            assert_eq!(shorten(text, most), expected, "{text:?} at {most}");
        }
    }
}
