//! How skills and files depart from a lock, as it is told.

use crate::diagnostic::{Code, Note};
use crate::text::{one_line, shorten};

/// What to do about a change that was meant.
const LOOK: &str = "Look at what it says; if it may be used, lock the skills anew.";

/// A skill that the lock does not list.
pub fn unlisted_skill(name: &str) -> Note {
    let message = format!("The lock does not list a skill `{}`.", shown(name));
    Note::new(Code::LockSkillUnlisted, message).hint(LOOK)
}

/// A skill that the lock lists and that is not there.
pub fn missing_skill(name: &str) -> Note {
    let message = format!(
        "The lock lists a skill `{}`, which is not there.",
        shown(name)
    );
    Note::new(Code::LockSkillMissing, message)
        .hint("Restore it; if it may be missing, lock the skills anew.")
}

/// A file that is not the one that the lock lists; `reason` is the end of the
/// sentence.
pub fn changed_file(reason: &str) -> Note {
    let message = format!("The file is not the one that the lock lists: {reason}.");
    Note::new(Code::LockFileChanged, message)
        .hint("Restore it, or look at the change; if it may be used, lock the skills anew.")
}

/// A file that the lock lists and that is not there.
pub fn missing_file() -> Note {
    Note::new(
        Code::LockFileMissing,
        "The lock lists this file, which is not there.",
    )
    .hint("Restore it; if it may be missing, lock the skills anew.")
}

/// A file that the lock does not list.
pub fn unlisted_file() -> Note {
    Note::new(Code::LockFileUnlisted, "The lock does not list this file.").hint(LOOK)
}

/// A skill or file that could not be compared; `reason` is the end of the
/// sentence.
pub fn incomplete(reason: &str) -> Note {
    let message = format!("It cannot be compared with the lock: {reason}.");
    Note::new(Code::LockIncomplete, message)
        .hint("Make it readable and no larger than the limits, then verify once more.")
}

fn shown(name: &str) -> String {
    shorten(&one_line(name), 64).into_owned()
}
