//! Takes characters out of the YAML text that have no place in metadata.
//!
//! This happens before the text is parsed, because a parser may take NUL for
//! the end of the input and refuse others; positions are mapped back, so that
//! they are those of the file.

use std::borrow::Cow;

use crate::bytes::find_unprinted;
use crate::diagnostic::{Code, Note, Position};
use crate::text::{Unwanted, unwanted};

use super::fields::KNOWN;
use super::notes::Notes;

/// Text without unwanted characters.
#[derive(Debug)]
pub(super) struct Cleaned<'t> {
    pub(super) text: Cow<'t, str>,
    /// The number of the text's first line in the file.
    pub(super) first_line: u32,
    /// Whether it is known that there is nothing in the text but printed ASCII
    /// characters and the ends of lines.
    pub(super) is_printed: bool,
    /// Where the text goes on at another place than the file, in their order.
    gaps: Vec<Gap>,
}

/// One place in the cleaned text and in the file.
#[derive(Clone, Copy, Debug)]
struct Gap {
    text: Position,
    file: Position,
}

impl<'t> Cleaned<'t> {
    /// The text as it is when nothing is wrong with it, else a cleaned copy and
    /// one note for each kind of character.
    pub(super) fn new(text: &'t str, first_line: u32, notes: &mut Notes) -> Self {
        // Settles the matter for nearly every file.
        let is_printed = find_unprinted(text.as_bytes(), *b"\n").is_none();
        if is_printed || is_clean(text) {
            return Self {
                text: Cow::Borrowed(text),
                first_line,
                is_printed,
                gaps: Vec::new(),
            };
        }
        let mut kept = String::with_capacity(text.len());
        let mut gaps: Vec<Gap> = Vec::new();
        let mut found = Found::default();
        let mut place = start_of(first_line);
        let mut file = place;
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            let fate = Fate::of(character, characters.as_str());
            found.count(fate, character, file);
            let read_as = fate.read_as(character);
            kept.extend(read_as);
            advance(&mut place, read_as);
            advance(&mut file, Some(character));
            if matches!(fate, Fate::Removed | Fate::LineEnd) {
                gaps.pop_if(|gap| gap.text == place);
                gaps.push(Gap { text: place, file });
            }
        }
        found.report(notes);
        Self {
            text: Cow::Owned(kept),
            first_line,
            is_printed: false,
            gaps,
        }
    }

    /// The place in the file of a place in the cleaned text.
    pub(super) fn in_file(&self, place: Position) -> Position {
        let preceding = self.gaps.partition_point(|gap| gap.text <= place);
        let Some(gap) = preceding.checked_sub(1).and_then(|at| self.gaps.get(at)) else {
            return place;
        };
        let lines = place.line - gap.text.line;
        Position {
            line: gap.file.line.saturating_add(lines),
            column: match lines {
                0 => gap.file.column + (place.column - gap.text.column),
                _ => place.column,
            },
        }
    }
}

/// Moves a place behind a character.
fn advance(place: &mut Position, character: Option<char>) {
    match character {
        Some('\n') => *place = start_of(place.line.saturating_add(1)),
        Some(_) => place.column += 1,
        None => {}
    }
}

/// What becomes of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Kept,
    Removed,
    /// It counts as a line feed.
    LineEnd,
    /// It counts as a blank.
    Space,
}

impl Fate {
    /// In YAML 1.2 a lone CR ends a line. What else ends lines for some readers
    /// does so where a field follows, so that the field is not lost.
    fn of(character: char, behind: &str) -> Self {
        match character {
            '\r' if behind.starts_with('\n') => Self::Kept,
            '\r' => Self::LineEnd,
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                if begins_field(behind) {
                    Self::LineEnd
                } else {
                    Self::Space
                }
            }
            _ if unwanted(character).is_some() => Self::Removed,
            _ => Self::Kept,
        }
    }

    fn read_as(self, character: char) -> Option<char> {
        match self {
            Self::Kept => Some(character),
            Self::Removed => None,
            Self::LineEnd => Some('\n'),
            Self::Space => Some(' '),
        }
    }
}

/// Whether text begins with the key of a known field.
fn begins_field(text: &str) -> bool {
    let blanks = [' ', '\t'];
    let text = text.trim_start_matches(blanks);
    KNOWN.into_iter().any(|field| {
        let behind = text.strip_prefix(field);
        behind.is_some_and(|behind| behind.trim_start_matches(blanks).starts_with(':'))
    })
}

/// The text of a quoted scalar without unwanted characters, which escapes can
/// bring back.
pub(super) fn clean_escapes(text: &mut String, place: Position, notes: &mut Notes) {
    if is_clean(text) && !text.contains('\r') {
        return;
    }
    let mut found = Found::default();
    text.retain(|character| {
        let is_kept = unwanted(character).is_none();
        if !is_kept {
            found.count(Fate::Removed, character, place);
        }
        is_kept
    });
    found.report(notes);
}

/// Whether nothing has to be taken out.
fn is_clean(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = find_unprinted(rest.as_bytes(), *b"\n\t") {
        // What stands before it is ASCII.
        let mut characters = rest[at..].chars();
        let character = characters.next();
        rest = characters.as_str();
        if character.and_then(unwanted).is_some()
            && !(character == Some('\r') && rest.starts_with('\n'))
        {
            return false;
        }
    }
    true
}

/// The first character of each kind and fate, and how many there were.
#[derive(Default)]
struct Found(Vec<(Unwanted, Fate, char, Position, usize)>);

impl Found {
    fn count(&mut self, fate: Fate, character: char, place: Position) {
        let Some(kind) = unwanted(character).filter(|_| fate != Fate::Kept) else {
            return;
        };
        match self.0.iter_mut().find(|f| (f.0, f.1) == (kind, fate)) {
            Some(found) => found.4 += 1,
            None => self.0.push((kind, fate, character, place, 1)),
        }
    }

    fn report(self, notes: &mut Notes) {
        for (kind, fate, character, place, count) in self.0 {
            let (code, kind) = match kind {
                Unwanted::Control => (Code::ControlCharacter, "control"),
                Unwanted::Invisible => (Code::InvisibleCharacter, "invisible"),
            };
            let (done, hint) = match fate {
                Fate::LineEnd => ("read as the end of a line", "Put a line feed in its place."),
                Fate::Space => ("read as a space", "Put a space in its place."),
                _ if count == 1 => ("removed", "Delete it from the file."),
                _ => ("removed", "Delete them from the file."),
            };
            let character = u32::from(character);
            let message = if count == 1 {
                format!("The {kind} character U+{character:04X} was {done}.")
            } else {
                format!("{count} {kind} characters were {done}, the first is U+{character:04X}.")
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
        let text = "a\0\0b\u{200b}c\nd\r\ne\rf\0g\nh\u{2028}i\u{2028}name: j\nk";
        let cleaned = Cleaned::new(text, 2, &mut notes);
        assert_eq!(cleaned.text, "abc\nd\r\ne\nfg\nh i\nname: j\nk");
        let cases = [
            ((2, 1), (2, 1)),
            ((2, 2), (2, 4)),
            ((2, 3), (2, 6)),
            ((3, 1), (3, 1)),
            ((4, 1), (4, 1)),
            ((4, 2), (4, 2)),
            ((5, 1), (4, 3)),
            ((5, 2), (4, 5)),
            ((6, 1), (5, 1)),
            ((6, 3), (5, 3)),
            ((7, 1), (5, 5)),
            ((7, 7), (5, 11)),
            ((8, 1), (6, 1)),
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
                "The control character U+000D was read as the end of a line.",
                "The invisible character U+2028 was read as a space.",
                "The invisible character U+2028 was read as the end of a line.",
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
