//! A tree of skills: its options, its plan, and how it is written.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

use fastrand::Rng;

use crate::description::Description;
use crate::distribution::{
    DESCRIPTION_CHARACTERS, FRONTMATTER_BYTES, SKILL_FILE_BYTES, SKILL_FILE_LINES, near,
};
use crate::files::{self, Files};
use crate::frontmatter::frontmatter;
use crate::name::{Names, group};
use crate::skill::{Body, Skill};
use crate::written::Written;

/// Lines that a frontmatter with its delimiters has, more or less. The real
/// number would let an option about descriptions change bodies.
const FRONTMATTER_LINES: usize = 9;

/// Describes a tree of skills to be written.
///
/// Each option leaves alone what it is not about: with other files or colons
/// the names and bodies stay the same. The first skills of a large tree are
/// those of a smaller one with the same seed, but for files that were cut.
#[derive(Clone, Debug)]
#[must_use]
pub struct Tree {
    count: usize,
    seed: u64,
    unquoted_colons: u32,
    nested: u32,
    files: Files,
    most_body_bytes: usize,
    creation_order: Option<u64>,
}

impl Tree {
    /// Share of published skills that lie in a group folder, in per cent.
    pub const TYPICAL_NESTED: u32 = 5;

    /// The most skills that a tree can have.
    pub const MOST_SKILLS: usize = 1_000_000;

    /// A tree of so many skills, with typical files, all directly in its root;
    /// more than [`Tree::MOST_SKILLS`] counts as that.
    pub fn new(count: usize) -> Self {
        Self {
            count: count.min(Self::MOST_SKILLS),
            seed: 0,
            unquoted_colons: 0,
            nested: 0,
            files: Files::default(),
            most_body_bytes: usize::MAX,
            creation_order: None,
        }
    }

    /// Another seed gives other skills; 0 unless set.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Share of skills with an unquoted colon in their description, in per
    /// cent; more than 100 counts as 100.
    pub fn unquoted_colons(mut self, percent: u32) -> Self {
        self.unquoted_colons = percent;
        self
    }

    /// Share of skills that lie one or two group folders deep, in per cent;
    /// more than 100 counts as 100. Compare [`Tree::TYPICAL_NESTED`].
    pub fn nested(mut self, percent: u32) -> Self {
        self.nested = percent;
        self
    }

    /// Files beside `SKILL.md`.
    pub fn files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Cuts longer bodies, for trees of very many skills. 100,000 whole ones
    /// take a gigabyte.
    pub fn most_body_bytes(mut self, bytes: usize) -> Self {
        self.most_body_bytes = bytes;
        self
    }

    /// Creates the directories in an order drawn by this seed instead of by
    /// name. What a loader finds must not depend on it.
    pub fn creation_order(mut self, seed: u64) -> Self {
        self.creation_order = Some(seed);
        self
    }

    /// The skills in the order of their names, without writing any.
    #[must_use]
    pub fn plan(&self) -> Written {
        let mut rng = Rng::with_seed(self.seed);
        let mut names = Names::default();
        let mut skills: Vec<Skill> = (0..self.count)
            .map(|_| self.skill(&mut rng.fork(), &mut names))
            .collect();
        if let Files::Typical { most_bytes } = self.files {
            let mut all: Vec<_> = skills
                .iter_mut()
                .flat_map(|skill| &mut skill.files)
                .collect();
            files::cut(&mut all, most_bytes);
        }
        skills.sort_by(|a, b| a.name.cmp(&b.name));
        Written { skills }
    }

    /// Writes the tree into a directory, which is created if it is missing.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::DirectoryNotEmpty`] when there is something in the
    /// directory, and whatever the file system refuses; what was written until
    /// then stays.
    pub fn write(&self, directory: impl AsRef<Path>) -> Result<Written> {
        let directory = directory.as_ref();
        fs::create_dir_all(directory)?;
        if fs::read_dir(directory)?.next().is_some() {
            return Err(Error::from(ErrorKind::DirectoryNotEmpty));
        }
        let written = self.plan();
        let mut order: Vec<&Skill> = written.skills.iter().collect();
        if let Some(seed) = self.creation_order {
            Rng::with_seed(seed).shuffle(&mut order);
        }
        for skill in order {
            write_skill(&directory.join(&skill.directory), skill)?;
        }
        Ok(written)
    }

    /// Plans one skill. Each concern draws from a generator of its own, so that
    /// an option about one does not change another.
    fn skill(&self, rng: &mut Rng, names: &mut Names) -> Skill {
        let name = names.next(&mut rng.fork());
        let directory = format!("{}{name}", self.group(&mut rng.fork()));
        let unquoted_colon = rng.u32(0..100) < self.unquoted_colons;

        // Long descriptions stand in large frontmatters, many lines in large files.
        let share = rng.f64();
        let length = DESCRIPTION_CHARACTERS.at(share);
        let description = Description::new(&mut rng.fork(), length, unquoted_colon);
        let frontmatter_bytes = FRONTMATTER_BYTES.at(near(rng, share, 0.05));
        let frontmatter = frontmatter(&mut rng.fork(), &name, &description, frontmatter_bytes);

        let share = rng.f64();
        let body = self.body(
            rng.u64(..),
            SKILL_FILE_BYTES.at(share).saturating_sub(frontmatter_bytes),
            SKILL_FILE_LINES
                .at(near(rng, share, 0.05))
                .saturating_sub(FRONTMATTER_LINES),
        );
        let files = match self.files {
            Files::None => Vec::new(),
            Files::Typical { .. } => files::plan(&mut rng.fork()),
        };
        Skill {
            name,
            description: description.text,
            directory,
            unquoted_colon,
            files,
            frontmatter,
            body,
        }
    }

    /// The folder above a skill, ended by `/`; empty for the root.
    fn group(&self, rng: &mut Rng) -> String {
        if rng.u32(0..100) < self.nested {
            group(rng)
        } else {
            String::new()
        }
    }

    /// A body within the limit, with as many bytes to a line as without it.
    fn body(&self, seed: u64, bytes: usize, lines: usize) -> Body {
        let kept = bytes.min(self.most_body_bytes);
        Body {
            seed,
            bytes: kept,
            lines: lines * kept / bytes.max(1),
        }
    }
}

fn write_skill(directory: &Path, skill: &Skill) -> Result<()> {
    write_file(&directory.join("SKILL.md"), skill.skill_file().as_bytes())?;
    for file in &skill.files {
        write_file(&directory.join(&file.path), &file.bytes())?;
    }
    Ok(())
}

fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, content)
}
