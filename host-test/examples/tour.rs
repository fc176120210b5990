//! A tour of the example skills, all through the sandbox: the catalog as a model
//! sees it, one activated skill, one file read from it.

use std::error::Error;
use std::path::Path;

use agent_skills_sandbox::{Mounts, Sandbox};

fn main() -> Result<(), Box<dyn Error>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/skills");
    let mut mounts = Mounts::new();
    mounts.add(examples, "/skills")?;
    let mut skills = Sandbox::new()?.instance(&mounts)?;

    heading("What a model is told");
    println!("{}", skills.catalog_text(None)?.text);

    let calls = [
        ("activate_skill", r#"{"name": "code-review"}"#),
        (
            "load_skill_resource",
            r#"{"skill_name": "code-review", "path": "assets/comment-template.md"}"#,
        ),
        ("activate_skill", r#"{"name": "code-reviews"}"#),
    ];
    for (tool, arguments) in calls {
        heading(&format!("{tool} {arguments}"));
        println!("{}", skills.call(Some("tour"), tool, arguments)?.text);
    }
    Ok(())
}

fn heading(text: &str) {
    println!("\n## {text}\n");
}
