//! What files said at the last look. A file in the same state is not read again.

use std::rc::Rc;

use super::{Candidate, Found, Told};
use crate::place::Place;
use crate::roots::Root;

/// The candidates of one look.
#[derive(Clone, Default)]
pub struct Known {
    /// The paths of the roots that it looked at, in order of precedence.
    roots: Vec<String>,
    /// In order of precedence, then of paths.
    candidates: Vec<Candidate>,
    /// Whether nothing was told but of the candidates' files.
    is_plain: bool,
}

impl Known {
    /// What was found in these roots.
    pub fn new(roots: &[Root], found: &Found) -> Self {
        Self {
            roots: roots.iter().map(|root| root.path.clone()).collect(),
            candidates: found.candidates.clone(),
            is_plain: is_plain(found),
        }
    }

    /// Whether another look has found the very same, as far as can be told without
    /// resolving it.
    pub fn is_still(&self, roots: &[Root], found: &Found) -> bool {
        let candidates = || self.candidates.iter().zip(&found.candidates);
        self.is_plain
            && is_plain(found)
            && self.candidates.len() == found.candidates.len()
            && self.roots.iter().eq(roots.iter().map(|root| &root.path))
            && candidates().all(|(a, b)| Rc::ptr_eq(&a.told, &b.told) && a.place == b.place)
    }

    /// What the file at a place below the root of this path said, if it is still in
    /// that state.
    pub fn get(&self, root: &str, place: &Place) -> Option<Rc<Told>> {
        let rank = self.roots.iter().position(|known| known == root)?;
        let (_, path) = place.order();
        let order = (rank, path);
        let at = self
            .candidates
            .binary_search_by(|known| known.place.order().cmp(&order))
            .ok()?;
        let Candidate { place: known, told } = self.candidates.get(at)?;
        let is_same = known.stamp == place.stamp
            && known.directory == place.directory
            && known.file == place.file
            && known.linked == place.linked;
        is_same.then(|| Rc::clone(told))
    }
}

fn is_plain(found: &Found) -> bool {
    found.complete && found.diagnostics.is_empty()
}
