//! Text of skills on its way to a terminal, which must not obey it.

use std::borrow::Cow;

use agent_skills_types::text;
pub use agent_skills_types::text::one_line;

/// Whether a character steers a terminal or hides text. The component cleans
/// metadata of the same.
pub const fn unwanted(character: char) -> bool {
    text::unwanted(character).is_some()
}

/// The text with unwanted characters written as `\u{1b}`. Lines stay lines; a
/// carriage return that ends one is dropped.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(unwanted) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            character if unwanted(character) => shown.extend(character.escape_unicode()),
            character => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// The same for text that must stay on one line, such as a path: line feeds and
/// tabs become `\n` and `\t`.
pub fn visible_line(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut line, character| {
            match character {
                '\n' => line.push_str("\\n"),
                '\t' => line.push_str("\\t"),
                character if unwanted(character) => line.extend(character.escape_unicode()),
                character => line.push(character),
            }
            line
        })
}

/// The same JSON document with unwanted characters written as `\u001b`: in JSON
/// they stand in strings only.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if !json.chars().any(unwanted) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if unwanted(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visible_text_keeps_its_lines() {
        let cases = [
            ("a\tb\nc\n", "a\tb\nc\n"),
            ("a\r\nb\rc\r\n", "a\nb\\u{d}c\n"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\u{e0041}\u{2028}", "a\\u{e0041}\\u{2028}"),
        ];
        for (text, expected) in cases {
            assert_eq!(visible(text), expected, "{text:?}");
        }
        assert_eq!(visible_line("a\nb\tc\u{1b}d\r"), "a\\nb\\tc\\u{1b}d\\u{d}");
    }

    #[test]
    fn visible_json_means_the_same() {
        let hostile = "a\u{7f}\u{9b}2J\u{e0041}é\u{1b}";
        let json = serde_json::to_string(hostile).unwrap();
        let shown = visible_json(&json);
        assert_eq!(shown, r#""a\u007f\u009b2J\udb40\udc41é\u001b""#);
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), hostile);
    }
}
