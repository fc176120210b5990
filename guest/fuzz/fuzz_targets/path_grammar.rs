//! The grammar of paths in a skill, against an independent statement of it.

#![no_main]

use agent_skills_component::resource::check_path;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|path: &str| {
    assert_eq!(check_path(path).is_ok(), is_allowed(path), "{path:?}");
});

/// One pass over the characters: a part ends at `/` or at the end, and may be
/// neither empty nor one or two dots; nothing may be NUL; and the second
/// character may not be a colon behind a letter.
fn is_allowed(path: &str) -> bool {
    let mut part = Part::Empty;
    let mut bytes = 0;
    let mut first = None;
    for character in path.chars().chain(['/']) {
        let drive = bytes == 1 && character == ':';
        if drive && first.is_some_and(|c: char| c.is_ascii_alphabetic()) {
            return false;
        }
        part = match (part, character) {
            (_, '\0') | (Part::Empty | Part::Dot | Part::Dots, '/') => return false,
            (Part::Other, '/') => Part::Empty,
            (Part::Empty, '.') => Part::Dot,
            (Part::Dot, '.') => Part::Dots,
            _ => Part::Other,
        };
        first.get_or_insert(character);
        bytes += character.len_utf8();
    }
    bytes - 1 <= 4096
}

/// The part of the path that is being read.
#[derive(Clone, Copy)]
enum Part {
    Empty,
    Dot,
    Dots,
    Other,
}
