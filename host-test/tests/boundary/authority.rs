//! What the component asks of its host, whatever it is called with and whatever
//! lies on disk: a host that would let it write, and that keeps a record.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use agent_skills_sandbox::{component_bytes, inspect};
use wasmtime::component::{
    Component, Instance, Linker, Resource, ResourceTable, ResourceType, Val,
};
use wasmtime::{Config, Engine, OptLevel, RegallocAlgorithm, Store, StoreContextMut};
use wasmtime_wasi::filesystem::WasiFilesystemView;
use wasmtime_wasi::p2::FsResult;
use wasmtime_wasi::p2::bindings::filesystem::preopens::Host as _;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    Descriptor, DescriptorFlags, DirectoryEntryStream, ErrorCode, HostDescriptor,
    HostDirectoryEntryStream, OpenFlags, PathFlags,
};
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};

use crate::support::{SECRET, Tree};
use crate::writing::state;

const TYPES: &str = "wasi:filesystem/types@0.2.4";
const PREOPENS: &str = "wasi:filesystem/preopens@0.2.4";
const TOOLKIT: &str = "agent-skills:toolkit";

/// A host, and what it was asked for.
struct Host {
    wasi: WasiCtx,
    table: ResourceTable,
    record: Record,
}

#[derive(Default)]
struct Record {
    /// How often each function was called.
    calls: BTreeMap<&'static str, usize>,
    /// In which ways links at the end of a path were to be handled.
    follow: Vec<PathFlags>,
    /// In which ways things were to be opened.
    open: Vec<(OpenFlags, DescriptorFlags)>,
    paths: BTreeSet<String>,
}

impl WasiView for Host {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView {
            ctx: &mut self.wasi,
            table: &mut self.table,
        }
    }
}

impl Record {
    fn path(&mut self, follow: PathFlags, path: &str) {
        note(&mut self.follow, follow);
        self.paths.insert(path.to_owned());
    }
}

fn note<T: PartialEq>(seen: &mut Vec<T>, value: T) {
    if !seen.contains(&value) {
        seen.push(value);
    }
}

/// All functions are called with all kinds of arguments over a tree with all
/// kinds of traps, in a directory that may be written to.
pub fn no_call_asks_to_write_or_to_follow() {
    let tree = tree();
    let before = state(&tree.path(""));
    let (mut store, instance) = start(&tree);
    let mut called = BTreeSet::new();
    for (function, arguments) in calls() {
        call(&mut store, &instance, function, &arguments);
        called.insert(function);
    }
    let all = inspect(component_bytes()).expect("it is a component");
    let all = all
        .exports
        .iter()
        .flat_map(|interface| &interface.functions);
    let all: BTreeSet<&str> = all.map(String::as_str).collect();
    assert_eq!(called, all);

    let record = &store.data().record;
    assert_eq!(record.follow, [PathFlags::empty()]);
    assert_eq!(record.open.len(), 2, "{:?}", record.open);
    for how in [OpenFlags::empty(), OpenFlags::DIRECTORY] {
        assert!(record.open.contains(&(how, DescriptorFlags::READ)));
    }
    let asked: Vec<&str> = record.calls.keys().copied().collect();
    assert_eq!(
        asked,
        [
            "[method]descriptor.metadata-hash",
            "[method]descriptor.open-at",
            "[method]descriptor.read",
            "[method]descriptor.read-directory",
            "[method]descriptor.readlink-at",
            "[method]descriptor.stat-at",
            "[method]directory-entry-stream.read-directory-entry",
            "get-directories",
        ]
    );
    for path in &record.paths {
        let leads_elsewhere = path.starts_with('/') || path.split('/').any(|part| part == "..");
        assert!(!leads_elsewhere, "{path}");
    }
    assert!(state(&tree.path("")) == before, "something was written");
}

fn tree() -> Tree {
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("skills/demo/references/guide.md", "guide")
        .link("skills/demo/out.md", "../../outside/secret.txt")
        .link("skills/demo/alias.md", "references/guide.md")
        .link("skills/demo/self", "self")
        .link("skills/demo/root", "/etc")
        .link("skills/demo/neighbour", "../other")
        .pipe("skills/demo/pipe")
        .socket("skills/demo/socket")
        .skill("skills/other")
        .file("skills/other/file.md", SECRET)
        .file("skills/broken/SKILL.md", "no frontmatter")
        // Of two skills with one name it asks whether they are the same.
        .file(
            "skills/twin/SKILL.md",
            "---\nname: demo\ndescription: Another.\n---\n",
        )
        .link("skills/linked", "demo")
        .link("skills/outside", "../outside/skill")
        .link("skills/dead/SKILL.md", "none")
        .pipe("skills/piped/SKILL.md");
    tree
}

/// Instantiates the component with the tree's `skills`, for reading and writing.
fn start(tree: &Tree) -> (Store<Host>, Instance) {
    let mut config = Config::new();
    // Compiling takes longer than running.
    config
        .cranelift_opt_level(OptLevel::None)
        .cranelift_regalloc_algorithm(RegallocAlgorithm::SinglePass);
    let engine = Engine::new(&config).expect("these are settings");
    let component = Component::new(&engine, component_bytes()).expect("it is a component");
    let mut linker = Linker::new(&engine);
    link(&mut linker).expect("each name is given once");
    let mut builder = WasiCtxBuilder::new();
    builder.allow_blocking_current_thread(true);
    builder
        .preopened_dir(tree.path("skills"), "/skills", FsPerms::ReadWrite)
        .expect("it exists");
    let host = Host {
        wasi: builder.build(),
        table: ResourceTable::new(),
        record: Record::default(),
    };
    let mut store = Store::new(&engine, host);
    let instance = linker
        .instantiate(&mut store, &component)
        .expect("it asks for what is linked and nothing else");
    (store, instance)
}

/// Links each function that the component may call to wasmtime's own, and keeps
/// the record: the function's name, and what `$note` takes from its arguments.
fn link(linker: &mut Linker<Host>) -> wasmtime::Result<()> {
    macro_rules! record {
        ($types:ident, $name:literal, $trait:ident::$method:ident($($arg:ident: $ty:ty),*), $note:expr) => {
            $types.func_wrap(
                $name,
                |mut store: StoreContextMut<'_, Host>, ($($arg,)*): ($($ty,)*)| {
                    let host = store.data_mut();
                    *host.record.calls.entry($name).or_default() += 1;
                    let note: fn(&mut Record, $(&$ty),*) = $note;
                    note(&mut host.record, $(&$arg),*);
                    answer(ready($trait::$method(&mut host.filesystem(), $($arg),*)))
                },
            )?;
        };
    }

    let mut types = linker.instance(TYPES)?;
    types.resource(
        "descriptor",
        ResourceType::host::<Descriptor>(),
        |mut store, id| {
            HostDescriptor::drop(&mut store.data_mut().filesystem(), Resource::new_own(id))
        },
    )?;
    types.resource(
        "directory-entry-stream",
        ResourceType::host::<DirectoryEntryStream>(),
        |mut store, id| {
            HostDirectoryEntryStream::drop(
                &mut store.data_mut().filesystem(),
                Resource::new_own(id),
            )
        },
    )?;
    record!(types, "[method]descriptor.read", HostDescriptor::read(file: Resource<Descriptor>, length: u64, offset: u64), |_, _, _, _| ());
    record!(types, "[method]descriptor.read-directory", HostDescriptor::read_directory(directory: Resource<Descriptor>), |_, _| ());
    record!(types, "[method]descriptor.metadata-hash", HostDescriptor::metadata_hash(file: Resource<Descriptor>), |_, _| ());
    record!(types, "[method]directory-entry-stream.read-directory-entry", HostDirectoryEntryStream::read_directory_entry(entries: Resource<DirectoryEntryStream>), |_, _| ());
    record!(types, "[method]descriptor.readlink-at", HostDescriptor::readlink_at(directory: Resource<Descriptor>, path: String), |record, _, path| {
        record.path(PathFlags::empty(), path);
    });
    record!(types, "[method]descriptor.stat-at", HostDescriptor::stat_at(directory: Resource<Descriptor>, follow: PathFlags, path: String), |record, _, follow, path| {
        record.path(*follow, path);
    });
    record!(types, "[method]descriptor.open-at", HostDescriptor::open_at(directory: Resource<Descriptor>, follow: PathFlags, path: String, how: OpenFlags, rights: DescriptorFlags), |record, _, follow, path, how, rights| {
        record.path(*follow, path);
        note(&mut record.open, (*how, *rights));
    });
    linker.instance(PREOPENS)?.func_wrap(
        "get-directories",
        |mut store: StoreContextMut<'_, Host>, (): ()| {
            let host = store.data_mut();
            *host.record.calls.entry("get-directories").or_default() += 1;
            Ok((host.filesystem().get_directories()?,))
        },
    )
}

/// What a future gives that does not have to wait.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("files are read on this thread"),
    }
}

fn answer<T>(result: FsResult<T>) -> wasmtime::Result<(Result<T, ErrorCode>,)> {
    match result {
        Ok(value) => Ok((Ok(value),)),
        Err(error) => Ok((Err(error.downcast()?),)),
    }
}

/// Calls an exported function; a refusal is as good as a value.
fn call(store: &mut Store<Host>, instance: &Instance, function: &str, arguments: &[Val]) {
    let function_of = |store: &mut Store<Host>, interface: &str| {
        let interface = format!("{TOOLKIT}/{interface}@0.1.0");
        let interface = instance.get_export_index(&mut *store, None, &interface)?;
        let index = instance.get_export_index(&mut *store, Some(&interface), function)?;
        instance.get_func(&mut *store, index)
    };
    let exported = function_of(store, "catalog").or_else(|| function_of(store, "tools"));
    let exported = exported.expect("it is a function of the world");
    let mut results = [Val::Bool(false)];
    if let Err(error) = exported.call(&mut *store, arguments, &mut results) {
        panic!("{function}{arguments:?}: {error:#}");
    }
}

/// Every exported function, with arguments that are right and that are not.
fn calls() -> Vec<(&'static str, Vec<Val>)> {
    let skills = [
        "demo", "other", "linked", "broken", "outside", "none", "../demo", "",
    ];
    let paths = [
        "SKILL.md",
        "references/guide.md",
        "references",
        "out.md",
        "alias.md",
        "self",
        "root/passwd",
        "neighbour/file.md",
        "pipe",
        "socket",
        "new.md",
        "../other/file.md",
        "/etc/passwd",
        "",
    ];
    let lock = serde_json::json!({
        "version": 1,
        "skills": [{
            "name": "demo",
            "digest": format!("sha256:{}", "0".repeat(64)),
            "files": [{"path": "SKILL.md", "size": 1, "sha256": "0".repeat(64)}],
        }],
    })
    .to_string();
    let mut calls = vec![
        ("configure", vec![text("{}")]),
        ("configure", vec![text("x")]),
        ("list-skills", vec![]),
        ("refresh", vec![]),
        ("check-skills", vec![]),
        ("explain", vec![text("/skills/outside")]),
        ("explain", vec![text("/etc/passwd")]),
        ("register-skill", vec![handed_over()]),
        ("unregister-skill", vec![none(), text("handed-over")]),
        ("instructions", vec![]),
        ("system-prompt", vec![none()]),
        ("catalog-text", vec![none()]),
        ("catalog-update", vec![text("chat")]),
        ("user-invocations", vec![text("/demo and /none")]),
        ("definitions", vec![text("mcp")]),
        ("definitions", vec![text("none")]),
        ("call", vec![some("chat"), text("write_file"), text("{}")]),
        ("call", vec![some("chat"), text("list_skills"), text("{}")]),
        (
            "is-skill-content",
            vec![text("<skill_content name=\"demo\">")],
        ),
        ("reattach", vec![text("chat"), Val::U32(10_000)]),
        ("export-state", vec![text("chat")]),
        ("import-state", vec![text("chat"), text("x")]),
        ("forget", vec![text("chat")]),
        ("lock-skills", vec![]),
        ("verify-skills", vec![text(&lock)]),
        ("verify-skills", vec![text("x")]),
    ];
    for skill in skills {
        let activation = serde_json::json!({"name": skill}).to_string();
        calls.extend([
            ("get-skill", vec![text(skill)]),
            ("explain", vec![text(skill)]),
            (
                "activate-skill",
                vec![text(skill), Val::Enum("model".to_owned())],
            ),
            (
                "invoke-skill",
                vec![some("chat"), text(skill), Val::Enum("user".to_owned())],
            ),
            ("serve-skill", vec![text(skill)]),
            ("list-files", vec![text(skill)]),
            (
                "allowed-tools",
                vec![text(skill), Val::List(vec![text("Read")])],
            ),
            (
                "call",
                vec![some("chat"), text("activate_skill"), text(&activation)],
            ),
        ]);
        for path in paths {
            let resource = serde_json::json!({"skill_name": skill, "path": path}).to_string();
            let window = [Val::U64(0), Val::U32(0)];
            calls.extend([
                ("stat-file", vec![text(skill), text(path)]),
                (
                    "read-file",
                    [text(skill), text(path)]
                        .into_iter()
                        .chain(window)
                        .collect(),
                ),
                (
                    "call",
                    vec![none(), text("load_skill_resource"), text(&resource)],
                ),
            ]);
        }
    }
    calls
}

fn text(text: &str) -> Val {
    Val::String(text.to_owned())
}

fn some(value: &str) -> Val {
    Val::Option(Some(Box::new(text(value))))
}

fn none() -> Val {
    Val::Option(None)
}

/// A skill that lies in no directory.
fn handed_over() -> Val {
    let field = |name: &str, value: Val| (name.to_owned(), value);
    Val::Record(vec![
        field("name", text("handed-over")),
        field("description", text("Handed over.")),
        field("body", text("Body.")),
        field("frontmatter", none()),
        field("provider", none()),
        field("rank", none()),
        field("base", none()),
        field("files", Val::List(Vec::new())),
    ])
}
