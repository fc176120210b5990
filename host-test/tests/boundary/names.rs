//! Names of skills that are paths.

use agent_skills_sandbox::types::Invoker;

use crate::support::{Session, Table, Tree, refusal, repel};

const UNKNOWN: &str = "unknown-skill";

pub fn names_are_looked_up_and_never_joined_to_a_path(table: &mut Table) {
    let tree = Tree::new();
    tree.skill("skills/demo").skill("skills/group/deep");
    let true_path = tree.true_path("outside/skill");
    repel(
        table,
        |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/skills").expect("it exists");
        },
        &[
            ("absolute on the host", true_path.as_str(), UNKNOWN),
            ("absolute in the mount", "/skills/demo", UNKNOWN),
            ("up", "..", UNKNOWN),
            ("up and out", "../outside/skill", UNKNOWN),
            ("up and back", "../skills/demo", UNKNOWN),
            ("here", ".", UNKNOWN),
            ("here first", "./demo", UNKNOWN),
            ("trailing slash", "demo/", UNKNOWN),
            ("its file", "demo/SKILL.md", UNKNOWN),
            ("group", "group", UNKNOWN),
            ("in its group", "group/deep", UNKNOWN),
            ("nothing", "", UNKNOWN),
            ("blanks", " \t\n", UNKNOWN),
            ("drive", r"C:\x", UNKNOWN),
            ("network share", r"\\srv\s", UNKNOWN),
            ("NUL behind", "demo\0", UNKNOWN),
            ("NUL between", "de\0mo", UNKNOWN),
            ("percent", "%64emo", UNKNOWN),
            ("case", "Demo", UNKNOWN),
            ("plugin", "plugin:demo", UNKNOWN),
            ("beginning", "dem", UNKNOWN),
            ("pattern", "*", UNKNOWN),
            ("zero-width space", "de\u{200b}mo", UNKNOWN),
            ("no attack", " demo ", "demo demo demo"),
        ],
        |session, name| names(session, name),
    );
}

/// What the functions that take a name make of it; all have to agree.
fn names(session: &mut Session, name: &str) -> String {
    let results = [
        session.get_skill(name).map(|skill| skill.name),
        session.activate_skill(name, Invoker::Host).map(|a| a.name),
        session.read_file(name, "SKILL.md", 0, 0).map(|c| c.skill),
    ];
    let files = session.list_files(name);
    let stat = session.stat_file(name, "SKILL.md");
    assert_eq!(files.is_ok(), results[0].is_ok(), "{name}");
    assert_eq!(stat.is_ok(), results[0].is_ok(), "{name}");
    let results = results.map(|result| result.unwrap_or_else(|error| refusal(&error)));
    if results[0] == UNKNOWN {
        let agree = results.iter().all(|result| result == UNKNOWN);
        assert!(agree, "{name}: {results:?}");
        return UNKNOWN.to_owned();
    }
    results.join(" ")
}
