//! Where skills are kept when nobody says where.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use super::failure::Result;
use super::output::Output;
use super::roots::Roots;

/// Below a project or a home directory, in order of precedence.
const NAMES: [&str; 2] = [".agents/skills", ".claude/skills"];

/// Adds what there is in the usual places, and says so.
///
/// # Errors
/// A path that is not UTF-8.
pub fn add(roots: &mut Roots, output: &Output) -> Result<()> {
    let here = env::current_dir().unwrap_or_default();
    let directories = directories(&here, env::home_dir().as_deref());
    let places = directories
        .iter()
        .flat_map(|directory| NAMES.map(|name| directory.join(name)));
    roots.add_all(places.filter(|place| is_there(place)))?;
    let taken: Vec<&str> = roots.mounts.names().collect();
    if !taken.is_empty() {
        output.note(&format!("skills from {}", taken.join(", ")));
    } else if roots.faults.is_empty() {
        let directories: Vec<String> = directories
            .iter()
            .map(|d| d.display().to_string())
            .collect();
        output.note(&format!(
            "no {} in {}; name a directory with --root",
            NAMES.join(" or "),
            directories.join(", ")
        ));
    }
    Ok(())
}

/// Whether there is anything of this name, be it of no use or hidden.
fn is_there(place: &Path) -> bool {
    match fs::symlink_metadata(place) {
        Ok(_) => true,
        Err(error) => !matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
        ),
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
