//! Messages in, messages out, over real directories.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod eras;
mod garbage;
mod hostile;
mod methods;
mod pages;
mod support;
