//! Findings about one file, bounded in number.

use crate::diagnostic::{Code, Note};

/// Findings of one kind that are told in full. A hostile file could hold
/// thousands, and they would crowd out those of its neighbours.
const MOST_OF_A_KIND: usize = 20;

/// Collects findings. Those of one kind beyond the bound are only counted.
#[derive(Debug, Default)]
pub(super) struct Notes {
    told: Vec<Note>,
    more: Vec<(Code, usize)>,
}

impl Notes {
    pub(super) fn push(&mut self, note: Note) {
        let told = self.told.iter().filter(|n| n.code == note.code).count();
        if told < MOST_OF_A_KIND {
            self.told.push(note);
        } else if let Some((_, count)) = self.more.iter_mut().find(|(code, _)| *code == note.code) {
            *count += 1;
        } else {
            self.more.push((note.code, 1));
        }
    }

    pub(super) fn append(&mut self, other: Self) {
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
    pub(super) fn into_vec(self) -> Vec<Note> {
        let mut notes = self.told;
        notes.sort_by_key(|note| (note.position.is_none(), note.position));
        notes.extend(self.more.into_iter().map(|(code, count)| {
            let noun = if count == 1 { "finding" } else { "findings" };
            Note::new(code, format!("{count} more {noun} of this kind."))
        }));
        notes
    }
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
