//! JSON-RPC 2.0: what a message is, and the errors.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Longest message that is taken, in bytes: one line of stdio, one body of HTTP.
pub const MESSAGE_BYTES: usize = 1024 * 1024;

/// What came in.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// Wants an answer.
    Request(Request),
    /// Wants none. A response counts as one: this server never asks anything.
    Notification(Request),
}

/// A method and its parameters.
#[derive(Debug, PartialEq)]
pub struct Request {
    /// A string or a number; null for a notification.
    pub id: Value,
    /// The method's name.
    pub method: String,
    /// Its parameters; empty when there are none.
    pub params: Map<String, Value>,
}

/// An error, and the status with which HTTP carries it in the modern era.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// JSON-RPC's or MCP's code.
    pub code: i32,
    /// One sentence for a person; names no path of the host.
    pub message: String,
    /// What programs can go by.
    pub data: Option<Value>,
    /// HTTP status.
    pub status: u16,
}

impl RpcError {
    fn new(code: i32, status: u16, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
            status,
        }
    }

    /// The text is not JSON.
    pub fn parse() -> Self {
        Self::new(-32700, 400, "The message is not JSON.")
    }

    /// JSON, but not one request.
    pub fn invalid_request(message: &str) -> Self {
        Self::new(-32600, 400, message)
    }

    /// The request lacks what every request of the modern era carries.
    pub fn missing_meta(message: &str) -> Self {
        Self::new(-32602, 400, message)
    }

    /// Parameters of the wrong kind.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(-32602, 200, message)
    }

    /// Nothing that is served has this URI.
    pub fn not_found(uri: &str) -> Self {
        Self {
            data: Some(json!({"uri": uri})),
            ..Self::invalid_params("There is no such resource.")
        }
    }

    /// Headers and body do not agree.
    pub fn header_mismatch(message: impl Into<String>) -> Self {
        Self::new(-32020, 400, message)
    }

    /// A version of the protocol that is not spoken.
    pub fn unsupported_version(supported: &[&str], requested: &str) -> Self {
        Self {
            data: Some(json!({"supported": supported, "requested": requested})),
            ..Self::new(
                -32022,
                400,
                "This version of the protocol is not supported.",
            )
        }
    }

    /// A method that there is not.
    pub fn unknown_method() -> Self {
        Self::new(-32601, 404, "There is no such method.")
    }

    /// Something went wrong that is not the client's fault.
    pub fn internal() -> Self {
        Self::new(-32603, 200, "The server could not answer. Try again.")
    }

    /// The error as a message; `id` stands in it unless it could not be read.
    pub fn to_message(&self, id: &Value) -> String {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        let mut message = json!({"jsonrpc": "2.0", "error": error});
        if !id.is_null() {
            message["id"] = id.clone();
        }
        message.to_string()
    }
}

/// What to answer to a message of more than [`MESSAGE_BYTES`].
pub fn too_large() -> String {
    RpcError::invalid_request("The message is longer than 1 MiB.").to_message(&Value::Null)
}

/// What to say in place of all answers when the server's settings cannot be
/// used: `reason` is for the one client that started it.
pub fn misconfigured(reason: &str) -> String {
    let error = RpcError::new(-32603, 500, reason);
    error.to_message(&Value::Null)
}

/// The answer to a request.
pub fn response(id: &Value, result: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Response<'r, R> {
        jsonrpc: &'static str,
        id: &'r Value,
        result: &'r R,
    }
    let response = Response {
        jsonrpc: "2.0",
        id,
        result,
    };
    // Maps with string keys and JSON that was parsed: this cannot fail.
    serde_json::to_string(&response).unwrap_or_default()
}

/// Reads one message.
///
/// # Errors
/// The error to answer with and the message's id; null when there is none that
/// can be read.
pub fn parse(bytes: &[u8]) -> Result<Message, (RpcError, Value)> {
    let refused = |message, id| Err((RpcError::invalid_request(message), id));
    let mut object = match serde_json::from_slice(bytes) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return refused("The message is not one JSON object.", Value::Null),
        Err(_) => return Err((RpcError::parse(), Value::Null)),
    };
    let id = object.remove("id");
    let answerable = match &id {
        Some(id) if is_id(id) => id.clone(),
        Some(_) => return refused("The id is neither text nor an exact number.", Value::Null),
        None => Value::Null,
    };
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refused(
            "The message does not say `\"jsonrpc\": \"2.0\"`.",
            answerable,
        );
    }
    let method = match object.remove("method") {
        Some(Value::String(method)) => method,
        None if object.contains_key("result") || object.contains_key("error") => {
            return Ok(Message::Notification(Request {
                id: Value::Null,
                method: String::new(),
                params: Map::new(),
            }));
        }
        _ => return refused("The message names no method.", answerable),
    };
    let params = match object.remove("params") {
        Some(Value::Object(params)) => params,
        None => Map::new(),
        Some(_) => return refused("The parameters are not one JSON object.", answerable),
    };
    let request = Request {
        id: answerable,
        method,
        params,
    };
    Ok(match id {
        Some(_) => Message::Request(request),
        None => Message::Notification(request),
    })
}

/// Whether an answer can repeat this as its request's id. A number that was
/// rounded would name a request that nobody sent.
fn is_id(id: &Value) -> bool {
    const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    match id {
        Value::String(_) => true,
        Value::Number(number) => {
            !number.is_f64() || number.as_f64().is_some_and(|number| number.abs() < EXACT)
        }
        _ => false,
    }
}

impl Request {
    /// A parameter that has to be text.
    ///
    /// # Errors
    /// When it is missing or something else.
    pub fn text(&self, name: &str) -> Result<&str, RpcError> {
        let text = self.params.get(name).and_then(Value::as_str);
        text.ok_or_else(|| {
            RpcError::invalid_params(format!("The parameter `{name}` has to be text."))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_request_is_told_with_the_id_if_there_is_one() {
        let cases: [(&str, i32, Value); 15] = [
            ("", -32700, Value::Null),
            ("{", -32700, Value::Null),
            ("\u{feff}{}", -32700, Value::Null),
            ("1", -32600, Value::Null),
            ("[]", -32600, Value::Null),
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
                -32600,
                Value::Null,
            ),
            ("{}", -32600, Value::Null),
            (r#"{"id":1,"method":"ping"}"#, -32600, json!(1)),
            (
                r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
                -32600,
                json!("a"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                -32600,
                Value::Null,
            ),
            (
                r#"{"jsonrpc":"2.0","id":[],"method":"ping"}"#,
                -32600,
                Value::Null,
            ),
            (
                r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
                -32600,
                Value::Null,
            ),
            (
                r#"{"jsonrpc":"2.0","id":18446744073709551617,"method":"ping"}"#,
                -32600,
                Value::Null,
            ),
            (r#"{"jsonrpc":"2.0","id":7,"method":1}"#, -32600, json!(7)),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#,
                -32600,
                json!(7),
            ),
        ];
        for (text, code, id) in cases {
            let (error, told) = parse(text.as_bytes()).unwrap_err();
            assert_eq!((error.code, error.status, told), (code, 400, id), "{text}");
        }
    }

    #[test]
    fn an_id_comes_back_as_it_is() {
        for id in [
            "0",
            "-1",
            "1.5",
            "9007199254740993",
            "18446744073709551615",
            "-9223372036854775808",
            r#""""#,
            r#""é€😀""#,
        ] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            let Ok(Message::Request(request)) = parse(text.as_bytes()) else {
                panic!("{text}");
            };
            let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":null}}"#);
            assert_eq!(response(&request.id, &Value::Null), expected);
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| {
            let params = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{{"a":{params}}}}}"#)
        };
        assert!(parse(nested(100).as_bytes()).is_ok());
        let (error, _) = parse(nested(200).as_bytes()).unwrap_err();
        assert_eq!(error.code, -32700);
    }

    #[test]
    fn responses_and_messages_without_an_id_want_no_answer() {
        for text in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#,
        ] {
            let message = parse(text.as_bytes()).unwrap();
            assert!(matches!(message, Message::Notification(_)), "{text}");
        }
    }

    #[test]
    fn an_error_has_no_id_when_none_could_be_read() {
        assert_eq!(
            RpcError::parse().to_message(&Value::Null),
            r#"{"error":{"code":-32700,"message":"The message is not JSON."},"jsonrpc":"2.0"}"#
        );
        assert_eq!(
            RpcError::not_found("skill://a/b").to_message(&json!("x")),
            concat!(
                r#"{"error":{"code":-32602,"data":{"uri":"skill://a/b"},"#,
                r#""message":"There is no such resource."},"id":"x","jsonrpc":"2.0"}"#
            )
        );
    }
}
