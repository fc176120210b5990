//! The tree's fields as the rest of the component knows them.
//!
//! Every text is what the author wrote: a name `007` is that, and so is a
//! version `1.10`. `null`, `~` and nothing mean that there is no value. Keys
//! that no specification knows are kept for `json` and never looked at.

use crate::diagnostic::{Code, Note};
use crate::limits::Limits;
use crate::name;
use crate::skill::{Invocation, Metadata};
use crate::text::is_blank;

use super::core_schema::{Typed, to_json, typed};
use super::keys::shown;
use super::notes::Notes;
use super::quote::scalar;
use super::tree::{Fields, Node, Scalar, Value};

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

const ALLOWED_TOOLS: &str = "allowed-tools";
const DISABLE_MODEL: &str = "disable-model-invocation";
const USER_INVOCABLE: &str = "user-invocable";

/// What to do about a text that is too long.
const SHORTER: &str = "Shorten it, and move details to the body.";

/// Reads the known fields and notes what is wrong with them.
pub(super) fn metadata(fields: &Fields, limits: &Limits, notes: &mut Notes) -> Metadata {
    Metadata {
        name: name(fields, limits, notes),
        description: description(fields, limits, notes),
        license: text_field(fields, "license", notes).filter(|license| !is_blank(license)),
        compatibility: compatibility(fields, limits, notes),
        allowed_tools: allowed_tools(fields, notes),
        metadata: pairs(fields, notes),
        invocation: invocation(fields, notes),
        json: to_json(fields),
    }
}

/// The trimmed text of a field; none, with a note, when it is a list or a map.
fn text_field(fields: &Fields, key: &str, notes: &mut Notes) -> Option<String> {
    let node = fields.get(key)?;
    match &node.value {
        Value::Scalar(scalar) => Some(scalar.text.trim().to_owned()),
        other => {
            let message = format!("`{key}` is {}, not text.", kind(other));
            let note = Note::new(Code::FieldType, message).at(node.position);
            notes.push(note.hint("Write it as one text, in quotes."));
            None
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Scalar(_) => "text",
        Value::List(_) => "a list",
        Value::Map(_) => "a map",
    }
}

fn name(fields: &Fields, limits: &Limits, notes: &mut Notes) -> Option<String> {
    let name = name::usable(&text_field(fields, "name", notes)?)?;
    if let Some(node) = fields.get("name") {
        for note in name::faults(&name, limits) {
            notes.push(note.at(node.position));
        }
    }
    Some(name)
}

fn description(fields: &Fields, limits: &Limits, notes: &mut Notes) -> Option<String> {
    let text = text_field(fields, "description", notes).filter(|text| !is_blank(text))?;
    let most = limits.description_characters;
    if let Some(count) = longer_than(&text, most) {
        let message = format!("The description has {count} characters; {most} are allowed.");
        let note = placed(fields, "description", Code::DescriptionTooLong, message);
        notes.push(note.hint(SHORTER));
    }
    Some(text)
}

fn compatibility(fields: &Fields, limits: &Limits, notes: &mut Notes) -> Option<String> {
    let text = text_field(fields, "compatibility", notes)?;
    let most = limits.compatibility_characters;
    if is_blank(&text) {
        let message = "`compatibility` is empty.";
        let note = placed(fields, "compatibility", Code::CompatibilityLength, message);
        notes.push(note.hint("Leave it out, or say what the skill needs."));
        return None;
    }
    if let Some(count) = longer_than(&text, most) {
        let message = format!("`compatibility` has {count} characters; {most} are allowed.");
        let note = placed(fields, "compatibility", Code::CompatibilityLength, message);
        notes.push(note.hint(SHORTER));
    }
    Some(text)
}

/// The number of code points if there are more than `most`.
fn longer_than(text: &str, most: usize) -> Option<usize> {
    // No text has more code points than bytes.
    (text.len() > most)
        .then(|| text.chars().count())
        .filter(|&count| count > most)
}

/// A finding at the value of a field, or at its key when there is no value.
fn placed(fields: &Fields, key: &str, code: Code, message: impl Into<String>) -> Note {
    let note = Note::new(code, message);
    let position = fields.get(key).map(|node| node.position);
    match position.or_else(|| fields.position(key)) {
        Some(position) => note.at(position),
        None => note,
    }
}

/// The `metadata` map, its values as text.
fn pairs(fields: &Fields, notes: &mut Notes) -> Vec<(String, String)> {
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
                    to_json(node)
                }
            };
            Some((key.text.clone(), value))
        })
        .collect()
}

/// The tools, one token each: from a string, or from a list of strings.
fn allowed_tools(fields: &Fields, notes: &mut Notes) -> Vec<String> {
    let mut tools = Vec::new();
    if fields.lost(ALLOWED_TOOLS).is_some() {
        let message = "`allowed-tools` could not be read; no tool counts as allowed by it.";
        notes.push(placed(fields, ALLOWED_TOOLS, Code::FieldType, message));
        return tools;
    }
    let Some(node) = fields.get(ALLOWED_TOOLS) else {
        return tools;
    };
    let form = match &node.value {
        Value::Scalar(scalar) if split_tools(&scalar.text, &mut tools) => {
            "has commas between the tools"
        }
        Value::Scalar(scalar) if is_string(scalar) => return tools,
        Value::Scalar(_) => "is not a string",
        Value::List(items) => {
            for item in items {
                listed_tools(item, &mut tools, notes);
            }
            "is a list"
        }
        other => {
            let what = kind(other);
            let message =
                format!("`allowed-tools` is {what}, not text; no tool counts as allowed by it.");
            notes.push(Note::new(Code::FieldType, message).at(node.position));
            return tools;
        }
    };
    notes.push(
        Note::new(Code::AllowedToolsForm, format!("`allowed-tools` {form}."))
            .at(node.position)
            .hint(format!("allowed-tools: {}", scalar(&tools.join(" ")))),
    );
    tools
}

/// The tools of one item of a list.
fn listed_tools(item: &Node, tools: &mut Vec<String>, notes: &mut Notes) {
    match &item.value {
        Value::Scalar(scalar) => {
            split_tools(&scalar.text, tools);
        }
        Value::Null => {}
        other => {
            let what = kind(other);
            let message = format!("A tool in `allowed-tools` is {what}; it was left out.");
            notes.push(
                Note::new(Code::FieldType, message)
                    .at(item.position)
                    .hint("Quote the tool."),
            );
        }
    }
}

fn is_string(scalar: &Scalar) -> bool {
    !scalar.plain || matches!(typed(&scalar.text), Typed::Text(_))
}

/// Splits at white space and commas outside parentheses, and says whether there
/// were commas.
fn split_tools(text: &str, tools: &mut Vec<String>) -> bool {
    let mut depth = 0usize;
    let mut has_commas = false;
    let separates = |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => has_commas = true,
            _ => {}
        }
        depth == 0 && (character == ',' || character.is_whitespace())
    };
    tools.extend(
        text.split(separates)
            .map(str::trim)
            .filter(|tool| !tool.is_empty())
            .map(str::to_owned),
    );
    has_commas
}

/// Who may start the skill. What cannot be read keeps it from the model, so
/// that no wish of its author is lost.
fn invocation(fields: &Fields, notes: &mut Notes) -> Invocation {
    let disabled = truth(fields, DISABLE_MODEL, notes);
    let user = truth(fields, USER_INVOCABLE, notes);
    let unreadable = Err(()) == disabled || Err(()) == user;
    Invocation {
        model: !unreadable && !matches!(disabled, Ok(Some(true))),
        user: !matches!(user, Ok(Some(false))),
    }
}

/// A truth value in any of the spellings that people use.
fn truth(fields: &Fields, key: &str, notes: &mut Notes) -> Result<Option<bool>, ()> {
    let text = match (fields.lost(key), fields.get(key)) {
        (None, None) => return Ok(None),
        (None, Some(node)) => match &node.value {
            Value::Scalar(scalar) => scalar.text.trim(),
            _ => "",
        },
        (Some(_), _) => "",
    };
    let is_one_of = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(["true", "yes", "on", "1"]) {
        return Ok(Some(true));
    }
    if is_one_of(["false", "no", "off", "0"]) {
        return Ok(Some(false));
    }
    let message = format!("`{key}` is neither true nor false; the skill is kept from the model.");
    notes.push(
        placed(fields, key, Code::InvocationValue, message)
            .hint(format!("Write `{key}: true` or `{key}: false`.")),
    );
    Err(())
}
