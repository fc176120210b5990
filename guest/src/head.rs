//! The head of a `SKILL.md`: as much of the file as holds its frontmatter.

use crate::diagnostic::{Code, Note, Position};
use crate::digest::digest;
use crate::frontmatter::{self, Located};
use crate::limits::Limits;
use crate::skill::Metadata;
use crate::storage::{Directory, Failure};

/// Holds nearly every frontmatter that people write.
const FIRST_READ: usize = 4 * 1024;

/// How much more is read while the frontmatter does not end.
const NEXT_READ: usize = 64 * 1024;

/// What the head of a `SKILL.md` says.
pub struct Head {
    /// The frontmatter, unless the file cannot be used.
    pub metadata: Option<Metadata>,
    /// Where the name stands.
    pub name_at: Option<Position>,
    /// Over the bytes of the frontmatter block.
    pub digest: String,
    /// What is wrong or worth knowing.
    pub notes: Vec<Note>,
}

impl Head {
    /// Reads the head of the file at `path`, which is `size` bytes long.
    ///
    /// # Errors
    /// When the host cannot read it.
    pub fn read(
        directory: &dyn Directory,
        path: &str,
        size: u64,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        if size > limits.skill_file_bytes {
            return Ok(Self::refused(too_large(limits)));
        }
        let file = directory.open_file(path)?;
        let mut bytes = file.read(0, within(FIRST_READ, size))?;
        loop {
            let whole = bytes.len() as u64 >= size;
            if let Some(head) = Self::parse(&bytes, whole, limits) {
                return Ok(head);
            }
            let offset = bytes.len() as u64;
            let more = file.read(offset, within(NEXT_READ, size - offset))?;
            if more.is_empty() {
                // The file became shorter while it was read.
                return Ok(Self::parse(&bytes, true, limits)
                    .unwrap_or_else(|| Self::refused(too_large(limits))));
            }
            bytes.extend_from_slice(&more);
        }
    }

    /// Reads the head from the first bytes of a file; none when it does not end
    /// in them.
    pub fn parse(bytes: &[u8], whole: bool, limits: &Limits) -> Option<Self> {
        match frontmatter::locate(bytes, whole, limits) {
            Located::NeedMore => None,
            Located::Refused(note) => Some(Self::refused(note)),
            Located::Block(block) => {
                let yaml = &bytes[block.yaml.clone()];
                let mut notes = block.notes;
                let (metadata, name_at) = match frontmatter::read(yaml, block.first_line, limits) {
                    Ok(reading) => {
                        notes.extend(reading.notes);
                        let name_at = reading.fields.position("name");
                        (Some(reading.metadata), name_at)
                    }
                    Err(note) => {
                        notes.push(note);
                        (None, None)
                    }
                };
                Some(Self {
                    metadata,
                    name_at,
                    digest: digest(yaml),
                    notes,
                })
            }
        }
    }

    fn refused(note: Note) -> Self {
        Self {
            metadata: None,
            name_at: None,
            digest: String::new(),
            notes: vec![note],
        }
    }
}

fn within(most: usize, left: u64) -> usize {
    usize::try_from(left).map_or(most, |left| most.min(left))
}

fn too_large(limits: &Limits) -> Note {
    Note::new(
        Code::SkillFileTooLarge,
        format!("The file is larger than {} bytes.", limits.skill_file_bytes),
    )
    .hint("Move details into files of their own, or raise `limits.skill_file_bytes`.")
}
