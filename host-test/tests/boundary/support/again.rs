//! Tests that need another process: less rights, or mounts of their own.

use std::env;
use std::process::Command;

use super::Table;

/// Says to a test that it runs in such a process.
const STARTED: &str = "AGENT_SKILLS_TEST_STARTED_AGAIN";

/// Whether this is such a process.
pub fn is_again() -> bool {
    env::var_os(STARTED).is_some()
}

/// Runs the test `name` in the process that `command` starts, and takes its
/// attacks over. The command's last argument is this test program.
pub fn run_again(table: &mut Table, command: &mut Command, name: &str) {
    let output = command
        .arg(name)
        .env(STARTED, "1")
        .current_dir("/")
        .output()
        .expect("the program can be started");
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}\n{err}");
    assert!(out.contains("ok. 1 passed"), "{out}\n{err}");
    table.adopt(&out);
}
