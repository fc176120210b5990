//! The skills extension: entries with everything that a client verifies.

use agent_skills_types::{Diagnostic, ServedSkill};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::backend::{Backend, Failure};
use crate::jsonrpc::{Request, RpcError};
use crate::page::{Page, Size};
use crate::result::Members;
use crate::server::Server;
use crate::uri;

/// The file with a skill's instructions.
pub const SKILL_FILE: &str = "SKILL.md";

/// How often a skill is read that changes while it is read.
const ATTEMPTS: usize = 3;

/// One skill, as clients verify it.
#[derive(Serialize)]
struct Entry {
    uri: String,
    frontmatter: Box<RawValue>,
    resources: Vec<Resource>,
}

/// One of its files.
#[derive(Serialize)]
struct Resource {
    uri: String,
    digest: String,
    size: u64,
}

/// `skills/list`. A skill that cannot be served is passed over.
pub fn list(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let mut page = Page::open("skills", request, backend)?;
    let mut entries = Vec::new();
    while let Some(skill) = page.next_skill() {
        if let Some(served) = servable(backend, &skill.name)? {
            if !page.has_room(size(&served)) {
                break;
            }
            entries.extend(entry(backend, &skill.name, served)?);
        }
        page.done(skill.name);
    }
    Ok(Members::new()
        .with("skills", &entries)
        .with_some("nextCursor", page.next_cursor().as_ref()))
}

/// `skills/get`.
pub fn get(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let asked = request.text("uri")?;
    let name = match uri::read(asked) {
        Some(target) if target.path == SKILL_FILE => target.skill,
        _ => return Err(RpcError::not_found(asked)),
    };
    let entry = match servable(backend, &name)? {
        Some(served) => entry(backend, &name, served)?,
        None => None,
    };
    let entry = entry.ok_or_else(|| RpcError::not_found(asked))?;
    Ok(Members::new().with("skill", &entry))
}

/// A skill that can be served; none when it cannot or there is none.
///
/// # Errors
/// Only [`Failure::Broken`].
pub fn servable(backend: &mut dyn Backend, name: &str) -> Result<Option<ServedSkill>, Failure> {
    match backend.serve_skill(name) {
        Ok(skill) => Ok(Some(skill).filter(|skill| skill.faults.is_empty())),
        Err(Failure::Refused(_)) => Ok(None),
        Err(broken) => Err(broken),
    }
}

fn size(skill: &ServedSkill) -> Size {
    let sizes = skill.files.iter().map(|file| file.size);
    Size {
        files: skill.files.len(),
        bytes: sizes.fold(0, u64::saturating_add),
    }
}

/// A skill's entry. Its frontmatter and what it says of `SKILL.md` are of the
/// same bytes, even when the file changes meanwhile. A skill whose other files
/// change while they are hashed is read again.
fn entry(
    backend: &mut dyn Backend,
    name: &str,
    mut served: ServedSkill,
) -> Result<Option<Entry>, Failure> {
    for _ in 0..ATTEMPTS {
        if let Some(resources) = resources(backend, name, &served)? {
            let frontmatter = RawValue::from_string(served.frontmatter).ok();
            return Ok(frontmatter.map(|frontmatter| Entry {
                uri: uri::write(name, SKILL_FILE),
                frontmatter,
                resources,
            }));
        }
        match servable(backend, name)? {
            Some(again) => served = again,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// All files of a skill; none when they change meanwhile.
fn resources(
    backend: &mut dyn Backend,
    name: &str,
    served: &ServedSkill,
) -> Result<Option<Vec<Resource>>, Failure> {
    let manifest = match backend.list_files(name) {
        Ok(manifest) => manifest,
        Err(Failure::Refused(_)) => return Ok(None),
        Err(broken) => return Err(broken),
    };
    let own = served.files.iter().find(|file| file.path == SKILL_FILE);
    let (true, Some(own)) = (manifest.complete, own) else {
        return Ok(None);
    };
    let resources = manifest.files.iter().map(|file| {
        let (digest, size) = match file.path == SKILL_FILE {
            true => (served.digest.clone(), own.size),
            false => (format!("sha256:{}", file.sha256), file.size),
        };
        Resource {
            uri: uri::write(name, &file.path),
            digest,
            size,
        }
    });
    Ok(Some(resources.collect()))
}

/// A skill that is loaded and not served, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotServed {
    /// The skill's name.
    pub name: String,
    /// Each with a code of the family `mcp-`.
    pub faults: Vec<Diagnostic>,
}

/// The skills that clients of the skills extension do not get to see.
///
/// # Errors
/// Only [`Failure::Broken`].
pub fn not_served(backend: &mut dyn Backend) -> Result<Vec<NotServed>, Failure> {
    let mut found = Vec::new();
    for skill in backend.list_skills()?.skills {
        match backend.serve_skill(&skill.name) {
            Ok(served) if !served.faults.is_empty() => found.push(NotServed {
                name: skill.name,
                faults: served.faults,
            }),
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(broken) => return Err(broken),
        }
    }
    Ok(found)
}
