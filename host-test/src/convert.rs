//! Between the records of the WIT, as generated, and those that the crate shows.

use wasmtime::component::{Lift, Lower};

use crate::bindings::exports::agent_skills::toolkit::{tools, types as wit};
use crate::types;

/// What a function of the component takes.
pub trait Argument {
    /// Its form in the WIT.
    type Wit: Lower;

    /// Makes that form of it.
    fn into_wit(self) -> Self::Wit;
}

/// What a function of the component returns.
pub trait Answer {
    /// Its form in the WIT.
    type Wit: Lift + 'static;

    /// Makes it of that form.
    fn from_wit(wit: Self::Wit) -> Self;
}

impl<T: Answer> Answer for Vec<T> {
    type Wit = Vec<T::Wit>;

    fn from_wit(wit: Self::Wit) -> Self {
        wit.into_iter().map(T::from_wit).collect()
    }
}

macro_rules! arguments_as_they_are {
    ($($ty:ty),*) => {$(
        impl Argument for $ty {
            type Wit = Self;

            fn into_wit(self) -> Self {
                self
            }
        }
    )*};
}
arguments_as_they_are!(&str, &[String], Option<&str>, Option<u32>, u32, u64);

macro_rules! answers {
    ($($ty:ty = $wit:ty),*) => {
        $(impl Answer for $ty {
            type Wit = $wit;

            fn from_wit(wit: $wit) -> Self {
                wit.into()
            }
        })*
    };
}
answers! {
    () = (),
    bool = bool,
    Option<String> = Option<String>,
    String = String,
    types::Activation = wit::Activation,
    types::Changes = wit::Changes,
    types::FittedCatalog = tools::FittedCatalog,
    types::Content = wit::Content,
    types::Diagnostic = wit::Diagnostic,
    types::FileInfo = wit::FileInfo,
    types::Finding = wit::Finding,
    types::Listing = wit::Listing,
    types::Manifest = wit::Manifest,
    types::ServedSkill = wit::ServedSkill,
    types::Skill = wit::Skill,
    types::ToolGrant = wit::ToolGrant,
    types::ToolResult = tools::ToolResult
}

/// Implements `From` for records that have the same fields on both sides; those
/// after the semicolon are lists of records.
macro_rules! records {
    ($($wit:ident::$from:ident => $to:ident { $($field:ident),*; $($list:ident),* })*) => {$(
        impl From<$wit::$from> for types::$to {
            fn from(record: $wit::$from) -> Self {
                Self {
                    $($field: record.$field.into(),)*
                    $($list: record.$list.into_iter().map(Into::into).collect(),)*
                }
            }
        }
    )*};
}
records! {
    tools::FittedCatalog => FittedCatalog { text, shown, shortened, omitted; }
    tools::ToolResult => ToolResult { text, is_error, value; }
    wit::Activation => Activation {
        name, directory, body, files, files_complete, digest, total_chars, next_offset;
    }
    wit::Content => Content { skill, path, media_type, data, offset, size, next_offset; }
    wit::Diagnostic => Diagnostic { severity, code, root, path, line, column, message, hint; }
    wit::Changes => Changes { added, removed, changed, complete; }
    wit::Finding => Finding { outcome, name, path, message; diagnostics }
    wit::FileEntry => FileEntry { path, size, sha256; }
    wit::FileInfo => FileInfo { path, kind, size, listed, media_type; }
    wit::Invocation => Invocation { model, user; }
    wit::Listing => Listing { complete, digest; skills, diagnostics, shadowed }
    wit::Manifest => Manifest { complete, digest; files }
    wit::ServedSkill => ServedSkill { frontmatter, digest; files, faults }
    wit::ShadowedSkill => ShadowedSkill { name, directory, winner; }
    wit::ToolGrant => ToolGrant { granted, refused; }
    wit::Skill => Skill {
        name, description, directory, root, license, compatibility, allowed_tools, metadata,
        frontmatter, invocation, digest;
    }
}

impl From<wit::Severity> for types::Severity {
    fn from(severity: wit::Severity) -> Self {
        match severity {
            wit::Severity::Error => Self::Error,
            wit::Severity::Warning => Self::Warning,
            wit::Severity::Info => Self::Info,
        }
    }
}

impl From<wit::Outcome> for types::Outcome {
    fn from(outcome: wit::Outcome) -> Self {
        match outcome {
            wit::Outcome::Loaded => Self::Loaded,
            wit::Outcome::Shadowed => Self::Shadowed,
            wit::Outcome::Refused => Self::Refused,
            wit::Outcome::Ignored => Self::Ignored,
        }
    }
}

impl From<wit::FileKind> for types::FileKind {
    fn from(kind: wit::FileKind) -> Self {
        match kind {
            wit::FileKind::File => Self::File,
            wit::FileKind::Directory => Self::Directory,
        }
    }
}

impl From<wit::ContentData> for types::ContentData {
    fn from(data: wit::ContentData) -> Self {
        match data {
            wit::ContentData::Text(text) => Self::Text(text),
            wit::ContentData::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}

impl Argument for &types::InlineSkill {
    type Wit = wit::InlineSkill;

    fn into_wit(self) -> wit::InlineSkill {
        let skill = self.clone();
        let files = skill.files.into_iter().map(|file| wit::InlineFile {
            path: file.path,
            data: file.data,
        });
        wit::InlineSkill {
            name: skill.name,
            description: skill.description,
            body: skill.body,
            frontmatter: skill.frontmatter,
            provider: skill.provider,
            rank: skill.rank,
            base: skill.base.map(|base| match base {
                types::ResourceBase::Directory(path) => wit::ResourceBase::Directory(path),
                types::ResourceBase::Url(url) => wit::ResourceBase::Url(url),
                types::ResourceBase::Opaque(words) => wit::ResourceBase::Opaque(words),
            }),
            files: files.collect(),
        }
    }
}

impl Argument for types::Invoker {
    type Wit = wit::Invoker;

    fn into_wit(self) -> wit::Invoker {
        match self {
            Self::Host => wit::Invoker::Host,
            Self::User => wit::Invoker::User,
            Self::Model => wit::Invoker::Model,
        }
    }
}

impl From<wit::Error> for types::Error {
    fn from(error: wit::Error) -> Self {
        match error {
            wit::Error::UnknownSkill(wit::UnknownName {
                name,
                available,
                nearest,
            }) => Self::UnknownSkill {
                name,
                available,
                nearest,
            },
            wit::Error::NotInvocable(name) => Self::NotInvocable(name),
            wit::Error::InvalidPath(wit::Refusal {
                subject: path,
                reason,
            }) => Self::InvalidPath { path, reason },
            wit::Error::OutsideSkill(wit::Refusal {
                subject: path,
                reason,
            }) => Self::OutsideSkill { path, reason },
            wit::Error::NotFound(wit::MissingFile {
                path,
                nearest,
                target,
            }) => Self::NotFound {
                path,
                nearest,
                target,
            },
            wit::Error::NotText(path) => Self::NotText(path),
            wit::Error::TooLarge(wit::SizeLimit { path, limit }) => Self::TooLarge { path, limit },
            wit::Error::Unreadable(wit::Refusal {
                subject: path,
                reason,
            }) => Self::Unreadable { path, reason },
            wit::Error::Changed(wit::Drift {
                path,
                expected,
                found,
            }) => Self::Changed {
                path,
                expected,
                found,
            },
            wit::Error::Incomplete(wit::Refusal {
                subject: skill,
                reason,
            }) => Self::Incomplete { skill, reason },
            wit::Error::InvalidLock(wit::Refusal {
                subject: place,
                reason,
            }) => Self::InvalidLock { place, reason },
            wit::Error::InvalidOptions(wit::Refusal {
                subject: option,
                reason,
            }) => Self::InvalidOptions { option, reason },
            wit::Error::Other(sentence) => Self::Other(sentence),
        }
    }
}
