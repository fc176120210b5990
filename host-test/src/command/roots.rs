//! Which directories the component may read.

use std::path::{Path, PathBuf, absolute};
use std::{env, io};

use agent_skills_sandbox::{Error, Mounts};
use serde_json::Value;

use super::common::Common;
use super::failure::{Failure, Result};
use super::output::Output;
use super::{config, usual_places};

/// Opens the directories that the command line names, or else the options, or
/// else the usual ones.
pub fn mount(common: &Common, options: &mut Value, output: &Output) -> Result<Mounts> {
    let mut mounts = Mounts::new();
    if !common.roots.is_empty() {
        config::set_paths(options, Vec::new());
        for root in &common.roots {
            mounts
                .add_in_place(root)
                .map_err(|error| Failure::usage_from(&error))?;
        }
    } else if let Some(paths) = config::paths(options) {
        let paths: Result<Vec<String>> = paths
            .iter()
            .map(|path| mount_where_there(&mut mounts, &from_home(path)))
            .collect();
        config::set_paths(options, paths?);
    } else {
        usual_places::mount(&mut mounts, output);
    }
    Ok(mounts)
}

/// A path with `~/` at its beginning made one below the home directory, as a
/// shell does for the paths of the command line.
fn from_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), env::home_dir()) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(path),
    }
}

/// Mounts a directory of the configuration and returns its absolute path. One
/// that is missing is for the component to report: a shared configuration names
/// directories that not everybody has.
fn mount_where_there(mounts: &mut Mounts, path: &Path) -> Result<String> {
    let path = match path.canonicalize() {
        Ok(path) => {
            mounts
                .add_in_place(&path)
                .map_err(|error| Failure::usage_from(&error))?;
            path
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            absolute(path).unwrap_or_else(|_| path.to_owned())
        }
        Err(source) => {
            let path = path.to_owned();
            return Err(Failure::usage_from(&Error::Mount { path, source }));
        }
    };
    Ok(path.to_string_lossy().into_owned())
}
