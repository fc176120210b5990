//! The directories that instances may read.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wasmtime::component::ResourceTable;
use wasmtime_wasi::filesystem::{WasiFilesystemCtx, WasiFilesystemView};
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};

use crate::source::Source;
use crate::{Error, Result, below};

/// Read-only directories, in order of precedence.
///
/// Each directory is opened when it is added and stays open: what is later put
/// in its place under the same path is not seen. A clone is cheap and shares the
/// open directories, so one `Mounts` serves any number of instances.
///
/// ```
/// use agent_skills_sandbox::Mounts;
///
/// # fn main() -> agent_skills_sandbox::Result<()> {
/// let mut mounts = Mounts::new();
/// mounts.add(std::env::temp_dir(), "/skills")?;
/// assert_eq!(mounts.names().collect::<Vec<_>>(), ["/skills"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Mounts {
    directories: Arc<Vec<Mount>>,
    /// Says how files are read; has no directories of its own.
    access: WasiFilesystemCtx,
    blocking: bool,
    source: Option<Arc<dyn Source>>,
}

/// One open directory.
#[derive(Clone)]
pub(crate) struct Mount {
    host_path: PathBuf,
    name: String,
    /// WASI's own form of it, with this directory only.
    pub(crate) directory: WasiFilesystemCtx,
}

impl Mounts {
    /// No directories yet; files will be read on the thread that runs the
    /// component.
    ///
    /// This is ten times as fast as handing each request to another thread, and
    /// right for local disks, in asynchronous programs too: one request takes
    /// microseconds, and between requests the instance yields.
    pub fn new() -> Self {
        Self::with_blocking(true)
    }

    /// No directories yet; each request for a file will go to a pool of threads.
    ///
    /// For asynchronous programs that read over a network.
    pub fn offloaded() -> Self {
        Self::with_blocking(false)
    }

    fn with_blocking(blocking: bool) -> Self {
        let mut builder = WasiCtxBuilder::new();
        builder.allow_blocking_current_thread(blocking);
        Self {
            directories: Arc::default(),
            access: file_access(&mut builder),
            blocking,
            source: None,
        }
    }

    /// Serves skills from somewhere else, as one more root named `source` behind
    /// all directories. Only the component of
    /// [`SandboxBuilder::with_source`](crate::SandboxBuilder::with_source) asks
    /// for it.
    pub fn serve(&mut self, source: Arc<dyn Source>) -> &mut Self {
        self.source = Some(source);
        self
    }

    /// Adds a directory under a name of your choice, which stands at the
    /// beginning of every path that the component returns.
    ///
    /// # Errors
    ///
    /// [`Error::Mount`] when `host_path` is not a directory that can be opened,
    /// and [`Error::MountName`] when the name is empty or in use.
    pub fn add(
        &mut self,
        host_path: impl AsRef<Path>,
        name: impl Into<String>,
    ) -> Result<&mut Self> {
        self.open(host_path.as_ref(), name.into())
    }

    /// Adds a directory under its own absolute path, links resolved, so that
    /// paths from the component are true for the reader.
    ///
    /// A directory that is there already is not added twice.
    ///
    /// # Errors
    ///
    /// [`Error::Mount`] when `host_path` is not a directory that can be opened,
    /// and [`Error::MountName`] when its path is not UTF-8.
    pub fn add_in_place(&mut self, host_path: impl AsRef<Path>) -> Result<&mut Self> {
        let host_path = host_path.as_ref();
        let canonical = host_path.canonicalize().map_err(|source| Error::Mount {
            path: host_path.to_owned(),
            source,
        })?;
        let Some(name) = canonical.to_str().map(str::to_owned) else {
            return Err(Error::MountName {
                name: canonical.to_string_lossy().into_owned(),
                reason: "it is not UTF-8",
            });
        };
        if self
            .directories
            .iter()
            .any(|mount| mount.name == name && mount.host_path == canonical)
        {
            return Ok(self);
        }
        self.open(&canonical, name)
    }

    fn open(&mut self, host_path: &Path, name: String) -> Result<&mut Self> {
        if name.is_empty() {
            return Err(Error::MountName {
                name,
                reason: "it is empty",
            });
        }
        if self.names().any(|other| other == name) {
            return Err(Error::MountName {
                name,
                reason: "another directory has it",
            });
        }
        let mut builder = WasiCtxBuilder::new();
        // Has to come first: the directory keeps what holds when it is opened.
        builder.allow_blocking_current_thread(self.blocking);
        builder
            .preopened_dir(host_path, &name, FsPerms::ReadOnly)
            .map_err(|error| Error::Mount {
                path: host_path.to_owned(),
                source: error.downcast().unwrap_or_else(io::Error::other),
            })?;
        Arc::make_mut(&mut self.directories).push(Mount {
            host_path: host_path.to_owned(),
            name,
            directory: file_access(&mut builder),
        });
        Ok(self)
    }

    /// The names under which the component sees the directories, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.directories.iter().map(|mount| mount.name.as_str())
    }

    /// Reads a file below the directory of this name: what a host may show of a
    /// skill's file, as a line that a diagnostic is about, without trust in what
    /// lies there. The path may lead through no link.
    ///
    /// # Errors
    ///
    /// When there is no such directory or file, when it is no regular file or has
    /// more than `most` bytes, and whatever the operating system says.
    pub fn read_file(&self, name: &str, path: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut mounts = self.directories.iter();
        let mount = mounts.find(|mount| mount.name == name);
        let mount = mount.ok_or(io::ErrorKind::NotFound)?;
        let file = below::open_file(&mount.host_path, path)?;
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes)
    }

    pub(crate) fn source(&self) -> Option<Arc<dyn Source>> {
        self.source.clone()
    }

    /// Whether files are read on the thread that runs the component.
    pub(crate) fn blocking(&self) -> bool {
        self.blocking
    }

    pub(crate) fn access(&self) -> WasiFilesystemCtx {
        self.access.clone()
    }

    pub(crate) fn directories(&self) -> &Arc<Vec<Mount>> {
        &self.directories
    }
}

impl Default for Mounts {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Mounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(
                self.directories
                    .iter()
                    .map(|mount| (&mount.name, &mount.host_path)),
            )
            .finish()
    }
}

/// The part of a WASI context that is about files; the rest is not for us.
fn file_access(builder: &mut WasiCtxBuilder) -> WasiFilesystemCtx {
    struct Context {
        wasi: WasiCtx,
        table: ResourceTable,
    }

    impl WasiView for Context {
        fn ctx(&mut self) -> WasiCtxView<'_> {
            WasiCtxView {
                ctx: &mut self.wasi,
                table: &mut self.table,
            }
        }
    }

    let mut context = Context {
        wasi: builder.build(),
        table: ResourceTable::new(),
    };
    context.filesystem().ctx.clone()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_regular_files_below_the_directory_are_read() {
        let tree = tempfile::tempdir().unwrap();
        let root = tree.path().join("root");
        fs::create_dir_all(root.join("a")).unwrap();
        fs::write(root.join("a/file"), "inside").unwrap();
        fs::write(tree.path().join("secret"), "outside").unwrap();
        symlink("../../secret", root.join("a/link")).unwrap();
        symlink("..", root.join("up")).unwrap();
        symlink("a/file", root.join("within")).unwrap();
        let made = Command::new("mkfifo").arg(root.join("pipe")).status();
        assert!(made.unwrap().success());
        let mut mounts = Mounts::new();
        mounts.add(&root, "/skills").unwrap();

        let read = |path, most| mounts.read_file("/skills", path, most).ok();
        assert_eq!(read("a/file", 6).as_deref(), Some(&b"inside"[..]));
        for path in [
            "a/link",
            "up/secret",
            "../secret",
            "within",
            "pipe",
            "a",
            "none",
            "",
        ] {
            assert_eq!(read(path, 6), None, "{path}");
        }
        assert_eq!(read("a/file", 5), None);
        assert!(mounts.read_file("/other", "a/file", 6).is_err());
    }
}
