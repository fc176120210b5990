//! `agent-skills activate`.

use agent_skills_sandbox::types::{Activation, ContentData, Error, Invoker};
use clap::Args;

use super::context::Context;
use super::failure::Result;
use super::library::Library;
use super::pages::Stretch;

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
        let activation = library
            .instance
            .activate_skill(&self.name, Invoker::Host)
            .map_err(|error| library.failed(error, output))?;
        if output.json() {
            return output.document(&activation);
        }
        let rest = rest(&mut library, &activation)?;
        output.text(&(activation.body + &rest))
    }
}

/// What one activation left out of a long body.
fn rest(library: &mut Library, activation: &Activation) -> Result<String> {
    const FILE: &str = "SKILL.md";
    let Some(offset) = activation.next_offset else {
        return Ok(String::new());
    };
    let stretch = Stretch {
        skill: &activation.name,
        path: FILE,
        offset,
        limit: None,
    };
    match stretch.whole(&mut library.instance)?.data {
        ContentData::Text(text) => Ok(text),
        ContentData::Bytes(_) => {
            Err(agent_skills_sandbox::Error::Refused(Error::NotText(FILE.to_owned())).into())
        }
    }
}
