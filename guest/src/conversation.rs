//! What each conversation has been given: active skills and the catalog.

use std::collections::BTreeMap;

use agent_skills_types::Error;
use serde::{Deserialize, Serialize};

use crate::digest::digest;

/// Most conversations that one instance remembers; then the one that was used
/// least recently is forgotten, and its skills would be delivered once more.
const MOST: usize = 10_000;

/// Largest exported state, in bytes.
const STATE_BYTES: usize = 64 * 1024;

/// What the first field of an exported state says.
const FORMAT: &str = "agent-skills-conversation/1";

/// The conversations of one instance.
#[derive(Debug, Default)]
pub struct Conversations {
    by_id: BTreeMap<String, Conversation>,
    /// Counts uses, to tell which conversation is the oldest.
    clock: u64,
}

/// What one conversation has been given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conversation {
    #[serde(skip)]
    used: u64,
    /// Names of skills with the digest of the instructions that were delivered,
    /// oldest first.
    active: Vec<(String, String)>,
    /// Digest of the catalog that it was told last.
    catalog: Option<String>,
}

impl Conversation {
    /// Whether a skill is active with these very instructions.
    pub fn has(&self, skill: &str, digest: &str) -> bool {
        self.active
            .iter()
            .any(|(name, d)| name == skill && d == digest)
    }

    /// Notes that a skill's instructions were delivered.
    pub fn activate(&mut self, skill: &str, digest: &str) {
        self.deactivate(skill);
        self.active.push((skill.to_owned(), digest.to_owned()));
    }

    /// Notes that a skill's instructions are no longer there.
    pub fn deactivate(&mut self, skill: &str) {
        self.active.retain(|(name, _)| name != skill);
    }

    /// The names of the active skills, newest first.
    pub fn active(&self) -> Vec<String> {
        self.active
            .iter()
            .rev()
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// The digest of the catalog that it was told last.
    pub fn catalog(&self) -> Option<&str> {
        self.catalog.as_deref()
    }

    /// Notes that the catalog it was told is no longer there: the next one
    /// replaces it, whatever it says.
    pub fn hide_catalog(&mut self) {
        if let Some(digest) = &mut self.catalog {
            digest.clear();
        }
    }

    /// Notes which catalog it was told.
    pub fn set_catalog(&mut self, digest: Option<String>) {
        self.catalog = digest;
    }
}

impl Conversations {
    /// The conversation of this name, which begins now if there is none.
    pub fn get(&mut self, id: &str) -> &mut Conversation {
        self.clock += 1;
        if !self.by_id.contains_key(id) && self.by_id.len() >= MOST {
            self.forget_oldest();
        }
        let conversation = self.by_id.entry(id.to_owned()).or_default();
        conversation.used = self.clock;
        conversation
    }

    /// Forgets a conversation. False when it is not known.
    pub fn forget(&mut self, id: &str) -> bool {
        self.by_id.remove(id).is_some()
    }

    /// What a conversation has been given, as text.
    pub fn export(&self, id: &str) -> String {
        let mut conversation = self.by_id.get(id).cloned().unwrap_or_default();
        loop {
            let state = State::of(&conversation);
            // Our records have no maps and no numbers, so this cannot fail.
            let text = serde_json::to_string(&state).unwrap_or_default();
            if text.len() <= STATE_BYTES || conversation.active.is_empty() {
                return text;
            }
            conversation.active.remove(0);
        }
    }

    /// Sets what a conversation has been given.
    ///
    /// # Errors
    /// [`Error::Other`] when the text is not one of ours, or damaged.
    pub fn import(&mut self, id: &str, text: &str) -> Result<(), Error> {
        let conversation = State::read(text)
            .map_err(|reason| Error::Other(format!("the conversation's state {reason}")))?;
        let used = self.get(id).used;
        self.by_id.insert(
            id.to_owned(),
            Conversation {
                used,
                ..conversation
            },
        );
        Ok(())
    }

    fn forget_oldest(&mut self) {
        let oldest = self.by_id.iter().min_by_key(|(_, c)| c.used);
        if let Some(id) = oldest.map(|(id, _)| id.clone()) {
            self.by_id.remove(&id);
        }
    }
}

/// An exported conversation.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    format: String,
    conversation: Conversation,
    /// Over the conversation's JSON.
    digest: String,
}

impl State {
    fn of(conversation: &Conversation) -> Self {
        let json = serde_json::to_string(conversation).unwrap_or_default();
        Self {
            format: FORMAT.to_owned(),
            conversation: conversation.clone(),
            digest: digest(json.as_bytes()),
        }
    }

    /// The conversation, or what is wrong, as the end of a sentence.
    fn read(text: &str) -> Result<Conversation, String> {
        if text.len() > STATE_BYTES {
            return Err(format!("is larger than {STATE_BYTES} bytes"));
        }
        let state: Self =
            serde_json::from_str(text).map_err(|_| "is not one that was exported".to_owned())?;
        if state.format != FORMAT {
            return Err(format!("is not of the format {FORMAT}"));
        }
        if Self::of(&state.conversation).digest != state.digest {
            return Err("is damaged".to_owned());
        }
        Ok(state.conversation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_is_active_with_its_very_instructions() {
        let mut conversations = Conversations::default();
        conversations.get("a").activate("pdf", "1");
        conversations.get("a").activate("xls", "1");
        conversations.get("a").activate("pdf", "2");
        assert!(conversations.get("a").has("pdf", "2"));
        assert!(!conversations.get("a").has("pdf", "1"));
        assert!(!conversations.get("b").has("pdf", "2"));
        assert_eq!(conversations.get("a").active(), ["pdf", "xls"]);
        assert!(conversations.forget("a"));
        assert!(!conversations.forget("never there"));
        assert!(!conversations.get("a").has("pdf", "2"));
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut conversations = Conversations::default();
        for n in 0..MOST {
            conversations.get(&n.to_string()).activate("pdf", "1");
        }
        assert!(conversations.get("0").has("pdf", "1"));
        conversations.get("new");
        assert_eq!(conversations.by_id.len(), MOST);
        assert!(conversations.get("0").has("pdf", "1"));
        assert!(!conversations.by_id.contains_key("1"));
    }

    #[test]
    fn state_goes_out_and_comes_back() {
        let mut there = Conversations::default();
        there.get("a").activate("pdf", "sha256:1");
        there.get("a").set_catalog(Some("sha256:2".to_owned()));
        let state = there.export("a");
        let conversation = r#"{"active":[["pdf","sha256:1"]],"catalog":"sha256:2"}"#;
        assert_eq!(
            state,
            format!(
                r#"{{"format":"agent-skills-conversation/1","conversation":{conversation},"digest":"{}"}}"#,
                digest(conversation.as_bytes())
            )
        );
        let mut here = Conversations::default();
        here.import("b", &state).unwrap();
        assert!(here.get("b").has("pdf", "sha256:1"));
        assert_eq!(here.get("b").catalog(), Some("sha256:2"));
    }

    #[test]
    fn foreign_and_damaged_state_is_refused() {
        let good = Conversations::default().export("a");
        let cases = [
            (String::new(), "is not one that was exported"),
            ("{}".to_owned(), "is not one that was exported"),
            (
                good.replace("/1", "/2"),
                "is not of the format agent-skills-conversation/1",
            ),
            (good.replace("[]", r#"[["pdf","1"]]"#), "is damaged"),
            (
                good[..good.len() - 1].to_owned(),
                "is not one that was exported",
            ),
            (" ".repeat(STATE_BYTES + 1), "is larger than 65536 bytes"),
        ];
        for (state, reason) in cases {
            let error = Conversations::default().import("a", &state).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("the conversation's state {reason}")
            );
        }
    }

    #[test]
    fn a_state_that_is_too_large_keeps_the_newest() {
        let mut conversations = Conversations::default();
        for n in 0..1000 {
            conversations
                .get("a")
                .activate(&format!("skill-{n}"), &digest(b""));
        }
        let state = conversations.export("a");
        assert!(state.len() <= STATE_BYTES);
        let mut here = Conversations::default();
        here.import("a", &state).unwrap();
        assert_eq!(here.get("a").active()[0], "skill-999");
        assert!(!here.get("a").has("skill-0", &digest(b"")));
    }
}
