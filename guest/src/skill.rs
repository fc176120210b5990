//! One skill as the rest of the component knows it.

use serde::Serialize;

/// Who may start a skill. A trusted host may always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Invocation {
    /// A language model may.
    pub model: bool,
    /// A person may, by name.
    pub user: bool,
}

impl Default for Invocation {
    fn default() -> Self {
        Self {
            model: true,
            user: true,
        }
    }
}

/// On whose behalf a skill is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invoker {
    /// The host itself.
    Host,
    /// A person.
    User,
    /// A language model.
    Model,
}

/// What the frontmatter says, read by the rules of the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The name as written and trimmed; none when absent or blank.
    pub name: Option<String>,
    /// The description, trimmed; none when absent or blank.
    pub description: Option<String>,
    /// License name or file.
    pub license: Option<String>,
    /// Environment that the skill asks for.
    pub compatibility: Option<String>,
    /// Tools that the author would like approved, one token each.
    pub allowed_tools: Vec<String>,
    /// The `metadata` map in the order of the file.
    pub metadata: Vec<(String, String)>,
    /// Who may start the skill.
    pub invocation: Invocation,
    /// All keys as the text of one JSON object.
    pub json: String,
}

/// A skill that was found and can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Unique in its library.
    pub name: String,
    /// Never empty.
    pub description: String,
    /// License name or file.
    pub license: Option<String>,
    /// Environment that the skill asks for.
    pub compatibility: Option<String>,
    /// Tools that the author would like approved.
    pub allowed_tools: Vec<String>,
    /// The `metadata` map in the order of the file.
    pub metadata: Vec<(String, String)>,
    /// All keys as the text of one JSON object.
    pub frontmatter: String,
    /// Who may start the skill.
    pub invocation: Invocation,
    /// `sha256:` and the hash of the frontmatter block.
    pub digest: String,
    /// Where it lies.
    pub origin: Origin,
}

/// Where a skill lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// Position of its root in the order of precedence.
    pub rank: usize,
    /// The root, as a path in the host's mounts.
    pub root: String,
    /// Its directory below the root, `""` when the root is the skill.
    pub below: String,
    /// The file with the instructions, in that directory.
    pub file: String,
}

impl Origin {
    /// The skill's directory as a path in the host's mounts.
    pub fn directory(&self) -> String {
        join(&self.root, &self.below)
    }

    /// The file with the instructions as a path in the host's mounts.
    pub fn path(&self) -> String {
        join(&self.directory(), &self.file)
    }
}

/// Two parts of a path with one `/` between them.
pub fn join(base: &str, below: &str) -> String {
    match (base, below) {
        (_, "") => base.to_owned(),
        ("", _) => below.to_owned(),
        _ if base.ends_with('/') => format!("{base}{below}"),
        _ => format!("{base}/{below}"),
    }
}
