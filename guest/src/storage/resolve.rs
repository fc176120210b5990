//! Follows a path below a directory, and its links, without ever leaving it.
//!
//! Each part is looked at without following; a link is read and its target
//! walked in its place. `..` in a target goes up on our own stack of open
//! directories, so there is nothing above the base to reach.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{Directory, Failure, Kind, Stat};

/// How many directories deep a path may lead: each is kept open on the way, and
/// hosts bound how many are.
const DEEPEST: usize = 128;

/// What a path led to.
pub struct Resolved {
    /// The directory that holds it.
    pub parent: Rc<dyn Directory>,
    /// Its name there; `.` when the path led to the base itself.
    pub name: String,
    /// What it is, never a link.
    pub stat: Stat,
    /// Its true path below the base, links resolved; `""` for the base.
    pub path: String,
}

impl Resolved {
    /// Opens it as a directory.
    ///
    /// # Errors
    /// When it is none or cannot be opened.
    pub fn open_directory(&self) -> Result<Rc<dyn Directory>, Failure> {
        if self.path.is_empty() {
            return Ok(Rc::clone(&self.parent));
        }
        self.parent.open_directory(&self.name)
    }
}

/// Why a path led nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A link leads above the base or to an absolute path.
    Outside {
        /// The link's path below the base.
        link: String,
        /// Where it leads, as it is written; none for an absolute path, which
        /// not every host tells.
        target: Option<String>,
    },
    /// The path leads through too many links.
    Loop,
    /// A link's target does not exist.
    Dangling {
        /// The link's path below the base.
        link: String,
        /// Where it leads, as it is written.
        target: String,
    },
    /// The host failed at some part of the path.
    Failed(Failure),
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Follows `path` below `base`, through at most `hops` links.
///
/// # Errors
/// When it leaves the base, goes in circles, or something is missing.
pub fn resolve(base: &Rc<dyn Directory>, path: &str, hops: usize) -> Result<Resolved, Refused> {
    let mut walk = Walk {
        base,
        above: Vec::new(),
        pending: parts(path).collect(),
        last_link: None,
        hops,
    };
    loop {
        if let Some(resolved) = walk.step()? {
            return Ok(resolved);
        }
    }
}

/// A walk that has come some way.
struct Walk<'b> {
    base: &'b Rc<dyn Directory>,
    /// The directories below the base that we went into, with their names.
    above: Vec<(String, Rc<dyn Directory>)>,
    /// What is still to be walked.
    pending: VecDeque<String>,
    /// The link that we followed last, and its target.
    last_link: Option<(String, String)>,
    /// Links that may still be followed.
    hops: usize,
}

impl Walk<'_> {
    /// Walks one part; the result when it was the last.
    fn step(&mut self) -> Result<Option<Resolved>, Refused> {
        let Some(part) = self.pending.pop_front() else {
            return self.arrive_at_directory().map(Some);
        };
        if part == ".." {
            return match self.above.pop() {
                Some(_) => Ok(None),
                None => Err(self.outside()),
            };
        }
        let here = self.here();
        let stat = match here.stat(&part) {
            Err(Failure::NotFound) => return Err(self.missing()),
            other => other?,
        };
        match stat.kind {
            Kind::Link => self.follow(here.as_ref(), &part)?,
            Kind::Directory if self.above.len() == DEEPEST => {
                return Err(Failure::TooManyOpen.into());
            }
            Kind::Directory => {
                let directory = here.open_directory(&part)?;
                self.above.push((part, directory));
            }
            _ if !self.pending.is_empty() => return Err(Failure::NotDirectory.into()),
            _ => {
                return Ok(Some(Resolved {
                    path: self.path_of(&part),
                    parent: here,
                    name: part,
                    stat,
                }));
            }
        }
        Ok(None)
    }

    /// Puts a link's target in its place.
    fn follow(&mut self, here: &dyn Directory, part: &str) -> Result<(), Refused> {
        let link = self.path_of(part);
        self.hops = self.hops.checked_sub(1).ok_or(Refused::Loop)?;
        let target = match here.read_link(part) {
            Ok(target) if !target.starts_with('/') => target,
            // wasmtime does not give absolute targets to anybody.
            Ok(_) | Err(Failure::NotPermitted) => {
                return Err(Refused::Outside { link, target: None });
            }
            Err(failure) => return Err(failure.into()),
        };
        for part in parts(&target).rev() {
            self.pending.push_front(part);
        }
        self.last_link = Some((link, target));
        Ok(())
    }

    /// The path ended at a directory that was already gone into.
    fn arrive_at_directory(&mut self) -> Result<Resolved, Refused> {
        let path = self.path_of("");
        let (parent, name) = match self.above.pop() {
            Some((name, _)) => (self.here(), name),
            None => (Rc::clone(self.base), ".".to_owned()),
        };
        let stat = parent.stat(&name)?;
        Ok(Resolved {
            parent,
            name,
            stat,
            path,
        })
    }

    fn here(&self) -> Rc<dyn Directory> {
        Rc::clone(
            self.above
                .last()
                .map_or(self.base, |(_, directory)| directory),
        )
    }

    /// The true path of a name in the directory we are in.
    fn path_of(&self, name: &str) -> String {
        let mut path: Vec<&str> = self.above.iter().map(|(name, _)| name.as_str()).collect();
        if !name.is_empty() {
            path.push(name);
        }
        path.join("/")
    }

    fn outside(&self) -> Refused {
        let (link, target) = self.last_link.clone().unwrap_or_default();
        Refused::Outside {
            link,
            target: Some(target),
        }
    }

    fn missing(&self) -> Refused {
        match self.last_link.clone() {
            Some((link, target)) => Refused::Dangling { link, target },
            None => Failure::NotFound.into(),
        }
    }
}

/// The parts of a path that move somewhere.
fn parts(path: &str) -> impl DoubleEndedIterator<Item = String> + '_ {
    path.split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::super::Storage as _;
    use super::super::native::Native;
    use super::*;

    /// A tree with a link of each kind; `base/` is the base.
    fn tree() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().join("base");
        fs::create_dir_all(base.join("a/b")).unwrap();
        fs::create_dir_all(base.join("..data_1")).unwrap();
        fs::write(base.join("a/b/file"), "inside").unwrap();
        fs::write(base.join("..data_1/SKILL.md"), "inside").unwrap();
        fs::write(dir.path().join("secret"), "outside").unwrap();
        for (link, target) in [
            ("file", "a/b/file"),
            ("up", "a/b/../../a/b/file"),
            ("a/back", "../a/b"),
            ("chain", "a/back/file"),
            ("..data", "..data_1"),
            ("SKILL.md", "..data/SKILL.md"),
            ("self", "self"),
            ("ping", "pong"),
            ("pong", "ping"),
            ("dead", "a/none"),
            ("out", "../secret"),
            ("far", "a/../../secret"),
            ("absolute", "/etc/passwd"),
            ("dot", "."),
            ("through", "a/b/file/x"),
        ] {
            symlink(target, base.join(link)).unwrap();
        }
        dir
    }

    #[test]
    fn links_stay_inside() {
        let dir = tree();
        let storage = Native::default().mount(dir.path().join("base"), "base");
        let base = &storage.mounts()[0].directory;
        let outside = |link: &str, target: &str| Refused::Outside {
            link: link.into(),
            target: Some(target.into()),
        };
        let cases: [(&str, Result<&str, Refused>); 19] = [
            ("a/b/file", Ok("a/b/file")),
            ("file", Ok("a/b/file")),
            ("up", Ok("a/b/file")),
            ("a/back/file", Ok("a/b/file")),
            ("chain", Ok("a/b/file")),
            ("SKILL.md", Ok("..data_1/SKILL.md")),
            ("a/back", Ok("a/b")),
            ("dot", Ok("")),
            ("dot/dot/file", Ok("a/b/file")),
            ("", Ok("")),
            ("self", Err(Refused::Loop)),
            ("ping", Err(Refused::Loop)),
            (
                "dead",
                Err(Refused::Dangling {
                    link: "dead".into(),
                    target: "a/none".into(),
                }),
            ),
            ("none", Err(Failure::NotFound.into())),
            ("out", Err(outside("out", "../secret"))),
            ("far", Err(outside("far", "a/../../secret"))),
            (
                "absolute",
                Err(Refused::Outside {
                    link: "absolute".into(),
                    target: None,
                }),
            ),
            ("a/b/file/x", Err(Failure::NotDirectory.into())),
            ("through", Err(Failure::NotDirectory.into())),
        ];
        for (path, expected) in cases {
            let resolved = resolve(base, path, 16).map(|r| r.path);
            assert_eq!(resolved, expected.map(str::to_owned), "{path}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let dir = tree();
        let deepest = "d/".repeat(DEEPEST);
        fs::create_dir_all(dir.path().join("base").join(&deepest).join("d")).unwrap();
        let storage = Native::default().mount(dir.path().join("base"), "base");
        let base = &storage.mounts()[0].directory;
        assert!(resolve(base, &deepest, 0).is_ok());
        let deeper = resolve(base, &format!("{deepest}d"), 0).map(|r| r.path);
        assert_eq!(deeper, Err(Failure::TooManyOpen.into()));
    }

    #[test]
    fn hops_are_counted() {
        let dir = tree();
        let storage = Native::default().mount(dir.path().join("base"), "base");
        let base = &storage.mounts()[0].directory;
        assert!(resolve(base, "chain", 2).is_ok());
        assert!(matches!(resolve(base, "chain", 1), Err(Refused::Loop)));
    }
}
