//! The component that the build script has built.

use wasmtime::Engine;
use wasmtime::component::Component;

static WASM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills.wasm"));
static COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills.cwasm"));

static WASM_WITH_SOURCE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills-with-source.wasm"));
static COMPILED_WITH_SOURCE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills-with-source.cwasm"));

/// The component itself, for other hosts: any runtime of the component model
/// can load it.
pub fn component_bytes() -> &'static [u8] {
    WASM
}

/// The component of the world `skills-with-source`, for other hosts.
pub fn component_with_source_bytes() -> &'static [u8] {
    WASM_WITH_SOURCE
}

/// The component as a command that serves MCP on stdin and stdout, for engines
/// that run `wasi:cli` commands. Skills are what is mounted.
#[cfg(feature = "mcp")]
pub fn stdio_server_bytes() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills-stdio.wasm"))
}

/// The component as a handler that serves MCP over HTTP, for engines that serve
/// `wasi:http`. Skills are what is mounted.
#[cfg(feature = "mcp")]
pub fn http_server_bytes() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills-http.wasm"))
}

/// The component that reads directories only, in compiled form.
pub(crate) fn load(engine: &Engine) -> wasmtime::Result<Component> {
    deserialize(engine, COMPILED)
}

/// The component that asks the host for skills too, in compiled form.
pub(crate) fn load_with_source(engine: &Engine) -> wasmtime::Result<Component> {
    deserialize(engine, COMPILED_WITH_SOURCE)
}

/// `compiled` is one of the two constants above.
fn deserialize(engine: &Engine, compiled: &'static [u8]) -> wasmtime::Result<Component> {
    // SAFETY: the bytes come from `Engine::precompile_component` in the build
    // script of this crate and have been part of this program since. That
    // wasmtime's version and settings are the same is checked by wasmtime.
    unsafe { Component::deserialize(engine, compiled) }
}
