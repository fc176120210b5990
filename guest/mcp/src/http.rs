//! Who may ask over Streamable HTTP: decided by the head of a request alone.

use serde_json::Value;

use crate::constant_time;
use crate::jsonrpc::RpcError;

/// What is known of a request before its body is read. A header that stands
/// twice or is no text counts as one with its bytes made text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Head<'h> {
    /// The method, such as `POST`.
    pub method: &'h str,
    /// The path without its query.
    pub path: &'h str,
    /// The authority that was asked for: `Host`, or HTTP/2's `:authority`.
    pub host: Option<&'h str>,
    /// `Origin`.
    pub origin: Option<&'h str>,
    /// `Authorization`.
    pub authorization: Option<&'h str>,
    /// `Content-Type`.
    pub content_type: Option<&'h str>,
}

/// Who is let in.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Hosts under which the server may be asked, without ports; `*` is any.
    /// This keeps out web pages whose name was made to lead here.
    pub hosts: Vec<String>,
    /// Origins of web pages that may ask, such as `https://example.org` or
    /// `http://localhost:*` for any port.
    pub origins: Vec<String>,
    /// The path that is served.
    pub path: String,
    /// Who may ask; anybody when there are none.
    pub tokens: Vec<Token>,
}

/// A bearer token, and what is served for it.
#[derive(Clone)]
pub struct Token {
    /// The secret.
    pub secret: String,
    /// Which of the configured libraries it opens.
    pub profile: usize,
}

impl std::fmt::Debug for Token {
    /// Without the secret: this ends up in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Token")
            .field("profile", &self.profile)
            .finish_non_exhaustive()
    }
}

/// The hosts of this machine alone.
pub const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The origins of pages of this machine.
pub const LOOPBACK_ORIGINS: [&str; 3] =
    ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

impl Default for Policy {
    /// This machine alone, without tokens.
    fn default() -> Self {
        Self {
            hosts: LOOPBACK_HOSTS.map(str::to_owned).to_vec(),
            origins: LOOPBACK_ORIGINS.map(str::to_owned).to_vec(),
            path: "/mcp".to_owned(),
            tokens: Vec::new(),
        }
    }
}

/// Why a request is turned away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// A header that belongs to it: name and value.
    pub header: Option<(&'static str, &'static str)>,
    /// A JSON-RPC error that says why.
    pub body: String,
}

/// What every answer carries.
pub const ANSWER_HEADERS: [(&str, &str); 2] = [
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
];

impl Refusal {
    fn new(status: u16, message: &str) -> Self {
        Self {
            status,
            header: None,
            body: RpcError::invalid_request(message).to_message(&Value::Null),
        }
    }

    fn with(self, name: &'static str, value: &'static str) -> Self {
        Self {
            header: Some((name, value)),
            ..self
        }
    }

    /// The body is larger than what is taken.
    pub fn too_large() -> Self {
        Self::new(413, "The message is longer than 1 MiB.")
    }

    /// The body ends before it is whole, or is no body of HTTP.
    pub fn broken_off() -> Self {
        Self::new(400, "The message did not arrive whole.")
    }

    /// The body did not arrive in time.
    pub fn too_slow() -> Self {
        Self::new(408, "The message did not arrive in time.")
    }

    /// The server's own settings stand against every answer.
    pub fn misconfigured() -> Self {
        Self::new(500, "The server is not set up correctly.")
    }

    /// Too many requests are being answered.
    pub fn too_busy() -> Self {
        Self::new(503, "The server is busy. Try again.").with("retry-after", "1")
    }
}

impl Policy {
    /// Decides on a request by its head, and tells which profile it may have.
    ///
    /// # Errors
    /// The refusal to answer with, without reading the body.
    pub fn admit(&self, head: &Head<'_>) -> Result<usize, Refusal> {
        if !head.host.is_some_and(|host| self.has_host(host)) {
            return Err(Refusal::new(403, "This server is not known by that name."));
        }
        if !head.origin.is_none_or(|origin| self.has_origin(origin)) {
            return Err(Refusal::new(403, "Pages of that origin may not ask here."));
        }
        if head.path != self.path {
            return Err(Refusal::new(404, "Nothing is served under this path."));
        }
        let profile = self.profile(head.authorization)?;
        if head.method != "POST" {
            let refusal = Refusal::new(405, "Only POST is answered.");
            return Err(refusal.with("allow", "POST"));
        }
        if !head.content_type.is_some_and(is_json) {
            return Err(Refusal::new(415, "The body has to be application/json."));
        }
        Ok(profile)
    }

    fn has_host(&self, asked: &str) -> bool {
        let name = without_port(asked);
        let is_known = |host: &String| host == "*" || host.eq_ignore_ascii_case(name);
        !name.is_empty() && self.hosts.iter().any(is_known)
    }

    fn has_origin(&self, origin: &str) -> bool {
        self.origins
            .iter()
            .any(|known| match known.strip_suffix(":*") {
                Some(known) => without_port_of_origin(origin).eq_ignore_ascii_case(known),
                None => origin.eq_ignore_ascii_case(known),
            })
    }

    fn profile(&self, authorization: Option<&str>) -> Result<usize, Refusal> {
        if self.tokens.is_empty() {
            return Ok(0);
        }
        let given = authorization.and_then(bearer).unwrap_or_default();
        // All are compared, so that the time does not tell which was near.
        let matching = self.tokens.iter().fold(None, |found, token| {
            let is_equal = constant_time::equal(given, &token.secret);
            if is_equal { Some(token.profile) } else { found }
        });
        matching.ok_or_else(|| {
            let refusal = Refusal::new(401, "A valid bearer token is needed.");
            refusal.with("www-authenticate", "Bearer")
        })
    }

    /// Whether the server can be asked under names of this machine only.
    pub fn is_loopback(&self) -> bool {
        let is_loopback = |host: &String| {
            LOOPBACK_HOSTS
                .iter()
                .any(|known| host.eq_ignore_ascii_case(known))
        };
        self.hosts.iter().all(is_loopback)
    }
}

fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.trim().split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) && (!name.contains(':') || name.ends_with(']')) => name,
        _ => host,
    }
}

fn without_port_of_origin(origin: &str) -> &str {
    match origin.split_once("://") {
        Some((scheme, host)) => &origin[..scheme.len() + 3 + without_port(host).len()],
        None => origin,
    }
}

fn is_port(text: &str) -> bool {
    !text.is_empty() && text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_json(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Head<'static> = Head {
        method: "POST",
        path: "/mcp",
        host: Some("localhost:8080"),
        origin: None,
        authorization: None,
        content_type: Some("application/json"),
    };

    fn status(policy: &Policy, head: &Head<'_>) -> u16 {
        match policy.admit(head) {
            Ok(_) => 200,
            Err(refusal) => refusal.status,
        }
    }

    #[test]
    fn only_this_machine_may_ask_unless_told_otherwise() {
        let policy = Policy::default();
        let host = |host| Head { host, ..GOOD };
        let origin = |origin| Head {
            origin: Some(origin),
            ..GOOD
        };
        let cases = [
            (GOOD, 200),
            (host(None), 403),
            (host(Some("")), 403),
            (host(Some("LOCALHOST")), 200),
            (host(Some("127.0.0.1:1")), 200),
            (host(Some("[::1]:8080")), 200),
            (host(Some("[::1]")), 200),
            (host(Some("evil.example")), 403),
            (host(Some("localhost.evil.example")), 403),
            (host(Some("localhost:evil")), 403),
            (host(Some("evil@localhost")), 403),
            (origin("http://localhost:6274"), 200),
            (origin("http://localhost"), 200),
            (origin("http://[::1]:3000"), 200),
            (origin("https://localhost:6274"), 403),
            (origin("http://localhost.evil.example"), 403),
            (origin("http://localhost:1@evil.example"), 403),
            (origin("http://evil.example"), 403),
            (origin("null"), 403),
            (origin(""), 403),
            (Head { path: "/", ..GOOD }, 404),
            (
                Head {
                    path: "/mcp/",
                    ..GOOD
                },
                404,
            ),
            (
                Head {
                    method: "GET",
                    ..GOOD
                },
                405,
            ),
            (
                Head {
                    method: "DELETE",
                    ..GOOD
                },
                405,
            ),
            (
                Head {
                    method: "OPTIONS",
                    ..GOOD
                },
                405,
            ),
            (
                Head {
                    content_type: None,
                    ..GOOD
                },
                415,
            ),
            (
                Head {
                    content_type: Some("text/plain"),
                    ..GOOD
                },
                415,
            ),
            (
                Head {
                    content_type: Some("application/jsonp"),
                    ..GOOD
                },
                415,
            ),
            (
                Head {
                    content_type: Some("Application/JSON; charset=utf-8"),
                    ..GOOD
                },
                200,
            ),
        ];
        for (head, expected) in cases {
            assert_eq!(status(&policy, &head), expected, "{head:?}");
        }
    }

    #[test]
    fn what_is_configured_is_let_in() {
        let policy = Policy {
            hosts: vec!["skills.example.org".to_owned()],
            origins: vec!["https://chat.example.org".to_owned()],
            ..Policy::default()
        };
        let head = Head {
            host: Some("Skills.Example.org:443"),
            origin: Some("https://chat.example.org"),
            ..GOOD
        };
        assert!(!policy.is_loopback());
        assert_eq!(status(&policy, &head), 200);
        assert_eq!(status(&policy, &GOOD), 403);
        let elsewhere = Some("https://chat.example.org:8443");
        let origin = Head {
            origin: elsewhere,
            ..head
        };
        assert_eq!(status(&policy, &origin), 403);
        let any = Policy {
            hosts: vec!["*".to_owned()],
            ..Policy::default()
        };
        assert_eq!(
            status(
                &any,
                &Head {
                    host: Some("x"),
                    ..GOOD
                }
            ),
            200
        );
    }

    #[test]
    fn each_token_opens_its_own_profile() {
        let token = |secret: &str, profile| Token {
            secret: secret.to_owned(),
            profile,
        };
        let policy = Policy {
            tokens: vec![token("old", 1), token("new", 1), token("other", 2)],
            ..Policy::default()
        };
        let cases = [
            (None, Err(401)),
            (Some("Bearer old"), Ok(1)),
            (Some("bearer  new"), Ok(1)),
            (Some("BEARER other"), Ok(2)),
            (Some("Bearer othe"), Err(401)),
            (Some("Bearer others"), Err(401)),
            (Some("Bearer"), Err(401)),
            (Some("Bearer "), Err(401)),
            (Some("Basic old"), Err(401)),
            (Some("old"), Err(401)),
        ];
        for (authorization, expected) in cases {
            let head = Head {
                authorization,
                ..GOOD
            };
            let admitted = policy.admit(&head).map_err(|refusal| refusal.status);
            assert_eq!(admitted, expected, "{authorization:?}");
        }
        let refusal = policy.admit(&GOOD).unwrap_err();
        assert_eq!(refusal.header, Some(("www-authenticate", "Bearer")));
        assert_eq!(
            format!("{:?}", policy.tokens[0]),
            "Token { profile: 1, .. }"
        );
    }
}
