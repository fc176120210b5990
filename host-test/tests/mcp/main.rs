//! `agent-skills mcp`: the whole server as its clients meet it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clients;
mod composed;
#[path = "../support/connection.rs"]
mod connection;
mod differential;
mod http;
#[path = "../support/imports.rs"]
mod imports;
mod instances;
mod load;
mod settings;
mod stdio;
mod support;
