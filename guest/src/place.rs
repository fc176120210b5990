//! Where a skill lies.

use std::borrow::Cow;
use std::rc::Rc;

use crate::roots::Root;
use crate::skill::join;
use crate::storage::{Directory, Failure, Identity, Stamp};

/// Where the files of a skill are opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Position of its root in the order of precedence.
    pub rank: usize,
    /// The directory below the root, as it is seen.
    pub below: Rc<str>,
    /// The directory's true path below the root.
    pub directory: Rc<str>,
    /// The name of the file with the instructions.
    pub file: Cow<'static, str>,
    /// Whether that file alone is the skill.
    pub flat: bool,
    /// That file's true path below the root where it is a link; else it stands in
    /// the directory.
    pub linked: Option<String>,
    /// That file's state when its head was read.
    pub stamp: Stamp,
}

impl Place {
    /// The true path below the root of the file with the instructions.
    pub fn file_path(&self) -> Cow<'_, str> {
        match &self.linked {
            Some(path) => Cow::Borrowed(path),
            None => Cow::Owned(join(&self.directory, &self.file)),
        }
    }

    /// What places are ordered by.
    pub fn order(&self) -> (usize, Cow<'_, str>) {
        let path = if self.flat {
            Cow::Owned(join(&self.below, &self.file))
        } else {
            Cow::Borrowed(&*self.below)
        };
        (self.rank, path)
    }

    /// Opens the skill's directory. Its true path has no links in it; one that
    /// stands there now was put there since, and is refused.
    ///
    /// # Errors
    /// When it is gone or cannot be opened.
    pub fn open(&self, roots: &[Root]) -> Result<Rc<dyn Directory>, Failure> {
        let root = roots.get(self.rank).ok_or(Failure::NotFound)?;
        let base = root.directory.as_ref().or(Err(Failure::NotFound))?;
        let mut directory = Rc::clone(base);
        // Part by part, since not every host refuses a link that is not the last.
        for part in self.directory.split('/').filter(|part| !part.is_empty()) {
            directory = directory.open_directory(part).or(Err(Failure::NotFound))?;
        }
        Ok(directory)
    }

    /// What tells its directory from others, where the host can tell.
    pub fn identity(&self, roots: &[Root]) -> Option<Identity> {
        self.open(roots).ok()?.identity().ok()
    }
}
