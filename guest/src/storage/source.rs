//! Storage over a source that the host serves: a directory for each candidate.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{
    Directory, Entry, Failure, File, Identity, Kind, Moment, Mount, Result, Stamp, Stat, Storage,
};
use crate::digest::Hasher;

/// The name of the mount with the source's skills.
pub const MOUNT: &str = "source";

/// A skill that a source has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name: one part of a path.
    pub name: String,
    /// Another text when a file of the skill is another.
    pub version: String,
}

/// What a source has now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Its skills.
    pub candidates: Vec<Candidate>,
    /// False when there may be more.
    pub complete: bool,
}

/// Where skills come from that lie in no directory.
pub trait Source {
    /// The skills that there are now.
    ///
    /// # Errors
    /// When the source does not answer.
    fn candidates(&self) -> Result<Observation>;

    /// Paths and sizes of a skill's files.
    ///
    /// # Errors
    /// When there is no such skill, or the source does not answer.
    fn files(&self, name: &str) -> Result<Vec<(String, u64)>>;

    /// A stretch of a file.
    ///
    /// # Errors
    /// When there is no such file, or the source does not answer.
    fn read(&self, name: &str, path: &str, offset: u64, length: usize) -> Result<Vec<u8>>;
}

/// The mounts of another storage, and behind them those of a source.
pub struct WithSource<S> {
    /// The other storage.
    pub storage: S,
    /// The source.
    pub source: Rc<dyn Source>,
}

impl<S: Storage> Storage for WithSource<S> {
    fn mounts(&self) -> Vec<Mount> {
        let mut mounts = self.storage.mounts();
        mounts.push(Mount {
            name: MOUNT.to_owned(),
            directory: Rc::new(Top {
                source: Rc::clone(&self.source),
                observed: OnceCell::new(),
            }),
        });
        mounts
    }
}

/// The directory of candidates, asked for once.
struct Top {
    source: Rc<dyn Source>,
    observed: OnceCell<Result<Observed>>,
}

struct Observed {
    /// By name.
    skills: BTreeMap<String, Rc<Skill>>,
    complete: bool,
}

impl Top {
    fn observed(&self) -> Result<&Observed> {
        let observed = self.observed.get_or_init(|| {
            let observation = self.source.candidates()?;
            let skills = observation.candidates.into_iter().map(|candidate| {
                let skill = Skill {
                    source: Rc::clone(&self.source),
                    changed: moment(&candidate.version),
                    name: candidate.name.clone(),
                    files: OnceCell::new(),
                };
                (candidate.name, Rc::new(skill))
            });
            Ok(Observed {
                skills: skills.collect(),
                complete: observation.complete,
            })
        });
        observed.as_ref().map_err(|failure| *failure)
    }

    /// The candidate that a path begins with, and what follows.
    fn find<'p>(&self, path: &'p str) -> Result<(Rc<Skill>, &'p str)> {
        let (name, below) = path.split_once('/').unwrap_or((path, ""));
        match self.observed()?.skills.get(name) {
            Some(skill) => Ok((Rc::clone(skill), below)),
            None => Err(Failure::NotFound),
        }
    }
}

impl Directory for Top {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        let observed = self.observed()?;
        let entries = observed.skills.keys().map(|name| {
            Ok(Entry {
                name: name.clone(),
                kind: Kind::Directory,
            })
        });
        let missing = (!observed.complete).then_some(Err(Failure::Incomplete));
        Ok(Box::new(entries.chain(missing)))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        if path == "." {
            return Ok(directory());
        }
        match self.find(path)? {
            (_, "") => Ok(directory()),
            (skill, below) => skill.stat(below),
        }
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        let (skill, below) = self.find(path)?;
        Folder::open(skill, below)
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        let (skill, below) = self.find(path)?;
        Ok(Box::new(SourceFile {
            skill,
            path: below.to_owned(),
        }))
    }

    fn read_link(&self, _path: &str) -> Result<String> {
        Err(Failure::NotFound)
    }

    fn identity(&self) -> Result<Identity> {
        // Nothing is reached in two ways here.
        Err(Failure::NotFound)
    }
}

/// One candidate.
struct Skill {
    source: Rc<dyn Source>,
    name: String,
    /// Stands for the version.
    changed: Moment,
    /// Sizes of its files by their paths, asked for once.
    files: OnceCell<Result<BTreeMap<String, u64>>>,
}

impl Skill {
    fn files(&self) -> Result<&BTreeMap<String, u64>> {
        let files = self.files.get_or_init(|| {
            let files = self.source.files(&self.name)?;
            Ok(files.into_iter().collect())
        });
        files.as_ref().map_err(|failure| *failure)
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        let files = self.files()?;
        if let Some(size) = files.get(path) {
            return Ok(Stat {
                kind: Kind::File,
                stamp: Stamp {
                    size: *size,
                    modified: self.changed,
                    changed: self.changed,
                },
            });
        }
        let below = format!("{path}/");
        let is_directory = files
            .range(below.clone()..)
            .next()
            .is_some_and(|(path, _)| path.starts_with(&below));
        if is_directory {
            Ok(directory())
        } else {
            Err(Failure::NotFound)
        }
    }
}

/// A directory of a candidate.
struct Folder {
    skill: Rc<Skill>,
    /// Its path with a `/` at the end; empty for the skill's own directory.
    prefix: String,
}

impl Folder {
    fn open(skill: Rc<Skill>, path: &str) -> Result<Rc<dyn Directory>> {
        let prefix = match path {
            "" => String::new(),
            path if skill.stat(path)?.kind == Kind::Directory => format!("{path}/"),
            _ => return Err(Failure::NotDirectory),
        };
        Ok(Rc::new(Self { skill, prefix }))
    }

    fn path(&self, below: &str) -> String {
        format!("{}{below}", self.prefix)
    }
}

impl Directory for Folder {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        let mut entries = BTreeMap::new();
        for path in self.skill.files()?.keys() {
            let Some(below) = path.strip_prefix(&self.prefix) else {
                continue;
            };
            match below.split_once('/') {
                Some((name, _)) => entries.insert(name, Kind::Directory),
                None => entries.insert(below, Kind::File),
            };
        }
        Ok(Box::new(entries.into_iter().map(|(name, kind)| {
            Ok(Entry {
                name: name.to_owned(),
                kind,
            })
        })))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        match path {
            "." => Ok(directory()),
            path => self.skill.stat(&self.path(path)),
        }
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        Self::open(Rc::clone(&self.skill), &self.path(path))
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        Ok(Box::new(SourceFile {
            skill: Rc::clone(&self.skill),
            path: self.path(path),
        }))
    }

    fn read_link(&self, _path: &str) -> Result<String> {
        Err(Failure::NotFound)
    }

    fn identity(&self) -> Result<Identity> {
        Err(Failure::NotFound)
    }
}

struct SourceFile {
    skill: Rc<Skill>,
    path: String,
}

impl File for SourceFile {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let skill = &self.skill;
        let mut bytes = skill.source.read(&skill.name, &self.path, offset, length)?;
        // A source that gives more than was asked for does not get it in.
        bytes.truncate(length);
        Ok(bytes)
    }
}

fn directory() -> Stat {
    Stat {
        kind: Kind::Directory,
        stamp: Stamp::default(),
    }
}

/// What is another when the version is another.
fn moment(version: &str) -> Moment {
    let mut hasher = Hasher::default();
    hasher.update(version.as_bytes());
    let hash = hasher.bytes();
    let (numbers, _) = hash.as_chunks();
    let [first, second] = [numbers[0], numbers[1]].map(u64::from_be_bytes);
    Moment(first, second)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use agent_skills_types::Invoker;

    use super::super::memory::NoMounts;
    use super::*;
    use crate::toolkit::Toolkit;

    /// Skills in a map, by name and path, with the calls that were made.
    #[derive(Default)]
    struct Map {
        files: BTreeMap<(&'static str, &'static str), &'static str>,
        version: String,
        incomplete: bool,
        calls: RefCell<Vec<String>>,
    }

    impl Source for RefCell<Map> {
        fn candidates(&self) -> Result<Observation> {
            let map = self.borrow();
            map.calls.borrow_mut().push("candidates".to_owned());
            let mut names: Vec<&str> = map.files.keys().map(|(name, _)| *name).collect();
            names.dedup();
            let candidates = names.into_iter().map(|name| Candidate {
                name: name.to_owned(),
                version: map.version.clone(),
            });
            Ok(Observation {
                candidates: candidates.collect(),
                complete: !map.incomplete,
            })
        }

        fn files(&self, name: &str) -> Result<Vec<(String, u64)>> {
            let map = self.borrow();
            let files = map.files.iter().filter(|((skill, _), _)| *skill == name);
            Ok(files
                .map(|((_, path), text)| ((*path).to_owned(), text.len() as u64))
                .collect())
        }

        fn read(&self, name: &str, path: &str, offset: u64, length: usize) -> Result<Vec<u8>> {
            let map = self.borrow();
            map.calls.borrow_mut().push(format!("read {name}/{path}"));
            let found = map
                .files
                .iter()
                .find(|((n, p), _)| (*n, *p) == (name, path));
            let (_, text) = found.ok_or(Failure::NotFound)?;
            let bytes = text.as_bytes();
            let from = usize::try_from(offset).unwrap().min(bytes.len());
            Ok(bytes[from..bytes.len().min(from + length)].to_vec())
        }
    }

    #[test]
    fn a_source_reads_like_a_root() {
        let source = Rc::new(RefCell::new(Map {
            files: BTreeMap::from([
                (
                    ("demo", "SKILL.md"),
                    "---\nname: demo\ndescription: Demo.\n---\nBody.",
                ),
                (("demo", "references/a.md"), "A"),
                (("broken", "SKILL.md"), "no frontmatter"),
            ]),
            ..Map::default()
        }));
        let mut toolkit = Toolkit::new(Rc::new(WithSource {
            storage: NoMounts,
            source: Rc::clone(&source) as Rc<dyn Source>,
        }));
        let listing = toolkit.list();
        assert_eq!(listing.skills[0].directory, "source/demo");
        assert_eq!(listing.diagnostics[0].path, "source/broken/SKILL.md");
        assert!(listing.complete);
        let activation = toolkit.activate("demo", Invoker::Model).unwrap();
        assert_eq!(
            (activation.body.as_str(), &activation.files[..]),
            ("Body.", &["references/a.md".to_owned()][..])
        );

        // What has not changed is not read again.
        source.borrow().calls.borrow_mut().clear();
        toolkit.list();
        assert_eq!(*source.borrow().calls.borrow(), ["candidates"]);
        source.borrow_mut().version = "2".to_owned();
        assert_eq!(toolkit.refresh().changed, ["demo"]);

        source.borrow_mut().incomplete = true;
        let listing = toolkit.list();
        assert_eq!((listing.complete, listing.skills.len()), (false, 1));
        assert_eq!(
            listing.diagnostics[0].message,
            "It could not be read: a part of it does not answer."
        );
    }
}
