//! The JSON Schemas of the options and of the lock, kept in the repository.

use std::path::Path;

use agent_skills_component::lock::Lock;
use agent_skills_component::options::Options;
use serde_json::Value;

/// Each schema and the file that holds it.
fn schemas() -> [(&'static str, Value); 2] {
    [
        ("options.schema.json", schemars::schema_for!(Options).into()),
        ("lock.schema.json", schemars::schema_for!(Lock).into()),
    ]
}

/// `BLESS=1` rewrites the files.
#[test]
fn the_files_are_what_the_code_says() {
    for (name, schema) in schemas() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let generated = format!("{schema:#}\n");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            kept, generated,
            "run this test with BLESS=1 after a change of the code"
        );
    }
}

#[test]
fn every_property_has_a_description_and_a_default_where_it_may_be_absent() {
    fn check(schema: &Value, path: &str) {
        let Some(properties) = schema["properties"].as_object() else {
            return;
        };
        let required = schema["required"].as_array();
        for (name, property) in properties {
            let is_required = required.is_some_and(|names| names.iter().any(|n| n == name));
            let path = format!("{path}.{name}");
            assert!(
                property["description"].is_string(),
                "{path} has no description"
            );
            assert!(
                is_required || property.get("default").is_some(),
                "{path} has no default"
            );
        }
    }
    for (file, schema) in schemas() {
        check(&schema, file);
        for (name, definition) in schema["$defs"].as_object().unwrap() {
            check(definition, name);
        }
    }
}
