//! What a server on a network has to withstand.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use agent_skills_sandbox::mcp::config::{Settings, no_other_secret};
use agent_skills_sandbox::mcp::{HttpLimits, HttpServer, Pool};
use agent_skills_sandbox::{Mounts, Sandbox};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::connection::request as kept_request;
use crate::support::{JSON, Skills, file, request};

const HOST: &str = "host: localhost";
const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn heads_decide_before_the_body_is_read() {
    let skills = Skills::new();
    let server = skills.serve(&[]);
    let cases: [(&[&str], u16); 8] = [
        (&[JSON, HOST], 200),
        (&[JSON, "host: evil.example"], 403),
        (&[JSON, HOST, "origin: http://evil.example"], 403),
        (&[JSON, HOST, "origin: http://localhost:6274"], 200),
        (&[HOST], 415),
        (&["content-type: text/plain", HOST], 415),
        (&[JSON, HOST, "mcp-session-id: x"], 200),
        (&[JSON, HOST, "mcp-protocol-version: 2024-01-01"], 400),
    ];
    for (headers, expected) in cases {
        assert_eq!(server.post(headers, PING).0, expected, "{headers:?}");
    }
}

#[test]
fn only_posts_are_answered_and_nothing_is_kept() {
    let skills = Skills::new();
    let server = skills.serve(&[]);
    for method in ["GET", "DELETE", "OPTIONS"] {
        let head = format!("{method} /mcp HTTP/1.1\r\n{HOST}\r\nconnection: close\r\n\r\n");
        let answer = server.raw(head.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
        assert!(answer.contains("\r\nallow: POST\r\n"), "{answer}");
    }
    let elsewhere = format!("POST / HTTP/1.1\r\n{HOST}\r\nconnection: close\r\n\r\n");
    assert!(
        server
            .raw(elsewhere.as_bytes())
            .starts_with("HTTP/1.1 404 ")
    );
    let proxied =
        format!("POST http://evil.example/mcp HTTP/1.1\r\n{HOST}\r\nconnection: close\r\n\r\n");
    assert!(server.raw(proxied.as_bytes()).starts_with("HTTP/1.1 403 "));
    let answer = server.raw(request(&[JSON, HOST], PING).as_bytes());
    for header in ["cache-control: no-store", "content-type: application/json"] {
        assert!(answer.contains(&format!("\r\n{header}\r\n")), "{answer}");
    }
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let answer = server.raw(request(&[JSON, HOST], notification).as_bytes());
    assert!(
        answer.starts_with("HTTP/1.1 202 ") && answer.ends_with("\r\n\r\n"),
        "{answer}"
    );
}

#[test]
fn bodies_are_bounded_however_they_come() {
    let skills = Skills::new();
    let server = skills.serve(&[]);
    let padded = |length: usize| format!("{PING}{}", " ".repeat(length - PING.len()));
    assert_eq!(server.post(&[JSON, HOST], &padded(1 << 20)).0, 200);
    assert_eq!(server.post(&[JSON, HOST], &padded((1 << 20) + 1)).0, 413);
    let mut chunked = format!(
        "POST /mcp HTTP/1.1\r\n{HOST}\r\n{JSON}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n"
    );
    for _ in 0..17 {
        chunked.push_str(&format!("10000\r\n{}\r\n", " ".repeat(0x10000)));
    }
    let answer = server.raw(chunked.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    let large_head = format!(
        "POST /mcp HTTP/1.1\r\n{HOST}\r\nx: {}\r\n\r\n",
        "x".repeat(1 << 20)
    );
    let answer = server.raw(large_head.as_bytes());
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431 "),
        "{answer}"
    );
    for body in ["", "{", "[]", "\u{0}"] {
        assert_eq!(server.post(&[JSON, HOST], body).0, 400, "{body:?}");
    }
}

#[test]
fn tokens_decide_what_is_served() {
    let skills = Skills::new();
    let settings = file(
        &skills,
        "settings.yaml",
        concat!(
            "hosts: [localhost]\n",
            "tokens:\n",
            "  - {env: ALL}\n",
            "  - {file: beta-token, options: {only: [beta]}}\n",
            "  - {token: other, options: {dialect: lovia}}\n",
        ),
    );
    skills.write("beta-token", "beta-secret\n");
    let mut command = skills.command(&[
        "--http",
        "127.0.0.1:0",
        "--settings",
        settings.to_str().unwrap(),
    ]);
    command.env("ALL", "all-secret");
    let server = crate::support::HttpServer::start(command);
    let names = |token: &str| -> Vec<String> {
        let (status, answer) = server.ask(&[token], "skills/list", json!({}));
        assert_eq!(
            (status, &answer["result"]["cacheScope"]),
            (200, &json!("private"))
        );
        let skills = answer["result"]["skills"].as_array().unwrap().iter();
        skills
            .map(|skill| skill["frontmatter"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names("authorization: Bearer all-secret"), ["alpha", "beta"]);
    assert_eq!(names("authorization: Bearer beta-secret"), ["beta"]);
    let uri = json!({"uri": "skill://alpha/SKILL.md"});
    let beta = ["authorization: Bearer beta-secret"];
    let (_, answer) = server.ask(&beta, "resources/read", uri);
    assert_eq!(answer["error"]["code"], -32602);
    let (_, answer) = server.ask(&["authorization: Bearer other"], "tools/list", json!({}));
    assert_eq!(answer["result"]["tools"][0]["name"], "load_skill");
    for headers in [
        &[][..],
        &["authorization: Bearer x"],
        &["authorization: Basic other"],
    ] {
        let (status, answer) = server.ask(headers, "skills/list", json!({}));
        assert_eq!((status, &answer["error"]["code"]), (401, &json!(-32600)));
    }
    let answer = server.raw(request(&[JSON, HOST], PING).as_bytes());
    assert!(
        answer.contains("\r\nwww-authenticate: Bearer\r\n"),
        "{answer}"
    );
}

#[test]
fn no_answer_names_a_path_of_this_machine() {
    let skills = Skills::new();
    skills.write(
        "bad/SKILL.md",
        "---\nname: bad\ndescription: d\nmetadata: {a: 1}\n---\n",
    );
    let server = skills.serve(&[]);
    let path = skills.path().to_str().unwrap();
    let call = |tool: &str, arguments: Value| json!({"name": tool, "arguments": arguments});
    let requests = [
        ("server/discover", json!({})),
        ("initialize", json!({})),
        ("skills/list", json!({})),
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": "skill://alpha/none"})),
        ("resources/read", json!({"uri": "skill://bad/SKILL.md"})),
        ("prompts/get", json!({"name": "alpha"})),
        ("tools/list", json!({})),
        ("tools/call", call("list_skills", json!({}))),
        (
            "tools/call",
            call("activate_skill", json!({"name": "alpha"})),
        ),
        (
            "tools/call",
            call("activate_skill", json!({"name": "none"})),
        ),
        (
            "tools/call",
            call(
                "load_skill_resource",
                json!({"skill_name": "alpha", "path": "../x"}),
            ),
        ),
    ];
    for (method, params) in requests {
        let (_, answer) = server.ask(&[], method, params);
        assert!(!answer.to_string().contains(path), "{method}: {answer}");
    }
    assert_eq!(
        server.notes,
        [
            format!("note: /skills is {path}"),
            "note: 1 skill, `bad` first, is reached by tools and prompts only; `agent-skills check` tells why"
                .to_owned(),
        ]
    );
}

/// It may be named by its directory alone, and that is its name over stdio.
#[test]
fn a_root_that_is_a_skill_keeps_its_name() {
    let skills = Skills::new();
    let other = tempfile::tempdir().unwrap();
    let root = other.path().join("nameless");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("SKILL.md"), "---\ndescription: d\n---\n").unwrap();
    let server = skills.serve(&["--root", root.to_str().unwrap()]);
    let call = json!({"name": "activate_skill", "arguments": {"name": "nameless"}});
    let (_, answer) = server.ask(&[], "tools/call", call);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("/nameless\n"), "{text}");
    assert!(!text.contains(other.path().to_str().unwrap()), "{text}");
}

#[test]
fn edits_are_seen_at_the_next_request() {
    let skills = Skills::new();
    let server = skills.serve(&["--ttl-ms", "0"]);
    let digest = || {
        let uri = json!({"uri": "skill://beta/SKILL.md"});
        let (_, mut answer) = server.ask(&[], "skills/get", uri);
        answer["result"]["skill"]["resources"][0]["digest"].take()
    };
    let before = digest();
    skills.write(
        "beta/SKILL.md",
        "---\nname: beta\ndescription: Other.\n---\n",
    );
    assert_ne!(digest(), before);
}

/// A server in this process with these limits. The runtime stops with it.
fn limited(skills: &Skills, limits: HttpLimits) -> (Runtime, SocketAddr) {
    let runtime = Runtime::new().unwrap();
    let mut mounts = Mounts::new();
    mounts.add(skills.path(), "/skills").unwrap();
    let setup = Settings::default().setup(false, no_other_secret).unwrap();
    let pool = Pool::new(Sandbox::new().unwrap(), mounts, &setup).unwrap();
    let any = "127.0.0.1:0".parse().unwrap();
    let bound = HttpServer::bind(any, pool, setup.policy, limits);
    let server = runtime.block_on(bound).unwrap();
    let address = server.address().unwrap();
    runtime.spawn(server.serve(std::future::pending()));
    (runtime, address)
}

/// Sends the beginning of a request and waits for what comes.
fn begin(address: SocketAddr, text: &str) -> (String, Duration) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    let begun = Instant::now();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    (
        String::from_utf8_lossy(&answer).into_owned(),
        begun.elapsed(),
    )
}

#[test]
fn slow_clients_are_let_go() {
    let skills = Skills::new();
    let time = Duration::from_millis(300);
    let limits = HttpLimits {
        head_time: time,
        body_time: time,
        ..HttpLimits::default()
    };
    let (_runtime, address) = limited(&skills, limits);
    let half = format!("POST /mcp HTTP/1.1\r\n{HOST}\r\n{JSON}\r\ncontent-length: 9\r\n\r\n{{");
    for (text, expected) in [
        ("", ""),
        ("POST /mcp", ""),
        (half.as_str(), "HTTP/1.1 408 "),
    ] {
        let (answer, taken) = begin(address, text);
        assert!(answer.starts_with(expected), "{text}: {answer}");
        assert!(taken >= time && taken < 20 * time, "{text}: {taken:?}");
    }
}

#[test]
fn what_ends_early_is_told_from_what_is_slow() {
    let skills = Skills::new();
    let (_runtime, address) = limited(&skills, HttpLimits::default());
    let head = format!("POST /mcp HTTP/1.1\r\n{HOST}\r\n{JSON}\r\n");
    let whole = format!("{head}content-length: {}\r\n\r\n{PING}", PING.len());
    let cases = [
        (whole, "HTTP/1.1 200 "),
        (
            format!("{head}content-length: 50\r\n\r\n{{"),
            "HTTP/1.1 400 ",
        ),
        (
            format!("{head}transfer-encoding: chunked\r\n\r\nzz\r\n"),
            "HTTP/1.1 400 ",
        ),
        (
            format!("{head}transfer-encoding: chunked\r\n\r\n1\r\n{{\r\n"),
            "HTTP/1.1 400 ",
        ),
        (head, ""),
    ];
    for (text, expected) in cases {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        // This client says no more and still listens.
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with(expected), "{text}: {answer}");
        assert_eq!(answer.is_empty(), expected.is_empty(), "{text}: {answer}");
    }
}

#[test]
fn clients_that_take_no_answer_are_let_go() {
    let skills = Skills::new();
    // More than the operating system keeps for a client.
    skills.write("alpha/large.txt", "x".repeat(12 << 20));
    let limits = HttpLimits {
        answer_time: Duration::from_millis(300),
        connections: 1,
        ..HttpLimits::default()
    };
    let (_runtime, address) = limited(&skills, limits);
    let mut stream = TcpStream::connect(address).unwrap();
    let large = json!({"uri": "skill://alpha/large.txt"});
    let read = kept_request("resources/read", &large);
    // Asks until nothing more is taken, and reads nothing.
    while stream.write_all(read.as_bytes()).is_ok() {}
    // Its place is free again.
    let (answer, _) = begin(address, &request(&[JSON, HOST], PING));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[test]
fn further_connections_wait_until_one_closes() {
    let skills = Skills::new();
    let limits = HttpLimits {
        connections: 1,
        ..HttpLimits::default()
    };
    let (_runtime, address) = limited(&skills, limits);
    let first = TcpStream::connect(address).unwrap();
    let second = std::thread::spawn(move || begin(address, &request(&[JSON, HOST], PING)));
    std::thread::sleep(Duration::from_millis(300));
    assert!(!second.is_finished());
    drop(first);
    let (answer, _) = second.join().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

#[test]
fn a_message_that_waits_too_long_for_its_turn_is_sent_away() {
    let skills = Skills::new();
    let limits = HttpLimits {
        answers: 0,
        wait_time: Duration::from_millis(100),
        ..HttpLimits::default()
    };
    let (_runtime, address) = limited(&skills, limits);
    let (answer, _) = begin(address, &request(&[JSON, HOST], PING));
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.contains("\r\nretry-after: 1\r\n"), "{answer}");
}

#[cfg(unix)]
#[test]
fn it_stops_when_told_and_ends_what_is_open() {
    let skills = Skills::new();
    for signal in ["-TERM", "-INT"] {
        let mut server = skills.serve(&[]);
        let body = PING.as_bytes();
        let head = format!(
            "POST /mcp HTTP/1.1\r\n{HOST}\r\n{JSON}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut open = TcpStream::connect(server.address).unwrap();
        open.write_all(head.as_bytes()).unwrap();
        open.write_all(&body[..10]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let id = server.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        std::thread::sleep(Duration::from_millis(300));
        assert!(
            TcpStream::connect(server.address).is_err(),
            "it takes no more"
        );
        open.write_all(&body[10..]).unwrap();
        let mut answer = String::new();
        open.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert_eq!(server.child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn many_clients_at_once_are_all_answered() {
    let skills = Skills::new();
    let server = skills.serve(&[]);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let (status, answer) = server.ask(&[], "skills/list", json!({}));
                    assert_eq!(status, 200);
                    assert_eq!(answer["result"]["skills"].as_array().unwrap().len(), 2);
                }
            });
        }
    });
}
