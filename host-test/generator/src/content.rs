//! What stands in a file: planned first, made when it is needed.

use fastrand::Rng;

use crate::markdown::markdown;
use crate::words::{SUBJECTS, pick, words};

/// Bytes per line of generated text, as published skills have them.
const LINE: usize = 37;

/// The kind of a file's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Markdown.
    Markdown,
    /// Lines that look a little like code.
    Text,
    /// Never UTF-8.
    Binary,
}

/// Content that is known in all but its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// What it looks like.
    pub kind: Kind,
    /// How long it is.
    pub bytes: usize,
    seed: u64,
}

impl Content {
    /// Plans content.
    pub fn new(rng: &mut Rng, kind: Kind, bytes: usize) -> Self {
        Self {
            kind,
            bytes,
            seed: rng.u64(..),
        }
    }

    /// The bytes, the same each time.
    pub fn make(&self) -> Vec<u8> {
        let mut rng = Rng::with_seed(self.seed);
        match self.kind {
            Kind::Markdown => markdown(&mut rng, self.bytes, self.bytes / LINE).into_bytes(),
            Kind::Text => text(&mut rng, self.bytes).into_bytes(),
            Kind::Binary => binary(&mut rng, self.bytes),
        }
    }
}

fn text(rng: &mut Rng, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    loop {
        let indent = "    ".repeat(rng.usize(0..3));
        let length = rng.usize(0..2 * LINE);
        let line = match rng.u32(0..5) {
            0 => "\n".to_owned(),
            1 => format!("{indent}# {}\n", words(rng, length)),
            _ => format!("{indent}{} = {}\n", pick(rng, SUBJECTS), words(rng, length)),
        };
        if text.len() + line.len() > bytes {
            break;
        }
        text.push_str(&line);
    }
    while text.len() < bytes {
        text.push('#');
    }
    text
}

fn binary(rng: &mut Rng, bytes: usize) -> Vec<u8> {
    let mut content = vec![0; bytes];
    rng.fill(&mut content);
    if let Some(first) = content.first_mut() {
        *first = 0xff;
    }
    content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_planned_size_and_is_the_same_each_time() {
        let mut rng = Rng::with_seed(1);
        for kind in [Kind::Markdown, Kind::Text, Kind::Binary] {
            for bytes in [0, 1, 30, 536, 10_016] {
                let content = Content::new(&mut rng, kind, bytes);
                let made = content.make();
                assert_eq!(made.len(), bytes, "{kind:?}");
                assert_eq!(made, content.make(), "{kind:?}");
                let is_text = std::str::from_utf8(&made).is_ok();
                assert_eq!(
                    is_text,
                    kind != Kind::Binary || bytes == 0,
                    "{kind:?}, {bytes}"
                );
            }
        }
    }
}
