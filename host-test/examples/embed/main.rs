//! The program of the README: `cargo run --example embed`.

include!("program.rs");
