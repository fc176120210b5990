//! Writes trees of generated skills that are shaped like published ones, for
//! tests and benchmarks.
//!
//! Sizes follow percentiles counted over 2,023 published skills; see
//! [`distribution`]. The same seed and options give the same bytes, as long as
//! `Cargo.lock` keeps the version of `fastrand`, and what was written is known
//! exactly:
//!
//! ```
//! use agent_skills_generator::Tree;
//!
//! # let temporary = tempfile::tempdir()?;
//! # let directory = temporary.path();
//! let written = Tree::new(20).seed(7).unquoted_colons(10).write(directory)?;
//! for skill in &written.skills {
//!     let file = std::fs::read_to_string(directory.join(&skill.directory).join("SKILL.md"))?;
//!     assert!(file.ends_with(&skill.body()));
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Scope
//!
//! Every generated skill is one that a loader must accept without loss: names
//! and sizes keep to the specification and to what each host has to support.
//! The one fault that can be asked for is the unquoted colon, the most common
//! one of all. Broken and hostile skills are written by hand, in the tests
//! that are about them. There are no links.

mod content;
mod description;
pub mod distribution;
mod files;
mod frontmatter;
mod markdown;
mod name;
mod skill;
mod tree;
mod words;
mod written;

pub use files::Files;
pub use skill::{File, Skill};
pub use tree::Tree;
pub use written::Written;
