//! Libraries that would not fit into the component's memory: what fits is
//! listed, and the rest is told.

#![allow(clippy::expect_used, reason = "this is how a test fails")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use agent_skills_generator::{Files, Tree};
use agent_skills_sandbox::types::{Invoker, Listing};
use agent_skills_sandbox::{Instance, Limits, Mounts, Sandbox};
use tempfile::TempDir;

const MIB: usize = 1 << 20;

/// What the component may need at most, of the 64 MiB that it may have.
const MOST: usize = 56 * MIB;

/// The frontmatter of a skill may have 64 KiB.
const LARGE: usize = 60 * 1024;

/// An instance over `directory` with the default limits, but for the time that
/// a build without optimisation needs.
fn instance(directory: &TempDir) -> Instance {
    let limits = Limits {
        deadline: Duration::from_secs(120),
        ..Limits::default()
    };
    let sandbox = Sandbox::builder()
        .limits(limits)
        .build()
        .expect("the component loads");
    let mut mounts = Mounts::new();
    mounts.add(directory.path(), "/skills").expect("it exists");
    sandbox.instance(&mounts).expect("it starts")
}

fn write(directory: &Path, folder: &str, frontmatter: &str) {
    let folder = directory.join(folder);
    fs::create_dir(&folder).expect("there is room");
    let text = format!("---\n{frontmatter}\n---\nDo it.\n");
    fs::write(folder.join("SKILL.md"), text).expect("there is room");
}

/// The findings about the limit.
fn limits_told(listing: &Listing) -> Vec<(&str, &str)> {
    listing
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code == "scan-limit")
        .map(|diagnostic| (diagnostic.path.as_str(), diagnostic.message.as_str()))
        .collect()
}

#[test]
fn ten_thousand_ordinary_skills_fit_in_a_quarter_of_the_memory() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    Tree::new(10_000)
        .files(Files::None)
        .most_body_bytes(100)
        .write(directory.path())
        .expect("there is room");
    let mut instance = instance(&directory);
    let listing = instance.list_skills().expect("it answers");
    assert_eq!(listing.skills.len(), 10_000);
    assert!(listing.complete);
    let used = instance.memory_bytes();
    assert!(used <= 16 * MIB, "{used}");
}

#[test]
fn five_hundred_frontmatters_as_large_as_they_may_be_do_not_fit() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let description = "word ".repeat(LARGE / 5);
    for number in 0..500 {
        let folder = format!("s{number:04}");
        let frontmatter = format!("name: {folder}\ndescription: {description}");
        write(directory.path(), &folder, &frontmatter);
    }
    write(directory.path(), "a-small", "name: a-small\ndescription: d");

    let mut instance = instance(&directory);
    let listing = instance.list_skills().expect("it answers");
    assert!(!listing.complete);
    let names: Vec<&str> = listing.skills.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names.len(), 203);
    assert_eq!(names.first(), Some(&"a-small"));
    assert_eq!(
        limits_told(&listing),
        [(
            "/skills/s0202/SKILL.md",
            "It was left out: what a scan keeps may take 25165824 bytes, and this had no room, \
             nor had 297 things more."
        )]
    );
    let small = instance.activate_skill("a-small", Invoker::Host);
    assert_eq!(small.expect("it is there").body, "Do it.\n");
    let used = instance.memory_bytes();
    assert!(used <= MOST, "{used}");
}

/// A shape of frontmatter, by the number of the skill.
type Shape = (&'static str, usize, fn(usize) -> String);

/// Frontmatters that take much more memory than they have bytes, and how many of
/// them would take more than there is.
const SHAPES: [Shape; 5] = [
    ("many short tools", 40, |number| {
        format!(
            "name: s{number}\ndescription: d\nallowed-tools: {}",
            "a ".repeat(LARGE / 2)
        )
    }),
    ("many short pairs", 100, |number| {
        let pairs: String = (0..4_500).map(|n| format!("\n  k{n}: v")).collect();
        format!("name: s{number}\ndescription: d\nmetadata:{pairs}")
    }),
    ("quotes that JSON escapes", 130, |number| {
        format!("name: s{number}\ndescription: d\nx: {}", "\"".repeat(LARGE))
    }),
    ("long names", 130, |number| {
        format!("name: s{number}{}\ndescription: d", "x".repeat(LARGE))
    }),
    ("one long name", 200, |_| {
        format!("name: {}\ndescription: d", "x".repeat(LARGE))
    }),
];

#[test]
fn no_shape_of_frontmatter_takes_more_than_the_memory() {
    for (what, count, frontmatter) in SHAPES {
        let directory = tempfile::tempdir().expect("there is room for a directory");
        for number in 0..count {
            write(
                directory.path(),
                &format!("s{number}"),
                &frontmatter(number),
            );
        }
        write(directory.path(), "t-last", "name: t-last\ndescription: d");
        let mut instance = instance(&directory);
        for _ in 0..2 {
            let listing = instance.list_skills().expect(what);
            let found = listing.skills.iter().any(|skill| skill.name == "t-last");
            assert!(found, "{what}");
            assert!(!listing.complete, "{what}");
            assert_eq!(limits_told(&listing).len(), 1, "{what}");
        }
        // The second listing was made while the first was known.
        let used = instance.memory_bytes();
        assert!(used <= MOST, "{what}: {used}");
    }
}

#[cfg(unix)]
/// A model gets the same skills as a host, though as one more text.
#[test]
fn a_tool_lists_what_a_host_lists() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    for number in 0..400 {
        let large = "x".repeat(LARGE);
        let frontmatter = format!("name: s-{number}\ndescription: d\nlarge: {large}");
        write(directory.path(), &format!("s-{number}"), &frontmatter);
    }
    let mut instance = instance(&directory);
    let skills = instance.list_skills().expect("it answers").skills.len();
    assert!(skills > 300, "{skills}");
    let listed = instance
        .call(None, "list_skills", "{}")
        .expect("it answers");
    assert_eq!(listed.text.matches("<name>").count(), skills);
}

#[test]
fn neither_do_links_and_what_is_told_of_them() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let long = "x".repeat(240);
    for number in 0..24_000 {
        let link = directory.path().join(format!("{long}{number}"));
        std::os::unix::fs::symlink(&long, link).expect("there is room");
    }
    write(directory.path(), "a-good", "name: a-good\ndescription: d");
    let mut instance = instance(&directory);
    let listing = instance.list_skills().expect("it answers");
    assert_eq!(listing.skills.len(), 1);
    assert!(!listing.complete);
    assert_eq!(limits_told(&listing).len(), 1);
    let used = instance.memory_bytes();
    assert!(used <= MOST, "{used}");
}
