//! Where skills come from.

use agent_skills_types::{Activation, Content, Error, Listing, Manifest, ServedSkill, ToolResult};

/// The functions of the component that a server needs, as the WIT has them.
pub trait Backend {
    /// `list-skills`.
    ///
    /// # Errors
    /// Only [`Failure::Broken`].
    fn list_skills(&mut self) -> Result<Listing, Failure>;

    /// `serve-skill`.
    ///
    /// # Errors
    /// As the WIT says.
    fn serve_skill(&mut self, name: &str) -> Result<ServedSkill, Failure>;

    /// `list-files`.
    ///
    /// # Errors
    /// As the WIT says.
    fn list_files(&mut self, name: &str) -> Result<Manifest, Failure>;

    /// `read-file`, as much as it reads at once from the byte `offset` on.
    ///
    /// # Errors
    /// As the WIT says.
    fn read_file(&mut self, name: &str, path: &str, offset: u64) -> Result<Content, Failure>;

    /// `activate-skill` on behalf of a person.
    ///
    /// # Errors
    /// As the WIT says.
    fn activate_skill(&mut self, name: &str) -> Result<Activation, Failure>;

    /// `instructions`.
    ///
    /// # Errors
    /// Only [`Failure::Broken`].
    fn instructions(&mut self) -> Result<String, Failure>;

    /// `definitions` in the shape `mcp`.
    ///
    /// # Errors
    /// Only [`Failure::Broken`].
    fn definitions(&mut self) -> Result<String, Failure>;

    /// `call` outside every conversation; `arguments` is one JSON object.
    ///
    /// # Errors
    /// Only [`Failure::Broken`].
    fn call(&mut self, tool: &str, arguments: &str) -> Result<ToolResult, Failure>;
}

/// Why a backend gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The component refused.
    Refused(Error),
    /// The component is of no more use; the next message may find another.
    Broken,
}
