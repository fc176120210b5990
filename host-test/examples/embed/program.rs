use agent_skills_sandbox::{Mounts, Sandbox, types::Invoker};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Once for the process: the engine and the component, compiled ahead of time.
    let sandbox = Sandbox::new()?;

    // Once for each set of skills: read-only directories, in order of precedence.
    let mut mounts = Mounts::new();
    mounts.add("host-test/examples/skills", "/skills")?;

    // Once for each tenant: some twenty microseconds.
    let mut skills = sandbox.instance(&mounts)?;

    for skill in skills.list_skills()?.skills {
        println!("{}: {}", skill.name, skill.description);
    }
    let review = skills.activate_skill("code-review", Invoker::User)?;
    assert!(review.files.contains(&"assets/checklist.md".to_owned()));

    // What a model calls, and what it gets.
    let tools = skills.definitions("anthropic")?;
    assert!(tools.contains("activate_skill"));
    let result = skills.call(Some("chat-1"), "activate_skill", r#"{"name": "code-review"}"#)?;
    assert!(result.text.starts_with("<skill_content name=\"code-review\""));
    Ok(())
}
