//! The field `allowed-tools`: one token for each tool, whatever its form.

use crate::diagnostic::{Code, Note};

use super::core_schema::{Typed, typed};
use super::fields::{kind, placed};
use super::notes::Notes;
use super::quote::scalar;
use super::tree::{Fields, Node, Scalar, Value};

pub(super) const ALLOWED_TOOLS: &str = "allowed-tools";

/// The tools, one token each: from a string, or from a list of strings.
pub(super) fn allowed(fields: &Fields<'_>, notes: &mut Notes) -> Vec<String> {
    let mut tools = Vec::new();
    let Some(node) = fields.get(ALLOWED_TOOLS) else {
        if fields.lost(ALLOWED_TOOLS).is_some() {
            let message = "`allowed-tools` could not be read; no tool counts as allowed by it.";
            notes.push(placed(fields, ALLOWED_TOOLS, Code::FieldType, message));
        }
        return tools;
    };
    let form = match &node.value {
        Value::Scalar(scalar) if split(&scalar.text, &mut tools) => "has commas between the tools",
        Value::Scalar(scalar) if is_string(scalar) => return tools,
        Value::Scalar(_) => "is not a string",
        Value::List(items) => {
            for item in items {
                listed(item, &mut tools, notes);
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
    // A line that was repaired has its correction.
    if !notes.tell_of_line(node.position.line) {
        let note = Note::new(Code::AllowedToolsForm, format!("`allowed-tools` {form}."));
        notes.push(note.at(node.position).hint(corrected(&tools)));
    }
    tools
}

/// The tools of one item of a list.
fn listed(item: &Node<'_>, tools: &mut Vec<String>, notes: &mut Notes) {
    match &item.value {
        Value::Scalar(scalar) => {
            split(&scalar.text, tools);
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

fn is_string(scalar: &Scalar<'_>) -> bool {
    !scalar.plain || matches!(typed(&scalar.text), Typed::Text(_))
}

/// The tools of a text.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut tools = Vec::new();
    split(text, &mut tools);
    tools
}

/// Splits at white space and commas outside parentheses, and says whether there
/// were commas.
fn split(text: &str, tools: &mut Vec<String>) -> bool {
    let mut has_commas = false;
    let mut depth = 0;
    let separates = |character: char| {
        let is_inside = is_inside(character, &mut depth);
        has_commas |= character == ',' && !is_inside;
        !is_inside && (character == ',' || character.is_whitespace())
    };
    tools.extend(
        text.split(separates)
            .map(str::trim)
            .filter(|tool| !tool.is_empty())
            .map(str::to_owned),
    );
    has_commas
}

/// Whether a character stands in parentheses.
fn is_inside(character: char, depth: &mut usize) -> bool {
    match character {
        '(' => *depth += 1,
        ')' => *depth = depth.saturating_sub(1),
        _ => {}
    }
    *depth > 0
}

/// The field as the specification has it, for tools that can be written so; else
/// what keeps them from it.
pub(super) fn corrected(tools: &[String]) -> String {
    let joined = tools.join(" ");
    if tokens(&joined) == tools {
        format!("{ALLOWED_TOOLS}: {}", scalar(&joined))
    } else {
        "Close the parentheses of each tool, and quote a tool that has a comma in it.".to_owned()
    }
}

/// A value that is not YAML, without the brackets and quotes that its author put
/// around the tools.
pub(super) fn bare(text: &str) -> String {
    if !text.starts_with(['[', '{', '"', '\'']) {
        return text.to_owned();
    }
    let mut depth = 0;
    let is_frame = |character: char| {
        !is_inside(character, &mut depth) && matches!(character, '[' | ']' | '{' | '}' | '"' | '\'')
    };
    text.replace(is_frame, " ").trim().to_owned()
}
