//! The `---` block at the head of a `SKILL.md`.
//!
//! ```text
//! file      = [BOM] *blank-line delimiter yaml delimiter body
//! delimiter = "---" *(space / tab) (LF / CRLF / end of file)
//! yaml      = *line             ; none of which is a delimiter
//! body      = *byte
//! ```
//!
//! [`locate`] finds the two delimiters in a prefix of the file and [`read`]
//! makes [`Metadata`] of what stands between them:
//!
//! ```
//! use agent_skills_format::frontmatter::{Located, locate, read};
//! use agent_skills_format::limits::Limits;
//!
//! let file = b"---\nname: demo\ndescription: Use when: asked\n---\nBody\n";
//! let limits = Limits::default();
//! let Located::Block(block) = locate(file, true, &limits) else {
//!     panic!("no frontmatter");
//! };
//! assert_eq!(&file[block.body..], b"Body\n");
//!
//! let reading = read(&file[block.yaml], block.first_line, &limits).unwrap();
//! assert_eq!(reading.metadata.description.as_deref(), Some("Use when: asked"));
//! assert_eq!(
//!     reading.notes[0].hint.as_deref(),
//!     Some(r#"description: "Use when: asked""#),
//! );
//! ```
//!
//! On its way the text passes four stages, each in its own module: characters
//! that have no place in metadata are taken out; YAML events, or plain lines at a
//! glance, become a tree whose leaves are the written text; if that fails, the top-level lines are
//! recovered one by one; and the tree's fields become metadata. Nothing is
//! dropped without a note.

mod cleaning;
mod comments;
mod core_schema;
mod delimiters;
mod explain;
mod fields;
mod invocation;
mod keys;
pub mod notes;
mod plain;
mod quote;
mod recovery;
mod slips;
#[cfg(test)]
mod tests;
mod tools;
mod tree;
mod yaml;

pub use core_schema::{Kind, has_json, is_string};
pub use delimiters::{Block, Located, locate};
pub use quote::quote;
pub use tree::{Fields, Key, Node, Scalar, Value};

use crate::diagnostic::{Code, Note, Position};
use crate::limits::Limits;
use crate::metadata::Metadata;
use crate::name;

use cleaning::Cleaned;
use notes::Notes;
use yaml::{Budget, Failure};

/// What a frontmatter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<'t> {
    /// The known fields.
    pub metadata: Metadata,
    /// All fields as a tree.
    pub fields: Fields<'t>,
    /// What should be known about them, in the order of the file.
    pub notes: Vec<Note>,
}

impl Reading<'_> {
    /// The finding that there is no description, and why.
    pub fn description_missing(&self) -> Note {
        let position = self.fields.position("description");
        let message = match (position, self.fields.get("description")) {
            (None, _) => "There is no `description`, so a model could not choose the skill.",
            (Some(_), Some(node)) if !matches!(node.value, Value::Scalar(_)) => {
                "The `description` is not text, so a model could not choose the skill."
            }
            (Some(_), None) if self.fields.lost("description").is_some() => {
                "The `description` cannot be read, so a model could not choose the skill."
            }
            (Some(_), _) => "The `description` is empty, so a model could not choose the skill.",
        };
        let note = Note::new(Code::DescriptionMissing, message)
            .hint("Say in a `description: ` line what the skill does and when to use it.");
        match position {
            Some(position) => note.at(position),
            None => self.explained(note, "description"),
        }
    }

    /// The finding that there is no name, so that that of `directory` is used.
    pub fn name_missing(&self, directory: &str) -> Note {
        let note = name::missing(directory);
        match self.fields.position("name") {
            Some(_) => note,
            None => self.explained(note, "name"),
        }
    }

    /// A finding that a field is missing, explained by a slip in its key.
    fn explained(&self, note: Note, field: &str) -> Note {
        match slips::of(&self.fields, field) {
            Some(key) => note.at(key.position).hint(slips::correction(key, field)),
            None => note,
        }
    }
}

/// What an author should know of frontmatter that was read without a fault: keys
/// that the specification does not have, and comments behind short texts.
///
/// `yaml` and `first_line` are those that gave `reading`.
pub fn advice(yaml: &[u8], first_line: u32, reading: &Reading<'_>, notes: &mut Notes) {
    if let Ok(text) = decode(yaml, first_line) {
        let source = Cleaned::new(text, first_line, &mut Notes::default());
        comments::cut(&source, &reading.fields, &comments::OTHERS, notes);
    }
    slips::unknown_fields(&reading.fields, notes);
}

/// Reads the bytes between the delimiters, of which the first line is line
/// `first_line` of the file.
///
/// An absent name or description is no error here: it is for the caller to
/// decide, who knows the directory.
///
/// # Errors
///
/// The reason why nothing can be read: the block is not UTF-8, is no map, goes
/// beyond a limit, or is not YAML and nothing could be recovered.
pub fn read<'y>(yaml: &'y [u8], first_line: u32, limits: &Limits) -> Result<Reading<'y>, Note> {
    let text = decode(yaml, first_line)?;
    let mut notes = Notes::default();
    let source = Cleaned::new(text, first_line, &mut notes);
    let mut fields = match tree(&source, limits, &mut notes) {
        Ok(fields) => fields,
        Err(Failure::Limit(note)) => return Err(note),
        Err(failure) => recovery::recover(&source, failure, limits, &mut notes)?,
    };
    recovery::restore_text(&source, &mut fields, limits, &mut notes);
    comments::cut(&source, &fields, &comments::SHOWN, &mut notes);
    let metadata = fields::metadata(&fields, &source, limits, &mut notes);
    Ok(Reading {
        metadata,
        fields,
        notes: notes.into_vec(),
    })
}

/// The block's tree, by the quick way where it leads there.
fn tree<'t>(
    source: &Cleaned<'t>,
    limits: &Limits,
    notes: &mut Notes,
) -> Result<Fields<'t>, Failure> {
    let budget = Budget::new(limits);
    let parse = |notes: &mut Notes| {
        yaml::parse(
            &source.text,
            source.first_line,
            source,
            &mut budget.clone(),
            notes,
        )
    };
    let Some(fields) = plain::parse(source, &budget) else {
        return parse(notes);
    };
    // Wherever tests and the fuzzer get to, both ways lead to the same tree.
    #[cfg(debug_assertions)]
    {
        let mut unheard = Notes::default();
        assert_eq!(parse(&mut unheard).as_ref(), Ok(&fields));
        assert_eq!(unheard.into_vec(), []);
    }
    Ok(fields)
}

/// The block as text, or where it stops being UTF-8.
fn decode(yaml: &[u8], first_line: u32) -> Result<&str, Note> {
    std::str::from_utf8(yaml).map_err(|error| {
        let valid = yaml.get(..error.valid_up_to()).unwrap_or_default();
        let valid = String::from_utf8_lossy(valid);
        let line = valid.matches('\n').count();
        let column = valid
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count();
        let position = Position {
            line: first_line.saturating_add(u32::try_from(line).unwrap_or(u32::MAX)),
            column: u32::try_from(column).unwrap_or(u32::MAX).saturating_add(1),
        };
        Note::new(Code::NotUtf8, "The frontmatter is not UTF-8 text.")
            .at(position)
            .hint("Save the file as UTF-8.")
    })
}
