//! Links out of their root. Installers leave many: each skill lies in one folder,
//! and every other folder has a link to it. Where both folders are roots, nothing
//! is missing.

use super::{Candidate, is_within};
use crate::diagnostic::{Code, Note};
use crate::limits::Limits;
use crate::roots::Root;
use crate::storage::resolve::resolve;
use crate::text;

/// A link that leads out of its root by a relative path.
pub struct Leaving {
    /// Position of its root in the order of precedence.
    pub rank: usize,
    /// Its path below the root, as it is seen.
    pub below: String,
    /// Where it leads, as it is written.
    pub target: String,
    /// Where that is in the host's mounts; none for above everything.
    pub leads_to: Option<String>,
}

impl Leaving {
    /// Whether a skill was found where the link leads, once all roots have been
    /// looked at.
    pub fn is_found(&self, roots: &[Root], candidates: &[Candidate], limits: &Limits) -> bool {
        let Some(path) = &self.leads_to else {
            return false;
        };
        roots.iter().enumerate().any(|(rank, root)| {
            let Ok(base) = &root.directory else {
                return false;
            };
            if !is_within(path, &root.path) {
                return false;
            }
            let there = resolve(base, &path[root.path.len()..], limits.link_hops);
            there.is_ok_and(|there| {
                candidates.iter().any(|candidate| {
                    candidate.rank == rank
                        && (is_within(&candidate.directory, &there.path)
                            || candidate.file_path == there.path)
                })
            })
        })
    }

    /// What to say of it, and what to mount instead.
    pub fn note(&self) -> Note {
        let note = Note::new(
            Code::LinkOutside,
            format!(
                "The link leads to `{}`, outside its root.",
                text::one_line(&self.target)
            ),
        );
        match &self.leads_to {
            Some(path) => note.hint(format!(
                "Add the directory that holds it as a root: {}",
                text::one_line(path.rsplit_once('/').map_or(path, |(folder, _)| folder))
            )),
            None => note.hint("Add the directory that it leads to as a root."),
        }
    }
}

/// What to say of a link to an absolute path. Not every host tells which path.
pub fn absolute() -> Note {
    Note::new(
        Code::LinkOutside,
        "The link leads to an absolute path, outside its root.",
    )
    .hint("Make it a relative link, or add the directory that it leads to as a root.")
}
