//! MCP over stdio: one message a line.

use agent_skills_mcp::{MESSAGE_BYTES, Server, misconfigured, too_large};
use wasip2::cli::{stdin, stdout};
use wasip2::io::streams::{InputStream, OutputStream};

use crate::core::Core;

/// How much is read at a time.
const CHUNK: u64 = 64 * 1024;

/// How much `blocking-write-and-flush` takes at a time.
const WRITE: usize = 4096;

struct Command;

wasip2::cli::command::export!(Command);

impl wasip2::exports::cli::run::Guest for Command {
    fn run() -> Result<(), ()> {
        let output = stdout::get_stdout();
        let server = match server() {
            Ok(server) => server,
            // The component has no stderr to say it on.
            Err(reason) => {
                let _ = write_line(&output, &misconfigured(&reason));
                return Err(());
            }
        };
        serve(&server, &stdin::get_stdin(), &output)
    }
}

fn server() -> Result<Server, String> {
    let setup = crate::setup()?;
    Core::configure(setup.profiles.first().map_or("", String::as_str))?;
    Ok(setup.server(env!("CARGO_PKG_VERSION")))
}

/// Answers messages until the input ends.
fn serve(server: &Server, input: &InputStream, output: &OutputStream) -> Result<(), ()> {
    let mut line = Vec::new();
    // Whether the rest of a line that is too long is being passed over.
    let mut is_cut = false;
    // At the end of the input reading fails.
    while let Ok(chunk) = input.blocking_read(CHUNK) {
        let mut rest = &chunk[..];
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            answer(server, &line, is_cut, output)?;
            line.clear();
            is_cut = false;
        }
        line.extend_from_slice(rest);
        if line.len() > MESSAGE_BYTES {
            line.clear();
            is_cut = true;
        }
    }
    answer(server, &line, is_cut, output)
}

fn answer(server: &Server, line: &[u8], is_cut: bool, output: &OutputStream) -> Result<(), ()> {
    if is_cut || line.len() > MESSAGE_BYTES {
        return write_line(output, &too_large());
    }
    if line.trim_ascii().is_empty() {
        return Ok(());
    }
    match server.handle(&mut Core, line, None).body {
        Some(body) => write_line(output, &body),
        None => Ok(()),
    }
}

fn write_line(output: &OutputStream, text: &str) -> Result<(), ()> {
    for part in text.as_bytes().chunks(WRITE) {
        output.blocking_write_and_flush(part).map_err(|_| ())?;
    }
    output.blocking_write_and_flush(b"\n").map_err(|_| ())
}
