//! `agent-skills activate`.

use agent_skills_sandbox::types::{Activation, Invoker};
use clap::Args;

use super::context::Context;
use super::failure::Result;
use super::library::Library;
use super::output::Output;

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
        let mut activation = self.activate(&mut library, output)?;
        if output.json() {
            return output.document(&activation);
        }
        if activation.next_offset.is_some() {
            // In pages, parts of two versions could come together.
            library.give_whole_bodies()?;
            activation = self.activate(&mut library, output)?;
        }
        output.text(&activation.body)
    }

    fn activate(&self, library: &mut Library, output: &Output) -> Result<Activation> {
        library
            .instance
            .activate_skill(&self.name, Invoker::Host)
            .map_err(|error| library.failed(error, output))
    }
}
