//! `agent-skills activate`.

use agent_skills_sandbox::types::Invoker;
use clap::Args;

use super::context::Context;
use super::failure::Result;

/// Print a skill's instructions
///
/// Files and pipes get them byte for byte; on a terminal, control characters and
/// invisible ones are shown as \u{1b}.
#[derive(Args)]
pub struct Arguments {
    /// The skill's name, as `list` shows it
    name: String,
}

impl Arguments {
    /// Prints the whole body; as JSON what one activation gives.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        if !output.json() {
            // In pages, parts of two versions could come together.
            library.give_whole_bodies()?;
        }
        let activation = library
            .instance
            .activate_skill(&self.name, Invoker::Host)
            .map_err(|error| library.failed(error, output))?;
        if output.json() {
            return output.document(&activation);
        }
        output.text(&activation.body)
    }
}
