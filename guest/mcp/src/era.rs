//! Which of the two protocols a message speaks.
//!
//! MCP 2026-07-28 has no handshake: each request says in its `_meta` which
//! version it speaks. A message that says nothing is of the older protocol. So
//! the message alone decides, and no session is needed for either.

use serde_json::{Map, Value};

use crate::jsonrpc::RpcError;

/// The version without a handshake.
pub const MODERN_VERSION: &str = "2026-07-28";

/// The versions that begin with `initialize`, newest first.
pub const LEGACY_VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// All versions, newest first.
pub const VERSIONS: [&str; 4] = [
    MODERN_VERSION,
    LEGACY_VERSIONS[0],
    LEGACY_VERSIONS[1],
    LEGACY_VERSIONS[2],
];

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// The protocol that a message speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// MCP 2026-07-28.
    Modern,
    /// A version that begins with `initialize`.
    Legacy,
}

/// The version that a request names, if it names one.
pub fn named_version(params: &Map<String, Value>) -> Option<&Value> {
    params.get("_meta")?.get(VERSION_KEY)
}

/// The era of a request.
///
/// # Errors
/// When it names a version that is not spoken, or says less than it has to.
pub fn era(method: &str, params: &Map<String, Value>) -> Result<Era, RpcError> {
    let Some(version) = named_version(params) else {
        if method == "server/discover" {
            return Err(RpcError::missing_meta(
                "server/discover needs `_meta` with the protocol's version.",
            ));
        }
        return Ok(Era::Legacy);
    };
    let Some(version) = version.as_str() else {
        return Err(RpcError::missing_meta(
            "The protocol's version is not text.",
        ));
    };
    if version != MODERN_VERSION {
        return Err(RpcError::unsupported_version(&VERSIONS, version));
    }
    let capabilities = params
        .get("_meta")
        .and_then(|meta| meta.get(CAPABILITIES_KEY));
    if !capabilities.is_some_and(Value::is_object) {
        return Err(RpcError::missing_meta(
            "The `_meta` of a request needs an object with the client's capabilities.",
        ));
    }
    Ok(Era::Modern)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(method: &str, params: &Value) -> Result<Era, (i32, u16)> {
        let params = params.as_object().unwrap().clone();
        era(method, &params).map_err(|error| (error.code, error.status))
    }

    #[test]
    fn the_message_decides() {
        let meta = |version: Value, capabilities: Value| json!({"_meta": {VERSION_KEY: version, CAPABILITIES_KEY: capabilities}});
        let cases = [
            ("tools/list", json!({}), Ok(Era::Legacy)),
            ("tools/list", json!({"_meta": {}}), Ok(Era::Legacy)),
            ("tools/list", json!({"_meta": 1}), Ok(Era::Legacy)),
            ("server/discover", json!({}), Err((-32602, 400))),
            (
                "tools/list",
                meta(json!("2026-07-28"), json!({})),
                Ok(Era::Modern),
            ),
            (
                "initialize",
                meta(json!("2026-07-28"), json!({})),
                Ok(Era::Modern),
            ),
            (
                "tools/list",
                meta(json!("2026-07-28"), json!(null)),
                Err((-32602, 400)),
            ),
            ("tools/list", meta(json!(1), json!({})), Err((-32602, 400))),
            (
                "tools/list",
                meta(json!("2025-11-25"), json!({})),
                Err((-32022, 400)),
            ),
            (
                "tools/list",
                meta(json!("2027-01-01"), json!({})),
                Err((-32022, 400)),
            ),
        ];
        for (method, params, expected) in cases {
            assert_eq!(of(method, &params), expected, "{method} {params}");
        }
    }
}
