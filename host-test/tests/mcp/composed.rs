//! The components for other engines, in engines of this test.

use agent_skills_sandbox::{http_server_bytes, stdio_server_bytes};
use serde_json::{Value, json};

use crate::imports::{READING, imports};
use crate::support::Skills;
use crate::support::engine::{HttpEngine, run};

#[test]
fn the_command_can_read_skills_and_talk_and_nothing_else() {
    let talking = "\
wasi:cli/environment@0.2.4
  get-environment
wasi:io/error@0.2.4
wasi:io/streams@0.2.4
  [method]input-stream.blocking-read
  [method]output-stream.blocking-write-and-flush
wasi:cli/stdin@0.2.4
  get-stdin
wasi:cli/stdout@0.2.4
  get-stdout
";
    assert_eq!(imports(stdio_server_bytes()), format!("{talking}{READING}"));
}

#[test]
fn the_handler_can_read_skills_and_answer_and_nothing_else() {
    let answering = "\
wasi:io/error@0.2.4
wasi:io/streams@0.2.4
  [method]input-stream.blocking-read
  [method]output-stream.blocking-write-and-flush
wasi:http/types@0.2.4
  [constructor]fields
  [method]fields.get
  [method]fields.append
  [method]incoming-request.method
  [method]incoming-request.path-with-query
  [method]incoming-request.authority
  [method]incoming-request.headers
  [method]incoming-request.consume
  [static]response-outparam.set
  [method]incoming-body.stream
  [constructor]outgoing-response
  [method]outgoing-response.set-status-code
  [method]outgoing-response.body
  [method]outgoing-body.write
  [static]outgoing-body.finish
wasi:cli/environment@0.2.4
  get-environment
";
    assert_eq!(
        imports(http_server_bytes()),
        format!("{answering}{READING}")
    );
}

fn request(id: u32, method: &str, params: Value) -> String {
    let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
    message["params"] = params;
    message.to_string()
}

#[test]
fn the_command_answers_as_the_program_does() {
    let skills = Skills::new();
    let messages = [
        request(1, "initialize", json!({"protocolVersion": "2025-11-25"})),
        request(2, "skills/list", json!({})),
        request(
            3,
            "resources/read",
            json!({"uri": "skill://alpha/data.bin"}),
        ),
        "x".repeat(2 << 20),
        request(4, "prompts/list", json!({})),
    ];
    let (lines, is_done) = run(skills.path(), &[], &messages.join("\n"));
    assert!(is_done);
    let server = skills.serve(&[]);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(lines[3]["error"]["code"], -32600);
    for (line, method, params) in [
        (&lines[1], "skills/list", json!({})),
        (
            &lines[2],
            "resources/read",
            json!({"uri": "skill://alpha/data.bin"}),
        ),
        (&lines[4], "prompts/list", json!({})),
    ] {
        assert_eq!(line["result"], server.ask(&[], method, params).1["result"]);
    }
}

#[test]
fn the_command_takes_its_options_from_the_environment() {
    let skills = Skills::new();
    let list = request(1, "tools/list", json!({}));
    let lovia = [("AGENT_SKILLS_MCP_OPTIONS", r#"{"dialect":"lovia"}"#)];
    let (lines, _) = run(skills.path(), &lovia, &list);
    assert_eq!(lines[0]["result"]["tools"][0]["name"], "load_skill");

    let wrong = [("AGENT_SKILLS_MCP_TTL_MS", "soon")];
    let (lines, is_done) = run(skills.path(), &wrong, &list);
    assert!(!is_done);
    assert_eq!(
        lines[0]["error"]["message"],
        "The variable AGENT_SKILLS_MCP_TTL_MS cannot be used: expected value at line 1 column 1."
    );
}

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn the_handler_answers_as_the_program_does() {
    let skills = Skills::new();
    let engine = HttpEngine::new(skills.path(), &[]);
    let server = skills.serve(&[]);
    for (method, params) in [
        ("initialize", json!({})),
        ("tools/list", json!({})),
        ("skills/list", json!({})),
        ("resources/read", json!({"uri": "skill://alpha/data.bin"})),
        ("resources/read", json!({"uri": "skill://alpha/none"})),
        ("nothing", json!({})),
    ] {
        let body = request(1, method, params.clone());
        let answer = engine.post(&[JSON], &body);
        assert_eq!(answer, server.ask(&[], method, params), "{method}");
    }
}

#[test]
fn the_handler_turns_away_what_the_program_does() {
    let skills = Skills::new();
    let tokens = concat!(
        r#"[{"token":"all"},"#,
        r#"{"token":"beta","options":{"only":["beta"]}}]"#
    );
    let environment = [
        ("AGENT_SKILLS_MCP_HOSTS", "skills.example.org,localhost"),
        ("AGENT_SKILLS_MCP_TOKENS", tokens),
    ];
    let engine = HttpEngine::new(skills.path(), &environment);
    let list = request(1, "skills/list", json!({}));
    let all = ("authorization", "Bearer all");
    let beta = ("authorization", "Bearer beta");
    let count = |headers: &[(&str, &str)]| {
        let (status, answer) = engine.post(headers, &list);
        (status, answer["result"]["skills"].as_array().map(Vec::len))
    };
    assert_eq!(count(&[JSON, all]), (200, Some(2)));
    assert_eq!(count(&[JSON, beta]), (200, Some(1)));
    assert_eq!(count(&[JSON, all]), (200, Some(2)));
    assert_eq!(count(&[JSON]), (401, None));
    assert_eq!(count(&[all]), (415, None));
    assert_eq!(
        count(&[JSON, all, ("origin", "http://evil.example")]),
        (403, None)
    );
    let large = " ".repeat((1 << 20) + 1);
    assert_eq!(engine.post(&[JSON, all], &large).0, 413);
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(engine.post(&[JSON, all], notification), (202, Value::Null));

    let open = [("AGENT_SKILLS_MCP_HOSTS", "*")];
    let engine = HttpEngine::new(skills.path(), &open);
    assert_eq!(engine.post(&[JSON], &list).0, 500);
}
