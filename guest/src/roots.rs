//! Where skills are looked for: configured paths found in the host's mounts.

use std::rc::Rc;

use crate::diagnostic::{Code, Note};
use crate::discovery::is_within;
use crate::order::sort_by;
use crate::skill::join;
use crate::storage::resolve::{Refused, resolve};
use crate::storage::{Directory, Failure, Kind, Mount};

/// One place to look for skills.
pub struct Root {
    /// Its path in the host's mounts, without a `/` at the end.
    pub path: String,
    /// The open directory, or why there is none.
    pub directory: Result<Rc<dyn Directory>, Note>,
}

impl Root {
    /// Where a link below the root leads by its text alone: the place to mount
    /// when it leads out of the root. None for a target above everything.
    pub fn target_of(&self, link: &str, target: &str) -> Option<String> {
        let folder = link.rsplit_once('/').map_or("", |(folder, _)| folder);
        normal(&join(&join(&self.path, folder), target))
    }
}

/// The roots: the configured paths, or all mounts when there are none.
pub fn open(mounts: &[Mount], paths: &[String], hops: usize) -> Vec<Root> {
    if paths.is_empty() {
        return mounts
            .iter()
            .map(|mount| Root {
                path: trimmed(&mount.name),
                directory: Ok(Rc::clone(&mount.directory)),
            })
            .collect();
    }
    paths
        .iter()
        .map(|path| {
            let path = trimmed(path);
            Root {
                directory: open_path(mounts, &path, hops),
                path,
            }
        })
        .collect()
}

/// Puts further roots between those of the file system, of which the first has
/// the rank 100, the second 200 and so on.
pub fn ranked(roots: Vec<Root>, further: impl Iterator<Item = (u32, Root)>) -> Vec<Root> {
    let ranks = (1..).map(|n: u32| n.saturating_mul(100));
    let mut ranked: Vec<(u32, Root)> = ranks.zip(roots).collect();
    ranked.extend(further);
    sort_by(&mut ranked, |(a, _), (b, _)| a.cmp(b));
    ranked.into_iter().map(|(_, root)| root).collect()
}

/// Opens a path in the mount that covers it most closely.
fn open_path(mounts: &[Mount], path: &str, hops: usize) -> Result<Rc<dyn Directory>, Note> {
    let wanted = normal(path).unwrap_or_default();
    let mount = mounts
        .iter()
        .filter_map(|mount| Some((normal(&mount.name)?, mount)))
        .filter(|(name, _)| is_within(&wanted, name))
        .max_by_key(|(name, _)| name.len());
    let Some((name, mount)) = mount else {
        return Err(Note::new(
            Code::RootMissing,
            "The root lies in no directory that the host mounted.",
        )
        .hint("Mount it, or correct the path."));
    };
    let below = wanted[name.len()..].trim_start_matches('/');
    let resolved = resolve(&mount.directory, below, hops).map_err(missing)?;
    if resolved.stat.kind != Kind::Directory {
        return Err(
            Note::new(Code::RootNotDirectory, "The root is not a directory.")
                .hint("Give the directory that holds the skills."),
        );
    }
    resolved.open_directory().map_err(|f| missing(f.into()))
}

fn missing(refused: Refused) -> Note {
    match refused {
        Refused::Failed(Failure::NotFound) => {
            Note::new(Code::RootMissing, "The root does not exist.")
                .hint("Create it, or correct the path.")
        }
        Refused::Failed(Failure::NotDirectory) => {
            Note::new(Code::RootNotDirectory, "The root is not a directory.")
                .hint("Give the directory that holds the skills.")
        }
        Refused::Failed(failure) => Note::new(
            Code::Unreadable,
            format!("The root could not be read: {}.", failure.reason()),
        )
        .hint("Check its permissions."),
        Refused::Outside { target, .. } => Note::new(
            Code::LinkOutside,
            match target {
                Some(target) => format!("The root is a link to `{target}`, outside its mount."),
                None => "The root is a link to an absolute path, outside its mount.".to_owned(),
            },
        )
        .hint("Mount the directory that it leads to."),
        Refused::Dangling { target, .. } => Note::new(
            Code::LinkDangling,
            format!("The root is a link to `{target}`, which does not exist."),
        )
        .hint("Restore the target, or correct the path."),
        Refused::Loop => Note::new(
            Code::LinkLoop,
            "The root is a link that leads back to itself.",
        )
        .hint("Point the link at a directory."),
    }
}

/// A path without `/` at its end; `/` alone stays.
fn trimmed(path: &str) -> String {
    match path.trim_end_matches('/') {
        "" if path.starts_with('/') => "/".to_owned(),
        path => path.to_owned(),
    }
}

/// A path with `.`, `..` and doubled `/` taken out by its text alone; none when
/// it leads above its beginning.
pub fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let below = parts.join("/");
    Some(if path.starts_with('/') {
        format!("/{below}")
    } else {
        below
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_normal_by_text() {
        let cases = [
            ("/a/./b//c/", Some("/a/b/c")),
            ("a/../b", Some("b")),
            ("/a/../..", None),
            ("/", Some("/")),
            (".", Some("")),
        ];
        for (path, expected) in cases {
            assert_eq!(normal(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn targets_say_what_to_mount() {
        let root = Root {
            path: "/p/.claude/skills".into(),
            directory: Err(Note::new(Code::RootMissing, "")),
        };
        let cases = [
            ("x", "../../.agents/skills/x", Some("/p/.agents/skills/x")),
            ("g/x", "../../x", Some("/p/.claude/x")),
            ("x", "../../../../../x", None),
        ];
        for (link, target, expected) in cases {
            assert_eq!(
                root.target_of(link, target).as_deref(),
                expected,
                "{link} -> {target}"
            );
        }
    }
}
