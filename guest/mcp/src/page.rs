//! Cursors, and which skills stand on a page.
//!
//! A cursor names the last skill that was looked at. So it stays good when
//! skills come and go, and no server has to remember it.

use agent_skills_types::Skill;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

use crate::backend::{Backend, Failure};
use crate::jsonrpc::{Request, RpcError};

/// Most skills that one page looks at.
pub const PAGE_SKILLS: usize = 100;

/// Most files that the skills of one page have together.
pub const PAGE_FILES: usize = 2000;

/// Most bytes that are hashed for one page.
pub const PAGE_BYTES: u64 = 32 * 1024 * 1024;

/// The cursor behind a skill in the listing `list`.
fn write(list: &str, name: &str) -> String {
    URL_SAFE_NO_PAD.encode(format!("{list}:{name}"))
}

/// The skill behind which a page begins; none for the first page.
fn read(list: &str, cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (of, name) = text.split_once(':')?;
    (of == list).then(|| name.to_owned())
}

fn invalid() -> RpcError {
    RpcError::invalid_params("The cursor is not one that this server gave.")
}

/// Refuses a cursor where everything stands on one page.
///
/// # Errors
/// When the request has one.
pub fn single(request: &Request) -> Result<(), RpcError> {
    match request.params.get("cursor") {
        None => Ok(()),
        Some(_) => Err(invalid()),
    }
}

/// What a skill takes of a page.
#[derive(Clone, Copy, Default)]
pub struct Size {
    /// Its files.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// The skills of one page, in the order of their names.
pub struct Page {
    list: &'static str,
    skills: std::vec::IntoIter<Skill>,
    looked_at: usize,
    used: Size,
    last: Option<String>,
    held_back: bool,
}

impl Page {
    /// The page that a request asks for of the listing `list`.
    ///
    /// # Errors
    /// When the cursor is none of ours, or the backend is broken.
    pub fn open(
        list: &'static str,
        request: &Request,
        backend: &mut dyn Backend,
    ) -> Result<Self, RpcError> {
        let after = match request.params.get("cursor") {
            None => None,
            Some(Value::String(cursor)) => Some(read(list, cursor).ok_or_else(invalid)?),
            Some(_) => return Err(invalid()),
        };
        let listing = backend
            .list_skills()
            .map_err(|_: Failure| RpcError::internal())?;
        let mut skills = listing.skills;
        skills.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        if let Some(after) = after {
            skills.retain(|skill| skill.name > after);
        }
        Ok(Self {
            list,
            skills: skills.into_iter(),
            looked_at: 0,
            used: Size::default(),
            last: None,
            held_back: false,
        })
    }

    /// The next skill to look at; none at the page's end.
    pub fn next_skill(&mut self) -> Option<Skill> {
        if self.held_back || self.looked_at == PAGE_SKILLS {
            return None;
        }
        let skill = self.skills.next()?;
        self.looked_at += 1;
        Some(skill)
    }

    /// Whether there is room for a skill of this size. The first always has it;
    /// where there is none, the skill begins the next page.
    pub fn has_room(&mut self, size: Size) -> bool {
        let files = self.used.files.saturating_add(size.files);
        let bytes = self.used.bytes.saturating_add(size.bytes);
        let is_first = self.used.files == 0;
        self.held_back = !is_first && (files > PAGE_FILES || bytes > PAGE_BYTES);
        if !self.held_back {
            self.used = Size { files, bytes };
        }
        !self.held_back
    }

    /// Says that a skill has been dealt with, on the page or not.
    pub fn done(&mut self, name: String) {
        self.last = Some(name);
    }

    /// The cursor of the next page; none when this is the last.
    pub fn next_cursor(&self) -> Option<String> {
        let more = self.held_back || self.skills.len() > 0;
        let last = self.last.as_deref().filter(|_| more)?;
        Some(write(self.list, last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_good_for_its_own_listing_only() {
        let cursor = write("skills", "demo:1");
        assert_eq!(cursor, "c2tpbGxzOmRlbW86MQ");
        assert_eq!(read("skills", &cursor).as_deref(), Some("demo:1"));
        assert_eq!(read("prompts", &cursor), None);
        for other in ["", "demo", "c2tpbGxz", "!", "c2tpbGxzOmRlbW86MQ=="] {
            assert_eq!(read("skills", other), None, "{other}");
        }
    }
}
