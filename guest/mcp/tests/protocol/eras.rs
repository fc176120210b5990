//! Both protocols, message by message.

use serde_json::json;

use crate::support::{World, good};

fn world() -> World {
    World::new(&[("demo/SKILL.md", &good("demo"))])
}

#[test]
fn a_modern_answer_carries_what_the_version_asks_for() {
    let (status, answer) = world().modern("prompts/list", json!({}));
    assert_eq!(status, 200);
    assert_eq!(
        answer,
        json!({
            "jsonrpc": "2.0",
            "id": 1,
            "result": {
                "prompts": [{
                    "name": "demo",
                    "description": "Does demo.",
                    "arguments": [{
                        "name": "request",
                        "description": "What to do with the skill.",
                        "required": false,
                    }],
                }],
                "ttlMs": 60000,
                "cacheScope": "public",
                "resultType": "complete",
                "_meta": {
                    "io.modelcontextprotocol/serverInfo": {"name": "agent-skills", "version": "1"},
                },
            },
        })
    );
}

#[test]
fn a_server_with_tokens_says_that_answers_are_private() {
    let mut world = world();
    world.server.private = true;
    world.server.ttl_ms = 0;
    let (_, answer) = world.modern("skills/list", json!({}));
    assert_eq!(answer["result"]["cacheScope"], "private");
    assert_eq!(answer["result"]["ttlMs"], 0);
}

#[test]
fn discovery_tells_versions_and_capabilities() {
    let mut result = world().result("server/discover", json!({}));
    assert!(!result["instructions"].take().as_str().unwrap().is_empty());
    assert_eq!(
        result,
        json!({
            "supportedVersions": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
            "capabilities": {
                "tools": {},
                "resources": {},
                "prompts": {},
                "extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}},
            },
            "instructions": null,
        })
    );
    let empty = World::new(&[]).result("server/discover", json!({}));
    assert_eq!(empty.get("instructions"), None);
}

#[test]
fn the_handshake_agrees_on_a_version_both_know() {
    for (asked, given) in [
        (json!("2025-11-25"), "2025-11-25"),
        (json!("2025-06-18"), "2025-06-18"),
        (json!("2025-03-26"), "2025-03-26"),
        (json!("2024-11-05"), "2025-11-25"),
        (json!("2026-07-28"), "2025-11-25"),
        (json!(null), "2025-11-25"),
    ] {
        let params = json!({"protocolVersion": asked, "capabilities": {}, "clientInfo": {}});
        let (status, answer) = world().request("initialize", params);
        assert_eq!(
            (status, &answer["result"]["protocolVersion"]),
            (200, &json!(given))
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "agent-skills");
        assert_eq!(answer["result"].get("resultType"), None);
        assert_eq!(
            answer["result"]["capabilities"]["extensions"],
            json!({"io.modelcontextprotocol/skills": {"directoryRead": true}})
        );
    }
    let (status, answer) = world().request("ping", json!({}));
    assert_eq!(
        (status, answer),
        (200, json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
    );
}

#[test]
fn methods_that_there_are_not_have_the_status_of_their_era() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "subscriptions/listen",
        "skills/none",
        "",
    ] {
        let (status, code, _) = world().error(method, json!({}));
        assert_eq!((status, code), (404, -32601), "{method}");
    }
    for method in ["logging/setLevel", "resources/subscribe", "skills/none"] {
        let (status, answer) = world().request(method, json!({}));
        assert_eq!(
            (status, &answer["error"]["code"]),
            (200, &json!(-32601)),
            "{method}"
        );
    }
}

#[test]
fn what_wants_no_answer_gets_none() {
    for text in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":5,"result":{}}"#,
    ] {
        let reply = world().send(text);
        assert_eq!((reply.status, reply.body), (202, None), "{text}");
    }
}

#[test]
fn versions_that_are_not_spoken_are_told_which_are() {
    let params = json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let (status, answer) = world().request("tools/list", params);
    assert_eq!(status, 400);
    assert_eq!(
        answer["error"]["data"],
        json!({
            "supported": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
            "requested": "2099-01-01",
        })
    );
    assert_eq!(answer["error"]["code"], -32022);
}

#[test]
fn the_older_protocol_has_the_skills_too() {
    let (status, answer) = world().request("skills/list", json!({}));
    assert_eq!(status, 200);
    assert_eq!(
        answer["result"]["skills"][0]["uri"],
        "skill://demo/SKILL.md"
    );
    assert_eq!(answer["result"]["ttlMs"], 60000);
    assert_eq!(answer["result"].get("_meta"), None);
}
