//! Descriptions, and the ways in which YAML can write them.

use fastrand::Rng;

use crate::words::{ACTIONS, SUBJECTS, capitalize, pick, words};

/// A description and the YAML value that stands for it.
#[derive(Debug)]
pub struct Description {
    /// What a reader of the value gets.
    pub text: String,
    /// The value, from behind `description: ` to the end of its last line.
    pub yaml: String,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    DoubleQuoted,
    SingleQuoted,
    Folded,
}

impl Description {
    /// A description of about this length that says what and when. With
    /// `unquoted_colon` it holds `: ` in a plain value, which is not YAML.
    pub fn new(rng: &mut Rng, length: usize, unquoted_colon: bool) -> Self {
        let style = Style::draw(rng);
        let colon = rng.bool();
        let text = what_and_when(rng, length);
        let (style, colon) = match (unquoted_colon, style) {
            (true, _) => (Style::Plain, true),
            (false, Style::Plain) => (Style::Plain, false),
            (false, quoted) => (quoted, colon),
        };
        let text = if colon {
            text.replacen(". Use when", ": use when", 1)
        } else {
            text
        };
        let yaml = style.write(&text);
        Self { text, yaml }
    }
}

fn what_and_when(rng: &mut Rng, length: usize) -> String {
    const WHEN: &str = ". Use when ";
    let mut text = format!("{}s {}", pick(rng, ACTIONS), pick(rng, SUBJECTS));
    capitalize(&mut text);
    let rest = length.saturating_sub(text.len() + WHEN.len() + 1);
    let detail = words(rng, rest / 2);
    if !detail.is_empty() {
        text.push(' ');
        text.push_str(&detail);
    }
    text.push_str(WHEN);
    let rest = length.saturating_sub(text.len() + 1);
    match words(rng, rest) {
        when if when.is_empty() => text.push_str("asked"),
        when => text.push_str(&when),
    }
    text.push('.');
    text
}

impl Style {
    fn draw(rng: &mut Rng) -> Self {
        match rng.u32(0..100) {
            0..60 => Self::Plain,
            60..88 => Self::DoubleQuoted,
            88..93 => Self::SingleQuoted,
            _ => Self::Folded,
        }
    }

    fn write(self, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::DoubleQuoted => {
                format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            Self::SingleQuoted => format!("'{}'", text.replace('\'', "''")),
            Self::Folded => folded(text),
        }
    }
}

/// A folded block without a line end, in lines of some 70 bytes.
fn folded(text: &str) -> String {
    let mut yaml = String::from(">-");
    let mut width = usize::MAX;
    for word in text.split(' ') {
        if width > 70 {
            yaml.push_str("\n  ");
            width = 0;
        } else {
            yaml.push(' ');
        }
        yaml.push_str(word);
        width += word.len() + 1;
    }
    yaml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_style_writes_the_text() {
        let text = "Reads the user's data: use when asked.";
        for (style, expected) in [
            (Style::Plain, text),
            (
                Style::DoubleQuoted,
                "\"Reads the user's data: use when asked.\"",
            ),
            (
                Style::SingleQuoted,
                "'Reads the user''s data: use when asked.'",
            ),
            (
                Style::Folded,
                ">-\n  Reads the user's data: use when asked.",
            ),
        ] {
            assert_eq!(style.write(text), expected, "{style:?}");
        }
    }

    #[test]
    fn a_colon_stands_unquoted_only_when_asked_for() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..200 {
            let plain = Description::new(&mut rng, 150, false);
            assert!(
                !plain.yaml.contains(": ") || plain.yaml.starts_with(['"', '\'', '>']),
                "{}",
                plain.yaml
            );
            let colon = Description::new(&mut rng, 150, true);
            assert!(colon.text.contains(": use when "), "{}", colon.text);
            assert_eq!(colon.text, colon.yaml);
        }
    }
}
