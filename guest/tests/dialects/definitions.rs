//! Tool definitions held to what vendors and protocols publish about them, as a
//! written list of rules.

use serde_json::{Map, Value};

use crate::DIALECTS;
use crate::world::{World, skill};

/// A rule about one tool, in its shape.
struct Rule {
    /// What is asked for.
    says: &'static str,
    holds: fn(&Value) -> bool,
}

/// Where a shape has a tool's name, description and argument schema.
struct Shape {
    name: &'static str,
    /// The object with the three.
    tool: fn(&Value) -> &Value,
    schema: &'static str,
    rules: &'static [Rule],
}

const SHAPES: &[Shape] = &[
    Shape {
        name: "json-schema",
        tool: itself,
        schema: "parameters",
        rules: &[Rule {
            says: "has these keys and no others",
            holds: |tool| keys(tool) == ["description", "name", "parameters"],
        }],
    },
    Shape {
        name: "openai",
        tool: |value| &value["function"],
        schema: "parameters",
        rules: &[
            Rule {
                says: "is a function in a wrapper",
                holds: |tool| keys(tool) == ["function", "type"] && tool["type"] == "function",
            },
            Rule {
                says: "the function has these keys and no others",
                holds: |tool| keys(&tool["function"]) == ["description", "name", "parameters"],
            },
        ],
    },
    Shape {
        name: "anthropic",
        tool: itself,
        schema: "input_schema",
        rules: &[Rule {
            says: "has these keys and no others",
            holds: |tool| keys(tool) == ["description", "input_schema", "name"],
        }],
    },
    Shape {
        name: "gemini",
        tool: itself,
        schema: "parameters",
        rules: &[
            Rule {
                says: "has these keys and no others",
                holds: |tool| keys(tool) == ["description", "name", "parameters"],
            },
            Rule {
                says: "the schema is of Gemini's subset, without additionalProperties",
                holds: |tool| only(&tool["parameters"], &["type", "properties", "required"]),
            },
            Rule {
                says: "an enum is of strings only",
                holds: |tool| {
                    properties(&tool["parameters"]).values().all(|property| {
                        property.get("enum").is_none() || property["type"] == "string"
                    })
                },
            },
        ],
    },
    Shape {
        name: "mcp",
        tool: itself,
        schema: "inputSchema",
        rules: &[
            Rule {
                says: "has these keys and no others",
                holds: |tool| keys(tool) == ["annotations", "description", "inputSchema", "name"],
            },
            Rule {
                says: "the annotations are the protocol's, and say that nothing is changed",
                holds: |tool| {
                    let annotations = &tool["annotations"];
                    only(
                        annotations,
                        &[
                            "title",
                            "readOnlyHint",
                            "destructiveHint",
                            "idempotentHint",
                            "openWorldHint",
                        ],
                    ) && annotations["readOnlyHint"] == true
                },
            },
        ],
    },
];

/// What every shape is held to: a tool's three parts, wherever they stand.
const COMMON: &[Rule] = &[
    Rule {
        says: "the name matches ^[a-zA-Z0-9_-]{1,64}$",
        holds: |tool| {
            let name = tool["name"].as_str().unwrap_or_default();
            let is_sign = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b'-';
            (1..=64).contains(&name.len()) && name.bytes().all(is_sign)
        },
    },
    Rule {
        // OpenAI takes at most this many.
        says: "the description has 1 to 1024 characters",
        holds: |tool| {
            let length = tool["description"]
                .as_str()
                .unwrap_or_default()
                .chars()
                .count();
            (1..=1024).contains(&length)
        },
    },
];

const SCHEMA: &[Rule] = &[
    Rule {
        says: "is of type object, with properties",
        holds: |schema| schema["type"] == "object" && schema["properties"].is_object(),
    },
    Rule {
        says: "requires properties that there are, each once, and at least one or has no such key",
        holds: |schema| match schema.get("required").map(|required| required.as_array()) {
            None => true,
            Some(None) => false,
            Some(Some(required)) => {
                let names: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
                let distinct: std::collections::BTreeSet<_> = names.iter().collect();
                !names.is_empty()
                    && names.len() == required.len()
                    && distinct.len() == names.len()
                    && names
                        .iter()
                        .all(|name| properties(schema).contains_key(*name))
            }
        },
    },
    Rule {
        says: "each property has a known type and a description, and no other keys than these",
        holds: |schema| {
            properties(schema).values().all(|property| {
                ["string", "integer"]
                    .map(Value::from)
                    .contains(&property["type"])
                    && property["description"]
                        .as_str()
                        .is_some_and(|text| !text.is_empty())
                    && only(property, &["type", "description", "enum", "minimum"])
            })
        },
    },
    Rule {
        says: "enums are of distinct strings that are not empty, at least one",
        holds: |schema| {
            properties(schema)
                .values()
                .filter_map(|p| p.get("enum"))
                .all(|names| {
                    let names: Vec<&str> = names
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                        .collect();
                    let distinct: std::collections::BTreeSet<_> = names.iter().collect();
                    !names.is_empty() && distinct.len() == names.len() && !distinct.contains(&"")
                })
        },
    },
    Rule {
        says: "has no room for arguments that it does not name, or says nothing of them",
        holds: |schema| {
            schema
                .get("additionalProperties")
                .is_none_or(|more| more == false)
        },
    },
];

fn itself(value: &Value) -> &Value {
    value
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .into_iter()
        .flat_map(Map::keys)
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

fn only(value: &Value, allowed: &[&str]) -> bool {
    keys(value).iter().all(|key| allowed.contains(key))
}

fn properties(schema: &Value) -> Map<String, Value> {
    schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default()
}

fn hold(rules: &[Rule], value: &Value, place: &str) {
    for rule in rules {
        assert!((rule.holds)(value), "{place}: {}\n{value:#}", rule.says);
    }
}

#[test]
fn every_shape_of_every_dialect_keeps_the_rules() {
    for dialect in DIALECTS {
        for files in [
            vec![],
            vec![
                ("pdf/SKILL.md", skill("pdf", "d", "")),
                ("xls/SKILL.md", skill("xls", "d", "")),
            ],
        ] {
            let files: Vec<(&str, &str)> = files
                .iter()
                .map(|(path, text)| (*path, text.as_str()))
                .collect();
            let mut world = World::of(dialect, &files);
            for shape in SHAPES {
                let tools = world.tools(shape.name);
                let mut names = Vec::new();
                for tool in tools.as_array().unwrap() {
                    let inner = (shape.tool)(tool);
                    let place = format!("{dialect}, {}, {}", shape.name, inner["name"]);
                    hold(shape.rules, tool, &place);
                    hold(COMMON, inner, &place);
                    hold(SCHEMA, &inner[shape.schema], &place);
                    names.push(inner["name"].to_string());
                }
                let count = names.len();
                names.dedup();
                assert_eq!(names.len(), count, "{dialect}: names are distinct");
            }
        }
    }
}

#[test]
fn only_skills_for_a_model_are_named() {
    let hidden = "---\nname: off\ndescription: d\ndisable-model-invocation: true\n---\n";
    for dialect in ["standard", "lightspeed"] {
        let mut world = World::of(
            dialect,
            &[
                ("off/SKILL.md", hidden),
                ("pdf/SKILL.md", &skill("pdf", "d", "")),
            ],
        );
        let tools = world.tools("json-schema");
        assert_eq!(
            tools[1]["parameters"]["properties"]["name"]["enum"],
            serde_json::json!(["pdf"])
        );
    }
}
