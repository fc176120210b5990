//! Entries against those of rmcp's own reader of skills, on the same directory.

use std::collections::BTreeMap;

use rmcp::handler::server::skill_catalog::SkillCatalog;
use serde_json::{Value, json};

use crate::support::{Skills, good};

fn by_uri(entries: Vec<Value>) -> BTreeMap<String, Value> {
    let entries = entries.into_iter();
    entries
        .map(|entry| {
            let mut entry = entry;
            let resources = entry["resources"].as_array_mut().unwrap();
            resources.sort_by_key(|file| file["uri"].as_str().unwrap().to_owned());
            (entry["uri"].as_str().unwrap().to_owned(), entry)
        })
        .collect()
}

#[test]
fn entries_are_the_same_as_another_servers() {
    let skills = Skills::new();
    skills.write("beta/.hidden", "no");
    skills.write("beta/scripts/run.py", "print()\n");
    skills.write("beta/ä ö/100%.md", "x");
    skills.write("beta/[x]{y}(z)+,;=@:$!*'~.md", "x");
    skills.write("beta/empty", "");
    skills.write("beta/inner/SKILL.md", good("inner"));
    let server = skills.serve(&[]);
    let (_, answer) = server.ask(&[], "skills/list", json!({}));
    let ours = answer["result"]["skills"].as_array().unwrap().clone();

    let catalog = SkillCatalog::from_dir(skills.path()).unwrap();
    let theirs = catalog.skills().into_iter();
    let theirs = theirs.map(|skill| serde_json::to_value(skill).unwrap());
    // A skill in a skill has an entry of its own there; here it is a part.
    let theirs = theirs.filter(|skill| skill["uri"] != "skill://beta/inner/SKILL.md");
    assert_eq!(by_uri(ours), by_uri(theirs.collect()));
}
