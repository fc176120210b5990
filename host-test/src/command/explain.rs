//! `agent-skills explain`.

use std::path::absolute;

use agent_skills_sandbox::types::{Finding, Outcome};
use clap::Args;
use serde::Serialize;

use super::context::Context;
use super::diagnostics;
use super::failure::{Failure, Result};
use super::output::BOLD;
use super::text::visible_line;

/// Say why a skill is, or is not, loaded
#[derive(Args)]
pub struct Arguments {
    /// A skill's name, or a path
    #[arg(value_name = "NAME|PATH")]
    subject: String,
}

/// The findings for programs.
#[derive(Serialize)]
struct Explained {
    findings: Vec<Finding>,
}

impl Arguments {
    /// Prints what became of the skill or path.
    pub fn run(&self, context: &Context) -> Result<()> {
        let mut library = context.faulty_library()?;
        let findings = library.explain(&self.subject())?;
        let output = &context.output;
        let loaded = findings.iter().any(|finding| finding.outcome == Outcome::Loaded);
        if output.json() {
            output.document(&Explained { findings })?;
        } else {
            for finding in &findings {
                let message = visible_line(&finding.message);
                let line = format!("{}\n  {message}\n", self.heading(context, finding));
                output.bytes(line.as_bytes())?;
                diagnostics::show(output, &finding.diagnostics);
            }
        }
        if loaded { Ok(()) } else { Err(Failure::Told) }
    }

    /// A path that exists becomes absolute, as directories are mounted under
    /// their absolute paths; a name stays.
    fn subject(&self) -> String {
        let looks_like_path = self.subject.contains('/') || self.subject.starts_with('.');
        let path = std::path::Path::new(&self.subject);
        let resolved = match looks_like_path {
            true => path.canonicalize().or_else(|_| absolute(path)).ok(),
            false => None,
        };
        resolved
            .and_then(|path| path.to_str().map(str::to_owned))
            .unwrap_or_else(|| self.subject.clone())
    }

    fn heading(&self, context: &Context, finding: &Finding) -> String {
        let outcome = match finding.outcome {
            Outcome::Loaded => "loaded",
            Outcome::Shadowed => "shadowed",
            Outcome::Refused => "refused",
            Outcome::Ignored => "ignored",
        };
        let path = visible_line(&finding.path);
        match &finding.name {
            Some(name) => {
                let name = context.output.styled(BOLD, visible_line(name));
                format!("{name}: {outcome}: {path}")
            }
            None => format!("{outcome}: {path}"),
        }
    }
}
