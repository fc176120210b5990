//! Writes a tree of generated skills into a directory.

mod arguments;

use std::env::args_os;
use std::io::{Write, stdout};
use std::process::ExitCode;

use arguments::{Arguments, Command, USAGE};

fn main() -> ExitCode {
    match Command::parse(args_os().skip(1)) {
        Ok(Command::Help) => {
            print(USAGE);
            ExitCode::SUCCESS
        }
        Ok(Command::Write(arguments)) => write(&arguments),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn write(arguments: &Arguments) -> ExitCode {
    let directory = arguments.directory.display();
    match arguments.tree.write(&arguments.directory) {
        Ok(written) => {
            let (files, bytes) = (written.file_count(), written.total_bytes());
            let skills = written.skills.len();
            print(&format!(
                "{directory}: {skills} skills, {files} files, {bytes} bytes"
            ));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cannot write to `{directory}`: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a line; a reader that went away is no failure.
fn print(line: &str) {
    let _ = writeln!(stdout(), "{line}");
}
