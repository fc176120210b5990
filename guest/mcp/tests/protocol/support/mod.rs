//! A server over a directory that a test writes.

use std::fs;
use std::rc::Rc;

use agent_skills_component::dialect::{definitions, tool_call};
use agent_skills_component::serving;
use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_mcp::{Backend, Failure, MODERN_VERSION, Reply, Server};
use agent_skills_types::{
    Activation, Content, Error, Invoker, Listing, Manifest, ServedSkill, ToolResult,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The component's own code as a backend, without WebAssembly.
pub struct Own(pub Toolkit);

fn refused<T>(result: Result<T, Error>) -> Result<T, Failure> {
    result.map_err(Failure::Refused)
}

impl Backend for Own {
    fn list_skills(&mut self) -> Result<Listing, Failure> {
        Ok(self.0.list())
    }

    fn serve_skill(&mut self, name: &str) -> Result<ServedSkill, Failure> {
        refused(serving::serve(&mut self.0, name))
    }

    fn list_files(&mut self, name: &str) -> Result<Manifest, Failure> {
        refused(self.0.files(name))
    }

    fn read_file(&mut self, name: &str, path: &str, offset: u64) -> Result<Content, Failure> {
        refused(self.0.read(name, path, offset, 0, Invoker::Host))
    }

    fn activate_skill(&mut self, name: &str) -> Result<Activation, Failure> {
        refused(self.0.activate(name, Invoker::User))
    }

    fn instructions(&mut self) -> Result<String, Failure> {
        Ok(self.0.instructions())
    }

    fn definitions(&mut self) -> Result<String, Failure> {
        let dialect = self.0.dialect();
        let names = self.0.model_names();
        refused(definitions::definitions(dialect, &names, "mcp"))
    }

    fn call(&mut self, tool: &str, arguments: &str) -> Result<ToolResult, Failure> {
        Ok(tool_call::call(&mut self.0, None, tool, arguments))
    }
}

/// A directory of skills and a server over it.
pub struct World {
    directory: TempDir,
    /// The skills.
    pub backend: Own,
    /// The server.
    pub server: Server,
}

impl World {
    /// The files below `/skills`.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let directory = TempDir::new().unwrap();
        let storage = Native::default().mount(directory.path(), "/skills");
        let world = Self {
            directory,
            backend: Own(Toolkit::new(Rc::new(storage))),
            server: Server {
                name: "agent-skills".to_owned(),
                version: "1".to_owned(),
                ttl_ms: 60_000,
                private: false,
            },
        };
        for (path, content) in files {
            world.write(path, content);
        }
        world
    }

    /// Writes a file.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.directory.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The reply to the text of a message over stdio.
    pub fn send(&mut self, message: &str) -> Reply {
        self.server
            .handle(&mut self.backend, message.as_bytes(), None)
    }

    /// The answer to a request of the modern era: status and message.
    pub fn modern(&mut self, method: &str, mut params: Value) -> (u16, Value) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        self.request(method, params)
    }

    /// The answer to a request with these parameters as they are.
    pub fn request(&mut self, method: &str, params: Value) -> (u16, Value) {
        let mut message = json!({"jsonrpc": "2.0", "id": 1, "method": method});
        message["params"] = params;
        let reply = self.send(&message.to_string());
        let body = reply.body.unwrap_or_default();
        assert!(!body.contains('\n'), "{body}");
        (reply.status, serde_json::from_str(&body).unwrap())
    }

    /// The result of a request of the modern era, without what all results have.
    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let (status, mut answer) = self.modern(method, params);
        assert_eq!(status, 200, "{answer}");
        let mut result = answer["result"].take();
        let members = result.as_object_mut().unwrap();
        for member in ["resultType", "_meta", "ttlMs", "cacheScope"] {
            members.remove(member);
        }
        result
    }

    /// The code and the data of a request of the modern era that fails.
    pub fn error(&mut self, method: &str, params: Value) -> (u16, i64, Value) {
        let (status, answer) = self.modern(method, params);
        let error = &answer["error"];
        (
            status,
            error["code"].as_i64().unwrap(),
            error["data"].clone(),
        )
    }
}

/// A `SKILL.md` that nothing is wrong with.
pub fn good(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}.\n---\nBody of {name}.\n")
}
