//! Small components of the world `skills`, written as text, that misbehave.

use std::path::Path;

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::abi::{AbiVariant, WasmType};
use wit_parser::{Function, Resolve, WorldId, WorldItem};

/// What a component may be given, as far as these components ask for it.
const WASI: &str = "
    package wasi:filesystem@0.2.4 {
        interface types {
            flags path-flags { symlink-follow }
            flags open-flags { create, directory, exclusive, truncate }
            flags descriptor-flags {
                read, write, file-integrity-sync, data-integrity-sync, requested-write-sync,
                mutate-directory
            }
            enum error-code {
                access, would-block, already, bad-descriptor, busy, deadlock, quota, exist,
                file-too-large, illegal-byte-sequence, in-progress, interrupted, invalid, io,
                is-directory, loop, too-many-links, message-size, name-too-long, no-device,
                no-entry, no-lock, insufficient-memory, insufficient-space, not-directory,
                not-empty, not-recoverable, unsupported, no-tty, no-such-device, overflow,
                not-permitted, pipe, read-only, invalid-seek, text-file-busy, cross-device
            }
            resource descriptor {
                open-at: func(path-flags: path-flags, path: string, open-flags: open-flags, %flags: descriptor-flags) -> result<descriptor, error-code>;
                write: func(buffer: list<u8>, offset: u64) -> result<u64>;
            }
        }
        interface preopens {
            use types.{descriptor};
            get-directories: func() -> list<tuple<descriptor, string>>;
        }
    }
    package wasi:cli@0.2.4 {
        interface environment {
            get-arguments: func() -> list<string>;
        }
    }
";

/// The functions `$get_directories` and `$open_at`, for [`importing`]: in the WIT.
pub const FILES_WIT: &str =
    "import wasi:filesystem/types@0.2.4; import wasi:filesystem/preopens@0.2.4;";
/// The same in the text format.
pub const FILES: &str = "(import \"wasi:filesystem/preopens@0.2.4\" \"get-directories\"
        (func $get_directories (param i32)))
    (import \"wasi:filesystem/types@0.2.4\" \"[method]descriptor.open-at\"
        (func $open_at (param i32 i32 i32 i32 i32 i32 i32)))";

/// A component whose function `instructions` has this body, in the text format.
///
/// It returns the address of a string's address and length. The memory has one
/// page and nothing in it, so `(i32.const 0)` returns an empty string. Of the
/// other functions `is-skill-content` answers true, and the rest break down.
pub fn component(instructions: &str) -> Vec<u8> {
    importing("", "", instructions)
}

/// The same with imports, or whatever else stands before the memory of a module:
/// once in the WIT, once in the text format.
pub fn importing(wit: &str, imports: &str, instructions: &str) -> Vec<u8> {
    let (resolve, world) = world(wit);
    let functions: String = exports(&resolve, world)
        .map(|(name, function)| {
            let body = match name.rsplit_once('#') {
                Some((_, "instructions")) => instructions,
                Some((_, "is-skill-content")) => "(i32.const 1)",
                _ => "unreachable",
            };
            let signature = signature(&resolve, function);
            format!("(func (export \"{name}\") {signature} {body})\n")
        })
        .collect();
    let module = format!(
        "(module
            {imports}
            (memory (export \"memory\") 1)
            (func $recurse (result i32) (i32.add (i32.const 1) (call $recurse)))
            (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
            {functions}
        )"
    );
    let mut module = wat::parse_str(module).expect("the text is well-formed");
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)
        .expect("the world can be embedded");
    ComponentEncoder::default()
        .module(&module)
        .and_then(|encoder| encoder.validate(true).encode())
        .expect("the module has all exports of the world")
}

/// The world `skills` with `wit` added to it.
fn world(wit: &str) -> (Resolve, WorldId) {
    let mut resolve = Resolve::default();
    resolve
        .push_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../wit"))
        .expect("the WIT is well-formed");
    let package = resolve
        .push_str(
            "test.wit",
            &format!(
                "package test:guest;
                {WASI}
                world guest {{
                    include agent-skills:toolkit/skills@0.1.0;
                    {wit}
                }}"
            ),
        )
        .expect("the test's WIT is well-formed");
    let world = resolve
        .select_world(&[package], Some("guest"))
        .expect("the test's world exists");
    (resolve, world)
}

/// The functions of the exported interfaces, as a core module names them.
fn exports(resolve: &Resolve, world: WorldId) -> impl Iterator<Item = (String, &Function)> {
    resolve.worlds[world]
        .exports
        .values()
        .filter_map(|item| match item {
            WorldItem::Interface { id, .. } => Some(*id),
            _ => None,
        })
        .flat_map(|id| {
            let interface = resolve.id_of(id).expect("it has a name");
            resolve.interfaces[id]
                .functions
                .iter()
                .map(move |(name, function)| (format!("{interface}#{name}"), function))
        })
}

fn signature(resolve: &Resolve, function: &Function) -> String {
    let signature = resolve.wasm_signature(AbiVariant::GuestExport, function);
    let list = |types: &[WasmType]| -> String {
        types
            .iter()
            .map(|ty| match ty {
                WasmType::I64 | WasmType::PointerOrI64 => " i64",
                WasmType::F32 => " f32",
                WasmType::F64 => " f64",
                WasmType::I32 | WasmType::Pointer | WasmType::Length => " i32",
            })
            .collect()
    };
    format!(
        "(param{}) (result{})",
        list(&signature.params),
        list(&signature.results)
    )
}
