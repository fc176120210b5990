//! `agent-skills explain`.

use std::path::{Path, absolute};

use agent_skills_sandbox::types::{Finding, Outcome};
use clap::Args;
use serde::Serialize;

use super::context::Context;
use super::diagnostics;
use super::failure::{Result, judged};
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
        let mut findings = library.explain(&self.subject)?;
        let is_name = findings.iter().any(|finding| finding.name.is_some());
        if let Some(path) = self.path(&library.directories).filter(|_| !is_name) {
            findings = library.explain(&path)?;
        }
        let output = &context.output;
        let loaded = findings
            .iter()
            .any(|finding| finding.outcome == Outcome::Loaded);
        let printed = match output.json() {
            true => output.document(&Explained { findings }),
            false => self.print(context, &findings),
        };
        judged(loaded, printed)
    }

    fn print(&self, context: &Context, findings: &[Finding]) -> Result<()> {
        for finding in findings {
            let message = visible_line(&finding.message);
            let line = format!("{}\n  {message}\n", self.heading(context, finding));
            context.output.bytes(line.as_bytes())?;
            diagnostics::show(&context.output, &finding.diagnostics);
        }
        Ok(())
    }

    /// The subject as an absolute path; none when it is a name. Directories are
    /// mounted with the links above them resolved. Links below them stay: a skill
    /// is known by the path at which it is seen.
    fn path(&self, directories: &[String]) -> Option<String> {
        let path = Path::new(&self.subject);
        let looks_like_path = self.subject.contains('/') || self.subject.starts_with('.');
        if !looks_like_path && path.symlink_metadata().is_err() {
            return None;
        }
        let path = absolute(path).ok()?;
        let mounted = path.ancestors().filter_map(|above| {
            let root = above.canonicalize().ok()?;
            let below = path.strip_prefix(above).ok()?;
            let is_root = directories
                .iter()
                .any(|directory| root == Path::new(directory));
            is_root.then(|| root.join(below))
        });
        let path = mounted.last().unwrap_or_else(|| path.clone());
        path.to_str().map(str::to_owned)
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
