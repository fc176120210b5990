//! Names: unique within a tree, and valid.

use std::collections::HashSet;

use fastrand::Rng;

use crate::words::{ACTIONS, SUBJECTS, pick};

/// How group folders end; no name of a skill has this word.
const GROUP: &str = "pack";

/// Hands out names.
#[derive(Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name that was not handed out before: two or three words, and a number
    /// when these are taken.
    pub fn next(&mut self, rng: &mut Rng) -> String {
        let mut name = format!("{}-{}", pick(rng, SUBJECTS), pick(rng, ACTIONS));
        if rng.bool() {
            name = format!("{}-{name}", pick(rng, SUBJECTS));
        }
        if self.taken.contains(&name) {
            // No word holds a digit and the count only grows: new for certain.
            name = format!("{name}-{}", self.taken.len());
        }
        self.taken.insert(name.clone());
        name
    }
}

/// The folder that a skill lies in, one or two levels of groups, with a `/` at
/// its end.
pub fn group(rng: &mut Rng) -> String {
    let mut path = String::new();
    for _ in 0..rng.u32(1..=2) {
        path.push_str(&format!("{}-{GROUP}/", pick(rng, SUBJECTS)));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_comes_twice() {
        let mut rng = Rng::with_seed(1);
        let mut names = Names::default();
        let all: HashSet<String> = (0..20_000).map(|_| names.next(&mut rng)).collect();
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|name| name.len() <= 64));
    }
}
