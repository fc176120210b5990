//! What the frontmatter says.

use agent_skills_types::Invocation;

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
