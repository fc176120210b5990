//! What stands between the Agent Skills component and an engine that runs
//! commands or serves HTTP: it moves bytes, and leaves all decisions to the
//! crate `agent-skills-mcp`.
//!
//! With the feature `stdio` it exports `wasi:cli/run`, with the feature `http`
//! `wasi:http/incoming-handler`. Its imports of the component are filled when
//! the two are composed.

#![cfg(target_family = "wasm")]

mod core;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "stdio")]
mod stdio;

use agent_skills_mcp::config::{Settings, Setup, no_other_secret};

/// The setup that the environment describes.
fn setup() -> Result<Setup, String> {
    let variables = wasip2::cli::environment::get_environment();
    // To whom an engine listens is not known here; the names tell.
    Settings::from_variables(variables)?.setup(false, no_other_secret)
}
