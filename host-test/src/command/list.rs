//! `agent-skills list`.

use anstyle::Style;
use clap::Args;

use super::context::Context;
use super::diagnostics;
use super::failure::Result;
use super::output::BOLD;
use super::table;

/// List the skills, and on stderr what is wrong with any
#[derive(Args)]
pub struct Arguments {}

impl Arguments {
    /// Prints the catalog.
    pub fn run(&self, context: &Context) -> Result<()> {
        let mut library = context.library_to_list()?;
        let listing = library.list()?;
        let output = &context.output;
        if output.json() {
            return output.document(&listing);
        }
        let style = if output.colour() { BOLD } else { Style::new() };
        let text = match output.width() {
            Some(width) => table::wrapped(&listing.skills, width, style),
            None => table::plain(&listing.skills),
        };
        output.bytes(text.as_bytes())?;
        diagnostics::show(output, &listing.diagnostics);
        if let Some(names) = library.absent(&listing.skills) {
            output.note(&format!(
                "the configuration's `only` names {names}, and no skill is called so"
            ));
        }
        if listing.skills.is_empty() && !library.directories.is_empty() {
            output.note(&format!("no skills in {}", library.directories.join(", ")));
        }
        if !listing.complete {
            output.note("there may be more skills than are listed here");
        }
        Ok(())
    }
}
