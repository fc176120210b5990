//! Skills that a person may start, as prompts: clients offer them as commands.

use agent_skills_types::Invoker;
use serde_json::{Value, json};

use crate::backend::{Backend, Failure};
use crate::jsonrpc::{Request, RpcError};
use crate::page::Page;
use crate::resources::read_all;
use crate::result::Members;
use crate::server::Server;
use crate::skills::{SKILL_FILE, servable};
use crate::uri;

/// `prompts/list`.
pub fn list(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let mut page = Page::open("prompts", request, backend)?;
    let mut prompts = Vec::new();
    while let Some(skill) = page.next_skill() {
        if skill.invocation.allows(Invoker::User) {
            prompts.push(json!({
                "name": skill.name,
                "description": skill.description,
                "arguments": [{
                    "name": "request",
                    "description": "What to do with the skill.",
                    "required": false,
                }],
            }));
        }
        page.done(skill.name);
    }
    Ok(Members::new()
        .with("prompts", &prompts)
        .with_some("nextCursor", page.next_cursor().as_ref()))
}

/// `prompts/get`: the instructions, whole, and what the person asks for.
pub fn get(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let name = request.text("name")?;
    let wanted = match request.params.get("arguments") {
        None => None,
        Some(Value::Object(arguments)) => match arguments.get("request") {
            None => None,
            Some(Value::String(text)) => Some(text.as_str()),
            Some(_) => return Err(RpcError::invalid_params("`request` has to be text.")),
        },
        Some(_) => {
            return Err(RpcError::invalid_params(
                "The parameter `arguments` has to be an object.",
            ));
        }
    };
    let message = |text: &str| json!({"role": "user", "content": {"type": "text", "text": text}});
    let mut messages = vec![message(&instructions(backend, name)?)];
    messages.extend(wanted.filter(|text| !text.trim().is_empty()).map(message));
    Ok(Members::new().with("messages", &messages))
}

/// A skill's whole instructions, with the URIs of its files where they are
/// served.
fn instructions(backend: &mut dyn Backend, name: &str) -> Result<String, RpcError> {
    let activation = match backend.activate_skill(name) {
        Ok(activation) => activation,
        Err(Failure::Refused(_)) => {
            return Err(RpcError::invalid_params("There is no prompt of this name."));
        }
        Err(broken) => return Err(broken.into()),
    };
    let mut text = activation.body;
    if let Some(rest) = activation.next_offset {
        let uri = uri::write(&activation.name, SKILL_FILE);
        let rest = read_all(backend, &activation.name, SKILL_FILE, rest, &uri)?;
        text.push_str(&String::from_utf8_lossy(&rest));
    }
    let served = servable(backend, &activation.name)?;
    let files = served.map(|served| served.files).unwrap_or_default();
    let mut others = files
        .iter()
        .filter(|file| file.path != SKILL_FILE)
        .peekable();
    if others.peek().is_some() {
        text.push_str("\n\nFiles of this skill, to be read as resources:\n");
        for file in others {
            text.push_str(&format!("- {}\n", uri::write(&activation.name, &file.path)));
        }
    }
    Ok(text)
}
