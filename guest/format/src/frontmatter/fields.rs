//! The tree's fields as the rest of the component knows them.
//!
//! Every text is what the author wrote: a name `007` is that, and so is a
//! version `1.10`. `null`, `~` and nothing mean that there is no value. Keys
//! that no specification knows are kept for `json`.

use crate::diagnostic::{Code, Note};
use crate::limits::Limits;
use crate::metadata::Metadata;
use crate::name;
use crate::text::is_blank;

use super::cleaning::Cleaned;
use super::core_schema::fields_to_json;
use super::invocation::{DISABLE_MODEL, USER_INVOCABLE, invocation};
use super::keys::shown;
use super::notes::Notes;
use super::tools::{self, ALLOWED_TOOLS};
use super::tree::{Fields, Value};

/// The fields of the specification, and those on who may start a skill.
pub(super) const KNOWN: [&str; 8] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    ALLOWED_TOOLS,
    DISABLE_MODEL,
    USER_INVOCABLE,
];

/// The fields whose value is one text.
pub(super) const TEXT_FIELDS: [&str; 4] = ["name", "description", "license", "compatibility"];

/// What to do about a text that is too long.
const SHORTER: &str = "Shorten it, and move details to the body.";

/// Reads the known fields and notes what is wrong with them.
pub(super) fn metadata(
    fields: &Fields<'_>,
    source: &Cleaned<'_>,
    limits: &Limits,
    notes: &mut Notes,
) -> Metadata {
    Metadata {
        name: name(fields, limits, notes),
        description: description(fields, limits, notes),
        license: license(fields, notes),
        compatibility: compatibility(fields, limits, notes),
        allowed_tools: tools::allowed(fields, notes),
        metadata: pairs(fields, notes),
        invocation: invocation(fields, source, notes),
        json: fields_to_json(fields),
    }
}

/// The trimmed text of a field; none, with a note, when it is a list or a map.
fn text_field<'f>(fields: &'f Fields<'_>, key: &str, notes: &mut Notes) -> Option<&'f str> {
    let node = fields.get(key)?;
    match &node.value {
        Value::Scalar(scalar) => Some(scalar.text.trim()),
        other => {
            let message = format!("`{key}` is {}, not text.", kind(other));
            let note = Note::new(Code::FieldType, message).at(node.position);
            notes.push(note.hint("Write it as one text, in quotes."));
            None
        }
    }
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Scalar(_) => "text",
        Value::List(_) => "a list",
        Value::Map(_) => "a map",
    }
}

fn name(fields: &Fields<'_>, limits: &Limits, notes: &mut Notes) -> Option<String> {
    let name = name::usable(text_field(fields, "name", notes)?)?;
    if let Some(node) = fields.get("name") {
        for note in name::faults(&name, limits) {
            notes.push(note.at(node.position));
        }
    }
    Some(name)
}

fn description(fields: &Fields<'_>, limits: &Limits, notes: &mut Notes) -> Option<String> {
    let text = text_field(fields, "description", notes).filter(|text| !is_blank(text))?;
    let most = limits.description_characters;
    if let Some(count) = longer_than(text, most) {
        let message = format!("The description has {count} characters; {most} are allowed.");
        let note = placed(fields, "description", Code::DescriptionTooLong, message);
        notes.push(note.hint(SHORTER));
    }
    Some(text.to_owned())
}

fn license(fields: &Fields<'_>, notes: &mut Notes) -> Option<String> {
    let text = text_field(fields, "license", notes)?;
    (!is_blank(text)).then(|| text.to_owned())
}

fn compatibility(fields: &Fields<'_>, limits: &Limits, notes: &mut Notes) -> Option<String> {
    let text = text_field(fields, "compatibility", notes)?;
    let most = limits.compatibility_characters;
    if is_blank(text) {
        let message = "`compatibility` is empty.";
        let note = placed(fields, "compatibility", Code::CompatibilityLength, message);
        notes.push(note.hint("Leave it out, or say what the skill needs."));
        return None;
    }
    if let Some(count) = longer_than(text, most) {
        let message = format!("`compatibility` has {count} characters; {most} are allowed.");
        let note = placed(fields, "compatibility", Code::CompatibilityLength, message);
        notes.push(note.hint(SHORTER));
    }
    Some(text.to_owned())
}

/// The number of code points if there are more than `most`.
fn longer_than(text: &str, most: usize) -> Option<usize> {
    // No text has more code points than bytes.
    (text.len() > most)
        .then(|| text.chars().count())
        .filter(|&count| count > most)
}

/// A finding at the value of a field, or at its key when there is no value.
pub(super) fn placed(
    fields: &Fields<'_>,
    key: &str,
    code: Code,
    message: impl Into<String>,
) -> Note {
    let note = Note::new(code, message);
    let position = fields.get(key).map(|node| node.position);
    match position.or_else(|| fields.position(key)) {
        Some(position) => note.at(position),
        None => note,
    }
}

/// The `metadata` map, its values as text.
fn pairs(fields: &Fields<'_>, notes: &mut Notes) -> Vec<(String, String)> {
    let Some(node) = fields.get("metadata") else {
        return Vec::new();
    };
    let Value::Map(entries) = &node.value else {
        let message = format!("`metadata` is {}, not a map.", kind(&node.value));
        notes.push(
            Note::new(Code::FieldType, message)
                .at(node.position)
                .hint("Write one indented `key: value` line for each value."),
        );
        return Vec::new();
    };
    entries
        .iter()
        .filter_map(|(key, node)| {
            let value = match &node.value {
                Value::Scalar(scalar) => scalar.text.trim().to_owned(),
                Value::Null => return None,
                Value::List(_) | Value::Map(_) => {
                    let what = kind(&node.value);
                    let message = format!(
                        "`{}` in `metadata` is {what}, not text; it was kept as JSON.",
                        shown(&key.text)
                    );
                    let note = Note::new(Code::MetadataValue, message).at(key.position);
                    notes.push(note.hint("Write it as one text, in quotes."));
                    node.value.to_json()
                }
            };
            Some((key.text.to_string(), value))
        })
        .collect()
}
