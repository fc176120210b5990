//! The program `agent-skills`: skills for people and scripts, read in a sandbox.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
