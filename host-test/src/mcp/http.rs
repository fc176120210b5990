//! MCP over HTTP: one message a POST.
//!
//! What may be asked and by whom is decided by `agent_skills_mcp::http`; here
//! are the bounds on time, size and number that a server on a network needs.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use agent_skills_mcp::MESSAGE_BYTES;
use agent_skills_mcp::headers::ProtocolHeaders;
use agent_skills_mcp::http::{ANSWER_HEADERS, Head, Policy, Refusal};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::pool::Pool;
use super::taken::Taken;

/// Bounds on what clients may take up together.
#[derive(Clone, Debug)]
pub struct HttpLimits {
    /// Open connections: 256. Further ones wait until one closes.
    pub connections: usize,
    /// Messages that are answered at the same time, each by an instance of its
    /// own: one for each processor.
    pub answers: usize,
    /// How long a client may take for the head of a request, and how long a
    /// connection may be idle: 15 seconds.
    pub head_time: Duration,
    /// How long a client may take for the body: 15 seconds.
    pub body_time: Duration,
    /// How long a client may take nothing of its answer: 15 seconds.
    pub answer_time: Duration,
    /// How long a message waits for an instance: 10 seconds.
    pub wait_time: Duration,
    /// How long open requests have when the server stops: 10 seconds.
    pub stop_time: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            answers: std::thread::available_parallelism().map_or(1, usize::from),
            head_time: Duration::from_secs(15),
            body_time: Duration::from_secs(15),
            answer_time: Duration::from_secs(15),
            wait_time: Duration::from_secs(10),
            stop_time: Duration::from_secs(10),
        }
    }
}

/// A server that listens. It needs a runtime of tokio with several threads.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What all connections use.
#[derive(Debug)]
struct Shared {
    pool: Pool,
    policy: Policy,
    limits: HttpLimits,
    answers: Semaphore,
}

/// An answer, or none that could be given.
type Answer = Response<Full<Bytes>>;

impl HttpServer {
    /// Begins to listen. Port 0 takes any that is free.
    ///
    /// # Errors
    ///
    /// When the address cannot be had.
    pub async fn bind(
        address: SocketAddr,
        pool: Pool,
        policy: Policy,
        limits: HttpLimits,
    ) -> io::Result<Self> {
        Ok(Self {
            listener: TcpListener::bind(address).await?,
            shared: Arc::new(Shared {
                pool,
                policy,
                answers: Semaphore::new(limits.answers),
                limits,
            }),
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    ///
    /// When the operating system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is ready; requests that are open then may end.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let Self { listener, shared } = self;
        let connections = Arc::new(Semaphore::new(shared.limits.connections));
        let graceful = GracefulShutdown::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = accept(&listener, &connections) => accepted,
            };
            let Some((stream, place)) = accepted else {
                continue;
            };
            let connection = connection(stream, Arc::clone(&shared));
            let watched = graceful.watch(connection);
            tokio::spawn(async move {
                // A connection that breaks is its client's concern.
                let _ = watched.await;
                drop(place);
            });
        }
        drop(listener);
        let _ = timeout(shared.limits.stop_time, graceful.shutdown()).await;
    }
}

/// The next connection, once there is room for it.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> Option<(TcpStream, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(connections).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _)) => Some((stream, place)),
        Err(_) => {
            // Most likely too many open files: others have to close first.
            sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

fn connection(
    stream: TcpStream,
    shared: Arc<Shared>,
) -> http1::Connection<
    TokioIo<Taken<TcpStream>>,
    impl hyper::service::HttpService<Incoming, ResBody = Full<Bytes>, Error = Infallible, Future: Send>,
> {
    // Answers are whole; waiting for more to send would only delay them.
    let _ = stream.set_nodelay(true);
    let head_time = shared.limits.head_time;
    let stream = Taken::new(stream, shared.limits.answer_time);
    let service = service_fn(move |request| {
        let shared = Arc::clone(&shared);
        async move {
            let answer = shared.answer(request).await;
            Ok::<_, Infallible>(answer.unwrap_or_else(|refusal| refused(&refusal)))
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(64 * 1024)
        // A client may have said all that it has to say.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), service)
}

impl Shared {
    async fn answer(&self, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let (head, body) = request.into_parts();
        let header = |name: &str| text(&head.headers, name);
        let authority = head.uri.authority().map(ToString::to_string);
        let (host, origin) = (authority.or_else(|| header("host")), header("origin"));
        let (authorization, content_type) = (header("authorization"), header("content-type"));
        let profile = self.policy.admit(&Head {
            method: head.method.as_str(),
            path: head.uri.path(),
            host: host.as_deref(),
            origin: origin.as_deref(),
            authorization: authorization.as_deref(),
            content_type: content_type.as_deref(),
        })?;
        let message = self.message(body).await?;
        let place = timeout(self.limits.wait_time, self.answers.acquire()).await;
        let Ok(Ok(_place)) = place else {
            return Err(Refusal::too_busy());
        };
        let (version, method) = (header("mcp-protocol-version"), header("mcp-method"));
        let name = header("mcp-name");
        let headers = ProtocolHeaders {
            version: version.as_deref(),
            method: method.as_deref(),
            name: name.as_deref(),
        };
        // The component reads files on this thread; the others go on meanwhile.
        let reply =
            tokio::task::block_in_place(|| self.pool.answer(profile, &message, Some(&headers)));
        Ok(answer(reply.status, reply.body))
    }

    /// The body, within the bounds on its size and time.
    async fn message(&self, body: Incoming) -> Result<Bytes, Refusal> {
        if body.size_hint().lower() > MESSAGE_BYTES as u64 {
            return Err(Refusal::too_large());
        }
        let limited = Limited::new(body, MESSAGE_BYTES).collect();
        match timeout(self.limits.body_time, limited).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Refusal::too_large()),
            Ok(Err(_)) => Err(Refusal::broken_off()),
            Err(_) => Err(Refusal::too_slow()),
        }
    }
}

/// A header's text; one that stands several times is joined, as HTTP has it.
fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    let values = headers.get_all(name).iter();
    let values: Vec<_> = values
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    (!values.is_empty()).then(|| values.join(", "))
}

fn answer(status: u16, body: Option<String>) -> Answer {
    let has_body = body.is_some();
    let mut response = Response::new(Full::from(body.unwrap_or_default()));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    for (name, value) in ANSWER_HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    if has_body {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    response
}

fn refused(refusal: &Refusal) -> Answer {
    let mut response = answer(refusal.status, Some(refusal.body.clone()));
    if let Some((name, value)) = refusal.header {
        let (name, value) = (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        response.headers_mut().insert(name, value);
    }
    response
}
