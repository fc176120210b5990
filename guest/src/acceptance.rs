//! Whether what a `SKILL.md` says can be used, and under which name.
//!
//! Each dialect has a judge of its own; this is the standard one, lenient as the
//! client guide advises: only a skill that no model could choose is refused.

use crate::diagnostic::{Code, Note};
use crate::frontmatter::{Block, Reading};
use crate::limits::Limits;
use crate::name;
use crate::skill::{Metadata, join};
use crate::text;

/// What a judge sees of a `SKILL.md`.
pub struct Evidence<'e> {
    /// The first bytes of the file, its frontmatter among them.
    pub head: &'e [u8],
    /// Whether these are all bytes of the file.
    pub whole: bool,
    /// Where the frontmatter lies, if there is any.
    pub block: Option<&'e Block>,
    /// What it says, or why there is none or it cannot be read.
    pub reading: Result<Reading<'e>, Note>,
    /// The name of the directory, or of a flat file without its ending.
    pub folder: &'e str,
    /// The directory as a path in the host's mounts.
    pub directory: &'e str,
    /// The name of the file in it.
    pub file: &'e str,
    /// The bounds in force.
    pub limits: &'e Limits,
}

impl Evidence<'_> {
    /// Everything that was found on the way.
    pub fn notes(&self) -> Vec<Note> {
        let block = self.block.map_or(&[][..], |block| &block.notes);
        let rest = match &self.reading {
            Ok(reading) => &reading.notes[..],
            Err(note) => std::slice::from_ref(note),
        };
        [block, rest].concat()
    }

    /// What was found where a part of the frontmatter is not read as it was written:
    /// told under every dialect, since nothing else would show it.
    pub fn losses(&self) -> Vec<Note> {
        const LOSSES: [Code; 5] = [
            Code::YamlDuplicateKey,
            Code::YamlUnsupported,
            Code::YamlComment,
            Code::ControlCharacter,
            Code::InvisibleCharacter,
        ];
        let mut notes = self.notes();
        notes.retain(|note| LOSSES.contains(&note.code));
        notes
    }

    /// What to call a skill that is refused: by the name that was read, else by the
    /// directory's.
    pub fn name(&self) -> String {
        let read = self.reading.as_ref().ok();
        let name = read.and_then(|reading| reading.metadata.name.as_deref());
        name.unwrap_or(self.folder).to_owned()
    }

    /// The file as a path in the host's mounts, as a message can show it.
    pub fn path(&self) -> String {
        text::one_line(&join(self.directory, self.file))
    }
}

/// What a judge decides.
#[derive(Default)]
pub struct Verdict {
    /// The metadata to go by, its description filled in; none when the skill is
    /// refused.
    pub accepted: Option<Metadata>,
    /// What to call the candidate, in place of the name in its metadata.
    pub name: String,
    /// What is wrong or worth knowing, with what was found on the way.
    pub notes: Vec<Note>,
}

/// Decides whether a `SKILL.md` can be used.
pub type Judge = fn(Evidence<'_>) -> Verdict;

/// The standard judge.
pub fn standard(evidence: Evidence<'_>) -> Verdict {
    let mut notes = evidence.notes();
    let (name, accepted) = match evidence.reading {
        Ok(reading) => accept(evidence.folder, reading, &mut notes),
        Err(_) => (evidence.folder.to_owned(), None),
    };
    Verdict {
        accepted,
        name,
        notes,
    }
}

/// The name to go by, and the metadata unless it cannot be used.
fn accept(
    folder: &str,
    mut reading: Reading<'_>,
    notes: &mut Vec<Note>,
) -> (String, Option<Metadata>) {
    let Some(name) = usable_name(folder, &mut reading, notes) else {
        return (folder.to_owned(), None);
    };
    if reading.metadata.description.is_none() {
        notes.push(reading.description_missing());
        return (name, None);
    }
    (name, Some(reading.metadata))
}

/// The frontmatter's name, which is taken out, or the directory's when there is
/// none.
fn usable_name(folder: &str, reading: &mut Reading<'_>, notes: &mut Vec<Note>) -> Option<String> {
    if let Some(name) = reading.metadata.name.take() {
        let position = reading.fields.position("name");
        let mismatch = name::mismatch(&name, folder);
        notes.extend(mismatch.map(|note| Note { position, ..note }));
        return Some(name);
    }
    let folder = name::usable(folder).filter(|folder| !matches!(folder.as_str(), "." | "/"));
    notes.push(match &folder {
        Some(folder) => reading.name_missing(folder),
        None => Note::new(
            Code::NameUnusable,
            "There is no name, and the directory has none either.",
        )
        .hint("Add a line such as `name: my-skill`."),
    });
    folder
}
