//! A skill that is kept from the model is told of in no text for it.

use agent_skills_component::dialect::{Operation, Role, Tool};
use serde_json::{Map, Value, json};

use crate::DIALECTS;
use crate::world::{World, skill};

fn arguments(tool: &Tool, name: &str) -> Value {
    let mut arguments = Map::new();
    arguments.insert(tool.parameter(Role::Skill).to_owned(), json!(name));
    if tool.operation == Operation::Read {
        arguments.insert(tool.parameter(Role::Path).to_owned(), json!("a.md"));
    }
    Value::Object(arguments)
}

/// What a model can see without naming the skill.
fn texts(world: &mut World) -> Vec<String> {
    let mut texts = vec![
        world.toolkit.instructions(),
        world.toolkit.catalog_text(None).text,
        world.tools("json-schema").to_string(),
    ];
    for tool in world.toolkit.dialect().tools {
        for name in ["pdf", "none", "secre"] {
            texts.push(world.text(tool.name, arguments(tool, name)));
        }
    }
    texts.push(world.text("none", json!({})));
    texts
}

#[test]
fn it_is_barred_by_its_frontmatter_or_left_out_by_the_host() {
    let barred = "---\nname: secret\ndescription: d\ndisable-model-invocation: true\n---\n";
    let good = skill("pdf", "d", "");
    for dialect in DIALECTS {
        for (content, only) in [
            (barred, json!(null)),
            (&skill("secret", "d", ""), json!(["pdf"])),
        ] {
            let mut world = World::new(&[("secret/SKILL.md", content), ("pdf/SKILL.md", &good)]);
            world
                .configure(json!({"dialect": dialect, "only": only}))
                .unwrap();
            for text in texts(&mut world) {
                assert!(!text.contains("secret"), "{dialect}, {only}:\n{text}");
            }
            let called = world.text("secret", json!({}));
            assert!(
                !called.contains("is a skill"),
                "{dialect}, {only}:\n{called}"
            );
        }
    }
}
