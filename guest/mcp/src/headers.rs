//! Whether the headers of an HTTP request agree with its body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::era::{LEGACY_VERSIONS, MODERN_VERSION, VERSIONS, named_version};
use crate::jsonrpc::{Request, RpcError};

/// The headers that repeat what stands in the body.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProtocolHeaders<'h> {
    /// `MCP-Protocol-Version`.
    pub version: Option<&'h str>,
    /// `Mcp-Method`.
    pub method: Option<&'h str>,
    /// `Mcp-Name`.
    pub name: Option<&'h str>,
}

/// Methods whose request names what it is about, and the parameter that does.
const NAMED: [(&str, &str); 3] = [
    ("tools/call", "name"),
    ("prompts/get", "name"),
    ("resources/read", "uri"),
];

/// Holds the headers of a request to its body.
///
/// # Errors
/// -32020 where they differ or one is missing, -32602 where the headers are of
/// the modern era and the body is not, -32022 for a version that is not spoken.
pub(crate) fn agree(headers: &ProtocolHeaders<'_>, request: &Request) -> Result<(), RpcError> {
    let given = headers.version.map(str::trim);
    let Some(named) = named_version(&request.params) else {
        return match given {
            Some(MODERN_VERSION) => Err(RpcError::missing_meta(
                "The body lacks the `_meta` that its header promises.",
            )),
            Some(version) if !LEGACY_VERSIONS.contains(&version) => {
                Err(RpcError::unsupported_version(&VERSIONS, version))
            }
            _ => Ok(()),
        };
    };
    let Some(named) = named.as_str() else {
        // What the body says is no version; it is told so later.
        return Ok(());
    };
    same("MCP-Protocol-Version", given, named)?;
    if named != MODERN_VERSION {
        return Err(RpcError::unsupported_version(&VERSIONS, named));
    }
    same("Mcp-Method", headers.method.map(str::trim), &request.method)?;
    let parameter = NAMED.iter().find(|(method, _)| *method == request.method);
    let named = parameter.and_then(|(_, parameter)| request.params.get(*parameter));
    match named.and_then(Value::as_str) {
        Some(named) => {
            let name = headers.name.map(decoded).transpose()?;
            same("Mcp-Name", name.as_deref(), named)
        }
        None => Ok(()),
    }
}

fn same(header: &str, given: Option<&str>, named: &str) -> Result<(), RpcError> {
    match given {
        Some(given) if given == named => Ok(()),
        Some(_) => Err(RpcError::header_mismatch(format!(
            "The header {header} differs from the body."
        ))),
        None => Err(RpcError::header_mismatch(format!(
            "The header {header} is missing."
        ))),
    }
}

/// A header's value; `=?base64?…?=` stands for text that no header can hold.
fn decoded(value: &str) -> Result<String, RpcError> {
    let value = value.trim();
    let encoded = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    let Some(encoded) = encoded else {
        return Ok(value.to_owned());
    };
    let bytes = STANDARD.decode(encoded).ok();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| RpcError::header_mismatch("The header Mcp-Name is not valid Base64."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonrpc::{Message, parse};

    #[test]
    fn headers_repeat_what_the_body_says() {
        let body = |method: &str, params: &str, version: &str| {
            let meta = match version {
                "" => String::new(),
                version => format!(
                    r#","_meta":{{"io.modelcontextprotocol/protocolVersion":"{version}","io.modelcontextprotocol/clientCapabilities":{{}}}}"#
                ),
            };
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"x":1{params}{meta}}}}}"#
            )
        };
        let call = r#","name":"a""#;
        let read = r#","uri":"skill://ä/x""#;
        let now = MODERN_VERSION;
        // Method, parameters and version of the body; the three headers; code.
        type Case<'c> = (&'c str, &'c str, &'c str, [Option<&'c str>; 3], i32);
        let cases: [Case<'_>; 17] = [
            ("ping", "", "", [None, None, None], 0),
            ("ping", "", "", [Some("2025-06-18"), None, None], 0),
            ("ping", "", "", [Some("2024-01-01"), None, None], -32022),
            ("ping", "", "", [Some(now), None, None], -32602),
            (
                "skills/list",
                "",
                now,
                [Some(now), Some("skills/list"), None],
                0,
            ),
            (
                "skills/list",
                "",
                now,
                [Some(" 2026-07-28 "), Some(" skills/list "), None],
                0,
            ),
            (
                "skills/list",
                "",
                now,
                [None, Some("skills/list"), None],
                -32020,
            ),
            (
                "skills/list",
                "",
                now,
                [Some("2025-11-25"), Some("skills/list"), None],
                -32020,
            ),
            ("skills/list", "", now, [Some(now), None, None], -32020),
            (
                "skills/list",
                "",
                now,
                [Some(now), Some("Skills/List"), None],
                -32020,
            ),
            (
                "skills/list",
                "",
                "2027-01-01",
                [Some("2027-01-01"), None, None],
                -32022,
            ),
            (
                "tools/call",
                call,
                now,
                [Some(now), Some("tools/call"), Some("a")],
                0,
            ),
            (
                "tools/call",
                call,
                now,
                [Some(now), Some("tools/call"), Some("b")],
                -32020,
            ),
            (
                "tools/call",
                call,
                now,
                [Some(now), Some("tools/call"), None],
                -32020,
            ),
            (
                "tools/call",
                call,
                now,
                [Some(now), Some("tools/call"), Some("=?base64?YQ==?=")],
                0,
            ),
            (
                "tools/call",
                call,
                now,
                [Some(now), Some("tools/call"), Some("=?base64?!?=")],
                -32020,
            ),
            (
                "resources/read",
                read,
                now,
                [
                    Some(now),
                    Some("resources/read"),
                    Some("=?base64?c2tpbGw6Ly/DpC94?="),
                ],
                0,
            ),
        ];
        for (method, params, version, [header, named, name], expected) in cases {
            let text = body(method, params, version);
            let Ok(Message::Request(request)) = parse(text.as_bytes()) else {
                panic!("{text}");
            };
            let headers = ProtocolHeaders {
                version: header,
                method: named,
                name,
            };
            let code = agree(&headers, &request).map_or_else(|error| error.code, |()| 0);
            assert_eq!(code, expected, "{text} {headers:?}");
        }
    }
}
