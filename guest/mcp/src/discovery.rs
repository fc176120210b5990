//! What the server can do, and the older protocol's handshake.

use serde_json::{Value, json};

use crate::backend::Backend;
use crate::era::{LEGACY_VERSIONS, VERSIONS};
use crate::jsonrpc::{Request, RpcError};
use crate::result::Members;
use crate::server::Server;

/// No `listChanged` and no `subscribe`: a server without state has nobody to
/// tell. Clients ask again when an answer's time is over.
fn capabilities() -> Value {
    json!({
        "tools": {},
        "resources": {},
        "prompts": {},
        "extensions": {"io.modelcontextprotocol/skills": {"directoryRead": true}},
    })
}

/// `server/discover`.
pub fn discover(_: &Server, _: &Request, backend: &mut dyn Backend) -> Result<Members, RpcError> {
    let result = Members::new()
        .with("supportedVersions", &VERSIONS)
        .with("capabilities", &capabilities());
    Ok(with_instructions(result, backend.instructions()?))
}

/// The methods of the handshake; none for any other method.
pub fn handshake(
    server: &Server,
    request: &Request,
    backend: &mut dyn Backend,
) -> Option<Result<Members, RpcError>> {
    match request.method.as_str() {
        "initialize" => Some(initialize(server, request, backend)),
        "ping" => Some(Ok(Members::new())),
        _ => None,
    }
}

fn initialize(
    server: &Server,
    request: &Request,
    backend: &mut dyn Backend,
) -> Result<Members, RpcError> {
    let asked = request
        .params
        .get("protocolVersion")
        .and_then(Value::as_str);
    let known = LEGACY_VERSIONS
        .iter()
        .find(|version| asked == Some(**version));
    let result = Members::new()
        .with("protocolVersion", known.unwrap_or(&LEGACY_VERSIONS[0]))
        .with("capabilities", &capabilities())
        .with("serverInfo", &server.info());
    Ok(with_instructions(result, backend.instructions()?))
}

fn with_instructions(result: Members, text: String) -> Members {
    let text = Some(text).filter(|text| !text.is_empty());
    result.with_some("instructions", text.as_ref())
}
