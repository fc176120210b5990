//! Where pipes, sockets and devices lie among the files.

mod ahead;
mod listing;
mod path;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{FileType, OFlags, RawMode, Stat};
use rustix::io::Errno;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::{self, OpenMode};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::clocks::wall_clock::Datetime;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, DescriptorStat, DescriptorType, DirectoryEntry, ErrorCode, OpenFlags,
};
use wasmtime_wasi::runtime::spawn_blocking;

use crate::state::State;

pub use ahead::Ahead;
pub use listing::Entries;

pub async fn open_at(
    state: &mut State,
    directory: Resource<Descriptor>,
    path: String,
    how: OpenFlags,
) -> FsResult<Resource<Descriptor>> {
    let blocking = state.blocking();
    let directory = directory_of(state, &directory)?;
    let permissions = directory.perms;
    let base = Arc::clone(&directory.dir);
    let must_be_directory = how.contains(OpenFlags::DIRECTORY);
    let opened = match state.ahead().take(&base, &path) {
        Some(opened) if opened.is_directory() || !must_be_directory => opened,
        _ => wait(blocking, move || open(&base, &path, must_be_directory)).await?,
    };
    let descriptor = match opened {
        Opened::File(file) => Descriptor::File(filesystem::File::new(
            file,
            permissions,
            OpenMode::READ,
            blocking,
        )),
        Opened::Directory(directory) => Descriptor::Dir(filesystem::Dir::new(
            directory,
            permissions,
            OpenMode::READ,
            blocking,
        )),
    };
    Ok(state.files().table.push(descriptor)?)
}

pub async fn stat_at(
    state: &mut State,
    directory: Resource<Descriptor>,
    path: String,
) -> FsResult<DescriptorStat> {
    let blocking = state.blocking();
    let base = Arc::clone(&directory_of(state, &directory)?.dir);
    let ahead = state.ahead();
    ahead.settle();
    let opens = ahead.pays();
    let (stat, base, path, opened) = wait(blocking, move || {
        let (stat, opened) = match opens {
            true => ahead::look(&base, &path)?,
            false => (path::stat(&base, &path)?, None),
        };
        Ok((stat, base, path, opened))
    })
    .await?;
    state.ahead().note(base, path, opened);
    Ok(descriptor_stat(&stat))
}

pub async fn read_directory(
    state: &mut State,
    directory: Resource<Descriptor>,
) -> FsResult<Resource<Entries>> {
    let blocking = state.blocking();
    let base = Arc::clone(&directory_of(state, &directory)?.dir);
    let entries = wait(blocking, move || Entries::of(&base)).await?;
    Ok(state.files().table.push(entries)?)
}

pub async fn read_directory_entry(
    state: &mut State,
    entries: Resource<Entries>,
) -> FsResult<Option<DirectoryEntry>> {
    let blocking = state.blocking();
    let entries = state.files().table.get_mut(&entries)?;
    if entries.must_read_on() {
        let mut reading = entries.take();
        *entries = wait(blocking, move || {
            reading.read_on();
            Ok(reading)
        })
        .await?;
    }
    Ok(entries.next().transpose()?)
}

pub fn open_file(directory: &Path, path: &str) -> io::Result<File> {
    match open(&File::open(directory)?, path, false)? {
        Opened::File(file) => Ok(file),
        Opened::Directory(_) => Err(io::ErrorKind::IsADirectory.into()),
    }
}

/// Works on this thread or, if it may not wait for a disk, on another.
async fn wait<T: Send + 'static>(
    blocking: bool,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, ErrorCode> {
    let result = if blocking {
        work()
    } else {
        spawn_blocking(work).await
    };
    result.map_err(code)
}

/// The component tells running out of descriptors from faults of a file.
fn code(error: io::Error) -> ErrorCode {
    match Errno::from_io_error(&error) {
        Some(Errno::MFILE | Errno::NFILE) => ErrorCode::InsufficientMemory,
        _ => error.into(),
    }
}

fn directory_of<'s>(
    state: &'s mut State,
    directory: &Resource<Descriptor>,
) -> FsResult<&'s filesystem::Dir> {
    match state.files().table.get(directory)? {
        Descriptor::Dir(directory) => Ok(directory),
        Descriptor::File(_) => Err(ErrorCode::NotDirectory.into()),
    }
}

/// What was opened.
#[derive(Debug)]
enum Opened {
    File(File),
    Directory(File),
}

impl Opened {
    /// What is open; none for what may not be read, such as a pipe.
    fn of(opened: OwnedFd, stat: &Stat) -> Option<Self> {
        match kind(stat) {
            FileType::RegularFile => Some(Self::File(opened.into())),
            FileType::Directory => Some(Self::Directory(opened.into())),
            _ => None,
        }
    }

    fn is_directory(&self) -> bool {
        matches!(self, Self::Directory(_))
    }
}

/// Opens a regular file or a directory below `base`.
fn open(base: &File, path: &str, must_be_directory: bool) -> io::Result<Opened> {
    if must_be_directory {
        let opened = path::open(base, path, path::READ.union(OFlags::DIRECTORY))?;
        return Ok(Opened::Directory(opened.into()));
    }
    let opened = path::open(base, path, path::READ)?;
    let stat = rustix::fs::fstat(&opened)?;
    Opened::of(opened, &stat).ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode as RawMode)
}

/// Times before 1970 have no place in the record.
#[allow(
    clippy::useless_conversion,
    reason = "other systems have narrower counts"
)]
fn descriptor_stat(stat: &Stat) -> DescriptorStat {
    macro_rules! time {
        ($seconds:ident, $nanoseconds:ident) => {
            u64::try_from(stat.$seconds).ok().map(|seconds| Datetime {
                seconds,
                nanoseconds: u32::try_from(stat.$nanoseconds).unwrap_or(0),
            })
        };
    }
    DescriptorStat {
        type_: descriptor_type(kind(stat)),
        link_count: stat.st_nlink.into(),
        size: u64::try_from(stat.st_size).unwrap_or(0),
        data_access_timestamp: time!(st_atime, st_atime_nsec),
        data_modification_timestamp: time!(st_mtime, st_mtime_nsec),
        status_change_timestamp: time!(st_ctime, st_ctime_nsec),
    }
}

fn descriptor_type(kind: FileType) -> DescriptorType {
    match kind {
        FileType::RegularFile => DescriptorType::RegularFile,
        FileType::Directory => DescriptorType::Directory,
        FileType::Symlink => DescriptorType::SymbolicLink,
        FileType::Fifo => DescriptorType::Fifo,
        FileType::Socket => DescriptorType::Socket,
        FileType::CharacterDevice => DescriptorType::CharacterDevice,
        FileType::BlockDevice => DescriptorType::BlockDevice,
        FileType::Unknown => DescriptorType::Unknown,
    }
}

#[cfg(test)]
mod tests;
