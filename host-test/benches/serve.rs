//! Requests per second over HTTP, and how long one takes: from the program,
//! and from the composed component in `wasmtime serve`.
//!
//! ```text
//! cargo bench --bench serve
//! ```
//!
//! `WASMTIME` names the engine's command, `wasmtime` if nothing is said. Where
//! there is none, only the program is measured.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a benchmark that cannot run has to end"
)]

#[path = "../tests/support/connection.rs"]
mod connection;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use agent_skills_generator::{Tree, Written};
use agent_skills_sandbox::http_server_bytes;
use serde_json::{Value, json};

use connection::{Connection, request};

const SKILLS: usize = 20;
const CONNECTIONS: usize = 4;
const ROUNDS: usize = 15;

/// How long one server is asked before it is the next one's turn.
const TURN: Duration = Duration::from_millis(300);

fn main() {
    // Run as a test there is nothing to be found out.
    if std::env::args().any(|argument| argument == "--bench") {
        measure();
    }
}

fn measure() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let skills = directory.path().join("skills");
    fs::create_dir(&skills).expect("there is room");
    let written = Tree::new(SKILLS).write(&skills).expect("there is room");
    let component = directory.path().join("agent_skills_http.wasm");
    fs::write(&component, http_server_bytes()).expect("there is room");

    let engine = std::env::var("WASMTIME").unwrap_or_else(|_| "wasmtime".to_owned());
    let serve = |reuse| wasmtime(&engine, reuse, &skills, &component);
    let mut servers = vec![Server::start("agent-skills mcp", &mut program(&skills)).unwrap()];
    for (name, reuse) in [
        ("wasmtime serve, instances reused", "1000"),
        ("wasmtime serve, an instance each", "1"),
    ] {
        match Server::start(name, &mut serve(reuse)) {
            Some(server) => servers.push(server),
            None => println!("{name}: left out, there is no command `{engine}` (see WASMTIME)"),
        }
    }
    println!(
        "{SKILLS} skills, {} files; {CONNECTIONS} connections, {ROUNDS} rounds of {TURN:?}\n",
        written.file_count()
    );
    println!("| work | server | requests/s | p50 | p99 |\n|---|---|---|---|---|");
    for (work, requests) in works(&written) {
        compare(work, &servers, &requests);
    }
}

/// What is asked, each by the requests that are sent in turn.
fn works(written: &Written) -> [(&'static str, Vec<String>); 5] {
    let each = |method: &str, params: fn(&str) -> Value| {
        let names = written.skills.iter().map(|skill| skill.name.as_str());
        names.map(|name| request(method, &params(name))).collect()
    };
    let list = json!({"name": "list_skills", "arguments": {}});
    [
        ("`ping`", vec![request("ping", &json!({}))]),
        ("tool `list_skills`", vec![request("tools/call", &list)]),
        (
            "tool `activate_skill`",
            each(
                "tools/call",
                |name| json!({"name": "activate_skill", "arguments": {"name": name}}),
            ),
        ),
        (
            "`resources/read`",
            each(
                "resources/read",
                |name| json!({"uri": format!("skill://{name}/SKILL.md")}),
            ),
        ),
        ("`skills/list`", vec![request("skills/list", &json!({}))]),
    ]
}

fn program(skills: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-skills"));
    command.arg("--root").arg(skills);
    command.args(["mcp", "--http", "127.0.0.1:0"]);
    command
}

fn wasmtime(engine: &str, reuse: &str, skills: &Path, component: &Path) -> Command {
    let mut command = Command::new(engine);
    command.args(["serve", "-Scli", "--addr", "127.0.0.1:0"]);
    command.args(["--max-instance-reuse-count", reuse]);
    command.args(["--max-concurrent-requests", "64", "--dir"]);
    command
        .arg(format!("{}::/skills", skills.display()))
        .arg(component);
    command
}

/// A running server, which ends with this.
struct Server {
    name: &'static str,
    child: Child,
    address: SocketAddr,
    // Kept open: what it says later must not fail.
    _notes: BufReader<ChildStderr>,
}

impl Server {
    /// Starts a server and waits until it listens. None when there is no such
    /// command.
    fn start(name: &'static str, command: &mut Command) -> Option<Self> {
        let mut child = command.stderr(Stdio::piped()).spawn().ok()?;
        let mut notes = BufReader::new(child.stderr.take().expect("it is a pipe"));
        let address = loop {
            let mut line = String::new();
            let length = notes.read_line(&mut line).expect("it says where");
            assert!(length > 0, "{name} does not start");
            if let Some((_, url)) = line.split_once("http://") {
                let address = url.split('/').next().unwrap_or_default();
                break address.trim().parse().expect("it is an address");
            }
        };
        Some(Self {
            name,
            child,
            address,
            _notes: notes,
        })
    }

    /// How long each request of one turn took.
    fn turn(&self, requests: &[String]) -> Vec<Duration> {
        std::thread::scope(|scope| {
            let clients: Vec<_> = (0..CONNECTIONS)
                .map(|client| scope.spawn(move || ask(self.address, requests, client)))
                .collect();
            let times = clients.into_iter().map(|client| client.join().unwrap());
            times.flatten().collect()
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends requests over one connection until the turn is over. Each is sent once
/// before that, when its answer is looked at; later that would take the time of
/// the server, which shares the processors.
fn ask(address: SocketAddr, requests: &[String], client: usize) -> Vec<Duration> {
    let mut connection = Connection::open(address);
    for request in requests {
        let answer = connection.ask(request);
        let result = &answer["result"];
        assert!(result.is_object() && result["isError"] != true, "{answer}");
    }
    let mut times = Vec::new();
    let turn = Instant::now();
    // Each client begins with another one.
    for request in requests.iter().cycle().skip(client) {
        let begun = Instant::now();
        if begun.duration_since(turn) >= TURN {
            break;
        }
        connection.send(request);
        times.push(begun.elapsed());
    }
    times
}

/// Asks all servers in turn, so that a busy moment of the machine meets each,
/// and prints a row for each.
fn compare(work: &str, servers: &[Server], requests: &[String]) {
    let mut rates = vec![Vec::new(); servers.len()];
    let mut times = vec![Vec::new(); servers.len()];
    for _ in 0..ROUNDS {
        for (place, server) in servers.iter().enumerate() {
            let mut turn = server.turn(requests);
            rates[place].push(turn.len() as f64 / TURN.as_secs_f64());
            times[place].append(&mut turn);
        }
    }
    for (server, (rates, times)) in servers.iter().zip(rates.iter_mut().zip(&mut times)) {
        rates.sort_by(f64::total_cmp);
        times.sort();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        println!(
            "| {work} | {} | {:.0} | {:.2?} | {:.2?} |",
            server.name,
            rates[rates.len() / 2],
            at(50),
            at(99)
        );
    }
}
