//! Rust types for the WIT package, generated from it.

#![allow(
    missing_docs,
    clippy::all,
    unused_qualifications,
    reason = "generated; the comments are those of the WIT"
)]

wasmtime::component::bindgen!({
    path: "../wit",
    world: "skills",
    additional_derives: [PartialEq],
});
