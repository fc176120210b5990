//! The closed list of diagnostics: each can be provoked, and each is documented
//! in `docs/diagnostics.md` as it is told.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use agent_skills_component::check::check;
use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_component::verify::verify;
use agent_skills_types::Diagnostic;

use support::Tree;

#[path = "../support/mod.rs"]
mod support;

mod documentation;
mod fields;
mod files;
mod lock;
mod mcp;
mod places;

/// How a diagnostic is provoked, and what it says then.
pub struct Row {
    code: Code,
    /// Who tells it.
    teller: Teller,
    /// The tree, and a toolkit that reads it.
    provoke: fn() -> (Tree, Toolkit),
    /// As it is displayed.
    told: &'static str,
}

/// Who tells a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Teller {
    /// A listing.
    Listing,
    /// A check only.
    Check,
    /// A comparison with the lock that stands in the file `lock` of the tree.
    Verification,
}

/// A row for a code that is told when skills are listed.
const fn listed(code: Code, provoke: fn() -> (Tree, Toolkit), told: &'static str) -> Row {
    Row {
        code,
        teller: Teller::Listing,
        provoke,
        told,
    }
}

/// A row for a code that only a check tells.
const fn checked(code: Code, provoke: fn() -> (Tree, Toolkit), told: &'static str) -> Row {
    Row {
        teller: Teller::Check,
        ..listed(code, provoke, told)
    }
}

/// A row for a code that only a comparison with a lock tells.
const fn verified(code: Code, provoke: fn() -> (Tree, Toolkit), told: &'static str) -> Row {
    Row {
        teller: Teller::Verification,
        ..listed(code, provoke, told)
    }
}

fn rows() -> impl Iterator<Item = &'static Row> {
    [
        files::ROWS,
        fields::ROWS,
        places::ROWS,
        lock::ROWS,
        mcp::ROWS,
    ]
    .into_iter()
    .flatten()
}

impl Row {
    /// What a teller tells.
    fn diagnostics(&self, teller: Teller) -> Vec<Diagnostic> {
        let (tree, mut toolkit) = (self.provoke)();
        match teller {
            Teller::Listing => toolkit.list().diagnostics,
            Teller::Check => check(&mut toolkit),
            Teller::Verification => {
                let lock = std::fs::read_to_string(tree.path("lock")).unwrap();
                verify(&toolkit, &lock).unwrap()
            }
        }
    }
}

#[test]
fn every_code_is_told_as_its_row_says() {
    let mut wrong = Vec::new();
    for row in rows() {
        let name = row.code.as_str();
        let mut found = row.diagnostics(row.teller);
        found.retain(|diagnostic| diagnostic.code == name);
        let severity = match row.teller {
            Teller::Check => row.code.severity_in_check(),
            Teller::Listing | Teller::Verification => row.code.severity(),
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
    for row in rows().filter(|row| row.teller != Teller::Verification) {
        let name = row.code.as_str();
        let found = row.diagnostics(Teller::Check);
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
