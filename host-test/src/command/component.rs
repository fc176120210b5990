//! `agent-skills component`.

use std::path::{Path, PathBuf};

use agent_skills_sandbox::{component_bytes, http_server_bytes, stdio_server_bytes};
use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;

use super::context::Context;
use super::failure::{Failure, Result};
use super::replace::replace;

/// Write the WebAssembly component itself, for other hosts
#[derive(Args)]
pub struct Arguments {
    /// File to write, or - for standard output, which is the default; one that exists is
    /// replaced
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// What the component is to its host
    #[arg(long, value_name = "KIND", default_value = "library")]
    kind: Kind,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Functions to call
    Library,
    /// A command that serves MCP on stdin and stdout
    Stdio,
    /// A handler that serves MCP over HTTP
    Http,
}

impl Kind {
    fn bytes(self) -> &'static [u8] {
        match self {
            Self::Library => component_bytes(),
            Self::Stdio => stdio_server_bytes(),
            Self::Http => http_server_bytes(),
        }
    }
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
        let component = self.kind.bytes();
        let Some(path) = self.output.as_ref().filter(|path| *path != Path::new("-")) else {
            if output.terminal() || output.json() {
                return Err(Failure::usage(
                    "a component is binary and needs a file to go to",
                    "Name one with --output FILE.",
                ));
            }
            return output.bytes(component);
        };
        replace(&[(path, component)])?;
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
