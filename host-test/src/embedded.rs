//! The component that the build script has built.

use wasmtime::Engine;
use wasmtime::component::Component;

static WASM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills.wasm"));
static COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/agent-skills.cwasm"));

/// The component itself, for other hosts: any runtime of the component model
/// can load it.
pub fn component_bytes() -> &'static [u8] {
    WASM
}

/// The component in compiled form.
pub(crate) fn load(engine: &Engine) -> wasmtime::Result<Component> {
    // SAFETY: the bytes come from `Engine::precompile_component` in the build
    // script of this crate and have been part of this program since. That
    // wasmtime's version and settings are the same is checked by wasmtime.
    unsafe { Component::deserialize(engine, COMPILED) }
}
