//! Storage over the host's own file system, for tests, fuzzing and comparison.
//!
//! It has the caller's rights and no sandbox around it: it joins paths, and a
//! directory that is swapped for a link between two calls is followed.

use std::fs::{self, Metadata};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;
use std::rc::Rc;

use super::{
    Directory, Entry, Failure, File, Identity, Kind, Moment, Mount, Result, Stamp, Stat, Storage,
};

/// Directories of the host, each under a name.
#[derive(Default)]
pub struct Native {
    mounts: Vec<(String, PathBuf)>,
}

impl Native {
    /// Adds a directory under a name.
    #[must_use]
    pub fn mount(mut self, directory: impl Into<PathBuf>, name: impl Into<String>) -> Self {
        self.mounts.push((name.into(), directory.into()));
        self
    }
}

impl Storage for Native {
    fn mounts(&self) -> Vec<Mount> {
        self.mounts
            .iter()
            .map(|(name, path)| Mount {
                name: name.clone(),
                directory: Rc::new(NativeDirectory(path.clone())),
            })
            .collect()
    }
}

struct NativeDirectory(PathBuf);

impl Directory for NativeDirectory {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        let entries = fs::read_dir(&self.0)?;
        Ok(Box::new(entries.map(|entry| {
            let entry = entry?;
            let kind = entry.file_type()?.into();
            let name = entry.file_name().into_string().or(Err(Failure::NotUtf8))?;
            Ok(Entry { name, kind })
        })))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        let metadata = fs::symlink_metadata(self.0.join(path))?;
        Ok(Stat {
            kind: metadata.file_type().into(),
            stamp: stamp(&metadata),
        })
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        match self.stat(path)?.kind {
            Kind::Directory => Ok(Rc::new(Self(self.0.join(path)))),
            Kind::Link => Err(Failure::Link),
            _ => Err(Failure::NotDirectory),
        }
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        Ok(Box::new(NativeFile(fs::File::open(self.0.join(path))?)))
    }

    fn read_link(&self, path: &str) -> Result<String> {
        let target = fs::read_link(self.0.join(path))?;
        target
            .into_os_string()
            .into_string()
            .or(Err(Failure::NotUtf8))
    }

    fn identity(&self) -> Result<Identity> {
        let metadata = fs::metadata(&self.0)?;
        Ok(Identity(metadata.dev(), metadata.ino()))
    }
}

struct NativeFile(fs::File);

impl File for NativeFile {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        let mut filled = 0;
        while filled < length {
            match self
                .0
                .read_at(&mut bytes[filled..], offset + filled as u64)?
            {
                0 => break,
                count => filled += count,
            }
        }
        bytes.truncate(filled);
        Ok(bytes)
    }
}

impl From<fs::FileType> for Kind {
    fn from(kind: fs::FileType) -> Self {
        if kind.is_file() {
            Self::File
        } else if kind.is_dir() {
            Self::Directory
        } else if kind.is_symlink() {
            Self::Link
        } else {
            Self::Other
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind as Io;
        match error.kind() {
            Io::NotFound => Self::NotFound,
            Io::PermissionDenied => Self::NotPermitted,
            Io::NotADirectory => Self::NotDirectory,
            Io::InvalidFilename => Self::NameTooLong,
            _ => Self::Io,
        }
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    // As in the component, what was before 1970 has no time.
    let moment = |seconds: i64, rest: i64| match (seconds.try_into(), rest.try_into()) {
        (Ok(seconds), Ok(rest)) => Moment(seconds, rest),
        _ => Moment::default(),
    };
    Stamp {
        size: metadata.len(),
        modified: moment(metadata.mtime(), metadata.mtime_nsec()),
        changed: moment(metadata.ctime(), metadata.ctime_nsec()),
    }
}
