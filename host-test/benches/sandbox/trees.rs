//! The directories that are looked at: written when they are needed first, and
//! removed at the end.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

use agent_skills_generator::{Files, Tree, Written};
use tempfile::TempDir;

static TREES: Mutex<BTreeMap<usize, (TempDir, Written)>> = Mutex::new(BTreeMap::new());

/// How many skills there are to be.
pub fn sizes() -> Vec<usize> {
    let mut sizes = vec![20, 1_000];
    if std::env::var_os("AGENT_SKILLS_BENCH_LARGE").is_some() {
        sizes.push(10_000);
    }
    sizes
}

/// A directory with so many skills.
pub fn directory(skills: usize) -> PathBuf {
    with(skills, |directory, _| directory.path().to_owned())
}

/// A skill of such a directory, and the path of a file that it has beside
/// `SKILL.md`: the first with some four kilobytes, as half of all have.
pub fn skill_with_file(skills: usize) -> (String, String) {
    with(skills, |_, written| {
        let files = written
            .skills
            .iter()
            .flat_map(|skill| skill.files.iter().map(move |file| (skill, file)));
        let (skill, file) = files
            .min_by_key(|(_, file)| file.size().abs_diff(4096))
            .expect("some have files");
        (skill.name.clone(), file.path.clone())
    })
}

/// Removes all directories: statics are not dropped.
pub fn remove() {
    TREES.lock().expect("nobody panics with it").clear();
}

fn with<T>(skills: usize, use_it: impl FnOnce(&TempDir, &Written) -> T) -> T {
    let mut trees = TREES.lock().expect("nobody panics with it");
    let (directory, written) = trees.entry(skills).or_insert_with(|| {
        let directory = tempfile::tempdir().expect("there is room for a directory");
        let written = Tree::new(skills)
            .files(Files::Typical {
                most_bytes: 16 * 1024 * 1024,
            })
            .write(directory.path())
            .expect("there is room");
        (directory, written)
    });
    use_it(directory, written)
}
