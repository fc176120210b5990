//! `agent-skills check`.

use std::path::{Path, PathBuf};

use agent_skills_sandbox::types::{Diagnostic, Severity};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::context::Context;
use super::diagnostics;
use super::failure::{Failure, Result};
use super::output::Output;
use super::{sarif, snippet};

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

impl Arguments {
    /// Prints what was found.
    pub fn run(&self, context: &Context) -> Result<()> {
        let paths = self.paths.iter().map(|path| directory(path));
        let mut library = context.library_in(paths.collect())?;
        let found = library.instance.check_skills()?;
        let skills = library.instance.list_skills()?.skills.len();
        let failed = found.iter().any(|diagnostic| self.fails(diagnostic));
        let output = &context.output;
        match self.format {
            Format::Sarif => output.document(&sarif::log(&found))?,
            Format::Json => output.document(&json!({"ok": !failed, "diagnostics": found}))?,
            Format::Text if output.json() => {
                output.document(&json!({"ok": !failed, "diagnostics": found}))?;
            }
            Format::Text => show(output, &found, skills, &library.directories)?,
        }
        if failed { Err(Failure::Told) } else { Ok(()) }
    }

    fn fails(&self, diagnostic: &Diagnostic) -> bool {
        match diagnostic.severity {
            Severity::Error => true,
            Severity::Warning => self.deny_warnings,
            Severity::Info => false,
        }
    }
}

/// The skill's directory where its file is named.
fn directory(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if path.is_file() && path.ends_with("SKILL.md") => match parent.as_os_str() {
            empty if empty.is_empty() => PathBuf::from("."),
            _ => parent.to_owned(),
        },
        _ => path.to_owned(),
    }
}

fn show(output: &Output, found: &[Diagnostic], skills: usize, directories: &[String]) -> Result<()> {
    for diagnostic in found {
        let text = snippet::draw(diagnostic, directories, output.colour());
        output.bytes(format!("{text}\n\n").as_bytes())?;
    }
    let skills = match skills {
        1 => "1 skill".to_owned(),
        many => format!("{many} skills"),
    };
    let problems = diagnostics::count(found).unwrap_or_else(|| "no problems".to_owned());
    output.note(&format!("{problems} in {skills}"));
    Ok(())
}
