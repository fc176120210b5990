//! Why a skill is, or is not, loaded.

use agent_skills_types::{Diagnostic, Finding, Outcome};

use crate::discovery::is_within;
use crate::library::{Library, Reason};
use crate::name;
use crate::policy;
use crate::roots::{Root, normal};
use crate::text::{one_line, shorten};
use crate::toolkit::Toolkit;

/// Explains a name or a path. There is at least one finding.
pub fn explain(toolkit: &mut Toolkit, subject: &str) -> Vec<Finding> {
    let depth = toolkit.limits().scan_depth;
    toolkit.library();
    let (library, roots) = (toolkit.known_library(), toolkit.roots());
    let mut findings = candidates(library, |name, directory| {
        is_subject(subject, name, directory)
    });
    if findings.is_empty() {
        findings.push(match normal(subject) {
            Some(path) => elsewhere(&path, library, roots, depth),
            None => nothing(subject, "There is no such skill or path."),
        });
    }
    findings
}

/// Whether a name or path means the skill of this name in this directory.
fn is_subject(subject: &str, skill: &str, directory: &str) -> bool {
    let folder = directory.rsplit('/').next().unwrap_or_default();
    name::key(subject) == name::key(skill)
        || subject == folder
        || normal(subject)
            .is_some_and(|path| normal(directory).is_some_and(|d| is_within(&path, &d)))
}

/// A finding for each candidate that `is_meant`, by its name and directory.
fn candidates(library: &Library, is_meant: impl Fn(&str, &str) -> bool) -> Vec<Finding> {
    let finding = |outcome, name: &str, directory: &str, message: String| Finding {
        outcome,
        name: Some(name.to_owned()),
        path: directory.to_owned(),
        message,
        diagnostics: about(library, directory),
    };
    let loaded = library
        .entries()
        .map(|entry| &entry.skill)
        .filter(|skill| is_meant(&skill.name, &skill.directory))
        .map(|skill| {
            let message = format!("Loaded from root {}.", one_line(&skill.root));
            finding(Outcome::Loaded, &skill.name, &skill.directory, message)
        });
    let unused = library
        .unused()
        .iter()
        .filter(|unused| is_meant(&unused.name, &unused.directory))
        .map(|unused| {
            let (outcome, message) = match &unused.reason {
                Reason::Refused => (Outcome::Refused, "It cannot be used.".to_owned()),
                Reason::Shadowed(winner) => (
                    Outcome::Shadowed,
                    format!(
                        "Hidden by the skill of the same name in {}.",
                        one_line(winner)
                    ),
                ),
                Reason::Same(winner) => (
                    Outcome::Loaded,
                    format!("It is the same directory as {}.", one_line(winner)),
                ),
            };
            finding(outcome, &unused.name, &unused.directory, message)
        });
    loaded.chain(unused).collect()
}

/// The finding for a path that is no skill and in none.
fn elsewhere(path: &str, library: &Library, roots: &[Root], depth: usize) -> Finding {
    let Some(root) = roots.iter().find(|root| is_within(path, &root.path)) else {
        return nothing(
            path,
            "There is no skill of this name, and no root holds such a path.",
        );
    };
    let diagnostics: Vec<Diagnostic> = library
        .diagnostics()
        .iter()
        .filter(|d| is_within(&d.path, path) || is_within(path, &d.path))
        .cloned()
        .collect();
    let below = path[root.path.len()..].trim_start_matches('/');
    let message = match unscanned(below, depth) {
        _ if !diagnostics.is_empty() => "A diagnostic says why there is no skill.".to_owned(),
        Some(reason) => reason,
        None => "There is no `SKILL.md`.".to_owned(),
    };
    Finding {
        diagnostics,
        ..nothing(path, &message)
    }
}

/// Why a scan does not come to a path, if it does not.
fn unscanned(below: &str, depth: usize) -> Option<String> {
    let mut parts = below.split('/').filter(|part| !part.is_empty()).peekable();
    let mut seen = 0;
    while let Some(part) = parts.next() {
        seen += 1;
        let part = shorten(&one_line(part), 100).into_owned();
        if policy::hidden(&part) {
            return Some(format!(
                "`{part}` is hidden, and hidden folders are not searched."
            ));
        }
        if parts.peek().is_some() && policy::NOT_SCANNED.contains(&part.as_str()) {
            return Some(format!("Folders named `{part}` are not searched."));
        }
        if seen > depth {
            return Some(format!(
                "It lies deeper than {depth} folders below its root."
            ));
        }
    }
    None
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

/// What is told of a directory and what lies in it.
fn about(library: &Library, directory: &str) -> Vec<Diagnostic> {
    library
        .diagnostics()
        .iter()
        .filter(|diagnostic| is_within(&diagnostic.path, &one_line(directory)))
        .cloned()
        .collect()
}
