//! Messages that are broken in every place: each gets an answer that is one.

use serde_json::{Value, json};

use crate::support::{World, good};

const VALUES: [&str; 7] = ["null", "0", "-1", "1e999", "[]", "{}", "\"\\u0000\""];

fn answered(world: &mut World, message: &[u8]) {
    let reply = world.server.handle(&mut world.backend, message, None);
    let shown = String::from_utf8_lossy(message);
    match reply.body {
        None => assert_eq!(reply.status, 202, "{shown}"),
        Some(body) => {
            let answer: Value = serde_json::from_str(&body).unwrap();
            assert_eq!(answer["jsonrpc"], "2.0", "{shown}");
            let one = answer.get("result").is_some() != answer.get("error").is_some();
            assert!(one, "{shown}: {body}");
            assert_ne!(answer["error"]["code"], -32603, "{shown}: {body}");
        }
    }
}

#[test]
fn a_message_that_is_broken_anywhere_is_answered() {
    let mut world = World::new(&[("demo/SKILL.md", &good("demo")), ("demo/a/b.md", "b")]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let methods = [
        ("initialize", json!({"protocolVersion": "2025-11-25"})),
        (
            "tools/call",
            json!({"name": "list_skills", "arguments": {}}),
        ),
        (
            "prompts/get",
            json!({"name": "demo", "arguments": {"request": "r"}}),
        ),
        (
            "skills/list",
            json!({"cursor": "c2tpbGxzOmE", "_meta": meta}),
        ),
        (
            "skills/get",
            json!({"uri": "skill://demo/SKILL.md", "_meta": meta}),
        ),
        ("resources/read", json!({"uri": "skill://demo/a/b.md"})),
        ("resources/directory/read", json!({"uri": "skill://demo/a"})),
    ];
    for (method, params) in methods {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let text = message.to_string().into_bytes();
        for place in 0..text.len() {
            answered(&mut world, &text[..place]);
            for byte in [0, b'"', b'%', b'/', 0xff] {
                let mut broken = text.clone();
                broken[place] = byte;
                answered(&mut world, &broken);
            }
        }
        for key in ["id", "method", "params", "jsonrpc"] {
            for value in VALUES {
                let mut broken = message.clone();
                broken[key] = serde_json::from_str(value).unwrap_or_default();
                answered(&mut world, broken.to_string().as_bytes());
            }
        }
        for key in [
            "uri",
            "name",
            "arguments",
            "cursor",
            "_meta",
            "protocolVersion",
        ] {
            for value in VALUES {
                let mut broken = message.clone();
                broken["params"][key] = serde_json::from_str(value).unwrap_or_default();
                answered(&mut world, broken.to_string().as_bytes());
            }
        }
    }
}
