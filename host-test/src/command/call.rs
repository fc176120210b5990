//! `agent-skills call`.

use agent_skills_sandbox::types::ToolResult;
use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::value::RawValue;

use super::context::Context;
use super::failure::{Failure, Result, judged};

/// Call a tool as a model would, and print exactly what the model gets
///
/// The exit status is 1 when the model gets an error.
#[derive(Args)]
pub struct Arguments {
    /// The tool's name, as `tools` shows it
    tool: String,
    /// The tool's arguments, as one JSON object
    #[arg(default_value = "{}")]
    arguments: String,
    /// Name of the conversation that the call belongs to, which ends with this run
    /// [default: none, the call stands alone]
    #[arg(long, value_name = "ID", value_hint = ValueHint::Other)]
    conversation: Option<String>,
}

/// The result for programs.
#[derive(Serialize)]
struct Called<'a> {
    text: &'a str,
    is_error: bool,
    value: &'a RawValue,
}

impl Arguments {
    /// Prints the text for the model.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let ToolResult {
            text,
            is_error,
            value,
        } = library
            .instance
            .call(self.conversation.as_deref(), &self.tool, &self.arguments)?;
        let printed = match output.json() {
            true => output.document(&Called {
                text: &text,
                is_error,
                value: serde_json::from_str(&value)
                    .map_err(|error| Failure::write("the result", &error.into()))?,
            }),
            false => output.text(&text),
        };
        judged(!is_error, printed)
    }
}
