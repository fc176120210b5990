//! An instance as what the protocol asks.

use agent_skills_mcp::{Backend, Failure};

use crate::types::{Activation, Content, Invoker, Listing, Manifest, ServedSkill, ToolResult};
use crate::{Error, Instance, Result};

/// An instance, and whether it is still of use.
pub struct Guest {
    instance: Instance,
    usable: bool,
}

impl Guest {
    /// Takes an instance that is of use.
    pub fn new(instance: Instance) -> Self {
        Self {
            instance,
            usable: true,
        }
    }

    /// False after a fault: another instance has to answer from now on.
    pub fn is_usable(&self) -> bool {
        self.usable
    }

    /// Looks at the directories again.
    pub fn refresh(&mut self) {
        let refreshed = self.instance.refresh();
        let _ = self.settle(refreshed);
    }

    fn settle<T>(&mut self, result: Result<T>) -> Result<T, Failure> {
        result.map_err(|error| match error {
            Error::Refused(error) => Failure::Refused(error),
            _ => {
                self.usable = false;
                Failure::Broken
            }
        })
    }
}

impl Backend for Guest {
    fn list_skills(&mut self) -> Result<Listing, Failure> {
        let result = self.instance.list_skills();
        self.settle(result)
    }

    fn serve_skill(&mut self, name: &str) -> Result<ServedSkill, Failure> {
        let result = self.instance.serve_skill(name);
        self.settle(result)
    }

    fn list_files(&mut self, name: &str) -> Result<Manifest, Failure> {
        let result = self.instance.list_files(name);
        self.settle(result)
    }

    fn read_file(&mut self, name: &str, path: &str, offset: u64) -> Result<Content, Failure> {
        let result = self.instance.read_file(name, path, offset, 0);
        self.settle(result)
    }

    fn activate_skill(&mut self, name: &str) -> Result<Activation, Failure> {
        let result = self.instance.activate_skill(name, Invoker::User);
        self.settle(result)
    }

    fn instructions(&mut self) -> Result<String, Failure> {
        let result = self.instance.instructions();
        self.settle(result)
    }

    fn definitions(&mut self) -> Result<String, Failure> {
        let result = self.instance.definitions("mcp");
        self.settle(result)
    }

    fn call(&mut self, tool: &str, arguments: &str) -> Result<ToolResult, Failure> {
        let result = self.instance.call(None, tool, arguments);
        self.settle(result)
    }
}
