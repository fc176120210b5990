//! What the README says can be done.

use std::env;
use std::path::Path;
use std::process::Command;

include!("../examples/embed/program.rs");

/// The repository, in which the README's commands and its program stand.
const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const README: &str = include_str!("../../README.md");
const PROGRAM: &str = include_str!("../examples/embed/program.rs");

#[test]
fn its_program_is_the_example_and_runs() -> Result<(), Box<dyn std::error::Error>> {
    assert!(README.contains(&format!("```rust\n{PROGRAM}```\n")));
    env::set_current_dir(REPOSITORY)?;
    main()
}

#[test]
fn its_commands_on_the_examples_work() {
    let program = Path::new(env!("CARGO_BIN_EXE_agent-skills"));
    let directory = program.parent().expect("it lies in a directory");
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(
        [directory.to_owned()]
            .into_iter()
            .chain(env::split_paths(&others)),
    )
    .expect("a list of directories");
    let commands: Vec<&str> = README
        .lines()
        .filter_map(|line| line.strip_prefix("$ agent-skills "))
        .filter(|command| command.contains("host-test/examples/skills"))
        .collect();
    assert!(commands.len() >= 5, "{commands:?}");
    for command in commands {
        let output = Command::new("sh")
            .args(["-c", &format!("agent-skills {command}")])
            .env("PATH", path.clone())
            .current_dir(REPOSITORY)
            .output()
            .expect("a shell runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {messages}");
        assert!(
            !output.stdout.is_empty() || command.starts_with("check"),
            "{command}"
        );
    }
}
