//! Trees with any links in them: the resolver never asks for anything outside
//! its base, takes a bounded number of steps, and ends where an independent
//! walk over the texts of the paths ends.

#![no_main]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use agent_skills_component::storage::resolve::{Refused, resolve};
use agent_skills_component::storage::{
    Directory, Entry, Failure, File, Identity, Kind, Result, Stamp, Stat,
};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

/// Links that one path may lead through.
const HOPS: usize = 8;

/// A tree and a path into it; parts of paths are from [`NAMES`].
#[derive(Arbitrary, Debug)]
struct Input {
    files: Vec<Path>,
    links: Vec<(Path, Target)>,
    path: Path,
}

#[derive(Arbitrary, Debug)]
struct Path([u8; 4]);

#[derive(Arbitrary, Debug)]
struct Target {
    parts: [u8; 6],
    absolute: bool,
}

/// Parts of paths; the last four only have a meaning in a link's target.
const NAMES: &[&str] = &["a", "b", "c", "d", "..a", "", ".", "..", ".."];
const PLAIN: usize = 5;

impl Path {
    fn text(&self) -> String {
        let [length, rest @ ..] = self.0;
        let parts = rest.iter().take(1 + usize::from(length) % 3);
        let parts: Vec<_> = parts
            .map(|part| NAMES[usize::from(*part) % PLAIN])
            .collect();
        parts.join("/")
    }
}

impl Target {
    fn text(&self) -> String {
        let [length, rest @ ..] = self.parts;
        let parts = rest.iter().take(1 + usize::from(length) % 5);
        let parts: Vec<_> = parts
            .map(|part| NAMES[usize::from(*part) % NAMES.len()])
            .collect();
        format!(
            "{}{}",
            if self.absolute { "/" } else { "" },
            parts.join("/")
        )
    }
}

/// What stands at a path.
#[derive(Clone, Debug, PartialEq)]
enum Thing {
    File,
    Directory,
    Link(String),
}

type Tree = BTreeMap<String, Thing>;

fuzz_target!(|input: Input| {
    let tree = Rc::new(build(&input));
    let calls = Rc::new(Cell::new(0));
    let base: Rc<dyn Directory> = Rc::new(Below {
        tree: Rc::clone(&tree),
        path: String::new(),
        calls: Rc::clone(&calls),
    });
    let path = input.path.text();
    let resolved = resolve(&base, &path, HOPS);
    // Three calls for each part of the path and of every link that is followed.
    let parts = 3 + HOPS * 5;
    assert!(
        calls.get() <= 3 * parts + 1,
        "{} calls for {path}",
        calls.get()
    );

    let expected = walk(&tree, &path);
    match (&resolved, &expected) {
        (Ok(found), Ok(expected)) => {
            assert_eq!(found.path, *expected, "{path}");
            let kind = match thing(&tree, expected) {
                Some(Thing::File) => Kind::File,
                Some(Thing::Directory) => Kind::Directory,
                other => panic!("{path} ends at {other:?}"),
            };
            assert_eq!(found.stat.kind, kind, "{path}");
        }
        (Err(Refused::Outside { .. }), Err(Way::Outside))
        | (Err(Refused::Loop), Err(Way::Loop))
        | (Err(Refused::Dangling { .. }), Err(Way::Missing))
        | (Err(Refused::Failed(Failure::NotFound | Failure::NotDirectory)), Err(Way::Missing)) => {}
        (found, _) => panic!("{path}: {:?}, not {expected:?}", found.as_ref().err()),
    }
});

/// The first thing at a path stays, and nothing lies below a file or a link.
fn build(input: &Input) -> Tree {
    let mut tree = Tree::new();
    let mut put = |path: String, what: Thing| {
        let parents: Vec<String> = path
            .match_indices('/')
            .map(|(at, _)| path[..at].to_owned())
            .collect();
        let fits = |parent: &String| matches!(tree.get(parent), None | Some(Thing::Directory));
        if !tree.contains_key(&path) && parents.iter().all(fits) {
            tree.extend(parents.into_iter().map(|parent| (parent, Thing::Directory)));
            tree.insert(path, what);
        }
    };
    for (path, target) in &input.links {
        put(path.text(), Thing::Link(target.text()));
    }
    for path in &input.files {
        put(path.text(), Thing::File);
    }
    tree
}

fn thing(tree: &Tree, path: &str) -> Option<Thing> {
    if path.is_empty() {
        Some(Thing::Directory)
    } else {
        tree.get(path).cloned()
    }
}

/// How a walk that does not arrive ends.
#[derive(Debug)]
enum Way {
    Outside,
    Loop,
    Missing,
}

/// Rewrites the path's text until no link is left in it.
fn walk(tree: &Tree, path: &str) -> std::result::Result<String, Way> {
    let mut rest = path.to_owned();
    let mut here: Vec<String> = Vec::new();
    let mut hops = HOPS;
    while let Some((part, more)) = rest
        .split_once('/')
        .or((!rest.is_empty()).then_some((&rest, "")))
    {
        let (part, more) = (part.to_owned(), more.to_owned());
        rest = more;
        match part.as_str() {
            "" | "." => continue,
            ".." => {
                here.pop().ok_or(Way::Outside)?;
                continue;
            }
            _ => here.push(part),
        }
        match thing(tree, &here.join("/")) {
            Some(Thing::Directory) => {}
            Some(Thing::File) if rest.split('/').all(|part| matches!(part, "" | ".")) => {
                return Ok(here.join("/"));
            }
            Some(Thing::File) | None => return Err(Way::Missing),
            Some(Thing::Link(target)) => {
                hops = hops.checked_sub(1).ok_or(Way::Loop)?;
                if target.starts_with('/') {
                    return Err(Way::Outside);
                }
                here.pop();
                rest = format!("{target}/{rest}");
            }
        }
    }
    Ok(here.join("/"))
}

/// A directory of the tree. Anything but one plain name, or `.`, is a way out.
struct Below {
    tree: Rc<Tree>,
    path: String,
    calls: Rc<Cell<usize>>,
}

impl Below {
    fn at(&self, name: &str) -> Result<(String, Thing)> {
        self.calls.set(self.calls.get() + 1);
        assert!(
            !name.is_empty() && name != ".." && !name.contains('/'),
            "asked for {name:?}"
        );
        let path = match (self.path.as_str(), name) {
            (_, ".") => self.path.clone(),
            ("", _) => name.to_owned(),
            (path, _) => format!("{path}/{name}"),
        };
        let thing = thing(&self.tree, &path).ok_or(Failure::NotFound)?;
        Ok((path, thing))
    }
}

impl Directory for Below {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        panic!("a resolver lists nothing")
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        let kind = match self.at(path)?.1 {
            Thing::File => Kind::File,
            Thing::Directory => Kind::Directory,
            Thing::Link(_) => Kind::Link,
        };
        let stamp = Stamp {
            size: 0,
            modified: 0,
            changed: 0,
        };
        Ok(Stat { kind, stamp })
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        match self.at(path)? {
            (path, Thing::Directory) => Ok(Rc::new(Self {
                tree: Rc::clone(&self.tree),
                path,
                calls: Rc::clone(&self.calls),
            })),
            _ => Err(Failure::NotDirectory),
        }
    }

    fn open_file(&self, _path: &str) -> Result<Box<dyn File>> {
        panic!("a resolver opens no file")
    }

    fn read_link(&self, path: &str) -> Result<String> {
        match self.at(path)?.1 {
            Thing::Link(target) => Ok(target),
            _ => Err(Failure::Io),
        }
    }

    fn identity(&self) -> Result<Identity> {
        panic!("a resolver asks for no identity")
    }
}
