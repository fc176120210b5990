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
    let home = env::home_dir();
    let project = project(&here);
    let directories = directories(&here, project, home.as_deref());
    let mut places = Vec::new();
    for directory in &directories {
        let is_home = home.as_deref() == Some(directory);
        for place in NAMES.map(|name| directory.join(name)) {
            if !is_home && leads_out(&place, project) {
                output.note(&format!(
                    "{} leads out of {} and is left out; name it with --root if it is to count",
                    place.display(),
                    project.display()
                ));
            } else if is_there(&place) {
                places.push(place);
            }
        }
    }
    roots.add_all(places.into_iter())?;
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

/// Whether a place of the project is a link to somewhere else. Who wrote the
/// project, which may have been cloned a moment ago, is not to choose what else of
/// this machine is given to models.
fn leads_out(place: &Path, project: &Path) -> bool {
    match (place.canonicalize(), project.canonicalize()) {
        (Ok(place), Ok(project)) => !place.starts_with(project),
        _ => false,
    }
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

/// The root of the repository that a directory lies in.
///
/// Outside of a repository it is the directory itself: further up anybody may have
/// put skills there, as in `/tmp`. Nor does a repository count whose root anybody
/// can write to.
fn project(here: &Path) -> &Path {
    let is_repository =
        |directory: &&Path| directory.join(".git").exists() && !is_open_to_all(directory);
    here.ancestors().find(is_repository).unwrap_or(here)
}

#[cfg(unix)]
fn is_open_to_all(directory: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    const WRITABLE_BY_OTHERS: u32 = 0o002;
    fs::metadata(directory).is_ok_and(|found| found.mode() & WRITABLE_BY_OTHERS != 0)
}

#[cfg(not(unix))]
fn is_open_to_all(_: &Path) -> bool {
    false
}

/// The directories that may hold one of [`NAMES`]: from `here` up to the root of
/// the project, then the home.
fn directories(here: &Path, project: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let mut directories: Vec<PathBuf> = here
        .ancestors()
        .take_while(|directory| directory.starts_with(project))
        .map(Path::to_owned)
        .collect();
    if let Some(home) = home
        && !directories.iter().any(|directory| directory == home)
    {
        directories.push(home.to_owned());
    }
    directories
}
