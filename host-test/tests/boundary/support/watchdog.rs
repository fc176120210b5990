//! Attacks that hang are failures too.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{process, thread};

/// Far more than any attack takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the whole test program unless it is dropped in time.
///
/// A thread that waits for the other end of a pipe cannot be stopped, so there
/// is nothing milder that would let the other tests go on.
pub struct Watchdog {
    _alive: Sender<()>,
}

impl Watchdog {
    /// Watches over what is called `name`.
    pub fn over(name: &str) -> Self {
        let (alive, watched) = mpsc::channel();
        let name = name.to_owned();
        thread::spawn(move || {
            if watched.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("`{name}` hangs");
                process::abort();
            }
        });
        Self { _alive: alive }
    }
}
