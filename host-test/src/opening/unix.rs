//! Opening where pipes, sockets and devices lie among the files.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags, openat};
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::{self, OpenMode};
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::types::{Descriptor, ErrorCode, OpenFlags};
use wasmtime_wasi::runtime::spawn_blocking;

use super::Arguments;
use crate::state::State;

/// For what is opened to be read. Without `NONBLOCK` a pipe would keep us until
/// somebody opens its other end; it means nothing for files and directories.
const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// For a directory on the way, which need not be readable.
#[cfg(any(target_os = "linux", target_os = "android"))]
const PASS: OFlags = READ.union(OFlags::DIRECTORY).union(OFlags::PATH);
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const PASS: OFlags = READ.union(OFlags::DIRECTORY);

/// What was opened.
#[derive(Debug)]
enum Opened {
    File(File),
    Directory(File),
}

/// Opens on this thread or, if it may not wait for a disk, on another.
pub async fn open(
    state: &mut State,
    (directory, _, path, how, _): Arguments,
) -> FsResult<Resource<Descriptor>> {
    let blocking = state.blocking();
    let table = state.files().table;
    let Descriptor::Dir(directory) = table.get(&directory)? else {
        return Err(ErrorCode::NotDirectory.into());
    };
    let permissions = directory.perms;
    let base = directory.dir.clone();
    let must_be_directory = how.contains(OpenFlags::DIRECTORY);
    let opened = if blocking {
        open_below(&base, &path, must_be_directory)
    } else {
        spawn_blocking(move || open_below(&base, &path, must_be_directory)).await
    };
    let descriptor = match opened.map_err(ErrorCode::from)? {
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
    Ok(table.push(descriptor)?)
}

/// Opens what stands at `path` below `base`. No part of the path may be a link
/// or lead up, so there is no way out.
fn open_below(base: &File, path: &str, must_be_directory: bool) -> io::Result<Opened> {
    let mut parts = path.split('/');
    let last = parts.next_back().unwrap_or_default();
    let mut above: Option<OwnedFd> = None;
    for part in parts {
        above = Some(open_part(base, above.as_ref(), part, PASS)?);
    }
    let flags = match must_be_directory {
        true => READ.union(OFlags::DIRECTORY),
        false => READ,
    };
    let opened = File::from(open_part(base, above.as_ref(), last, flags)?);
    let kind = opened.metadata()?.file_type();
    if kind.is_dir() {
        Ok(Opened::Directory(opened))
    } else if kind.is_file() {
        Ok(Opened::File(opened))
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Opens one name in `above`, or in `base` when nothing is above it.
fn open_part(
    base: &File,
    above: Option<&OwnedFd>,
    name: &str,
    flags: OFlags,
) -> io::Result<OwnedFd> {
    match name {
        "" => return Err(io::ErrorKind::NotFound.into()),
        ".." => return Err(io::ErrorKind::PermissionDenied.into()),
        _ => {}
    }
    let directory = above.map_or(base.as_fd(), AsFd::as_fd);
    Ok(openat(directory, name, flags, Mode::empty())?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use rustix::io::Errno;

    use super::*;

    /// A base with one of each kind in it, and a file beside it.
    fn tree() -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path().join("base");
        fs::create_dir_all(base.join("a/b")).unwrap();
        fs::write(base.join("a/b/file"), "inside").unwrap();
        fs::write(directory.path().join("secret"), "outside").unwrap();
        for (link, target) in [
            ("to-file", "a/b/file"),
            ("to-directory", "a"),
            ("out", "../secret"),
            ("to-pipe", "pipe"),
        ] {
            symlink(target, base.join(link)).unwrap();
        }
        let made = Command::new("mkfifo").arg(base.join("pipe")).status();
        assert!(made.unwrap().success());
        drop(UnixListener::bind(base.join("socket")).unwrap());
        directory
    }

    #[test]
    fn only_files_and_directories_in_their_place_are_opened() {
        let tree = tree();
        let base = File::open(tree.path().join("base")).unwrap();
        let absolute = tree.path().join("secret");
        let link = Err(Errno::LOOP.kind());
        let no_directory = Err(Errno::NOTDIR.kind());
        let missing = Err(Errno::NOENT.kind());
        let denied = Err(Errno::PERM.kind());
        let cases = [
            ("a/b/file", false, Ok("file")),
            ("a", false, Ok("directory")),
            ("a/b", true, Ok("directory")),
            (".", true, Ok("directory")),
            ("a/b/file", true, no_directory),
            ("a/b/file/x", false, no_directory),
            ("none", false, missing),
            ("", false, missing),
            ("a/", false, missing),
            ("a//b", false, missing),
            (absolute.to_str().unwrap(), false, missing),
            ("..", true, denied),
            ("a/../../secret", false, denied),
            ("a/..", true, denied),
            ("to-file", false, link),
            ("to-directory", false, link),
            ("to-directory", true, no_directory),
            ("to-directory/b/file", false, no_directory),
            ("out", false, link),
            ("a\0b", false, Err(Errno::INVAL.kind())),
            // These would wait for ever.
            ("pipe", false, missing),
            ("pipe", true, no_directory),
            ("pipe/x", false, no_directory),
            ("to-pipe", false, link),
            ("socket", false, Err(Errno::NXIO.kind())),
            ("socket", true, no_directory),
        ];
        for (path, must_be_directory, expected) in cases {
            let opened = open_below(&base, path, must_be_directory);
            let opened = match &opened {
                Ok(Opened::File(_)) => Ok("file"),
                Ok(Opened::Directory(_)) => Ok("directory"),
                Err(error) => Err(error.kind()),
            };
            assert_eq!(opened, expected, "{path} {must_be_directory}");
        }
    }
}
