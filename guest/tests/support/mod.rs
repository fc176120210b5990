//! Trees of skills on a real file system, and short forms of what is told of
//! them.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod dialects;
pub mod watched;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::rc::Rc;

use agent_skills_component::storage::native::Native;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::{Diagnostic, Listing, Skill};

use watched::{Watch, Watched};

/// Where a tree is mounted.
pub const ROOT: &str = "/skills";

/// A temporary directory with skills in it.
pub struct Tree {
    directory: tempfile::TempDir,
}

impl Tree {
    /// An empty directory.
    pub fn new() -> Self {
        Self {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    /// The host's path of something in it.
    pub fn path(&self, below: &str) -> PathBuf {
        self.directory.path().join(below)
    }

    /// Adds a file, and the directories that it lies in.
    #[must_use]
    pub fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// Adds a skill that nothing is wrong with, in the directory `path`.
    #[must_use]
    pub fn skill(self, path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default();
        self.file(&format!("{path}/SKILL.md"), good_file(name))
    }

    /// Adds a directory.
    #[must_use]
    pub fn folder(self, path: &str) -> Self {
        fs::create_dir_all(self.path(path)).unwrap();
        self
    }

    /// Adds a link.
    #[must_use]
    pub fn link(self, path: &str, target: &str) -> Self {
        let link = self.path(path);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(target, link).unwrap();
        self
    }

    /// Adds an empty file whose name need not be UTF-8.
    #[must_use]
    pub fn named(self, name: &[u8]) -> Self {
        fs::write(self.path("").join(OsStr::from_bytes(name)), "").unwrap();
        self
    }

    /// Writes a file over what was there.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }

    /// A toolkit with the directory as its only root, [`ROOT`].
    pub fn toolkit(&self) -> Toolkit {
        toolkit(&[(self, "", ROOT)])
    }

    /// The same, with what is asked of its storage counted.
    pub fn watched(&self) -> (Toolkit, Rc<Watch>) {
        let (storage, watch) = Watched::new(Native::default().mount(self.path(""), ROOT));
        (Toolkit::new(storage), watch)
    }

    /// The same with options, as JSON.
    pub fn toolkit_with(&self, options: &str) -> Toolkit {
        let mut toolkit = self.toolkit();
        toolkit.configure(options).unwrap();
        toolkit
    }

    /// The directory together with its toolkit.
    pub fn opened(self) -> (Self, Toolkit) {
        let toolkit = self.toolkit();
        (self, toolkit)
    }

    /// The same with options, as JSON.
    pub fn opened_with(self, options: &str) -> (Self, Toolkit) {
        let toolkit = self.toolkit_with(options);
        (self, toolkit)
    }

    /// What is known of its skills.
    pub fn list(&self) -> Listing {
        self.toolkit().list()
    }
}

/// A toolkit with folders of trees as its roots: tree, folder, name of the root.
pub fn toolkit(mounts: &[(&Tree, &str, &str)]) -> Toolkit {
    let storage = mounts.iter().fold(Native::default(), |storage, mount| {
        let (tree, folder, name) = mount;
        storage.mount(tree.path(folder), *name)
    });
    Toolkit::new(Rc::new(storage))
}

/// The `SKILL.md` of a skill that nothing is wrong with.
pub fn good_file(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}.\n---\nBody.\n")
}

/// A `SKILL.md` with these lines between its delimiters.
pub fn file_of(yaml: &str) -> String {
    format!("---\n{yaml}\n---\nBody.\n")
}

/// The names of the skills.
pub fn names(listing: &Listing) -> Vec<&str> {
    listing.skills.iter().map(|s| s.name.as_str()).collect()
}

/// The skill of a name.
#[track_caller]
pub fn skill<'l>(listing: &'l Listing, name: &str) -> &'l Skill {
    let found = listing.skills.iter().find(|skill| skill.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {listing:#?}"))
}

/// Each diagnostic as `path:line:column code`, the path below [`ROOT`].
pub fn told(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(place_and_code).collect()
}

fn place_and_code(diagnostic: &Diagnostic) -> String {
    let path = &diagnostic.path;
    let mut text = match path.strip_prefix(ROOT) {
        Some("") => ".".to_owned(),
        Some(below) => below.trim_start_matches('/').to_owned(),
        None => path.clone(),
    };
    for number in [diagnostic.line, diagnostic.column].into_iter().flatten() {
        text.push_str(&format!(":{number}"));
    }
    format!("{text} {}", diagnostic.code)
}
