//! `agent-skills check`.

use std::path::PathBuf;

use agent_skills_sandbox::types::{Diagnostic, Severity};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::context::Context;
use super::diagnostics;
use super::failure::{Result, judged};
use super::output::Output;
use super::sources::Sources;
use super::{library, sarif, snippet};

/// Hold skills to the specification; exit status 1 when one breaks a rule
///
/// Stricter than loading: an error breaks a rule of the specification, a warning
/// goes against its advice.
#[derive(Args)]
pub struct Arguments {
    /// Directories of skills, skills or their SKILL.md; without any, the skills that `list` shows
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How findings are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Exit with status 1 for warnings too
    #[arg(long)]
    deny_warnings: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Each with its line and how to mend it
    Text,
    /// One JSON document
    Json,
    /// A SARIF 2.1.0 log, which code hosts show beside the lines
    Sarif,
}

/// The findings for programs.
#[derive(Serialize)]
struct Checked<'a> {
    ok: bool,
    diagnostics: &'a [Diagnostic],
}

impl Arguments {
    /// Prints what was found.
    pub fn run(&self, context: &Context) -> Result<()> {
        let mut library = context.faulty_library_in(self.paths.clone())?;
        let found = library.check()?;
        let skills = library::count(&library.list()?);
        // A wrong path must not look like a good skill.
        let ok = skills > 0 && !found.iter().any(|diagnostic| self.fails(diagnostic));
        let output = &context.output;
        let mut sources = Sources::below(&library.mounts);
        let printed = match self.format {
            Format::Sarif => output.document(&sarif::log(&found, &mut sources)),
            Format::Text if !output.json() => draw(output, &found, &mut sources),
            Format::Json | Format::Text => output.document(&Checked {
                ok,
                diagnostics: &found,
            }),
        };
        if skills == 0 || (self.format == Format::Text && !output.json()) {
            summarise(output, &found, skills);
        }
        judged(ok, printed)
    }

    fn fails(&self, diagnostic: &Diagnostic) -> bool {
        match diagnostic.severity {
            Severity::Error => true,
            Severity::Warning => self.deny_warnings,
            Severity::Info => false,
        }
    }
}

fn draw(output: &Output, found: &[Diagnostic], sources: &mut Sources<'_>) -> Result<()> {
    for diagnostic in found {
        let text = snippet::draw(diagnostic, sources, output.width(), output.colour());
        output.bytes(format!("{text}\n\n").as_bytes())?;
    }
    Ok(())
}

fn summarise(output: &Output, found: &[Diagnostic], skills: usize) {
    let problems = diagnostics::count(found).unwrap_or_else(|| "no problems".to_owned());
    output.note(&match skills {
        0 => "nothing was checked: there is no skill in these places".to_owned(),
        1 => format!("{problems} in 1 skill"),
        many => format!("{problems} in {many} skills"),
    });
}
