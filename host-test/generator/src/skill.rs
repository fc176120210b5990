//! One generated skill.

use fastrand::Rng;

use crate::content::Content;
use crate::markdown::markdown;

/// A generated skill and everything that a loader should find in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name, which is also the last part of its directory.
    pub name: String,
    /// The description as a loader reads it.
    pub description: String,
    /// Where it lies below the root of the tree, with `/` between parts.
    pub directory: String,
    /// Whether the description has an unquoted colon.
    pub unquoted_colon: bool,
    /// All files beside `SKILL.md`, in the order of their paths.
    pub files: Vec<File>,
    /// The YAML between the delimiters, its last line ended.
    pub frontmatter: String,
    pub(crate) body: Body,
}

impl Skill {
    /// What follows the line of the closing delimiter, byte for byte. Made
    /// anew at each call, so that large trees need little memory.
    #[must_use]
    pub fn body(&self) -> String {
        let mut rng = Rng::with_seed(self.body.seed);
        markdown(&mut rng, self.body.bytes, self.body.lines)
    }

    /// The whole `SKILL.md`.
    #[must_use]
    pub fn skill_file(&self) -> String {
        format!("---\n{}---\n{}", self.frontmatter, self.body())
    }

    /// How many bytes all its files have together, `SKILL.md` among them.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        let skill_file = "---\n---\n".len() + self.frontmatter.len() + self.body.bytes;
        let files = self.files.iter().map(File::size).sum::<usize>();
        (skill_file + files) as u64
    }
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path below the skill's directory, with `/` between parts.
    pub path: String,
    pub(crate) content: Content,
}

impl File {
    /// The content. Made anew at each call.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.content.make()
    }

    /// How many bytes it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.content.bytes
    }
}

/// A body that is known in all but its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) seed: u64,
    pub(crate) bytes: usize,
    pub(crate) lines: usize,
}
