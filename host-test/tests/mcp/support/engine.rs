//! Engines for the composed components, as small as they can be.

use std::convert::Infallible;
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use std::thread;

use agent_skills_sandbox::{http_server_bytes, stdio_server_bytes};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Request, Response};
use serde_json::Value;
use tokio::runtime::Runtime;
use wasmtime::component::{Component, Linker, ResourceTable};
use wasmtime::{Config, Engine, OptLevel, RegallocAlgorithm, Store};
use wasmtime_wasi::p2::bindings::sync::Command;
use wasmtime_wasi::p2::pipe::{MemoryInputPipe, MemoryOutputPipe};
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};
use wasmtime_wasi_http::p2::bindings::Proxy;
use wasmtime_wasi_http::p2::bindings::http::types::Scheme;
use wasmtime_wasi_http::{
    Error, RequestOptions, WasiBody, WasiHttpCtx, WasiHttpCtxView, WasiHttpHooks, WasiHttpView,
};

struct State {
    wasi: WasiCtx,
    http: WasiHttpCtx,
    hooks: NoRequests,
    table: ResourceTable,
}

/// An engine without a network of its own.
struct NoRequests;

impl WasiHttpHooks for NoRequests {
    fn send_request(
        &mut self,
        _: Request<WasiBody>,
        _: Option<RequestOptions>,
        _: Box<dyn Future<Output = Result<(), Error>> + Send>,
    ) -> Box<dyn Future<Output = Result<Sent, Error>> + Send> {
        Box::new(std::future::ready(Err(Error::InternalError(None))))
    }
}

/// What a request that was sent would give.
type Sent = (
    Response<WasiBody>,
    Box<dyn Future<Output = Result<(), Error>> + Send>,
);

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView {
            ctx: &mut self.wasi,
            table: &mut self.table,
        }
    }
}

impl WasiHttpView for State {
    fn http(&mut self) -> WasiHttpCtxView<'_> {
        WasiHttpCtxView {
            ctx: &mut self.http,
            table: &mut self.table,
            hooks: &mut self.hooks,
        }
    }
}

fn store(engine: &Engine, wasi: &mut WasiCtxBuilder) -> Store<State> {
    let state = State {
        wasi: wasi.build(),
        http: WasiHttpCtx::new(),
        hooks: NoRequests,
        table: ResourceTable::new(),
    };
    Store::new(engine, state)
}

fn wasi(skills: &Path, environment: &[(&str, &str)]) -> WasiCtxBuilder {
    let mut wasi = WasiCtxBuilder::new();
    wasi.envs(environment)
        .preopened_dir(skills, "/skills", FsPerms::ReadOnly)
        .unwrap();
    wasi
}

/// Both components, compiled once for all tests, and side by side since that
/// takes most of their time.
static COMPILED: LazyLock<Compiled> = LazyLock::new(|| {
    thread::scope(|scope| {
        let stdio = scope.spawn(|| compile(stdio_server_bytes()));
        Compiled {
            http: compile(http_server_bytes()),
            stdio: stdio.join().unwrap(),
        }
    })
});

struct Compiled {
    stdio: (Engine, Component),
    http: (Engine, Component),
}

fn compile(bytes: &[u8]) -> (Engine, Component) {
    let mut config = Config::new();
    // These run for milliseconds.
    config
        .cranelift_opt_level(OptLevel::None)
        .cranelift_regalloc_algorithm(RegallocAlgorithm::SinglePass);
    let engine = Engine::new(&config).unwrap();
    let component = Component::from_binary(&engine, bytes).unwrap();
    (engine, component)
}

/// Runs the command with this input; gives its lines, and whether it was
/// content.
pub fn run(skills: &Path, environment: &[(&str, &str)], input: &str) -> (Vec<Value>, bool) {
    let (engine, component) = &COMPILED.stdio;
    let mut linker = Linker::new(engine);
    wasmtime_wasi::p2::add_to_linker_sync(&mut linker).unwrap();
    let output = MemoryOutputPipe::new(1 << 24);
    let mut wasi = wasi(skills, environment);
    wasi.stdin(MemoryInputPipe::new(input.to_owned()))
        .stdout(output.clone());
    let mut store = store(engine, &mut wasi);
    let command = Command::instantiate(&mut store, component, &linker).unwrap();
    let done = command.wasi_cli_run().call_run(&mut store).unwrap();
    let text = String::from_utf8(output.contents().to_vec()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), done.is_ok())
}

/// An engine that answers every request with the same instance of the handler.
pub struct HttpEngine {
    runtime: Runtime,
    proxy: Proxy,
    store: Mutex<Store<State>>,
}

impl HttpEngine {
    pub fn new(skills: &Path, environment: &[(&str, &str)]) -> Self {
        let runtime = Runtime::new().unwrap();
        let (engine, component) = &COMPILED.http;
        let mut linker = Linker::new(engine);
        wasmtime_wasi::p2::add_to_linker_async(&mut linker).unwrap();
        wasmtime_wasi_http::p2::add_only_http_to_linker_async(&mut linker).unwrap();
        let mut store = store(engine, &mut wasi(skills, environment));
        let proxy = Proxy::instantiate_async(&mut store, component, &linker);
        Self {
            proxy: runtime.block_on(proxy).unwrap(),
            store: Mutex::new(store),
            runtime,
        }
    }

    /// The status and body of the answer to a POST.
    pub fn post(&self, headers: &[(&str, &str)], body: &str) -> (u16, Value) {
        let mut request = Request::post("http://localhost/mcp");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Full::new(Bytes::from(body.to_owned()));
        let body = body.map_err(|never: Infallible| -> Error { match never {} });
        let request = request.body(body).unwrap();
        let mut store = self.store.lock().unwrap();
        self.runtime.block_on(async {
            let (sender, receiver) = tokio::sync::oneshot::channel();
            let http = &mut store.data_mut().http();
            let request = http.new_incoming_request(Scheme::Http, request).unwrap();
            let out = store
                .data_mut()
                .http()
                .new_response_outparam(sender)
                .unwrap();
            let handler = self.proxy.wasi_http_incoming_handler();
            let handled = handler.call_handle(&mut *store, request, out);
            let answered = async {
                let response = receiver.await.unwrap().unwrap();
                let status = response.status().as_u16();
                let body = response.into_body().collect().await.unwrap().to_bytes();
                (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
            };
            let (handled, answer) = tokio::join!(handled, answered);
            handled.unwrap();
            answer
        })
    }
}
