//! Keys of maps: unique, and fit to be shown.

use crate::diagnostic::{Code, Note};
use crate::order::sort_by;
use crate::text;

use super::notes::Notes;
use super::tree::{Key, Node};

/// Of entries with the same key keeps the first one.
pub(super) fn keep_first(entries: &mut Vec<(Key<'_>, Node)>, notes: &mut Notes) {
    // Comparing each with each is the fastest for the handful of usual keys.
    if entries.len() <= 16 {
        let repeated = |i: usize| {
            entries[..i]
                .iter()
                .any(|(k, _)| k.text == entries[i].0.text)
        };
        if !(1..entries.len()).any(repeated) {
            return;
        }
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    sort_by(&mut order, |&a, &b| {
        entries[a].0.text.cmp(&entries[b].0.text)
    });
    let mut repeats = vec![false; entries.len()];
    for pair in order.windows(2) {
        repeats[pair[1]] = entries[pair[0]].0.text == entries[pair[1]].0.text;
    }
    for (index, (key, _)) in entries.iter().enumerate() {
        if repeats[index] {
            notes.push(repeated(key));
        }
    }
    let mut index = 0;
    entries.retain(|_| {
        index += 1;
        !repeats[index - 1]
    });
}

fn repeated(key: &Key<'_>) -> Note {
    let message = format!(
        "`{}` stands twice; the first value counts.",
        shown(&key.text)
    );
    Note::new(Code::YamlDuplicateKey, message)
        .at(key.position)
        .hint("Delete one of the two.")
}

/// A key as it can stand in a message.
pub(super) fn shown(key: &str) -> String {
    text::revealed(key, 40)
}
