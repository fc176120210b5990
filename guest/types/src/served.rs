//! A skill as a server of MCP's skills extension needs it.

use serde::Serialize;

use crate::{Diagnostic, FileInfo};

/// Most files of a skill that clients of MCP's skills extension have to take.
pub const SERVED_FILES: usize = 512;

/// Most bytes of a skill that clients of MCP's skills extension have to take.
pub const SERVED_BYTES: u64 = 16 * 1024 * 1024;

/// What a server needs of one skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ServedSkill {
    /// The whole frontmatter as the text of one JSON object.
    pub frontmatter: String,
    /// `sha256:` and the hash of the bytes that `frontmatter` was read from.
    pub digest: String,
    /// The files that the listing names, `SKILL.md` included, in code point
    /// order.
    pub files: Vec<FileInfo>,
    /// Why clients that verify would refuse it; empty when it can be served.
    pub faults: Vec<Diagnostic>,
}
