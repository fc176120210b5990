//! `agent-skills inspect`.

use agent_skills_sandbox::{Interface, component_bytes, inspect};
use clap::Args;

use super::context::Context;
use super::failure::Result;
use super::output::{BOLD, Output};

/// Print what the component may ask of its host, and what it offers
#[derive(Args)]
pub struct Arguments {}

impl Arguments {
    /// Prints each interface and its functions.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let interfaces = inspect(component_bytes())?;
        if output.json() {
            return output.document(&interfaces);
        }
        let text = [
            section(output, "imports", &interfaces.imports),
            section(output, "exports", &interfaces.exports),
        ]
        .concat();
        output.bytes(text.as_bytes())
    }
}

fn section(output: &Output, heading: &str, interfaces: &[Interface]) -> String {
    let mut text = format!("{}\n", output.styled(BOLD, heading));
    for interface in interfaces {
        let remark = if interface.functions.is_empty() {
            " (types only)"
        } else {
            ""
        };
        text.push_str(&format!("  {}{remark}\n", interface.name));
        for function in &interface.functions {
            text.push_str(&format!("    {function}\n"));
        }
    }
    text
}
