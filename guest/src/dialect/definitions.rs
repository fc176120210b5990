//! Tool definitions in the shapes that model vendors and protocols ask for.

use agent_skills_types::Error;
use serde_json::{Map, Value, json};

use super::{Dialect, Parameter, Role, Tool};

/// Writes one tool, given the schema of its arguments.
type Shape = fn(&Tool, Value) -> Value;

/// The shapes that there are.
const SHAPES: &[(&str, Shape)] = &[
    (
        "json-schema",
        |tool, schema| json!({"name": tool.name, "description": tool.description, "parameters": closed(schema)}),
    ),
    ("openai", |tool, schema| {
        json!({
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": closed(schema),
            },
        })
    }),
    (
        "anthropic",
        |tool, schema| json!({"name": tool.name, "description": tool.description, "input_schema": closed(schema)}),
    ),
    // Gemini's schema is a subset of OpenAPI's, without `additionalProperties`.
    (
        "gemini",
        |tool, schema| json!({"name": tool.name, "description": tool.description, "parameters": schema}),
    ),
    ("mcp", |tool, schema| {
        json!({
            "name": tool.name,
            "description": tool.description,
            "inputSchema": closed(schema),
            "annotations": {
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }),
];

/// The dialect's tools as a JSON array; `[]` when there are no skills, unless
/// its policy says otherwise.
///
/// # Errors
/// [`Error::Other`] for a shape that there is not.
pub fn definitions(dialect: &Dialect, names: &[&str], shape: &str) -> Result<String, Error> {
    let Some((_, write)) = SHAPES.iter().find(|(name, _)| *name == shape) else {
        let shapes: Vec<&str> = SHAPES.iter().map(|(name, _)| *name).collect();
        let shape = crate::text::shorten(&crate::text::one_line(shape), 100).into_owned();
        return Err(Error::Other(format!(
            "there is no tool definition shape `{shape}`; the shapes are {}",
            shapes.join(", ")
        )));
    };
    if names.is_empty() && !dialect.policy.tools_without_skills {
        return Ok("[]".to_owned());
    }
    let names = match dialect.policy.names_in_tools {
        true => names,
        false => &[],
    };
    let tools = dialect
        .tools
        .iter()
        .map(|tool| write(tool, schema(tool, names)));
    Ok(Value::Array(tools.collect()).to_string())
}

/// The JSON Schema of a tool's arguments; `names` are those to choose from, or
/// none where any may be given.
fn schema(tool: &Tool, names: &[&str]) -> Value {
    let mut properties = Map::new();
    for parameter in tool.parameters {
        properties.insert(parameter.name.to_owned(), property(parameter, names));
    }
    let mut schema = json!({"type": "object", "properties": properties});
    let required: Vec<&str> = tool
        .parameters
        .iter()
        .filter(|parameter| parameter.role.required())
        .map(|parameter| parameter.name)
        .collect();
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

fn property(parameter: &Parameter, names: &[&str]) -> Value {
    let description = parameter.description;
    match parameter.role {
        Role::Skill if !names.is_empty() => {
            json!({"type": "string", "enum": names, "description": description})
        }
        Role::Skill | Role::Path => json!({"type": "string", "description": description}),
        Role::Offset => json!({"type": "integer", "minimum": 0, "description": description}),
    }
}

/// The schema with no room for arguments that it does not name.
fn closed(mut schema: Value) -> Value {
    schema["additionalProperties"] = json!(false);
    schema
}
