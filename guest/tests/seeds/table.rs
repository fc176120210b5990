//! Every row has a test or a reason: `guest/docs/seed-rows.md` says which.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::row::Proof;
use crate::{deepseek, lightspeed, lightspeed_shipped, lovia};

/// Every row with what it says, one a line.
const ROWS: &str = include_str!("rows.tsv");

/// The head of the table. What stands before it is written by hand.
const HEAD: &str = "| row | what it says | proven by, or why not |\n|---|---|---|\n";

/// Fewest rows that are proven.
const LEAST: usize = 175;

fn proofs() -> impl Iterator<Item = &'static Proof> {
    let modules = [
        lightspeed::PROOFS,
        lightspeed_shipped::PROOFS,
        deepseek::PROOFS,
        lovia::PROOFS,
    ];
    modules.into_iter().flatten()
}

/// The tests of each row that has any, as the document writes them.
fn tests() -> BTreeMap<&'static str, String> {
    let mut tests: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for proof in proofs() {
        let name = proof.test.trim_start_matches("seeds::");
        for id in proof.ids {
            tests.entry(id).or_default().push(format!("`{name}`"));
        }
    }
    tests
        .into_iter()
        .map(|(id, names)| (id, names.join(", ")))
        .collect()
}

fn known() -> Vec<(&'static str, &'static str)> {
    ROWS.lines()
        .map(|line| line.split_once('\t').unwrap())
        .collect()
}

/// The last column of each row of the document.
fn states(document: &str) -> BTreeMap<&str, &str> {
    let (_, rows) = document.split_once(HEAD).unwrap();
    rows.lines()
        .map(|line| {
            let (id, rest) = line[2..].split_once(" | ").unwrap();
            let state = rest.trim_end_matches(" |").rsplit_once(" | ").unwrap().1;
            (id, state)
        })
        .collect()
}

/// The document as it should be, with the text and the reasons of `document`.
fn written(document: &str) -> String {
    let (states, tests) = (states(document), tests());
    let (before, _) = document.split_once(HEAD).unwrap();
    let mut text = format!("{before}{HEAD}");
    for (id, says) in known() {
        let state = match tests.get(id) {
            Some(tests) => tests,
            None => states.get(id).copied().unwrap_or_default(),
        };
        let says = says.replace('|', "\\|");
        writeln!(text, "| {id} | {says} | {state} |").unwrap();
    }
    text
}

#[test]
fn every_row_has_a_test_or_a_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/seed-rows.md");
    let kept = std::fs::read_to_string(&path).unwrap();
    let expected = written(&kept);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    } else {
        assert!(kept == expected, "run this test with BLESS=1");
    }
    let open: Vec<&str> = states(&expected)
        .into_iter()
        .filter(|(_, state)| state.split_whitespace().count() < 4 && !state.starts_with('`'))
        .map(|(id, _)| id)
        .collect();
    assert!(open.is_empty(), "neither a test nor a reason: {open:?}");
    let stale: Vec<&str> = states(&expected)
        .into_iter()
        .filter(|(id, state)| state.starts_with('`') && !tests().contains_key(id))
        .map(|(id, _)| id)
        .collect();
    assert!(stale.is_empty(), "their tests are gone: {stale:?}");
}

#[test]
fn tests_name_rows_that_there_are_and_enough_of_them() {
    let known: BTreeSet<&str> = known().into_iter().map(|(id, _)| id).collect();
    assert_eq!(known.len(), 219);
    let proven: BTreeSet<&str> = tests().into_keys().collect();
    let unknown: Vec<_> = proven.difference(&known).collect();
    assert!(unknown.is_empty(), "no such rows: {unknown:?}");
    assert!(
        proven.len() >= LEAST,
        "only {} rows are proven",
        proven.len()
    );
}
