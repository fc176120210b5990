//! A place to run the command in, and what it printed there.

#[cfg(unix)]
pub mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A working directory and a home directory, both empty at first.
pub struct Place {
    temporary: TempDir,
    work: PathBuf,
    home: PathBuf,
}

/// What a run printed. The paths of the place read `WORK` and `HOME`.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Self {
        let temporary = tempfile::tempdir().expect("a temporary directory");
        let base = temporary.path().canonicalize().expect("it is there");
        let place = Self {
            temporary,
            work: base.join("work"),
            home: base.join("home"),
        };
        for directory in [&place.work, &place.home] {
            fs::create_dir(directory).expect("a new directory");
        }
        place
    }

    /// A place with one root, `skills`, that holds two skills and three files.
    pub fn with_skills() -> Self {
        let place = Self::new();
        place.write("skills/pdf/SKILL.md", PDF);
        place.write("skills/pdf/forms.md", "Fields first.\n");
        place.write("skills/pdf/logo.png", b"\x89PNG\r\n\x1a\n\0\xff");
        place.write("skills/notes/SKILL.md", NOTES);
        place
    }

    pub fn work(&self) -> &Path {
        &self.work
    }

    /// Writes a file below the working directory.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.work.join(path), content.as_ref());
    }

    /// Writes a file below the home directory.
    pub fn write_at_home(&self, path: &str, content: impl AsRef<[u8]>) {
        write(&self.home.join(path), content.as_ref());
    }

    /// Makes a link below the working directory.
    #[cfg(unix)]
    pub fn link(&self, target: &str, path: &str) {
        let path = self.work.join(path);
        fs::create_dir_all(path.parent().expect("a link has a directory")).expect("directories");
        std::os::unix::fs::symlink(target, path).expect("a new link");
    }

    /// Takes all permissions from a directory below the working directory.
    #[cfg(unix)]
    pub fn forbid(&self, path: &str) {
        use std::os::unix::fs::PermissionsExt;
        let none = fs::Permissions::from_mode(0o000);
        fs::set_permissions(self.work.join(path), none).expect("it is ours");
    }

    /// The command as a user whom permissions bind, which the superuser is not.
    #[cfg(unix)]
    pub fn command_of_an_ordinary_user(&self, arguments: &[&str]) -> Command {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        use std::os::unix::process::CommandExt;
        const NOBODY: u32 = 65_534;
        let base = self.temporary.path();
        let mut command = self.command(arguments);
        if fs::metadata(base).expect("it is there").uid() == 0 {
            let all_may_enter = fs::Permissions::from_mode(0o755);
            fs::set_permissions(base, all_may_enter).expect("it is ours");
            command.uid(NOBODY);
        }
        command
    }

    /// The command, to be run in this place.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agent-skills"));
        command
            .args(arguments)
            .current_dir(&self.work)
            .env_clear()
            .env("HOME", &self.home);
        command
    }

    /// Runs the command with its output going into pipes.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.finish(&mut self.command(arguments))
    }

    /// Runs a command that was made here.
    pub fn finish(&self, command: &mut Command) -> Run {
        let Output {
            status,
            stdout,
            stderr,
        } = command.output().expect("the command runs");
        Run {
            status: status.code().expect("no signal ends the command"),
            stdout: self.general(&stdout),
            stderr: self.general(&stderr),
        }
    }

    /// Runs the command and returns the bytes that it printed.
    pub fn bytes(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.command(arguments).output().expect("the command runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {messages}");
        output.stdout
    }

    /// Runs the command, compares all that it did, and holds a document that it
    /// printed to being JSON.
    #[track_caller]
    pub fn expect(&self, arguments: &[&str], status: i32, stdout: &str, stderr: &str) {
        let run = self.run(arguments);
        let expected = Run {
            status,
            stdout: stdout.to_owned(),
            stderr: stderr.to_owned(),
        };
        assert_eq!(run, expected, "agent-skills {}", arguments.join(" "));
        if arguments.contains(&"--json") {
            serde_json::from_str::<serde_json::Value>(&run.stdout).expect("one JSON document");
        }
    }

    fn general(&self, bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes)
            .replace(&self.work.display().to_string(), "WORK")
            .replace(&self.home.display().to_string(), "HOME")
    }
}

fn write(path: &Path, content: &[u8]) {
    fs::create_dir_all(path.parent().expect("a file has a directory")).expect("new directories");
    fs::write(path, content).expect("a new file");
}

pub const PDF: &str = "\
---
name: pdf
description: Reads, fills and
  merges PDF files.
license: MIT
metadata: {version: \"1.10\"}
---
# PDF

See `forms.md`.
";

pub const NOTES: &str = "\
---
name: notes
description: Takes notes.
---
Write them down.
";
