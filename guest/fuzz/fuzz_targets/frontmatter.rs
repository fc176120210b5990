//! Any bytes as a `SKILL.md`: no panic, every place lies in the file, and a
//! prefix gives no other answer than the whole file.

#![no_main]

use agent_skills_component::diagnostic::{Note, Position};
use agent_skills_component::frontmatter::{Block, Located, Node, Value, locate, read};
use agent_skills_component::limits::Limits;
use libfuzzer_sys::fuzz_target;

/// Prefixes of a longer file are looked at only in steps.
const EVERY_PREFIX: usize = 256;

fuzz_target!(|file: &[u8]| {
    // Small, so that inputs of a usual size reach the bounds.
    let limits = Limits {
        frontmatter_bytes: 600,
        yaml_depth: 8,
        yaml_nodes: 64,
        ..Limits::default()
    };
    let whole = locate(file, true, &limits);
    prefixes_agree(file, &whole, &limits);
    match &whole {
        Located::NeedMore => panic!("a whole file has no more"),
        Located::Refused(note) => assert_within(file, note),
        Located::Block(block) => read_block(file, block, &limits),
    }
});

/// A prefix that can tell tells what the whole file does.
fn prefixes_agree(file: &[u8], whole: &Located, limits: &Limits) {
    let step = file.len() / EVERY_PREFIX + 1;
    for end in (0..file.len()).step_by(step) {
        let found = locate(&file[..end], false, limits);
        assert!(
            found == Located::NeedMore || found == *whole,
            "{end} of {} bytes: {found:?}, all: {whole:?}",
            file.len()
        );
    }
}

fn read_block(file: &[u8], block: &Block, limits: &Limits) {
    assert!(block.yaml.end <= block.body && block.body <= file.len());
    let closing = &file[block.yaml.end..block.body];
    assert!(closing.starts_with(b"---"), "{closing:?}");
    match read(&file[block.yaml.clone()], block.first_line, limits) {
        Err(note) => assert_within(file, &note),
        Ok(reading) => {
            for note in block.notes.iter().chain(&reading.notes) {
                assert_within(file, note);
            }
            for (key, node) in reading.fields.iter() {
                assert_place(file, key.position);
                assert_places(file, node);
            }
            let json: serde_json::Value =
                serde_json::from_str(&reading.metadata.json).expect("the fields are JSON");
            assert!(json.is_object());
        }
    }
}

fn assert_places(file: &[u8], node: &Node) {
    assert_place(file, node.position);
    match &node.value {
        Value::Null | Value::Scalar(_) => {}
        Value::List(items) => items.iter().for_each(|item| assert_places(file, item)),
        Value::Map(entries) => entries.iter().for_each(|(key, node)| {
            assert_place(file, key.position);
            assert_places(file, node);
        }),
    }
}

fn assert_within(file: &[u8], note: &Note) {
    if let Some(place) = note.position {
        assert_place(file, place);
    }
}

/// A place lies on a line of the file, within it or right behind it.
fn assert_place(file: &[u8], place: Position) {
    let mut lines = file.split(|byte| *byte == b'\n');
    let line = lines.nth(
        (place.line as usize)
            .checked_sub(1)
            .expect("lines count from 1"),
    );
    let line = line.unwrap_or_else(|| panic!("{place:?} is behind the last line"));
    let columns = String::from_utf8_lossy(line).chars().count() + 1;
    assert!(
        (1..=columns).contains(&(place.column as usize)),
        "{place:?} of {columns} columns"
    );
}
