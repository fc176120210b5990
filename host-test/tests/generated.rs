//! Two thousand skills that are shaped like published ones: all are found, and
//! each says what was written into it.

#![allow(clippy::expect_used, reason = "this is how a test fails")]

use std::collections::BTreeSet;

use agent_skills_generator::{Files, Skill, Tree, Written};
use agent_skills_sandbox::types::{ContentData, Invoker, Listing};
use agent_skills_sandbox::{Instance, Mounts, Sandbox};

/// Skills, and bytes that keep the test short: few bodies and files are cut.
const SKILLS: usize = 2_000;
const MOST_BODY_BYTES: usize = 8 * 1024;
const FILES: Files = Files::Typical {
    most_bytes: 8 * 1024 * 1024,
};

#[test]
fn all_are_found_and_each_can_be_activated_and_read() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let written = Tree::new(SKILLS)
        .seed(2026)
        .unquoted_colons(5)
        .nested(Tree::TYPICAL_NESTED)
        .most_body_bytes(MOST_BODY_BYTES)
        .files(FILES)
        .write(directory.path())
        .expect("there is room");
    assert_eq!(written.skills.len(), SKILLS);
    assert!(
        written.file_count() > SKILLS * 3 / 2,
        "hardly any has files"
    );

    let sandbox = Sandbox::new().expect("the component loads");
    for mut mounts in [Mounts::offloaded(), Mounts::new()] {
        mounts.add(directory.path(), "/skills").expect("it exists");
        let mut instance = sandbox.instance(&mounts).expect("it starts");
        let listing = instance.list_skills().expect("it answers");
        assert_skills(&listing, &written);
        assert_diagnostics(&listing, &written);
    }

    let mut mounts = Mounts::new();
    mounts.add(directory.path(), "/skills").expect("it exists");
    let mut instance = sandbox.instance(&mounts).expect("it starts");
    for skill in &written.skills {
        assert_activation(&mut instance, skill);
        assert_files(&mut instance, skill);
    }
}

/// The listing has exactly the skills that were written, in order.
fn assert_skills(listing: &Listing, written: &Written) {
    assert_eq!(listing.skills.len(), written.skills.len());
    for (found, skill) in listing.skills.iter().zip(&written.skills) {
        assert_eq!(found.name, skill.name);
        assert_eq!(found.description, skill.description, "{}", skill.name);
        assert_eq!(found.directory, format!("/skills/{}", skill.directory));
        assert_eq!(found.root, "/skills");
    }
    assert_eq!(listing.shadowed, []);
    assert!(listing.complete);
}

/// There are as many diagnostics as skills with something to be told.
fn assert_diagnostics(listing: &Listing, written: &Written) {
    let found: BTreeSet<(String, &str)> = listing
        .diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.path.clone(), diagnostic.code.as_str()))
        .collect();
    assert_eq!(found.len(), listing.diagnostics.len(), "one stands twice");
    let mut expected = BTreeSet::new();
    for skill in &written.skills {
        let path = format!("/skills/{}/SKILL.md", skill.directory);
        if skill.unquoted_colon {
            expected.insert((path.clone(), "yaml-unquoted-colon"));
        }
        // A list, in either form, where the specification has a string.
        let lists = ["\nallowed-tools: [", "\nallowed-tools:\n"];
        if lists.iter().any(|list| skill.frontmatter.contains(list)) {
            expected.insert((path, "allowed-tools-form"));
        }
    }
    assert!(expected.len() > 50, "hardly any has something to be told");
    let wrong: Vec<_> = found.symmetric_difference(&expected).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn assert_activation(instance: &mut Instance, skill: &Skill) {
    let activation = instance
        .activate_skill(&skill.name, Invoker::Model)
        .expect("it can be activated");
    assert!(
        activation.body == skill.body(),
        "{}: the body differs",
        skill.name
    );
    let files: Vec<&str> = skill.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(activation.files, files, "{}", skill.name);
    assert!(activation.files_complete, "{}", skill.name);
    assert_eq!(activation.next_offset, None, "{}", skill.name);
}

fn assert_files(instance: &mut Instance, skill: &Skill) {
    let skill_file = read(instance, &skill.name, "SKILL.md");
    assert!(
        skill_file == skill.skill_file().into_bytes(),
        "{}",
        skill.name
    );
    for file in &skill.files {
        let content = read(instance, &skill.name, &file.path);
        assert!(
            content == file.bytes(),
            "{}: {} differs",
            skill.name,
            file.path
        );
    }
}

/// A whole file, read as far as each read goes.
fn read(instance: &mut Instance, name: &str, path: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut offset = Some(0);
    while let Some(at) = offset {
        let content = instance
            .read_file(name, path, at, 0)
            .expect("it can be read");
        assert_eq!(content.offset, bytes.len() as u64, "{name}: {path}");
        match content.data {
            ContentData::Text(text) => bytes.extend_from_slice(text.as_bytes()),
            ContentData::Bytes(data) => bytes.extend_from_slice(&data),
        }
        offset = content.next_offset;
    }
    bytes
}
