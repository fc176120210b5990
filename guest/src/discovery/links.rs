//! Links that were not followed, and what to say of them.
//!
//! Installers leave many links out of their root: each skill lies in one folder,
//! and every other folder has a link to it. Where both folders are roots, nothing
//! is missing.

use super::{Candidate, SKILL_FILE, is_within};
use crate::diagnostic::{Code, Note};
use crate::limits::Limits;
use crate::roots::Root;
use crate::skill::join;
use crate::storage::Failure;
use crate::storage::resolve::{Refused, Resolved, resolve};
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
    /// What to say of it, once all roots have been looked at; none when a skill
    /// was found where it leads.
    pub fn note(&self, roots: &[Root], candidates: &[Candidate], limits: &Limits) -> Option<Note> {
        for (rank, there) in self.places(roots, limits) {
            match there {
                Ok(there) if is_found(rank, &there, candidates) => return None,
                Err(Refused::Dangling { .. } | Refused::Failed(Failure::NotFound)) => {
                    return Some(dangling(&self.target));
                }
                _ => {}
            }
        }
        Some(self.outside(&roots[self.rank]))
    }

    /// What it leads to in each root that holds the path.
    fn places<'r>(
        &'r self,
        roots: &'r [Root],
        limits: &'r Limits,
    ) -> impl Iterator<Item = (usize, Result<Resolved, Refused>)> + 'r {
        roots.iter().enumerate().filter_map(|(rank, root)| {
            let path = self.leads_to.as_deref()?;
            let base = root.directory.as_ref().ok()?;
            let below = path
                .get(root.path.len()..)
                .filter(|_| is_within(path, &root.path))?;
            Some((rank, resolve(base, below, limits.link_hops)))
        })
    }

    /// Where it leads, and what to mount instead.
    fn outside(&self, root: &Root) -> Note {
        let target = text::one_line(&self.target);
        let message = format!("The link leads to `{target}`, outside its root.");
        let file = self.below.rsplit('/').next().unwrap_or_default();
        let hint = match &self.leads_to {
            Some(path) if file.eq_ignore_ascii_case(SKILL_FILE) => {
                instructions_hint(&join(&root.path, &self.below), path)
            }
            Some(path) => format!(
                "Add the directory that holds it as a root: {}",
                text::one_line(path.rsplit_once('/').map_or(path, |(folder, _)| folder))
            ),
            None => "Add the directory that it leads to as a root.".to_owned(),
        };
        Note::new(Code::LinkOutside, message).hint(hint)
    }
}

/// What to do about instructions that lie outside the root: a root that holds
/// them alone would not make them a skill.
fn instructions_hint(link: &str, target: &str) -> String {
    let copy = "Put a copy of the file in place of the link";
    let parts = link.split_inclusive('/').zip(target.split_inclusive('/'));
    let shared = parts.take_while(|(a, b)| a == b).map(|(part, _)| part);
    let folder: String = shared.collect();
    match folder.trim_end_matches('/') {
        "" => format!("{copy}."),
        folder => format!(
            "{copy}, or add a directory that holds both as a root: {}",
            text::one_line(folder)
        ),
    }
}

/// Whether a place in a root is a skill, or holds one, or is its instructions.
fn is_found(rank: usize, place: &Resolved, candidates: &[Candidate]) -> bool {
    candidates.iter().any(|candidate| {
        let Candidate { place: found, .. } = candidate;
        found.rank == rank
            && (is_within(&found.directory, &place.path) || found.file_path() == place.path)
    })
}

/// What to say of a link to an absolute path. Not every host tells which path.
pub fn absolute() -> Note {
    let message = "The link leads to an absolute path, and such links are not followed.";
    Note::new(Code::LinkOutside, message).hint(
        "Make it a relative link, or remove it and add the directory that it leads to as a root.",
    )
}

/// What to say of a link inside a skill that leads to none of its files; none
/// when the link is gone.
pub fn in_skill(refused: &Refused) -> Option<Note> {
    let outside = |target: String| {
        let message = format!("The link leads to {target}, outside the skill.");
        Note::new(Code::LinkOutside, message)
            .hint("Put a copy of the file into the skill's directory.")
    };
    Some(match refused {
        Refused::Outside { target: None, .. } => outside("an absolute path".to_owned()),
        Refused::Outside {
            target: Some(target),
            ..
        } => outside(format!("`{}`", text::one_line(target))),
        Refused::Loop => looped("Point the link at a file of the skill."),
        Refused::Dangling { target, .. } => dangling(target),
        Refused::Failed(Failure::NotFound) => return None,
        Refused::Failed(failure) => unreadable(*failure),
    })
}

/// What to say of a link that leads nowhere.
pub fn looped(hint: &str) -> Note {
    let message = "The link leads back to itself or through too many links.";
    Note::new(Code::LinkLoop, message).hint(hint)
}

/// What to say of what the host does not let us read.
pub fn unreadable(failure: Failure) -> Note {
    let message = format!("It could not be read: {}.", failure.reason());
    Note::new(Code::Unreadable, message).hint("Check its permissions.")
}

/// What to say of a link to nothing.
pub fn dangling(target: &str) -> Note {
    let target = text::one_line(target);
    let message = format!("The link leads to `{target}`, which does not exist.");
    Note::new(Code::LinkDangling, message).hint("Restore the target or remove the link.")
}
