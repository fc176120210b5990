//! The files of a skill: which there are, how large they are, and their hashes.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::rc::Rc;

use agent_skills_types::{FileEntry, Manifest};

use crate::digest::Hasher;
use crate::limits::Limits;
use crate::order::sort_by;
use crate::policy;
use crate::resource::{SkillFiles, shown};
use crate::skill::join;
use crate::storage::resolve::{Refused, Resolved, resolve};
use crate::storage::{Directory, Entry, Failure, File, Kind};

/// How deep below a skill files are listed: deeper than any real skill.
const DEPTH: usize = 32;

/// How much of a file is hashed at a time.
const CHUNK: u64 = 64 * 1024;

/// The paths of a skill's files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FileList {
    /// In code point order.
    pub paths: Vec<String>,
    /// What left some out; none when all are here.
    pub gap: Option<Gap>,
    /// Links that lead to no file of the skill, and why. They leave nothing out:
    /// what they lead to could not be read either.
    pub refused: Vec<(String, Refused)>,
}

/// What left files out of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The limit `limits.files_per_skill`.
    Files(usize),
    /// The limit `limits.skill_bytes`.
    Bytes(u64),
    /// The limit `limits.scan_entries`.
    Entries(usize),
    /// Directories that lie deeper than is looked.
    Depth,
    /// The file or directory at this path cannot be read; the skill's own
    /// directory has the empty path.
    Unreadable(String),
    /// The directory at this path, seen so, holds a name that is not UTF-8.
    NotUtf8(String),
}

/// The end of a sentence.
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(limit) => write!(
                f,
                "it has more than {limit} files (`limits.files_per_skill`)"
            ),
            Self::Bytes(limit) => write!(
                f,
                "its files are larger than {limit} bytes together (`limits.skill_bytes`)"
            ),
            Self::Entries(limit) => write!(
                f,
                "it has more than {limit} directory entries (`limits.scan_entries`)"
            ),
            Self::Depth => write!(f, "its directories are nested more than {DEPTH} deep"),
            Self::Unreadable(path) if path.is_empty() => f.write_str("it cannot be read"),
            Self::Unreadable(path) => write!(f, "`{}` cannot be read", shown(path)),
            Self::NotUtf8(path) if path.is_empty() => {
                f.write_str("it holds a name that is not UTF-8")
            }
            Self::NotUtf8(path) => write!(f, "`{}` holds a name that is not UTF-8", shown(path)),
        }
    }
}

/// Lists every regular file of the skill but those in hidden and dependency
/// folders; under a lock, those that it lists, without a look at them. Links are
/// followed inside the skill, and a directory is listed once.
/// The file with the instructions comes before all others, so that no number of
/// them can push it out.
pub fn list(files: &SkillFiles<'_>, limits: &Limits) -> FileList {
    collect(files, limits, || {
        let found = files.find(files.instructions());
        found.is_ok_and(|found| found.stat.kind == Kind::File)
    })
}

/// The same without the file with the instructions, which is not looked at either.
pub fn list_beside_instructions(files: &SkillFiles<'_>, limits: &Limits) -> FileList {
    let mut list = collect(files, limits, || true);
    list.paths.retain(|path| path != files.instructions());
    list
}

fn collect(
    files: &SkillFiles<'_>,
    limits: &Limits,
    has_instructions: impl FnOnce() -> bool,
) -> FileList {
    if let Some(lock) = files.lock() {
        return FileList {
            paths: lock.files().iter().map(|file| file.path.clone()).collect(),
            ..FileList::default()
        };
    }
    if files.place.flat {
        return FileList {
            paths: vec![files.place.file.to_string()],
            ..FileList::default()
        };
    }
    let mut walk = Walk {
        base: &files.directory,
        limits,
        instructions: files.instructions(),
        entries_left: limits.scan_entries,
        seen: BTreeSet::from([String::new()]),
        links: VecDeque::new(),
        list: FileList::default(),
    };
    if has_instructions() {
        walk.take(walk.instructions.to_owned());
    }
    walk.directory(&files.directory, "", "", 0);
    while let Some((path, depth)) = walk.links.pop_front() {
        walk.link(path, depth);
    }
    sort_by(&mut walk.list.paths, Ord::cmp);
    walk.list
}

/// Hashes every listed file, the one with the instructions first. The second
/// value says what was left out, if the manifest is not complete.
pub fn hash(files: &SkillFiles<'_>, limits: &Limits) -> (Manifest, Option<Gap>) {
    let FileList {
        mut paths, mut gap, ..
    } = list(files, limits);
    let instructions = files.instructions();
    sort_by(&mut paths, |a, b| {
        (a != instructions).cmp(&(b != instructions))
    });
    let mut entries = Vec::with_capacity(paths.len());
    let mut bytes_left = limits.skill_bytes;
    for path in paths {
        match hash_within(files, &path, &mut bytes_left, limits.skill_bytes) {
            Ok(entry) => entries.push(entry),
            Err(found) => gap = gap.or(Some(found)),
        }
    }
    sort_by(&mut entries, |a, b| a.path.cmp(&b.path));
    let lines = entries
        .iter()
        .map(|file| (file.sha256.as_str(), file.size, file.path.as_str()));
    let manifest = Manifest {
        digest: manifest_digest(lines),
        complete: gap.is_none(),
        files: entries,
    };
    (manifest, gap)
}

/// The digest of a manifest, given the hash, size and path of each file: over
/// one line for each, of these three with single spaces between them.
pub fn manifest_digest<'f>(files: impl Iterator<Item = (&'f str, u64, &'f str)>) -> String {
    let mut hasher = Hasher::default();
    for (sha256, size, path) in files {
        hasher.update(format!("{sha256} {size} {path}\n").as_bytes());
    }
    hasher.digest()
}

/// Hashes one file if its bytes are still within the limit.
fn hash_within(
    files: &SkillFiles<'_>,
    path: &str,
    bytes_left: &mut u64,
    limit: u64,
) -> Result<FileEntry, Gap> {
    let unreadable = || Gap::Unreadable(path.to_owned());
    let (file, size) = files.open_file(path).map_err(|_| unreadable())?;
    *bytes_left = bytes_left.checked_sub(size).ok_or(Gap::Bytes(limit))?;
    let sha256 = hash_file(file.as_ref(), size).ok_or_else(unreadable)?;
    Ok(FileEntry {
        path: path.to_owned(),
        size,
        sha256,
    })
}

/// The SHA-256 of a file as 64 hexadecimal digits; none when it cannot be read,
/// or is no longer of the size it had.
pub fn hash_file(file: &dyn File, size: u64) -> Option<String> {
    let mut hasher = Hasher::default();
    let mut offset = 0;
    while offset < size {
        let wanted = usize::try_from(CHUNK.min(size - offset)).ok()?;
        let bytes = file.read(offset, wanted).ok()?;
        if bytes.is_empty() {
            return None;
        }
        hasher.update(&bytes);
        offset += bytes.len() as u64;
    }
    let is_end = file.read(size, 1).ok()?.is_empty();
    is_end.then(|| hasher.hex())
}

/// A walk through a skill's directories.
struct Walk<'w> {
    base: &'w Rc<dyn Directory>,
    limits: &'w Limits,
    /// The file with the instructions, which is listed already.
    instructions: &'w str,
    entries_left: usize,
    /// True paths of the directories that were gone into.
    seen: BTreeSet<String>,
    /// Links and their depths, followed after all real directories, so that a
    /// file is listed under its own path when it has one.
    links: VecDeque<(String, usize)>,
    list: FileList,
}

impl Walk<'_> {
    /// Lists the directory seen at `below`, which is truly at `real`.
    fn directory(&mut self, directory: &Rc<dyn Directory>, below: &str, real: &str, depth: usize) {
        for entry in self.entries(directory, below) {
            let path = join(below, &entry.name);
            match entry.kind {
                _ if policy::hidden(&entry.name) => {}
                Kind::File => self.push(path),
                Kind::Directory => {
                    self.enter(
                        directory,
                        &entry.name,
                        &path,
                        &join(real, &entry.name),
                        depth,
                    );
                }
                Kind::Link => self.links.push_back((path, depth)),
                Kind::Other => {}
            }
        }
    }

    fn entries(&mut self, directory: &Rc<dyn Directory>, below: &str) -> Vec<Entry> {
        let Ok(stream) = directory.entries() else {
            self.leave_out(Gap::Unreadable(below.to_owned()));
            return Vec::new();
        };
        let mut entries = Vec::new();
        for entry in stream {
            let Some(left) = self.entries_left.checked_sub(1) else {
                self.leave_out(Gap::Entries(self.limits.scan_entries));
                break;
            };
            self.entries_left = left;
            match entry {
                Ok(entry) => entries.push(entry),
                Err(Failure::NotUtf8) => self.leave_out(Gap::NotUtf8(below.to_owned())),
                Err(_) => self.leave_out(Gap::Unreadable(below.to_owned())),
            }
        }
        sort_by(&mut entries, |a, b| a.name.cmp(&b.name));
        entries
    }

    fn enter(
        &mut self,
        parent: &Rc<dyn Directory>,
        name: &str,
        below: &str,
        real: &str,
        depth: usize,
    ) {
        if policy::NOT_LISTED.contains(&name) || !self.seen.insert(real.to_owned()) {
            return;
        }
        match parent.open_directory(name) {
            Ok(directory) if depth < DEPTH => self.directory(&directory, below, real, depth + 1),
            Ok(_) => self.leave_out(Gap::Depth),
            Err(_) => self.leave_out(Gap::Unreadable(below.to_owned())),
        }
    }

    /// Lists what a link leads to.
    fn link(&mut self, below: String, depth: usize) {
        // It may lead out of the skill, and is listed already.
        if below == self.instructions {
            return;
        }
        let Resolved {
            parent,
            name,
            stat,
            path,
        } = match resolve(self.base, &below, self.limits.link_hops) {
            Ok(resolved) => resolved,
            Err(refused) => {
                self.list.refused.push((below, refused));
                return;
            }
        };
        match stat.kind {
            Kind::File => self.push(below),
            Kind::Directory => self.enter(&parent, &name, &below, &path, depth),
            Kind::Link | Kind::Other => {}
        }
    }

    fn push(&mut self, path: String) {
        if self.instructions != path {
            self.take(path);
        }
    }

    fn take(&mut self, path: String) {
        if self.list.paths.len() < self.limits.files_per_skill {
            self.list.paths.push(path);
        } else {
            self.leave_out(Gap::Files(self.limits.files_per_skill));
        }
    }

    /// Notes the first thing that left files out.
    fn leave_out(&mut self, gap: Gap) {
        self.list.gap.get_or_insert(gap);
    }
}
