//! Builds the component: compiles the guest to WebAssembly, wraps it as a
//! component, adds its documentation and compiles it ahead of time.
//!
//! Two files in `OUT_DIR` for each world are the result: `agent-skills.wasm` and
//! `agent-skills.cwasm`, and the same `-with-source`.

mod docs;
#[path = "../src/engine_config.rs"]
mod engine_config;
mod guest;
mod precompile;
mod wrap;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, thread};

use anyhow::{Context, Result, anyhow};

/// A world of the WIT, and how its component is made.
struct World {
    name: &'static str,
    /// Features of the guest.
    features: &'static str,
    /// The result's name without its ending.
    file: &'static str,
}

const WORLDS: [World; 2] = [
    World {
        name: "skills",
        features: "",
        file: "agent-skills",
    },
    World {
        name: "skills-with-source",
        features: "source",
        file: "agent-skills-with-source",
    },
];

fn main() -> ExitCode {
    for path in ["build", "src/engine_config.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    for path in [
        "guest/Cargo.toml",
        "guest/src",
        "guest/types/Cargo.toml",
        "guest/types/src",
        "wit",
        "Cargo.toml",
        "Cargo.lock",
    ] {
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

    // One world is compiled to machine code while the next one is built.
    thread::scope(|scope| {
        let mut compiling = Vec::new();
        for world in WORLDS {
            let module = guest::build(&out.join("guest"), world.features)?;
            let component = wrap::component(&module)?;
            let component = docs::add(component, Path::new("../wit"), world.name)?;
            fs::write(out.join(format!("{}.wasm", world.file)), &component)?;
            let target = target.as_str();
            compiling.push(scope.spawn(move || {
                let compiled = precompile::compile(&component, target)?;
                fs::write(out.join(format!("{}.cwasm", world.file)), compiled)?;
                Ok(())
            }));
        }
        for compiled in compiling {
            compiled
                .join()
                .unwrap_or_else(|_| Err(anyhow!("the compiler panicked")))?;
        }
        Ok(())
    })
}
