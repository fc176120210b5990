//! Skills that a host serves from elsewhere: out of a map, and out of SQLite.
//!
//! Both sources hold the same skills and go through the same component, so they
//! have to give the same answers.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod database;
mod map;

use std::fs;
use std::sync::Arc;

use agent_skills_sandbox::types::{ContentData, Error as Refusal, Invoker, Outcome};
use agent_skills_sandbox::{Error, Instance, Mounts, Sandbox, Source, inspect};

use database::Database;
use map::Map;

/// Skill, path and content of every file.
const FILES: [(&str, &str, &str); 5] = [
    (
        "refunds",
        "SKILL.md",
        "---\nname: refunds\ndescription: How to refund.\n---\nSee references/tiers.md.\n",
    ),
    ("refunds", "references/tiers.md", "Up to 50: at once.\n"),
    ("refunds", ".notes", "hidden\n"),
    ("broken", "SKILL.md", "---\nname: broken\n---\n"),
    (
        "shared",
        "SKILL.md",
        "---\nname: shared\ndescription: From the source.\n---\n",
    ),
];

/// A source that can be written to, and can lose a part of itself.
trait Editable: Source {
    fn write(&self, skill: &str, path: &str, content: &str);
    fn set_complete(&self, complete: bool);
}

fn sources() -> [(&'static str, Arc<dyn Editable>); 2] {
    let sources: [(&str, Arc<dyn Editable>); 2] = [
        ("map", Arc::new(Map::default())),
        ("database", Arc::new(Database::new())),
    ];
    for (_, source) in &sources {
        for (skill, path, content) in FILES {
            source.write(skill, path, content);
        }
    }
    sources
}

/// An instance over one directory with the skill `shared`, and a source.
fn instance(source: Arc<dyn Editable>) -> (tempfile::TempDir, Instance) {
    let directory = tempfile::tempdir().expect("a directory");
    let skill = directory.path().join("shared");
    fs::create_dir(&skill).expect("a new directory");
    fs::write(
        skill.join("SKILL.md"),
        "---\nname: shared\ndescription: From the directory.\n---\n",
    )
    .expect("a new file");
    let mut mounts = Mounts::new();
    mounts
        .add(directory.path(), "/skills")
        .expect("it is there");
    mounts.serve(source);
    let sandbox = Sandbox::builder().with_source().build().expect("it runs");
    let instance = sandbox.instance(&mounts).expect("it runs");
    (directory, instance)
}

#[test]
fn a_source_is_listed_activated_and_read() {
    for (name, source) in sources() {
        let (_directory, mut skills) = instance(source);
        let listing = skills.list_skills().expect("a listing");
        let listed: Vec<_> = listing
            .skills
            .iter()
            .map(|s| {
                (
                    s.name.as_str(),
                    s.description.as_str(),
                    s.directory.as_str(),
                )
            })
            .collect();
        assert_eq!(
            listed,
            [
                ("refunds", "How to refund.", "source/refunds"),
                ("shared", "From the directory.", "/skills/shared"),
            ],
            "{name}"
        );
        assert!(listing.complete, "{name}");
        assert_eq!(listing.shadowed[0].directory, "source/shared", "{name}");
        let codes: Vec<&str> = listing
            .diagnostics
            .iter()
            .map(|d| d.code.as_str())
            .collect();
        assert_eq!(codes, ["description-missing", "name-shadowed"], "{name}");

        let activation = skills
            .activate_skill("refunds", Invoker::Model)
            .expect("a skill");
        assert_eq!(activation.body, "See references/tiers.md.\n", "{name}");
        assert_eq!(activation.files, ["references/tiers.md"], "{name}");
        let content = skills
            .read_file("refunds", "references/tiers.md", 0, 0)
            .expect("a file");
        assert_eq!(
            content.data,
            ContentData::Text("Up to 50: at once.\n".to_owned()),
            "{name}"
        );
        let part = skills
            .read_file("refunds", "references/tiers.md", 6, 4)
            .expect("a file");
        assert_eq!(part.data, ContentData::Text("50: ".to_owned()), "{name}");
        let manifest = skills.list_files("refunds").expect("a manifest");
        let paths: Vec<&str> = manifest.files.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["SKILL.md", "references/tiers.md"], "{name}");
        let finding = skills.explain("broken").expect("an explanation").remove(0);
        assert_eq!(finding.outcome, Outcome::Refused, "{name}");
    }
}

#[test]
fn a_source_is_confined_like_a_directory() {
    let refused = |path: &str| -> fn(&Refusal) -> bool {
        match path {
            "none.md" | "references" => |e| matches!(e, Refusal::NotFound { .. }),
            _ => |e| matches!(e, Refusal::InvalidPath { .. }),
        }
    };
    for (name, source) in sources() {
        let (_directory, mut skills) = instance(source);
        for path in [
            "../shared/SKILL.md",
            "/refunds/SKILL.md",
            "none.md",
            "references",
            "",
        ] {
            match skills.read_file("refunds", path, 0, 0) {
                Err(Error::Refused(refusal)) => {
                    assert!(refused(path)(&refusal), "{name} {path}: {refusal}");
                }
                other => panic!("{name} {path}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_source_is_live_and_says_when_it_is_incomplete() {
    for (name, source) in sources() {
        let (_directory, mut skills) = instance(Arc::clone(&source));
        skills.refresh().expect("a first look");
        assert!(
            skills.refresh().expect("a look").changed.is_empty(),
            "{name}"
        );
        source.write(
            "refunds",
            "SKILL.md",
            "---\nname: refunds\ndescription: How to give back.\n---\n",
        );
        source.write(
            "new",
            "SKILL.md",
            "---\nname: new\ndescription: New.\n---\n",
        );
        let changes = skills.refresh().expect("a look");
        assert_eq!(
            (&changes.added[..], &changes.changed[..]),
            (&["new".to_owned()][..], &["refunds".to_owned()][..]),
            "{name}"
        );

        source.set_complete(false);
        let listing = skills.list_skills().expect("a listing");
        assert!(!listing.complete, "{name}");
        assert_eq!(
            listing.skills.len(),
            3,
            "{name}: what it has is listed all the same"
        );
    }
}

#[test]
fn the_second_component_imports_the_source_and_nothing_more() {
    let names = |component: &[u8]| -> Vec<String> {
        let interfaces = inspect(component).expect("a component");
        interfaces.imports.into_iter().map(|i| i.name).collect()
    };
    let plain = names(agent_skills_sandbox::component_bytes());
    let mut with_source = names(agent_skills_sandbox::component_with_source_bytes());
    with_source.retain(|name| name != "agent-skills:toolkit/source@0.1.0");
    assert_eq!(with_source, plain);
}
