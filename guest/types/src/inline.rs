//! Skills that a host hands over at run time.

/// Where the files lie that a registered skill's instructions speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceBase {
    /// A directory, as a path that means something to the model.
    Directory(String),
    /// An address.
    Url(String),
    /// Words for the model.
    Opaque(String),
}

/// A file of a registered skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineFile {
    /// Path below the skill's directory.
    pub path: String,
    /// Its content.
    pub data: Vec<u8>,
}

/// A skill that the host hands over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InlineSkill {
    /// Its name.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// The instructions.
    pub body: String,
    /// Further frontmatter keys as the text of one JSON object.
    pub frontmatter: Option<String>,
    /// Who serves it; none means `runtime`.
    pub provider: Option<String>,
    /// Its place in the order of precedence, smaller first: the first root has
    /// 100, the second 200 and so on. None means 250.
    pub rank: Option<u32>,
    /// None when its files can only be read through the component.
    pub base: Option<ResourceBase>,
    /// Its files, `SKILL.md` left out.
    pub files: Vec<InlineFile>,
}
