//! Paths below a directory. No part of one may be a link or lead up, so there is
//! no way out.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{AtFlags, Mode, OFlags, Stat, openat, statat};

/// For what is opened to be read. Without `NONBLOCK` a pipe would keep us until
/// somebody opens its other end; it means nothing for files and directories.
pub const READ: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// For a directory on the way, which need not be readable.
#[cfg(any(target_os = "linux", target_os = "android"))]
const PASS: OFlags = OFlags::PATH
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const PASS: OFlags = READ.union(OFlags::DIRECTORY);

/// Opens what stands at `path` below `base`.
pub fn open(base: &File, path: &str, flags: OFlags) -> io::Result<OwnedFd> {
    check(path)?;
    #[cfg(target_os = "linux")]
    if let Some(opened) = at_once(base, path, flags) {
        return opened;
    }
    walk(base, path, flags)
}

/// Tells what stands at `path` below `base`; of a link, the link.
pub fn stat(base: &File, path: &str) -> io::Result<Stat> {
    let (above, name) = match path.rsplit_once('/') {
        Some((above, name)) => (Some(open(base, above, PASS)?), name),
        None => (None, path),
    };
    check(name)?;
    let directory = above.as_ref().map_or(base.as_fd(), AsFd::as_fd);
    Ok(statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Refuses what is not a plain way down.
fn check(path: &str) -> io::Result<()> {
    for part in path.split('/') {
        match part {
            "" => return Err(io::ErrorKind::NotFound.into()),
            ".." => return Err(io::ErrorKind::PermissionDenied.into()),
            _ => {}
        }
    }
    Ok(())
}

/// Lets the operating system walk the path. None where it cannot: Linux before
/// 5.6, and sandboxes that do not know the call.
#[cfg(target_os = "linux")]
fn at_once(base: &File, path: &str, flags: OFlags) -> Option<io::Result<OwnedFd>> {
    use rustix::fs::{ResolveFlags, openat2};
    use rustix::io::Errno;

    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    match openat2(base, path, flags, Mode::empty(), resolve) {
        Err(Errno::NOSYS | Errno::PERM) => None,
        other => Some(other.map_err(io::Error::from)),
    }
}

/// Walks the path part by part.
fn walk(base: &File, path: &str, flags: OFlags) -> io::Result<OwnedFd> {
    let mut parts = path.split('/');
    let last = parts.next_back().unwrap_or_default();
    let mut above: Option<OwnedFd> = None;
    for part in parts {
        above = Some(open_part(base, above.as_ref(), part, PASS)?);
    }
    open_part(base, above.as_ref(), last, flags)
}

/// Opens one name in `above`, or in `base` when nothing is above it.
fn open_part(
    base: &File,
    above: Option<&OwnedFd>,
    name: &str,
    flags: OFlags,
) -> io::Result<OwnedFd> {
    let directory = above.map_or(base.as_fd(), AsFd::as_fd);
    Ok(openat(directory, name, flags, Mode::empty())?)
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::super::tests::tree;
    use super::*;

    /// The way through the operating system and our own, which others take,
    /// come to the same end.
    #[test]
    fn no_way_leads_through_a_link_or_out() {
        let tree = tree();
        let base = File::open(tree.path().join("base")).unwrap();
        let absolute = tree.path().join("secret");
        let missing = &[Errno::NOENT.kind()][..];
        let denied = &[Errno::PERM.kind()];
        let no_directory = &[Errno::NOTDIR.kind()];
        let link = &[Errno::LOOP.kind(), Errno::NOTDIR.kind()];
        let cases = [
            ("a/b/file", false, &[][..]),
            ("a", false, &[]),
            ("a/b", true, &[]),
            (".", true, &[]),
            ("./a/./b/file", false, &[]),
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
            ("to-directory", true, link),
            ("to-directory/b/file", false, link),
            ("out", false, link),
            ("to-pipe", false, link),
            ("a\0b", false, &[Errno::INVAL.kind()]),
            ("pipe/x", false, no_directory),
            ("pipe", true, no_directory),
            ("socket", true, no_directory),
            ("socket", false, &[Errno::NXIO.kind()]),
        ];
        let walk: fn(&File, &str, OFlags) -> io::Result<OwnedFd> = |base, path, flags| {
            check(path)?;
            walk(base, path, flags)
        };
        for (way, open) in [("open", open as fn(_, _, _) -> _), ("walk", walk)] {
            for (path, must_be_directory, refusals) in cases {
                let flags = match must_be_directory {
                    true => READ.union(OFlags::DIRECTORY),
                    false => READ,
                };
                let refused = open(&base, path, flags).err().map(|error| error.kind());
                match refused {
                    None => assert!(refusals.is_empty(), "{way} {path}"),
                    Some(kind) => assert!(refusals.contains(&kind), "{way} {path} {kind}"),
                }
            }
        }
    }

    #[test]
    fn a_look_tells_of_a_link_and_not_of_its_target() {
        let tree = tree();
        let base = File::open(tree.path().join("base")).unwrap();
        let cases = [
            ("a/b/file", Ok(6)),
            ("to-file", Ok(8)),
            ("out", Ok(9)),
            ("to-directory/b/file", Err(Errno::LOOP.kind())),
            ("a/../../secret", Err(Errno::PERM.kind())),
            ("..", Err(Errno::PERM.kind())),
            ("a/", Err(Errno::NOENT.kind())),
            ("/etc/passwd", Err(Errno::NOENT.kind())),
            ("", Err(Errno::NOENT.kind())),
        ];
        for (path, expected) in cases {
            let size = stat(&base, path).map(|stat| stat.st_size);
            assert_eq!(size.map_err(|error| error.kind()), expected, "{path}");
        }
    }
}
