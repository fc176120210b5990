//! Why a skill is, or is not, loaded.

use agent_skills_types::{Diagnostic, Finding, Outcome, Severity};

use crate::discovery::{SKILL_FILE, is_within};
use crate::library::{Library, Reason};
use crate::limits::Limits;
use crate::name;
use crate::place::Place;
use crate::policy::{self, Policy};
use crate::resource::SkillFiles;
use crate::roots::{Root, normal};
use crate::skill::join;
use crate::storage::Kind;
use crate::storage::resolve::{Refused, Resolved, resolve};
use crate::text::{one_line, sentence, shorten};
use crate::toolkit::Toolkit;

/// Explains a name or a path. There is at least one finding.
pub fn explain(toolkit: &mut Toolkit, subject: &str) -> Vec<Finding> {
    toolkit.library();
    let known = Known {
        library: toolkit.known_library(),
        roots: toolkit.roots(),
        limits: toolkit.limits(),
        policy: &toolkit.dialect().policy,
    };
    let path = normal(subject);
    let mut findings: Vec<Finding> = known
        .candidates()
        .filter_map(|candidate| known.about(&candidate, subject, path.as_deref()))
        .collect();
    if findings.is_empty() {
        findings.push(match path {
            Some(path) => known.elsewhere(&path),
            None => nothing(subject, "There is no such skill or path."),
        });
    }
    findings
}

/// What an explanation is taken from.
struct Known<'k> {
    library: &'k Library,
    roots: &'k [Root],
    limits: &'k Limits,
    policy: &'k Policy,
}

/// A skill, or what did not become one; `unused` says why.
struct Candidate<'k> {
    name: &'k str,
    directory: &'k str,
    place: &'k Place,
    unused: Option<&'k Reason>,
}

impl<'k> Known<'k> {
    fn candidates(&self) -> impl Iterator<Item = Candidate<'k>> {
        let loaded = self.library.entries().map(|entry| Candidate {
            name: &entry.skill.name,
            directory: &entry.skill.directory,
            place: &entry.place,
            unused: None,
        });
        let unused = self.library.unused().iter().map(|unused| Candidate {
            name: &unused.name,
            directory: &unused.directory,
            place: &unused.place,
            unused: Some(&unused.reason),
        });
        loaded.chain(unused)
    }

    /// What became of a candidate or of a file in it; none when a name or path
    /// means something else.
    fn about(&self, candidate: &Candidate<'_>, name: &str, path: Option<&str>) -> Option<Finding> {
        let folder = candidate.directory.rsplit('/').next();
        if name::key(name) == name::key(candidate.name) || Some(name) == folder {
            return Some(self.outcome(candidate));
        }
        let directory = normal(candidate.directory)?;
        let path = path.filter(|path| is_within(path, &directory))?;
        let below = path[directory.len()..].trim_start_matches('/');
        let is_itself =
            below == candidate.place.file || (below.is_empty() && !candidate.place.flat);
        if is_itself || (candidate.unused.is_some() && !candidate.place.flat) {
            return Some(self.outcome(candidate));
        }
        (!candidate.place.flat).then(|| self.file(candidate, path, below))
    }

    fn outcome(&self, candidate: &Candidate<'_>) -> Finding {
        let directory = candidate.directory;
        let diagnostics: Vec<Diagnostic> = self.library.about(directory).cloned().collect();
        let (outcome, message) = match candidate.unused {
            None => {
                let root = self.roots.get(candidate.place.rank).map_or("", |r| &r.path);
                (
                    Outcome::Loaded,
                    format!("Loaded from root {}.", one_line(root)),
                )
            }
            Some(Reason::Refused) => {
                let file = one_line(&join(directory, &candidate.place.file));
                let grave = |d: &&Diagnostic| d.severity == Severity::Error && d.path == file;
                let why = diagnostics.iter().find(grave).map_or("", |d| &d.message);
                (Outcome::Refused, format!("It cannot be used: {why}"))
            }
            Some(Reason::Shadowed(winner)) => {
                let winner = one_line(winner);
                let message = format!("Hidden by the skill of the same name in {winner}.");
                (Outcome::Shadowed, message)
            }
            Some(Reason::Same(winner)) => {
                let winner = one_line(winner);
                (
                    Outcome::Loaded,
                    format!("It is the same directory as {winner}."),
                )
            }
        };
        Finding {
            outcome,
            name: Some(candidate.name.to_owned()),
            path: directory.to_owned(),
            message,
            diagnostics,
        }
    }

    /// What a path in a skill is to it.
    fn file(&self, skill: &Candidate<'_>, path: &str, below: &str) -> Finding {
        let files = SkillFiles::open(skill.place, self.roots, self.limits);
        let found = files.map_or_else(
            |failure| Err(format!("It could not be read: {}.", failure.reason())),
            |files| {
                files
                    .find(below)
                    .map_err(|error| sentence(&error.to_string()))
            },
        );
        let name = one_line(skill.name);
        let (outcome, message) = match found {
            Err(message) => (Outcome::Ignored, message),
            Ok(found) => {
                let kind = match found.stat.kind {
                    Kind::Directory => "folder",
                    _ => "file",
                };
                let part = format!("It is a {kind} of the skill `{name}`");
                match is_like_a_skill(&found) {
                    true => (
                        Outcome::Ignored,
                        format!("{part}; below a skill nothing is searched."),
                    ),
                    false => (Outcome::Loaded, format!("{part}.")),
                }
            }
        };
        Finding {
            outcome,
            name: Some(skill.name.to_owned()),
            diagnostics: self.library.about(path).cloned().collect(),
            ..nothing(path, &message)
        }
    }

    /// The finding for a path that is no skill and in none.
    fn elsewhere(&self, path: &str) -> Finding {
        let Some(rank) = self
            .roots
            .iter()
            .position(|root| is_within(path, &root.path))
        else {
            return nothing(
                path,
                "There is no skill of this name, and no root holds such a path.",
            );
        };
        let root = &self.roots[rank];
        let below = path[root.path.len()..].trim_start_matches('/');
        let shown = one_line(path);
        let diagnostics: Vec<Diagnostic> = self
            .library
            .diagnostics()
            .iter()
            .filter(|d| is_within(&d.path, &shown) || is_within(&shown, &d.path))
            .cloned()
            .collect();
        let base = match &root.directory {
            Ok(base) => base,
            Err(note) => {
                let found = nothing(path, &note.message);
                return Finding {
                    diagnostics,
                    ..found
                };
            }
        };
        let found = resolve(base, below, self.limits.link_hops);
        if let Some(candidate) = self.led_to(rank, &found) {
            let directory = one_line(candidate.directory);
            let outcome = self.outcome(&candidate);
            return Finding {
                path: shown,
                message: format!("It leads to {directory}: {}", outcome.message),
                ..outcome
            };
        }
        let message = fault(&shown, &diagnostics).unwrap_or_else(|| self.absence(below, &found));
        Finding {
            diagnostics,
            ..nothing(path, &message)
        }
    }

    /// What a path leads to by links.
    fn led_to(&self, rank: usize, found: &Result<Resolved, Refused>) -> Option<Candidate<'k>> {
        let root = &self.roots[rank];
        let target = match found {
            Ok(found) => normal(&join(&root.path, &found.path))?,
            Err(Refused::Outside {
                link,
                target: Some(target),
            }) => root.target_of(link, target)?,
            Err(_) => return None,
        };
        self.candidates().find(|candidate| {
            let directory = normal(candidate.directory);
            !candidate.place.flat && directory.is_some_and(|found| is_within(&target, &found))
        })
    }

    /// Why there is no skill where nothing is wrong.
    fn absence(&self, below: &str, found: &Result<Resolved, Refused>) -> String {
        let Ok(found) = found else {
            return "There is nothing at this path.".to_owned();
        };
        if let Some(reason) = self.unscanned(below) {
            return reason;
        }
        let folder = below.rsplit('/').next().unwrap_or_default();
        if found.stat.kind != Kind::Directory {
            "It is a file that lies in no skill.".to_owned()
        } else if policy::NOT_SCANNED.contains(&folder) {
            format!("There is no `{SKILL_FILE}`, and folders named `{folder}` are not searched.")
        } else {
            format!("There is no `{SKILL_FILE}`.")
        }
    }

    /// Why a scan does not come to a path, if it does not.
    fn unscanned(&self, below: &str) -> Option<String> {
        let depth = self.policy.depth.unwrap_or(self.limits.scan_depth);
        let mut parts = below.split('/').filter(|part| !part.is_empty()).peekable();
        let mut seen = 0;
        while let Some(part) = parts.next() {
            seen += 1;
            let shown = shorten(&one_line(part), 100).into_owned();
            if !self.policy.hidden && policy::hidden(part) {
                return Some(format!(
                    "`{shown}` is hidden, and hidden folders are not searched."
                ));
            }
            let is_last = parts.peek().is_none();
            if self.policy.passed_over.contains(&part)
                || (!is_last && policy::NOT_SCANNED.contains(&part))
            {
                return Some(format!("Folders named `{shown}` are not searched."));
            }
            if seen > depth {
                return Some(format!(
                    "It lies deeper than {depth} folders below its root."
                ));
            }
        }
        None
    }
}

/// Whether something would be a skill if it did not lie in one.
fn is_like_a_skill(found: &Resolved) -> bool {
    match found.stat.kind {
        Kind::Directory => found.parent.stat(&join(&found.name, SKILL_FILE)).is_ok(),
        _ => found.name == SKILL_FILE,
    }
}

/// What is wrong with a path, with its `SKILL.md`, or with the nearest folder or
/// link that it lies in.
fn fault(path: &str, diagnostics: &[Diagnostic]) -> Option<String> {
    let file = join(path, SKILL_FILE);
    let grave = diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error && (d.path == file || is_within(path, &d.path)))
        // What is told of a root holds for the root.
        .filter(|d| d.path != d.root || d.path == path)
        .max_by_key(|d| d.path.len())?;
    Some(match is_within(&grave.path, path) {
        true => grave.message.clone(),
        false => format!("It lies in {}: {}", grave.path, grave.message),
    })
}

fn nothing(path: &str, message: &str) -> Finding {
    Finding {
        outcome: Outcome::Ignored,
        name: None,
        path: shorten(&one_line(path), 300).into_owned(),
        message: message.to_owned(),
        diagnostics: Vec::new(),
    }
}
