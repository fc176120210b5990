//! Texts that YAML cuts at a `#`.
//!
//! `description: A #1 tool # really` is the text `A`, as YAML has it, and its
//! author will hardly have meant that.

use crate::bytes;
use crate::diagnostic::{Code, Note};

use super::cleaning::Cleaned;
use super::keys::shown;
use super::notes::Notes;
use super::quote::quote;
use super::recovery::{Keyed, Line, folded, keyed};
use super::tree::{Fields, Scalar, Value};

/// The texts that a model chooses by.
pub(super) const SHOWN: [&str; 2] = ["name", "description"];

/// Short texts, behind which a comment will be meant as one.
pub(super) const OTHERS: [&str; 2] = ["license", "compatibility"];

/// Notes each of the fields `of` whose text ends at a comment on the same line.
pub(super) fn cut(source: &Cleaned<'_>, fields: &Fields<'_>, of: &[&str], notes: &mut Notes) {
    if bytes::find(source.text.as_bytes(), b'#').is_none() {
        return;
    }
    let lines = Line::all(&source.text, source.first_line);
    let starts = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.is_at_margin());
    let starts = starts.filter_map(|(at, line)| Some((at, keyed(line.text)?)));
    // Others are not looked up: that takes a look at each field before them.
    for (at, keyed) in starts.filter(|(_, keyed)| of.contains(&keyed.key)) {
        let is_plain = fields.get(keyed.key).is_some_and(
            |node| matches!(&node.value, Value::Scalar(Scalar { plain, .. }) if *plain),
        );
        if is_plain {
            let more = lines[at + 1..]
                .iter()
                .take_while(|line| !line.is_at_margin());
            let written: Vec<&Line<'_>> = lines[at..=at].iter().chain(more).collect();
            if let Some(note) = comment(source, keyed, &written) {
                notes.push(note);
            }
        }
    }
}

/// The finding about the first comment behind text on one of the lines.
fn comment(source: &Cleaned<'_>, keyed: Keyed<'_>, lines: &[&Line<'_>]) -> Option<Note> {
    let text = |at: usize| match at {
        0 => keyed.value,
        _ => lines[at].content(),
    };
    let hash = |at: usize| {
        let text = text(at);
        let hashes = text.match_indices('#').map(|(hash, _)| hash);
        let is_behind = |hash: &usize| text[..*hash].ends_with([' ', '\t']);
        hashes
            .into_iter()
            .find(is_behind)
            .filter(|_| !text.starts_with('#'))
    };
    let (at, hash) = (0..lines.len()).find_map(|at| Some((at, hash(at)?)))?;
    let line = lines[at];
    let comment = &text(at)[hash..];
    let message = format!(
        "`{}` is a comment, not part of `{}`.",
        shown(comment),
        keyed.key
    );
    let hint = if keyed.key == "name" {
        "Delete the comment, or put it on a line of its own.".to_owned()
    } else {
        let whole = folded((0..=at).map(text).filter(|text| !text.starts_with('#')));
        format!("{} {}", keyed.head, quote(&whole))
    };
    let before = line.text.trim_end_matches([' ', '\t']).len() - comment.len();
    let note = Note::new(Code::YamlComment, message).at(line.place(source, before));
    Some(note.hint(hint))
}
