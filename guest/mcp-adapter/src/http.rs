//! MCP over `wasi:http`: one message a request.

use std::cell::RefCell;

use agent_skills_mcp::config::Setup;
use agent_skills_mcp::headers::ProtocolHeaders;
use agent_skills_mcp::http::{ANSWER_HEADERS, Head, Refusal};
use agent_skills_mcp::{MESSAGE_BYTES, Reply, Server};
use wasip2::http::types::{
    Fields, IncomingRequest, Method, OutgoingBody, OutgoingResponse, ResponseOutparam,
};
use wasip2::io::streams::{OutputStream, StreamError};

use crate::core::Core;

/// How much of a body is read at a time.
const CHUNK: u64 = 64 * 1024;

/// How much `blocking-write-and-flush` takes at a time.
const WRITE: usize = 4096;

struct Handler;

wasip2::http::proxy::export!(Handler);

/// What an instance knows between two requests: nothing of who asked.
struct State {
    setup: Setup,
    server: Server,
    /// The profile whose options are in force.
    profile: Option<usize>,
}

thread_local! {
    static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
}

impl wasip2::exports::http::incoming_handler::Guest for Handler {
    fn handle(request: IncomingRequest, response: ResponseOutparam) {
        let answer = STATE.with_borrow_mut(|state| respond(state, &request));
        match answer {
            Ok(reply) => send(response, reply.status, None, reply.body.as_deref()),
            Err(refusal) => send(
                response,
                refusal.status,
                refusal.header,
                Some(&refusal.body),
            ),
        }
    }
}

fn respond(state: &mut Option<State>, request: &IncomingRequest) -> Result<Reply, Refusal> {
    let state = match state {
        Some(state) => state,
        // A setup that cannot be used admits nobody.
        None => state.insert(State::from_environment().map_err(|_| Refusal::misconfigured())?),
    };
    let headers = request.headers();
    let header = |name: &str| {
        let values = headers.get(name);
        let texts: Vec<_> = values
            .iter()
            .map(|value| String::from_utf8_lossy(value))
            .collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    // Some engines take the host out of the headers.
    let host = request.authority().or_else(|| header("host"));
    let target = request.path_with_query().unwrap_or_default();
    let (origin, authorization) = (header("origin"), header("authorization"));
    let content_type = header("content-type");
    let profile = state.setup.policy.admit(&Head {
        method: match request.method() {
            Method::Post => "POST",
            _ => "",
        },
        path: target.split('?').next().unwrap_or_default(),
        host: host.as_deref(),
        origin: origin.as_deref(),
        authorization: authorization.as_deref(),
        content_type: content_type.as_deref(),
    })?;
    let message = body(request)?;
    state.choose(profile)?;
    let (version, method) = (header("mcp-protocol-version"), header("mcp-method"));
    let name = header("mcp-name");
    let headers = ProtocolHeaders {
        version: version.as_deref(),
        method: method.as_deref(),
        name: name.as_deref(),
    };
    Ok(state.server.handle(&mut Core, &message, Some(&headers)))
}

impl State {
    fn from_environment() -> Result<Self, String> {
        let setup = crate::setup()?;
        Ok(Self {
            server: setup.server(env!("CARGO_PKG_VERSION")),
            setup,
            profile: None,
        })
    }

    /// Puts the options of a profile in force.
    fn choose(&mut self, profile: usize) -> Result<(), Refusal> {
        if self.profile == Some(profile) {
            return Ok(());
        }
        self.profile = None;
        let options = self.setup.profiles.get(profile);
        Core::configure(options.map_or("", String::as_str))
            .map_err(|_| Refusal::misconfigured())?;
        self.profile = Some(profile);
        Ok(())
    }
}

/// The body, as far as it may go.
fn body(request: &IncomingRequest) -> Result<Vec<u8>, Refusal> {
    let body = request.consume().map_err(|()| Refusal::broken_off())?;
    let stream = body.stream().map_err(|()| Refusal::broken_off())?;
    let mut bytes = Vec::new();
    loop {
        match stream.blocking_read(CHUNK) {
            Ok(chunk) => bytes.extend_from_slice(&chunk),
            Err(StreamError::Closed) => return Ok(bytes),
            Err(StreamError::LastOperationFailed(_)) => return Err(Refusal::broken_off()),
        }
        if bytes.len() > MESSAGE_BYTES {
            return Err(Refusal::too_large());
        }
    }
}

fn send(out: ResponseOutparam, status: u16, header: Option<(&str, &str)>, body: Option<&str>) {
    let kind = body.map(|_| ("content-type", "application/json"));
    let headers = Fields::new();
    for (name, value) in ANSWER_HEADERS.into_iter().chain(kind).chain(header) {
        // These are well-formed and none of them is forbidden.
        let _ = headers.append(name, value.as_bytes());
    }
    let response = OutgoingResponse::new(headers);
    let _ = response.set_status_code(status);
    let Ok(outgoing) = response.body() else {
        return;
    };
    ResponseOutparam::set(out, Ok(response));
    if let Ok(stream) = outgoing.write() {
        write(&stream, body.unwrap_or_default());
    }
    let _ = OutgoingBody::finish(outgoing, None);
}

fn write(stream: &OutputStream, text: &str) {
    for part in text.as_bytes().chunks(WRITE) {
        if stream.blocking_write_and_flush(part).is_err() {
            // The client is gone.
            return;
        }
    }
}
