//! The rules of pydantic-ai-skills for a `SKILL.md`, in its words: nearly all of
//! them advice.

use std::ops::Range;

use crate::acceptance::{Evidence, Verdict};
use crate::diagnostic::{Code, Note};
use crate::frontmatter::{Reading, Value};
use crate::name::is_plain;
use crate::policy::Clash;
use crate::skill::Metadata;
use crate::text::{clean, one_line, shorten};

/// Words that no name should have in it.
const RESERVED: &[&str] = &["anthropic", "claude"];

/// Longest name, in code points.
const NAME: usize = 64;

/// Longest description, in code points.
const DESCRIPTION: usize = 1024;

/// Longest compatibility text, in code points.
const COMPATIBILITY: usize = 500;

/// What is said of a skill that comes later than another of its name.
pub fn overriding(clash: &Clash<'_>) -> Note {
    let message = format!(
        "Duplicate skill '{}' found. Overriding previous occurrence.",
        one_line(clash.name)
    );
    Note::new(Code::NameShadowed, message)
}

/// Takes a skill in, or says why not.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the standard judge takes its evidence apart"
)]
pub fn judge(evidence: Evidence<'_>) -> Verdict {
    let metadata = match reading(&evidence) {
        Ok(Some(reading)) => metadata(&evidence, reading),
        Ok(None) => Metadata {
            json: "{}".to_owned(),
            ..Metadata::default()
        },
        Err(reason) => {
            let message = format!("Skipping invalid skill at {}: {reason}", evidence.path());
            return Verdict {
                accepted: None,
                name: evidence.folder.to_owned(),
                notes: vec![Note::new(Code::DialectRule, message)],
            };
        }
    };
    let name = match &metadata.name {
        Some(name) => name.clone(),
        None => one_line(evidence.folder),
    };
    Verdict {
        notes: advice(&evidence, &name, &metadata),
        accepted: Some(Metadata {
            name: Some(name.clone()),
            ..metadata
        }),
        name,
    }
}

/// What the frontmatter says; none where there is no frontmatter, which is one
/// that does not begin in the first line or does not end.
fn reading<'e>(evidence: &'e Evidence<'_>) -> Result<Option<&'e Reading<'e>>, String> {
    let Some(block) = evidence.block.filter(|_| evidence.head.starts_with(b"---")) else {
        return match &evidence.reading {
            Err(note) if note.code == Code::NotUtf8 || note.code == Code::FrontmatterTooLarge => {
                Err(note.message.clone())
            }
            _ => Ok(None),
        };
    };
    let faulty = [Code::YamlUnquotedColon, Code::YamlRecovered];
    let invalid = |note: &Note| format!("Failed to parse YAML frontmatter: {}", note.message);
    match &evidence.reading {
        Err(note) if note.code == Code::YamlNotMapping => Err(format!(
            "YAML frontmatter must be a mapping, got {}",
            kind(evidence.head, &block.yaml)
        )),
        Err(note) => Err(invalid(note)),
        Ok(reading) => match reading.notes.iter().find(|n| faulty.contains(&n.code)) {
            Some(note) => Err(invalid(note)),
            None => Ok(Some(reading)),
        },
    }
}

/// The type of a frontmatter that is no mapping.
fn kind(head: &[u8], yaml: &Range<usize>) -> &'static str {
    match head[yaml.clone()].trim_ascii_start().first() {
        Some(b'-' | b'[') => "list",
        _ => "str",
    }
}

/// Name and description as text, whatever YAML makes of them.
fn metadata(evidence: &Evidence<'_>, reading: &Reading<'_>) -> Metadata {
    let text = |field: &str| match reading.fields.get(field).map(|node| &node.value) {
        Some(Value::Scalar(scalar)) => clean(&scalar.text).into_owned(),
        _ => String::new(),
    };
    let name = Some(one_line(&text("name"))).filter(|name| !name.is_empty());
    Metadata {
        name: name.or_else(|| Some(one_line(evidence.folder))),
        description: Some(text("description")),
        ..reading.metadata.clone()
    }
}

fn advice(evidence: &Evidence<'_>, name: &str, metadata: &Metadata) -> Vec<Note> {
    let shown = shorten(name, 200);
    let path = evidence.path();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let characters = |text: &Option<String>| text.as_deref().unwrap_or_default().chars().count();
    let mut advice = Vec::new();
    let length = name.chars().count();
    if characters(&metadata.description) == 0 {
        advice.push(format!(
            "Skill '{shown}' ({folder}): missing recommended 'description' field"
        ));
    }
    if length > NAME {
        advice.push(format!(
            "Skill name '{shown}' ({folder}) exceeds 64 characters ({length} chars) \
             recommendation. Consider shortening it."
        ));
    } else if !is_plain(name) {
        advice.push(format!(
            "Skill name '{shown}' ({folder}) should contain only lowercase letters, numbers, and \
             hyphens"
        ));
    }
    for word in RESERVED.iter().filter(|word| name.contains(**word)) {
        advice.push(format!(
            "Skill name '{shown}' ({folder}) contains reserved word '{word}'"
        ));
    }
    for (field, text, most) in [
        ("description", &metadata.description, DESCRIPTION),
        ("compatibility", &metadata.compatibility, COMPATIBILITY),
    ] {
        let length = characters(text);
        if length > most {
            advice.push(format!(
                "Skill '{shown}' ({folder}): {field} exceeds {most} characters ({length} chars)"
            ));
        }
    }
    let note = |message| Note::new(Code::DialectAdvice, message);
    advice.into_iter().map(note).collect()
}
