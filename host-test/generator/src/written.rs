//! What a tree holds.

use crate::skill::Skill;

/// The skills of a tree, and with them all that a loader should find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// In the order of their names.
    pub skills: Vec<Skill>,
}

impl Written {
    /// The skill with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Skill> {
        self.skills
            .binary_search_by(|skill| skill.name.as_str().cmp(name))
            .ok()
            .map(|index| &self.skills[index])
    }

    /// How many files there are, each `SKILL.md` among them.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.skills.iter().map(|skill| 1 + skill.files.len()).sum()
    }

    /// How many bytes all files have together.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        self.skills.iter().map(Skill::total_bytes).sum()
    }
}
