//! Names of skills: the specification's grammar, comparison, and which names
//! are near another.
//!
//! A name is only ever looked up among the names that exist; it is never made
//! part of a path. So no name is dangerous, and one that breaks the grammar
//! still loads.

mod nearest;

pub use nearest::{edits, nearest};

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark, is_nfc};

use crate::bytes::has_pair;
use crate::diagnostic::{Code, Note};
use crate::limits::Limits;
use crate::text;

/// Code points of a name that hints and [`nearest`] look at.
const LOOKED_AT: usize = 64;

/// The text as a name: cleaned and on one line, since a catalog shows it so and
/// it is looked up as shown. None when nothing of it could be seen.
pub fn usable(text: &str) -> Option<String> {
    Some(text::one_line(text)).filter(|name| !text::is_blank(name))
}

/// Whether a name is of ASCII lower-case letters and digits, in parts joined by
/// single hyphens.
pub fn is_plain(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty()
        && name.bytes().all(fits)
        && !name.starts_with('-')
        && !name.ends_with('-')
        && !has_pair(name.as_bytes(), *b"--")
}

/// The form in which names are compared and looked up: trimmed, in Unicode's
/// composed form.
pub fn key(name: &str) -> Cow<'_, str> {
    let name = name.trim();
    if name.is_ascii() || is_nfc(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfc().collect())
    }
}

/// Everything in which a name departs from the specification: at most 64
/// lower-case letters, digits and single hyphens, with no hyphen at its ends.
///
/// The specification speaks of Unicode's letters and of `a-z` in one sentence;
/// other letters are therefore only pointed out.
pub fn faults(name: &str, limits: &Limits) -> Vec<Note> {
    let composed = key(name);
    let mut notes = Vec::new();
    let length = composed.chars().count();
    if length > limits.name_characters {
        let most = limits.name_characters;
        let message = format!("The name has {length} characters; {most} are allowed.");
        notes.push(Note::new(Code::NameTooLong, message).hint("Choose a shorter name."));
    }
    if is_plain(&composed) {
        return notes;
    }
    let invalid = grammar_faults(&composed);
    if invalid.is_empty() && !composed.is_ascii() {
        let message = "The name has letters outside `a-z` and `0-9`, which some clients refuse.";
        let hint = "Use `a-z`, `0-9` and hyphens if the skill is meant for every client.";
        notes.push(Note::new(Code::NameNotAscii, message).hint(hint));
    }
    let hint = match valid_form(&composed) {
        Some(valid) => format!("name: {valid}"),
        None => "Use lower-case letters, digits and single hyphens.".to_owned(),
    };
    notes.extend(
        invalid
            .into_iter()
            .map(|message| Note::new(Code::NameInvalid, message).hint(hint.clone())),
    );
    notes
}

fn grammar_faults(name: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some(upper) = name.chars().find(|&c| is_letter(c) && !is_lower(c)) {
        faults.push(format!("The name has the upper-case letter `{upper}`."));
    }
    if let Some(other) = name.chars().find(|&c| c != '-' && !is_letter(c)) {
        faults.push(match other {
            ' ' => "The name has a space in it.".to_owned(),
            _ => {
                let shown = text::revealed(other.encode_utf8(&mut [0; 4]), LOOKED_AT);
                format!("The name has `{shown}` in it, which is no letter, digit or hyphen.")
            }
        });
    }
    if name.starts_with('-') || name.ends_with('-') {
        faults.push("The name starts or ends with a hyphen.".to_owned());
    }
    if name.contains("--") {
        faults.push("The name has two hyphens in a row.".to_owned());
    }
    faults
}

/// Letters, digits, and the marks without which many scripts cannot be written.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

/// Whether a character is its own lower case, as uncased ones are.
fn is_lower(character: char) -> bool {
    let mut lower = character.to_lowercase();
    lower.next() == Some(character) && lower.next().is_none()
}

/// The valid name that is closest to an invalid one.
fn valid_form(name: &str) -> Option<String> {
    let mut valid = String::new();
    for character in name.chars().flat_map(char::to_lowercase).take(LOOKED_AT) {
        if is_letter(character) && is_lower(character) {
            valid.push(character);
        } else if !valid.is_empty() && !valid.ends_with('-') {
            valid.push('-');
        }
    }
    valid.truncate(valid.trim_end_matches('-').len());
    Some(valid).filter(|valid| !valid.is_empty())
}

/// The finding that a name is not that of its directory, if so.
pub fn mismatch(name: &str, directory: &str) -> Option<Note> {
    if key(name) == key(directory) {
        return None;
    }
    let shown = |text: &str| text::shorten(&text::one_line(text), LOOKED_AT).into_owned();
    let (name, directory) = (shown(name), shown(directory));
    let message = format!("The name is `{name}`, but the directory is `{directory}`.");
    Some(Note::new(Code::NameMismatch, message).hint("Give both the same name."))
}

/// The finding that there is no name, so that the directory's is used.
pub fn missing(directory: &str) -> Note {
    let name = text::shorten(&text::one_line(directory), LOOKED_AT).into_owned();
    let message = format!("There is no name; the directory's name `{name}` is used.");
    Note::new(Code::NameMissing, message).hint(format!("name: {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn faults_of(name: &str) -> Vec<(&'static str, String)> {
        faults(name, &Limits::default())
            .into_iter()
            .map(|note| (note.code.as_str(), note.message))
            .collect()
    }

    #[test]
    fn names_of_the_specification_have_no_faults() {
        for name in [
            "pdf-processing",
            "data-analysis",
            "a",
            "12306",
            "007",
            "a1-b2",
        ] {
            assert_eq!(faults_of(name), [], "{name}");
        }
        assert_eq!(faults_of(&"a".repeat(64)), []);
    }

    #[test]
    fn letters_of_other_scripts_are_only_pointed_out() {
        for name in [
            "技能",
            "мой-навык",
            "навык",
            "café",
            "cafe\u{301}",
            "ไทย",
            "हिन्दी",
            "ß",
        ] {
            let codes: Vec<_> = faults_of(name).into_iter().map(|(code, _)| code).collect();
            assert_eq!(codes, ["name-not-ascii"], "{name}");
        }
    }

    #[test]
    fn each_fault_is_named_and_a_valid_form_given() {
        let cases = [
            (
                "MySkill",
                "The name has the upper-case letter `M`.",
                "name: myskill",
            ),
            (
                "НАВЫК",
                "The name has the upper-case letter `Н`.",
                "name: навык",
            ),
            (
                "-my-skill",
                "The name starts or ends with a hyphen.",
                "name: my-skill",
            ),
            (
                "my-skill-",
                "The name starts or ends with a hyphen.",
                "name: my-skill",
            ),
            (
                "my--skill",
                "The name has two hyphens in a row.",
                "name: my-skill",
            ),
            (
                "code_explorer",
                "The name has `_` in it, which is no letter, digit or hyphen.",
                "name: code-explorer",
            ),
            (
                "plugin:skill",
                "The name has `:` in it, which is no letter, digit or hyphen.",
                "name: plugin-skill",
            ),
            (
                "../../etc/passwd",
                "The name has `.` in it, which is no letter, digit or hyphen.",
                "name: etc-passwd",
            ),
            (
                "a\u{200d}b",
                "The name has `<U+200D>` in it, which is no letter, digit or hyphen.",
                "name: a-b",
            ),
            (
                "plain skill",
                "The name has a space in it.",
                "name: plain-skill",
            ),
            (
                "***",
                "The name has `*` in it, which is no letter, digit or hyphen.",
                "Use lower-case letters, digits and single hyphens.",
            ),
        ];
        for (name, message, hint) in cases {
            let notes = faults(name, &Limits::default());
            assert_eq!(notes.len(), 1, "{name}");
            assert_eq!(notes[0].code, Code::NameInvalid, "{name}");
            assert_eq!(notes[0].message, message, "{name}");
            assert_eq!(notes[0].hint.as_deref(), Some(hint), "{name}");
        }
    }

    #[test]
    fn several_faults_are_several_notes_with_one_hint() {
        let notes = faults("Agent Development", &Limits::default());
        let messages: Vec<_> = notes.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "The name has the upper-case letter `A`.",
                "The name has a space in it."
            ]
        );
        for note in &notes {
            assert_eq!(note.hint.as_deref(), Some("name: agent-development"));
        }
    }

    #[test]
    fn length_counts_code_points() {
        let long = [
            (
                Code::NameTooLong,
                "The name has 65 characters; 64 are allowed.",
                "a".repeat(65),
            ),
            (
                Code::NameTooLong,
                "The name has 65 characters; 64 are allowed.",
                "é".repeat(65),
            ),
        ];
        for (code, message, name) in long {
            let note = &faults(&name, &Limits::default())[0];
            assert_eq!((note.code, note.message.as_str()), (code, message));
        }
        let codes: Vec<_> = faults_of(&"é".repeat(64))
            .into_iter()
            .map(|f| f.0)
            .collect();
        assert_eq!(codes, ["name-not-ascii"]);
    }

    #[test]
    fn names_are_compared_in_composed_form() {
        assert_eq!(key(" cafe\u{301} "), "café");
        assert!(matches!(key("plain"), Cow::Borrowed("plain")));
        assert_eq!(mismatch("café", "cafe\u{301}"), None);
        let note = mismatch("real-name", "alias-dir").unwrap();
        assert_eq!(note.code, Code::NameMismatch);
        assert_eq!(
            note.message,
            "The name is `real-name`, but the directory is `alias-dir`."
        );
    }

    #[test]
    fn a_usable_name_has_something_to_show() {
        let cases = [
            ("demo", Some("demo")),
            (" Plain  Skill\n", Some("Plain Skill")),
            ("a\0\u{202e}b", Some("ab")),
            ("..", Some("..")),
            ("", None),
            (" \t\n", None),
            ("\u{200b}\0", None),
            ("\u{200d}", None),
            ("\u{2800}\u{3164}", None),
            ("a\u{200d}", Some("a\u{200d}")),
        ];
        for (text, expected) in cases {
            assert_eq!(usable(text).as_deref(), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_panic(name: String, other: String) {
            let notes = faults(&name, &Limits::default());
            let _ = (mismatch(&name, &other), usable(&name), missing(&name));
            for valid in notes.iter().filter_map(|n| n.hint.as_deref()?.strip_prefix("name: ")) {
                prop_assert!(grammar_faults(valid).is_empty(), "{valid:?}");
            }
        }
    }
}
