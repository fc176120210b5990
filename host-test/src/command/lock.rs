//! `agent-skills lock`.

use std::path::{Path, PathBuf};

use agent_skills_sandbox::types::{Diagnostic, Listing, Severity};
use clap::Args;
use serde_json::json;

use super::context::Context;
use super::diagnostics;
use super::failure::{Complaint, Failure, Result};
use super::lock_file;
use super::roots::ROOT_MISSING;

/// Write down every file of every skill, to compare with and to load by
#[derive(Args)]
pub struct Arguments {
    /// File to write, or - for standard output; one that exists is replaced
    #[arg(long, value_name = "FILE", default_value = lock_file::USUAL)]
    output: PathBuf,
    /// Private key in PEM (PKCS#8, Ed25519); the signature goes to FILE.sig
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
}

impl Arguments {
    /// Writes the lock of the skills that the options point to.
    pub fn run(&self, context: &Context) -> Result<()> {
        let output = &context.output;
        let to_output = self.output == Path::new("-");
        if to_output && self.sign.is_some() {
            return Err(Failure::usage(
                "a signature needs a file to go to",
                "Name one for the lock with --output FILE.",
            ));
        }
        let mut library = context.library_without_lock()?;
        let listing = library.list()?;
        // A lock must not lack a skill in silence.
        let lacking = |told: &&Diagnostic| {
            told.severity == Severity::Error || told.code == ROOT_MISSING
        };
        diagnostics::show(output, listing.diagnostics.iter().filter(lacking));
        if let Some(complaint) = refusal(&listing) {
            return Err(Failure::Skills(complaint));
        }
        let lock = library.instance.lock_skills()?;
        if to_output {
            return output.bytes(lock.as_bytes());
        }
        let signature = match &self.sign {
            Some(key) => Some(lock_file::sign(&lock, key)?),
            None => None,
        };
        lock_file::write(&self.output, &lock, signature.as_deref())?;
        let skills = listing.skills.len();
        if output.json() {
            return output.document(&json!({"path": self.output, "skills": skills}));
        }
        let skills = match skills {
            1 => "1 skill".to_owned(),
            many => format!("{many} skills"),
        };
        output.note(&format!("locked {skills} in `{}`", self.output.display()));
        Ok(())
    }
}

/// Why a listing is not locked: a lock that lacks skills would be taken for one of
/// all.
fn refusal(listing: &Listing) -> Option<Complaint> {
    let is_missing = |told: &Diagnostic| told.code == ROOT_MISSING;
    let may_lack = !listing.complete || listing.diagnostics.iter().any(is_missing);
    let (code, reason, hint) = match may_lack {
        true => (
            "incomplete",
            "not all skills could be found",
            "Mend what is told above, or leave that root out.",
        ),
        false if listing.skills.is_empty() => (
            "no-skills",
            "there are no skills",
            "Name a directory of skills with --root.",
        ),
        false => return None,
    };
    Some(Complaint {
        code,
        message: format!("nothing is locked, since {reason}"),
        hint: Some(hint.to_owned()),
    })
}
