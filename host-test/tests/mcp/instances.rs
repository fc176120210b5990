//! Instances that break down, and those whose time is over.

use agent_skills_sandbox::mcp::Pool;
use agent_skills_sandbox::mcp::config::{Settings, no_other_secret};
use agent_skills_sandbox::{Limits, Mounts, Sandbox};
use serde_json::{Value, json};

use crate::support::{Skills, good};

fn pool(skills: &Skills, limits: Limits, settings: Value) -> Pool {
    let sandbox = Sandbox::builder().limits(limits).build().unwrap();
    let mut mounts = Mounts::new();
    mounts.add(skills.path(), "/skills").unwrap();
    let settings: Settings = serde_json::from_value(settings).unwrap();
    let setup = settings.setup(false, no_other_secret).unwrap();
    Pool::new(sandbox, mounts, &setup).unwrap()
}

fn ask(pool: &Pool, method: &str, params: Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "id": 1, "method": method});
    message["params"] = params;
    let reply = pool.answer(0, message.to_string().as_bytes(), None);
    serde_json::from_str(&reply.body.unwrap()).unwrap()
}

#[test]
fn one_that_breaks_down_is_replaced() {
    let skills = Skills::new();
    skills.write("beta/large.txt", "x".repeat(200_000));
    let limits = Limits {
        transfer_bytes: 64 << 10,
        ..Limits::default()
    };
    let pool = pool(&skills, limits, json!({}));
    for _ in 0..3 {
        let large = ask(
            &pool,
            "resources/read",
            json!({"uri": "skill://beta/large.txt"}),
        );
        assert_eq!(large["error"]["code"], -32603, "{large}");
        let small = ask(
            &pool,
            "resources/read",
            json!({"uri": "skill://beta/SKILL.md"}),
        );
        assert_eq!(small["result"]["contents"][0]["text"], good("beta"));
    }
}

#[test]
fn a_library_that_is_read_once_is_read_anew_when_answers_are_old() {
    let skills = Skills::new();
    let names = |pool: &Pool| {
        let answer = ask(pool, "prompts/list", json!({}));
        answer["result"]["prompts"].as_array().unwrap().len()
    };
    let settings = |ttl: u64| json!({"ttl_ms": ttl, "options": {"dialect": "lightspeed"}});
    let (new, old) = (
        pool(&skills, Limits::default(), settings(0)),
        pool(&skills, Limits::default(), settings(600_000)),
    );
    assert_eq!((names(&new), names(&old)), (2, 2));
    skills.write("gamma/SKILL.md", good("gamma"));
    assert_eq!((names(&new), names(&old)), (3, 2));
}

#[test]
fn an_instance_has_its_time_and_the_next_one_answers_the_same() {
    let skills = Skills::new();
    let pool = pool(&skills, Limits::default(), json!({}));
    let first = ask(&pool, "skills/list", json!({}));
    for _ in 0..1001 {
        assert_eq!(ask(&pool, "ping", json!({}))["result"], json!({}));
    }
    assert_eq!(ask(&pool, "skills/list", json!({})), first);
}

/// `lightspeed` does not start with a faulty skill. Whoever asks then is told that
/// there is no answer, and does not wait for one.
#[test]
fn without_an_instance_requests_are_answered_with_an_error() {
    let skills = Skills::new();
    skills.write("beta/large.txt", "x".repeat(200_000));
    let limits = Limits {
        transfer_bytes: 64 << 10,
        ..Limits::default()
    };
    let options = json!({"options": {"dialect": "lightspeed"}});
    let pool = pool(&skills, limits, options);
    skills.write("bad/SKILL.md", "There is no frontmatter here.\n");
    // The only instance breaks down, and there can be no other.
    let large = json!({"uri": "skill://beta/large.txt"});
    assert_eq!(ask(&pool, "resources/read", large)["error"]["code"], -32603);

    let message = json!({"jsonrpc": "2.0", "id": "seven", "method": "tools/list"});
    let reply = pool.answer(0, message.to_string().as_bytes(), None);
    assert_eq!(reply.status, 503);
    let body: Value = serde_json::from_str(&reply.body.unwrap()).unwrap();
    assert_eq!(
        body,
        json!({
            "jsonrpc": "2.0",
            "id": "seven",
            "error": {"code": -32603, "message": "The server could not answer. Try again."},
        })
    );
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let reply = pool.answer(0, notification.to_string().as_bytes(), None);
    assert_eq!(reply.body, None);
}
