//! What the host keeps for one instance: its open files and what it may use.

use std::sync::Arc;
use std::time::{Duration, Instant};

use wasmtime::component::ResourceTable;
use wasmtime::{ResourceLimiter, Store, StoreContextMut, UpdateDeadline};
use wasmtime_wasi::filesystem::{WasiFilesystemCtx, WasiFilesystemCtxView};

use crate::below::Ahead;
use crate::limits::Limits;
use crate::mounts::{Mount, Mounts};
use crate::source::Source;

/// What an element of a table takes: a pointer.
const ELEMENT_BYTES: usize = size_of::<usize>();

/// The state that belongs to one instance.
pub struct State {
    table: ResourceTable,
    access: WasiFilesystemCtx,
    ahead: Ahead,
    blocking: bool,
    directories: Arc<Vec<Mount>>,
    source: Option<Arc<dyn Source>>,
    memory: Budget,
    allowance: Duration,
    deadline: Instant,
    way: Way,
}

/// How calls into the component are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// On the caller's stack.
    Synchronous,
    /// On a stack of its own that can be suspended.
    Asynchronous,
}

/// The limit that a component ran into.
///
/// It travels through wasmtime as the reason of the trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// More time than one call may take.
    #[error("the deadline has passed")]
    Deadline,
    /// More memory than an instance may have.
    #[error("the limit of memory is reached")]
    Memory,
}

struct Budget {
    used: usize,
    limit: usize,
}

impl State {
    /// A store for one instance.
    pub fn store(
        engine: &wasmtime::Engine,
        mounts: &Mounts,
        limits: &Limits,
        way: Way,
    ) -> Store<Self> {
        let mut table = ResourceTable::new();
        table.set_max_capacity(limits.handles);
        let mut store = Store::new(
            engine,
            Self {
                table,
                access: mounts.access(),
                ahead: Ahead::default(),
                blocking: mounts.blocking(),
                directories: mounts.directories().clone(),
                source: mounts.source(),
                memory: Budget::new(limits.memory_bytes),
                allowance: limits.deadline,
                deadline: Instant::now(),
                way,
            },
        );
        store.limiter(|state| state);
        store.set_hostcall_fuel(limits.transfer_bytes);
        store.set_max_component_handles(limits.handles);
        store.epoch_deadline_callback(Self::tick);
        store
    }

    /// Gives the call that begins now its time.
    pub fn start_clock(store: &mut Store<Self>) {
        let state = store.data_mut();
        // A deadline beyond the end of time is none.
        let now = Instant::now();
        state.deadline = now
            .checked_add(state.allowance)
            .unwrap_or_else(|| now + FOREVER);
        store.set_epoch_deadline(1);
    }

    /// Runs while the component does, whenever the clock has ticked.
    #[expect(clippy::needless_pass_by_value, reason = "the signature is wasmtime's")]
    fn tick(store: StoreContextMut<'_, Self>) -> wasmtime::Result<UpdateDeadline> {
        let state = store.data();
        if Instant::now() >= state.deadline {
            return Err(Breach::Deadline.into());
        }
        Ok(match state.way {
            Way::Synchronous => UpdateDeadline::Continue(1),
            Way::Asynchronous => UpdateDeadline::Yield(1),
        })
    }

    /// The view by which wasmtime's functions work on the open files.
    pub fn files(&mut self) -> WasiFilesystemCtxView<'_> {
        WasiFilesystemCtxView {
            ctx: &mut self.access,
            table: &mut self.table,
        }
    }

    /// What is opened before it is asked for.
    pub fn ahead(&mut self) -> &mut Ahead {
        &mut self.ahead
    }

    /// The same with other directories.
    pub fn files_of<'a>(&'a mut self, ctx: &'a mut WasiFilesystemCtx) -> WasiFilesystemCtxView<'a> {
        WasiFilesystemCtxView {
            ctx,
            table: &mut self.table,
        }
    }

    /// Whether files are read on the thread that runs the component.
    pub fn blocking(&self) -> bool {
        self.blocking
    }

    /// What the host serves from somewhere else.
    pub fn source(&self) -> Option<Arc<dyn Source>> {
        self.source.clone()
    }

    /// Memory that the component has, its tables included, in bytes. It never
    /// becomes less.
    pub fn memory_bytes(&self) -> usize {
        self.memory.used
    }

    /// The mounted directories, in order.
    pub fn directories(&self) -> Arc<Vec<Mount>> {
        self.directories.clone()
    }
}

/// A thousand years.
const FOREVER: Duration = Duration::from_secs(1000 * 365 * 24 * 60 * 60);

impl ResourceLimiter for State {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.memory.grow(current, desired)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.memory.grow(
            current.saturating_mul(ELEMENT_BYTES),
            desired.saturating_mul(ELEMENT_BYTES),
        )
    }
}

impl Budget {
    fn new(limit: usize) -> Self {
        Self { used: 0, limit }
    }

    /// Counts the growth of one memory or table against the sum over all.
    ///
    /// A component that runs out of memory is stopped here: told that it cannot
    /// have more it would only trap for a reason that nobody understands.
    fn grow(&mut self, current: usize, desired: usize) -> wasmtime::Result<bool> {
        let used = self.used.saturating_add(desired.saturating_sub(current));
        if used > self.limit {
            return Err(Breach::Memory.into());
        }
        self.used = used;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_count_the_sum() {
        let mut budget = Budget::new(100);
        assert!(budget.grow(0, 60).is_ok());
        assert!(budget.grow(0, 40).is_ok());
        assert!(budget.grow(40, 41).is_err());
        assert!(budget.grow(60, 60).is_ok());
    }
}
