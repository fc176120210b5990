//! Attacks through what the host passes on: skills that it hands over, names and
//! paths to be explained, roots, and a conversation's state.

use agent_skills_sandbox::types::{InlineFile, InlineSkill, Outcome};

use crate::scan::mount_skills;
use crate::support::{SECRET, Session, Table, Tree, refusal, repel};

fn tree() -> Tree {
    let tree = Tree::new();
    tree.skill("skills/demo").file("skills/secret.txt", SECRET);
    tree
}

/// What stands in for a bundle or an archive: paths that would be written
/// somewhere else.
pub fn skills_that_are_handed_over_have_paths_below_them(table: &mut Table) {
    let tree = tree();
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            (
                "handed-over file above",
                "references/../../x",
                "invalid-path: it has a `..` in it",
            ),
            (
                "handed-over file beside",
                "../demo/x",
                "invalid-path: it has a `..` in it",
            ),
            (
                "handed-over file here",
                "./x",
                "invalid-path: it has a `.` in it",
            ),
            (
                "handed-over file at the root",
                "/etc/passwd",
                "invalid-path: it is absolute",
            ),
            (
                "handed-over file on a drive",
                r"C:\x",
                "invalid-path: it begins with a drive",
            ),
            (
                "handed-over file with NUL",
                "x\0",
                "invalid-path: it has a NUL character in it",
            ),
            (
                "handed-over file without a name",
                "",
                "invalid-path: it is empty",
            ),
            (
                "handed-over file with a trailing slash",
                "x/",
                "invalid-path: it has an empty part",
            ),
            (
                "handed-over instructions twice",
                "SKILL.md",
                "invalid-path: name, description and body make this file",
            ),
            ("handed-over file", "references/x", "registered"),
        ],
        |session, path| register(session, "handed-over", path),
    );
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("handed-over skill above", "..", "other"),
            ("handed-over skill here", ".", "other"),
            ("handed-over skill beside", "../demo", "other"),
            ("handed-over skill at the root", "/demo", "other"),
            ("handed-over skill below", "a/b", "other"),
            ("handed-over skill with NUL", "a\0b", "other"),
            ("handed-over skill without a name", "", "other"),
        ],
        |session, name| register(session, name, "x"),
    );
}

fn register(session: &mut Session, name: &str, path: &str) -> String {
    let skill = InlineSkill {
        name: name.to_owned(),
        description: "Handed over.".to_owned(),
        body: "Body.".to_owned(),
        frontmatter: None,
        provider: None,
        rank: None,
        base: None,
        files: vec![InlineFile {
            path: path.to_owned(),
            data: b"x".to_vec(),
        }],
    };
    match session.register_skill(&skill) {
        Ok(()) => "registered".to_owned(),
        Err(error) => refusal(&error),
    }
}

pub fn what_is_explained_is_not_read(table: &mut Table) {
    let tree = tree();
    let true_path = tree.true_path("outside/skill");
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("explain what is absolute", "/etc/passwd", "ignored"),
            ("explain what lies outside", true_path.as_str(), "ignored"),
            ("explain the way up", "/skills/../outside/skill", "ignored"),
            ("explain the way up alone", "..", "ignored"),
            ("explain a file", "/skills/secret.txt", "ignored"),
            ("explain NUL", "/skills/\0", "ignored"),
            ("explain nothing", "", "ignored"),
            ("explain a skill", "/skills/demo", "loaded"),
        ],
        |session, subject| {
            let findings = session.explain(subject).expect("it always answers");
            assert!(!format!("{findings:?}").contains(SECRET), "{findings:?}");
            let outcomes = findings.iter().map(|finding| match finding.outcome {
                Outcome::Loaded => "loaded",
                Outcome::Shadowed => "shadowed",
                Outcome::Refused => "refused",
                Outcome::Ignored => "ignored",
            });
            outcomes.collect::<Vec<_>>().join(" ")
        },
    );
}

/// A state comes back from wherever the host has kept it.
pub fn states_that_were_tampered_with_are_refused(table: &mut Table) {
    let tree = tree();
    let large = "x".repeat(1 << 20);
    let deep = "[".repeat(100_000);
    repel(
        table,
        |mounts| mount_skills(mounts, &tree),
        &[
            ("empty state", "", "other"),
            ("state that is no JSON", "x", "other"),
            ("state of another kind", "[]", "other"),
            ("state without anything", "{}", "other"),
            (
                "state of a later version",
                r#"{"version":1000000}"#,
                "other",
            ),
            ("large state", large.as_str(), "other"),
            ("deep state", deep.as_str(), "other"),
        ],
        |session, state| match session.import_state("chat", state) {
            Ok(()) => "taken".to_owned(),
            Err(error) => refusal(&error),
        },
    );
}
