//! `agent-skills component`.

use std::path::{Path, PathBuf};

use agent_skills_sandbox::component_bytes;
use clap::{Args, ValueHint};
use serde::Serialize;

use super::context::Context;
use super::failure::{Failure, Result};
use super::replace::replace;

/// Write the WebAssembly component itself, for other hosts
#[derive(Args)]
pub struct Arguments {
    /// File to write; one that exists is replaced [default: standard output]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// What was written, for programs.
#[derive(Serialize)]
struct Written<'a> {
    path: &'a Path,
    size: usize,
}

impl Arguments {
    /// Writes the bytes.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let component = component_bytes();
        let Some(path) = &self.output else {
            if output.terminal() || output.json() {
                return Err(Failure::usage(
                    "a component is binary and needs a file to go to",
                    "Name one with --output FILE.",
                ));
            }
            return output.bytes(component);
        };
        replace(path, component)?;
        if output.json() {
            return output.document(&Written {
                path,
                size: component.len(),
            });
        }
        output.note(&format!(
            "wrote {} bytes to `{}`",
            component.len(),
            path.display()
        ));
        Ok(())
    }
}
