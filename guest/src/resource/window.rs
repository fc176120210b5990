//! A stretch of a file, cut where characters end.

use agent_skills_types::{Content, ContentData};

use crate::media_type::media_type;
use crate::storage::{Failure, File};

/// A stretch of a file, with up to three bytes before it: enough to find the
/// beginning of a character.
pub struct Window {
    bytes: Vec<u8>,
    /// Where `bytes` begins in the file.
    start: u64,
    /// How many of `bytes` lie before the offset that was asked for.
    lead: usize,
    /// How many bytes from there were asked for.
    length: usize,
    /// Whether `bytes` reaches the end of the file.
    at_end: bool,
}

/// Bytes of the longest character.
const CHARACTER: u64 = 4;

impl Window {
    /// Reads the stretch of a file that was `size` bytes long.
    ///
    /// # Errors
    /// When the host cannot read it.
    pub fn read(file: &dyn File, size: u64, offset: u64, length: u32) -> Result<Self, Failure> {
        let offset = offset.min(size);
        let start = offset.saturating_sub(CHARACTER - 1);
        // At least one whole character, or a small window could never move on.
        let end = size.min(offset.saturating_add(u64::from(length).max(CHARACTER)));
        let wanted = usize::try_from(end - start).map_err(|_| Failure::Io)?;
        let bytes = if wanted == 0 {
            Vec::new()
        } else {
            file.read(start, wanted)?
        };
        Ok(Self {
            at_end: end == size || bytes.len() < wanted,
            bytes,
            start,
            lead: usize::try_from(offset - start).map_err(|_| Failure::Io)?,
            length: length as usize,
        })
    }

    /// What is told of it.
    pub fn into_content(self, skill: &str, path: &str, size: u64) -> Content {
        let (from, to, data) = match self.text() {
            Some((from, text)) => (from, from + text.len(), ContentData::Text(text.to_owned())),
            None => {
                let from = self.lead.min(self.bytes.len());
                let to = self.bytes.len().min(from + self.length);
                (from, to, ContentData::Bytes(self.bytes[from..to].to_vec()))
            }
        };
        let next = self.start + to as u64;
        let more = !(self.at_end && to >= self.bytes.len());
        Content {
            skill: skill.to_owned(),
            path: path.to_owned(),
            media_type: media_type(path).to_owned(),
            data,
            offset: self.start + from as u64,
            size,
            next_offset: more.then_some(next),
        }
    }

    /// The stretch as text, and where it begins in `bytes`; none when it is not
    /// UTF-8.
    fn text(&self) -> Option<(usize, &str)> {
        let continues = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
        let mut from = self.lead.min(self.bytes.len());
        while from > 0 && from < self.bytes.len() && continues(self.bytes[from]) {
            from -= 1;
        }
        let rest = &self.bytes[from..];
        let valid = match std::str::from_utf8(rest) {
            Ok(text) => text,
            // The last character goes on past the window.
            Err(error) if error.error_len().is_none() && !self.at_end => {
                std::str::from_utf8(&rest[..error.valid_up_to()]).ok()?
            }
            Err(_) => return None,
        };
        let most = self.lead.min(self.bytes.len()) - from + self.length;
        if valid.len() <= most {
            return Some((from, valid));
        }
        let mut end = most;
        while !valid.is_char_boundary(end) {
            end -= 1;
        }
        if end == 0 {
            end = valid.chars().next().map_or(0, char::len_utf8);
        }
        Some((from, &valid[..end]))
    }
}
