//! The only door that a component gets: reading in the mounted directories.
//!
//! The functions that work on paths are our own; the rest is wasmtime's. They are
//! linked one by one, so that a component which asks for anything else, writing
//! above all, cannot be instantiated in the first place. Linking them here also
//! leaves out the runtime that wasmtime's synchronous bindings start in every
//! program.

use wasmtime::StoreContextMut;
use wasmtime::component::{Linker, LinkerInstance, Resource, ResourceType};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::preopens::Host as _;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, ErrorCode, HostDescriptor, PathFlags,
};

use crate::below::{self, Entries};
use crate::block_on::block_on;
use crate::state::State;

/// The version that the component asks for; the linker takes it for every 0.2.
const TYPES: &str = "wasi:filesystem/types@0.2.4";
const PREOPENS: &str = "wasi:filesystem/preopens@0.2.4";

/// Expands `$link` once for each function of ours that may have to wait for a
/// file: name and function.
macro_rules! our_functions {
    ($link:ident, $linker:ident) => {
        $link!($linker, "[method]descriptor.open-at", below::open_at);
        $link!(
            $linker,
            "[method]descriptor.read-directory",
            below::read_directory
        );
        $link!($linker, "[method]descriptor.stat-at", below::stat_at);
        $link!(
            $linker,
            "[method]directory-entry-stream.read-directory-entry",
            below::read_directory_entry
        );
    };
}

/// The same for those of wasmtime: name, method and arguments.
macro_rules! wasmtime_functions {
    ($link:ident, $linker:ident) => {
        $link!($linker, "[method]descriptor.get-type", HostDescriptor::get_type(directory: Resource<Descriptor>));
        $link!($linker, "[method]descriptor.metadata-hash", HostDescriptor::metadata_hash(file: Resource<Descriptor>));
        $link!($linker, "[method]descriptor.metadata-hash-at", HostDescriptor::metadata_hash_at(directory: Resource<Descriptor>, flags: PathFlags, path: String));
        $link!($linker, "[method]descriptor.read", HostDescriptor::read(file: Resource<Descriptor>, length: u64, offset: u64));
        $link!($linker, "[method]descriptor.readlink-at", HostDescriptor::readlink_at(directory: Resource<Descriptor>, path: String));
        $link!($linker, "[method]descriptor.stat", HostDescriptor::stat(file: Resource<Descriptor>));
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
        ($linker:ident, $name:literal, $function:path) => {
            $linker.func_wrap(
                $name,
                |mut store: StoreContextMut<'_, State>, arguments| {
                    answer(block_on($function(store.data_mut(), arguments)))
                },
            )?;
        };
    }

    let mut types = linker.instance(TYPES)?;
    link_resources(&mut types)?;
    our_functions!(link, types);
    wasmtime_functions!(link, types);
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
        ($linker:ident, $name:literal, $function:path) => {
            $linker.func_wrap_async(
                $name,
                |mut store: StoreContextMut<'_, State>, arguments| {
                    Box::new(async move { answer($function(store.data_mut(), arguments).await) })
                },
            )?;
        };
    }

    let mut types = linker.instance(TYPES)?;
    link_resources(&mut types)?;
    our_functions!(link, types);
    wasmtime_functions!(link, types);
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
        ResourceType::host::<Entries>(),
        |mut store, id| below::drop_entries(store.data_mut(), Resource::new_own(id)),
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
