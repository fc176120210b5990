//! The files beside `SKILL.md`.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::content::{Content, Kind};
use crate::distribution::{FILE_BYTES, FILES};
use crate::skill::File;
use crate::words::{ACTIONS, SUBJECTS, pick};

/// Which files skills have beside `SKILL.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// None.
    None,
    /// As many and as large as published skills have them, until all together
    /// reach a number of bytes. The largest are cut first, all to one size.
    Typical {
        /// Most bytes of all these files of a tree together.
        most_bytes: u64,
    },
}

impl Default for Files {
    /// Typical files of at most 64 MiB, which cuts the largest one or two in a
    /// hundred files of 2,000 skills.
    fn default() -> Self {
        Self::Typical {
            most_bytes: 64 * 1024 * 1024,
        }
    }
}

/// A folder of a skill.
struct Folder {
    /// Share of skills that have it among those with any file beside
    /// `SKILL.md`, in per cent.
    percent: u32,
    /// Paths that it stands for, each ended by `/` unless empty.
    paths: &'static [&'static str],
    /// Endings, each as often as its weight, and what they hold.
    endings: &'static [(u32, &'static str, Kind)],
}

/// Folders with a meaning. A third of all skills have files beside `SKILL.md`,
/// so the shares are three times those of all skills (11, 5 and 1 per cent).
const FOLDERS: &[Folder] = &[
    Folder {
        percent: 32,
        paths: &["references/"],
        endings: &[(30, "md", Kind::Markdown), (1, "txt", Kind::Text)],
    },
    Folder {
        percent: 15,
        paths: &["scripts/"],
        endings: &[
            (30, "py", Kind::Text),
            (5, "sh", Kind::Text),
            (2, "js", Kind::Text),
            (2, "ts", Kind::Text),
        ],
    },
    Folder {
        percent: 3,
        paths: &["assets/"],
        endings: &[
            (5, "png", Kind::Binary),
            (5, "ttf", Kind::Binary),
            (3, "csv", Kind::Text),
            (3, "html", Kind::Text),
        ],
    },
];

/// Everywhere else.
const ELSEWHERE: Folder = Folder {
    percent: 100,
    paths: &["", "examples/", "templates/", "rules/", "data/"],
    endings: &[
        (270, "md", Kind::Markdown),
        (65, "patch", Kind::Text),
        (40, "py", Kind::Text),
        (20, "xsd", Kind::Text),
        (12, "txt", Kind::Text),
        (10, "ttf", Kind::Binary),
        (10, "json", Kind::Text),
        (10, "mjs", Kind::Text),
        (5, "yaml", Kind::Text),
    ],
};

/// Plans the files of one skill, in the order of their paths.
pub fn plan(rng: &mut Rng) -> Vec<File> {
    let count = FILES.at(rng.f64()).saturating_sub(1);
    let mut folders: Vec<&Folder> = FOLDERS
        .iter()
        .filter(|folder| rng.u32(0..100) < folder.percent)
        .collect();
    if folders.is_empty() || rng.bool() {
        folders.push(&ELSEWHERE);
    }
    // Round robin, so that each folder that was drawn really has a file.
    let paths: BTreeSet<(String, Kind)> = folders
        .iter()
        .cycle()
        .take(count)
        .enumerate()
        .map(|(number, folder)| folder.path(rng, number))
        .collect();
    paths
        .into_iter()
        .map(|(path, kind)| File {
            path,
            content: {
                let bytes = FILE_BYTES.at(rng.f64());
                Content::new(rng, kind, bytes)
            },
        })
        .collect()
}

/// Cuts the largest files so that all together have at most so many bytes.
pub fn cut(files: &mut [&mut File], most_bytes: u64) {
    let mut sizes: Vec<usize> = files.iter().map(|file| file.size()).collect();
    sizes.sort_unstable();
    let Some(level) = level(&sizes, usize::try_from(most_bytes).unwrap_or(usize::MAX)) else {
        return;
    };
    for file in files {
        file.content.bytes = file.content.bytes.min(level);
    }
}

/// The size to which the largest of the sorted sizes are cut; none when all
/// together are small enough.
fn level(sizes: &[usize], most: usize) -> Option<usize> {
    let mut left = most;
    for (index, &size) in sizes.iter().enumerate() {
        let share = left / (sizes.len() - index);
        if size > share {
            return Some(share);
        }
        left -= size;
    }
    None
}

impl Folder {
    /// A path of its own for the file with this number, and what it holds.
    fn path(&self, rng: &mut Rng, number: usize) -> (String, Kind) {
        let total = self.endings.iter().map(|ending| ending.0).sum();
        let mut point = rng.u32(0..total);
        let mut chosen = ("md", Kind::Markdown);
        for &(weight, ending, kind) in self.endings {
            if point < weight {
                chosen = (ending, kind);
                break;
            }
            point -= weight;
        }
        let (ending, kind) = chosen;
        let folder = pick(rng, self.paths);
        let (subject, action) = (pick(rng, SUBJECTS), pick(rng, ACTIONS));
        (
            format!("{folder}{subject}-{action}-{number}.{ending}"),
            kind,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_cut_first() {
        for (sizes, most, expected) in [
            (&[][..], 0, None),
            (&[5, 10, 100][..], 115, None),
            (&[5, 10, 100], 114, Some(99)),
            (&[5, 10, 100], 21, Some(8)),
            (&[5, 10, 100], 9, Some(3)),
            (&[5, 10, 100], 0, Some(0)),
        ] {
            assert_eq!(level(sizes, most), expected, "{sizes:?} in {most}");
        }
    }

    #[test]
    fn paths_are_sorted_and_differ() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..500 {
            let files = plan(&mut rng);
            assert!(files.is_sorted_by(|a, b| a.path < b.path));
        }
    }
}
