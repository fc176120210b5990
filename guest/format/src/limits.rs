//! The bounds within which input is read.

use agent_skills_types::Error;
use serde::{Deserialize, Serialize};

/// Bounds on what is read. Each that is hit is reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Longest name before a warning, in code points (specification: 64).
    pub name_characters: usize,
    /// Longest description before a warning, in code points (specification: 1024).
    pub description_characters: usize,
    /// Longest compatibility text before a warning, in code points (specification: 500).
    pub compatibility_characters: usize,
    /// Largest frontmatter block, in bytes.
    pub frontmatter_bytes: usize,
    /// Largest `SKILL.md`, in bytes.
    pub skill_file_bytes: u64,
    /// Longest body that one activation returns, in code points; the rest can be read in pages.
    pub body_characters: usize,
    /// Most files that one skill's listing names.
    pub files_per_skill: usize,
    /// Most bytes that one skill's files may have together when they are hashed.
    pub skill_bytes: u64,
    /// Most bytes that one read returns, at least 4.
    pub read_bytes: u32,
    /// Most directory entries that one scan of all roots looks at.
    pub scan_entries: usize,
    /// Most bytes that one scan of all roots keeps of what it finds: what the frontmatters say, paths, links and findings. What has no room is left out.
    pub scan_bytes: usize,
    /// How many directories deep below a root a scan looks for skills; 1 means the root's children.
    pub scan_depth: usize,
    /// Most links that one path may lead through.
    pub link_hops: usize,
    /// Deepest nesting in the frontmatter.
    pub yaml_depth: usize,
    /// Most keys and values in the frontmatter.
    pub yaml_nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            name_characters: 64,
            description_characters: 1024,
            compatibility_characters: 500,
            frontmatter_bytes: 64 * 1024,
            skill_file_bytes: 1024 * 1024,
            body_characters: 100_000,
            files_per_skill: 512,
            skill_bytes: 16 * 1024 * 1024,
            read_bytes: 256 * 1024,
            scan_entries: 100_000,
            scan_bytes: 24 * 1024 * 1024,
            scan_depth: 4,
            link_hops: 16,
            yaml_depth: 32,
            yaml_nodes: 10_000,
        }
    }
}

impl Limits {
    /// Whether the bounds can be worked with.
    ///
    /// # Errors
    /// [`Error::InvalidOptions`] naming the first that cannot.
    pub fn validate(&self) -> Result<(), Error> {
        let least = [
            // The longest character: a smaller window could never move on.
            ("read_bytes", u64::from(self.read_bytes), 4),
            ("body_characters", self.body_characters as u64, 1),
            ("scan_depth", self.scan_depth as u64, 1),
            ("yaml_depth", self.yaml_depth as u64, 1),
        ];
        for (option, value, least) in least {
            if value < least {
                return Err(Error::InvalidOptions {
                    option: format!("limits.{option}"),
                    reason: format!("it must be at least {least}"),
                });
            }
        }
        Ok(())
    }
}
