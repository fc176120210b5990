//! Files of skills that are longer than what the component hands out at once.

use agent_skills_sandbox::types::{Content, ContentData};
use agent_skills_sandbox::{Error, Instance};

/// What to read of a file.
#[derive(Clone, Copy)]
pub struct Stretch<'a> {
    /// The skill's name.
    pub skill: &'a str,
    /// Path below the skill's directory.
    pub path: &'a str,
    /// Where to begin, in bytes.
    pub offset: u64,
    /// How many bytes at most; none for all that there are. Text ends with a
    /// whole character.
    pub limit: Option<u64>,
}

impl<'a> Stretch<'a> {
    /// The first page and those that follow it.
    pub fn pages(self, instance: &'a mut Instance) -> Result<(Content, Pages<'a>), Error> {
        let mut rest = Pages {
            instance,
            stretch: self,
            next: None,
            left: self.limit,
        };
        let first = rest.read(self.offset)?;
        rest.pass(self.offset, &first);
        Ok((first, rest))
    }
}

/// The pages of a stretch after the first one.
pub struct Pages<'a> {
    instance: &'a mut Instance,
    stretch: Stretch<'a>,
    /// Where the next page begins; none after the last one.
    next: Option<u64>,
    /// How many bytes are still wanted; none for all that there are.
    left: Option<u64>,
}

impl Pages<'_> {
    fn read(&mut self, offset: u64) -> Result<Content, Error> {
        // 0 asks for as much as the component gives at once, and so does the
        // largest number.
        let length = self
            .left
            .map_or(0, |left| u32::try_from(left).unwrap_or(u32::MAX));
        let Stretch { skill, path, .. } = self.stretch;
        self.instance.read_file(skill, path, offset, length)
    }

    /// Goes on to what follows a page.
    fn pass(&mut self, offset: u64, page: &Content) {
        self.left = self
            .left
            .map(|left| left.saturating_sub(length(&page.data)));
        // A page that does not move on would be read for ever.
        self.next = page
            .next_offset
            .filter(|&next| next > offset && self.left != Some(0));
    }
}

impl Iterator for Pages<'_> {
    type Item = Result<Content, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.next.take()?;
        let page = match self.read(offset) {
            Ok(page) => page,
            Err(error) => return Some(Err(error)),
        };
        // A page has one character at least, which may be more than is wanted.
        if self.left.is_some_and(|left| length(&page.data) > left) {
            return None;
        }
        self.pass(offset, &page);
        Some(Ok(page))
    }
}

fn length(data: &ContentData) -> u64 {
    let bytes = match data {
        ContentData::Text(text) => text.len(),
        ContentData::Bytes(bytes) => bytes.len(),
    };
    bytes as u64
}
