//! The files of a skill: which there are, how large they are, and their hashes.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use agent_skills_types::{FileEntry, Manifest};

use crate::digest::Hasher;
use crate::limits::Limits;
use crate::policy;
use crate::resource::SkillFiles;
use crate::skill::join;
use crate::storage::resolve::{Refused, Resolved, resolve};
use crate::storage::{Directory, Entry, File, Kind};

/// How deep below a skill files are listed: deeper than any real skill.
const DEPTH: usize = 32;

/// How much of a file is hashed at a time.
const CHUNK: u64 = 64 * 1024;

/// The paths of a skill's files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FileList {
    /// In code point order.
    pub paths: Vec<String>,
    /// False when a limit, or a directory that cannot be read, left some out.
    pub complete: bool,
    /// Links that lead to no file of the skill, and why. They leave nothing out:
    /// what they lead to could not be read either.
    pub refused: Vec<(String, Refused)>,
}

/// Lists every regular file of the skill but those in hidden and dependency
/// folders. Links are followed inside the skill, and a directory is listed once.
/// The file with the instructions comes before all others, so that no number of
/// them can push it out.
pub fn list(files: &SkillFiles<'_>, limits: &Limits) -> FileList {
    if files.place.flat {
        return FileList {
            paths: vec![files.place.file.clone()],
            complete: true,
            refused: Vec::new(),
        };
    }
    let mut walk = Walk {
        base: &files.directory,
        limits,
        instructions: files.instructions(),
        entries_left: limits.scan_entries,
        seen: BTreeSet::from([String::new()]),
        links: VecDeque::new(),
        list: FileList {
            paths: Vec::new(),
            complete: true,
            refused: Vec::new(),
        },
    };
    if matches!(files.find(walk.instructions), Ok(found) if found.stat.kind == Kind::File) {
        walk.take(walk.instructions.to_owned());
    }
    walk.directory(&files.directory, "", "", 0);
    while let Some((path, depth)) = walk.links.pop_front() {
        walk.link(path, depth);
    }
    walk.list.paths.sort_unstable();
    walk.list
}

/// Hashes every listed file, the one with the instructions first.
pub fn hash(files: &SkillFiles<'_>, limits: &Limits) -> Manifest {
    let mut list = list(files, limits);
    list.paths.sort_by_key(|path| path != files.instructions());
    let mut manifest = Manifest {
        files: Vec::with_capacity(list.paths.len()),
        complete: list.complete,
        digest: String::new(),
    };
    let mut bytes_left = limits.skill_bytes;
    for path in list.paths {
        let entry = files.open_file(&path).ok().and_then(|(file, size)| {
            bytes_left = bytes_left.checked_sub(size)?;
            hash_file(file.as_ref(), size, path)
        });
        match entry {
            Some(entry) => manifest.files.push(entry),
            None => manifest.complete = false,
        }
    }
    manifest.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    manifest.digest = manifest_digest(&manifest.files);
    manifest
}

/// The digest of a manifest: over one line for each file, of its hash, its size
/// and its path with single spaces between them.
pub fn manifest_digest(files: &[FileEntry]) -> String {
    let mut hasher = Hasher::default();
    for file in files {
        hasher.update(format!("{} {} {}\n", file.sha256, file.size, file.path).as_bytes());
    }
    hasher.digest()
}

/// None when the file cannot be read, or is no longer of the size it had.
fn hash_file(file: &dyn File, size: u64, path: String) -> Option<FileEntry> {
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
    Some(FileEntry {
        path,
        size,
        sha256: hasher.hex(),
    })
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
        for entry in self.entries(directory) {
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

    fn entries(&mut self, directory: &Rc<dyn Directory>) -> Vec<Entry> {
        let Ok(stream) = directory.entries() else {
            self.list.complete = false;
            return Vec::new();
        };
        let mut entries = Vec::new();
        for entry in stream {
            let Some(left) = self.entries_left.checked_sub(1) else {
                self.list.complete = false;
                break;
            };
            self.entries_left = left;
            match entry {
                Ok(entry) => entries.push(entry),
                Err(_) => self.list.complete = false,
            }
        }
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
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
            _ => self.list.complete = false,
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
            self.list.complete = false;
        }
    }
}
