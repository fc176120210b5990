//! Storage over `wasi:filesystem`: what the component reads through.

use std::rc::Rc;

use wasip2::clocks::wall_clock::Datetime;
use wasip2::filesystem::preopens::get_directories;
use wasip2::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorType, DirectoryEntryStream, ErrorCode, OpenFlags,
    PathFlags,
};

use super::{
    Directory, Entry, Failure, File, Identity, Kind, Moment, Mount, Result, Stamp, Stat, Storage,
};

/// No call follows a link at the end of a path.
fn no_follow() -> PathFlags {
    PathFlags::empty()
}

/// The preopens of this instance.
pub struct Preopens {
    mounts: Vec<Mount>,
}

impl Preopens {
    /// Takes the preopens from the host.
    pub fn take() -> Self {
        let mounts = get_directories()
            .into_iter()
            .map(|(descriptor, name)| Mount {
                name,
                directory: Rc::new(Opened(descriptor)) as Rc<dyn Directory>,
            })
            .collect();
        Self { mounts }
    }
}

impl Storage for Preopens {
    fn mounts(&self) -> Vec<Mount> {
        self.mounts.clone()
    }
}

/// An open directory or file.
struct Opened(Descriptor);

impl Opened {
    fn open(&self, path: &str, flags: OpenFlags) -> Result<Descriptor> {
        self.0
            .open_at(no_follow(), path, flags, DescriptorFlags::READ)
            .map_err(Failure::from)
    }
}

impl Directory for Opened {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        // Some hosts cannot list a preopen itself, only a directory below it.
        let stream = match self.0.read_directory() {
            Err(ErrorCode::BadDescriptor) => self.open(".", OpenFlags::DIRECTORY)?.read_directory(),
            other => other,
        }?;
        Ok(Box::new(Entries(Some(stream))))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        let stat = self.0.stat_at(no_follow(), path)?;
        Ok(Stat {
            kind: stat.type_.into(),
            stamp: Stamp {
                size: stat.size,
                modified: moment(stat.data_modification_timestamp),
                changed: moment(stat.status_change_timestamp),
            },
        })
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        Ok(Rc::new(Self(self.open(path, OpenFlags::DIRECTORY)?)))
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        Ok(Box::new(Self(self.open(path, OpenFlags::empty())?)))
    }

    fn read_link(&self, path: &str) -> Result<String> {
        Ok(self.0.readlink_at(path)?)
    }

    fn identity(&self) -> Result<Identity> {
        let hash = self.0.metadata_hash()?;
        Ok(Identity(hash.upper, hash.lower))
    }
}

impl File for Opened {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let (mut bytes, _) = self.0.read(length as u64, offset)?;
        // A host may return less than was asked for: wasmtime at most 64 KiB.
        while bytes.len() < length {
            let missing = length - bytes.len();
            let (more, _) = self.0.read(missing as u64, offset + bytes.len() as u64)?;
            if more.is_empty() {
                break;
            }
            bytes.extend_from_slice(&more);
        }
        Ok(bytes)
    }
}

/// The entries of a directory, to their end or to the stream's failure.
struct Entries(Option<DirectoryEntryStream>);

impl Iterator for Entries {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.0.as_ref()?.read_directory_entry() {
            Ok(Some(entry)) => Some(Ok(Entry {
                kind: entry.type_.into(),
                name: entry.name,
            })),
            Ok(None) => {
                self.0 = None;
                None
            }
            Err(code) => Some(Err(code.into())),
        }
    }
}

impl From<DescriptorType> for Kind {
    fn from(kind: DescriptorType) -> Self {
        match kind {
            DescriptorType::RegularFile => Self::File,
            DescriptorType::Directory => Self::Directory,
            DescriptorType::SymbolicLink => Self::Link,
            _ => Self::Other,
        }
    }
}

impl From<ErrorCode> for Failure {
    fn from(code: ErrorCode) -> Self {
        match code {
            ErrorCode::NoEntry => Self::NotFound,
            ErrorCode::Access | ErrorCode::NotPermitted => Self::NotPermitted,
            ErrorCode::NotDirectory => Self::NotDirectory,
            ErrorCode::Loop => Self::Link,
            ErrorCode::IllegalByteSequence => Self::NotUtf8,
            ErrorCode::NameTooLong => Self::NameTooLong,
            ErrorCode::InsufficientMemory | ErrorCode::Quota => Self::TooManyOpen,
            _ => Self::Io,
        }
    }
}

fn moment(time: Option<Datetime>) -> Moment {
    time.map(|time| Moment(time.seconds, time.nanoseconds.into()))
        .unwrap_or_default()
}
