//! Which directories a scan has looked at.

use std::collections::BTreeSet;
use std::rc::Rc;

/// True paths of the directories that were looked at. Only a link can lead to one
/// again.
pub enum Seen {
    /// While no link was followed.
    Each(Vec<Rc<str>>),
    /// From then on.
    Once(BTreeSet<Rc<str>>),
}

impl Seen {
    /// Notes a directory that is looked at now.
    pub fn note(&mut self, real: &Rc<str>) {
        match self {
            Self::Each(paths) => paths.push(Rc::clone(real)),
            Self::Once(paths) => _ = paths.insert(Rc::clone(real)),
        }
    }

    /// Whether a directory was looked at.
    pub fn has(&self, real: &str) -> bool {
        match self {
            Self::Each(_) => false,
            Self::Once(paths) => paths.contains(real),
        }
    }

    /// From now on links are followed.
    pub fn expect_links(&mut self) {
        if let Self::Each(paths) = self {
            let mut once = BTreeSet::new();
            once.extend(paths.drain(..));
            *self = Self::Once(once);
        }
    }
}
