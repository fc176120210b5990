//! What is known of one candidate's file.

use std::rc::Rc;

use super::room;
use crate::diagnostic::Note;
use crate::head::Head;
use crate::skill::Skill;

/// What a candidate's file says. It is kept until the file changes.
pub struct Told {
    /// The skill; of one that was refused, what it is called.
    pub skill: Result<Rc<Skill>, String>,
    /// The SHA-256 of the whole file, 64 hexadecimal digits; none when it was not
    /// read whole.
    pub sha256: Option<String>,
    /// What is wrong or worth knowing.
    pub notes: Vec<Note>,
}

impl Told {
    /// What the head of a file in this directory of a root says.
    pub fn new(head: Head, root: &str, directory: String) -> Self {
        let Head {
            accepted,
            name,
            digest,
            sha256,
            notes,
        } = head;
        let skill = match accepted {
            Some(metadata) => Ok(Rc::new(Skill {
                name,
                description: metadata.description.unwrap_or_default(),
                directory,
                root: root.to_owned(),
                license: metadata.license,
                compatibility: metadata.compatibility,
                allowed_tools: metadata.allowed_tools,
                metadata: metadata.metadata,
                frontmatter: metadata.json,
                invocation: metadata.invocation,
                digest,
            })),
            None => Err(name),
        };
        Self {
            skill,
            sha256,
            notes,
        }
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        match &self.skill {
            Ok(skill) => &skill.name,
            Err(name) => name,
        }
    }

    /// What it takes to keep this.
    pub fn weight(&self) -> usize {
        let path = match &self.skill {
            Ok(skill) => skill.directory.len(),
            Err(_) => 0,
        };
        let skill = self.skill.as_deref().map_or(0, texts);
        let notes: usize = self
            .notes
            .iter()
            .map(|note| room::finding(path, note))
            .sum();
        skill + room::NAMES * self.name().len() + 2 * notes
    }
}

/// The bytes of a skill's texts.
fn texts(skill: &Skill) -> usize {
    let optional = [&skill.license, &skill.compatibility];
    let pairs = skill.metadata.iter();
    skill.description.len()
        + skill.frontmatter.len()
        + optional
            .iter()
            .copied()
            .flatten()
            .map(String::len)
            .sum::<usize>()
        + skill
            .allowed_tools
            .iter()
            .map(|tool| room::PIECE + tool.len())
            .sum::<usize>()
        + pairs
            .map(|(key, value)| 2 * room::PIECE + key.len() + value.len())
            .sum::<usize>()
}
