//! Where there are no pipes among files, wasmtime's own functions do not wait.

use std::fs::File;
use std::io;
use std::path::Path;

use wasmtime::component::Resource;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, DescriptorFlags, DescriptorStat, DirectoryEntry, HostDescriptor,
    HostDirectoryEntryStream, OpenFlags, PathFlags,
};

use crate::state::State;

pub use wasmtime_wasi::p2::bindings::filesystem::types::DirectoryEntryStream as Entries;

/// Opens nothing ahead.
#[derive(Default)]
pub struct Ahead;

impl Ahead {
    pub fn settle(&mut self) {}
}

pub async fn open_at(
    state: &mut State,
    directory: Resource<Descriptor>,
    path: String,
    how: OpenFlags,
) -> FsResult<Resource<Descriptor>> {
    let (follow, rights) = (PathFlags::empty(), DescriptorFlags::READ);
    HostDescriptor::open_at(&mut state.files(), directory, follow, path, how, rights).await
}

pub async fn stat_at(
    state: &mut State,
    directory: Resource<Descriptor>,
    path: String,
) -> FsResult<DescriptorStat> {
    HostDescriptor::stat_at(&mut state.files(), directory, PathFlags::empty(), path).await
}

pub async fn read_directory(
    state: &mut State,
    directory: Resource<Descriptor>,
) -> FsResult<Resource<Entries>> {
    HostDescriptor::read_directory(&mut state.files(), directory).await
}

pub async fn read_directory_entry(
    state: &mut State,
    entries: Resource<Entries>,
) -> FsResult<Option<DirectoryEntry>> {
    HostDirectoryEntryStream::read_directory_entry(&mut state.files(), entries).await
}

pub fn open_file(directory: &Path, path: &str) -> io::Result<File> {
    let file = directory.join(path).canonicalize()?;
    if !file.starts_with(directory.canonicalize()?) || !file.metadata()?.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    File::open(file)
}
