//! Opening files below a mounted directory: for reading, without following a
//! link, and without waiting.
//!
//! wasmtime's own `open-at` waits at a pipe until somebody writes to it. The
//! component looks at a file before it opens it, but another process may put a
//! pipe in its place in between, and no deadline reaches a thread that waits in
//! the operating system. So this one does not wait, and gives out regular files
//! and directories only.

#[cfg(unix)]
mod unix;

use wasmtime::component::Resource;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, DescriptorFlags, ErrorCode, OpenFlags, PathFlags,
};

use crate::state::State;

#[cfg(unix)]
use unix::open;

/// The arguments of `open-at`: the directory, whether to follow a link at the
/// end of the path, the path, how to open it, and what it is opened for.
pub type Arguments = (
    Resource<Descriptor>,
    PathFlags,
    String,
    OpenFlags,
    DescriptorFlags,
);

/// Opens a file or directory.
///
/// # Errors
/// `not-permitted` when more is asked for than to read without following a link,
/// `no-entry` for what is neither file nor directory, and whatever the operating
/// system says.
pub async fn open_at(state: &mut State, arguments: Arguments) -> FsResult<Resource<Descriptor>> {
    let (_, follow, _, how, rights) = &arguments;
    let only_reads = *follow == PathFlags::empty()
        && OpenFlags::DIRECTORY.contains(*how)
        && DescriptorFlags::READ.contains(*rights);
    if !only_reads {
        return Err(ErrorCode::NotPermitted.into());
    }
    open(state, arguments).await
}

/// Where there are no pipes among files, wasmtime's own function does not wait.
#[cfg(not(unix))]
async fn open(state: &mut State, arguments: Arguments) -> FsResult<Resource<Descriptor>> {
    use wasmtime_wasi::p2::bindings::filesystem::types::HostDescriptor;

    let (directory, follow, path, how, rights) = arguments;
    HostDescriptor::open_at(&mut state.files(), directory, follow, path, how, rights).await
}
