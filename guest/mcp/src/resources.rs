//! Skills' files as resources, and the directories that they lie in.

use std::collections::BTreeMap;

use agent_skills_types::{Content, ContentData, FileInfo, SERVED_BYTES};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::backend::{Backend, Failure};
use crate::jsonrpc::{Request, RpcError};
use crate::page::{self, Page};
use crate::result::Members;
use crate::server::Server;
use crate::skills::{SKILL_FILE, servable};
use crate::uri;

/// Where clients from before the skills extension look for skills.
const INDEX: &str = "skill://index.json";

/// Most skills that it names; the extension has pages for more.
const INDEX_SKILLS: usize = 1000;

/// The media type of instructions.
const MARKDOWN: &str = "text/markdown";

/// `resources/list`: the instructions of every skill that is served.
pub fn list(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let mut page = Page::open("resources", request, backend)?;
    let mut found = Vec::new();
    while let Some(skill) = page.next_skill() {
        if let Some(served) = servable(backend, &skill.name)? {
            let file = served.files.iter().find(|file| file.path == SKILL_FILE);
            found.push(json!({
                "uri": uri::write(&skill.name, SKILL_FILE),
                "name": skill.name,
                "description": skill.description,
                "mimeType": MARKDOWN,
                "size": file.map_or(0, |file| file.size),
            }));
        }
        page.done(skill.name);
    }
    Ok(Members::new()
        .with("resources", &found)
        .with_some("nextCursor", page.next_cursor().as_ref()))
}

/// `resources/templates/list`.
pub fn templates(_: &Server, request: &Request, _: &mut dyn Backend) -> Result<Members, RpcError> {
    page::single(request)?;
    let template = json!({
        "uriTemplate": "skill://{skill}/{+path}",
        "name": "skill-file",
        "title": "File of a skill",
        "description": "A file of a skill, by the skill's name and the file's path in it.",
    });
    Ok(Members::new().with("resourceTemplates", &[template]))
}

/// `resources/read`: the bytes of a file, as they are.
pub fn read(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let asked = request.text("uri")?;
    let contents = if asked == INDEX {
        json!({"uri": INDEX, "mimeType": "application/json", "text": index(backend)?})
    } else {
        let (skill, file) = find(backend, asked)?;
        let bytes = read_all(backend, &skill, &file.path, 0, asked)?;
        match String::from_utf8(bytes) {
            Ok(text) => json!({"uri": asked, "mimeType": file.media_type, "text": text}),
            Err(error) => {
                let blob = STANDARD.encode(error.as_bytes());
                json!({"uri": asked, "mimeType": file.media_type, "blob": blob})
            }
        }
    };
    Ok(Members::new().with("contents", &[contents]))
}

/// A file that a skill's manifest names. No other can be read, so that what
/// clients read is what they were told of.
fn find(backend: &mut dyn Backend, asked: &str) -> Result<(String, FileInfo), RpcError> {
    let target = uri::read(asked).ok_or_else(|| RpcError::not_found(asked))?;
    let served = servable(backend, &target.skill)?;
    let mut files = served
        .map(|served| served.files)
        .unwrap_or_default()
        .into_iter();
    match files.find(|file| file.path == target.path) {
        Some(file) => Ok((target.skill, file)),
        None => Err(RpcError::not_found(asked)),
    }
}

/// The bytes of a file from `start` on; `asked` is the URI to name in an error.
pub fn read_all(
    backend: &mut dyn Backend,
    skill: &str,
    path: &str,
    start: u64,
    asked: &str,
) -> Result<Vec<u8>, RpcError> {
    let mut bytes = Vec::new();
    let mut next = Some(start);
    while let Some(offset) = next {
        let content = match backend.read_file(skill, path, offset) {
            Ok(content) => content,
            Err(Failure::Refused(_)) => return Err(RpcError::not_found(asked)),
            Err(broken) => return Err(broken.into()),
        };
        next = content.next_offset.filter(|next| *next > offset);
        append(&mut bytes, content, offset);
        if bytes.len() as u64 > SERVED_BYTES {
            return Err(RpcError::internal());
        }
    }
    Ok(bytes)
}

/// Adds a stretch that was asked for from `offset` on. Text may begin up to
/// three bytes before that.
fn append(bytes: &mut Vec<u8>, content: Content, offset: u64) {
    let new = match content.data {
        ContentData::Text(text) => text.into_bytes(),
        ContentData::Bytes(bytes) => bytes,
    };
    let known = usize::try_from(offset.saturating_sub(content.offset)).unwrap_or(usize::MAX);
    bytes.extend_from_slice(new.get(known..).unwrap_or_default());
}

/// `resources/directory/read`: what lies directly in a directory of a skill.
pub fn directory(
    _: &Server,
    request: &Request,
    backend: &mut dyn Backend,
) -> Result<Members, RpcError> {
    page::single(request)?;
    let asked = request.text("uri")?;
    let target = uri::read(asked).ok_or_else(|| RpcError::not_found(asked))?;
    let served = servable(backend, &target.skill)?.ok_or_else(|| RpcError::not_found(asked))?;
    let children = children(&target.skill, &target.path, &served.files);
    if children.is_empty() {
        return Err(RpcError::not_found(asked));
    }
    Ok(Members::new().with("resources", &children))
}

/// The children of a directory, in the order of their names; none when it is no
/// directory.
fn children(skill: &str, directory: &str, files: &[FileInfo]) -> Vec<Value> {
    let mut children = BTreeMap::new();
    for file in files {
        let below = match directory {
            "" => Some(file.path.as_str()),
            _ => file
                .path
                .strip_prefix(directory)
                .and_then(|below| below.strip_prefix('/')),
        };
        let Some(below) = below else { continue };
        let name = below.split('/').next().unwrap_or_default();
        let path = &file.path[..file.path.len() - below.len() + name.len()];
        let uri = uri::write(skill, path);
        let child = match below == name {
            true => json!({
                "uri": uri,
                "name": name,
                "mimeType": file.media_type,
                "size": file.size,
            }),
            false => json!({"uri": uri, "name": name, "mimeType": "inode/directory"}),
        };
        children.insert(name, child);
    }
    children.into_values().collect()
}

/// The catalog as clients read it before the skills extension was settled.
fn index(backend: &mut dyn Backend) -> Result<String, RpcError> {
    let mut skills = Vec::new();
    for skill in backend.list_skills()?.skills.into_iter().take(INDEX_SKILLS) {
        if servable(backend, &skill.name)?.is_some() {
            skills.push(json!({
                "name": skill.name,
                "type": "skill-md",
                "description": skill.description,
                "url": uri::write(&skill.name, SKILL_FILE),
            }));
        }
    }
    let schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
    Ok(json!({"$schema": schema, "skills": skills}).to_string())
}
