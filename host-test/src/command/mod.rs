//! From arguments to an exit status.
//!
//! Each command is one file: its `Arguments`, and what they do in `run`. The
//! comment on `Arguments` is the command's help, and one line below adds it.

mod common;
mod config;
mod context;
mod diagnostics;
mod failure;
mod input;
mod library;
mod lock_file;
mod mark;
mod messages;
mod output;
mod pages;
mod record;
mod replace;
mod roots;
mod sarif;
mod snippet;
mod sources;
mod table;
mod text;
mod usage;
mod usual_places;
mod weight;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use common::{Common, With};
use context::Context;

macro_rules! commands {
    ($($name:ident = $module:ident,)*) => {
        $(mod $module;)*

        #[derive(Subcommand)]
        enum Command {
            $($name(With<$module::Arguments>),)*
        }

        impl Command {
            fn run(self, before: Common) -> ExitCode {
                match self {
                    $(Self::$name(command) => {
                        let context = Context::new(command.common.after(before));
                        context.finish(command.own.run(&context))
                    })*
                }
            }
        }
    };
}

commands! {
    List = list,
    Activate = activate,
    Read = read,
    Files = files,
    Explain = explain,
    Check = check,
    Lock = lock,
    Verify = verify,
    Prompt = prompt,
    Tools = tools,
    Call = call,
    Mcp = mcp,
    Inspect = inspect,
    Component = component,
    Completions = completions,
}

/// Finds Agent Skills and reads them in a sandbox
///
/// A skill is a directory with a file SKILL.md: a name, a description and
/// instructions for an agent. Skills are read by a WebAssembly component that can
/// see the directories given to it and nothing else.
#[derive(Parser)]
#[command(name = "agent-skills", version, after_help = AFTER_HELP)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

const AFTER_HELP: &str = "\
Where skills come from:
  Each --root DIR; else the paths in the --config FILE; else .agents/skills and
  .claude/skills here and in the directories above up to the repository's root,
  nearest first, then in the home directory. A directory that is missing or cannot
  be read is told of, and the others count.

Exit status: 0 done, 1 refused or failed, 2 wrong usage or configuration.

Examples:
  agent-skills list
  agent-skills --root ./skills list
  agent-skills activate release-notes
  agent-skills read release-notes assets/template.md
  agent-skills --json files release-notes
  agent-skills explain release-notes
  agent-skills check ./skills
  agent-skills lock
  agent-skills verify
  agent-skills --lock agent-skills.lock.json activate release-notes
  agent-skills call activate_skill '{\"name\": \"release-notes\"}'
  agent-skills --root ./skills mcp --http 127.0.0.1:8080
  agent-skills component --output agent-skills.wasm";

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    match CommandLine::try_parse_from(&arguments) {
        Ok(line) => line.command.run(line.common),
        Err(error) => usage::tell(error, &arguments),
    }
}
