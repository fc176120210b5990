//! Attacks on the boundary of the sandbox, each built on disk for real and made
//! through the component: in every way of access, and with a watchdog over it.
//!
//! Each must come to a typed refusal, or to a diagnostic where skills are looked
//! for, and never to what lies outside. `cargo test --test boundary --
//! --nocapture` prints what came of each.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "this is how a test fails")]

mod changes;
mod discovery;
mod files;
mod layouts;
mod links;
mod names;
mod order;
mod paths;
mod permissions;
mod reading;
mod scan;
mod support;
mod wrappers;
mod writing;
