//! Each method's result as literal JSON.

use serde_json::json;

use crate::support::{World, good};

const FILE: &str = "---\r\nname: demo\r\ndescription: Does demo.\r\nversion: 1.0\r\nx: {y: [1, true, ~]}\r\n---\r\nBody";

fn world() -> World {
    let world = World::new(&[
        ("demo/SKILL.md", FILE),
        ("demo/references/deep/a.md", "A"),
        ("demo/a b&c.txt", "one\r\ntwo"),
        ("demo/.hidden", "no"),
        ("demo/node_modules/x.js", "no"),
        ("zeta/SKILL.md", &good("zeta")),
    ]);
    world.write("demo/data.bin", [0xff, 0x00]);
    world
}

#[test]
fn tools_are_those_of_the_dialect_and_read_only() {
    let result = world().result("tools/list", json!({}));
    let tools = result["tools"].as_array().unwrap();
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["list_skills", "activate_skill", "load_skill_resource"]
    );
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        assert_eq!(tool["annotations"]["openWorldHint"], false);
    }
    assert_eq!(
        World::new(&[]).result("tools/list", json!({})),
        json!({"tools": []})
    );
}

#[test]
fn what_a_tool_refuses_is_a_result_and_no_error() {
    let mut world = world();
    let call = |name: &str| json!({"name": "activate_skill", "arguments": {"name": name}});
    let found = world.result("tools/call", call("zeta"));
    assert_eq!(found["isError"], false);
    assert!(
        found["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("Body of zeta.")
    );
    let refused = world.result("tools/call", call("none"));
    assert_eq!(refused["isError"], true);
    assert_eq!(refused["content"][0]["type"], "text");
    for wrong in [
        json!({"name": "none"}),
        json!({"name": "zeta", "arguments": {}}),
        json!({"name": 1}),
        json!({}),
        json!({"name": "list_skills", "arguments": []}),
        json!({"name": "list_skills", "arguments": null}),
    ] {
        let (status, code, _) = world.error("tools/call", wrong.clone());
        assert_eq!((status, code), (200, -32602), "{wrong}");
    }
}

#[test]
fn entries_have_the_typed_frontmatter_and_every_listed_file() {
    let result = world().result("skills/get", json!({"uri": "skill://demo/SKILL.md"}));
    assert_eq!(
        result,
        json!({"skill": {
            "uri": "skill://demo/SKILL.md",
            "frontmatter": {
                "name": "demo",
                "description": "Does demo.",
                "version": 1.0,
                "x": {"y": [1, true, null]},
            },
            "resources": [
                {
                    "uri": "skill://demo/SKILL.md",
                    "digest": "sha256:f6e827d8e82178fa6486cb6fe55d3c273fb1ab94be4754b77bd58f224bfa59cb",
                    "size": 87,
                },
                {
                    "uri": "skill://demo/a%20b%26c.txt",
                    "digest": "sha256:29a776bb35efe730dabb1b1d3ad74dbf80cc3e9009e168241798ea73adca3dcf",
                    "size": 8,
                },
                {
                    "uri": "skill://demo/data.bin",
                    "digest": "sha256:ea5dbf9596d187e9500f23e9a680109475341cf4e81f7e043f7d97152c10772f",
                    "size": 2,
                },
                {
                    "uri": "skill://demo/references/deep/a.md",
                    "digest": "sha256:559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd",
                    "size": 1,
                },
            ],
        }})
    );
}

#[test]
fn numbers_keep_the_form_that_clients_compare() {
    let message = concat!(
        r#"{"jsonrpc":"2.0","id":"a","method":"skills/get","#,
        r#""params":{"uri":"skill://demo/SKILL.md"}}"#
    );
    let body = world().send(message).body.unwrap();
    assert!(
        body.starts_with(r#"{"jsonrpc":"2.0","id":"a","result":{"skill":{"#),
        "{body}"
    );
    assert!(body.contains(r#""version":1.0,"#), "{body}");
}

#[test]
fn a_listing_is_sorted_and_has_the_entries_that_get_gives() {
    let mut world = world();
    let listed = world.result("skills/list", json!({}));
    for (place, name) in ["demo", "zeta"].into_iter().enumerate() {
        let uri = format!("skill://{name}/SKILL.md");
        let got = world.result("skills/get", json!({"uri": uri}));
        assert_eq!(listed["skills"][place], got["skill"]);
    }
    assert_eq!(listed["skills"].as_array().unwrap().len(), 2);
    assert_eq!(listed.get("nextCursor"), None);
}

#[test]
fn files_are_read_byte_for_byte() {
    let mut world = world();
    let cases = [
        (
            "skill://demo/SKILL.md",
            json!({"mimeType": "text/markdown", "text": FILE}),
        ),
        (
            "skill://demo/a%20b%26c.txt",
            json!({"mimeType": "text/plain", "text": "one\r\ntwo"}),
        ),
        (
            "skill://demo/a b&c.txt",
            json!({"mimeType": "text/plain", "text": "one\r\ntwo"}),
        ),
        (
            "skill://demo/data.bin",
            json!({"mimeType": "application/octet-stream", "blob": "/wA="}),
        ),
    ];
    for (uri, mut contents) in cases {
        contents["uri"] = json!(uri);
        let result = world.result("resources/read", json!({"uri": uri}));
        assert_eq!(result, json!({"contents": [contents]}));
    }
}

#[test]
fn large_files_come_whole() {
    let mut world = world();
    // Windows of 256 KiB end inside of characters.
    let text = format!("a{}", "äöü€".repeat(100_000));
    world.write("zeta/large.txt", &text);
    let mut bytes = text.clone().into_bytes();
    bytes.push(0xff);
    world.write("zeta/large.bin", &bytes);
    let read = |world: &mut World, path: &str| {
        let uri = format!("skill://zeta/{path}");
        world.result("resources/read", json!({"uri": uri}))["contents"][0].take()
    };
    assert_eq!(
        read(&mut world, "large.txt")["text"].as_str().unwrap(),
        text
    );
    let blob = read(&mut world, "large.bin")["blob"].take();
    assert_eq!(blob.as_str().unwrap().len(), bytes.len().div_ceil(3) * 4);
}

#[test]
fn what_is_not_listed_is_not_served() {
    let mut world = world();
    let everywhere = ["resources/read", "skills/get", "resources/directory/read"];
    for uri in [
        "skill://none/SKILL.md",
        "skill://demo/none.md",
        "skill://demo/.hidden",
        "skill://demo/node_modules/x.js",
        "skill://demo/node_modules",
        "skill://demo/../zeta/SKILL.md",
        "skill://demo/%2e%2e/zeta/SKILL.md",
        "skill://demo/references%2Fdeep%2Fa.md",
        "skill://demo//SKILL.md",
        "file:///etc/passwd",
        "/etc/passwd",
        "",
    ] {
        for method in everywhere {
            let error = world.error(method, json!({"uri": uri}));
            assert_eq!(error, (200, -32602, json!({"uri": uri})), "{method} {uri}");
        }
    }
    for method in everywhere {
        for params in [json!({}), json!({"uri": 1}), json!({"uri": null})] {
            assert_eq!(world.error(method, params).1, -32602, "{method}");
        }
    }
    let get = world.error("skills/get", json!({"uri": "skill://demo"}));
    assert_eq!(get.1, -32602);
}

#[test]
fn directories_show_their_direct_children() {
    let mut world = world();
    let cases = [
        (
            "skill://demo",
            json!([
                {"uri": "skill://demo/SKILL.md", "name": "SKILL.md", "mimeType": "text/markdown", "size": 87},
                {"uri": "skill://demo/a%20b%26c.txt", "name": "a b&c.txt", "mimeType": "text/plain", "size": 8},
                {"uri": "skill://demo/data.bin", "name": "data.bin", "mimeType": "application/octet-stream", "size": 2},
                {"uri": "skill://demo/references", "name": "references", "mimeType": "inode/directory"},
            ]),
        ),
        (
            "skill://demo/references",
            json!([{"uri": "skill://demo/references/deep", "name": "deep", "mimeType": "inode/directory"}]),
        ),
        (
            "skill://demo/references/deep",
            json!([{"uri": "skill://demo/references/deep/a.md", "name": "a.md", "mimeType": "text/markdown", "size": 1}]),
        ),
    ];
    for (uri, children) in cases {
        let result = world.result("resources/directory/read", json!({"uri": uri}));
        assert_eq!(result, json!({"resources": children}));
    }
    for uri in [
        "skill://demo/SKILL.md",
        "skill://demo/ref",
        "skill://demo/references/",
    ] {
        let error = world.error("resources/directory/read", json!({"uri": uri}));
        assert_eq!(error, (200, -32602, json!({"uri": uri})));
    }
}

#[test]
fn clients_without_the_extension_find_skills_among_the_resources() {
    let mut world = world();
    assert_eq!(
        world.result("resources/list", json!({})),
        json!({"resources": [
            {
                "uri": "skill://demo/SKILL.md",
                "name": "demo",
                "description": "Does demo.",
                "mimeType": "text/markdown",
                "size": 87,
            },
            {
                "uri": "skill://zeta/SKILL.md",
                "name": "zeta",
                "description": "Does zeta.",
                "mimeType": "text/markdown",
                "size": 57,
            },
        ]})
    );
    let templates = world.result("resources/templates/list", json!({}));
    assert_eq!(
        templates["resourceTemplates"][0]["uriTemplate"],
        "skill://{skill}/{+path}"
    );
    let index = world.result("resources/read", json!({"uri": "skill://index.json"}));
    let text = index["contents"][0]["text"].as_str().unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(text).unwrap()["skills"][0],
        json!({
            "name": "demo",
            "type": "skill-md",
            "description": "Does demo.",
            "url": "skill://demo/SKILL.md",
        })
    );
}

#[test]
fn prompts_are_the_skills_that_a_person_may_start() {
    let mut world = world();
    world.write(
        "own/SKILL.md",
        "---\nname: own\ndescription: d\nuser-invocable: false\n---\nNo.\n",
    );
    world.write(
        "quiet/SKILL.md",
        "---\nname: quiet\ndescription: d\ndisable-model-invocation: true\n---\nYes.\n",
    );
    let listed = world.result("prompts/list", json!({}));
    let prompts = listed["prompts"].as_array().unwrap();
    let names: Vec<_> = prompts
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["demo", "quiet", "zeta"]);

    let text = |text: &str| json!({"role": "user", "content": {"type": "text", "text": text}});
    assert_eq!(
        world.result(
            "prompts/get",
            json!({"name": "quiet", "arguments": {"request": "Now."}})
        ),
        json!({"messages": [text("Yes.\n"), text("Now.")]})
    );
    assert_eq!(
        world.result("prompts/get", json!({"name": "demo"})),
        json!({"messages": [text(concat!(
            "Body\n\nFiles of this skill, to be read as resources:\n",
            "- skill://demo/a%20b%26c.txt\n",
            "- skill://demo/data.bin\n",
            "- skill://demo/references/deep/a.md\n",
        ))]})
    );
    for wrong in [
        json!({"name": "own"}),
        json!({"name": "none"}),
        json!({}),
        json!({"name": "demo", "arguments": 1}),
        json!({"name": "demo", "arguments": {"request": 1}}),
    ] {
        assert_eq!(
            world.error("prompts/get", wrong.clone()).1,
            -32602,
            "{wrong}"
        );
    }
}

#[test]
fn a_prompt_has_the_whole_of_a_long_body() {
    let body = "é".repeat(100_001);
    let mut world = World::new(&[]);
    world.write(
        "long/SKILL.md",
        format!("---\nname: long\ndescription: d\n---\n{body}"),
    );
    let result = world.result("prompts/get", json!({"name": "long"}));
    let text = result["messages"][0]["content"]["text"].as_str().unwrap();
    assert_eq!(text, body);
}
