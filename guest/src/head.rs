//! The head of a `SKILL.md`: as much of the file as holds its frontmatter.

use std::ops::Range;

use crate::acceptance::{Evidence, Judge, Verdict};
use crate::diagnostic::{Code, Note};
use crate::digest::{digest, sha256};
use crate::frontmatter::{self, Located};
use crate::limits::Limits;
use crate::skill::Metadata;
use crate::storage::{Directory, Failure};

/// Holds nearly every frontmatter that people write.
const FIRST_READ: usize = 1536;

/// How much more is read while the frontmatter does not end.
const NEXT_READ: usize = 64 * 1024;

/// What the head of a `SKILL.md` says, by a dialect's judge.
pub struct Head {
    /// The metadata to go by, unless the skill is refused.
    pub accepted: Option<Metadata>,
    /// What to call the skill.
    pub name: String,
    /// Over the bytes of the frontmatter block.
    pub digest: String,
    /// The SHA-256 of the whole file, 64 hexadecimal digits; none when it was not
    /// read whole.
    pub sha256: Option<String>,
    /// What is wrong or worth knowing.
    pub notes: Vec<Note>,
}

/// What a head is read under.
pub struct Setting<'s> {
    /// The name of the directory, or of a flat file without its ending.
    pub folder: &'s str,
    /// The directory as a path in the host's mounts.
    pub directory: &'s str,
    /// The name of the file in it.
    pub file: &'s str,
    /// The bounds in force.
    pub limits: &'s Limits,
    /// The dialect's judge.
    pub judge: Judge,
}

impl Setting<'_> {
    /// Reads the head of the file at `path`, which is `size` bytes long.
    ///
    /// # Errors
    /// When the host cannot read it.
    pub fn read(&self, directory: &dyn Directory, path: &str, size: u64) -> Result<Head, Failure> {
        if size > self.limits.skill_file_bytes {
            return Ok(self.too_large());
        }
        let file = directory.open_file(path)?;
        let mut bytes = file.read(0, within(FIRST_READ, size))?;
        loop {
            let whole = bytes.len() as u64 >= size;
            if let Some(head) = self.parse(&bytes, whole) {
                return Ok(head);
            }
            let offset = bytes.len() as u64;
            let more = file.read(offset, within(NEXT_READ, size - offset))?;
            if more.is_empty() {
                // The file became shorter while it was read.
                return Ok(self.parse(&bytes, true).unwrap_or_else(|| self.too_large()));
            }
            bytes.extend_from_slice(&more);
        }
    }

    /// Reads a file whole, which is `size` bytes long, and takes its head from the
    /// very bytes that it hashes.
    ///
    /// # Errors
    /// When the host cannot read it.
    pub fn read_whole(
        &self,
        directory: &dyn Directory,
        path: &str,
        size: u64,
    ) -> Result<Head, Failure> {
        let most = self.limits.skill_file_bytes;
        if size > most {
            return Ok(self.too_large());
        }
        let Some(bytes) = directory.open_file(path)?.read_all(size, most)? else {
            return Ok(self.too_large());
        };
        Ok(Head {
            sha256: Some(sha256(&bytes)),
            ..self.of_whole(&bytes)
        })
    }

    /// Reads the head of a file that is held whole.
    pub fn of_whole(&self, bytes: &[u8]) -> Head {
        match self.parse(bytes, true) {
            Some(head) if bytes.len() as u64 <= self.limits.skill_file_bytes => head,
            _ => self.too_large(),
        }
    }

    /// Reads the head from the first bytes of a file; none when it does not end
    /// in them.
    fn parse(&self, bytes: &[u8], whole: bool) -> Option<Head> {
        let (verdict, yaml) = self.judged(bytes, whole)?;
        Some(Head {
            accepted: verdict.accepted,
            name: verdict.name,
            digest: digest(&bytes[yaml]),
            sha256: None,
            notes: verdict.notes,
        })
    }

    /// What the judge says of the first bytes of a file, and where the frontmatter
    /// stands in them; none when it does not end there.
    pub fn judged(&self, bytes: &[u8], whole: bool) -> Option<(Verdict, Range<usize>)> {
        let (block, reading) = match frontmatter::locate(bytes, whole, self.limits) {
            Located::NeedMore => return None,
            Located::Refused(note) => (None, Err(note)),
            Located::Block(block) => {
                let yaml = &bytes[block.yaml.clone()];
                let reading = frontmatter::read(yaml, block.first_line, self.limits);
                (Some(block), reading)
            }
        };
        let verdict = (self.judge)(Evidence {
            head: bytes,
            whole,
            block: block.as_ref(),
            reading,
            folder: self.folder,
            directory: self.directory,
            file: self.file,
            limits: self.limits,
        });
        Some((verdict, block.map_or(0..0, |block| block.yaml)))
    }

    fn too_large(&self) -> Head {
        let most = self.limits.skill_file_bytes;
        let message = format!("The file is larger than {most} bytes.");
        let hint = "Move details into files of their own, or raise `limits.skill_file_bytes`.";
        Head {
            accepted: None,
            name: self.folder.to_owned(),
            digest: String::new(),
            sha256: None,
            notes: vec![Note::new(Code::SkillFileTooLarge, message).hint(hint)],
        }
    }
}

fn within(most: usize, left: u64) -> usize {
    usize::try_from(left).map_or(most, |left| most.min(left))
}
