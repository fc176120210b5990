//! Agent Skills over the Model Context Protocol, once for every transport.
//!
//! A [`Server`] takes the bytes of one message and gives the bytes of its
//! answer. It does no input or output of its own: skills come from a
//! [`Backend`], and whoever moves bytes, over stdio or HTTP, calls
//! [`Server::handle`]. Nothing is remembered between two messages, so any
//! instance can answer any message.
//!
//! It speaks MCP 2026-07-28 and the three versions before it that begin with a
//! handshake, and the extension `io.modelcontextprotocol/skills` (SEP-2640).
//! Of Streamable HTTP, [`http`] says who is let in and [`headers`] whether headers
//! and body agree; neither needs a network.

mod backend;
pub mod config;
mod constant_time;
mod discovery;
mod era;
pub mod headers;
pub mod http;
mod jsonrpc;
mod page;
mod prompts;
mod resources;
mod result;
mod server;
mod skills;
mod tools;
mod uri;

pub use backend::{Backend, Failure};
pub use era::{LEGACY_VERSIONS, MODERN_VERSION};
pub use jsonrpc::{MESSAGE_BYTES, misconfigured, too_large};
pub use server::{Reply, Server, unavailable};
pub use skills::{NotServed, not_served};
