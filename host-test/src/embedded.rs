//! The component that the build script has built.

#[cfg(target_os = "linux")]
use std::sync::Arc;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, Ordering};

use wasmtime::component::Component;
use wasmtime::{Config, Engine};

#[cfg(target_os = "linux")]
use crate::in_place::{self, InPlace};

static WASM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills.wasm"));
static WASM_WITH_SOURCE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills-with-source.wasm"));

static CODE: &Code = &Code(*include_bytes!(concat!(
    env!("OUT_DIR"),
    "/agent-skills.cwasm"
)));
static CODE_WITH_SOURCE: &Code = &Code(*include_bytes!(concat!(
    env!("OUT_DIR"),
    "/agent-skills-with-source.cwasm"
)));

/// The component that reads directories only.
pub(crate) static SKILLS: Embedded = Embedded::new(CODE);
/// The component that asks the host for skills too.
pub(crate) static SKILLS_WITH_SOURCE: Embedded = Embedded::new(CODE_WITH_SOURCE);

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

/// Machine code; where it can be run in place, on pages of its own.
#[cfg_attr(all(target_os = "linux", target_arch = "aarch64"), repr(align(65536)))]
#[cfg_attr(
    all(target_os = "linux", not(target_arch = "aarch64")),
    repr(align(4096))
)]
pub(crate) struct Code<Bytes: ?Sized = [u8]>(pub Bytes);

/// A component in compiled form.
pub(crate) struct Embedded {
    code: &'static Code,
    /// Whether an engine runs it in place. wasmtime finds the component of an
    /// address in one table of the whole process, so no second one can.
    #[cfg(target_os = "linux")]
    runs_in_place: AtomicBool,
}

impl Embedded {
    const fn new(code: &'static Code) -> Self {
        Self {
            code,
            #[cfg(target_os = "linux")]
            runs_in_place: AtomicBool::new(false),
        }
    }

    /// The component, and an engine that runs nothing else: on Linux in place the
    /// first time, else from a copy.
    pub(crate) fn load(&self, mut config: Config) -> wasmtime::Result<(Engine, Component)> {
        // There is nothing to compile; without it an engine is made sooner.
        config.enable_compiler(false);
        #[cfg(target_os = "linux")]
        if !self.runs_in_place.swap(true, Ordering::Relaxed) {
            config.with_custom_code_memory(Some(Arc::new(InPlace)));
            let engine = Engine::new(&config).inspect_err(|_| {
                self.runs_in_place.store(false, Ordering::Relaxed);
            })?;
            let component = in_place::load(&engine, self.code)?;
            return Ok((engine, component));
        }
        let engine = Engine::new(&config)?;
        // SAFETY: the bytes come from `Engine::precompile_component` in the build
        // script of this crate. That wasmtime's version and settings are the same
        // is checked by wasmtime.
        let component = unsafe { Component::deserialize(&engine, &self.code.0) }?;
        Ok((engine, component))
    }
}
