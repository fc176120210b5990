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

mod with_source {
    // Only for the types of the interface that this world imports.
    wasmtime::component::bindgen!({
        inline: "
            package agent-skills:only-source;
            world only-source {
                import agent-skills:toolkit/source@0.1.0;
            }
        ",
        path: "../wit",
        world: "agent-skills:only-source/only-source",
    });
}
pub use with_source::agent_skills::toolkit::source;
