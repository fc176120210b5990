//! One message in, one answer out.

use serde_json::{Value, json};

use crate::backend::{Backend, Failure};
use crate::era::{Era, era};
use crate::headers::{ProtocolHeaders, agree};
use crate::jsonrpc::{Message, Request, RpcError, parse, response};
use crate::result::Members;
use crate::{discovery, prompts, resources, skills, tools};

/// What a server says of itself. It has no state.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its name for people and logs.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How long clients may keep an answer, in milliseconds.
    pub ttl_ms: u64,
    /// Whether answers are for the asking client alone, as they are where a
    /// token decides what is served.
    pub private: bool,
}

/// What to send back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status that HTTP gives it.
    pub status: u16,
    /// One JSON object without line breaks; none where no answer is wanted.
    pub body: Option<String>,
}

/// Answers a request of either era.
type Method = fn(&Server, &Request, &mut dyn Backend) -> Result<Members, RpcError>;

/// A method that both eras have.
struct Row {
    name: &'static str,
    answer: Method,
    /// Whether clients may keep the answer.
    cacheable: bool,
}

const fn row(name: &'static str, cacheable: bool, answer: Method) -> Row {
    Row {
        name,
        answer,
        cacheable,
    }
}

const METHODS: [Row; 11] = [
    row("tools/list", true, tools::list),
    row("tools/call", false, tools::call),
    row("resources/list", true, resources::list),
    row("resources/templates/list", true, resources::templates),
    row("resources/read", true, resources::read),
    row("resources/directory/read", true, resources::directory),
    row("skills/list", true, skills::list),
    row("skills/get", true, skills::get),
    row("prompts/list", true, prompts::list),
    row("prompts/get", false, prompts::get),
    row("server/discover", true, discovery::discover),
];

impl Server {
    /// Answers one message. `headers` are those of the HTTP request that
    /// brought it; none over stdio.
    pub fn handle(
        &self,
        backend: &mut dyn Backend,
        message: &[u8],
        headers: Option<&ProtocolHeaders<'_>>,
    ) -> Reply {
        let (request, is_request) = match parse(message) {
            Ok(Message::Request(request)) => (request, true),
            Ok(Message::Notification(request)) => (request, false),
            Err((error, id)) => return failure(&error, &id, Era::Modern),
        };
        let checked = headers.map_or(Ok(()), |headers| agree(headers, &request));
        match checked {
            Err(error) => failure(&error, &request.id, Era::Modern),
            Ok(()) if is_request => self.answer(backend, &request),
            Ok(()) => Reply {
                status: 202,
                body: None,
            },
        }
    }

    fn answer(&self, backend: &mut dyn Backend, request: &Request) -> Reply {
        let era = match era(&request.method, &request.params) {
            Ok(era) => era,
            Err(error) => return failure(&error, &request.id, Era::Modern),
        };
        match self.result(backend, request, era) {
            Ok(result) => Reply {
                status: 200,
                body: Some(response(&request.id, &result)),
            },
            Err(error) => failure(&error, &request.id, era),
        }
    }

    fn result(
        &self,
        backend: &mut dyn Backend,
        request: &Request,
        era: Era,
    ) -> Result<Members, RpcError> {
        if let (Era::Legacy, Some(result)) = (era, discovery::handshake(self, request, backend)) {
            return result;
        }
        let row = METHODS.iter().find(|row| row.name == request.method);
        let row = row.ok_or_else(RpcError::unknown_method)?;
        let mut result = (row.answer)(self, request, backend)?;
        if row.cacheable {
            let scope = if self.private { "private" } else { "public" };
            result = result
                .with("ttlMs", &self.ttl_ms)
                .with("cacheScope", &scope);
        }
        Ok(match era {
            Era::Legacy => result,
            Era::Modern => result.with("resultType", &"complete").with(
                "_meta",
                &json!({"io.modelcontextprotocol/serverInfo": self.info()}),
            ),
        })
    }

    /// Name and version.
    pub(crate) fn info(&self) -> Value {
        json!({"name": self.name, "version": self.version})
    }
}

/// The reply to a message where there is nothing to answer it from. Whoever asked
/// waits for one.
pub fn unavailable(message: &[u8]) -> Reply {
    const STATUS: u16 = 503;
    match parse(message) {
        Ok(Message::Request(request)) => Reply {
            status: STATUS,
            ..failure(&RpcError::internal(), &request.id, Era::Modern)
        },
        Ok(Message::Notification(_)) => Reply {
            status: STATUS,
            body: None,
        },
        Err((error, id)) => failure(&error, &id, Era::Modern),
    }
}

/// An error as a reply. The older protocol has no statuses for errors of a
/// request that could be read.
fn failure(error: &RpcError, id: &Value, era: Era) -> Reply {
    Reply {
        status: match era {
            Era::Modern => error.status,
            Era::Legacy => 200,
        },
        body: Some(error.to_message(id)),
    }
}

impl From<Failure> for RpcError {
    /// A failure with which a client can do nothing. Its words could name paths
    /// of the host, so they are not passed on.
    fn from(_: Failure) -> Self {
        Self::internal()
    }
}
