//! The packages in `guest`, compiled to core modules of WebAssembly.
//!
//! A crate of its own, so that this happens while the crates are compiled that
//! the build script of `host-test` makes components of these modules with.

/// The component.
pub const COMPONENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/component.wasm"));

/// The component that asks its host for skills too.
pub const COMPONENT_WITH_SOURCE: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/component-with-source.wasm"));

/// The adapter to stdin and stdout.
#[cfg(feature = "mcp")]
pub const STDIO_ADAPTER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/stdio-adapter.wasm"));

/// The adapter to `wasi:http`.
#[cfg(feature = "mcp")]
pub const HTTP_ADAPTER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/http-adapter.wasm"));
