//! Opening a file while it is looked at.
//!
//! The component looks at a file before it opens it, since a host may be made to
//! wait at a pipe. Here nothing waits, and the way to the file is the dearest part
//! of both. So while looks are followed by openings, as in a scan, a look opens
//! the file too and keeps it for the call that is about to come. Where they are
//! not, as when nothing has changed since the last scan, nothing is opened in
//! vain but the first file.

use std::fs::File;
use std::io;
use std::sync::Arc;

use rustix::fs::{Stat, fstat};

use super::{Opened, path};

/// The last look of one instance, and what to do at the next one.
#[derive(Default)]
pub struct Ahead {
    last: Option<Look>,
    /// Whether the last look was followed by an opening.
    pays: bool,
}

struct Look {
    /// Kept, so that no other directory can be taken for it.
    base: Arc<File>,
    path: String,
    opened: Option<Opened>,
}

impl Ahead {
    /// Ends the last look, before the next one or at the end of a call.
    pub fn settle(&mut self) {
        if self.last.take().is_some() {
            self.pays = false;
        }
    }

    /// Whether to open what is looked at now.
    pub fn pays(&self) -> bool {
        self.pays
    }

    /// Notes a look that found something.
    pub(super) fn note(&mut self, base: Arc<File>, path: String, opened: Option<Opened>) {
        self.last = Some(Look { base, path, opened });
    }

    /// What the last look has opened, if it was at this path. A directory that is
    /// kept open may have got another file at the path since, like one that the
    /// component itself had opened a moment earlier.
    pub(super) fn take(&mut self, base: &Arc<File>, path: &str) -> Option<Opened> {
        let last = self
            .last
            .take_if(|last| Arc::ptr_eq(&last.base, base) && last.path == path)?;
        self.pays = true;
        last.opened
    }
}

/// Looks at a path and opens it, where that is a file or a directory that may be
/// read.
pub fn look(base: &File, path: &str) -> io::Result<(Stat, Option<Opened>)> {
    match path::open(base, path, path::READ) {
        Ok(opened) => {
            let stat = fstat(&opened)?;
            Ok((stat, Opened::of(opened, &stat)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(error),
        // A link, a socket, or nothing that we may read.
        Err(_) => Ok((path::stat(base, path)?, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::descriptor_type;
    use super::super::kind;
    use super::super::tests::tree;
    use super::*;

    /// Both ways to look tell the same.
    #[test]
    fn a_look_that_opens_tells_what_one_that_does_not_tells() {
        let tree = tree();
        let base = File::open(tree.path().join("base")).unwrap();
        let cases = [
            ("a/b/file", Some("file")),
            ("a/b", Some("directory")),
            (".", Some("directory")),
            ("pipe", None),
            ("socket", None),
            ("to-file", None),
            ("out", None),
            ("to-directory/b/file", None),
            ("none", None),
            ("a/none", None),
            ("a/b/file/x", None),
            ("../secret", None),
            ("", None),
            ("a/", None),
        ];
        for (path, expected) in cases {
            let plain = path::stat(&base, path);
            let opening = look(&base, path);
            let opened = match &opening {
                Ok((_, Some(Opened::File(_)))) => Some("file"),
                Ok((_, Some(Opened::Directory(_)))) => Some("directory"),
                _ => None,
            };
            assert_eq!(opened, expected, "{path}");
            match (plain, opening) {
                (Ok(plain), Ok((stat, _))) => {
                    assert_eq!((plain.st_ino, plain.st_size), (stat.st_ino, stat.st_size));
                    assert_eq!(descriptor_type(kind(&plain)), descriptor_type(kind(&stat)));
                }
                (Err(plain), Err(error)) => assert_eq!(plain.kind(), error.kind(), "{path}"),
                (plain, opening) => panic!("{path}: {plain:?}, {opening:?}"),
            }
        }
    }

    #[test]
    fn looks_open_while_openings_follow_them() {
        let tree = tree();
        let base = Arc::new(File::open(tree.path().join("base")).unwrap());
        let other = Arc::new(File::open(tree.path().join("base")).unwrap());
        let mut ahead = Ahead::default();
        let look_at = |ahead: &mut Ahead, path: &str| {
            ahead.settle();
            let opened = match ahead.pays() {
                true => look(&base, path).unwrap().1,
                false => None,
            };
            let has_opened = opened.is_some();
            ahead.note(Arc::clone(&base), path.to_owned(), opened);
            has_opened
        };

        // The first look opens nothing; an opening follows it.
        assert!(!look_at(&mut ahead, "a/b/file"));
        assert!(ahead.take(&base, "a/b/file").is_none());
        // So the next one does, for this directory and path only, and only once.
        assert!(look_at(&mut ahead, "a/b/file"));
        assert!(ahead.take(&other, "a/b/file").is_none());
        assert!(ahead.take(&base, "a").is_none());
        assert!(ahead.take(&base, "a/b/file").is_some());
        assert!(ahead.take(&base, "a/b/file").is_none());
        // One that no opening follows is the last.
        assert!(look_at(&mut ahead, "a/b/file"));
        assert!(!look_at(&mut ahead, "a"));
        // The end of a call ends the look.
        assert!(ahead.take(&base, "a").is_none());
        assert!(look_at(&mut ahead, "a"));
        ahead.settle();
        assert!(ahead.take(&base, "a").is_none());
    }
}
