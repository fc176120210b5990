//! Who may start a skill.
//!
//! The fields for it are extensions that several clients read. Whoever writes one
//! bars someone from the skill, and that must not be lost with a slip: a key that
//! is nearly right counts, what cannot be read keeps the skill from the model,
//! and so does a key that stands where it is not read as one.

use agent_skills_types::Invocation;

use crate::diagnostic::{Code, Note};

use super::cleaning::Cleaned;
use super::fields::KNOWN;
use super::keys::shown;
use super::notes::Notes;
use super::recovery::Line;
use super::slips::{letters, meant};
use super::tree::{Fields, Key, Node, Value};

pub(super) const DISABLE_MODEL: &str = "disable-model-invocation";
pub(super) const USER_INVOCABLE: &str = "user-invocable";

const FIELDS: [&str; 2] = [DISABLE_MODEL, USER_INVOCABLE];

/// What is told when text was left out or read in another way than YAML does.
const LOSSES: &[Code] = &[
    Code::YamlUnquotedColon,
    Code::YamlRecovered,
    Code::YamlUnsupported,
    Code::YamlDuplicateKey,
];

/// Who may start the skill, and what was found on the way.
pub(super) fn invocation(
    fields: &Fields<'_>,
    source: &Cleaned<'_>,
    notes: &mut Notes,
) -> Invocation {
    let mut invocation = Invocation::default();
    for (key, node) in fields.keys() {
        let Some(field) = field(key) else {
            continue;
        };
        let truth = truth(node);
        match truth {
            Truth::Unreadable => invocation.model = false,
            Truth::Yes if field == DISABLE_MODEL => invocation.model = false,
            Truth::No if field == USER_INVOCABLE => invocation.user = false,
            Truth::Yes | Truth::No | Truth::Absent => {}
        }
        if key.text != field {
            notes.push(misspelt(key, field, truth));
        } else if truth == Truth::Unreadable {
            notes.push(unreadable(key, field, node));
        }
    }
    if invocation.model
        && notes.tell_of(LOSSES)
        && let Some(note) = FIELDS
            .iter()
            .find_map(|field| unread(fields, source, field))
    {
        invocation.model = false;
        notes.push(note);
    }
    invocation
}

/// The field that a key stands for, if with a slip.
pub(super) fn field(key: &Key<'_>) -> Option<&'static str> {
    let text = &*key.text;
    let exact = FIELDS.into_iter().find(|field| *field == text);
    exact.or_else(|| (!KNOWN.contains(&text)).then(|| meant(text, &FIELDS))?)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Absent,
    Yes,
    No,
    Unreadable,
}

/// A truth value in any of the spellings that people use.
fn truth(node: Option<&Node<'_>>) -> Truth {
    let text = match node.map(|node| &node.value) {
        Some(Value::Null) => return Truth::Absent,
        Some(Value::Scalar(scalar)) => scalar.text.trim(),
        _ => "",
    };
    let is_one_of = |words: [&str; 4]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(["true", "yes", "on", "1"]) {
        Truth::Yes
    } else if is_one_of(["false", "no", "off", "0"]) {
        Truth::No
    } else {
        Truth::Unreadable
    }
}

fn unreadable(key: &Key<'_>, field: &str, node: Option<&Node<'_>>) -> Note {
    let message = format!("`{field}` is neither true nor false; the skill is kept from the model.");
    Note::new(Code::InvocationValue, message)
        .at(node.map_or(key.position, |node| node.position))
        .hint(either(field))
}

fn misspelt(key: &Key<'_>, field: &str, truth: Truth) -> Note {
    let written = shown(&key.text);
    let message = match truth {
        Truth::Unreadable => format!(
            "`{written}` is no field, and neither true nor false; the skill is kept from the model."
        ),
        _ => format!("`{written}` is no field; it was read as `{field}`."),
    };
    let hint = match truth {
        Truth::Yes => format!("{field}: true"),
        Truth::No => format!("{field}: false"),
        Truth::Absent | Truth::Unreadable => either(field),
    };
    Note::new(Code::InvocationKey, message)
        .at(key.position)
        .hint(hint)
}

fn either(field: &str) -> String {
    format!("Write `{field}: true` or `{field}: false`.")
}

/// The finding that the text has a field's name in more places than it was read
/// in; comments do not count.
fn unread(fields: &Fields<'_>, source: &Cleaned<'_>, field: &str) -> Option<Note> {
    let name = letters(field);
    let mut read: Vec<u32> = fields
        .keys()
        .filter(|(key, _)| letters(&key.text).contains(&name))
        .map(|(key, _)| key.position.line)
        .collect();
    let lines = Line::all(&source.text, source.first_line);
    let mut mentions = lines
        .iter()
        .filter(|line| !line.is_idle())
        .flat_map(|line| {
            let times = letters(line.text).matches(&name).count();
            std::iter::repeat_n(line.place(source, 0), times)
        });
    let place = mentions.find(|place| {
        let key = read.iter().position(|line| *line == place.line);
        key.map(|at| read.swap_remove(at)).is_none()
    })?;
    let message =
        format!("`{field}` stands where it is not read; the skill is kept from the model.");
    let note = Note::new(Code::InvocationKey, message).at(place);
    Some(note.hint(format!(
        "Give `{field}: true` or `{field}: false` a line of its own."
    )))
}
