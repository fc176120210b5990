//! The configuration file: the component's options, written as YAML.
//!
//! Only YAML becomes JSON here; what the options may be is for the component to
//! judge.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::failure::{Complaint, Failure, Result};
use super::{input, weight};

/// Largest file that is read, in bytes.
const FILE_BYTES: u64 = 1024 * 1024;

/// Most `[` and `{` that may stand open. The parser's work grows with their
/// square, and no option is nested more than a few levels deep.
const OPEN_BRACKETS: usize = 64;

/// Most bytes that its values may take. Without aliases none of this size has as
/// many.
const WEIGHT: usize = 64 * 1024 * 1024;

/// Reads a configuration file. An empty one means no options.
pub fn read(file: &Path) -> Result<Value> {
    let text = input::text(file, FILE_BYTES).map_err(|error| unusable(file, &error.to_string()))?;
    if open_brackets(&text) > OPEN_BRACKETS {
        return Err(unusable(file, "it is nested too deeply"));
    }
    if !weight::is_within(&text, WEIGHT) {
        return Err(unusable(file, "its aliases make it too large"));
    }
    // By way of YAML's own value, which refuses keys that stand twice.
    let yaml: serde_yaml::Value =
        serde_yaml::from_str(&text).map_err(|error| unusable(file, &error.to_string()))?;
    let json = serde_json::to_value(yaml).map_err(|error| unusable(file, &error.to_string()))?;
    Ok(match json {
        Value::Null => Value::Object(Map::new()),
        json => json,
    })
}

/// The most brackets that stand open at one place, those in texts and comments
/// too.
fn open_brackets(text: &str) -> usize {
    let mut open: usize = 0;
    let mut most = 0;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
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
pub fn set_paths(options: &mut Value, paths: &[String]) {
    if let Value::Object(options) = options {
        options.insert("skills".to_owned(), json!({"paths": paths}));
    }
}

/// The names under `only`; empty when all skills count.
pub fn only(options: &Value) -> Vec<String> {
    let names = options.get("only").and_then(Value::as_array);
    let names = names.into_iter().flatten();
    names
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}

/// The same options without a limit of what one activation gives.
pub fn with_whole_bodies(options: &Value) -> Value {
    let mut whole = options.clone();
    whole["limits"]["body_characters"] = u32::MAX.into();
    whole
}

/// The same options with a start that does not fail of a skill.
pub fn lenient(options: &Value) -> Value {
    let mut lenient = options.clone();
    if let Value::Object(options) = &mut lenient {
        let lenient = options.entry("lenient_start").or_insert(true.into());
        // Anything else than a boolean is for the component to refuse.
        if lenient.is_boolean() {
            *lenient = true.into();
        }
    }
    lenient
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
