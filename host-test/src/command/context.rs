//! What each command is given.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agent_skills_sandbox::{Mounts, Sandbox};
use serde_json::Value;

use super::common::Common;
use super::failure::Result;
use super::library::{self, Library};
use super::output::Output;

/// The shared options, and where results go.
pub struct Context {
    common: Common,
    /// Where results and messages go.
    pub output: Output,
}

impl Context {
    /// The context of a run with these options.
    pub fn new(common: Common) -> Self {
        Self {
            output: Output::new(common.json),
            common,
        }
    }

    /// Opens the skills that the options point to. A root that cannot be opened is
    /// told of.
    pub fn library(&self) -> Result<Library> {
        let library = self.library_to_list()?;
        library.tell_of_roots(&self.output);
        Ok(library)
    }

    /// The same for a command that tells of roots with everything else.
    pub fn library_to_list(&self) -> Result<Library> {
        Library::open(&self.common, &self.output)
    }

    /// The options, and the directories that they point to, without an instance.
    pub fn mount(&self, sandbox: &Sandbox) -> Result<(Value, Mounts)> {
        library::mount(sandbox, &self.common, &self.output)
    }

    /// The same whatever lock the command line names.
    pub fn library_without_lock(&self) -> Result<Library> {
        let common = Common {
            lock: None,
            key: None,
            ..self.common.clone()
        };
        Library::open(&common, &self.output)
    }

    /// The options that the command line gives, each with its flag.
    pub fn flags(&self) -> Vec<(&'static str, &'static str)> {
        let Common {
            roots,
            dialect,
            lock,
            ..
        } = &self.common;
        [
            (!roots.is_empty(), ("skills", "--root")),
            (dialect.is_some(), ("dialect", "--dialect")),
            (lock.is_some(), ("lock", "--lock")),
        ]
        .into_iter()
        .filter_map(|(given, flag)| given.then_some(flag))
        .collect()
    }

    /// The lock that the command line names.
    pub fn lock(&self) -> Option<&Path> {
        self.common.lock.as_deref()
    }

    /// The public key that the command line names.
    pub fn key(&self) -> Option<&Path> {
        self.common.key.as_deref()
    }

    /// The same for those who mend skills: no fault in one stands in the way.
    pub fn faulty_library(&self) -> Result<Library> {
        Library::open_faulty(&self.common, &self.output)
    }

    /// The same in these directories, if there are any.
    pub fn faulty_library_in(&self, directories: Vec<PathBuf>) -> Result<Library> {
        if directories.is_empty() {
            return self.faulty_library();
        }
        let common = Common {
            roots: directories,
            ..self.common.clone()
        };
        Library::open_faulty(&common, &self.output)
    }

    /// Ends a run: says why it failed, if it did.
    pub fn finish(&self, result: Result<()>) -> ExitCode {
        match result.and_then(|()| self.output.flush()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                self.output.failure(&failure);
                failure.status()
            }
        }
    }
}
