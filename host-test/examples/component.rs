//! Writes the component to a file, for other hosts:
//! `cargo run --example component -- FILE`.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let file = env::args_os().nth(1).ok_or(io::ErrorKind::InvalidInput)?;
    fs::write(file, agent_skills_sandbox::component_bytes())
}
