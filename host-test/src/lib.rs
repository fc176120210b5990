//! Runs the Agent Skills component in a sandbox.
//!
//! A [`Sandbox`] is built once. From it come instances: each is one library of
//! skills, over read-only directories, with its own memory and its own options.
//! An instance can read below the mounted directories and do nothing else.
//!
//! ```
//! use agent_skills_sandbox::types::Invoker;
//! use agent_skills_sandbox::{Error, Mounts, Sandbox};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = std::env::temp_dir().join(format!("agent-skills-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(directory.join("greeting"))?;
//! # std::fs::write(
//! #     directory.join("greeting/SKILL.md"),
//! #     "---\nname: greeting\ndescription: How to greet.\n---\nSay hello.\n",
//! # )?;
//! let sandbox = Sandbox::new()?;
//! let mut mounts = Mounts::new();
//! mounts.add(&directory, "/skills")?;
//! let mut instance = sandbox.instance(&mounts)?;
//!
//! let listing = instance.list_skills()?;
//! assert_eq!(listing.skills[0].name, "greeting");
//! let activation = instance.activate_skill("greeting", Invoker::Host)?;
//! assert_eq!(activation.body, "Say hello.\n");
//!
//! match instance.get_skill("greetings") {
//!     Err(error @ Error::Refused(_)) => assert_eq!(error.code(), "unknown-skill"),
//!     other => panic!("{other:?}"),
//! }
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok(())
//! # }
//! ```
//!
//! [`Instance`] is for synchronous programs and needs no runtime;
//! [`AsyncInstance`] has the same functions for asynchronous ones.
//!
//! Whatever a component does, the host gets an [`Error`]: [`Limits`] bound its
//! time and memory, and after a fault only that instance is gone.

mod below;
mod bindings;
mod block_on;
mod convert;
mod embedded;
mod engine_config;
mod error;
#[cfg(target_os = "linux")]
mod in_place;
mod inspect;
mod instance;
mod limits;
#[cfg(feature = "mcp")]
pub mod mcp;
mod mounts;
mod operations;
mod pool;
mod sandbox;
#[cfg(feature = "signature")]
pub mod signature;
mod source;
mod state;
mod ticker;
mod wasi;

/// The records that the component returns; they serialise to the JSON of the
/// command.
pub use agent_skills_types as types;
pub use embedded::{component_bytes, component_with_source_bytes};
#[cfg(feature = "mcp")]
pub use embedded::{http_server_bytes, stdio_server_bytes};
pub use error::{Error, Result};
pub use inspect::{Interface, Interfaces, inspect};
pub use instance::{AsyncInstance, Instance};
pub use limits::Limits;
pub use mounts::Mounts;
pub use sandbox::{Sandbox, SandboxBuilder};
pub use source::{Candidate, Observation, Source, SourceError};
