//! What a skill asks for and a host grants.

use serde::Serialize;

/// What remains of a skill's declared tools under a host's grant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ToolGrant {
    /// What the skill declares and the host grants, in the order of the
    /// declaration: of two tokens the narrower.
    pub granted: Vec<String>,
    /// Declared tokens that the grant does not cover in full, in their order.
    pub refused: Vec<String>,
}
