//! The only door that a component gets: reading in the mounted directories.
//!
//! The functions are wasmtime's own implementation of `wasi:filesystem`, all but
//! the one that opens, and linked one by one, so that a component which asks for
//! anything else, writing above all, cannot be instantiated in the first place.
//! Linking them here also leaves out the runtime that wasmtime's synchronous
//! bindings start in every program.

use wasmtime::StoreContextMut;
use wasmtime::component::{Linker, LinkerInstance, Resource, ResourceType};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::preopens::Host as _;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, DirectoryEntryStream, ErrorCode, HostDescriptor, HostDirectoryEntryStream,
    PathFlags,
};

use crate::block_on::block_on;
use crate::opening::{self, open_at};
use crate::state::State;

/// The version that the component asks for; the linker takes it for every 0.2.
const TYPES: &str = "wasi:filesystem/types@0.2.4";
const PREOPENS: &str = "wasi:filesystem/preopens@0.2.4";

const OPEN_AT: &str = "[method]descriptor.open-at";

/// Expands `$link` once for each function that may have to wait for a file:
/// name, method and arguments.
macro_rules! reading_functions {
    ($link:ident, $linker:ident) => {
        $link!($linker, "[method]descriptor.get-type", HostDescriptor::get_type(directory: Resource<Descriptor>));
        $link!($linker, "[method]descriptor.metadata-hash", HostDescriptor::metadata_hash(file: Resource<Descriptor>));
        $link!($linker, "[method]descriptor.metadata-hash-at", HostDescriptor::metadata_hash_at(directory: Resource<Descriptor>, flags: PathFlags, path: String));
        $link!($linker, "[method]descriptor.read", HostDescriptor::read(file: Resource<Descriptor>, length: u64, offset: u64));
        $link!($linker, "[method]descriptor.read-directory", HostDescriptor::read_directory(directory: Resource<Descriptor>));
        $link!($linker, "[method]descriptor.readlink-at", HostDescriptor::readlink_at(directory: Resource<Descriptor>, path: String));
        $link!($linker, "[method]descriptor.stat", HostDescriptor::stat(file: Resource<Descriptor>));
        $link!($linker, "[method]descriptor.stat-at", HostDescriptor::stat_at(directory: Resource<Descriptor>, flags: PathFlags, path: String));
        $link!($linker, "[method]directory-entry-stream.read-directory-entry", HostDirectoryEntryStream::read_directory_entry(entries: Resource<DirectoryEntryStream>));
    };
}

/// Links functions that keep the calling thread until the file is read.
///
/// For synchronous calls, and for asynchronous ones that may block.
pub fn link_blocking(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    macro_rules! link {
        ($linker:ident, $name:literal, $trait:ident::$method:ident($($arg:ident: $ty:ty),*)) => {
            $linker.func_wrap(
                $name,
                |mut store: StoreContextMut<'_, State>, ($($arg,)*): ($($ty,)*)| {
                    let mut files = store.data_mut().files();
                    answer(block_on($trait::$method(&mut files, $($arg),*)))
                },
            )?;
        };
    }

    let mut types = linker.instance(TYPES)?;
    link_resources(&mut types)?;
    reading_functions!(link, types);
    types.func_wrap(
        OPEN_AT,
        |mut store: StoreContextMut<'_, State>, arguments: opening::Arguments| {
            answer(block_on(open_at(store.data_mut(), arguments)))
        },
    )?;
    link_preopens(linker)
}

/// Links functions that suspend the component until another thread has read the
/// file. For asynchronous calls that may not block.
pub fn link_suspending(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    macro_rules! link {
        ($linker:ident, $name:literal, $trait:ident::$method:ident($($arg:ident: $ty:ty),*)) => {
            $linker.func_wrap_async(
                $name,
                |mut store: StoreContextMut<'_, State>, ($($arg,)*): ($($ty,)*)| {
                    Box::new(async move {
                        let mut files = store.data_mut().files();
                        answer($trait::$method(&mut files, $($arg),*).await)
                    })
                },
            )?;
        };
    }

    let mut types = linker.instance(TYPES)?;
    link_resources(&mut types)?;
    reading_functions!(link, types);
    types.func_wrap_async(
        OPEN_AT,
        |mut store: StoreContextMut<'_, State>, arguments: opening::Arguments| {
            Box::new(async move { answer(open_at(store.data_mut(), arguments).await) })
        },
    )?;
    link_preopens(linker)
}

fn link_resources(types: &mut LinkerInstance<'_, State>) -> wasmtime::Result<()> {
    types.resource(
        "descriptor",
        ResourceType::host::<Descriptor>(),
        |mut store, id| HostDescriptor::drop(&mut store.data_mut().files(), Resource::new_own(id)),
    )?;
    types.resource(
        "directory-entry-stream",
        ResourceType::host::<DirectoryEntryStream>(),
        |mut store, id| {
            HostDirectoryEntryStream::drop(&mut store.data_mut().files(), Resource::new_own(id))
        },
    )
}

fn link_preopens(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.instance(PREOPENS)?.func_wrap(
        "get-directories",
        |mut store: StoreContextMut<'_, State>, (): ()| {
            let state = store.data_mut();
            let mut directories = Vec::new();
            for mount in state.directories().iter() {
                directories.extend(
                    state
                        .files_of(&mut mount.directory.clone())
                        .get_directories()?,
                );
            }
            Ok((directories,))
        },
    )
}

/// Turns a refusal by the operating system into the component's result; all else
/// is a trap.
fn answer<T>(result: FsResult<T>) -> wasmtime::Result<(Result<T, ErrorCode>,)> {
    Ok((match result {
        Ok(value) => Ok(value),
        Err(error) => Err(error.downcast()?),
    },))
}
