//! Reads what can be read of frontmatter that is not YAML.
//!
//! Most frontmatter that is not YAML has one value with an unquoted `: ` in it.
//! So the text is cut into chunks, each a `key:` line at the left margin with
//! what belongs to it. Each is parsed on its own, and only one that fails is
//! repaired: its value is taken as text, or its lines are recovered in the same
//! way one level deeper. Every repair has a note whose hint is the corrected
//! line. The work is linear in the text, of which there is a limit.

mod lines;
mod repair;

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::diagnostic::{Code, Note, Position};
use crate::limits::Limits;

use super::cleaning::Cleaned;
use super::explain::explain;
use super::fields::{KNOWN, TEXT_FIELDS};
use super::keys::{keep_first, shown};
use super::notes::Notes;
use super::tree::{Fields, Key, Node, Value};
use super::yaml::{self, Budget, Failure};

use lines::begins_odd_entry;
pub(super) use lines::{Keyed, Line, folded};

/// What has more lines was written by no person, and each takes microseconds to
/// repair: two hundred files of 12,000 would take all the time of a call.
const MOST_LINES: usize = 1000;

/// The fields that can be read of `source`, which is not YAML because of
/// `failure`.
///
/// # Errors
///
/// The reason for the failure, if not a single field can be read.
pub(super) fn recover(
    source: &Cleaned<'_>,
    failure: Failure,
    limits: &Limits,
    notes: &mut Notes,
) -> Result<Fields<'static>, Note> {
    let lines = Line::all(&source.text, source.first_line);
    if lines.len() > MOST_LINES {
        return Err(unusable(failure));
    }
    recover_lines(source, &lines, failure, limits, notes)
}

/// The same of any number of lines.
pub(super) fn recover_lines(
    source: &Cleaned<'_>,
    lines: &[Line<'_>],
    failure: Failure,
    limits: &Limits,
    notes: &mut Notes,
) -> Result<Fields<'static>, Note> {
    let mut recovery = Recovery::new(source, lines, limits);
    for chunk in recovery.chunks(lines) {
        recovery.top_level(chunk)?;
    }
    let Recovery {
        mut fields,
        notes: mut found,
        repairs,
        had_tabs,
        ..
    } = recovery;
    if fields.entries.is_empty() {
        return Err(unusable(failure));
    }
    if repairs == 0 && !had_tabs {
        found.push(unusual(&failure));
    }
    keep_first(&mut fields.entries, &mut found);
    notes.append(found);
    Ok(fields)
}

/// Gives text fields back their text where YAML sees a map in it, as in
///
/// ```text
/// description:
///   Helps with reports. Use when: asked
/// ```
pub(super) fn restore_text(
    source: &Cleaned<'_>,
    fields: &mut Fields<'_>,
    limits: &Limits,
    notes: &mut Notes,
) {
    let is_affected = |entry: &&mut (Key<'_>, Node<'_>)| {
        TEXT_FIELDS.contains(&&*entry.0.text) && is_prose(&entry.1.value)
    };
    let mut affected = fields.entries.iter_mut().filter(is_affected).peekable();
    if affected.peek().is_none() {
        return;
    }
    let lines = Line::all(&source.text, source.first_line);
    let mut recovery = Recovery::new(source, &lines, limits);
    let chunks = recovery.chunks(&lines);
    // What is no `key:` line here was YAML all the same.
    recovery.notes = Notes::default();
    for (key, node) in affected {
        let chunk = chunks.iter().find_map(|chunk| {
            let keyed = keyed(chunk.first()?.text)?;
            (keyed.key == key.text && is_block_map(chunk, keyed.value)).then_some((chunk, keyed))
        });
        if let Some((chunk, keyed)) = chunk {
            node.value = recovery.plain_text(chunk, keyed, None);
        }
    }
    notes.append(recovery.notes);
}

/// Whether a map is more likely a sentence with a colon in it: its keys have
/// several words, or there is only one.
fn is_prose(value: &Value<'_>) -> bool {
    let Value::Map(entries) = value else {
        return false;
    };
    let is_text = |node: &Node<'_>| matches!(node.value, Value::Scalar(_) | Value::Null);
    (entries.len() == 1 || entries.iter().any(|(key, _)| key.text.contains(' ')))
        && entries
            .iter()
            .all(|(key, node)| is_text(node) && !KNOWN.contains(&&*key.text))
}

/// Nothing could be recovered.
fn unusable(failure: Failure) -> Note {
    match failure {
        Failure::Limit(note) => note,
        Failure::NotMapping(position) => Note::new(
            Code::YamlNotMapping,
            "The frontmatter is not made of `key: value` lines.",
        )
        .at(position)
        .hint("Write one `key: value` line for each field."),
        Failure::Syntax { info, position } => {
            let message = format!("The frontmatter is not YAML: {}.", explain(&info));
            Note::new(Code::YamlInvalid, message)
                .at(position)
                .hint("Write one `key: value` line for each field.")
        }
    }
}

/// Every chunk is YAML, only all together are not.
fn unusual(failure: &Failure) -> Note {
    let (info, position) = match failure {
        Failure::Syntax { info, position } => (explain(info), *position),
        Failure::NotMapping(position) => ("it is not a map", *position),
        Failure::Limit(note) => return note.clone(),
    };
    let message = format!("The frontmatter is not YAML: {info}; each field was read on its own.");
    Note::new(Code::YamlRecovered, message)
        .at(position)
        .hint("Begin every `key:` line at the left margin.")
}

struct Recovery<'r> {
    source: &'r Cleaned<'r>,
    budget: Budget,
    notes: Notes,
    fields: Fields<'static>,
    /// How many places were repaired.
    repairs: usize,
    /// Whether a tab behind a colon was all that the parser did not like.
    had_tabs: bool,
    /// The known fields that have a place, at the margin or found later.
    placed: BTreeSet<&'static str>,
}

/// A `key:` line and the lines that belong to it.
type Chunk<'l, 't> = &'l [Line<'t>];

impl<'r> Recovery<'r> {
    fn new(source: &'r Cleaned<'r>, lines: &[Line<'_>], limits: &Limits) -> Self {
        let at_margin = lines.iter().filter(|line| line.is_at_margin());
        Self {
            source,
            budget: Budget::new(limits),
            notes: Notes::default(),
            fields: Fields::default(),
            repairs: 0,
            had_tabs: false,
            placed: at_margin.filter_map(known_field).collect(),
        }
    }

    /// Cuts the text at the `key:` lines. Lines that belong to none are noted.
    fn chunks<'l, 't>(&mut self, lines: &'l [Line<'t>]) -> Vec<Chunk<'l, 't>> {
        let mut chunks = Vec::new();
        let mut start: Option<usize> = None;
        let mut takes = Takes::Indented;
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_idle()) {
            let at_margin = line.indent().is_empty();
            let keyed = keyed(line.text).filter(|_| start.is_none() || at_margin);
            if keyed.is_some() || begins_odd_entry(line) {
                chunks.extend(start.map(|start| &lines[start..index]));
                start = Some(index);
                takes = Takes::first(keyed, line);
                continue;
            }
            let belongs = !at_margin || line.is_item() || line.content().starts_with([']', '}']);
            if start.is_some() && (belongs || takes != Takes::Indented) && !names_a_field(line) {
                takes = takes.behind(belongs);
            } else {
                self.stray(line);
                chunks.extend(start.map(|start| &lines[start..index]));
                start = None;
            }
        }
        chunks.extend(start.map(|start| &lines[start..]));
        chunks
    }

    /// A line that belongs to no key. If it speaks of a known field, that field
    /// counts as present and unreadable.
    fn stray(&mut self, line: &Line<'_>) {
        self.repairs += 1;
        let position = self.place(line, line.content_start());
        if let Some(field) = field_named(line) {
            self.fields.lost.push(Key {
                text: Cow::Borrowed(field),
                position,
            });
        }
        let shown = shown(line.text);
        let (message, hint) = if line.content().starts_with("<<") {
            (
                format!("`{shown}` is a merge key, which is not read; it was left out."),
                "Write the keys out.",
            )
        } else {
            (
                format!("`{shown}` is no `key: value` line; it was left out."),
                "Indent it if it belongs to the line above, or delete it.",
            )
        };
        let note = Note::new(Code::YamlRecovered, message);
        self.notes.push(note.at(position).hint(hint));
    }

    /// Reads one chunk into the fields.
    fn top_level(&mut self, chunk: Chunk<'_, '_>) -> Result<(), Note> {
        let failure = match self.parse(chunk) {
            Ok(fields) => {
                self.fields.entries.extend(fields.entries);
                self.fields.lost.extend(fields.lost);
                return Ok(());
            }
            Err(Failure::Limit(note)) => return Err(note),
            Err(failure) => failure,
        };
        if let Some(at) = self.swallowed_field(chunk) {
            self.misplaced(&chunk[at]);
            self.top_level(&chunk[..at])?;
            return self.top_level(&chunk[at..]);
        }
        match chunk.first().map(|line| (line, keyed(line.text))) {
            Some((_, Some(keyed))) => {
                let (key, node) = self.entry(chunk, keyed, &failure, 0)?;
                match node {
                    Some(node) => self.fields.entries.push((key, node)),
                    None => self.fields.lost.push(key),
                }
            }
            Some((line, None)) => self.stray(line),
            None => {}
        }
        Ok(())
    }

    /// The line of a chunk with text as its value at which a known field begins
    /// that begins nowhere else. Each field is found once.
    fn swallowed_field(&mut self, chunk: Chunk<'_, '_>) -> Option<usize> {
        let value = keyed(chunk.first()?.text)?.value;
        // What is indented as a block's first line is part of its text.
        let most = match first_below(chunk) {
            Some(line) if lines::is_block_header(value) => line.indent().len(),
            _ if is_plain_text(chunk, value) => usize::MAX,
            _ => return None,
        };
        let is_outside = |line: &Line<'_>| line.indent().len() < most;
        (1..chunk.len())
            .filter(|&at| is_outside(&chunk[at]))
            .find(|&at| known_field(&chunk[at]).is_some_and(|f| self.placed.insert(f)))
    }

    /// A known field that was indented into the value of another.
    fn misplaced(&mut self, line: &Line<'_>) {
        self.repairs += 1;
        let how = if line.indent().contains('\t') {
            "indented by a tab"
        } else {
            "indented"
        };
        let message = format!(
            "`{}` is {how}, as if it belonged to the line above.",
            shown(line.content())
        );
        self.notes.push(
            Note::new(Code::YamlRecovered, message)
                .at(self.place(line, line.content_start()))
                .hint(line.content()),
        );
    }

    /// Parses one chunk. YAML allows tabs behind a key's colon and the parser
    /// does not, so they become spaces if it fails; so do tabs before a key that
    /// was indented, and a space is put where none is behind a known key.
    fn parse(&mut self, chunk: Chunk<'_, '_>) -> Result<Fields<'static>, Failure> {
        let (text, line) = self.text(chunk);
        let (budget, notes) = (&mut self.budget, &mut self.notes);
        let failure = match yaml::parse(text, line, self.source, budget, notes) {
            Ok(fields) => return Ok(fields),
            Err(failure) => failure,
        };
        let Some((first, keyed)) = chunk.first().and_then(|l| Some((l, keyed(l.text)?))) else {
            return Err(failure);
        };
        let (before, head) = keyed.head.split_at(first.content_start());
        let rest = text[keyed.head.len()..].trim_start_matches([' ', '\t']);
        let behind = &text[keyed.head.len()..text.len() - rest.len()];
        let has_tab = !rest.is_empty() && behind.contains('\t');
        if !has_tab && !before.contains('\t') && keyed.is_spaced {
            return Err(failure);
        }
        let spaces = |blanks: &str| " ".repeat(blanks.len());
        let behind = match keyed.is_spaced {
            true => spaces(behind),
            false => " ".to_owned(),
        };
        let spaced = [&spaces(before), head, &behind, rest].concat();
        let fields = yaml::parse(&spaced, line, self.source, budget, notes).map_err(|_| failure)?;
        if !keyed.is_spaced {
            self.unspaced(first, keyed);
        }
        self.had_tabs |= has_tab;
        Ok(fields)
    }

    /// A known key without a space behind its colon.
    fn unspaced(&mut self, line: &Line<'_>, keyed: Keyed<'_>) {
        let message = format!("There is no space behind the colon of `{}`.", keyed.key);
        let note = Note::new(Code::YamlRecovered, message);
        let note = note.at(self.place(line, keyed.head.len()));
        self.repaired(note.hint(format!("{} {}", keyed.head, keyed.value)));
    }

    fn parse_list(&mut self, chunk: Chunk<'_, '_>) -> Result<Vec<Node<'static>>, Failure> {
        let (text, line) = self.text(chunk);
        yaml::parse_list(text, line, self.source, &mut self.budget, &mut self.notes)
    }

    /// The text of a chunk and the number of its first line.
    fn text(&self, chunk: Chunk<'_, '_>) -> (&'r str, u32) {
        match (chunk.first(), chunk.last()) {
            (Some(first), Some(last)) => (&self.source.text[first.start..last.next], first.number),
            _ => ("", self.source.first_line),
        }
    }

    /// The place in the file of byte `at` of a line.
    fn place(&self, line: &Line<'_>, at: usize) -> Position {
        line.place(self.source, at)
    }

    fn repaired(&mut self, note: Note) {
        self.repairs += 1;
        self.notes.push(note);
    }
}

/// Which lines at the margin that begin with no key belong to the one above.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// None but items and closing brackets.
    Indented,
    /// The one that follows at once, where the key has no value; then all.
    Value,
    /// All: they are text, or the parts of an entry that begins with `?`.
    All,
}

impl Takes {
    /// What an entry takes that begins with this key on this line.
    fn first(keyed: Option<Keyed<'_>>, line: &Line<'_>) -> Self {
        match keyed {
            Some(keyed) if keyed.key == "description" => Self::All,
            Some(keyed) if keyed.value.is_empty() || keyed.value.starts_with('#') => Self::Value,
            None if line.content().starts_with('?') => Self::All,
            _ => Self::Indented,
        }
    }

    /// What it takes behind a line, which may have belonged to it in any case.
    fn behind(self, belonged: bool) -> Self {
        match self {
            Self::Value if belonged => Self::Indented,
            Self::Value => Self::All,
            other => other,
        }
    }
}

/// A line that begins with a key, if only with a known one without a blank
/// behind its colon.
pub(super) fn keyed(line: &str) -> Option<Keyed<'_>> {
    Keyed::new(line).or_else(|| Keyed::unspaced(line, &KNOWN))
}

/// The known field with whose name a line begins.
fn field_named(line: &Line<'_>) -> Option<&'static str> {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let content = line.content().trim_start_matches(['"', '\'']);
    let end = content.find(|c| !word(c)).unwrap_or(content.len());
    KNOWN.into_iter().find(|field| *field == &content[..end])
}

/// Whether a line at the left margin is more than prose: `allowed-tools Read`.
fn names_a_field(line: &Line<'_>) -> bool {
    line.indent().is_empty() && field_named(line).is_some_and(|field| field.contains('-'))
}

/// The known field that a line begins.
fn known_field(line: &Line<'_>) -> Option<&'static str> {
    let keyed = keyed(line.text)?;
    KNOWN.into_iter().find(|field| *field == keyed.key)
}

/// Whether the value of a chunk is text without quotes, on the key's own line
/// or below it.
fn is_plain_text(chunk: Chunk<'_, '_>, value: &str) -> bool {
    if !value.is_empty() && !value.starts_with('#') {
        return !lines::is_block_header(value);
    }
    first_below(chunk).is_some_and(|line| !line.is_item() && keyed(line.text).is_none())
}

/// Whether the value of a chunk begins with a key on the line below.
fn is_block_map(chunk: Chunk<'_, '_>, value: &str) -> bool {
    (value.is_empty() || value.starts_with('#'))
        && first_below(chunk).is_some_and(|line| keyed(line.text).is_some())
}

/// The first line below a chunk's key that says something.
fn first_below<'l, 't>(chunk: Chunk<'l, 't>) -> Option<&'l Line<'t>> {
    chunk.iter().skip(1).find(|line| !line.is_idle())
}
