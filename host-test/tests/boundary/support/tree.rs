//! Real directories with traps in them.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use tempfile::TempDir;

/// Stands in every file that no call may ever show.
pub const SECRET: &str = "TOP SECRET";

/// A temporary directory. What lies in its `skills` is for mounting; what lies
/// in its `outside` is not, and is secret.
pub struct Tree(TempDir);

impl Tree {
    /// An empty `skills`, and `outside` with a secret file and a secret skill.
    pub fn new() -> Self {
        let tree = Self(tempfile::tempdir().expect("there is room for a directory"));
        let skill = format!("---\nname: secret\ndescription: {SECRET}\n---\n{SECRET}\n");
        tree.directory("skills")
            .file("outside/secret.txt", SECRET)
            .file("outside/skill/SKILL.md", skill);
        tree
    }

    /// The absolute path of something in the tree.
    pub fn path(&self, below: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(below)
    }

    /// The same as text, links resolved.
    pub fn true_path(&self, below: &str) -> String {
        let path = self.path(below).canonicalize().expect("it exists");
        path.into_os_string().into_string().expect("it is UTF-8")
    }

    /// Makes a directory and those above it.
    pub fn directory(&self, path: impl AsRef<Path>) -> &Self {
        fs::create_dir_all(self.path(path)).expect("it can be made");
        self
    }

    /// Writes a file, and makes the directories above it.
    pub fn file(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> &Self {
        let path = self.with_parents(path);
        fs::write(path, content).expect("it can be written");
        self
    }

    /// Writes a faultless skill that is called like its directory.
    pub fn skill(&self, directory: &str) -> &Self {
        let name = directory.rsplit('/').next().unwrap_or(directory);
        self.file(
            format!("{directory}/SKILL.md"),
            format!("---\nname: {name}\ndescription: Skill {name}.\n---\nBody of {name}.\n"),
        )
    }

    /// Makes a symbolic link.
    pub fn link(&self, path: impl AsRef<Path>, target: impl AsRef<Path>) -> &Self {
        symlink(target, self.with_parents(path)).expect("it can be made");
        self
    }

    /// Makes a pipe that nobody writes to: whoever opens it waits for ever.
    pub fn pipe(&self, path: &str) -> &Self {
        let status = Command::new("mkfifo").arg(self.with_parents(path)).status();
        assert!(status.expect("there is `mkfifo`").success());
        self
    }

    /// Makes a socket that nobody listens to.
    pub fn socket(&self, path: &str) -> &Self {
        let listener = UnixListener::bind(self.with_parents(path));
        drop(listener.expect("it can be made"));
        self
    }

    /// Makes a device that gives zeros without end. False when that takes more
    /// rights than we have.
    pub fn device(&self, path: &str) -> bool {
        let path = self.with_parents(path);
        let (kind, mode) = (FileType::CharacterDevice, Mode::from_raw_mode(0o666));
        mknodat(CWD, path, kind, mode, makedev(1, 5)).is_ok()
    }

    fn with_parents(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = self.path(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).expect("it can be made");
        }
        path
    }
}
