//! Serves skills over the Model Context Protocol, from instances in a sandbox.
//!
//! The protocol itself is the crate `agent-skills-mcp`. Here are the instances
//! that answer, in a [`Pool`], and the two ways for messages to arrive:
//! [`serve_lines`] for stdio and [`HttpServer`] for Streamable HTTP.

mod backend;
mod http;
mod lines;
mod pool;
mod taken;

pub use agent_skills_mcp::config;
pub use http::{HttpLimits, HttpServer};
pub use lines::serve_lines;
pub use pool::Pool;
