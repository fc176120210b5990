//! A directory of very many entries that are made up when they are asked for.

use std::rc::Rc;

use agent_skills_component::storage::{
    Directory, Entry, Failure, File, Identity, Kind, Mount, Result, Stamp, Stat, Storage,
};

use crate::support::{ROOT, good_file};

/// A root with one good skill, `a-good`, and directories with a file in each;
/// the skill has as many files.
pub struct Wide {
    count: usize,
}

impl Wide {
    pub fn new(count: usize) -> Self {
        Self { count }
    }
}

impl Storage for Wide {
    fn mounts(&self) -> Vec<Mount> {
        let root = Level {
            first: Some(GOOD),
            count: self.count,
            kind: Kind::Directory,
        };
        vec![Mount {
            name: ROOT.to_owned(),
            directory: Rc::new(root),
        }]
    }
}

/// The root, the skill, or a directory beside it.
struct Level {
    /// What is in it before everything else.
    first: Option<&'static str>,
    /// How much else is in it, and what that is.
    count: usize,
    kind: Kind,
}

const GOOD: &str = "a-good";
const SKILL_FILE: &str = "SKILL.md";

impl Level {
    fn is_skill_file(&self, path: &str) -> bool {
        match self.first {
            Some(GOOD) => path.split_once('/') == Some((GOOD, SKILL_FILE)),
            Some(first) => path == first,
            None => false,
        }
    }
}

impl Directory for Level {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Result<Entry>> + '_>> {
        let numbered = (0..self.count).map(|number| format!("n{number:07}"));
        let names = self.first.map(str::to_owned).into_iter().chain(numbered);
        let kind = self.kind;
        Ok(Box::new(names.map(move |name| Ok(Entry { name, kind }))))
    }

    fn stat(&self, path: &str) -> Result<Stat> {
        let kind = match path {
            "." => Kind::Directory,
            path if self.is_skill_file(path) => Kind::File,
            path if !path.contains('/') && path != SKILL_FILE => self.kind,
            _ => return Err(Failure::NotFound),
        };
        let size = if kind == Kind::File {
            good_file(GOOD).len() as u64
        } else {
            0
        };
        let stamp = Stamp {
            size,
            ..Stamp::default()
        };
        Ok(Stat { kind, stamp })
    }

    fn open_directory(&self, path: &str) -> Result<Rc<dyn Directory>> {
        let (first, count) = match path {
            GOOD => (Some(SKILL_FILE), self.count),
            _ => (None, 1),
        };
        let kind = Kind::File;
        Ok(Rc::new(Self { first, count, kind }))
    }

    fn open_file(&self, path: &str) -> Result<Box<dyn File>> {
        if self.is_skill_file(path) {
            Ok(Box::new(GoodFile))
        } else {
            Err(Failure::NotFound)
        }
    }

    fn read_link(&self, _path: &str) -> Result<String> {
        Err(Failure::NotFound)
    }

    fn identity(&self) -> Result<Identity> {
        Err(Failure::NotFound)
    }
}

struct GoodFile;

impl File for GoodFile {
    fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let from = usize::try_from(offset).or(Err(Failure::Io))?;
        let bytes = good_file(GOOD).into_bytes();
        Ok(bytes.into_iter().skip(from).take(length).collect())
    }
}
