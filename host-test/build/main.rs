//! Builds the component: compiles the guest to WebAssembly, wraps it as a
//! component, adds its documentation and compiles it ahead of time.
//!
//! `agent-skills.wasm` and `agent-skills.cwasm` in `OUT_DIR` are the result.

mod docs;
#[path = "../src/engine_config.rs"]
mod engine_config;
mod guest;
mod precompile;
mod wrap;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use anyhow::{Context, Result};

fn main() -> ExitCode {
    for path in ["build", "src/engine_config.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    for path in ["guest", "wit", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed=../{path}");
    }
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<()> {
    let out = env::var("OUT_DIR").context("cargo sets OUT_DIR")?;
    let out = Path::new(&out);
    let target = env::var("TARGET").context("cargo sets TARGET")?;

    let module = guest::build(&out.join("guest"))?;
    let component = wrap::component(&module)?;
    let component = docs::add(component, Path::new("../wit"))?;
    let compiled = precompile::compile(&component, &target)?;

    fs::write(out.join("agent-skills.wasm"), component)?;
    fs::write(out.join("agent-skills.cwasm"), compiled)?;
    Ok(())
}
