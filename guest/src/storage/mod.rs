//! The only door to files: a small trait over directory handles.
//!
//! Paths given to a [`Directory`] are relative, separated by `/`, and have no
//! `.` or `..` in them. No call follows a link at the end of its path; links are
//! read and followed by [`resolve`], so that the host is never asked to.

use std::rc::Rc;

pub mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod native;
pub mod resolve;
pub mod source;
#[cfg(target_family = "wasm")]
pub mod wasi;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A pipe, socket or device: never opened.
    Other,
}

/// Tells one state of a file from another. Equal stamps mean an unchanged file,
/// as far as the file system's clock is fine enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Last change of the content.
    pub modified: Moment,
    /// Last change of content, owner or permissions.
    pub changed: Moment,
}

/// Seconds and nanoseconds; where there is no clock, two numbers that are others in
/// another state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment(pub u64, pub u64);

/// Kind and state of what stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// Its state; the size counts for regular files only.
    pub stamp: Stamp,
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, without any `/`.
    pub name: String,
    /// What it names.
    pub kind: Kind,
}

/// Tells one directory from another, however each was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity(pub u64, pub u64);

/// Why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nothing is there.
    NotFound,
    /// The host may not read it.
    NotPermitted,
    /// A part of the path is not a directory.
    NotDirectory,
    /// A link is there.
    Link,
    /// A name is not UTF-8.
    NotUtf8,
    /// The name is longer than the file system takes.
    NameTooLong,
    /// Too many files are open.
    TooManyOpen,
    /// A part of what is asked for does not answer.
    Incomplete,
    /// Any other failure of the host.
    Io,
}

impl Failure {
    /// The reason, as the end of a sentence.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NotFound => "it does not exist",
            Self::NotPermitted => "permission denied",
            Self::NotDirectory => "a part of the path is not a directory",
            Self::Link => "it is a link",
            Self::NotUtf8 => "its name is not UTF-8",
            Self::NameTooLong => "its name is too long",
            Self::TooManyOpen => "too many files are open",
            Self::Incomplete => "a part of it does not answer",
            Self::Io => "input/output error",
        }
    }
}

/// The result of a call.
pub type Result<T> = std::result::Result<T, Failure>;

/// A directory that the host lets us read, under the name it gave.
#[derive(Clone)]
pub struct Mount {
    /// The host's name for it.
    pub name: String,
    /// The directory.
    pub directory: Rc<dyn Directory>,
}

/// Where skills are read from.
pub trait Storage {
    /// The mounts in the host's order.
    fn mounts(&self) -> Vec<Mount>;
}

/// An open directory.
pub trait Directory {
    /// Its entries, in no order, without `.` and `..`. An entry that cannot be
    /// told is an error of its own.
    ///
    /// # Errors
    /// When the directory cannot be read.
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>>;

    /// What stands at a path; a link is told as a link.
    ///
    /// # Errors
    /// When nothing is there or it cannot be told.
    fn stat(&self, path: &str) -> Result<Stat>;

    /// Opens a directory; a link is refused.
    ///
    /// # Errors
    /// When it is no directory or cannot be opened.
    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>>;

    /// Opens a file for reading; a link is refused. The caller has made sure with
    /// [`Directory::stat`] that it is a regular file: opening a pipe may block.
    ///
    /// # Errors
    /// When it cannot be opened.
    fn open_file(&self, path: &str) -> Result<Box<dyn File>>;

    /// Where a link leads.
    ///
    /// # Errors
    /// When there is no link or its target is not UTF-8.
    fn read_link(&self, path: &str) -> Result<String>;

    /// What tells this directory from others.
    ///
    /// # Errors
    /// When the host cannot tell.
    fn identity(&self) -> Result<Identity>;
}

/// An open file.
pub trait File {
    /// At most `length` bytes from `offset`. Fewer mean the end of the file; to
    /// ask for no more than there is saves the call that finds the end.
    ///
    /// # Errors
    /// When the host cannot read it.
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>>;

    /// All of it, which was `expected` bytes long a moment ago; none when it is
    /// longer than `most` bytes. A file that was replaced by a longer one, or has
    /// grown, is read to its present end.
    ///
    /// # Errors
    /// When the host cannot read it.
    fn read_all(&self, expected: u64, most: u64) -> Result<Option<Vec<u8>>> {
        const MORE: usize = 64 * 1024;
        if expected > most {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let mut wanted = usize::try_from(expected).map_err(|_| Failure::Io)?;
        loop {
            // One byte beyond the expected end tells whether it is there.
            wanted = wanted.saturating_add(1);
            let more = self.read(bytes.len() as u64, wanted)?;
            let is_end = more.len() < wanted;
            match bytes.is_empty() {
                true => bytes = more,
                false => bytes.extend_from_slice(&more),
            }
            if bytes.len() as u64 > most {
                return Ok(None);
            }
            if is_end {
                return Ok(Some(bytes));
            }
            wanted = MORE;
        }
    }
}
