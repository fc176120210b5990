//! What a scan tells of directories and links. What is wrong with a file is told
//! with the file.

use super::links::{self, Leaving};
use super::{SKILL_FILE, Scan, Spot, room};
use crate::diagnostic::{Code, Note};
use crate::skill::join;
use crate::storage::resolve::Refused;
use crate::storage::{Entry, Failure};

impl Scan<'_> {
    /// Tells why a link was not followed. For one out of the root that has to
    /// wait until the others have been looked at.
    pub(super) fn refused(&mut self, below: &str, refused: &Refused) {
        let note = match refused {
            Refused::Outside { target: None, .. } => links::absolute(),
            Refused::Outside {
                link,
                target: Some(target),
            } => {
                return self.take_leaving(Leaving {
                    rank: self.rank,
                    below: below.to_owned(),
                    target: target.clone(),
                    leads_to: self.root.target_of(link, target),
                });
            }
            Refused::Loop => links::looped("Point the link at the skill's own directory."),
            Refused::Dangling { target, .. } => links::dangling(target),
            Refused::Failed(Failure::NotFound) => return,
            Refused::Failed(failure) => return self.unreadable(below, *failure),
        };
        self.report(below, note);
    }

    /// Notes a link out of the root. What will be said of it names both ends.
    fn take_leaving(&mut self, leaving: Leaving) {
        let weight = 2 * (room::PLACE + leaving.below.len() + leaving.target.len());
        if self.has_room(weight, &leaving.below) {
            self.leaving.push(leaving);
        }
    }

    pub(super) fn unreadable(&mut self, below: &str, failure: Failure) {
        self.found.complete = false;
        self.report(below, links::unreadable(failure));
    }

    pub(super) fn not_utf8(&mut self, below: &str) {
        self.found.complete = false;
        let note = Note::new(
            Code::PathNotUtf8,
            "The directory holds a name that is not UTF-8, which was left out.",
        )
        .hint("Rename it.");
        self.report(below, note);
    }

    pub(super) fn not_a_file(&mut self, below: &str) {
        let note = Note::new(
            Code::NotRegularFile,
            format!("`{SKILL_FILE}` is not a regular file, so there is no skill here."),
        )
        .hint("Put the instructions into a regular file.");
        self.report(below, note);
    }

    pub(super) fn scan_depth(&mut self, below: &str) {
        self.found.complete = false;
        let note = Note::new(
            Code::ScanDepth,
            format!(
                "Nothing was looked for below this directory, which is {} deep, or below others \
                 as deep.",
                self.limits.scan_depth
            ),
        )
        .hint("Mount the directory with the skills, or raise `limits.scan_depth`.");
        self.report(below, note);
    }

    pub(super) fn scan_limit(&mut self, below: &str) {
        self.found.complete = false;
        let note = Note::new(
            Code::ScanLimit,
            format!(
                "The scan stopped after {} directory entries.",
                self.limits.scan_entries
            ),
        )
        .hint("Mount only the directories with skills, or raise `limits.scan_entries`.");
        self.report(below, note);
    }

    pub(super) fn report(&mut self, below: &str, note: Note) {
        let path = self.root.path.len() + below.len();
        if self.has_room(room::finding(path, &note), below) {
            self.found.report(self.root, below, note);
        }
    }

    pub(super) fn wrong_case(&mut self, spot: &Spot, entry: &Entry, message: String) {
        let note =
            Note::new(Code::WrongCase, message).hint(format!("Rename it to `{SKILL_FILE}`."));
        self.report(&join(&spot.below, &entry.name), note);
    }
}
