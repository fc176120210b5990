//! `agent-skills completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde::Serialize;

use super::CommandLine;
use super::context::Context;
use super::failure::Result;

/// Print a script that completes commands and options in a shell
///
/// For bash, in this session: source <(agent-skills completions bash)
#[derive(Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// The script for programs.
#[derive(Serialize)]
struct Completions {
    shell: String,
    script: String,
}

impl Arguments {
    /// Prints the script.
    pub fn run(&self, context: &Context) -> Result<()> {
        let mut script = Vec::new();
        let mut command = CommandLine::command();
        clap_complete::generate(self.shell, &mut command, "agent-skills", &mut script);
        if context.output.json() {
            return context.output.document(&Completions {
                shell: self.shell.to_string(),
                script: String::from_utf8_lossy(&script).into_owned(),
            });
        }
        context.output.bytes(&script)
    }
}
