//! The JSON Schema of the options, kept in the repository.

use agent_skills_component::options::Options;
use serde_json::Value;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/options.schema.json");

fn generated() -> Value {
    schemars::schema_for!(Options).into()
}

/// `BLESS=1` rewrites the file.
#[test]
fn the_file_is_what_the_code_says() {
    let generated = format!("{:#}\n", generated());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PATH, &generated).unwrap();
    }
    let kept = std::fs::read_to_string(PATH).unwrap();
    assert_eq!(
        kept, generated,
        "run this test with BLESS=1 after a change of the options"
    );
}

#[test]
fn every_option_has_a_description_and_a_default() {
    fn check(schema: &Value, path: &str) {
        let Some(properties) = schema["properties"].as_object() else {
            return;
        };
        for (name, property) in properties {
            let path = format!("{path}.{name}");
            assert!(
                property["description"].is_string(),
                "{path} has no description"
            );
            assert!(property.get("default").is_some(), "{path} has no default");
        }
    }
    let schema = generated();
    check(&schema, "");
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        check(definition, name);
    }
}
