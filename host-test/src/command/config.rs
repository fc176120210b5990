//! The configuration file: the component's options, written as YAML.
//!
//! Only YAML becomes JSON here; what the options may be is for the component to
//! judge.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use super::failure::{Complaint, Failure, Result};

/// Reads a configuration file. An empty one means no options.
pub fn read(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).map_err(|error| unusable(file, &error.to_string()))?;
    // By way of YAML's own value, which refuses keys that stand twice.
    let yaml: serde_yaml::Value =
        serde_yaml::from_str(&text).map_err(|error| unusable(file, &error.to_string()))?;
    let json = serde_json::to_value(yaml).map_err(|error| unusable(file, &error.to_string()))?;
    Ok(match json {
        Value::Null => Value::Object(Map::new()),
        json => json,
    })
}

/// The paths under `skills.paths`, if there are any.
pub fn paths(options: &Value) -> Option<Vec<String>> {
    let paths = options.get("skills")?.get("paths")?.as_array()?;
    let paths: Option<Vec<String>> = paths
        .iter()
        .map(|p| p.as_str().map(str::to_owned))
        .collect();
    paths.filter(|paths| !paths.is_empty())
}

/// Replaces the paths under `skills.paths`; an empty list means every directory
/// that is mounted.
pub fn set_paths(options: &mut Value, paths: Vec<String>) {
    if let Some(Value::Object(skills)) = options.get_mut("skills") {
        skills.insert("paths".to_owned(), paths.into());
    }
}

/// A configuration file that cannot be used.
pub fn unusable(file: &Path, reason: &str) -> Failure {
    Failure::Usage(Complaint {
        code: "config",
        message: format!(
            "cannot use the configuration `{}`: {reason}",
            file.display()
        ),
        hint: None,
    })
}
