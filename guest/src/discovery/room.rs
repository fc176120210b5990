//! How much a scan may keep.
//!
//! A component that runs out of memory is stopped by its host, and then there is
//! no listing at all. So everything that stays from a scan is weighed: about as
//! many bytes as it takes in the library. What does not fit is left out and
//! counted. The limit has to fit twice into the memory, since what files have said
//! is still known while those that have changed are read again.

use crate::diagnostic::{Code, Note};

/// What a skill takes beside its texts.
pub const SKILL: usize = 768;

/// How often a skill's path is kept.
pub const PATHS: usize = 8;

/// How often a skill's name is kept.
pub const NAMES: usize = 4;

/// What a string takes beside its bytes.
pub const PIECE: usize = 32;

/// What a directory or link takes beside its path.
pub const PLACE: usize = 128;

/// What a finding takes beside its texts.
const FINDING: usize = 192;

/// The room that a scan has, and what found none in it.
pub struct Room {
    limit: usize,
    left: usize,
    omitted: Option<Omitted>,
}

/// What was left out.
struct Omitted {
    /// Where the first of it is: the position of its root, and the path below.
    rank: usize,
    below: String,
    /// How much more there is.
    others: usize,
}

impl Room {
    /// Room for `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            left: limit,
            omitted: None,
        }
    }

    /// Takes so many bytes for what is at a path below a root. False, and noted,
    /// when there are not so many left.
    pub fn take(&mut self, bytes: usize, rank: usize, below: impl FnOnce() -> String) -> bool {
        if let Some(left) = self.left.checked_sub(bytes) {
            self.left = left;
            return true;
        }
        match &mut self.omitted {
            Some(omitted) => omitted.others += 1,
            None => {
                self.omitted = Some(Omitted {
                    rank,
                    below: below(),
                    others: 0,
                });
            }
        }
        false
    }

    /// Where the first thing is that was left out, and what to say; none when
    /// everything has found room.
    pub fn note(&self) -> Option<(usize, &str, Note)> {
        let omitted = self.omitted.as_ref()?;
        let others = match omitted.others {
            0 => String::new(),
            1 => ", nor had one thing more".to_owned(),
            others => format!(", nor had {others} things more"),
        };
        let message = format!(
            "It was left out: what a scan keeps may take {} bytes, and this had no room{others}.",
            self.limit
        );
        let hint = "Mount fewer skills, shorten their frontmatter, or raise `limits.scan_bytes` \
                    and the host's limit of memory with it.";
        let note = Note::new(Code::ScanLimit, message).hint(hint);
        Some((omitted.rank, &omitted.below, note))
    }
}

/// What a finding about a path takes.
pub fn finding(path: usize, note: &Note) -> usize {
    FINDING + path + note.message.len() + note.hint.as_ref().map_or(0, String::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_counted_and_the_first_is_named() {
        let mut room = Room::new(100);
        let mut take = |bytes, rank, below: &str| room.take(bytes, rank, || below.to_owned());
        assert!(take(60, 0, "a"));
        assert!(!take(41, 1, "b"));
        assert!(take(40, 1, "c"));
        assert!(!take(1, 2, "d"));
        assert!(!take(1, 2, "e"));
        let (rank, below, note) = room.note().unwrap();
        assert_eq!((rank, below), (1, "b"));
        assert_eq!(
            note.message,
            "It was left out: what a scan keeps may take 100 bytes, and this had no room, \
             nor had 2 things more."
        );
    }
}
