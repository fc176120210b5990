//! What other loaders got wrong, as tests of the whole reading.
//!
//! A case's id is that of the fault it was reduced from.

mod fields;
mod files;
mod plain_blocks;
mod properties;
mod recovery;
mod repairs;
mod restrictions;
mod slips;
mod texts;

use super::*;

/// Reads the lines between the delimiters, of which a reading keeps parts: they
/// stay for the rest of the test.
#[track_caller]
fn block(yaml: &str) -> Reading<'static> {
    let yaml = Box::leak(yaml.to_owned().into_boxed_str());
    match read(yaml.as_bytes(), 2, &Limits::default()) {
        Ok(reading) => reading,
        Err(note) => panic!("{yaml:?}: {note:?}"),
    }
}

/// Why the lines between the delimiters cannot be used.
#[track_caller]
fn refused(yaml: impl AsRef<[u8]>) -> Note {
    read(yaml.as_ref(), 2, &Limits::default()).unwrap_err()
}

/// Code, line and column of each note.
fn found(reading: &Reading<'_>) -> Vec<(&'static str, u32, u32)> {
    let place = |note: &Note| note.position.map_or((0, 0), |p| (p.line, p.column));
    let notes = reading.notes.iter();
    notes
        .map(|note| (note.code.as_str(), place(note).0, place(note).1))
        .collect()
}

/// The text of a recovered field or of any other.
fn text_of<'r>(reading: &'r Reading<'_>, key: &str) -> Option<&'r str> {
    match &reading.fields.get(key)?.value {
        Value::Scalar(scalar) => Some(&scalar.text),
        _ => None,
    }
}
