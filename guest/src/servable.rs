//! Whether clients that verify a skill will take it, and if not, why.
//!
//! A client of MCP's skills extension reads `SKILL.md` with a parser of its own
//! and compares what it finds with what the server said, field by field; one
//! entry that it cannot verify makes many clients refuse the whole listing. So
//! only a skill that all of them read alike is served: what loading forgives is
//! a fault here.

use agent_skills_types::{SERVED_BYTES, SERVED_FILES};

use crate::diagnostic::{Code, Note, Position};
use crate::frontmatter::{self, Block, Fields, Located, Reading, Value, quote};
use crate::limits::Limits;
use crate::manifest::Gap;
use crate::name;
use crate::text;

mod ambiguity;

/// Longest name that every client takes, in characters.
const NAME: usize = 64;

/// Longest description, in code points.
const DESCRIPTION: usize = 1024;

/// Longest compatibility text, in code points.
const COMPATIBILITY: usize = 500;

/// What to do about a value of the wrong kind.
const AS_TEXT: &str = "Write it as one text, in quotes.";

/// A `SKILL.md` as those who serve it need it.
#[derive(Debug, Default)]
pub struct Judged {
    /// The frontmatter as the text of one JSON object; `{}` where there is none.
    pub frontmatter: String,
    /// What keeps it from being served, in the order of the file.
    pub faults: Vec<Note>,
    /// What some clients read differently from others.
    pub advice: Vec<Note>,
}

/// Judges the bytes of a file called `file`, known to its readers as the skill
/// `name`.
pub fn judge(bytes: &[u8], file: &str, name: &str, limits: &Limits) -> Judged {
    let mut faults = file_faults(bytes, file);
    let Located::Block(block) = frontmatter::locate(bytes, true, limits) else {
        return unreadable(faults);
    };
    let yaml = bytes.get(block.yaml.clone()).unwrap_or_default();
    let Ok(reading) = frontmatter::read(yaml, block.first_line, limits) else {
        return unreadable(faults);
    };
    faults.extend(delimiter_faults(bytes, &block));
    faults.extend(yaml_faults(&reading));
    faults.extend(name_fault(&reading.fields, name));
    faults.extend(field_faults(&reading.fields));
    faults.extend(value_faults(&reading.fields));
    faults.sort_by_key(|note| (note.position.is_none(), note.position));
    Judged {
        faults,
        advice: ambiguity::advice(&reading.fields, yaml, block.first_line),
        frontmatter: reading.metadata.json,
    }
}

/// The fault of a skill with this many files and bytes, and others if there is a
/// gap.
pub fn size_fault(files: usize, bytes: u64, gap: Option<&Gap>) -> Option<Note> {
    const FEWER: &str =
        "Keep at most 512 readable files of 16 MiB together in the skill's directory.";
    let is_cut = files == SERVED_FILES && gap.is_some();
    let (message, hint) = if files > SERVED_FILES || is_cut {
        let message =
            format!("The skill has more than {SERVED_FILES} files, so clients may refuse it.");
        (message, FEWER)
    } else if bytes > SERVED_BYTES {
        let message = format!("The skill has {bytes} bytes; clients take {SERVED_BYTES}.");
        (message, FEWER)
    } else {
        let gap = gap?;
        let message = format!(
            "Some files of the skill are not listed, and no client could verify it: {gap}."
        );
        let is_named = matches!(gap, Gap::NotUtf8(_));
        (message, if is_named { "Rename the file." } else { FEWER })
    };
    Some(Note::new(Code::McpFiles, message).hint(hint))
}

/// The fault of a skill with a file whose name clients take for a path.
pub fn file_name_fault(path: &str) -> Note {
    let message = format!("Clients refuse the `\\` in the name of `{}`.", shown(path));
    Note::new(Code::McpFiles, message).hint("Rename the file.")
}

/// What is left when there is no frontmatter to speak of.
fn unreadable(mut faults: Vec<Note>) -> Judged {
    let message = "The frontmatter cannot be read, so no client could verify it.";
    let hint = "Correct what the other findings on this file tell.";
    faults.push(Note::new(Code::McpYaml, message).hint(hint));
    Judged {
        frontmatter: "{}".to_owned(),
        faults,
        advice: Vec::new(),
    }
}

fn file_faults(bytes: &[u8], file: &str) -> Vec<Note> {
    let mut notes = Vec::new();
    if file != "SKILL.md" {
        let message = format!(
            "Clients look for `SKILL.md`, and the file is called `{}`.",
            text::shorten(&text::one_line(file), NAME)
        );
        let hint = "Put it into a directory of its own, as `SKILL.md`.";
        notes.push(Note::new(Code::McpFile, message).hint(hint));
    }
    if std::str::from_utf8(bytes).is_err() {
        let message = "The file is not UTF-8 text, so clients cannot read it.";
        notes.push(Note::new(Code::McpFile, message).hint("Save the file as UTF-8."));
    }
    notes
}

/// Clients know no other delimiters than lines of exactly `---`.
fn delimiter_faults(bytes: &[u8], block: &Block) -> Vec<Note> {
    let yaml = bytes.get(block.yaml.clone()).unwrap_or_default();
    let lines_before = yaml.iter().filter(|byte| **byte == b'\n').count();
    let closing = block.first_line.saturating_add(number(lines_before));
    let opener = bytes.get(..block.yaml.start).unwrap_or_default();
    let closer = bytes.get(block.yaml.end..block.body).unwrap_or_default();
    let mut notes = Vec::new();
    if opener != b"---\n" && opener != b"---\r\n" {
        let message = "The file does not begin with a line of exactly `---`.";
        let hint = "Delete what stands before it, a byte order mark too, and blanks behind it.";
        notes.push(at_line(
            1,
            Note::new(Code::McpDelimiter, message).hint(hint),
        ));
    }
    for (line, text) in (block.first_line..).zip(yaml.split(|byte| *byte == b'\n')) {
        if text.trim_ascii_end() == b"..." {
            let message = "A line `...` ends the frontmatter for some clients.";
            notes.push(at_line(
                line,
                Note::new(Code::McpDelimiter, message).hint("Delete the line."),
            ));
        }
    }
    if !matches!(closer, b"---\n" | b"---\r\n" | b"---") {
        let message = "The closing line is not exactly `---`.";
        let hint = "Delete the blanks behind it.";
        notes.push(at_line(
            closing,
            Note::new(Code::McpDelimiter, message).hint(hint),
        ));
    }
    notes
}

/// What loading recovers, leaves out or cleans reads differently elsewhere.
fn yaml_faults(reading: &Reading<'_>) -> Vec<Note> {
    let forgiven = |code| {
        matches!(
            code,
            Code::YamlUnquotedColon
                | Code::YamlRecovered
                | Code::YamlUnsupported
                | Code::YamlDuplicateKey
                | Code::ControlCharacter
                | Code::InvisibleCharacter
        )
    };
    let forgiven = reading.notes.iter().filter(|note| forgiven(note.code));
    forgiven
        .map(|note| Note {
            code: Code::McpYaml,
            message: format!("Clients read this differently. {}", note.message),
            ..note.clone()
        })
        .collect()
}

fn name_fault(fields: &Fields<'_>, name: &str) -> Option<Note> {
    let text = string(fields, "name");
    let message = match text {
        None => "Clients need a `name` that is text.".to_owned(),
        Some(text) if !name::is_plain(text) || text.len() > NAME => {
            format!("Clients take names of at most {NAME} of `a-z`, `0-9` and single hyphens only.")
        }
        Some(text) if text != name => format!(
            "The skill is known as `{}` and not by its `name`.",
            text::shorten(&text::one_line(name), NAME)
        ),
        Some(_) => return None,
    };
    let note = Note::new(Code::McpName, message).hint("Write a line such as `name: my-skill`.");
    Some(placed(note, fields, "name"))
}

fn field_faults(fields: &Fields<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut fault = |key: &str, message: String, hint: &str| {
        let note = Note::new(Code::McpField, message).hint(hint);
        notes.push(placed(note, fields, key));
    };
    for (key, required, most) in [
        ("description", true, DESCRIPTION),
        ("compatibility", false, COMPATIBILITY),
        ("license", false, usize::MAX),
    ] {
        let length = string(fields, key).map(|text| text.chars().count());
        match length {
            Some(length) if length > most => {
                let message = format!("`{key}` has {length} characters; clients take {most}.");
                fault(key, message, "Shorten it, and move details to the body.");
            }
            Some(0) if most != usize::MAX => {
                fault(
                    key,
                    format!("`{key}` is empty."),
                    "Say something, or leave it out.",
                );
            }
            None if required || fields.position(key).is_some() => {
                fault(key, format!("Clients need `{key}` to be text."), AS_TEXT);
            }
            _ => {}
        }
    }
    let value = |key: &str| {
        let mut entries = fields.iter();
        entries.find_map(|(k, node)| (k.text == key).then_some(&node.value))
    };
    if value("metadata").is_some_and(|value| !is_string_map(value)) {
        let message = "A value in `metadata` is not text, for which clients refuse all skills.";
        let hint = "Write each value as one text, in quotes.";
        fault("metadata", message.to_owned(), hint);
    }
    if value("allowed-tools").is_some_and(|value| !is_string_or_strings(value)) {
        let message = "Clients need `allowed-tools` to be text, or a list of texts.";
        fault("allowed-tools", message.to_owned(), AS_TEXT);
    }
    notes
}

fn is_string_map(value: &Value) -> bool {
    match value {
        Value::Map(entries) => entries
            .iter()
            .all(|(_, node)| text_of(&node.value).is_some()),
        _ => false,
    }
}

fn is_string_or_strings(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().all(|item| text_of(&item.value).is_some()),
        other => text_of(other).is_some(),
    }
}

/// Values and keys that clients turn into something of their own.
fn value_faults(fields: &Fields<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    for (key, node) in fields.iter() {
        key_fault(&key.text, key.position, &mut notes);
        value_fault(&node.value, node.position, &mut notes);
    }
    notes
}

fn key_fault(key: &str, position: Position, notes: &mut Vec<Note>) {
    // What JavaScript takes for something else than a key.
    let is_special = key == "__proto__";
    if frontmatter::is_string(key) && !is_special {
        return;
    }
    let message = match is_special {
        true => format!("The key `{key}` makes clients refuse all skills."),
        false => format!("The key `{}` is no text to a YAML parser.", shown(key)),
    };
    notes.push(
        Note::new(Code::McpValue, message)
            .at(position)
            .hint("Begin the key with a letter."),
    );
}

fn value_fault(value: &Value, position: Position, notes: &mut Vec<Note>) {
    match value {
        Value::Null => {}
        Value::Scalar(scalar) => {
            if scalar.plain && !frontmatter::has_json(&scalar.text) {
                let message = format!("`{}` has no form in JSON.", shown(&scalar.text));
                let note = Note::new(Code::McpValue, message).at(position);
                notes.push(note.hint(format!("Quote it: {}", quote(&scalar.text))));
            }
        }
        Value::List(items) => {
            for item in items {
                value_fault(&item.value, item.position, notes);
            }
        }
        Value::Map(entries) => {
            for (key, node) in entries {
                key_fault(&key.text, key.position, notes);
                value_fault(&node.value, node.position, notes);
            }
        }
    }
}

/// The text of a field that every client reads as text.
fn string<'f>(fields: &'f Fields<'_>, key: &str) -> Option<&'f str> {
    text_of(&fields.get(key)?.value)
}

fn text_of<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::Scalar(scalar) if !scalar.plain || frontmatter::is_string(&scalar.text) => {
            Some(&scalar.text)
        }
        _ => None,
    }
}

fn placed(note: Note, fields: &Fields<'_>, key: &str) -> Note {
    let position = fields.get(key).map(|node| node.position);
    match position.or_else(|| fields.position(key)) {
        Some(position) => note.at(position),
        None => note,
    }
}

fn at_line(line: u32, note: Note) -> Note {
    note.at(Position { line, column: 1 })
}

fn shown(text: &str) -> String {
    text::shorten(&text::one_line(text), NAME).into_owned()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_is_about_what_is_told() {
        const FEWER: &str =
            "Keep at most 512 readable files of 16 MiB together in the skill's directory.";
        let not_utf8 = Gap::NotUtf8(String::new());
        let cases = [
            (1, 1, None, None),
            (1, 1, Some(&not_utf8), Some("Rename the file.")),
            (1, SERVED_BYTES + 1, Some(&not_utf8), Some(FEWER)),
            (SERVED_FILES, 1, Some(&not_utf8), Some(FEWER)),
            (SERVED_FILES + 1, 1, None, Some(FEWER)),
            (1, 1, Some(&Gap::Depth), Some(FEWER)),
        ];
        for (files, bytes, gap, hint) in cases {
            let fault = size_fault(files, bytes, gap);
            assert_eq!(fault.and_then(|note| note.hint).as_deref(), hint, "{files}");
        }
    }
}
