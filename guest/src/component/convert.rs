//! WIT types to and from our own.

use agent_skills_types as types;

use super::{tools, wit};

impl From<types::Changes> for wit::Changes {
    fn from(changes: types::Changes) -> Self {
        Self {
            added: changes.added,
            removed: changes.removed,
            changed: changes.changed,
            complete: changes.complete,
        }
    }
}

impl From<types::FittedCatalog> for tools::FittedCatalog {
    fn from(catalog: types::FittedCatalog) -> Self {
        Self {
            text: catalog.text,
            shown: catalog.shown,
            shortened: catalog.shortened,
            omitted: catalog.omitted,
        }
    }
}

impl From<types::ToolResult> for tools::ToolResult {
    fn from(result: types::ToolResult) -> Self {
        Self {
            text: result.text,
            is_error: result.is_error,
            value: result.value,
        }
    }
}

impl From<types::Skill> for wit::Skill {
    fn from(skill: types::Skill) -> Self {
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
            invocation: wit::Invocation {
                model: skill.invocation.model,
                user: skill.invocation.user,
            },
            digest: skill.digest,
        }
    }
}

impl From<wit::InlineSkill> for types::InlineSkill {
    fn from(skill: wit::InlineSkill) -> Self {
        let files = skill.files.into_iter().map(|file| types::InlineFile {
            path: file.path,
            data: file.data,
        });
        Self {
            name: skill.name,
            description: skill.description,
            body: skill.body,
            frontmatter: skill.frontmatter,
            provider: skill.provider,
            rank: skill.rank,
            base: skill.base.map(|base| match base {
                wit::ResourceBase::Directory(path) => types::ResourceBase::Directory(path),
                wit::ResourceBase::Url(url) => types::ResourceBase::Url(url),
                wit::ResourceBase::Opaque(words) => types::ResourceBase::Opaque(words),
            }),
            files: files.collect(),
        }
    }
}

impl From<wit::Invoker> for types::Invoker {
    fn from(invoker: wit::Invoker) -> Self {
        match invoker {
            wit::Invoker::Host => Self::Host,
            wit::Invoker::User => Self::User,
            wit::Invoker::Model => Self::Model,
        }
    }
}

impl From<types::Diagnostic> for wit::Diagnostic {
    fn from(diagnostic: types::Diagnostic) -> Self {
        Self {
            severity: match diagnostic.severity {
                types::Severity::Error => wit::Severity::Error,
                types::Severity::Warning => wit::Severity::Warning,
                types::Severity::Info => wit::Severity::Info,
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

impl From<types::Finding> for wit::Finding {
    fn from(finding: types::Finding) -> Self {
        Self {
            outcome: match finding.outcome {
                types::Outcome::Loaded => wit::Outcome::Loaded,
                types::Outcome::Shadowed => wit::Outcome::Shadowed,
                types::Outcome::Refused => wit::Outcome::Refused,
                types::Outcome::Ignored => wit::Outcome::Ignored,
            },
            name: finding.name,
            path: finding.path,
            message: finding.message,
            diagnostics: finding.diagnostics.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<types::Activation> for wit::Activation {
    fn from(activation: types::Activation) -> Self {
        Self {
            name: activation.name,
            directory: activation.directory,
            body: activation.body,
            files: activation.files,
            files_complete: activation.files_complete,
            digest: activation.digest,
            total_chars: activation.total_chars,
            next_offset: activation.next_offset,
        }
    }
}

impl From<types::Manifest> for wit::Manifest {
    fn from(manifest: types::Manifest) -> Self {
        let files = manifest.files.into_iter().map(|file| wit::FileEntry {
            path: file.path,
            size: file.size,
            sha256: file.sha256,
        });
        Self {
            files: files.collect(),
            complete: manifest.complete,
            digest: manifest.digest,
        }
    }
}

impl From<types::FileInfo> for wit::FileInfo {
    fn from(info: types::FileInfo) -> Self {
        Self {
            path: info.path,
            kind: match info.kind {
                types::FileKind::File => wit::FileKind::File,
                types::FileKind::Directory => wit::FileKind::Directory,
            },
            size: info.size,
            listed: info.listed,
            media_type: info.media_type,
        }
    }
}

impl From<types::ServedSkill> for wit::ServedSkill {
    fn from(skill: types::ServedSkill) -> Self {
        Self {
            frontmatter: skill.frontmatter,
            digest: skill.digest,
            files: skill.files.into_iter().map(Into::into).collect(),
            faults: skill.faults.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<types::Content> for wit::Content {
    fn from(content: types::Content) -> Self {
        Self {
            skill: content.skill,
            path: content.path,
            media_type: content.media_type,
            data: match content.data {
                types::ContentData::Text(text) => wit::ContentData::Text(text),
                types::ContentData::Bytes(bytes) => wit::ContentData::Bytes(bytes),
            },
            offset: content.offset,
            size: content.size,
            next_offset: content.next_offset,
        }
    }
}

impl From<types::Error> for wit::Error {
    fn from(error: types::Error) -> Self {
        let refusal = |subject, reason| wit::Refusal { subject, reason };
        match error {
            types::Error::UnknownSkill {
                name,
                available,
                nearest,
            } => Self::UnknownSkill(wit::UnknownName {
                name,
                available,
                nearest,
            }),
            types::Error::NotInvocable(name) => Self::NotInvocable(name),
            types::Error::InvalidPath { path, reason } => Self::InvalidPath(refusal(path, reason)),
            types::Error::OutsideSkill { path, reason } => {
                Self::OutsideSkill(refusal(path, reason))
            }
            types::Error::NotFound {
                path,
                nearest,
                target,
            } => Self::NotFound(wit::MissingFile {
                path,
                nearest,
                target,
            }),
            types::Error::NotText(path) => Self::NotText(path),
            types::Error::TooLarge { path, limit } => {
                Self::TooLarge(wit::SizeLimit { path, limit })
            }
            types::Error::Unreadable { path, reason } => Self::Unreadable(refusal(path, reason)),
            types::Error::Changed {
                path,
                expected,
                found,
            } => Self::Changed(wit::Drift {
                path,
                expected,
                found,
            }),
            types::Error::Incomplete { skill, reason } => Self::Incomplete(refusal(skill, reason)),
            types::Error::InvalidLock { place, reason } => {
                Self::InvalidLock(refusal(place, reason))
            }
            types::Error::InvalidOptions { option, reason } => {
                Self::InvalidOptions(refusal(option, reason))
            }
            types::Error::Other(sentence) => Self::Other(sentence),
        }
    }
}
