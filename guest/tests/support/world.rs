//! A toolkit over a directory that a test writes.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use agent_skills_component::dialect::{definitions::definitions, tool_call};
use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::{InlineSkill, ToolResult};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A directory, seen by the toolkit as `/skills`.
pub struct World {
    directory: TempDir,
    /// The toolkit over it.
    pub toolkit: Toolkit,
}

impl World {
    /// The files below `/skills`, not yet configured.
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self::mounted(&[("", "/skills")], files)
    }

    /// The files, with parts of their directory under names of their own.
    pub fn mounted(mounts: &[(&str, &str)], files: &[(&str, &str)]) -> Self {
        let directory = TempDir::new().unwrap();
        let mut storage = Native::default();
        for (part, name) in mounts {
            let path = directory.path().join(part);
            fs::create_dir_all(&path).unwrap();
            storage = storage.mount(path, *name);
        }
        let world = Self {
            directory,
            toolkit: Toolkit::new(Rc::new(storage)),
        };
        for (path, content) in files {
            world.write(path, content);
        }
        world
    }

    /// The files below `/skills` under a dialect.
    pub fn of(dialect: &str, files: &[(&str, &str)]) -> Self {
        let mut world = Self::new(files);
        let options = json!({"dialect": dialect, "skills": {"paths": ["/skills"]}});
        world.configure(options).unwrap();
        world
    }

    /// Configures, or gives the sentence why not.
    pub fn configure(&mut self, options: Value) -> Result<(), String> {
        let configured = self.toolkit.configure(&options.to_string());
        configured.map_err(|error| error.to_string())
    }

    /// Where a path of the tree truly lies.
    pub fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    /// Writes a file.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Makes a link.
    pub fn link(&self, path: &str, target: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    /// Deletes a file or directory.
    pub fn remove(&self, path: &str) {
        let path = self.path(path);
        match path.is_dir() {
            true => fs::remove_dir_all(path).unwrap(),
            false => fs::remove_file(path).unwrap(),
        }
    }

    /// A call outside every conversation.
    pub fn call(&mut self, tool: &str, arguments: Value) -> ToolResult {
        tool_call::call(&mut self.toolkit, None, tool, &arguments.to_string())
    }

    /// The text of such a call.
    pub fn text(&mut self, tool: &str, arguments: Value) -> String {
        self.call(tool, arguments).text
    }

    /// The text of a call in a conversation.
    pub fn say(&mut self, conversation: &str, tool: &str, arguments: Value) -> String {
        let arguments = arguments.to_string();
        tool_call::call(&mut self.toolkit, Some(conversation), tool, &arguments).text
    }

    /// The names of all skills, in their order.
    pub fn names(&mut self) -> String {
        let names: Vec<String> = self
            .toolkit
            .list()
            .skills
            .into_iter()
            .map(|s| s.name)
            .collect();
        names.join(" ")
    }

    /// The messages of all findings, one a line.
    pub fn findings(&mut self) -> String {
        let found = self.toolkit.list().diagnostics;
        let messages: Vec<String> = found.into_iter().map(|d| d.message).collect();
        messages.join("\n")
    }

    /// The tool definitions in a shape.
    pub fn tools(&mut self, shape: &str) -> Value {
        let dialect = self.toolkit.dialect();
        let text = definitions(dialect, &self.toolkit.model_names(), shape).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// The names of the tools.
    pub fn tool_names(&mut self) -> String {
        let tools = self.tools("json-schema");
        let tools = tools.as_array().unwrap();
        let names: Vec<&str> = tools.iter().map(|t| t["name"].as_str().unwrap()).collect();
        names.join(" ")
    }

    /// Registers a skill, or gives the sentence why not.
    pub fn register(&mut self, skill: &InlineSkill) -> Result<(), String> {
        self.toolkit
            .register(skill)
            .map_err(|error| error.to_string())
    }
}

/// A `SKILL.md`.
pub fn skill(name: &str, description: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n{body}")
}

/// A skill that the host hands over.
pub fn inline(name: &str, description: &str) -> InlineSkill {
    InlineSkill {
        name: name.into(),
        description: description.into(),
        body: format!("Body of {name}."),
        ..InlineSkill::default()
    }
}
