//! Waiting for a future without a runtime.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Runs a future to its end on this thread.
///
/// A file is usually read on the calling thread, and then the future is ready at
/// once. If not, another thread does the work and this one sleeps until it is
/// done. A runtime would refuse to do that inside of another runtime, so a
/// program that calls the synchronous functions from asynchronous code would
/// panic.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    if let Poll::Ready(output) = future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        return output;
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        thread::park();
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn ready_futures_return_at_once() {
        assert_eq!(block_on(std::future::ready(7)), 7);
    }

    #[test]
    fn pending_futures_are_awoken_by_other_threads() {
        let (sender, receiver) = mpsc::channel::<Waker>();
        thread::spawn(move || {
            while let Ok(waker) = receiver.recv() {
                thread::sleep(Duration::from_millis(5));
                waker.wake();
            }
        });
        let mut polls = 0;
        let future = std::future::poll_fn(|context| {
            polls += 1;
            if polls == 4 {
                return Poll::Ready(polls);
            }
            sender
                .send(context.waker().clone())
                .expect("the thread runs as long as the sender lives");
            Poll::Pending
        });
        assert_eq!(block_on(future), 4);
    }
}
