//! The chosen dialect's tools, for clients that know nothing of skills.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::backend::Backend;
use crate::jsonrpc::{Request, RpcError};
use crate::page;
use crate::result::Members;
use crate::server::Server;

/// `tools/list`.
pub fn list(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    page::single(request)?;
    let tools = RawValue::from_string(backend.definitions()?);
    Ok(Members::new().with("tools", &tools.map_err(|_| RpcError::internal())?))
}

/// `tools/call`. What the tool itself refuses is a result that says so.
pub fn call(_: &Server, request: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let name = request.text("name")?;
    let arguments = match request.params.get("arguments") {
        None => json!({}),
        Some(arguments @ Value::Object(_)) => arguments.clone(),
        Some(_) => {
            return Err(RpcError::invalid_params(
                "The parameter `arguments` has to be an object.",
            ));
        }
    };
    let result = backend.call(name, &arguments.to_string())?;
    // Only what failed can be a tool that there is not. Definitions are not looked
    // at for each call: they may name skills, so the component looks for those.
    if result.is_error && !is_tool(&backend.definitions()?, name) {
        return Err(RpcError::invalid_params("There is no tool of this name."));
    }
    Ok(Members::new()
        .with("content", &json!([{"type": "text", "text": result.text}]))
        .with("isError", &result.is_error))
}

fn is_tool(definitions: &str, name: &str) -> bool {
    let tools: Vec<Value> = serde_json::from_str(definitions).unwrap_or_default();
    tools.iter().any(|tool| tool["name"] == name)
}
