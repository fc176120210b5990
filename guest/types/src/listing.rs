//! What a look at the roots gave, and what a model is shown of it.

use serde::Serialize;

use crate::{Diagnostic, Skill};

/// A skill that was found but is hidden by another of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShadowedSkill {
    /// The name of both.
    pub name: String,
    /// Its own directory.
    pub directory: String,
    /// The directory of the skill that is used instead.
    pub winner: String,
}

/// Everything that a look at the roots gave. What only passes it on can do so
/// without copies, as `Listing<&Skill>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing<S = Skill> {
    /// In the order of their names' code points, or as they were found where the
    /// dialect has it so.
    pub skills: Vec<S>,
    /// What was wrong or worth knowing.
    pub diagnostics: Vec<Diagnostic>,
    /// Skills hidden by others.
    pub shadowed: Vec<ShadowedSkill>,
    /// False when a limit or an unreadable directory may have hidden skills.
    pub complete: bool,
    /// Over digests and names of `skills`.
    pub digest: String,
}

/// What is different since the last look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Names that are new, sorted.
    pub added: Vec<String>,
    /// Names that are gone, sorted.
    pub removed: Vec<String>,
    /// Names whose `SKILL.md` is another or was written to, sorted.
    pub changed: Vec<String>,
    /// False when skills may have been missed.
    pub complete: bool,
}

/// What became of a file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It is a skill, or a file of one.
    Loaded,
    /// It would be a skill, but another of the same name comes first.
    Shadowed,
    /// It should be a skill and cannot be used.
    Refused,
    /// It is not looked at, or there is no skill.
    Ignored,
}

/// Why a skill is, or is not, loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What became of it.
    pub outcome: Outcome,
    /// The skill's name; none when there is no skill.
    pub name: Option<String>,
    /// The file or directory, as a path in the host's mounts.
    pub path: String,
    /// One sentence.
    pub message: String,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// A catalog within a budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FittedCatalog {
    /// Empty when there is no skill for a model.
    pub text: String,
    /// How many skills it names.
    pub shown: u32,
    /// How many of these have a shortened or missing description.
    pub shortened: u32,
    /// How many there was no room for.
    pub omitted: u32,
}

/// What a tool call gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// For the model.
    pub text: String,
    /// Whether `text` tells of a failure.
    pub is_error: bool,
    /// For the host: the text of one JSON object.
    pub value: String,
}
