//! A skill's files: the grammar of their paths, and reading them below the
//! skill's own directory.

mod window;

use std::rc::Rc;

use agent_skills_types::{Content, ContentData, Error};

use crate::digest::sha256;
use crate::discovery::SKILL_FILE;
use crate::limits::Limits;
use crate::lock::{LockedFile, LockedSkill};
use crate::place::Place;
use crate::roots::Root;
use crate::skill::join;
use crate::storage::memory::Bytes;
use crate::storage::resolve::{Refused, Resolved, resolve};
use crate::storage::{Directory, Failure, File, Kind};
use crate::text;
use window::Window;

/// Longest path that is looked at, in bytes; the limit of most systems.
const PATH_BYTES: usize = 4096;

/// Holds a path to the grammar: relative, parts separated by single `/`, none
/// of them `.` or `..`. A `\` or `%` is an ordinary character.
///
/// # Errors
/// [`Error::InvalidPath`] saying what is wrong.
pub fn check_path(path: &str) -> Result<(), Error> {
    let drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let reason = if path.is_empty() {
        "it is empty"
    } else if path.len() > PATH_BYTES {
        "it is too long"
    } else if path.contains('\0') {
        "it has a NUL character in it"
    } else if path.starts_with('/') {
        "it is absolute"
    } else if drive {
        "it begins with a drive"
    } else if path.split('/').any(|part| part == "..") {
        "it has a `..` in it"
    } else if path.split('/').any(|part| part == ".") {
        "it has a `.` in it"
    } else if path.split('/').any(str::is_empty) {
        "it has an empty part"
    } else {
        return Ok(());
    };
    Err(Error::InvalidPath {
        path: shown(path),
        reason: reason.to_owned(),
    })
}

/// An open skill directory.
pub struct SkillFiles<'s> {
    /// The directory itself.
    pub directory: Rc<dyn Directory>,
    /// Where the skill lies.
    pub place: &'s Place,
    roots: &'s [Root],
    limits: &'s Limits,
    lock: Option<&'s LockedSkill>,
}

impl<'s> SkillFiles<'s> {
    /// Opens a skill's directory.
    ///
    /// # Errors
    /// When it is gone or cannot be opened.
    pub fn open(place: &'s Place, roots: &'s [Root], limits: &'s Limits) -> Result<Self, Failure> {
        Ok(Self {
            directory: place.open(roots)?,
            place,
            roots,
            limits,
            lock: None,
        })
    }

    /// The same directory under a lock, if there is one: of its files only those
    /// that the lock lists are opened, and only their very bytes are read.
    #[must_use]
    pub fn under(mut self, lock: Option<&'s LockedSkill>) -> Self {
        self.lock = lock;
        self
    }

    /// What the lock has of this skill; none without a lock.
    pub fn lock(&self) -> Option<&'s LockedSkill> {
        self.lock
    }

    /// Follows a path of the grammar to a file or directory of the skill. Its
    /// instructions can always be called `SKILL.md`.
    ///
    /// The file with the instructions may be a link to another place in the
    /// root; every other link has to stay in the skill's directory.
    ///
    /// # Errors
    /// [`Error::InvalidPath`], [`Error::OutsideSkill`], [`Error::NotFound`] or
    /// [`Error::Unreadable`]; [`Error::Changed`] for a file that the lock does not
    /// list.
    pub fn find(&self, path: &str) -> Result<Resolved, Error> {
        check_path(path)?;
        let path = self.own_name(path);
        let resolved = if path == self.place.file {
            self.find_instructions()
        } else if self.place.flat {
            // The other files of the directory are not this skill's.
            return Err(missing(path));
        } else {
            resolve(&self.directory, path, self.limits.link_hops)
        };
        let resolved = resolved.map_err(|refused| refusal(path, refused))?;
        if resolved.stat.kind == Kind::File {
            self.pin(path)?;
        }
        Ok(resolved)
    }

    /// The path under which the skill has a file: its instructions can be called
    /// `SKILL.md` whatever they are called there.
    fn own_name<'p>(&'p self, path: &'p str) -> &'p str {
        match path {
            SKILL_FILE => &self.place.file,
            path => path,
        }
    }

    /// What the lock has of a file; none without a lock.
    fn pin(&self, path: &str) -> Result<Option<&'s LockedFile>, Error> {
        let Some(lock) = self.lock else {
            return Ok(None);
        };
        match lock.file(path) {
            Some(pin) => Ok(Some(pin)),
            None => Err(Error::Changed {
                path: shown(path),
                expected: None,
                found: None,
            }),
        }
    }

    /// The path of the file with the instructions.
    pub fn instructions(&self) -> &str {
        &self.place.file
    }

    /// The bytes of the file with the instructions.
    ///
    /// # Errors
    /// As [`SkillFiles::open_file`], and [`Error::TooLarge`] when it is larger than
    /// such a file may be.
    pub fn read_instructions(&self) -> Result<Vec<u8>, Error> {
        let path = self.instructions();
        let (file, size) = self.open_file(path)?;
        let limit = self.limits.skill_file_bytes;
        match file.read_all(size, limit) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(Error::TooLarge {
                path: path.to_owned(),
                limit,
            }),
            Err(failure) => Err(Error::Unreadable {
                path: path.to_owned(),
                reason: failure.reason().to_owned(),
            }),
        }
    }

    /// Opens a regular file, and tells its size. Under a lock the file is in
    /// memory then: what is read from it are the very bytes that were hashed.
    ///
    /// # Errors
    /// As [`SkillFiles::find`]; [`Error::Changed`] for a file that differs from
    /// the lock.
    pub fn open_file(&self, path: &str) -> Result<(Box<dyn File>, u64), Error> {
        let found = self.find(path)?;
        if found.stat.kind != Kind::File {
            return Err(missing(path));
        }
        let file = found
            .parent
            .open_file(&found.name)
            .map_err(|failure| refusal(path, failure.into()))?;
        let size = found.stat.stamp.size;
        match self.pin(self.own_name(path))? {
            Some(pin) => Ok((self.verified(file.as_ref(), size, pin)?, size)),
            None => Ok((file, size)),
        }
    }

    /// Reads a file whole, and gives its bytes if they are those of the lock.
    fn verified(
        &self,
        file: &dyn File,
        size: u64,
        pin: &LockedFile,
    ) -> Result<Box<dyn File>, Error> {
        let changed = |found| Error::Changed {
            path: shown(&pin.path),
            expected: Some(pin.sha256.clone()),
            found,
        };
        if size != pin.size {
            return Err(changed(None));
        }
        let length = self.whole_length(&pin.path, size)?;
        let bytes = file
            .read(0, length as usize)
            .map_err(|failure| refusal(&pin.path, failure.into()))?;
        let sha256 = sha256(&bytes);
        if sha256 != pin.sha256 {
            return Err(changed(Some(sha256)));
        }
        Ok(Box::new(Bytes::new(bytes)))
    }

    /// The length of a file that is to be read whole.
    fn whole_length(&self, path: &str, size: u64) -> Result<u32, Error> {
        let limit = self.limits.skill_bytes;
        match u32::try_from(size) {
            Ok(length) if size <= limit => Ok(length),
            _ => Err(Error::TooLarge {
                path: shown(path),
                limit,
            }),
        }
    }

    /// Reads a stretch of a file; see the WIT function `read-file`.
    ///
    /// # Errors
    /// As [`SkillFiles::find`].
    pub fn read(
        &self,
        skill: &str,
        path: &str,
        offset: u64,
        length: u32,
    ) -> Result<Content, Error> {
        let (file, size) = self.open_file(path)?;
        let most = self.limits.read_bytes;
        let length = if length == 0 { most } else { length.min(most) };
        let window = Window::read(file.as_ref(), size, offset, length)
            .map_err(|failure| refusal(path, failure.into()))?;
        Ok(window.into_content(skill, path, size))
    }

    /// Reads all of a file.
    ///
    /// # Errors
    /// As [`SkillFiles::find`], and [`Error::TooLarge`] when it is larger than a
    /// whole skill may be.
    pub fn read_whole(&self, skill: &str, path: &str) -> Result<Content, Error> {
        let (file, size) = self.open_file(path)?;
        let length = self.whole_length(path, size)?;
        let window = Window::read(file.as_ref(), size, 0, length)
            .map_err(|failure| refusal(path, failure.into()))?;
        Ok(window.into_content(skill, path, size))
    }

    /// Whether a file is UTF-8 text as far as its first 64 KiB tell.
    pub fn is_text(&self, path: &str) -> bool {
        const LOOKED_AT: u32 = 64 * 1024;
        self.read("", path, 0, LOOKED_AT)
            .is_ok_and(|content| matches!(content.data, ContentData::Text(_)))
    }

    fn find_instructions(&self) -> Result<Resolved, Refused> {
        let own = resolve(&self.directory, &self.place.file, self.limits.link_hops);
        let Err(Refused::Outside { .. }) = own else {
            return own;
        };
        match self.roots.get(self.place.rank).map(|r| &r.directory) {
            Some(Ok(base)) => {
                let path = join(&self.place.directory, &self.place.file);
                resolve(base, &path, self.limits.link_hops)
            }
            _ => own,
        }
    }
}

/// The error for a path that led nowhere.
fn refusal(path: &str, refused: Refused) -> Error {
    match refused {
        Refused::Outside { target, .. } => Error::OutsideSkill {
            path: shown(path),
            reason: match target {
                Some(target) => format!("it goes through a link to `{}`", shown(&target)),
                None => "it goes through a link to an absolute path".to_owned(),
            },
        },
        Refused::Loop => Error::Unreadable {
            path: shown(path),
            reason: "it goes through too many links".to_owned(),
        },
        Refused::Dangling { target, .. } => Error::NotFound {
            path: shown(path),
            nearest: Vec::new(),
            target: Some(shown(&target)),
        },
        Refused::Failed(
            Failure::NotFound | Failure::NotDirectory | Failure::Link | Failure::NameTooLong,
        ) => missing(path),
        Refused::Failed(failure) => Error::Unreadable {
            path: shown(path),
            reason: failure.reason().to_owned(),
        },
    }
}

/// The error for a path where there is no regular file.
pub fn missing(path: &str) -> Error {
    Error::NotFound {
        path: shown(path),
        nearest: Vec::new(),
        target: None,
    }
}

/// A path as it stands in a sentence.
pub fn shown(path: &str) -> String {
    text::shorten(&text::one_line(path), 200).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar() {
        let good = [
            "a",
            "SKILL.md",
            "references/a b.md",
            "a\\b",
            "%2e%2e/x",
            "..a",
            "a..",
            "...",
            "ab:c",
            "数据/#1.md",
            ".env",
            "~/x",
            "．．/x",
        ];
        for path in good {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
        let long = "a".repeat(PATH_BYTES + 1);
        let bad = [
            ("", "it is empty"),
            (long.as_str(), "it is too long"),
            ("a\0b", "it has a NUL character in it"),
            ("/etc/passwd", "it is absolute"),
            ("//x", "it is absolute"),
            ("C:\\x", "it begins with a drive"),
            ("c:x", "it begins with a drive"),
            ("..", "it has a `..` in it"),
            ("a/../b", "it has a `..` in it"),
            ("references/../../../etc/passwd", "it has a `..` in it"),
            (".", "it has a `.` in it"),
            ("./a", "it has a `.` in it"),
            ("a//b", "it has an empty part"),
            ("a/", "it has an empty part"),
        ];
        for (path, expected) in bad {
            match check_path(path) {
                Err(Error::InvalidPath { reason, .. }) => assert_eq!(reason, expected, "{path}"),
                other => panic!("{path}: {other:?}"),
            }
        }
    }

    struct Bytes(&'static [u8]);

    impl File for Bytes {
        fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>, Failure> {
            let from = usize::try_from(offset).unwrap().min(self.0.len());
            Ok(self.0[from..self.0.len().min(from + length)].to_vec())
        }
    }

    fn window(bytes: &'static [u8], offset: u64, length: u32) -> (ContentData, u64, Option<u64>) {
        let size = bytes.len() as u64;
        let content = Window::read(&Bytes(bytes), size, offset, length)
            .unwrap()
            .into_content("s", "p", size);
        (content.data, content.offset, content.next_offset)
    }

    #[test]
    fn windows_are_cut_at_characters() {
        let text = |t: &str| ContentData::Text(t.into());
        let bytes = |b: &[u8]| ContentData::Bytes(b.into());
        let abc: &[u8] = b"abcdef";
        let mixed = "aé€😀z".as_bytes(); // at 0, 1, 3, 6, 10
        let binary: &[u8] = &[0x89, b'P', 0xff, 0xfe, 0, 1];
        let cases = [
            (abc, 0, 100, text("abcdef"), 0, None),
            (abc, 0, 2, text("ab"), 0, Some(2)),
            (abc, 2, 2, text("cd"), 2, Some(4)),
            (abc, 4, 2, text("ef"), 4, None),
            (abc, 6, 2, text(""), 6, None),
            (abc, u64::MAX, 2, text(""), 6, None),
            (mixed, 0, 2, text("a"), 0, Some(1)),
            (mixed, 1, 1, text("é"), 1, Some(3)),
            (mixed, 2, 4, text("é€"), 1, Some(6)),
            (mixed, 8, 2, text("😀"), 6, Some(10)),
            (mixed, 7, 100, text("😀z"), 6, None),
            (binary, 0, 100, bytes(binary), 0, None),
            (binary, 2, 2, bytes(&[0xff, 0xfe]), 2, Some(4)),
            (b"", 0, 10, text(""), 0, None),
        ];
        for (content, offset, length, data, at, next) in cases {
            assert_eq!(
                window(content, offset, length),
                (data, at, next),
                "{content:?} from {offset} for {length}"
            );
        }
    }

    #[test]
    fn windows_put_together_give_the_file() {
        let file = "aé€😀zя👩\u{200d}💻\0end".as_bytes();
        for length in 1..12 {
            let (mut whole, mut offset) = (String::new(), 0);
            loop {
                let (data, at, next) = window(file, offset, length);
                assert_eq!(at, offset, "length {length}");
                let ContentData::Text(text) = data else {
                    panic!("not text")
                };
                whole.push_str(&text);
                match next {
                    Some(next) => offset = next,
                    None => break,
                }
            }
            assert_eq!(whole.as_bytes(), file, "length {length}");
        }
    }
}
