//! `agent-skills prompt`.

use agent_skills_sandbox::types::FittedCatalog;
use clap::{Args, ValueHint};
use serde::Serialize;

use super::context::Context;
use super::failure::Result;
use super::library::point_to_list;

/// Print the text about skills for a model's system prompt
#[derive(Args)]
pub struct Arguments {
    /// Longest catalog, in code points; descriptions are shortened first, then skills
    /// are left out [default: no limit]
    #[arg(long, value_name = "N", value_hint = ValueHint::Other)]
    budget: Option<u32>,
}

#[derive(Serialize)]
struct Prompt {
    instructions: String,
    catalog: FittedCatalog,
}

impl Arguments {
    /// Prints how to use skills, and the catalog.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let prompt = Prompt {
            instructions: library.instance.instructions()?,
            catalog: library.instance.catalog_text(self.budget)?,
        };
        if output.json() {
            output.document(&prompt)?;
        } else {
            output.text(&prompt.text())?;
        }
        point_to_list(&library.list()?.diagnostics, output);
        Ok(())
    }
}

impl Prompt {
    /// Both parts with an empty line between them; a dialect may have but one.
    fn text(&self) -> String {
        let mut text = String::new();
        for part in [&self.instructions, &self.catalog.text] {
            if !text.is_empty() && !part.is_empty() {
                text.push('\n');
            }
            text.push_str(part);
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
        }
        text
    }
}
