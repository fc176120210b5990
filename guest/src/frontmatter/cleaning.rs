//! Takes characters out of the YAML text that have no place in metadata.
//!
//! This happens before the text is parsed, because a parser may take NUL for
//! the end of the input and refuse others; positions are mapped back, so that
//! they are those of the file.

use std::borrow::Cow;

use crate::diagnostic::{Code, Note, Position};
use crate::text::{Unwanted, unwanted};

use super::notes::Notes;

/// Text without unwanted characters.
#[derive(Debug)]
pub(super) struct Cleaned<'t> {
    pub(super) text: Cow<'t, str>,
    /// The number of the text's first line in the file.
    pub(super) first_line: u32,
    /// Where characters were taken out, in the order of the text.
    gaps: Vec<Gap>,
}

/// Characters were taken out before this place.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// The place in the cleaned text.
    at: Position,
    /// How many were taken out of this line so far.
    before: u32,
}

impl<'t> Cleaned<'t> {
    /// The text as it is when nothing is wrong with it, else a cleaned copy and
    /// one note for each kind of character.
    pub(super) fn new(text: &'t str, first_line: u32, notes: &mut Notes) -> Self {
        if is_clean(text) {
            return Self {
                text: Cow::Borrowed(text),
                first_line,
                gaps: Vec::new(),
            };
        }
        let mut kept = String::with_capacity(text.len());
        let mut gaps: Vec<Gap> = Vec::new();
        let mut found = Found::default();
        let mut at = start_of(first_line);
        let mut before = 0;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let is_line_end = character == '\r' && characters.peek() == Some(&'\n');
            match unwanted(character) {
                Some(kind) if !is_line_end => {
                    let place = Position {
                        column: at.column + before,
                        ..at
                    };
                    found.count(kind, character, place);
                    before += 1;
                    match gaps.last_mut() {
                        Some(gap) if gap.at == at => gap.before = before,
                        _ => gaps.push(Gap { at, before }),
                    }
                    continue;
                }
                _ => kept.push(character),
            }
            if character == '\n' {
                at = start_of(at.line.saturating_add(1));
                before = 0;
            } else {
                at.column += 1;
            }
        }
        found.report(notes);
        Self {
            text: Cow::Owned(kept),
            first_line,
            gaps,
        }
    }

    /// The place in the file of a place in the cleaned text.
    pub(super) fn in_file(&self, place: Position) -> Position {
        let preceding = self.gaps.partition_point(|gap| gap.at <= place);
        match preceding
            .checked_sub(1)
            .and_then(|last| self.gaps.get(last))
        {
            Some(gap) if gap.at.line == place.line => Position {
                column: place.column + gap.before,
                ..place
            },
            _ => place,
        }
    }
}

/// The text of a quoted scalar without unwanted characters, which escapes can
/// bring back.
pub(super) fn clean_escapes(text: &mut String, place: Position, notes: &mut Notes) {
    if is_clean(text) && !text.contains('\r') {
        return;
    }
    let mut found = Found::default();
    text.retain(|character| match unwanted(character) {
        Some(kind) => {
            found.count(kind, character, place);
            false
        }
        None => true,
    });
    found.report(notes);
}

/// Whether nothing has to be taken out. The first test is a cheap one that
/// settles the matter for nearly every file.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    let plain = bytes.iter().fold(true, |plain, &b| {
        plain & (matches!(b, b' '..=b'~') | (b == b'\n') | (b == b'\t'))
    });
    plain || {
        let mut characters = text.chars().peekable();
        loop {
            match characters.next() {
                None => return true,
                Some('\r') if characters.peek() == Some(&'\n') => {}
                Some(character) if unwanted(character).is_some() => return false,
                Some(_) => {}
            }
        }
    }
}

/// The first character of each kind and how many there were.
#[derive(Default)]
struct Found {
    control: Option<(char, Position, usize)>,
    invisible: Option<(char, Position, usize)>,
}

impl Found {
    fn count(&mut self, kind: Unwanted, character: char, place: Position) {
        let found = match kind {
            Unwanted::Control => &mut self.control,
            Unwanted::Invisible => &mut self.invisible,
        };
        found.get_or_insert((character, place, 0)).2 += 1;
    }

    fn report(self, notes: &mut Notes) {
        let kinds = [
            (Code::ControlCharacter, "control", self.control),
            (Code::InvisibleCharacter, "invisible", self.invisible),
        ];
        for (code, kind, found) in kinds {
            let Some((character, place, count)) = found else {
                continue;
            };
            let character = u32::from(character);
            let (message, hint) = if count == 1 {
                let message = format!("The {kind} character U+{character:04X} was removed.");
                (message, "Delete it from the file.")
            } else {
                let message = format!(
                    "{count} {kind} characters were removed, the first is U+{character:04X}."
                );
                (message, "Delete them from the file.")
            };
            notes.push(Note::new(code, message).at(place).hint(hint));
        }
    }
}

const fn start_of(line: u32) -> Position {
    Position { line, column: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_the_cleaned_text_are_mapped_back_to_the_file() {
        let mut notes = Notes::default();
        let cleaned = Cleaned::new("a\0\0b\u{200b}c\nd\r\ne\rf", 2, &mut notes);
        assert_eq!(cleaned.text, "abc\nd\r\nef");
        let cases = [
            ((2, 1), (2, 1)),
            ((2, 2), (2, 4)),
            ((2, 3), (2, 6)),
            ((3, 1), (3, 1)),
            ((4, 1), (4, 1)),
            ((4, 2), (4, 3)),
        ];
        for ((line, column), expected) in cases {
            let place = cleaned.in_file(Position { line, column });
            assert_eq!((place.line, place.column), expected, "{line}:{column}");
        }
        let messages: Vec<_> = notes.into_vec().into_iter().map(|n| n.message).collect();
        assert_eq!(
            messages,
            [
                "3 control characters were removed, the first is U+0000.",
                "The invisible character U+200B was removed.",
            ]
        );
    }

    #[test]
    fn clean_text_is_not_copied() {
        for text in [
            "",
            "plain\r\nascii\t~",
            "Überblick — schnell ⏳ 👩\u{200d}💻",
        ] {
            let cleaned = Cleaned::new(text, 2, &mut Notes::default());
            assert!(matches!(cleaned.text, Cow::Borrowed(_)), "{text:?}");
        }
    }
}
