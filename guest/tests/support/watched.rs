//! Storage that counts what is asked of it, and can refuse or reorder.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use agent_skills_component::storage::{
    Directory, Entry, Failure, File, Identity, Mount, Result, Stat, Storage,
};

/// Another storage, watched.
pub struct Watched<S> {
    inner: S,
    watch: Rc<Watch>,
}

/// What was asked, and what is to be done with it.
#[derive(Default)]
pub struct Watch {
    /// Calls, each entry of a directory being one.
    pub calls: Cell<usize>,
    /// Bytes that were read from files.
    pub bytes: Cell<u64>,
    /// Names that cannot be read.
    pub locked: RefCell<Vec<String>>,
    /// Whether directories give their entries from the last to the first.
    pub reversed: Cell<bool>,
    /// How large files were when they were looked at, before something longer or
    /// shorter took their places.
    pub size_before: Cell<Option<u64>>,
}

impl Watch {
    /// Calls and bytes since the last time.
    pub fn take(&self) -> (usize, u64) {
        (self.calls.take(), self.bytes.take())
    }

    fn call(&self, path: &str) -> Result<()> {
        self.calls.set(self.calls.get() + 1);
        let is_locked = |name: &String| path.split('/').any(|part| part == name);
        if self.locked.borrow().iter().any(is_locked) {
            return Err(Failure::NotPermitted);
        }
        Ok(())
    }
}

impl<S: Storage> Watched<S> {
    /// Watches a storage.
    pub fn new(inner: S) -> (Rc<Self>, Rc<Watch>) {
        let watch = Rc::new(Watch::default());
        let watched = Self {
            inner,
            watch: Rc::clone(&watch),
        };
        (Rc::new(watched), watch)
    }
}

impl<S: Storage> Storage for Watched<S> {
    fn mounts(&self) -> Vec<Mount> {
        let watched = |mount: Mount| Mount {
            directory: watched(mount.directory, &self.watch),
            ..mount
        };
        self.inner.mounts().into_iter().map(watched).collect()
    }
}

fn watched(inner: Rc<dyn Directory>, watch: &Rc<Watch>) -> Rc<dyn Directory> {
    let watch = Rc::clone(watch);
    Rc::new(WatchedDirectory { inner, watch })
}

struct WatchedDirectory {
    inner: Rc<dyn Directory>,
    watch: Rc<Watch>,
}

impl Directory for WatchedDirectory {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        self.watch.call("")?;
        let entries = self.inner.entries()?;
        let counted = entries.inspect(|_| self.watch.calls.set(self.watch.calls.get() + 1));
        if self.watch.reversed.get() {
            let mut all: Vec<_> = counted.collect();
            all.reverse();
            return Ok(Box::new(all.into_iter()));
        }
        Ok(Box::new(counted))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        // What is locked can be seen in its directory, but not looked into.
        self.watch
            .call(path.rsplit_once('/').map_or("", |(parent, _)| parent))?;
        let mut stat = self.inner.stat(path)?;
        if let Some(size) = self.watch.size_before.get() {
            stat.stamp.size = size;
        }
        Ok(stat)
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        self.watch.call(path)?;
        Ok(watched(self.inner.open_directory(path)?, &self.watch))
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        self.watch.call(path)?;
        let inner = self.inner.open_file(path)?;
        let watch = Rc::clone(&self.watch);
        Ok(Box::new(WatchedFile { inner, watch }))
    }

    fn read_link(&self, path: &str) -> Result<String> {
        self.watch.call(path)?;
        self.inner.read_link(path)
    }

    fn identity(&self) -> Result<Identity> {
        self.watch.call("")?;
        self.inner.identity()
    }
}

struct WatchedFile {
    inner: Box<dyn File>,
    watch: Rc<Watch>,
}

impl File for WatchedFile {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        self.watch.call("")?;
        let bytes = self.inner.read(offset, length)?;
        self.watch
            .bytes
            .set(self.watch.bytes.get() + bytes.len() as u64);
        Ok(bytes)
    }
}
