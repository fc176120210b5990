//! Agent Skills as one component: the logic behind the WIT package
//! `agent-skills:toolkit`.
//!
//! The crate builds for two targets. For `wasm32-unknown-unknown` it exports the
//! world `skills` and reads through `wasi:filesystem`. For the host it is an
//! ordinary library, so that tests, fuzz targets and benchmarks run the same
//! code without WebAssembly.
//!
//! Modules depend on each other in one direction: [`storage`] <- [`discovery`]
//! <- [`library`] <- [`dialect`] <- exports.

pub mod diagnostic;
pub mod frontmatter;
pub mod limits;
pub mod name;
pub mod skill;
pub mod text;
