//! The page that says what is promised against whom.

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../docs/threat-model.md");

/// Each test that the page names stands somewhere in the sources.
pub fn every_promise_names_tests_that_exist() {
    let tests: Vec<&str> = PAGE
        .lines()
        .filter(|line| line.starts_with('|'))
        .filter_map(|line| line.trim_end_matches('|').rsplit('|').next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    assert!(
        tests.len() > 20,
        "the page's table was not understood: {tests:?}"
    );

    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = String::new();
    for part in [
        "guest/format/src",
        "guest/src",
        "guest/tests",
        "host-test/src",
        "host-test/tests",
    ] {
        for file in rust_files(&top.join(part)) {
            sources += &fs::read_to_string(file).expect("it is a source");
        }
    }
    let missing: Vec<&str> = tests
        .into_iter()
        .filter(|test| !sources.contains(&format!("fn {test}(")))
        .collect();
    assert!(missing.is_empty(), "no such tests: {missing:?}");
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("it is a directory of the project") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}
