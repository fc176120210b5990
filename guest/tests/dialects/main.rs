//! Every dialect over the same skills: what a model sees, in files that can be
//! read side by side, and what no skill can do to it.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "helpers of tests: what fails is told by its place, and arguments are written in place"
)]

mod definitions;
#[path = "../support/dialects.rs"]
mod dialects;
mod frontmatter;
mod golden;
mod hidden;
mod hostile;
mod prompt;
mod transcript;
#[expect(dead_code, reason = "shared with the tests of the rows")]
#[path = "../support/world.rs"]
mod world;

use dialects::DIALECTS;
