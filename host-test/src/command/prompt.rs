//! `agent-skills prompt`.

use std::borrow::Cow;

use clap::{Args, ValueHint};

use super::context::Context;
use super::failure::Result;

/// Print the text about skills for a model's system prompt
#[derive(Args)]
pub struct Arguments {
    /// Longest text, in code points; descriptions are shortened first, then skills are
    /// left out [default: no limit]
    #[arg(long, value_name = "N", value_hint = ValueHint::Other)]
    budget: Option<u32>,
}

impl Arguments {
    /// Prints how to use skills, and the catalog, as the dialect puts them together.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let prompt = library.instance.system_prompt(self.budget)?;
        if output.json() {
            output.document(&prompt)?;
        } else {
            output.text(&with_line_end(&prompt.text))?;
        }
        if prompt.omitted > 0 && prompt.text.is_empty() {
            output.note("the budget has no room for any skill");
        }
        library.point_to_list(output)
    }
}

fn with_line_end(text: &str) -> Cow<'_, str> {
    match text.is_empty() || text.ends_with('\n') {
        true => text.into(),
        false => format!("{text}\n").into(),
    }
}
