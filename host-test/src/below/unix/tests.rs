use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

use super::*;

/// A base with one of each kind in it, and a file beside it.
pub fn tree() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let base = directory.path().join("base");
    fs::create_dir_all(base.join("a/b")).unwrap();
    fs::write(base.join("a/b/file"), "inside").unwrap();
    fs::write(directory.path().join("secret"), "outside").unwrap();
    for (link, target) in [
        ("to-file", "a/b/file"),
        ("to-directory", "a"),
        ("out", "../secret"),
        ("to-pipe", "pipe"),
    ] {
        symlink(target, base.join(link)).unwrap();
    }
    let made = Command::new("mkfifo").arg(base.join("pipe")).status();
    assert!(made.unwrap().success());
    drop(UnixListener::bind(base.join("socket")).unwrap());
    directory
}

#[test]
fn only_files_and_directories_in_their_place_are_opened() {
    let tree = tree();
    let base = File::open(tree.path().join("base")).unwrap();
    let cases = [
        ("a/b/file", false, Some("file")),
        ("a", false, Some("directory")),
        ("a/b", true, Some("directory")),
        // These would wait for ever.
        ("pipe", false, None),
        ("to-pipe", false, None),
        ("socket", false, None),
        ("out", false, None),
        ("../secret", false, None),
    ];
    for (path, must_be_directory, expected) in cases {
        let opened = match open(&base, path, must_be_directory) {
            Ok(Opened::File(_)) => Some("file"),
            Ok(Opened::Directory(_)) => Some("directory"),
            Err(_) => None,
        };
        assert_eq!(opened, expected, "{path}");
    }
}
