//! `agent-skills files`.

use agent_skills_sandbox::types::FileEntry;
use clap::Args;

use super::context::Context;
use super::failure::Result;
use super::text::visible_line;

/// List every file of a skill with its SHA-256 and its size in bytes
#[derive(Args)]
pub struct Arguments {
    /// The skill's name, as `list` shows it
    name: String,
}

impl Arguments {
    /// Prints one line for each file.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let manifest = library
            .instance
            .list_files(&self.name)
            .map_err(|error| library.failed(error, output))?;
        if output.json() {
            return output.document(&manifest);
        }
        output.bytes(table(&manifest.files).as_bytes())?;
        if !manifest.complete {
            output.note("not all files are here: a limit was reached, or some are missing or cannot be read");
        }
        Ok(())
    }
}

/// Hash, size and path in columns.
fn table(files: &[FileEntry]) -> String {
    let digits = files.iter().map(|file| file.size.to_string().len()).max();
    let width = digits.unwrap_or(0);
    files
        .iter()
        .map(|file| {
            let path = visible_line(&file.path);
            format!("{}  {:>width$}  {path}\n", file.sha256, file.size)
        })
        .collect()
}
