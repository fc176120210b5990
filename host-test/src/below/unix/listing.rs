//! Listing a directory piece by piece, so that one of a million entries takes
//! no more memory than a small one.

use std::collections::VecDeque;
use std::fs::File;
use std::io;

use rustix::fs::{AtFlags, Dir, DirEntry, FileType, OFlags, statat};
use rustix::io::Errno;
use wasmtime_wasi::p2::bindings::filesystem::types::{DirectoryEntry, ErrorCode};

use super::{descriptor_type, kind, path};

/// How many entries are read in one go.
const PIECE: usize = 512;

/// A listing that has come some way: what was read and not yet given out, and
/// where to read on, if that is not the end.
#[derive(Default)]
pub struct Entries {
    ready: VecDeque<Result<DirectoryEntry, ErrorCode>>,
    rest: Option<Dir>,
}

impl Entries {
    /// Begins at the start of a directory, which may be open for passing through
    /// only.
    pub fn of(directory: &File) -> io::Result<Self> {
        let readable = path::open(directory, ".", path::READ.union(OFlags::DIRECTORY))?;
        Ok(Self {
            ready: VecDeque::new(),
            rest: Some(Dir::new(readable)?),
        })
    }

    /// Whether the next entry has to be fetched from the directory.
    pub fn must_read_on(&self) -> bool {
        self.ready.is_empty() && self.rest.is_some()
    }

    /// Fetches entries from the directory.
    pub fn read_on(&mut self) {
        let Some(directory) = &mut self.rest else {
            return;
        };
        while self.ready.len() < PIECE {
            match directory.next() {
                Some(Ok(entry)) => self.ready.extend(told(directory, &entry)),
                Some(Err(errno)) => {
                    self.ready.push_back(Err(io::Error::from(errno).into()));
                    self.rest = None;
                    return;
                }
                None => {
                    self.rest = None;
                    return;
                }
            }
        }
    }

    /// The listing, leaving an empty one in its place.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }
}

impl Iterator for Entries {
    type Item = Result<DirectoryEntry, ErrorCode>;

    fn next(&mut self) -> Option<Self::Item> {
        self.ready.pop_front()
    }
}

/// The entry; none for the directory itself, the one above it, and what was
/// deleted meanwhile.
fn told(directory: &Dir, entry: &DirEntry) -> Option<Result<DirectoryEntry, ErrorCode>> {
    let name = entry.file_name();
    if matches!(name.to_bytes(), b"." | b"..") {
        return None;
    }
    let file_type = match entry.file_type() {
        // Some file systems do not say it here.
        FileType::Unknown => match directory
            .fd()
            .and_then(|directory| statat(directory, name, AtFlags::SYMLINK_NOFOLLOW))
        {
            Ok(stat) => kind(&stat),
            Err(Errno::NOENT) => return None,
            Err(errno) => return Some(Err(io::Error::from(errno).into())),
        },
        known => known,
    };
    Some(match name.to_str() {
        Ok(name) => Ok(DirectoryEntry {
            type_: descriptor_type(file_type),
            name: name.to_owned(),
        }),
        Err(_) => Err(ErrorCode::IllegalByteSequence),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt as _;

    use super::super::tests::tree;
    use super::*;

    fn listed(directory: &File) -> Vec<String> {
        let mut entries = Entries::of(directory).unwrap();
        let mut listed = Vec::new();
        loop {
            if entries.must_read_on() {
                entries.read_on();
            }
            match entries.next() {
                Some(Ok(entry)) => listed.push(format!("{} {:?}", entry.name, entry.type_)),
                Some(Err(code)) => listed.push(code.name().to_owned()),
                None => break,
            }
        }
        listed.sort();
        listed
    }

    #[test]
    fn every_entry_has_its_kind() {
        let tree = tree();
        let base = tree.path().join("base");
        fs::write(base.join(OsStr::from_bytes(b"\xff")), "").unwrap();
        let expected = [
            "a DescriptorType::Directory",
            "illegal-byte-sequence",
            "out DescriptorType::SymbolicLink",
            "pipe DescriptorType::Fifo",
            "socket DescriptorType::Socket",
            "to-directory DescriptorType::SymbolicLink",
            "to-file DescriptorType::SymbolicLink",
            "to-pipe DescriptorType::SymbolicLink",
        ];
        // The place of one listing is not that of another.
        let base = File::open(base).unwrap();
        assert_eq!(listed(&base), expected);
        assert_eq!(listed(&base), expected);
        let passed = path::open(&base, ".", OFlags::PATH | OFlags::DIRECTORY).unwrap();
        assert_eq!(listed(&passed.into()), expected);
    }

    #[test]
    fn every_piece_is_given_once() {
        for count in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let directory = tempfile::tempdir().unwrap();
            for number in 0..count {
                fs::write(directory.path().join(number.to_string()), "").unwrap();
            }
            let listed = listed(&File::open(directory.path()).unwrap());
            assert_eq!(listed.len(), count);
            assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), count);
        }
    }
}
