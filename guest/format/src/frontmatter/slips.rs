//! Keys that are nearly those of known fields.

use crate::diagnostic::{Code, Note};
use crate::name::edits;

use super::fields::KNOWN;
use super::invocation;
use super::keys::shown;
use super::notes::Notes;
use super::tree::{Fields, Key};

/// Most slips in one key.
const MOST_EDITS: usize = 2;

/// What people get right of a key: its letters and digits, whatever their case
/// and whatever stands between them.
pub(super) fn letters(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The one of `fields` that is meant by `key`, which is none of them.
pub(super) fn meant<'f>(key: &str, fields: &[&'f str]) -> Option<&'f str> {
    fields.iter().copied().find(|field| is_near(key, field))
}

fn is_near(key: &str, field: &str) -> bool {
    if key.len() + MOST_EDITS < field.len() || key.len() > 4 * field.len() {
        return false;
    }
    let [a, b] = [key, field].map(|text| letters(text).chars().collect::<Vec<_>>());
    edits(&a, &b, (b.len() / 3).clamp(1, MOST_EDITS)).is_some()
}

/// The key that was meant as `field`, which is missing.
pub(super) fn of<'f>(fields: &'f Fields<'_>, field: &str) -> Option<&'f Key<'f>> {
    let mut keys = fields.keys().map(|(key, _)| key);
    keys.find(|key| !KNOWN.contains(&&*key.text) && is_near(&key.text, field))
}

/// What to do about the key that was meant as `field`.
pub(super) fn correction(key: &Key<'_>, field: &str) -> String {
    let line = key.position.line;
    format!("Line {line} is `{}`; write `{field}`.", shown(&key.text))
}

/// The keys that the specification does not have. Those that bar a skill from
/// someone are told of when it is loaded.
pub(super) fn unknown_fields(fields: &Fields<'_>, notes: &mut Notes) {
    let is_unknown =
        |key: &Key<'_>| !KNOWN.contains(&&*key.text) && invocation::field(key).is_none();
    for (key, _) in fields.iter().filter(|(key, _)| is_unknown(key)) {
        notes.tell(Code::FieldUnknown, || {
            let message = format!("The specification has no field `{}`.", shown(&key.text));
            let meant = meant(&key.text, &KNOWN).filter(|field| fields.position(field).is_none());
            let note = Note::new(Code::FieldUnknown, message).at(key.position);
            match meant {
                Some(field) => note.hint(format!("Did you mean `{field}`?")),
                None => {
                    note.hint("Put it under `metadata`, or keep it for the client that knows it.")
                }
            }
        });
    }
}
