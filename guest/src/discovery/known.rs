//! What files said at the last look. A file in the same state is not read again.

use std::rc::Rc;

use super::{Candidate, Told};
use crate::place::Place;
use crate::roots::Root;

/// The candidates of one look.
#[derive(Clone, Default)]
pub struct Known {
    /// The paths of the roots that it looked at, in order of precedence.
    roots: Vec<String>,
    /// In order of precedence, then of paths.
    candidates: Vec<Candidate>,
}

impl Known {
    /// What was found in these roots.
    pub fn new(roots: &[Root], candidates: Vec<Candidate>) -> Self {
        Self {
            roots: roots.iter().map(|root| root.path.clone()).collect(),
            candidates,
        }
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
        let is_same = known.stamp == place.stamp && known.file_path() == place.file_path();
        is_same.then(|| Rc::clone(told))
    }
}
