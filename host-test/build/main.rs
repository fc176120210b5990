//! Builds the component: wraps the guest's module as a component, adds its
//! documentation and compiles it ahead of time.
//!
//! Two files in `OUT_DIR` for each world are the result: `agent-skills.wasm` and
//! `agent-skills.cwasm`, and the same `-with-source`. With the feature `mcp`
//! there are two more, `agent-skills-stdio.wasm` and `agent-skills-http.wasm`:
//! the component composed with what makes it a server on other engines.

#[cfg(feature = "mcp")]
mod compose;
mod docs;
#[path = "../src/engine_config.rs"]
mod engine_config;
mod precompile;
mod wrap;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, thread};

use agent_skills_modules as modules;
use anyhow::{Context, Result, anyhow};

/// A world of the WIT, and how its component is made.
struct World {
    name: &'static str,
    /// The guest's module for it.
    module: &'static [u8],
    /// The result's name without its ending.
    file: &'static str,
}

const WORLDS: [World; 2] = [
    World {
        name: "skills",
        module: modules::COMPONENT,
        file: "agent-skills",
    },
    World {
        name: "skills-with-source",
        module: modules::COMPONENT_WITH_SOURCE,
        file: "agent-skills-with-source",
    },
];

fn main() -> ExitCode {
    for path in ["build", "src/engine_config.rs", "../wit"] {
        println!("cargo::rerun-if-changed={path}");
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

    // The worlds are compiled to machine code side by side.
    thread::scope(|scope| {
        let mut compiling = Vec::new();
        for world in &WORLDS {
            let component = wrap::component(world.module)?;
            let documented = docs::add(component.clone(), Path::new("../wit"), world.name)?;
            let target = target.as_str();
            compiling.push(scope.spawn(move || write(&documented, out, world, target)));
            #[cfg(feature = "mcp")]
            if world.name == "skills" {
                servers(&component, out)?;
            }
        }
        for compiled in compiling {
            compiled
                .join()
                .unwrap_or_else(|_| Err(anyhow!("the compiler panicked")))?;
        }
        Ok(())
    })
}

/// Writes a component, and its machine code beside it.
fn write(component: &[u8], out: &Path, world: &World, target: &str) -> Result<()> {
    fs::write(out.join(format!("{}.wasm", world.file)), component)?;
    let compiled = precompile::compile(component, target)?;
    fs::write(out.join(format!("{}.cwasm", world.file)), compiled)?;
    Ok(())
}

/// Composes the component with each of the adapters that make it a server.
#[cfg(feature = "mcp")]
fn servers(component: &[u8], out: &Path) -> Result<()> {
    for (kind, module) in [
        ("stdio", modules::STDIO_ADAPTER),
        ("http", modules::HTTP_ADAPTER),
    ] {
        let adapter = wrap::component(module)?;
        let server = compose::compose(&adapter, component)?;
        fs::write(out.join(format!("agent-skills-{kind}.wasm")), server)?;
    }
    Ok(())
}
