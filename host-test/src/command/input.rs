//! Files that a run is told to read: regular ones, of a bounded size.
//!
//! A device has no end, a pipe may have nobody at its other end, and a name that
//! is looked for by itself, such as that of the lock, may be either in a directory
//! that somebody else has made.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file that has at most `most` of them.
pub fn bytes(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let opened = open(file)?;
    // What was opened is what counts, whatever lies there by now.
    if !opened.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    opened
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it is larger than {most} bytes")));
    }
    Ok(bytes)
}

/// The same as text.
pub fn text(file: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(bytes(file, most)?).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// Opens it without waiting for anybody.
fn open(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(file)
}
