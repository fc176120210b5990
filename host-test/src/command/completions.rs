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
        let script = self.script();
        if context.output.json() {
            return context.output.document(&Completions {
                shell: self.shell.to_string(),
                script,
            });
        }
        context.output.bytes(script.as_bytes())
    }

    fn script(&self) -> String {
        let mut script = Vec::new();
        let mut command = CommandLine::command();
        clap_complete::generate(self.shell, &mut command, "agent-skills", &mut script);
        let script = String::from_utf8_lossy(&script);
        // For bash it names the subcommands of a program with a hyphen in two ways
        // (clap-rs/clap#6421), so that none of them would be completed.
        script.replace("agent__subcmd__skills__subcmd__", "agent__skills__subcmd__")
    }
}
