//! What stands below a mounted directory: looked at, listed and opened, for
//! reading only, without following a link and without waiting.
//!
//! wasmtime has such functions too. Its `open-at` waits at a pipe until somebody
//! writes to it. The component looks at a file before it opens it, but another
//! process may put a pipe in its place in between, and no deadline reaches a
//! thread that waits in the operating system. Its `read-directory` reads the
//! whole directory, and looks at each entry, before it gives the first one. These
//! do not wait, give out regular files and directories only, and read a directory
//! piece by piece.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::fs::File;
use std::io;
use std::path::Path;

use wasmtime::component::Resource;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DirectoryEntry, ErrorCode, OpenFlags, PathFlags,
};

use crate::state::State;

#[cfg(not(unix))]
use other as system;
#[cfg(unix)]
use unix as system;

/// What is opened before it is asked for.
pub use system::Ahead;
/// The resource `directory-entry-stream`.
pub use system::Entries;

/// Opens a file or directory.
///
/// Takes the directory, whether to follow a link at the end of the path, the
/// path, how to open it, and what it is opened for.
///
/// # Errors
/// `not-permitted` when more is asked for than to read without following a link,
/// `no-entry` for what is neither file nor directory, and whatever the operating
/// system says.
pub async fn open_at(
    state: &mut State,
    (directory, follow, path, how, rights): (
        Resource<Descriptor>,
        PathFlags,
        String,
        OpenFlags,
        DescriptorFlags,
    ),
) -> FsResult<Resource<Descriptor>> {
    let only_reads = OpenFlags::DIRECTORY.contains(how) && DescriptorFlags::READ.contains(rights);
    if follows(follow) || !only_reads {
        return Err(ErrorCode::NotPermitted.into());
    }
    system::open_at(state, directory, path, how).await
}

/// Tells what stands at a path, without opening it.
///
/// # Errors
/// `not-permitted` when a link is to be followed, and whatever the operating
/// system says.
pub async fn stat_at(
    state: &mut State,
    (directory, follow, path): (Resource<Descriptor>, PathFlags, String),
) -> FsResult<DescriptorStat> {
    if follows(follow) {
        return Err(ErrorCode::NotPermitted.into());
    }
    system::stat_at(state, directory, path).await
}

/// Begins to list a directory.
///
/// # Errors
/// What the operating system says.
pub async fn read_directory(
    state: &mut State,
    (directory,): (Resource<Descriptor>,),
) -> FsResult<Resource<Entries>> {
    system::read_directory(state, directory).await
}

/// The next entry, or none at the end.
///
/// # Errors
/// `illegal-byte-sequence` for a name that is not UTF-8, which is passed over;
/// and whatever the operating system says.
pub async fn read_directory_entry(
    state: &mut State,
    (entries,): (Resource<Entries>,),
) -> FsResult<Option<DirectoryEntry>> {
    system::read_directory_entry(state, entries).await
}

/// Ends a listing.
///
/// # Errors
/// A trap when there is none.
pub fn drop_entries(state: &mut State, entries: Resource<Entries>) -> wasmtime::Result<()> {
    state.files().table.delete(entries)?;
    Ok(())
}

/// Opens a regular file below a directory, for the host itself.
///
/// # Errors
/// When it is none, and whatever the operating system says.
pub fn open_file(directory: &Path, path: &str) -> io::Result<File> {
    system::open_file(directory, path)
}

fn follows(flags: PathFlags) -> bool {
    flags != PathFlags::empty()
}
