//! A library with one of each fault beside good skills.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::rc::Rc;

use agent_skills_component::check::check;
use agent_skills_component::diagnostic::Code;
use agent_skills_component::explain::explain;
use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::{Outcome, Severity};

#[path = "../support/mod.rs"]
mod support;
mod tree;

use support::{Tree, file_of, names, told};
use tree::{GOOD, faults, tree};

/// A toolkit of a tree in which the directory `unreadable` cannot be read.
fn locked(tree: &Tree, is_reversed: bool) -> Toolkit {
    let (toolkit, watch) = tree.watched();
    watch.locked.borrow_mut().push("unreadable".to_owned());
    watch.reversed.set(is_reversed);
    toolkit
}

/// The order in which everything is written down.
fn in_order() -> Vec<usize> {
    (0..GOOD.len() + faults().len()).collect()
}

#[test]
fn every_good_skill_is_listed_and_every_fault_told_once() {
    let tree = tree(&in_order());
    let listing = locked(&tree, false).list();

    let good = GOOD
        .iter()
        .map(|path| path.rsplit('/').next().unwrap().to_owned());
    let usable = faults().into_iter().filter_map(|fault| fault.skill);
    let expected: BTreeSet<String> = good.chain(usable).collect();
    let found: BTreeSet<String> = names(&listing).into_iter().map(str::to_owned).collect();
    assert_eq!(found, expected);

    let expected: BTreeSet<String> = faults().into_iter().map(|fault| fault.told).collect();
    let told = told(&listing.diagnostics);
    assert_eq!(told.iter().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!(told.len(), faults().len(), "one for each");
    assert!(!listing.complete);
}

#[test]
fn the_tree_has_every_code_that_one_root_can_have() {
    let elsewhere = [
        // Of the roots themselves, of a dialect, or of a limit for all roots.
        Code::NameUnusable,
        Code::RootMissing,
        Code::RootNotDirectory,
        Code::PathNotUtf8,
        Code::NameDuplicate,
        Code::DialectRule,
        Code::DialectAdvice,
        Code::ScanDepth,
        Code::ScanLimit,
        // Of a lock.
        Code::LockSkillUnlisted,
        Code::LockSkillMissing,
        Code::LockFileChanged,
        Code::LockFileMissing,
        Code::LockFileUnlisted,
        Code::LockIncomplete,
        // Of a check.
        Code::FieldUnknown,
        Code::BodyLines,
        Code::BodyTokens,
        Code::ReferenceDangling,
    ];
    let there: Vec<String> = faults().into_iter().map(|fault| fault.told).collect();
    // The codes of serving are told when a skill is served, and in a check.
    let of_loading = |code: &&Code| !elsewhere.contains(code) && !code.as_str().starts_with("mcp-");
    for code in Code::ALL.iter().filter(of_loading) {
        let ending = format!(" {}", code.as_str());
        assert!(there.iter().any(|told| told.ends_with(&ending)), "{code:?}");
    }
}

#[test]
fn each_fault_is_explained_by_its_own_diagnostic() {
    let tree = tree(&in_order());
    let mut toolkit = locked(&tree, false);
    for fault in faults() {
        let directory = fault
            .path
            .trim_end_matches("/SKILL.md")
            .trim_end_matches("/skill.md");
        let findings = explain(&mut toolkit, &format!("/skills/{directory}"));
        assert_eq!(findings.len(), 1, "{directory}: {findings:#?}");
        let about = told(&findings[0].diagnostics);
        assert_eq!(about.join("\n"), fault.told, "{directory}");
        let outcome = match (&fault.skill, &fault.told) {
            (Some(_), _) => Outcome::Loaded,
            (None, told) if told.ends_with("name-shadowed") => Outcome::Shadowed,
            // What has no file that could be opened is no candidate.
            (None, told) if told.contains("link-") => Outcome::Ignored,
            (None, told) if told.ends_with("not-regular-file") => Outcome::Ignored,
            (None, told) if told.ends_with("unreadable") => Outcome::Ignored,
            (None, _) => Outcome::Refused,
        };
        assert_eq!(findings[0].outcome, outcome, "{directory}");
    }
}

#[test]
fn the_same_tree_gives_the_same_bytes_however_it_was_made() {
    let forward = in_order();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    let length = forward.len();
    let strided =
        |step: usize| -> Vec<usize> { (0..length).map(|at| at * step % length).collect() };
    // A prime that does not divide the number of places reaches each of them.
    let steps = [7, 11, 13]
        .into_iter()
        .filter(|step| !length.is_multiple_of(*step));
    let orders: Vec<Vec<usize>> = [forward.clone(), backward]
        .into_iter()
        .chain(steps.map(strided))
        .collect();
    assert!(orders.len() > 3);

    let mut seen = BTreeSet::new();
    for order in &orders {
        let tree = tree(order);
        for is_reversed in [false, true] {
            let mut toolkit = locked(&tree, is_reversed);
            let listing = toolkit.list();
            let json = serde_json::to_string(&listing).unwrap();
            seen.insert((json, listing.digest, toolkit.catalog_text(None).text));
        }
    }
    assert_eq!(seen.len(), 1);
}

#[test]
fn a_check_of_the_tree_names_each_fault_as_strictly_as_its_code() {
    let tree = tree(&in_order());
    let found = check(&mut locked(&tree, false));
    let there = told(&found);
    for fault in faults() {
        assert!(there.contains(&fault.told), "{} in {there:#?}", fault.told);
    }
    for diagnostic in found {
        let code = Code::named(&diagnostic.code).unwrap();
        assert_eq!(
            diagnostic.severity,
            code.severity_in_check(),
            "{diagnostic}"
        );
    }
}

#[test]
fn the_example_skills_are_clean() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../host-test/examples/skills");
    let storage = Native::default().mount(examples, "/skills");
    let mut toolkit = Toolkit::new(Rc::new(storage));
    assert_eq!(toolkit.list().skills.len(), 4);
    assert_eq!(check(&mut toolkit), []);
}

#[test]
fn two_thousand_skills_of_which_a_quarter_have_unquoted_colons_load_whole() {
    let description = |number: usize| match number % 4 {
        0 => format!("Helps with task {number}. Use when: asked for {number}, or: later"),
        _ => format!("Helps with task {number}."),
    };
    let tree = (0..2000).fold(Tree::new(), |tree, number| {
        let lines = format!("name: s{number:04}\ndescription: {}", description(number));
        tree.file(&format!("s{number:04}/SKILL.md"), file_of(&lines))
    });
    let listing = tree.list();
    assert_eq!(listing.skills.len(), 2000);
    for (number, skill) in listing.skills.iter().enumerate() {
        assert_eq!(skill.description, description(number));
    }
    assert_eq!(listing.diagnostics.len(), 500);
    for diagnostic in &listing.diagnostics {
        assert_eq!(diagnostic.code, "yaml-unquoted-colon");
        assert_eq!(diagnostic.severity, Severity::Warning);
        assert_eq!(diagnostic.line, Some(3));
    }
    assert!(listing.complete);
}
