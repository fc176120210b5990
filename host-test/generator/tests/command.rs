//! The command keeps its promises to a shell.

use std::io::Result;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_agent-skills-generator"))
        .args(arguments)
        .output()
}

#[test]
fn writes_once_and_refuses_then() -> Result<()> {
    let parent = tempfile::tempdir()?;
    let directory = parent.path().join("tree");
    let arguments = [&*directory.to_string_lossy(), "--skills", "3", "--no-files"];
    let done = run(&arguments)?;
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(directory.read_dir()?.count(), 3);

    let refused = run(&arguments)?;
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(refused.stdout.is_empty(), "{refused:?}");
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("not empty"), "{message}");
    Ok(())
}

#[test]
fn wrong_arguments_end_with_two_and_one_line() -> Result<()> {
    for arguments in [
        &[][..],
        &["--skills"],
        &["dir", "--skills", "x"],
        &["dir", "--what"],
    ] {
        let done = run(arguments)?;
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&done.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    Ok(())
}
