//! What three existing systems do, row by row, held to their own words.
//!
//! `guest/docs/seed-rows.md` lists every row with the test that proves it or the
//! reason why it cannot belong to a component; `table.rs` keeps that list honest.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "helpers of tests: what fails is told by its place, and arguments are written in place"
)]

#[macro_use]
mod row;
mod deepseek;
mod lightspeed;
mod lightspeed_shipped;
mod lovia;
mod table;
#[path = "../support/world.rs"]
mod world;
