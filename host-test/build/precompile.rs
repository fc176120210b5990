//! Compiles the component to machine code.

use std::env;

use anyhow::{Context, Result};
use wasmtime::{Engine, OptLevel};

use crate::engine_config::engine_config;

/// Machine code for any processor of the triple `target`.
///
/// Naming the triple keeps out what only the processor of the building machine
/// can do.
pub fn compile(component: &[u8], target: &str) -> Result<Vec<u8>> {
    // The size of the stack is not compiled in.
    let mut config = engine_config(512 << 10);
    // In a development build the compiler itself is not optimised, and takes twice
    // as long where it has to optimise.
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        config.cranelift_opt_level(OptLevel::None);
    }
    config
        .target(target)
        .map_err(|error| anyhow::anyhow!("{error:#}"))
        .with_context(|| format!("cannot compile the component for {target}"))?;
    Engine::new(&config)
        .and_then(|engine| engine.precompile_component(component))
        .map_err(|error| anyhow::anyhow!("{error:#}"))
}
