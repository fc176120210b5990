//! The directories that are looked at: written when they are needed first, and
//! removed at the end.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

use agent_skills_generator::{Files, Tree, Written};
use tempfile::TempDir;

static TREES: Mutex<BTreeMap<usize, (TempDir, Written)>> = Mutex::new(BTreeMap::new());

/// The most skills that growth is measured with.
pub const LARGEST: usize = 100_000;

/// How many skills there are to be.
pub fn sizes() -> Vec<usize> {
    let mut sizes = vec![20, 1_000];
    if has_large() {
        sizes.push(10_000);
    }
    sizes
}

/// Whether to measure what takes minutes.
pub fn has_large() -> bool {
    std::env::var_os("AGENT_SKILLS_BENCH_LARGE").is_some()
}

/// A directory with so many skills.
pub fn directory(skills: usize) -> PathBuf {
    with(skills, |directory, _| directory.path().to_owned())
}

/// What single calls are measured with, in bytes: half of all `SKILL.md` are
/// larger.
const USUAL_BYTES: usize = 5 * 1024;

/// A skill of such a directory: of those with one file beside `SKILL.md`, the one
/// whose `SKILL.md` is nearest to five kilobytes.
pub fn usual_skill(skills: usize) -> String {
    with(skills, |_, written| {
        let with_one = written.skills.iter().filter(|skill| skill.files.len() == 1);
        let skill = with_one
            .min_by_key(|skill| skill.skill_file().len().abs_diff(USUAL_BYTES))
            .expect("some have one file");
        skill.name.clone()
    })
}

/// The file beside a `SKILL.md` that is nearest to five kilobytes, and its skill.
pub fn usual_file(skills: usize) -> (String, String) {
    with(skills, |_, written| {
        let files = written
            .skills
            .iter()
            .flat_map(|skill| skill.files.iter().map(move |file| (skill, file)));
        let (skill, file) = files
            .min_by_key(|(_, file)| file.size().abs_diff(USUAL_BYTES))
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
        // A scan does not look at them, and half a million take long to write.
        let files = match skills {
            LARGEST => Files::None,
            _ => Files::Typical {
                most_bytes: 16 * 1024 * 1024,
            },
        };
        let written = Tree::new(skills)
            .files(files)
            .write(directory.path())
            .expect("there is room");
        (directory, written)
    });
    use_it(directory, written)
}
