//! What an instance may use.

use std::time::Duration;

/// What each instance of a [`Sandbox`](crate::Sandbox) may use at most.
///
/// ```
/// use agent_skills_sandbox::Limits;
/// use std::time::Duration;
///
/// let limits = Limits {
///     deadline: Duration::from_secs(2),
///     ..Limits::default()
/// };
/// assert_eq!(limits.memory_bytes, 64 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of the component itself, its tables included, in bytes: 64 MiB.
    pub memory_bytes: usize,
    /// Time for one call, waiting included: 10 seconds.
    ///
    /// It is looked at while the component runs, not while the operating
    /// system answers a request for a file.
    pub deadline: Duration,
    /// Stack of the component, in bytes: 512 KiB.
    pub stack_bytes: usize,
    /// What the component may hand to the host in one piece, as a result or as
    /// arguments, in bytes: 64 MiB.
    ///
    /// The memory alone does not bound this, because a list may name the same
    /// text many times.
    pub transfer_bytes: usize,
    /// Files and directories that the component may hold open: 1,024.
    pub handles: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 64 << 20,
            deadline: Duration::from_secs(10),
            stack_bytes: 512 << 10,
            transfer_bytes: 64 << 20,
            handles: 1024,
        }
    }
}
