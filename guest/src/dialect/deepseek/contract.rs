//! What DeepSeek Harness asks of a skill that a provider or the host hands over,
//! in its words.

use agent_skills_types::InlineSkill;
use serde_json::{Map, Value};

use crate::name::is_plain;
use crate::text::one_line;

/// Holds a skill to the contract.
///
/// # Errors
/// The first sentence that applies.
pub fn check(skill: &InlineSkill) -> Result<(), String> {
    let name = one_line(&skill.name);
    let subject = Subject {
        provider: skill.provider.as_deref().map(one_line),
        name: &name,
    };
    if !is_plain(&skill.name) {
        return Err(subject.invalid_name());
    }
    if skill.description.is_empty() {
        return Err(subject.no_description());
    }
    let keys = further_keys(skill);
    for (key, field) in [
        ("disable-model-invocation", "modelInvocable"),
        ("user-invocable", "userInvocable"),
    ] {
        if keys.get(key).is_some_and(|value| !value.is_boolean()) {
            return Err(subject.with(&format!("a non-boolean invocation.{field}")));
        }
    }
    match keys.get("whenToUse") {
        Some(value) if !value.is_string() => Err(subject.with("a non-string whenToUse")),
        _ => Ok(()),
    }
}

/// Frontmatter that is no object is refused where it is read.
fn further_keys(skill: &InlineSkill) -> Map<String, Value> {
    let json = skill.frontmatter.as_deref().unwrap_or("{}");
    serde_json::from_str(json).unwrap_or_default()
}

/// Who handed over which skill; without a provider it was the host itself.
struct Subject<'s> {
    provider: Option<String>,
    name: &'s str,
}

impl Subject<'_> {
    fn invalid_name(&self) -> String {
        let name = self.name;
        match &self.provider {
            None => format!("invalid skill name \"{name}\""),
            Some(provider) => {
                format!("skill provider \"{provider}\" returned invalid skill name \"{name}\"")
            }
        }
    }

    fn no_description(&self) -> String {
        let name = self.name;
        match &self.provider {
            None => format!("skill \"{name}\" requires a description"),
            Some(provider) => format!(
                "skill provider \"{provider}\" returned skill \"{name}\" without a description"
            ),
        }
    }

    fn with(&self, fault: &str) -> String {
        let name = self.name;
        match &self.provider {
            None => format!("runtime skill \"{name}\" with {fault}"),
            Some(provider) => {
                format!("skill provider \"{provider}\" returned skill \"{name}\" with {fault}")
            }
        }
    }
}
