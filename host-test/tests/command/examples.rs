//! The example skills, which the README shows.

use crate::support::Place;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/skills");

#[test]
fn the_examples_are_listed_activated_and_read() {
    let place = Place::new();
    let run = place.run(&["--root", ROOT, "list"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let names: Vec<&str> = run
        .stdout
        .lines()
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(
        names,
        [
            "code-review",
            "incident-report",
            "openshift-troubleshooting",
            "release-notes"
        ]
    );
    for name in names {
        let file = std::fs::read_to_string(format!("{ROOT}/{name}/SKILL.md")).unwrap();
        let run = place.run(&["--root", ROOT, "activate", name]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
        assert!(
            !run.stdout.is_empty() && file.ends_with(&run.stdout),
            "{name}"
        );
    }
    let path = "references/common-errors.md";
    let read = place.bytes(&["--root", ROOT, "read", "openshift-troubleshooting", path]);
    let file = std::fs::read(format!("{ROOT}/openshift-troubleshooting/{path}")).unwrap();
    assert!(read == file);
}

#[test]
fn every_file_of_the_examples_can_be_read() {
    let place = Place::new();
    let list = place.bytes(&["--root", ROOT, "--json", "list"]);
    let listing: serde_json::Value = serde_json::from_slice(&list).unwrap();
    assert_eq!(listing["diagnostics"], serde_json::json!([]));
    for skill in listing["skills"].as_array().unwrap() {
        let name = skill["name"].as_str().unwrap();
        let files = place.bytes(&["--root", ROOT, "--json", "files", name]);
        let manifest: serde_json::Value = serde_json::from_slice(&files).unwrap();
        assert_eq!(manifest["complete"], true);
        for file in manifest["files"].as_array().unwrap() {
            let path = file["path"].as_str().unwrap();
            let read = place.bytes(&["--root", ROOT, "read", name, path]);
            assert_eq!(read.len(), file["size"], "{name}/{path}");
        }
    }
}
