//! `agent-skills prompt`.

use agent_skills_sandbox::types::FittedCatalog;
use clap::Args;
use serde::Serialize;

use super::context::Context;
use super::failure::Result;
use super::library::point_to_list;

/// Print the text about skills for a model's system prompt
#[derive(Args)]
pub struct Arguments {}

#[derive(Serialize)]
struct Prompt {
    instructions: String,
    catalog: FittedCatalog,
}

impl Arguments {
    /// Prints how to use skills, an empty line, and the catalog.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let prompt = Prompt {
            instructions: library.instance.instructions()?,
            catalog: library.instance.catalog_text(None)?,
        };
        if output.json() {
            output.document(&prompt)?;
        } else if !prompt.catalog.text.is_empty() {
            output.text(&format!(
                "{}\n\n{}\n",
                prompt.instructions.trim_end(),
                prompt.catalog.text
            ))?;
        }
        point_to_list(&library.instance.list_skills()?.diagnostics, output);
        Ok(())
    }
}
