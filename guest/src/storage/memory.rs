//! Storage in memory, for skills that a host hands over at run time.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{
    Directory, Entry, Failure, File, Identity, Kind, Moment, Mount, Result, Stamp, Stat, Storage,
};

/// A storage without mounts.
pub struct NoMounts;

impl Storage for NoMounts {
    fn mounts(&self) -> Vec<Mount> {
        Vec::new()
    }
}

/// Files by their paths, each with the number of the change that wrote it.
#[derive(Clone, Default)]
pub struct Tree {
    files: BTreeMap<String, (Rc<[u8]>, u64)>,
}

impl Tree {
    /// Puts a file at a path, in place of one that was there. By the number of
    /// the change it is told from all files that were there before.
    pub fn insert(&mut self, path: String, bytes: Vec<u8>, change: u64) {
        self.files.insert(path, (bytes.into(), change));
    }

    /// Takes a directory out with all that is in it.
    pub fn remove(&mut self, directory: &str) {
        let below = format!("{directory}/");
        self.files.retain(|path, _| !path.starts_with(&below));
    }

    /// Whether something lies in a directory.
    pub fn has_directory(&self, directory: &str) -> bool {
        let below = format!("{directory}/");
        self.files.keys().any(|path| path.starts_with(&below))
    }
}

/// A directory of a tree as it was when it was opened.
pub struct InMemory {
    tree: Rc<Tree>,
    /// Its path with a `/` at the end; empty for the top.
    prefix: String,
}

impl InMemory {
    /// The top of a tree.
    pub fn top(tree: Rc<Tree>) -> Rc<dyn Directory> {
        Rc::new(Self {
            tree,
            prefix: String::new(),
        })
    }

    fn file(&self, path: &str) -> Option<&(Rc<[u8]>, u64)> {
        self.tree.files.get(&format!("{}{path}", self.prefix))
    }
}

impl Directory for InMemory {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        let below = self
            .tree
            .files
            .range(self.prefix.clone()..)
            .map_while(|(path, _)| path.strip_prefix(&self.prefix));
        let mut last = None;
        Ok(Box::new(below.filter_map(move |path| {
            let (name, kind) = match path.split_once('/') {
                Some((name, _)) => (name, Kind::Directory),
                None => (path, Kind::File),
            };
            // Files of one directory stand together.
            (last.replace(name) != Some(name)).then(|| {
                Ok(Entry {
                    name: name.to_owned(),
                    kind,
                })
            })
        })))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        if let Some((bytes, change)) = self.file(path) {
            return Ok(Stat {
                kind: Kind::File,
                stamp: Stamp {
                    size: bytes.len() as u64,
                    modified: Moment(*change, 0),
                    changed: Moment(*change, 0),
                },
            });
        }
        let directory = match path {
            "." => self.prefix.trim_end_matches('/').to_owned(),
            path => format!("{}{path}", self.prefix),
        };
        if directory.is_empty() || self.tree.has_directory(&directory) {
            return Ok(Stat {
                kind: Kind::Directory,
                stamp: Stamp::default(),
            });
        }
        Err(Failure::NotFound)
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        match self.stat(path)?.kind {
            Kind::Directory => Ok(Rc::new(Self {
                tree: Rc::clone(&self.tree),
                prefix: format!("{}{path}/", self.prefix),
            })),
            _ => Err(Failure::NotDirectory),
        }
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        match self.file(path) {
            Some((bytes, _)) => Ok(Box::new(Bytes(Rc::clone(bytes)))),
            None => Err(Failure::NotFound),
        }
    }

    fn read_link(&self, _path: &str) -> Result<String> {
        Err(Failure::NotFound)
    }

    fn identity(&self) -> Result<Identity> {
        // Nothing is reached in two ways here.
        Err(Failure::NotFound)
    }
}

/// A file that lies in memory.
pub struct Bytes(Rc<[u8]>);

impl Bytes {
    /// A file with this content.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl File for Bytes {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let from = usize::try_from(offset).map_or(self.0.len(), |from| from.min(self.0.len()));
        let to = from.saturating_add(length).min(self.0.len());
        Ok(self.0[from..to].to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_reads_like_a_directory() {
        let mut tree = Tree::default();
        for path in ["a/SKILL.md", "a/x/1", "a/x/2", "a-b/SKILL.md"] {
            tree.insert(path.to_owned(), path.as_bytes().to_vec(), 1);
        }
        let top = InMemory::top(Rc::new(tree));
        let names = |directory: &Rc<dyn Directory>| -> Vec<(String, Kind)> {
            let entries = directory.entries().unwrap();
            entries
                .map(|e| e.map(|e| (e.name, e.kind)).unwrap())
                .collect()
        };
        let directory = |name: &str| (name.to_owned(), Kind::Directory);
        let file = |name: &str| (name.to_owned(), Kind::File);
        assert_eq!(names(&top), [directory("a-b"), directory("a")]);
        let a = top.open_directory("a").unwrap();
        assert_eq!(names(&a), [file("SKILL.md"), directory("x")]);
        assert_eq!(a.open_file("x/2").unwrap().read(2, 100).unwrap(), b"x/2");
        assert_eq!(top.stat("a/x").unwrap().kind, Kind::Directory);
        assert_eq!(top.stat("a/y").map(|s| s.kind), Err(Failure::NotFound));
    }
}
