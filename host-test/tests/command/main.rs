//! The command `agent-skills`: what it prints where, and its exit status.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod calls;
mod checking;
#[cfg(unix)]
mod completions;
mod configuration;
mod examples;
#[cfg(unix)]
mod explaining;
mod files;
mod instructions;
mod listing;
mod locks;
mod outputs;
mod roots;
mod strict;
mod support;
#[cfg(unix)]
mod terminals;
mod usage;
mod usual_places;
