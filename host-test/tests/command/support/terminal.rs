//! The command on a terminal.

use std::fs::File;
use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::Command;
use std::ptr;

/// Runs a command on a new terminal and returns what that terminal received,
/// from stdout and stderr, with lines ended by `\n`.
pub fn run(command: &mut Command, columns: u16) -> String {
    let (controller, terminal) = open(columns);
    let clone = || terminal.try_clone().expect("a copy of a descriptor");
    let mut child = command
        .env("TERM", "xterm-256color")
        .stdin(clone())
        .stdout(clone())
        .stderr(clone())
        .spawn()
        .expect("the command runs");
    // The command keeps copies too; reading ends when the last one is closed.
    command.stdin(std::process::Stdio::null());
    command.stdout(std::process::Stdio::null());
    command.stderr(std::process::Stdio::null());
    drop(terminal);

    let mut received = Vec::new();
    // On Linux the end of a terminal is an error.
    let _ = File::from(controller).read_to_end(&mut received);
    child.wait().expect("the command ends");
    String::from_utf8(received)
        .expect("terminals get UTF-8")
        .replace("\r\n", "\n")
}

/// Both ends of a new terminal.
fn open(columns: u16) -> (OwnedFd, OwnedFd) {
    let mut size = libc::winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let (mut controller, mut terminal) = (-1, -1);
    // SAFETY: the first two point to integers and the last to a size, all alive;
    // the other two may be null.
    let result = unsafe {
        libc::openpty(
            &raw mut controller,
            &raw mut terminal,
            ptr::null_mut(),
            ptr::null_mut(),
            &raw mut size,
        )
    };
    assert_eq!(result, 0, "{}", std::io::Error::last_os_error());
    // SAFETY: both were opened just now and nothing else owns them.
    unsafe {
        (
            OwnedFd::from_raw_fd(controller),
            OwnedFd::from_raw_fd(terminal),
        )
    }
}
