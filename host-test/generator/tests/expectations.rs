//! What a tree says of itself is what lies on the disk.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{ErrorKind, Result};
use std::path::Path;

use agent_skills_generator::{Files, Tree, Written};

/// Every file below a directory by its path.
type Disk = BTreeMap<String, Vec<u8>>;

fn disk(root: &Path) -> Result<Disk> {
    fn walk(directory: &Path, above: &str, found: &mut Disk) -> Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let path = format!("{above}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{path}/"), found)?;
            } else {
                found.insert(path, fs::read(entry.path())?);
            }
        }
        Ok(())
    }
    let mut found = Disk::new();
    walk(root, "", &mut found)?;
    Ok(found)
}

fn generate(tree: &Tree) -> Result<(Written, Disk)> {
    let directory = tempfile::tempdir()?;
    let written = tree.write(directory.path())?;
    let disk = disk(directory.path())?;
    Ok((written, disk))
}

fn everything() -> Tree {
    Tree::new(50)
        .seed(3)
        .unquoted_colons(20)
        .nested(30)
        .files(Files::Typical {
            most_bytes: 1 << 20,
        })
}

#[test]
fn expectations_match_the_disk() -> Result<()> {
    let (written, mut disk) = generate(&everything())?;
    assert_eq!(disk.len(), written.file_count());
    let bytes: usize = disk.values().map(Vec::len).sum();
    assert_eq!(bytes as u64, written.total_bytes());
    for skill in &written.skills {
        let mut take = |path: &str| disk.remove(&format!("{}/{path}", skill.directory));
        assert_eq!(take("SKILL.md"), Some(skill.skill_file().into_bytes()));
        for file in &skill.files {
            assert_eq!(take(&file.path), Some(file.bytes()), "{}", file.path);
        }
        assert!(
            skill
                .skill_file()
                .ends_with(&format!("\n---\n{}", skill.body()))
        );
        assert_eq!(written.get(&skill.name), Some(skill));
    }
    assert_eq!(disk, Disk::new());
    assert_eq!(written.get("nobody"), None);
    Ok(())
}

#[test]
fn the_same_seed_gives_the_same_bytes() -> Result<()> {
    let first = generate(&everything())?;
    assert!(first == generate(&everything())?);
    assert!(first == generate(&everything().creation_order(9))?);
    assert!(first != generate(&everything().seed(4))?);
    Ok(())
}

#[test]
fn names_and_descriptions_hold_to_the_specification() {
    let written = Tree::new(2_000).nested(30).files(Files::None).plan();
    let names: HashSet<_> = written.skills.iter().map(|skill| &skill.name).collect();
    assert_eq!(names.len(), 2_000);
    for skill in &written.skills {
        let name = &skill.name;
        assert!((1..=64).contains(&name.len()), "{name}");
        assert!(name.split('-').all(|word| !word.is_empty()), "{name}");
        assert!(
            name.bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')),
            "{name}"
        );
        assert_eq!(skill.directory.rsplit('/').next(), Some(name.as_str()));
        let length = skill.description.chars().count();
        assert!((1..=1024).contains(&length), "{}", skill.description);
        assert_eq!(skill.description.trim(), skill.description);
    }
}

#[test]
fn an_option_leaves_everything_else_alone() {
    let plain = Tree::new(60).plan();
    for tree in [
        Tree::new(60).unquoted_colons(100),
        Tree::new(60).files(Files::None),
        Tree::new(60).nested(100),
        Tree::new(60).creation_order(1),
    ] {
        for (a, b) in plain.skills.iter().zip(tree.plan().skills) {
            let without_colon = b.description.replace(": use", ". Use");
            assert_eq!(a.name, b.name, "{tree:?}");
            assert_eq!(
                a.description.replace(": use", ". Use"),
                without_colon,
                "{tree:?}"
            );
            assert_eq!(a.body(), b.body(), "{tree:?}");
        }
    }
}

#[test]
fn unquoted_colons_are_as_many_as_asked() {
    for (percent, expected) in [
        (0, 0..=0),
        (10, 70..=130),
        (100, 1_000..=1_000),
        (200, 1_000..=1_000),
    ] {
        let written = Tree::new(1_000)
            .unquoted_colons(percent)
            .files(Files::None)
            .plan();
        let with_colon = written.skills.iter().filter(|skill| {
            let line = format!("description: {}\n", skill.description);
            skill.description.contains(": ") && skill.frontmatter.contains(&line)
        });
        let count = with_colon
            .inspect(|skill| assert!(skill.unquoted_colon))
            .count();
        assert!(expected.contains(&count), "{count} at {percent} per cent");
    }
}

#[test]
fn groups_are_one_or_two_deep() {
    let depths = |percent| {
        let written = Tree::new(500).nested(percent).plan();
        let depths = written
            .skills
            .iter()
            .map(|skill| skill.directory.matches('/').count());
        depths.collect::<HashSet<_>>()
    };
    assert_eq!(depths(0), HashSet::from([0]));
    assert_eq!(depths(50), HashSet::from([0, 1, 2]));
    assert_eq!(depths(100), HashSet::from([1, 2]));
}

#[test]
fn limits_on_bytes_hold() {
    let tree = Tree::new(300)
        .files(Files::Typical {
            most_bytes: 100_000,
        })
        .most_body_bytes(1_000);
    let skills = tree.plan().skills;
    assert!(skills.iter().all(|skill| skill.body().len() <= 1_000));
    let files = skills.iter().flat_map(|skill| &skill.files);
    let bytes: usize = files.map(|file| file.size()).sum();
    assert!((90_000..=100_000).contains(&bytes), "{bytes} bytes");
}

#[test]
fn writes_into_an_empty_directory_only() -> Result<()> {
    let directory = tempfile::tempdir()?;
    fs::write(directory.path().join("mine"), "")?;
    let error = Tree::new(1).write(directory.path()).err();
    assert_eq!(
        error.map(|error| error.kind()),
        Some(ErrorKind::DirectoryNotEmpty)
    );
    assert_eq!(disk(directory.path())?.len(), 1);

    let new = directory.path().join("new/tree");
    assert_eq!(Tree::new(0).write(&new)?.skills, []);
    assert!(new.is_dir());
    Ok(())
}
