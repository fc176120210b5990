//! Where skills are kept when nobody says where.

use std::env;
use std::path::{Path, PathBuf};

use agent_skills_sandbox::Mounts;

use super::output::Output;

/// Below a project or a home directory, in order of precedence.
const NAMES: [&str; 2] = [".agents/skills", ".claude/skills"];

/// Mounts what there is in the usual places, and says so.
pub fn mount(mounts: &mut Mounts, output: &Output) {
    let here = env::current_dir().unwrap_or_default();
    let directories = directories(&here, env::home_dir().as_deref());
    for place in directories
        .iter()
        .flat_map(|directory| NAMES.map(|name| directory.join(name)))
        .filter(|place| place.is_dir())
    {
        if let Err(error) = mounts.add_in_place(&place) {
            output.note(&error.to_string());
        }
    }
    let taken: Vec<&str> = mounts.names().collect();
    if taken.is_empty() {
        let directories: Vec<String> = directories
            .iter()
            .map(|d| d.display().to_string())
            .collect();
        output.note(&format!(
            "no {} in {}; name a directory with --root",
            NAMES.join(" or "),
            directories.join(", ")
        ));
    } else {
        output.note(&format!("skills from {}", taken.join(", ")));
    }
}

/// The directories that may hold one of [`NAMES`]: from `here` up to the root of
/// the repository, then the home.
///
/// Outside of a repository it is `here` alone: further up anybody may have put
/// skills there, as in `/tmp`.
fn directories(here: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let above: Vec<&Path> = here.ancestors().collect();
    let last = above
        .iter()
        .position(|directory| directory.join(".git").exists())
        .unwrap_or(0);
    let mut directories: Vec<PathBuf> =
        above.iter().take(last + 1).map(|&d| d.to_owned()).collect();
    if let Some(home) = home
        && !directories.iter().any(|directory| directory == home)
    {
        directories.push(home.to_owned());
    }
    directories
}
