//! How results are worded for a model. A dialect is a policy, a list of tools
//! and wording; it formats and never reads.

pub mod catalog;
mod deepseek;
pub mod definitions;
mod lightspeed;
mod lightspeed_shipped;
mod lovia;
mod python;
mod standard;
pub mod tool_call;
mod wrapper;

use agent_skills_types::{
    Activation, Content, Diagnostic, Error, FittedCatalog, InlineSkill, Severity, Skill,
};
use serde_json::Value;

use crate::options::{DialectName, TextOptions};
use crate::policy::Policy;

/// One system's way of showing skills to a model.
pub struct Dialect {
    /// How its library is kept.
    pub policy: Policy,
    /// Its tools, in the order in which they are defined.
    pub tools: &'static [Tool],
    /// Its texts.
    pub wording: &'static dyn Wording,
}

impl Dialect {
    /// The dialect of this name.
    pub fn named(name: DialectName) -> &'static Self {
        match name {
            DialectName::Standard => &standard::DIALECT,
            DialectName::Lightspeed => &lightspeed::DIALECT,
            DialectName::LightspeedShipped => &lightspeed_shipped::DIALECT,
            DialectName::Deepseek => &deepseek::DIALECT,
            DialectName::Lovia => &lovia::DIALECT,
        }
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&'static Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// A tool as a model sees it.
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it does and when to call it.
    pub description: &'static str,
    /// What a call of it does.
    pub operation: Operation,
    /// Its arguments.
    pub parameters: &'static [Parameter],
}

impl Tool {
    /// The name of the parameter that plays a part.
    pub fn parameter(&self, role: Role) -> &'static str {
        self.parameters
            .iter()
            .find(|parameter| parameter.role == role)
            .map_or("", |parameter| parameter.name)
    }
}

/// Where the files lie that a skill's instructions speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base<'b> {
    /// A directory.
    Directory(&'b str),
    /// An address.
    Url(&'b str),
    /// The host's words.
    Opaque(&'b str),
    /// This provider alone knows.
    Provider(&'b str),
}

/// What is known of a skill beside its instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'o> {
    /// Its description.
    pub description: &'o str,
    /// The provider: [`FILESYSTEM`], or the one it was registered under.
    pub provider: &'o str,
    /// Where its files lie.
    pub base: Base<'o>,
}

/// The provider of the skills that lie in directories.
pub const FILESYSTEM: &str = "filesystem";

/// What a call that failed was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// What the tool does.
    pub operation: Operation,
    /// The skill's name, on one line.
    pub skill: &'a str,
    /// The files that could have been asked for; empty when there is no such
    /// skill.
    pub files: &'a [String],
    /// Whether the skill lies in a directory that the model can see.
    pub in_directory: bool,
}

/// What a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Shows the catalog.
    List,
    /// Gives a skill's instructions.
    Activate,
    /// Gives a file of a skill.
    Read,
}

/// An argument of a tool.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What to put there.
    pub description: &'static str,
    /// What it is for.
    pub role: Role,
}

/// What an argument is for; this decides its type and whether it is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A skill's name, one of those that there are; required.
    Skill,
    /// A path in a skill; required.
    Path,
    /// Where to begin, in bytes.
    Offset,
}

impl Role {
    /// Whether a call without it is refused.
    pub const fn required(self) -> bool {
        matches!(self, Self::Skill | Self::Path)
    }
}

/// A dialect's texts. Pure functions: the same records give the same text.
pub trait Wording: Sync {
    /// Holds the options for texts to what the dialect allows.
    ///
    /// # Errors
    /// [`Error::InvalidOptions`] naming the option.
    fn check_options(&self, options: &TextOptions) -> Result<(), Error> {
        match options.description_characters {
            Some(0) => Err(Error::InvalidOptions {
                option: "text.description_characters".to_owned(),
                reason: "it must be at least 1".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// How to use skills, for a system prompt; with the catalog where the system
    /// writes both in one. `skills` is not empty.
    fn instructions(&self, skills: &[&Skill], options: &TextOptions) -> String;

    /// The catalog, at most `budget` code points long.
    fn catalog(
        &self,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog;

    /// Everything about skills for a system prompt, at most `budget` code points
    /// long. `skills` is not empty.
    fn system_prompt(
        &self,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        let mut instructions = self.instructions(skills, options);
        if !instructions.is_empty() {
            instructions = format!("{}\n\n", instructions.trim_end());
        }
        catalog::framed(&instructions, "", budget, |budget| {
            self.catalog(skills, options, budget)
        })
    }

    /// What the listing tool gives. `skills` is not empty.
    fn listing(&self, skills: &[&Skill], options: &TextOptions) -> String {
        self.catalog(skills, options, None).text
    }

    /// The catalog for a conversation that was told another one. `skills` is not
    /// empty.
    fn replaced_catalog(&self, skills: &[&Skill], options: &TextOptions) -> String {
        self.catalog(skills, options, None).text
    }

    /// What a conversation is told when the catalog has become empty.
    fn emptied_catalog(&self) -> String {
        self.no_skills()
    }

    /// What the listing tool gives when there is no skill.
    fn no_skills(&self) -> String;

    /// A skill's instructions.
    fn activation(&self, activation: &Activation, origin: Origin<'_>) -> String;

    /// An activation as data for the host; none for the whole record.
    fn activation_value(&self, _activation: &Activation, _origin: Origin<'_>) -> Option<Value> {
        None
    }

    /// The note in place of instructions that the conversation already has; none
    /// where they are delivered again.
    fn already_active(&self, name: &str) -> Option<String>;

    /// A file of a skill, whose files lie at `base`.
    ///
    /// # Errors
    /// The text of a failure, where the dialect does not hand out such a file.
    fn resource(&self, content: &Content, base: Base<'_>) -> Result<String, String>;

    /// Whether a file that an activation lists can be asked for.
    fn offers(&self, _path: &str) -> bool {
        true
    }

    /// Whether a message holds a skill's instructions or file.
    fn is_skill_content(&self, message: &str) -> bool;

    /// What makes a strict start fail, in the dialect's words; none when it does
    /// not. Asked only where the policy is strict.
    fn start_failure(&self, diagnostic: &Diagnostic) -> Option<String> {
        let grave = diagnostic.severity == Severity::Error;
        grave.then(|| diagnostic.message.clone())
    }

    /// A finding in the dialect's words; none where the usual ones do.
    fn diagnosis(&self, _diagnostic: &Diagnostic) -> Option<String> {
        None
    }

    /// Holds a skill that the host hands over to the dialect's rules.
    ///
    /// # Errors
    /// [`Error::Other`] in the dialect's words.
    fn check_registration(&self, _skill: &InlineSkill) -> Result<(), Error> {
        Ok(())
    }

    /// What is said of an option that there is not; none for the usual words.
    fn unknown_key(&self) -> Option<&'static str> {
        None
    }

    /// A failure.
    fn error(&self, error: &Error) -> String;

    /// A failure of a call that could be read.
    fn failure(&self, error: &Error, _asked: Asked<'_>) -> String {
        self.error(error)
    }
}
