//! The closed list of diagnostics: each can be provoked, and each is documented
//! in `docs/diagnostics.md` as it is told.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use agent_skills_component::check::check;
use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::Diagnostic;

use support::Tree;

#[path = "../support/mod.rs"]
mod support;

mod documentation;
mod fields;
mod files;
mod mcp;
mod places;

/// How a diagnostic is provoked, and what it says then.
pub struct Row {
    code: Code,
    /// Whether only a check tells it.
    in_check: bool,
    /// The tree, and a toolkit that reads it.
    provoke: fn() -> (Tree, Toolkit),
    /// As it is displayed.
    told: &'static str,
}

/// A row for a code that is told when skills are listed.
const fn listed(code: Code, provoke: fn() -> (Tree, Toolkit), told: &'static str) -> Row {
    Row {
        code,
        in_check: false,
        provoke,
        told,
    }
}

/// A row for a code that only a check tells.
const fn checked(code: Code, provoke: fn() -> (Tree, Toolkit), told: &'static str) -> Row {
    Row {
        in_check: true,
        ..listed(code, provoke, told)
    }
}

fn rows() -> impl Iterator<Item = &'static Row> {
    [files::ROWS, fields::ROWS, places::ROWS, mcp::ROWS]
        .into_iter()
        .flatten()
}

impl Row {
    /// What a listing tells, or a check.
    fn diagnostics(&self, in_check: bool) -> Vec<Diagnostic> {
        let (_tree, mut toolkit) = (self.provoke)();
        if in_check {
            check(&mut toolkit)
        } else {
            toolkit.list().diagnostics
        }
    }
}

#[test]
fn every_code_is_told_as_its_row_says() {
    let mut wrong = Vec::new();
    for row in rows() {
        let name = row.code.as_str();
        let mut found = row.diagnostics(row.in_check);
        found.retain(|diagnostic| diagnostic.code == name);
        let severity = if row.in_check {
            row.code.severity_in_check()
        } else {
            row.code.severity()
        };
        match found.first() {
            Some(first) if first.to_string() == row.told && first.severity == severity => {}
            other => wrong.push(format!(
                "{name}:\n{}",
                other.map_or("nothing".to_owned(), ToString::to_string)
            )),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_check_tells_all_that_a_listing_does() {
    for row in rows() {
        let name = row.code.as_str();
        let found = row.diagnostics(true);
        let own = found.iter().find(|diagnostic| diagnostic.code == name);
        let severity = own.map(|diagnostic| diagnostic.severity);
        assert_eq!(severity, Some(row.code.severity_in_check()), "{name}");
    }
}

#[test]
fn every_code_has_a_row() {
    let missing: Vec<_> = Code::ALL
        .iter()
        .filter(|code| !rows().any(|row| row.code == **code))
        .map(|code| code.as_str())
        .collect();
    assert_eq!(missing, [""; 0]);
}
