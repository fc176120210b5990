//! An HTTP connection that is kept, for clients that ask often.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};

/// A connection to a server of MCP.
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    pub fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self(BufReader::new(stream))
    }

    /// The answer to a whole request.
    pub fn ask(&mut self, request: &str) -> Value {
        serde_json::from_slice(&self.send(request)).unwrap()
    }

    /// The body of the answer to a whole request.
    pub fn send(&mut self, request: &str) -> Vec<u8> {
        self.0.get_mut().write_all(request.as_bytes()).unwrap();
        let first = self.line();
        assert!(first.starts_with("HTTP/1.1 200 "), "{first}");
        let mut length = None;
        loop {
            let line = self.line();
            match line.split_once(": ") {
                Some(("content-length", value)) => length = Some(value.parse().unwrap()),
                Some(_) => {}
                None => break,
            }
        }
        match length {
            Some(length) => self.bytes(length),
            None => self.chunks(),
        }
    }

    /// A body that comes in parts, each after its length in hexadecimal.
    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.line(), 16).unwrap();
            body.extend(self.bytes(length));
            assert_eq!(self.line(), "");
            if length == 0 {
                return body;
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line.truncate(line.trim_end().len());
        line
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).unwrap();
        bytes
    }
}

/// The text of a request of the older protocol, for a connection that is kept.
pub fn request(method: &str, params: &Value) -> String {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
}
