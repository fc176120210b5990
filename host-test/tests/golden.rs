//! What the component says about the example skills, as every host prints it.
//!
//! `host-test/python` and `host-test/node` are held to the same file. To write it
//! anew after a change that is meant: `BLESS=1 cargo test --test golden`.

use std::path::Path;
use std::{env, fs};

use agent_skills_sandbox::types::{self, Invoker};
use agent_skills_sandbox::{Error, Mounts, Sandbox};
use serde_json::{Value, json};

#[test]
fn examples_are_as_expected() -> Result<(), Box<dyn std::error::Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let expected = here.join("expected/examples.json");
    let document = format!("{:#}\n", examples(&here.join("examples/skills"))?);
    if env::var_os("BLESS").is_some() {
        fs::write(&expected, &document)?;
    }
    assert_eq!(document, fs::read_to_string(&expected)?);
    Ok(())
}

/// The document. Keys of JSON objects are sorted by `serde_json`.
fn examples(directory: &Path) -> Result<Value, Box<dyn std::error::Error>> {
    let mut mounts = Mounts::new();
    mounts.add(directory, "/skills")?;
    let mut skills = Sandbox::new()?.instance(&mounts)?;

    let call = skills.call(None, "activate_skill", r#"{"name":"incident-report"}"#)?;
    let value: Value = serde_json::from_str(&call.value)?;
    let refused = match skills.get_skill("code-reviw") {
        Err(Error::Refused(types::Error::UnknownSkill {
            name,
            available,
            nearest,
        })) => {
            json!({"code": "unknown-skill", "name": name, "available": available, "nearest": nearest})
        }
        other => return Err(format!("not refused as unknown: {other:?}").into()),
    };
    Ok(json!({
        "list": skills.list_skills()?,
        "activate": skills.activate_skill("release-notes", Invoker::Host)?,
        "read": [
            skills.read_file("openshift-troubleshooting", "references/common-errors.md", 0, 512)?,
            skills.read_file("release-notes", "assets/breaking.png", 0, 0)?,
        ],
        "files": skills.list_files("release-notes")?,
        "call": {"text": call.text, "is_error": call.is_error, "value": value},
        "refused": refused,
    }))
}
