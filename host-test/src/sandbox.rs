//! The engine and the component, built once.

use std::sync::Arc;

use wasmtime::component::{Component, InstancePre, Linker};
use wasmtime::{Engine, InstanceAllocationStrategy, Store};

use crate::bindings::SkillsPre;
use crate::engine_config::engine_config;
use crate::instance::{AsyncInstance, Instance};
use crate::limits::Limits;
use crate::operations::{Exports, Operation};
use crate::pool::pool;
use crate::state::{State, Way};
use crate::ticker::{Running, Ticker};
use crate::{Error, Mounts, Result, embedded, source, wasi};

/// A component that is ready to run, and the limits for its instances.
///
/// A clone is cheap and shares everything; threads may use the same sandbox.
#[derive(Clone)]
pub struct Sandbox(Arc<Shared>);

struct Shared {
    engine: Engine,
    blocking: InstancePre<State>,
    suspending: InstancePre<State>,
    exports: Exports,
    limits: Limits,
    ticker: Ticker,
}

/// Sets up a [`Sandbox`] other than the default one.
#[derive(Clone, Debug, Default)]
pub struct SandboxBuilder {
    limits: Limits,
    component: Which,
    pool: Option<u32>,
}

/// Which component a sandbox runs.
#[derive(Clone, Debug, Default)]
enum Which {
    #[default]
    Embedded,
    EmbeddedWithSource,
    Other(Vec<u8>),
}

impl Sandbox {
    /// The component of this crate, compiled at build time, with the default
    /// [`Limits`].
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when this machine cannot run the compiled component.
    pub fn new() -> Result<Self> {
        Self::builder().build()
    }

    /// Begins with the component of this crate and the default [`Limits`].
    pub fn builder() -> SandboxBuilder {
        SandboxBuilder::default()
    }

    /// A new instance that reads in `mounts`, for synchronous programs.
    ///
    /// It takes some twenty microseconds, fewer from a
    /// [pool](SandboxBuilder::pool), and looks at no directory yet.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] when the component does not fit into its memory at all,
    /// [`Error::Pool`] when the sandbox has a [pool](SandboxBuilder::pool) and all
    /// of it is in use, and [`Error::Trap`] when the component breaks down at once.
    pub fn instance(&self, mounts: &Mounts) -> Result<Instance> {
        Instance::new(self, mounts)
    }

    /// A new instance that reads in `mounts`, for asynchronous programs.
    ///
    /// # Errors
    ///
    /// The same as for [`instance`](Self::instance).
    pub async fn instance_async(&self, mounts: &Mounts) -> Result<AsyncInstance> {
        AsyncInstance::new(self, mounts).await
    }

    /// What each instance may use.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// A store for one instance. Instantiation runs code of the component, so
    /// it has a deadline as well.
    pub(crate) fn store(&self, mounts: &Mounts, way: Way) -> (Store<State>, Running) {
        let mut store = State::store(&self.0.engine, mounts, &self.0.limits, way);
        State::start_clock(&mut store);
        (store, self.run())
    }

    pub(crate) fn run(&self) -> Running {
        self.0.ticker.run()
    }

    pub(crate) fn blocking(&self) -> &InstancePre<State> {
        &self.0.blocking
    }

    pub(crate) fn suspending(&self) -> &InstancePre<State> {
        &self.0.suspending
    }

    pub(crate) fn export(
        &self,
        operation: Operation,
    ) -> &wasmtime::component::ComponentExportIndex {
        self.0.exports.index(operation)
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox")
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}

impl SandboxBuilder {
    /// What each instance may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Another component of the same world, as the bytes of its `.wasm` file. It
    /// is compiled when the sandbox is built.
    #[must_use]
    pub fn component(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.component = Which::Other(bytes.into());
        self
    }

    /// The component of this crate that asks the host for skills too; see
    /// [`Mounts::serve`].
    #[must_use]
    pub fn with_source(mut self) -> Self {
        self.component = Which::EmbeddedWithSource;
        self
    }

    /// Takes the addresses for this many instances once, when the sandbox is
    /// built, so that an instance is made in little more than half the time. For
    /// programs that make one for each request, of a component of this crate.
    ///
    /// No more than these can be alive at once; another one is refused with
    /// [`Error::Pool`]. Each takes 4 GiB of addresses and a stack of some 1.5 MiB
    /// for asynchronous calls; memory is taken only as it is needed.
    #[must_use]
    pub fn pool(mut self, instances: u32) -> Self {
        self.pool = Some(instances);
        self
    }

    /// Builds the sandbox: 0.3 milliseconds for the component of this crate,
    /// the time of a compilation for another one.
    ///
    /// # Errors
    ///
    /// [`Error::NotThisWorld`] when the component imports anything but reading
    /// files or lacks a function of the world, and [`Error::Engine`] when the
    /// limits make no sense, the machine cannot run the compiled component, or a
    /// pool is for none, for another component, or larger than the addresses that
    /// the system gives.
    pub fn build(self) -> Result<Sandbox> {
        let mut config = engine_config(self.limits.stack_bytes);
        if let Some(instances) = self.pool {
            config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(instances)?));
        }
        let (engine, component) = match self.component {
            Which::Embedded => embedded::SKILLS.load(config).map_err(engine_error)?,
            Which::EmbeddedWithSource => embedded::SKILLS_WITH_SOURCE
                .load(config)
                .map_err(engine_error)?,
            Which::Other(_) if self.pool.is_some() => {
                let reason = "a pool is for the component of this crate".to_owned();
                return Err(Error::Engine { reason });
            }
            Which::Other(bytes) => {
                let engine = Engine::new(&config).map_err(engine_error)?;
                let component = Component::from_binary(&engine, &bytes).map_err(world_error)?;
                (engine, component)
            }
        };
        let blocking = link(&component, wasi::link_blocking)?;
        let suspending = link(&component, wasi::link_suspending)?;
        let exports = Exports::find(&component).map_err(|reason| Error::NotThisWorld { reason })?;
        // Compares the types of all exported functions with the world's.
        SkillsPre::new(blocking.clone()).map_err(world_error)?;
        let ticker = Ticker::start(&engine).map_err(|error| Error::Engine {
            reason: error.to_string(),
        })?;
        Ok(Sandbox(Arc::new(Shared {
            engine,
            blocking,
            suspending,
            exports,
            limits: self.limits,
            ticker,
        })))
    }
}

fn link(
    component: &Component,
    functions: impl FnOnce(&mut Linker<State>) -> wasmtime::Result<()>,
) -> Result<InstancePre<State>> {
    let mut linker = Linker::new(component.engine());
    functions(&mut linker).map_err(engine_error)?;
    source::link(&mut linker).map_err(engine_error)?;
    linker.instantiate_pre(component).map_err(world_error)
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn engine_error(error: wasmtime::Error) -> Error {
    Error::Engine {
        reason: format!("{error:#}"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn world_error(error: wasmtime::Error) -> Error {
    Error::NotThisWorld {
        reason: format!("{error:#}"),
    }
}
