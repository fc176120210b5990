//! The records that the Agent Skills component and its hosts exchange.
//!
//! They mirror the WIT interface `agent-skills:toolkit/types` and serialise to
//! the JSON that `agent-skills --json` prints and that `tools.call` returns as
//! its value, so that this JSON is the same from every host.

pub mod bytes;
mod content;
mod diagnostic;
mod error;
mod grant;
mod inline;
mod listing;
mod served;
mod skill;
pub mod text;

pub use content::{Activation, Content, ContentData, FileEntry, FileInfo, FileKind, Manifest};
pub use diagnostic::{Diagnostic, Severity};
pub use error::{Error, ErrorReport};
pub use grant::ToolGrant;
pub use inline::{InlineFile, InlineSkill, ResourceBase};
pub use listing::{Changes, Finding, FittedCatalog, Listing, Outcome, ShadowedSkill, ToolResult};
pub use served::{SERVED_BYTES, SERVED_FILES, ServedSkill};
pub use skill::{Invocation, Invoker, Skill};
