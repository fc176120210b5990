//! What a conversation is told of its own accord: changes of the catalog, and
//! what to put back after compaction.

use agent_skills_types::{Invoker, Skill};

use crate::digest::digest;
use crate::toolkit::Toolkit;

/// What to tell a conversation of the catalog now; none when it knows already.
///
/// Only names and descriptions decide, as they are what a catalog shows. An
/// empty catalog is told only to a conversation that knows another one.
pub fn catalog_update(toolkit: &mut Toolkit, conversation: &str) -> Option<String> {
    let dialect = toolkit.dialect();
    let library = toolkit.library();
    if !library.is_complete() && toolkit.conversations.get(conversation).catalog().is_some() {
        return None;
    }
    let library = toolkit.known_library();
    let skills: Vec<&Skill> = library.skills(Invoker::Model).collect();
    let (wording, options) = (dialect.wording, toolkit.text_options());
    let now = catalog_digest(&skills);
    let (first, later) = if skills.is_empty() {
        (None, wording.emptied_catalog())
    } else {
        let catalog = wording.catalog(&skills, options, None).text;
        (Some(catalog), wording.replaced_catalog(&skills, options))
    };
    let conversation = toolkit.conversations.get(conversation);
    let text = match conversation.catalog() {
        None => first?,
        Some(told) if told == now => return None,
        Some(_) => later,
    };
    conversation.set_catalog(Some(now));
    Some(text)
}

/// Over one line of JSON, `["name","description"]`, for each skill.
fn catalog_digest(skills: &[&Skill]) -> String {
    let lines: Vec<String> = skills
        .iter()
        .map(|skill| serde_json::json!([skill.name, skill.description]).to_string())
        .collect();
    digest(lines.join("\n").as_bytes())
}

/// The instructions of the conversation's active skills, newest first, as many
/// as fit into `budget` code points. The others become inactive, and the catalog
/// has to be told anew.
pub fn reattach(toolkit: &mut Toolkit, conversation: &str, budget: u32) -> String {
    let mut left = usize::try_from(budget).unwrap_or(usize::MAX);
    let known = toolkit.conversations.get(conversation);
    let active = known.active();
    for name in &active {
        known.deactivate(name);
    }
    known.hide_catalog();
    let mut kept = Vec::new();
    for name in active {
        let Ok(activation) = toolkit.activate(&name, Invoker::Host) else {
            continue;
        };
        let text = toolkit.deliver(&activation);
        // A line end stands between two.
        let length = text.chars().count() + usize::from(!kept.is_empty());
        if let Some(rest) = left.checked_sub(length) {
            left = rest;
            kept.push((activation, text));
        }
    }
    let conversation = toolkit.conversations.get(conversation);
    for (activation, _) in kept.iter().rev() {
        conversation.activate(&activation.name, &activation.digest);
    }
    let texts: Vec<&str> = kept.iter().map(|(_, text)| text.as_str()).collect();
    texts.join("\n")
}

/// The skills that a person's message asks for with words such as `/name`, each
/// once, in the order of the message.
pub fn user_invocations(toolkit: &mut Toolkit, message: &str) -> Vec<String> {
    let library = toolkit.library();
    let mut names: Vec<String> = Vec::new();
    for word in message.split_whitespace() {
        let Some(entry) = word.strip_prefix('/').and_then(|name| library.get(name)) else {
            continue;
        };
        let skill = &entry.skill;
        if skill.invocation.user && !names.contains(&skill.name) {
            names.push(skill.name.clone());
        }
    }
    names
}
