//! The component as a backend.

use agent_skills_mcp::{Backend, Failure};
use agent_skills_types as types;

#[allow(
    missing_docs,
    clippy::all,
    unused_qualifications,
    reason = "generated; the comments are those of the WIT"
)]
mod bindings {
    wit_bindgen::generate!({
        inline: "
            package agent-skills:mcp-adapter;
            world backend {
                import agent-skills:toolkit/catalog@0.1.0;
                import agent-skills:toolkit/tools@0.1.0;
            }
        ",
        path: "../../wit",
        world: "agent-skills:mcp-adapter/backend",
        generate_all,
    });
}

use bindings::agent_skills::toolkit::{catalog, tools, types as wit};

/// The component that this one is composed with.
pub struct Core;

impl Core {
    /// Sets the component's options.
    ///
    /// # Errors
    /// One sentence, when they cannot be used.
    pub fn configure(options: &str) -> Result<(), String> {
        catalog::configure(options).map_err(|error| types::Error::from(error).to_string())
    }
}

impl Backend for Core {
    fn list_skills(&mut self) -> Result<types::Listing, Failure> {
        let listing = catalog::list_skills();
        Ok(types::Listing {
            skills: listing.skills.into_iter().map(Into::into).collect(),
            diagnostics: listing.diagnostics.into_iter().map(Into::into).collect(),
            // A server tells nobody of these.
            shadowed: Vec::new(),
            complete: listing.complete,
            digest: listing.digest,
        })
    }

    fn serve_skill(&mut self, name: &str) -> Result<types::ServedSkill, Failure> {
        let skill = catalog::serve_skill(name).map_err(refused)?;
        Ok(types::ServedSkill {
            frontmatter: skill.frontmatter,
            digest: skill.digest,
            files: skill.files.into_iter().map(Into::into).collect(),
            faults: skill.faults.into_iter().map(Into::into).collect(),
        })
    }

    fn list_files(&mut self, name: &str) -> Result<types::Manifest, Failure> {
        let manifest = catalog::list_files(name).map_err(refused)?;
        let files = manifest.files.into_iter().map(|file| types::FileEntry {
            path: file.path,
            size: file.size,
            sha256: file.sha256,
        });
        Ok(types::Manifest {
            files: files.collect(),
            complete: manifest.complete,
            digest: manifest.digest,
        })
    }

    fn read_file(
        &mut self,
        name: &str,
        path: &str,
        offset: u64,
    ) -> Result<types::Content, Failure> {
        let content = catalog::read_file(name, path, offset, 0).map_err(refused)?;
        Ok(types::Content {
            skill: content.skill,
            path: content.path,
            media_type: content.media_type,
            data: match content.data {
                wit::ContentData::Text(text) => types::ContentData::Text(text),
                wit::ContentData::Bytes(bytes) => types::ContentData::Bytes(bytes),
            },
            offset: content.offset,
            size: content.size,
            next_offset: content.next_offset,
        })
    }

    fn activate_skill(&mut self, name: &str) -> Result<types::Activation, Failure> {
        let activation = catalog::activate_skill(name, wit::Invoker::User).map_err(refused)?;
        Ok(types::Activation {
            name: activation.name,
            directory: activation.directory,
            body: activation.body,
            files: activation.files,
            files_complete: activation.files_complete,
            digest: activation.digest,
            total_chars: activation.total_chars,
            next_offset: activation.next_offset,
        })
    }

    fn instructions(&mut self) -> Result<String, Failure> {
        Ok(tools::instructions())
    }

    fn definitions(&mut self) -> Result<String, Failure> {
        tools::definitions("mcp").map_err(refused)
    }

    fn call(&mut self, tool: &str, arguments: &str) -> Result<types::ToolResult, Failure> {
        let result = tools::call(None, tool, arguments);
        Ok(types::ToolResult {
            text: result.text,
            is_error: result.is_error,
            value: result.value,
        })
    }
}

fn refused(error: wit::Error) -> Failure {
    Failure::Refused(error.into())
}

impl From<wit::Skill> for types::Skill {
    fn from(skill: wit::Skill) -> Self {
        Self {
            name: skill.name,
            description: skill.description,
            directory: skill.directory,
            root: skill.root,
            license: skill.license,
            compatibility: skill.compatibility,
            allowed_tools: skill.allowed_tools,
            metadata: skill.metadata,
            frontmatter: skill.frontmatter,
            invocation: types::Invocation {
                model: skill.invocation.model,
                user: skill.invocation.user,
            },
            digest: skill.digest,
        }
    }
}

impl From<wit::Diagnostic> for types::Diagnostic {
    fn from(diagnostic: wit::Diagnostic) -> Self {
        Self {
            severity: match diagnostic.severity {
                wit::Severity::Error => types::Severity::Error,
                wit::Severity::Warning => types::Severity::Warning,
                wit::Severity::Info => types::Severity::Info,
            },
            code: diagnostic.code,
            root: diagnostic.root,
            path: diagnostic.path,
            line: diagnostic.line,
            column: diagnostic.column,
            message: diagnostic.message,
            hint: diagnostic.hint,
        }
    }
}

impl From<wit::FileInfo> for types::FileInfo {
    fn from(info: wit::FileInfo) -> Self {
        Self {
            path: info.path,
            kind: match info.kind {
                wit::FileKind::File => types::FileKind::File,
                wit::FileKind::Directory => types::FileKind::Directory,
            },
            size: info.size,
            listed: info.listed,
            media_type: info.media_type,
        }
    }
}

impl From<wit::Error> for types::Error {
    fn from(error: wit::Error) -> Self {
        match error {
            wit::Error::UnknownSkill(unknown) => Self::UnknownSkill {
                name: unknown.name,
                available: unknown.available,
                nearest: unknown.nearest,
            },
            wit::Error::NotInvocable(name) => Self::NotInvocable(name),
            wit::Error::InvalidPath(refusal) => Self::InvalidPath {
                path: refusal.subject,
                reason: refusal.reason,
            },
            wit::Error::OutsideSkill(refusal) => Self::OutsideSkill {
                path: refusal.subject,
                reason: refusal.reason,
            },
            wit::Error::NotFound(missing) => Self::NotFound {
                path: missing.path,
                nearest: missing.nearest,
                target: missing.target,
            },
            wit::Error::NotText(path) => Self::NotText(path),
            wit::Error::TooLarge(size) => Self::TooLarge {
                path: size.path,
                limit: size.limit,
            },
            wit::Error::Unreadable(refusal) => Self::Unreadable {
                path: refusal.subject,
                reason: refusal.reason,
            },
            wit::Error::Changed(drift) => Self::Changed {
                path: drift.path,
                expected: drift.expected,
                found: drift.found,
            },
            wit::Error::Incomplete(refusal) => Self::Incomplete {
                skill: refusal.subject,
                reason: refusal.reason,
            },
            wit::Error::InvalidLock(refusal) => Self::InvalidLock {
                place: refusal.subject,
                reason: refusal.reason,
            },
            wit::Error::InvalidOptions(refusal) => Self::InvalidOptions {
                option: refusal.subject,
                reason: refusal.reason,
            },
            wit::Error::Other(sentence) => Self::Other(sentence),
        }
    }
}
