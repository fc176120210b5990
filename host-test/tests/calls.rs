//! How many times a scan asks the host. Each time costs more than all that is
//! done with the answer, so the numbers are held here, for a core that runs
//! natively and counts.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "this is how a test fails")]

use std::cell::Cell;
use std::rc::Rc;

use agent_skills_component::storage::native::Native;
use agent_skills_component::storage::{
    Directory, Entry, File, Identity, Mount, Result, Stat, Storage,
};
use agent_skills_component::toolkit::Toolkit;
use agent_skills_generator::{Files, Tree};

/// Calls by kind; each crosses the sandbox's boundary once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Calls {
    /// Directories listed, and names that were given.
    lists: usize,
    names: usize,
    stats: usize,
    directories: usize,
    files: usize,
    reads: usize,
    links: usize,
    identities: usize,
}

type Counter = Rc<Cell<Calls>>;

fn count(counter: &Counter, one_more: impl FnOnce(&mut Calls)) {
    let mut calls = counter.get();
    one_more(&mut calls);
    counter.set(calls);
}

/// A storage that counts what is asked of another.
struct Counting<S> {
    storage: S,
    counter: Counter,
}

impl<S: Storage> Storage for Counting<S> {
    fn mounts(&self) -> Vec<Mount> {
        let mut mounts = self.storage.mounts();
        for mount in &mut mounts {
            mount.directory = counted(mount.directory.clone(), &self.counter);
        }
        mounts
    }
}

fn counted(inner: Rc<dyn Directory>, counter: &Counter) -> Rc<dyn Directory> {
    Rc::new(CountingDirectory {
        inner,
        counter: counter.clone(),
    })
}

struct CountingDirectory {
    inner: Rc<dyn Directory>,
    counter: Counter,
}

impl Directory for CountingDirectory {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        count(&self.counter, |calls| calls.lists += 1);
        let entries = self.inner.entries()?;
        Ok(Box::new(entries.inspect(|_| {
            count(&self.counter, |calls| calls.names += 1);
        })))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        count(&self.counter, |calls| calls.stats += 1);
        self.inner.stat(path)
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        count(&self.counter, |calls| calls.directories += 1);
        Ok(counted(self.inner.open_directory(path)?, &self.counter))
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        count(&self.counter, |calls| calls.files += 1);
        Ok(Box::new(CountingFile {
            inner: self.inner.open_file(path)?,
            counter: self.counter.clone(),
        }))
    }

    fn read_link(&self, path: &str) -> Result<String> {
        count(&self.counter, |calls| calls.links += 1);
        self.inner.read_link(path)
    }

    fn identity(&self) -> Result<Identity> {
        count(&self.counter, |calls| calls.identities += 1);
        self.inner.identity()
    }
}

struct CountingFile {
    inner: Box<dyn File>,
    counter: Counter,
}

impl File for CountingFile {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        count(&self.counter, |calls| calls.reads += 1);
        self.inner.read(offset, length)
    }
}

/// A toolkit on 100 skills, and what it asks for.
fn toolkit(directory: &tempfile::TempDir) -> (Toolkit, Counter) {
    Tree::new(100)
        .files(Files::None)
        .write(directory.path())
        .expect("there is room");
    let counter = Counter::default();
    let storage = Counting {
        storage: Native::default().mount(directory.path(), "/skills"),
        counter: counter.clone(),
    };
    (Toolkit::new(Rc::new(storage)), counter)
}

#[test]
fn a_scan_makes_three_calls_for_a_skill_and_the_next_scan_one() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let (mut toolkit, counter) = toolkit(&directory);

    assert_eq!(toolkit.list().skills.len(), 100);
    let first = Calls {
        lists: 1,
        names: 100,
        stats: 101,
        files: 100,
        reads: 100,
        ..Calls::default()
    };
    assert_eq!(counter.take(), first);

    assert_eq!(toolkit.list().skills.len(), 100);
    let second = Calls {
        files: 0,
        reads: 0,
        ..first
    };
    assert_eq!(counter.take(), second);
}

#[test]
fn a_name_that_is_known_is_not_looked_for() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let (mut toolkit, counter) = toolkit(&directory);
    let name = toolkit.list().skills[7].name.clone();
    counter.take();

    toolkit.skill(&name).expect("it is there");
    assert_eq!(counter.take(), Calls::default());

    toolkit
        .read(
            &name,
            "SKILL.md",
            0,
            0,
            agent_skills_sandbox::types::Invoker::Host,
        )
        .expect("it is there");
    let read = counter.take();
    assert_eq!((read.lists, read.files, read.reads), (0, 1, 1), "{read:?}");
}
