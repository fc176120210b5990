//! Skills that the host serves from somewhere else.

use std::sync::Arc;

use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use crate::bindings::source as wit;
use crate::state::State;

/// The interface's name in the component.
const INTERFACE: &str = "agent-skills:toolkit/source@0.1.0";

/// Where skills come from that lie in no directory: a database, an address, a
/// program.
///
/// The component of [`SandboxBuilder::with_source`] reads it as it reads
/// directories, as one more root named `source`, with the same rules, limits and
/// diagnostics. It is asked on the thread that runs the component.
///
/// [`SandboxBuilder::with_source`]: crate::SandboxBuilder::with_source
pub trait Source: Send + Sync {
    /// The skills that there are now. Asked for once at each look.
    ///
    /// # Errors
    ///
    /// When the source does not answer.
    fn candidates(&self) -> Result<Observation, SourceError>;

    /// Paths below the skill and sizes in bytes of its files, `SKILL.md` among
    /// them.
    ///
    /// # Errors
    ///
    /// When there is no such skill, or the source does not answer.
    fn files(&self, name: &str) -> Result<Vec<(String, u64)>, SourceError>;

    /// At most `length` bytes of a file from `offset`. Fewer mean its end.
    ///
    /// # Errors
    ///
    /// When there is no such file, or the source does not answer.
    fn read(
        &self,
        name: &str,
        path: &str,
        offset: u64,
        length: u32,
    ) -> Result<Vec<u8>, SourceError>;
}

/// What a source has now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Its skills.
    pub candidates: Vec<Candidate>,
    /// False when there may be more, because a part of the source does not
    /// answer.
    pub complete: bool,
}

/// A skill that a source has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name: one part of a path.
    pub name: String,
    /// Any text that is another when a file of the skill is another.
    pub version: String,
}

/// Why a source does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no such skill or file.
    #[error("it does not exist")]
    NotFound,
    /// The caller may not see it.
    #[error("permission denied")]
    NotPermitted,
    /// Anything else, as one sentence.
    #[error("{0}")]
    Unavailable(String),
}

/// Links the functions of the interface. A component that does not import it
/// takes no notice.
pub(crate) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    let mut source = linker.instance(INTERFACE)?;
    source.func_wrap("list-candidates", |store: Context<'_>, (): ()| {
        let answer = served(&store).and_then(|source| source.candidates());
        Ok((answer
            .map(wit::Observation::from)
            .map_err(wit::SourceError::from),))
    })?;
    source.func_wrap("list-files", |store: Context<'_>, (name,): (String,)| {
        let answer = served(&store).and_then(|source| source.files(&name));
        let files = answer.map(|files| {
            let files = files.into_iter();
            files
                .map(|(path, size)| wit::SourceFile { path, size })
                .collect::<Vec<_>>()
        });
        Ok((files.map_err(wit::SourceError::from),))
    })?;
    source.func_wrap(
        "read-file",
        |store: Context<'_>, (name, path, offset, length): (String, String, u64, u32)| {
            let answer =
                served(&store).and_then(|source| source.read(&name, &path, offset, length));
            Ok((answer.map_err(wit::SourceError::from),))
        },
    )
}

type Context<'s> = StoreContextMut<'s, State>;

fn served(store: &Context<'_>) -> Result<Arc<dyn Source>, SourceError> {
    let source = store.data().source();
    source.ok_or_else(|| SourceError::Unavailable("the host serves no source".to_owned()))
}

impl From<Observation> for wit::Observation {
    fn from(observation: Observation) -> Self {
        let candidates = observation.candidates.into_iter().map(|c| wit::Candidate {
            name: c.name,
            version: c.version,
        });
        Self {
            candidates: candidates.collect(),
            complete: observation.complete,
        }
    }
}

impl From<SourceError> for wit::SourceError {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::NotFound => Self::NotFound,
            SourceError::NotPermitted => Self::NotPermitted,
            SourceError::Unavailable(sentence) => Self::Unavailable(sentence),
        }
    }
}
