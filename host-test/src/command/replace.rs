//! Files that are there as a whole or as they were before.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::failure::{Failure, Result};

/// Puts a new file in place of one that may be there. What is no regular file, as
/// a device or a pipe, is written to.
pub fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let special = fs::metadata(file).is_ok_and(|metadata| !metadata.is_file());
    let written = match special {
        true => fs::write(file, bytes),
        false => by_way_of_another(file, bytes),
    };
    written.map_err(|error| Failure::write(&format!("`{}`", file.display()), &error))
}

fn by_way_of_another(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays, and what it leads to is replaced.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let mut temporary = file.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", process::id()));
    let temporary = PathBuf::from(temporary);
    write_new(&temporary, bytes)?;
    fs::rename(&temporary, &file).inspect_err(|_| remove(&temporary))
}

fn write_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = OpenOptions::new().write(true).create_new(true).open(file)?;
    let written = new.write_all(bytes).and_then(|()| new.sync_all());
    written.inspect_err(|_| remove(file))
}

fn remove(file: &Path) {
    // The failure that led here is the one to tell.
    let _ = fs::remove_file(file);
}
