//! Agent Skills as one component: the logic behind the WIT package
//! `agent-skills:toolkit`.
//!
//! The crate builds for two targets. For `wasm32-unknown-unknown` it exports the
//! world `skills` and reads through `wasi:filesystem`. For the host it is an
//! ordinary library, so that tests, fuzz targets and benchmarks run the same
//! code without WebAssembly.
//!
//! Modules depend on each other in one direction: [`storage`] <- [`discovery`]
//! <- [`library`] <- [`toolkit`] <- [`dialect`] <- exports.

pub mod acceptance;
pub mod check;
#[cfg(target_family = "wasm")]
mod component;
pub mod conversation;
pub mod delivery;
pub mod dialect;
pub mod digest;
pub mod discovery;
pub mod drift;
pub mod explain;
pub mod grant;
pub mod head;
pub mod instructions;
pub mod json;
pub mod library;
pub mod lock;
pub mod manifest;
pub mod media_type;
pub mod options;
pub mod place;
pub mod policy;
pub mod references;
pub mod registry;
pub mod resource;
pub mod roots;
pub mod servable;
pub mod serving;
pub mod skill;
pub mod storage;
pub mod toolkit;
pub mod verify;

pub use agent_skills_format::{bytes, diagnostic, frontmatter, limits, name, order, text};
