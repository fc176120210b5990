//! The clock by which running components are interrupted.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use wasmtime::{Engine, EngineWeak};

/// How often a running component is interrupted to look at its deadline, and how
/// long an asynchronous call keeps its thread at most before it yields.
const TICK: Duration = Duration::from_millis(1);

/// A thread that advances an engine's epoch while calls are running.
///
/// It sleeps while none is, and ends when this value is dropped.
pub struct Ticker {
    calls: Arc<Calls>,
    thread: Thread,
}

#[derive(Default)]
struct Calls {
    running: AtomicUsize,
    stopped: AtomicBool,
}

impl Ticker {
    /// Starts the thread.
    pub fn start(engine: &Engine) -> io::Result<Self> {
        let calls = Arc::<Calls>::default();
        let handle = thread::Builder::new()
            .name("agent-skills-ticker".to_owned())
            .spawn({
                let calls = calls.clone();
                let engine = engine.weak();
                move || calls.tick(&engine)
            })?;
        Ok(Self {
            calls,
            thread: handle.thread().clone(),
        })
    }

    /// Keeps the clock going until the returned value is dropped.
    pub fn run(&self) -> Running {
        if self.calls.running.fetch_add(1, Ordering::AcqRel) == 0 {
            self.thread.unpark();
        }
        Running(self.calls.clone())
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.calls.stopped.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

impl Calls {
    fn tick(&self, engine: &EngineWeak) {
        while !self.stopped.load(Ordering::Acquire) {
            if self.running.load(Ordering::Acquire) == 0 {
                thread::park();
                continue;
            }
            thread::sleep(TICK);
            match engine.upgrade() {
                Some(engine) => engine.increment_epoch(),
                None => return,
            }
        }
    }
}

/// A call that is running.
pub struct Running(Arc<Calls>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::AcqRel);
    }
}
