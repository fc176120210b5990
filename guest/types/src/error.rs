//! Why a call failed: typed for programs, one sentence for people.

use std::fmt;

use serde::Serialize;

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No skill has this name, or the options leave it out.
    UnknownSkill {
        /// The name that was asked for.
        name: String,
        /// Names that exist, sorted.
        available: Vec<String>,
        /// Those that look like it, nearest first.
        nearest: Vec<String>,
    },
    /// The skill exists, but its frontmatter bars this invoker.
    NotInvocable(String),
    /// Not the path of a file in a skill.
    InvalidPath {
        /// The path.
        path: String,
        /// What is wrong with it, as the end of a sentence.
        reason: String,
    },
    /// A link leads out of the skill's directory.
    OutsideSkill {
        /// The path.
        path: String,
        /// Which link, as the end of a sentence.
        reason: String,
    },
    /// Nothing is there, or it is not a regular file.
    NotFound {
        /// The path.
        path: String,
        /// Files of the skill with similar paths, nearest first.
        nearest: Vec<String>,
        /// Where a link on the path leads, when it leads to nothing.
        target: Option<String>,
    },
    /// It should be UTF-8 text and is not. The path.
    NotText(String),
    /// It is larger than a limit.
    TooLarge {
        /// The path.
        path: String,
        /// Bytes.
        limit: u64,
    },
    /// The host could not read it.
    Unreadable {
        /// The path.
        path: String,
        /// The host's reason, as the end of a sentence.
        reason: String,
    },
    /// Under a lock: the file is not the one that the lock lists.
    Changed {
        /// The path.
        path: String,
        /// Its SHA-256 in the lock, 64 hexadecimal digits; none when the lock does
        /// not list it.
        expected: Option<String>,
        /// The SHA-256 of what is there; none when the file was not read, because
        /// its size is another already or the lock does not list it.
        found: Option<String>,
    },
    /// A skill cannot be locked, because its list of files is not complete.
    Incomplete {
        /// The skill's name.
        skill: String,
        /// Which limit or file, as the end of a sentence.
        reason: String,
    },
    /// A text is not a lock.
    InvalidLock {
        /// Where in it, in the form `lock.skills[0].digest`.
        place: String,
        /// What is wrong there, as the end of a sentence.
        reason: String,
    },
    /// An option is wrong.
    InvalidOptions {
        /// Which, in the form `limits.read_bytes`.
        option: String,
        /// What is wrong with it, as the end of a sentence.
        reason: String,
    },
    /// Anything else, as one sentence.
    Other(String),
}

impl Error {
    /// The stable identifier: the name of the WIT case.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownSkill { .. } => "unknown-skill",
            Self::NotInvocable(_) => "not-invocable",
            Self::InvalidPath { .. } => "invalid-path",
            Self::OutsideSkill { .. } => "outside-skill",
            Self::NotFound { .. } => "not-found",
            Self::NotText(_) => "not-text",
            Self::TooLarge { .. } => "too-large",
            Self::Unreadable { .. } => "unreadable",
            Self::Changed { .. } => "changed",
            Self::Incomplete { .. } => "incomplete",
            Self::InvalidLock { .. } => "invalid-lock",
            Self::InvalidOptions { .. } => "invalid-options",
            Self::Other(_) => "other",
        }
    }

    /// What to do about it, as one sentence.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::UnknownSkill {
                available, nearest, ..
            } => return Some(names_hint(available, nearest)),
            Self::NotFound {
                nearest, target, ..
            } => match (nearest.first(), target) {
                (Some(path), _) => return Some(format!("Did you mean `{path}`?")),
                (None, Some(_)) => "Restore the link's target or remove the link.",
                (None, None) => "Use a path from the skill's list of files.",
            },
            Self::NotInvocable(_) => {
                "The frontmatter's `disable-model-invocation` or `user-invocable` decides this."
            }
            Self::InvalidPath { .. } => "Use a relative path from the skill's list of files.",
            Self::OutsideSkill { .. } => "Put a copy of the file into the skill's directory.",
            Self::NotText(_) => "Save the file as UTF-8.",
            Self::TooLarge { .. } => "Make the file smaller or raise the limit in the options.",
            Self::Unreadable { .. } => "Check the file's permissions.",
            Self::Changed { .. } => {
                "Restore the file, or look at the change and lock the skills anew."
            }
            Self::Incomplete { .. } => {
                "Mend what is named, make the skill smaller, or raise the limit in the options."
            }
            Self::InvalidLock { .. } => "The format is described in guest/docs/lock.md.",
            Self::InvalidOptions { .. } => {
                "The options are described in guest/options.schema.json."
            }
            Self::Other(_) => return None,
        };
        Some(hint.to_owned())
    }
}

/// The close matches if there are any, else the first names that exist.
fn names_hint(available: &[String], nearest: &[String]) -> String {
    const SHOWN: usize = 20;
    if let [first, rest @ ..] = nearest {
        let others: String = rest.iter().map(|n| format!(" or `{n}`")).collect();
        return format!("Did you mean `{first}`{others}?");
    }
    if available.is_empty() {
        return "There are no skills.".to_owned();
    }
    let names: Vec<&str> = available.iter().take(SHOWN).map(String::as_str).collect();
    let more = match available.len().saturating_sub(SHOWN) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!("Available skills: {}{more}.", names.join(", "))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSkill { name, .. } => write!(f, "there is no skill named `{name}`"),
            Self::NotInvocable(name) => write!(f, "skill `{name}` may not be started this way"),
            Self::InvalidPath { path, reason } => write!(f, "path `{path}` is not valid: {reason}"),
            Self::OutsideSkill { path, reason } => {
                write!(
                    f,
                    "path `{path}` leads out of the skill's directory: {reason}"
                )
            }
            Self::NotFound {
                path,
                target: Some(target),
                ..
            } => write!(
                f,
                "path `{path}` goes through a link to `{target}`, which does not exist"
            ),
            Self::NotFound { path, .. } => write!(f, "the skill has no file `{path}`"),
            Self::NotText(path) => write!(f, "`{path}` is not UTF-8 text"),
            Self::TooLarge { path, limit } => {
                write!(f, "`{path}` is larger than the limit of {limit} bytes")
            }
            Self::Unreadable { path, reason } => write!(f, "cannot read `{path}`: {reason}"),
            Self::Changed {
                path,
                expected: None,
                ..
            } => {
                write!(f, "`{path}` is not one of the files that the lock lists")
            }
            Self::Changed { path, found, .. } => {
                let what = if found.is_some() { "SHA-256" } else { "size" };
                write!(
                    f,
                    "`{path}` is not the file that the lock lists: its {what} is another"
                )
            }
            Self::Incomplete { skill, reason } => {
                write!(f, "skill `{skill}` cannot be locked: {reason}")
            }
            Self::InvalidLock { place, reason } => write!(f, "`{place}` is not valid: {reason}"),
            Self::InvalidOptions { option, reason } => {
                write!(f, "option `{option}` is not valid: {reason}")
            }
            Self::Other(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for Error {}

/// The JSON form of a failure: `{"error":{…}}`.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorReport {
    error: ErrorBody,
}

#[derive(Clone, Debug, Serialize)]
struct ErrorBody {
    code: String,
    message: String,
    hint: Option<String>,
    available: Vec<String>,
    nearest: Vec<String>,
}

impl ErrorReport {
    /// A failure that did not come from the component.
    pub fn new(code: &str, message: impl fmt::Display, hint: Option<String>) -> Self {
        Self {
            error: ErrorBody {
                code: code.to_owned(),
                message: message.to_string(),
                hint,
                available: Vec::new(),
                nearest: Vec::new(),
            },
        }
    }
}

impl From<&Error> for ErrorReport {
    fn from(error: &Error) -> Self {
        let mut report = Self::new(error.code(), error, error.hint());
        match error {
            Error::UnknownSkill {
                available, nearest, ..
            } => {
                report.error.available.clone_from(available);
                report.error.nearest.clone_from(nearest);
            }
            Error::NotFound { nearest, .. } => report.error.nearest.clone_from(nearest),
            _ => {}
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_carries_names() {
        let error = Error::UnknownSkill {
            name: "pdg".into(),
            available: vec!["pdf".into(), "xls".into()],
            nearest: vec!["pdf".into()],
        };
        assert_eq!(
            serde_json::to_string(&ErrorReport::from(&error)).unwrap(),
            concat!(
                r#"{"error":{"code":"unknown-skill","message":"there is no skill named `pdg`","#,
                r#""hint":"Did you mean `pdf`?","available":["pdf","xls"],"nearest":["pdf"]}}"#
            )
        );
    }

    #[test]
    fn hint_names_at_most_twenty_skills() {
        let available: Vec<String> = (0..22).map(|n| format!("s{n:02}")).collect();
        let hint = names_hint(&available, &[]);
        assert!(hint.ends_with("s18, s19 and 2 more."), "{hint}");
    }
}
