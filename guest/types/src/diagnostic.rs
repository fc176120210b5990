//! What the reader of a skill should know.

use std::fmt;

use serde::Serialize;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something was left out: a skill, a file, a part of the scan.
    Error,
    /// It was loaded, but not as its author will have meant it.
    Warning,
    /// Worth knowing, nothing is wrong.
    Info,
}

impl Severity {
    /// `error`, `warning` or `info`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// A finding with its place in the host's mounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// A stable identifier such as `yaml-unquoted-colon`.
    pub code: String,
    /// The root under which it was found.
    pub root: String,
    /// The file or directory it is about, as a path in the host's mounts.
    pub path: String,
    /// Line from 1, if it is about one line.
    pub line: Option<u32>,
    /// Column from 1 in code points, if it is about one place.
    pub column: Option<u32>,
    /// One sentence: what is wrong.
    pub message: String,
    /// What to do, or the corrected line.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// `path:line:column`, as far as these are known.
    pub fn place(&self) -> String {
        let mut place = self.path.clone();
        for number in [self.line, self.column].into_iter().flatten() {
            place.push_str(&format!(":{number}"));
        }
        place
    }
}

/// `path:line:column: severity[code]: message`, with the hint on a second line.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, severity) = (self.place(), self.severity.as_str());
        write!(f, "{place}: {severity}[{}]: {}", self.code, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}
