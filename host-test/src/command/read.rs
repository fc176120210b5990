//! `agent-skills read`.

use std::iter;

use agent_skills_sandbox::Instance;
use agent_skills_sandbox::types::{Content, ContentData};
use clap::{Args, ValueHint};

use super::context::Context;
use super::failure::{Failure, Result};
use super::output::Output;
use super::pages::Stretch;
use super::record;

/// Print a file of a skill
///
/// Files and pipes get it byte for byte; on a terminal, control characters and
/// invisible ones are shown as \u{1b}.
#[derive(Args)]
pub struct Arguments {
    /// The skill's name, as `list` shows it
    name: String,
    /// Path of the file below the skill's directory, as `files` shows it
    path: String,
    /// Where to begin, in bytes
    #[arg(long, value_name = "N", default_value_t = 0, value_hint = ValueHint::Other)]
    offset: u64,
    /// How much to print, in bytes; text is cut between characters [default: all]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        value_hint = ValueHint::Other,
    )]
    limit: Option<u64>,
}

impl Arguments {
    /// Prints the bytes; as JSON one record, with base64 for what is not text.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let mut library = context.library()?;
        let stretch = Stretch {
            skill: &self.name,
            path: &self.path,
            offset: self.offset,
            limit: self.limit,
        };
        let instance = &mut library.instance;
        let result = if output.json() {
            record::print(stretch, instance, output)
        } else {
            print(stretch, instance, output)
        };
        result.map_err(|failure| library.failed(failure, output))
    }
}

fn print(stretch: Stretch<'_>, instance: &mut Instance, output: &Output) -> Result<()> {
    let (first, rest) = stretch.pages(instance)?;
    for page in iter::once(Ok(first)).chain(rest) {
        let page = page?;
        match &page.data {
            ContentData::Text(text) => output.part(text)?,
            ContentData::Bytes(_) if output.terminal() => return Err(not_for_a_terminal(&page)),
            ContentData::Bytes(bytes) => output.bytes(bytes)?,
        }
    }
    Ok(())
}

fn not_for_a_terminal(page: &Content) -> Failure {
    Failure::usage(
        format!(
            "`{}` is not text ({}, {} bytes)",
            page.path, page.media_type, page.size
        ),
        "Send the output into a file: `agent-skills read … > FILE`.",
    )
}
