//! Which skills are active in which conversation.

use std::collections::BTreeMap;

/// Most conversations that one instance remembers; then the one that was used
/// least recently is forgotten, and its skills would be delivered once more.
const MOST: usize = 10_000;

/// The conversations of one instance.
#[derive(Debug, Default)]
pub struct Conversations {
    by_id: BTreeMap<String, Conversation>,
    /// Counts uses, to tell which conversation is the oldest.
    clock: u64,
}

#[derive(Debug, Default)]
struct Conversation {
    used: u64,
    /// Digest of the instructions that were delivered, by the skill's name.
    active: BTreeMap<String, String>,
}

impl Conversations {
    /// Notes that a skill's instructions are being delivered. False when they
    /// are already there, unchanged.
    pub fn activate(&mut self, conversation: &str, skill: &str, digest: &str) -> bool {
        self.clock += 1;
        if !self.by_id.contains_key(conversation) && self.by_id.len() >= MOST {
            self.forget_oldest();
        }
        let entry = self.by_id.entry(conversation.to_owned()).or_default();
        entry.used = self.clock;
        let before = entry.active.insert(skill.to_owned(), digest.to_owned());
        before.as_deref() != Some(digest)
    }

    fn forget_oldest(&mut self) {
        let oldest = self.by_id.iter().min_by_key(|(_, c)| c.used);
        if let Some(id) = oldest.map(|(id, _)| id.clone()) {
            self.by_id.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_skills_are_delivered_once_a_conversation() {
        let mut conversations = Conversations::default();
        let calls = [
            ("a", "pdf", "1", true),
            ("a", "pdf", "1", false),
            ("b", "pdf", "1", true),
            ("a", "xls", "1", true),
            ("a", "pdf", "2", true),
            ("a", "pdf", "2", false),
        ];
        for (conversation, skill, digest, delivered) in calls {
            assert_eq!(
                conversations.activate(conversation, skill, digest),
                delivered,
                "{conversation} {skill} {digest}"
            );
        }
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut conversations = Conversations::default();
        for n in 0..MOST {
            conversations.activate(&n.to_string(), "pdf", "1");
        }
        assert!(!conversations.activate("0", "pdf", "1"));
        assert!(conversations.activate("new", "pdf", "1"));
        assert_eq!(conversations.by_id.len(), MOST);
        assert!(!conversations.activate("0", "pdf", "1"));
        assert!(conversations.activate("1", "pdf", "1"));
    }
}
