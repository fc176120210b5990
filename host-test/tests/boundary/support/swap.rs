//! Another process that swaps things on disk as fast as it can.

use std::io::{self, Read, Result};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{self, Child, ChildStdin, Command, ExitCode, Stdio};
use std::{env, fs, thread};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::Tree;

/// The first argument of that process.
pub const COMMAND: &str = "--swap";

/// Where in a tree the list of swaps stands.
const LIST: &str = "swaps";

/// A path, and what takes turns with the thing that stands there.
pub type Swap = (&'static str, With);

/// What takes turns with a file or directory.
pub enum With {
    /// A link to this.
    Link(&'static str),
    /// The same, but there is a moment with nothing: the file is removed and the
    /// link made, and back.
    LinkMadeAnew(&'static str),
    /// A pipe that nobody writes to.
    Pipe,
    /// An empty directory.
    Directory,
}

/// Puts what takes turns into the tree's `aside`, under a number. Returns the
/// line that tells the other process what to do.
fn prepare(tree: &Tree, number: usize, (path, with): &Swap) -> String {
    let aside = format!("aside/{number}");
    match with {
        With::LinkMadeAnew(target) => return format!("false\t{path}\t{target}\n"),
        With::Link(target) => tree.link(&aside, target),
        With::Pipe => tree.pipe(&aside),
        With::Directory => tree.directory(&aside),
    };
    format!("true\t{path}\t{aside}\n")
}

/// A running process; it ends with its swaps, with this value, or with us.
pub struct Swapper {
    child: Child,
    _until_closed: Option<ChildStdin>,
}

impl Swapper {
    /// Starts a process that makes `count` swaps in the tree, in turns.
    pub fn start(tree: &Tree, swaps: &[Swap], count: u64) -> Self {
        let list: String = swaps
            .iter()
            .enumerate()
            .map(|(number, swap)| prepare(tree, number, swap))
            .collect();
        tree.file(LIST, list);
        let mut child = Command::new(env::current_exe().expect("it has a path"))
            .arg(COMMAND)
            .arg(tree.path(""))
            .arg(count.to_string())
            .stdin(Stdio::piped())
            .spawn()
            .expect("it can be started");
        Self {
            _until_closed: child.stdin.take(),
            child,
        }
    }

    /// Whether it still swaps. Panics if it has failed.
    pub fn is_running(&mut self) -> bool {
        let status = self.child.try_wait().expect("it is our child");
        if let Some(status) = status {
            assert!(status.success(), "the swaps failed: {status}");
        }
        status.is_none()
    }
}

impl Drop for Swapper {
    fn drop(&mut self) {
        // It may have ended by itself.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// That process: makes the swaps in the list, and ends when they are made or
/// its input is closed.
pub fn main(arguments: &[String]) -> ExitCode {
    let [tree, count] = arguments else {
        eprintln!("{COMMAND} takes a directory and a number");
        return ExitCode::FAILURE;
    };
    thread::spawn(|| {
        // Whatever it is, an end or a failure: nobody is there any more.
        _ = io::stdin().read(&mut [0]);
        process::exit(1);
    });
    match swap_all(Path::new(tree), count.parse().expect("it is a number")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("a swap failed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn swap_all(tree: &Path, count: u64) -> Result<()> {
    let list = fs::read_to_string(tree.join(LIST))?;
    let lines: Vec<&str> = list.lines().collect();
    let turns = lines.iter().cycle();
    for (line, _) in turns.zip(0..count) {
        swap(tree, line)?;
    }
    Ok(())
}

/// One turn of a swap in the list.
fn swap(tree: &Path, line: &str) -> Result<()> {
    let mut fields = line.split('\t');
    let mut field = || fields.next().unwrap_or_default();
    let (in_one_step, path, other) = (field() == "true", tree.join(field()), field());
    if in_one_step {
        exchange(&path, &tree.join(other))
    } else {
        remake(&path, other)
    }
}

fn exchange(one: &Path, other: &Path) -> Result<()> {
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

fn remake(path: &Path, target: &str) -> Result<()> {
    let was_link = fs::symlink_metadata(path)?.is_symlink();
    fs::remove_file(path)?;
    if was_link {
        fs::write(path, "inside")
    } else {
        symlink(target, path)
    }
}
