//! Findings about one file, bounded in number.

use crate::diagnostic::{Code, Note};
use crate::order::sort_by;

/// Findings of one kind that are told in full. A hostile file could hold
/// thousands, and they would crowd out those of its neighbours.
pub const MOST_OF_A_KIND: usize = 20;

/// Collects findings. Those of one kind beyond the bound are only counted.
#[derive(Debug, Default)]
pub struct Notes {
    told: Vec<Note>,
    more: Vec<(Code, usize)>,
}

impl Notes {
    /// Keeps a finding, or counts it where there are enough of its kind.
    pub fn push(&mut self, note: Note) {
        self.tell(note.code, || note);
    }

    /// Adds a finding of this kind, which is worded only if it is told in full.
    pub fn tell(&mut self, code: Code, note: impl FnOnce() -> Note) {
        let told = self.told.iter().filter(|n| n.code == code).count();
        if told < MOST_OF_A_KIND {
            self.told.push(note());
        } else if let Some((_, count)) = self.more.iter_mut().find(|(c, _)| *c == code) {
            *count += 1;
        } else {
            self.more.push((code, 1));
        }
    }

    /// Takes in what was found elsewhere.
    pub fn append(&mut self, other: Self) {
        for note in other.told {
            self.push(note);
        }
        for (code, count) in other.more {
            match self.more.iter_mut().find(|(c, _)| *c == code) {
                Some((_, sum)) => *sum += count,
                None => self.more.push((code, count)),
            }
        }
    }

    /// Whether anything of these kinds was found.
    pub(super) fn tell_of(&self, codes: &[Code]) -> bool {
        self.told.iter().any(|note| codes.contains(&note.code))
    }

    /// Whether anything was found on a line.
    pub(super) fn tell_of_line(&self, line: u32) -> bool {
        let places = self.told.iter().filter_map(|note| note.position);
        places.into_iter().any(|place| place.line == line)
    }

    /// The findings in the order of the file; those about no place come last.
    pub fn into_vec(self) -> Vec<Note> {
        let mut notes = self.told;
        sort_by(&mut notes, |a, b| {
            (a.position.is_none(), a.position).cmp(&(b.position.is_none(), b.position))
        });
        notes.extend(self.more.into_iter().map(|(code, count)| more(code, count)));
        notes
    }
}

/// Stands for findings of a kind that are not told in full.
pub fn more(code: Code, count: usize) -> Note {
    let noun = if count == 1 { "finding" } else { "findings" };
    Note::new(code, format!("{count} more {noun} of this kind."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Position;

    #[test]
    fn a_flood_of_one_kind_leaves_room_for_the_others() {
        let mut notes = Notes::default();
        for line in 1..=50 {
            let place = Position { line, column: 1 };
            notes.push(Note::new(Code::YamlDuplicateKey, "twice").at(place));
        }
        notes.push(Note::new(Code::InvocationValue, "neither"));
        let notes = notes.into_vec();
        assert_eq!(notes.len(), 22);
        assert_eq!(notes[20].message, "neither");
        assert_eq!(notes[21].message, "30 more findings of this kind.");
    }
}
