//! Holds skills to the specification, for their authors: stricter than loading,
//! with the same codes.

use std::collections::BTreeSet;

use agent_skills_types::Diagnostic;

use crate::diagnostic::{Code, Note, Position};
use crate::frontmatter::{self, Fields, Located};
use crate::library::Place;
use crate::manifest;
use crate::references::references;
use crate::resource::SkillFiles;
use crate::servable;
use crate::serving;
use crate::skill::join;
use crate::text;
use crate::toolkit::Toolkit;

/// The fields of the specification.
const FIELDS: &[&str] = &[
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// Most lines of a body that the specification recommends.
const BODY_LINES: usize = 500;

/// Most tokens of a body that the specification recommends.
const BODY_TOKENS: usize = 5000;

/// A token of English text or code is about this many characters long.
const TOKEN_CHARACTERS: usize = 4;

/// Checks every skill below the roots, in the order of paths and lines.
pub fn check(toolkit: &mut Toolkit) -> Vec<Diagnostic> {
    toolkit.look();
    let library = toolkit.known_library();
    let mut diagnostics = library.diagnostics().to_vec();
    let loaded = library
        .entries()
        .map(|entry| (&entry.skill.directory, &entry.place, Some(&entry.skill)));
    let unused = library
        .unused()
        .iter()
        .map(|unused| (&unused.directory, &unused.place, None));
    for (directory, place, skill) in loaded.chain(unused) {
        let root = &toolkit.roots()[place.rank].path;
        let path = text::one_line(&join(directory, &place.file));
        let served = skill.map(|skill| check_served(toolkit, place, &skill.name));
        let notes = check_file(toolkit, place)
            .into_iter()
            .chain(served.into_iter().flatten());
        diagnostics.extend(notes.map(|note| note.in_file(root, &path)));
    }
    for diagnostic in &mut diagnostics {
        if let Some(code) = Code::named(&diagnostic.code) {
            diagnostic.severity = code.severity_in_check();
        }
    }
    diagnostics.sort_by(|a, b| (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column)));
    diagnostics
}

/// What only a check tells of a file. A file that cannot be read has been told
/// of when it was loaded.
fn check_file(toolkit: &Toolkit, place: &Place) -> Vec<Note> {
    let limits = toolkit.limits();
    let Ok(bytes) = toolkit.skill_file(place) else {
        return Vec::new();
    };
    let Located::Block(block) = frontmatter::locate(&bytes, true, limits) else {
        return Vec::new();
    };
    let mut notes = match frontmatter::read(&bytes[block.yaml], block.first_line, limits) {
        Ok(reading) => unknown_fields(&reading.fields),
        Err(_) => Vec::new(),
    };
    let (head, body) = bytes.split_at(block.body);
    let first_line = head.iter().filter(|byte| **byte == b'\n').count() + 1;
    match std::str::from_utf8(body) {
        Ok(body) => {
            notes.extend(body_size(body));
            notes.extend(dangling(toolkit, place, body, first_line));
        }
        Err(error) => notes.push(not_text(&body[..error.valid_up_to()], first_line)),
    }
    notes
}

/// What keeps a loaded skill from being served over MCP, or from some clients.
fn check_served(toolkit: &Toolkit, place: &Place, name: &str) -> Vec<Note> {
    let limits = toolkit.limits();
    let Ok(bytes) = toolkit.skill_file(place) else {
        return Vec::new();
    };
    let judged = servable::judge(&bytes, &place.file, name, limits);
    let size = SkillFiles::open(place, toolkit.roots(), limits)
        .ok()
        .and_then(|files| serving::list(&files, limits).fault());
    let notes = judged.faults.into_iter().chain(judged.advice);
    notes.chain(size).collect()
}

fn unknown_fields(fields: &Fields) -> Vec<Note> {
    fields
        .iter()
        .filter(|(key, _)| !FIELDS.contains(&key.text.as_str()))
        .map(|(key, _)| {
            let name = text::shorten(&text::one_line(&key.text), 64).into_owned();
            let message = format!("The specification has no field `{name}`.");
            Note::new(Code::FieldUnknown, message)
                .at(key.position)
                .hint("Put it under `metadata`, or keep it for the client that knows it.")
        })
        .collect()
}

fn body_size(body: &str) -> Vec<Note> {
    let lines = body.lines().count();
    let tokens = body.chars().count() / TOKEN_CHARACTERS;
    let mut notes = Vec::new();
    if lines > BODY_LINES {
        let message = format!("The body has {lines} lines; at most {BODY_LINES} are recommended.");
        notes.push(Note::new(Code::BodyLines, message));
    }
    if tokens > BODY_TOKENS {
        let message =
            format!("The body has about {tokens} tokens; at most {BODY_TOKENS} are recommended.");
        notes.push(Note::new(Code::BodyTokens, message));
    }
    let hint = "Move details into files of their own, which are read when they are needed.";
    notes.into_iter().map(|note| note.hint(hint)).collect()
}

/// Paths in the body that lead to no file of the skill.
fn dangling(toolkit: &Toolkit, place: &Place, body: &str, first_line: usize) -> Vec<Note> {
    let Ok(files) = SkillFiles::open(place, toolkit.roots(), toolkit.limits()) else {
        return Vec::new();
    };
    let mut known = BTreeSet::new();
    let mut notes = Vec::new();
    for reference in references(body) {
        let path = reference.path.trim_end_matches('/');
        if known.contains(path) || files.find(path).is_ok() {
            known.insert(path.to_owned());
            continue;
        }
        let shown = text::shorten(&text::one_line(path), 200).into_owned();
        let note = Note::new(
            Code::ReferenceDangling,
            format!("The skill has no file `{shown}`."),
        )
        .at(Position {
            line: number(first_line + reference.line),
            column: number(reference.column + 1),
        });
        let list = manifest::list(&files, toolkit.limits());
        let near = crate::name::nearest(path, list.paths.iter().map(String::as_str));
        notes.push(match near.first() {
            Some(near) => note.hint(format!("Did you mean `{near}`?")),
            None => note
                .hint("Add the file, or correct the path; paths begin at the skill's directory."),
        });
    }
    notes
}

fn not_text(valid: &[u8], first_line: usize) -> Note {
    let lines = valid.iter().filter(|byte| **byte == b'\n').count();
    let last = valid
        .rsplit(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    Note::new(Code::NotUtf8, "The body is not UTF-8 text.")
        .at(Position {
            line: number(first_line + lines),
            column: number(String::from_utf8_lossy(last).chars().count() + 1),
        })
        .hint("Save the file as UTF-8.")
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
