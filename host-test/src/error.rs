//! What can go wrong between the host and the component.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use wasmtime::component::ResourceTableError;
use wasmtime::{PoolConcurrencyLimitError, Trap};

use crate::limits::Limits;
use crate::state::Breach;
use crate::types;

/// Shorthand for results of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call, an instance or a sandbox failed.
///
/// After [`Trap`](Self::Trap) and the errors about limits the instance is gone:
/// every further call answers [`Poisoned`](Self::Poisoned). The process, the
/// sandbox and all other instances are as before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The component refused the call; the instance is fine.
    #[error(transparent)]
    Refused(#[from] types::Error),
    /// The component broke down, which is a fault in the component.
    #[error("the component broke down: {message}")]
    Trap {
        /// What the component ran into.
        message: String,
    },
    /// The call took longer than [`Limits::deadline`].
    #[error("the call took longer than {} seconds", limit.as_secs_f64())]
    Deadline {
        /// The deadline.
        limit: Duration,
    },
    /// The component wanted more than [`Limits::memory_bytes`].
    #[error("the component wanted more than {limit} bytes of memory")]
    Memory {
        /// The limit.
        limit: usize,
    },
    /// The component needed more than [`Limits::stack_bytes`].
    #[error("the component needed more than {limit} bytes of stack")]
    Stack {
        /// The limit.
        limit: usize,
    },
    /// The component handed over more than [`Limits::transfer_bytes`] in one
    /// piece.
    #[error("the component handed over more than {limit} bytes in one piece")]
    Transfer {
        /// The limit.
        limit: usize,
    },
    /// The component held more than [`Limits::handles`] files open.
    #[error("the component held more than {limit} files open")]
    Handles {
        /// The limit.
        limit: usize,
    },
    /// The operating system refused the process what an instance needs, memory
    /// above all.
    #[error("the operating system has no room for an instance: {reason}")]
    Host {
        /// What the operating system says.
        reason: String,
    },
    /// As many instances are alive as the sandbox has a
    /// [pool](crate::SandboxBuilder::pool) for.
    #[error("the sandbox's pool of instances is used up")]
    Pool,
    /// An earlier call of this instance broke down or was abandoned.
    #[error("an earlier call has left this instance unusable")]
    Poisoned,
    /// A directory that was to be mounted cannot be opened.
    #[error("cannot open directory `{}`: {source}", path.display())]
    Mount {
        /// The directory.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// A directory cannot be mounted under this name.
    #[error("cannot mount a directory as `{name}`: {reason}")]
    MountName {
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file is no component, or one that asks for or offers something else
    /// than the world `agent-skills:toolkit/skills`.
    #[error("not a component of the world `agent-skills:toolkit/skills`: {reason}")]
    NotThisWorld {
        /// What does not fit.
        reason: String,
    },
    /// The engine cannot be set up, for instance with a stack of no bytes.
    #[error("cannot set up the engine: {reason}")]
    Engine {
        /// What stands against it.
        reason: String,
    },
}

impl Error {
    /// A stable identifier for programs. For a refusal it is the name of the
    /// case in the WIT.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(error) => error.code(),
            Self::Trap { .. } => "trap",
            Self::Deadline { .. } => "deadline",
            Self::Memory { .. } => "memory-limit",
            Self::Stack { .. } => "stack-limit",
            Self::Transfer { .. } => "transfer-limit",
            Self::Handles { .. } => "handle-limit",
            Self::Host { .. } => "host-limit",
            Self::Pool => "pool-limit",
            Self::Poisoned => "poisoned",
            Self::Mount { .. } => "mount",
            Self::MountName { .. } => "mount-name",
            Self::NotThisWorld { .. } => "not-this-world",
            Self::Engine { .. } => "engine",
        }
    }

    /// What to do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Refused(error) => error.hint(),
            Self::Trap { .. } => Some("Report it, with the skill that caused it.".to_owned()),
            Self::Deadline { .. } => Some("Mount less, or give calls more time.".to_owned()),
            Self::Memory { .. }
            | Self::Stack { .. }
            | Self::Transfer { .. }
            | Self::Handles { .. } => Some("Mount less, or raise the limit.".to_owned()),
            Self::Host { reason } if reason.contains(TOO_MANY_FILES) => {
                Some("Raise the limit of open files, such as `ulimit -n`.".to_owned())
            }
            Self::Host { .. } => Some(
                "Raise the limits of the process, such as `ulimit -v`: an instance reserves some \
                 4 GiB of addresses, though it uses little of it."
                    .to_owned(),
            ),
            Self::Pool => Some("Drop an instance first, or make the pool larger.".to_owned()),
            Self::Poisoned => Some("Make a new instance.".to_owned()),
            Self::Mount { .. }
            | Self::MountName { .. }
            | Self::NotThisWorld { .. }
            | Self::Engine { .. } => None,
        }
    }

    /// Sorts what wasmtime says about a call or an instantiation that failed.
    pub(crate) fn from_wasmtime(error: &wasmtime::Error, limits: &Limits) -> Self {
        if let Some(breach) = error.downcast_ref::<Breach>() {
            return match breach {
                Breach::Deadline => Self::Deadline {
                    limit: limits.deadline,
                },
                Breach::Memory => Self::Memory {
                    limit: limits.memory_bytes,
                },
            };
        }
        if error.downcast_ref() == Some(&Trap::StackOverflow) {
            return Self::Stack {
                limit: limits.stack_bytes,
            };
        }
        if error.is::<PoolConcurrencyLimitError>() {
            return Self::Pool;
        }
        let message = error.root_cause().to_string();
        if matches!(error.downcast_ref(), Some(ResourceTableError::Full))
            || message.contains(TOO_MANY_HANDLES)
        {
            return Self::Handles {
                limit: limits.handles,
            };
        }
        if message.contains(TOO_MUCH_DATA) {
            return Self::Transfer {
                limit: limits.transfer_bytes,
            };
        }
        if message.contains(OPERATING_SYSTEM) {
            return Self::Host { reason: message };
        }
        Self::Trap { message }
    }
}

/// wasmtime has no type for these; tests notice when it words them anew. Every
/// error of the operating system ends with its number.
const TOO_MANY_HANDLES: &str = "store handle limit exceeded";
const TOO_MUCH_DATA: &str = "fuel allocated for hostcalls has been exhausted";
const OPERATING_SYSTEM: &str = "(os error ";
/// `EMFILE`, wherever there are such.
const TOO_MANY_FILES: &str = "(os error 24)";

/// The JSON form: `{"error":{…}}`.
impl From<&Error> for types::ErrorReport {
    fn from(error: &Error) -> Self {
        match error {
            Error::Refused(error) => error.into(),
            error => Self::new(error.code(), error, error.hint()),
        }
    }
}
