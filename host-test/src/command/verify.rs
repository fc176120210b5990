//! `agent-skills verify`.

use std::path::Path;

use clap::Args;
use serde_json::json;

use super::context::Context;
use super::diagnostics;
use super::failure::{Result, judged};
use super::lock_file;

/// Compare the skills with a lock; exit status 1 when anything differs
///
/// The lock is the one that --lock names, or agent-skills.lock.json.
#[derive(Args)]
pub struct Arguments {}

impl Arguments {
    /// Prints every difference.
    pub fn run(&self, context: &Context) -> Result<()> {
        let file = context.lock().unwrap_or(Path::new(lock_file::USUAL));
        let lock = lock_file::read(file, context.key())?;
        let mut library = context.library_without_lock()?;
        let output = &context.output;
        library.tell_of_roots(output);
        let found = library.instance.verify_skills(&lock)?;
        let is_equal = found.is_empty();
        let printed = match output.json() {
            true => output.document(&json!({"ok": is_equal, "diagnostics": found})),
            false => {
                diagnostics::show(output, &found);
                Ok(())
            }
        };
        judged(is_equal, printed)
    }
}
