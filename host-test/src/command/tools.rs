//! `agent-skills tools`.

use clap::Args;
use serde_json::Value;

use super::context::Context;
use super::failure::{Failure, Result};

/// Print the definitions of the tools for a model, as a JSON array
#[derive(Args)]
pub struct Arguments {
    /// For whose interface they are
    #[arg(
        long,
        value_name = "NAME",
        default_value = "json-schema",
        value_parser = ["json-schema", "openai", "anthropic", "gemini", "mcp"],
    )]
    schema: String,
}

impl Arguments {
    /// Prints the array: indented, or with `--json` in one line.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let definitions = library.instance.definitions(&self.schema)?;
        if output.json() {
            output.json_text(&definitions)?;
        } else {
            output.json_text(&indented(&definitions)?)?;
        }
        library.point_to_list(output)
    }
}

fn indented(json: &str) -> Result<String> {
    serde_json::from_str::<Value>(json)
        .and_then(|value| serde_json::to_string_pretty(&value))
        .map_err(|error| Failure::write("the definitions", &error.into()))
}
