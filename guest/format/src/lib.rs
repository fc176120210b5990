//! The format of a `SKILL.md`: where its frontmatter stands, what that says, what
//! a name may be, and in which words a fault in one of them is told.
//!
//! It works on bytes that somebody else has read, and knows neither directories
//! nor hosts.

pub use agent_skills_types::bytes;

pub mod diagnostic;
pub mod frontmatter;
pub mod limits;
pub mod metadata;
pub mod name;
pub mod order;
pub mod text;
