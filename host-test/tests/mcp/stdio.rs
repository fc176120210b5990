//! Lines in, lines out.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::support::Skills;

/// What the server answers to these bytes, and its status at their end.
fn talk(skills: &Skills, input: &[u8]) -> (Vec<Value>, Option<i32>) {
    let mut command = skills.command(&[]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (answers.collect(), output.status.code())
}

#[test]
fn each_line_is_a_message_and_the_end_is_the_end() {
    let skills = Skills::new();
    let input = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n\r\n  \n",
        r#"{"jsonrpc":"2.0","id":"two","method":"ping"}"#,
        "\r\n",
        "no JSON\n",
        r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
    );
    let (answers, status) = talk(&skills, input.as_bytes());
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answers[1]["id"], "two");
    assert_eq!(answers[2]["error"]["code"], -32700);
    assert_eq!(answers[3]["id"], 3);
    assert_eq!(status, Some(0));
    assert_eq!(talk(&skills, b""), (vec![], Some(0)));
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_answered() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    let (answers, _) = talk(&Skills::new(), &input);
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(answers[1]["result"], serde_json::json!({}));
}

#[test]
fn one_client_on_this_machine_is_told_where_skills_lie() {
    let skills = Skills::new();
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"activate_skill","arguments":{"name":"alpha"}}}"#;
    let (answers, _) = talk(&skills, format!("{call}\n").as_bytes());
    let text = answers[0]["result"]["content"][0]["text"].as_str().unwrap();
    let path = skills.path().canonicalize().unwrap();
    assert!(text.contains(path.to_str().unwrap()), "{text}");
}
