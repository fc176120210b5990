//! A directory of skills, and servers over it.

pub mod engine;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A directory of skills.
pub struct Skills(TempDir);

impl Skills {
    /// Two skills, with files of every kind that has to come through unchanged.
    pub fn new() -> Self {
        let skills = Self(TempDir::new().unwrap());
        skills.write(
            "alpha/SKILL.md",
            "---\r\nname: alpha\r\ndescription: Does alpha.\r\nversion: 1.0\r\nmetadata:\r\n  author: me\r\nx: {y: [1, true, ~]}\r\n---\r\nBody",
        );
        skills.write("alpha/references/deep/a.md", "# A\n");
        skills.write("alpha/a b&c.txt", "one\r\ntwo");
        skills.write("alpha/data.bin", [0xff, 0x00, 0x01]);
        skills.write("beta/SKILL.md", good("beta"));
        skills
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// `agent-skills mcp` over the directory, with nothing in its environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agent-skills"));
        command.env_clear().current_dir(self.path());
        command
            .arg("--root")
            .arg(self.path())
            .arg("mcp")
            .args(arguments);
        command
    }

    /// The same over HTTP at a free port.
    pub fn serve(&self, arguments: &[&str]) -> HttpServer {
        let all = [&["--http", "127.0.0.1:0"], arguments].concat();
        HttpServer::start(self.command(&all))
    }
}

/// A `SKILL.md` that nothing is wrong with.
pub fn good(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}.\n---\nBody of {name}.\n")
}

/// A running server. It is killed when the test is over.
pub struct HttpServer {
    pub child: Child,
    pub address: SocketAddr,
    /// What it said before it began to serve.
    pub notes: Vec<String>,
}

impl HttpServer {
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut notes = Vec::new();
        let address = loop {
            let line = lines.next().unwrap().unwrap();
            match line.strip_prefix("note: serving at http://") {
                Some(place) => break place.trim_end_matches("/mcp").parse().unwrap(),
                None => notes.push(line),
            }
        };
        Self {
            child,
            address,
            notes,
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Sends the text of a request and gives the whole answer.
    pub fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        // A refused body need not be read to its end.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a POST with these header lines and this body; gives status and
    /// body.
    pub fn post(&self, headers: &[&str], body: &str) -> (u16, Value) {
        let answer = self.raw(request(headers, body).as_bytes());
        let status = answer.get(9..12).unwrap_or_default().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap_or_default().1;
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// The answer to a request of the older protocol.
    pub fn ask(&self, headers: &[&str], method: &str, params: Value) -> (u16, Value) {
        let mut body = json!({"jsonrpc": "2.0", "id": 1, "method": method});
        body["params"] = params;
        let headers = [&[JSON, "host: localhost"], headers].concat();
        self.post(&headers, &body.to_string())
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The header that every POST has.
pub const JSON: &str = "content-type: application/json";

/// The text of a POST.
pub fn request(headers: &[&str], body: &str) -> String {
    let headers: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

/// A file of the test's own with this text.
pub fn file(skills: &Skills, name: &str, text: &str) -> PathBuf {
    skills.write(name, text);
    skills.path().join(name)
}
