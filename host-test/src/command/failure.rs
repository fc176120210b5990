//! Why a run ended without its result, and the exit status for it.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use agent_skills_sandbox::Error;
use agent_skills_sandbox::types::ErrorReport;

/// Shorthand for the results of commands.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a run ended without its result.
#[derive(Debug)]
pub enum Failure {
    /// The command line, or what it names, cannot be carried out.
    Usage(Complaint),
    /// The library refused or failed.
    Library(Error),
    /// The skills stand against it.
    Skills(Complaint),
    /// A file or the output could not be written.
    Write(Complaint),
    /// A lock, its signature or a key cannot be used.
    Lock(Complaint),
    /// The result that was printed tells of the failure.
    Told,
    /// Whoever read the output has seen enough, as in `agent-skills list | head`.
    ReaderGone,
}

/// What is wrong, for people and for programs.
#[derive(Debug)]
pub struct Complaint {
    /// A stable identifier.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Failure {
    /// A command line that cannot be carried out.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage(Complaint {
            code: "usage",
            message: message.into(),
            hint: Some(hint.into()),
        })
    }

    /// An error of the library that goes back to the command line or its
    /// configuration.
    pub fn usage_from(error: &Error) -> Self {
        Self::Usage(Complaint {
            code: error.code(),
            message: error.to_string(),
            hint: error.hint(),
        })
    }

    /// What could not be written, and why.
    pub fn write(target: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ReaderGone;
        }
        Self::Write(Complaint {
            code: "write",
            message: format!("cannot write {target}: {error}"),
            hint: None,
        })
    }

    /// A lock, signature or key that cannot be used.
    pub fn lock(code: &'static str, file: &Path, reason: impl Display) -> Self {
        Self::Lock(Complaint {
            code,
            message: format!("cannot use `{}`: {reason}", file.display()),
            hint: None,
        })
    }

    /// The exit status.
    pub fn status(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::ReaderGone => 0,
            Self::Library(_) | Self::Skills(_) | Self::Write(_) | Self::Lock(_) | Self::Told => 1,
            Self::Usage(_) => 2,
        })
    }

    /// The sentence for people and the hint; none when there is nothing to say.
    pub fn sentence(&self) -> Option<(String, Option<String>)> {
        match self {
            Self::Usage(complaint)
            | Self::Skills(complaint)
            | Self::Write(complaint)
            | Self::Lock(complaint) => Some((complaint.message.clone(), complaint.hint.clone())),
            Self::Library(error) => Some((error.to_string(), error.hint())),
            Self::Told | Self::ReaderGone => None,
        }
    }

    /// The document for programs; none when there is nothing to say.
    pub fn report(&self) -> Option<ErrorReport> {
        match self {
            Self::Usage(complaint)
            | Self::Skills(complaint)
            | Self::Write(complaint)
            | Self::Lock(complaint) => Some(ErrorReport::new(
                complaint.code,
                &complaint.message,
                complaint.hint.clone(),
            )),
            Self::Library(error) => Some(error.into()),
            Self::Told | Self::ReaderGone => None,
        }
    }
}

/// The end of a run that has printed its verdict. A bad one counts, whether or not
/// its reader has seen all of it.
pub fn judged(good: bool, printed: Result<()>) -> Result<()> {
    match printed {
        Ok(()) | Err(Failure::ReaderGone) if !good => Err(Failure::Told),
        other => other,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}
