//! Text on its way to a model: cleaned, put on one line, shortened, escaped.
//!
//! Skills are written by others, so their text is hostile until proven
//! otherwise.

use std::borrow::Cow;

pub use agent_skills_types::text::{Unwanted, clean, one_line, unwanted};

/// Words as a sentence of its own: a capital at its beginning, a stop at its end.
pub fn sentence(words: &str) -> String {
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
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
