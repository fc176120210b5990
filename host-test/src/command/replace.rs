//! Files that are there as a whole or as they were before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::failure::{Failure, Result};

/// Puts new files in place of those that may be there, once all of them are
/// written: where one cannot be, the others stay as they were. What is no regular
/// file, as a device or a pipe, is written to.
pub fn replace(files: &[(&Path, &[u8])]) -> Result<()> {
    let told = |file: &Path| {
        let file = format!("`{}`", file.display());
        move |error: io::Error| Failure::write(&file, &error)
    };
    let mut written = Vec::new();
    for &(file, bytes) in files {
        let is_special = fs::metadata(file).is_ok_and(|metadata| !metadata.is_file());
        let new = match is_special {
            true => New::InPlace(bytes),
            false => New::Beside(Temporary::write(file, bytes).map_err(told(file))?),
        };
        written.push((file, new));
    }
    for (file, new) in written {
        match new {
            New::InPlace(bytes) => fs::write(file, bytes),
            New::Beside(temporary) => temporary.rename(),
        }
        .map_err(told(file))?;
    }
    Ok(())
}

/// What a file is to become.
enum New<'b> {
    InPlace(&'b [u8]),
    Beside(Temporary),
}

/// A file beside the one whose place it will take; gone if it does not.
struct Temporary {
    path: PathBuf,
    file: PathBuf,
}

impl Temporary {
    fn write(file: &Path, bytes: &[u8]) -> io::Result<Self> {
        let file = end_of_links(file);
        let (mut new, path) = create_beside(&file)?;
        let temporary = Self { path, file };
        new.write_all(bytes)?;
        if let Ok(before) = fs::metadata(&temporary.file) {
            new.set_permissions(before.permissions())?;
        }
        new.sync_all()?;
        Ok(temporary)
    }

    fn rename(self) -> io::Result<()> {
        fs::rename(&self.path, &self.file)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Once renamed there is none; else the failure that led here is the one to
        // tell.
        let _ = fs::remove_file(&self.path);
    }
}

/// Where links lead: they stay, and what is there is replaced, or made.
fn end_of_links(file: &Path) -> PathBuf {
    const MOST_LINKS: usize = 40;
    let mut end = file.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&end) else {
            break;
        };
        end = end.parent().unwrap_or(Path::new("")).join(target);
    }
    end
}

/// A new file beside another. A run that was killed may have left one of the same
/// name: process numbers come again, in containers often.
fn create_beside(file: &Path) -> io::Result<(File, PathBuf)> {
    const ATTEMPTS: u32 = 100;
    let mut attempt = 0;
    loop {
        let mut temporary = file.as_os_str().to_owned();
        temporary.push(format!(".{}-{attempt}.tmp", process::id()));
        let temporary = PathBuf::from(temporary);
        match File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < ATTEMPTS => {
                attempt += 1;
            }
            created => return Ok((created?, temporary)),
        }
    }
}
