//! Where a scan is, or will be.

use std::rc::Rc;

use crate::skill::join;
use crate::storage::Directory;

/// A directory entry that may be or hold skills, with what is needed to look
/// into it.
#[derive(Clone)]
pub struct Spot {
    /// The directory that holds it.
    pub parent: Rc<dyn Directory>,
    /// Its name there.
    pub name: String,
    /// Its path below the root, as it is seen.
    pub below: Rc<str>,
    /// Its true path below the root.
    pub real: Rc<str>,
    /// How many directories below the root it lies; 1 for the root's children.
    pub depth: usize,
}

/// A link that is still to be looked at. It keeps no directory open: there may
/// be any number of links.
pub struct Link {
    /// Its name in the directory that holds it.
    pub name: String,
    /// Its path below the root, as it is seen.
    pub below: Rc<str>,
    /// Its true path below the root.
    pub real: Rc<str>,
    /// How many directories below the root it lies, as of a [`Spot`].
    pub depth: usize,
}

impl Spot {
    /// What the directory at this spot holds under a name.
    pub fn child(&self, directory: &Rc<dyn Directory>, name: String) -> Self {
        let below = joined(&self.below, &name);
        let real = if Rc::ptr_eq(&self.below, &self.real) {
            Rc::clone(&below)
        } else {
            joined(&self.real, &name)
        };
        Self {
            parent: Rc::clone(directory),
            name,
            below,
            real,
            depth: self.depth + 1,
        }
    }
}

fn joined(base: &str, name: &str) -> Rc<str> {
    match base {
        "" => Rc::from(name),
        _ => Rc::from(join(base, name)),
    }
}
