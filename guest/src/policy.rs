//! What differs between systems, as data.

/// How a library is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whether each listing looks at the roots again, and a name that is not
    /// found is looked for once more. Otherwise the first look counts until the
    /// options are set anew.
    pub live: bool,
}

/// Folders that a scan for skills does not go down into. They may be skills
/// themselves.
pub const NOT_SCANNED: &[&str] = &[
    "bower_components",
    "build",
    "dist",
    "node_modules",
    "__pycache__",
    "site-packages",
    "target",
    "vendor",
    "venv",
];

/// Folders whose files are not listed as files of a skill.
pub const NOT_LISTED: &[&str] = &[
    "bower_components",
    "node_modules",
    "__pycache__",
    "site-packages",
    "venv",
];

/// Whether a name is hidden by its first character.
pub fn hidden(name: &str) -> bool {
    name.starts_with('.')
}
