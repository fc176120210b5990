//! Which directories the component may read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};
use std::{env, fs, io};

use agent_skills_sandbox::types::{Diagnostic, Severity};
use agent_skills_sandbox::{Error, Mounts};
use serde_json::Value;

use super::common::Common;
use super::failure::{Failure, Result};
use super::output::Output;
use super::{config, diagnostics, usual_places};

/// The file that makes a directory a skill.
pub(super) const SKILL_FILE: &str = "SKILL.md";

/// The code by which the component tells of a root that is not mounted.
pub(super) const ROOT_MISSING: &str = "root-missing";

/// Directories to look for skills in, in order of precedence.
#[derive(Default)]
pub struct Roots {
    /// Those that could be opened.
    pub mounts: Mounts,
    /// Why the others could not.
    pub faults: Faults,
    /// The absolute paths of all of them.
    paths: Vec<String>,
}

/// Why roots could not be opened, by their paths.
#[derive(Default)]
pub struct Faults(BTreeMap<String, Diagnostic>);

/// Opens the directories that the command line names, or else the options, or
/// else the usual ones. What cannot be opened is told in the listing, and the
/// others count.
pub fn open(common: &Common, options: &mut Value, output: &Output) -> Result<Roots> {
    let mut roots = Roots::default();
    if !common.roots.is_empty() {
        roots.add_all(common.roots.iter().cloned())?;
    } else if let Some(paths) = config::paths(options) {
        let base = common.config.as_deref().and_then(Path::parent);
        let base = base.unwrap_or(Path::new(""));
        roots.add_all(paths.iter().map(|path| base.join(from_home(path))))?;
    } else {
        usual_places::add(&mut roots, output)?;
    }
    config::set_paths(options, &roots.paths);
    Ok(roots)
}

/// A path with `~/` at its beginning made one below the home directory, as a
/// shell does for the paths of the command line.
fn from_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), env::home_dir()) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(path),
    }
}

impl Roots {
    /// Adds directories, skills, or the files of skills.
    ///
    /// # Errors
    /// A path that is not UTF-8.
    pub fn add_all(&mut self, places: impl Iterator<Item = PathBuf>) -> Result<()> {
        for place in places {
            self.add(&skill_directory(&place))?;
        }
        Ok(())
    }

    fn add(&mut self, place: &Path) -> Result<()> {
        let (path, found) = match place.canonicalize() {
            Ok(path) => (path, Ok(())),
            Err(error) => (
                absolute(place).unwrap_or_else(|_| place.to_owned()),
                Err(error),
            ),
        };
        // Without a `/` at its end, as the component has it.
        let path: PathBuf = path.components().collect();
        let Some(name) = path.to_str().map(str::to_owned) else {
            return Err(not_utf8(&path));
        };
        if self.mounts.names().any(|other| other == name) || self.faults.0.contains_key(&name) {
            return Ok(());
        }
        let mounted = found.and_then(|()| match self.mounts.add_in_place(&path) {
            Ok(_) => Ok(()),
            Err(Error::Mount { source, .. }) => Err(source),
            Err(error) => Err(io::Error::other(error)),
        });
        if let Err(error) = mounted {
            self.faults
                .0
                .insert(name.clone(), fault(&path, &name, &error));
        }
        self.paths.push(name);
        Ok(())
    }
}

impl Faults {
    /// Puts what the component says of these roots, which it knows to be not
    /// mounted only, into the words of whoever named them.
    pub fn reword(&self, diagnostics: &mut [Diagnostic]) {
        for diagnostic in diagnostics {
            if diagnostic.code == ROOT_MISSING
                && let Some(fault) = self.0.get(&diagnostic.root)
            {
                let severity = match fault.code == diagnostic.code {
                    true => diagnostic.severity,
                    false => fault.severity,
                };
                *diagnostic = Diagnostic {
                    severity,
                    ..fault.clone()
                };
            }
        }
    }

    /// Tells of each root that could not be opened.
    pub fn tell(&self, output: &Output) {
        diagnostics::show(output, self.0.values());
    }

    /// Whether this root could not be opened.
    pub fn has(&self, root: &str) -> bool {
        self.0.contains_key(root)
    }

    /// Whether all roots could be opened.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether skills may lie in one of these roots all the same.
    pub fn may_hide_skills(&self) -> bool {
        self.0
            .values()
            .any(|fault| fault.severity == Severity::Error)
    }
}

/// The skill's directory where its file is named.
fn skill_directory(place: &Path) -> PathBuf {
    let named = place
        .file_name()
        .is_some_and(|name| name.eq_ignore_ascii_case(SKILL_FILE));
    match place.parent() {
        Some(parent) if named && place.is_file() => Path::new(".").join(parent),
        _ => place.to_owned(),
    }
}

/// What is wrong with a root, with the codes of the component.
fn fault(path: &Path, name: &str, error: &io::Error) -> Diagnostic {
    let (severity, code, message, hint) = match error.kind() {
        io::ErrorKind::NotFound if fs::symlink_metadata(path).is_ok() => (
            Severity::Info,
            ROOT_MISSING,
            "The link leads to nothing.".to_owned(),
            "Point it at a directory with skills, or remove it.",
        ),
        io::ErrorKind::NotFound => (
            Severity::Info,
            ROOT_MISSING,
            "The directory does not exist.".to_owned(),
            "Create it, or correct the path.",
        ),
        io::ErrorKind::NotADirectory => (
            Severity::Error,
            "root-not-directory",
            "It is not a directory.".to_owned(),
            "Give a directory of skills, a skill or its SKILL.md.",
        ),
        _ => (
            Severity::Error,
            "unreadable",
            format!("It could not be read: {error}."),
            "Check its permissions.",
        ),
    };
    Diagnostic {
        severity,
        code: code.to_owned(),
        root: name.to_owned(),
        path: name.to_owned(),
        line: None,
        column: None,
        message,
        hint: Some(hint.to_owned()),
    }
}

fn not_utf8(path: &Path) -> Failure {
    Failure::usage(
        format!("the path `{}` is not UTF-8", path.display()),
        "Rename the directory.",
    )
}
