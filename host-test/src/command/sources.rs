//! Lines of the files that diagnostics are about.

use std::path::Path;

use agent_skills_sandbox::Mounts;
use agent_skills_sandbox::types::Diagnostic;

use super::text::unwanted;

/// Largest file that is opened to show a line of it, in bytes.
const FILE_BYTES: u64 = 1024 * 1024;

/// Longest line that is shown, in code points.
const LINE: usize = 1000;

/// Files in some directories. The last one stays read, as findings come file by
/// file.
pub struct Sources<'d> {
    mounts: &'d Mounts,
    path: String,
    lines: Vec<String>,
}

impl<'d> Sources<'d> {
    /// The files in these directories and no others.
    pub fn below(mounts: &'d Mounts) -> Self {
        Self {
            mounts,
            path: String::new(),
            lines: Vec::new(),
        }
    }

    /// The line that a diagnostic is about, fit for a terminal. None when it is
    /// about no single line, when the line cannot be read, and when it is so long
    /// that the place in it could not be shown.
    pub fn line_of(&mut self, diagnostic: &Diagnostic) -> Option<String> {
        let number = diagnostic.line?.checked_sub(1)?;
        if self.path != diagnostic.path {
            self.lines = self.read(&diagnostic.path).unwrap_or_default();
            self.path.clone_from(&diagnostic.path);
        }
        let line = self.lines.get(number as usize)?;
        let column = diagnostic.column.unwrap_or_default() as usize;
        (column <= LINE).then(|| line.chars().take(LINE).map(shown).collect())
    }

    fn read(&self, path: &str) -> Option<Vec<String>> {
        let file = Path::new(path).canonicalize().ok()?;
        let bytes = self.mounts.names().find_map(|directory| {
            let below = file.strip_prefix(directory).ok()?.to_str()?;
            self.mounts.read_file(directory, below, FILE_BYTES).ok()
        })?;
        let text = String::from_utf8_lossy(&bytes);
        Some(
            text.split('\n')
                .map(|line| line.trim_end().to_owned())
                .collect(),
        )
    }
}

/// A character as a terminal may have it. One stays one, so that columns stay
/// true.
fn shown(character: char) -> char {
    match character {
        '\t' => ' ',
        character if unwanted(character) => '\u{fffd}',
        character => character,
    }
}
