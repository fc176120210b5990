//! Links in a skill.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::reading::read;
use crate::support::{Access, SECRET, Session, Table, Tree, repel};

const NOT_FOUND: &str = "not-found";
const TOO_MANY: &str = "unreadable: it goes through too many links";
const TOO_DEEP: &str = "unreadable: too many files are open";
const TO_ABSOLUTE: &str = "outside-skill: it goes through a link to an absolute path";
const TO_NEIGHBOUR: &str = "outside-skill: it goes through a link to `../other/secret.txt`";
const TO_OUTSIDE: &str = "outside-skill: it goes through a link to `../../outside/secret.txt`";
const GUIDE: &str = "«guide»";

/// A skill `demo` full of links, between neighbours with secrets.
fn tree() -> Tree {
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("skills/demo/references/guide.md", "guide")
        .file("skills/demo/references/deep/guide.md", "deep guide")
        .skill("skills/other")
        .file("skills/other/secret.txt", SECRET)
        .file("skills/secret.txt", SECRET);
    let absolute = tree.true_path("skills/demo/references/guide.md");
    for (link, target) in [
        // Out of the skill, into the same mount.
        ("neighbour.md", "../other/secret.txt"),
        ("neighbour-dir", "../other"),
        ("above.md", "../secret.txt"),
        ("skills-dir", ".."),
        ("references/far.md", "../../other/secret.txt"),
        ("down-and-out.md", "references/../../other/secret.txt"),
        ("out-and-back.md", "../demo/references/guide.md"),
        // Out of the mount.
        ("outside.md", "../../outside/secret.txt"),
        ("outside-dir", "../../outside"),
        ("root.md", "/etc/passwd"),
        ("root-dir", "/"),
        ("process", "/proc/self"),
        ("environment", "/proc/self/environ"),
        ("many-up.md", "../../../../../../../../../../etc/passwd"),
        ("absolute-inside.md", absolute.as_str()),
        // Through others.
        ("chain.md", "chain-2.md"),
        ("chain-2.md", "references/chain-3.md"),
        ("references/chain-3.md", "../neighbour.md"),
        ("references/middle", "../neighbour-dir"),
        ("secret-chain.md", "outside-dir/secret.txt"),
        // To nothing, and in circles.
        ("dangling.md", "none.md"),
        ("dangling-dir", "none"),
        ("self", "self"),
        ("ping", "pong"),
        ("pong", "ping"),
        ("under-itself", "under-itself/x"),
        ("growing", "growing/../growing/x"),
        ("to-pipe", "pipe"),
        ("to-socket", "socket"),
        ("to-device", "/dev/zero"),
        ("open-file", "/proc/self/fd/0"),
        ("working-directory", "/proc/self/cwd/secret.txt"),
        ("through-file", "references/guide.md/x"),
        // Inside.
        ("alias.md", "references/guide.md"),
        ("alias-of-alias.md", "alias.md"),
        ("refs", "references"),
        ("slashes.md", ".//references/.//guide.md"),
        ("references/home", ".."),
        ("here", "."),
        ("round.md", "references/deep/../../references/guide.md"),
    ] {
        tree.link(format!("skills/demo/{link}"), target);
    }
    tree.pipe("skills/demo/pipe")
        .socket("skills/demo/socket")
        .link("skills/demo/not-utf8", OsStr::from_bytes(b"caf\xe9"));
    // Deeper than directories may be open.
    let deep = "d/".repeat(1_100);
    tree.file(format!("skills/demo/.deep/{deep}file.md"), "deep")
        .link("skills/demo/deep", format!(".deep/{deep}"))
        .link("skills/demo/deep.md", format!(".deep/{deep}file.md"));
    // As many links in a row as may be followed, and one more.
    tree.link("skills/demo/hop-1", "references/guide.md");
    for hop in 2..=17 {
        tree.link(format!("skills/demo/hop-{hop}"), format!("hop-{}", hop - 1));
    }
    tree
}

pub fn links_do_not_lead_out_of_the_skill(table: &mut Table) {
    let tree = tree();
    let through = |target: &str| format!("outside-skill: it goes through a link to `{target}`");
    let to_parent = through("..");
    let deep = format!(".deep/{}file.md", "d/".repeat(1_100));
    let to_neighbour_dir = through("../other");
    let to_outside_dir = through("../../outside");
    repel(
        table,
        |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/skills").expect("it exists");
        },
        &[
            ("to the neighbour", "neighbour.md", TO_NEIGHBOUR),
            ("to a file above", "above.md", &through("../secret.txt")),
            (
                "from a folder",
                "references/far.md",
                &through("../../other/secret.txt"),
            ),
            (
                "down and out",
                "down-and-out.md",
                &through("references/../../other/secret.txt"),
            ),
            (
                "out and back",
                "out-and-back.md",
                &through("../demo/references/guide.md"),
            ),
            (
                "through the neighbour",
                "neighbour-dir/secret.txt",
                &to_neighbour_dir,
            ),
            ("the neighbour itself", "neighbour-dir", &to_neighbour_dir),
            (
                "through the root",
                "skills-dir/other/secret.txt",
                &to_parent,
            ),
            (
                "through the root and back",
                "skills-dir/demo/SKILL.md",
                &to_parent,
            ),
            ("out of the mount", "outside.md", TO_OUTSIDE),
            ("through outside", "outside-dir/secret.txt", &to_outside_dir),
            (
                "through outside to nothing",
                "outside-dir/none",
                &to_outside_dir,
            ),
            ("absolute", "root.md", TO_ABSOLUTE),
            ("absolute folder", "root-dir/etc/passwd", TO_ABSOLUTE),
            ("absolute, to the inside", "absolute-inside.md", TO_ABSOLUTE),
            ("this process", "process/environ", TO_ABSOLUTE),
            ("its environment", "environment", TO_ABSOLUTE),
            ("one of its open files", "open-file", TO_ABSOLUTE),
            ("its working directory", "working-directory", TO_ABSOLUTE),
            ("device", "to-device", TO_ABSOLUTE),
            (
                "far up",
                "many-up.md",
                &through("../../../../../../../../../../etc/passwd"),
            ),
            ("chain", "chain.md", TO_NEIGHBOUR),
            (
                "chain in the middle",
                "references/middle/secret.txt",
                &to_neighbour_dir,
            ),
            ("chain out of the mount", "secret-chain.md", &to_outside_dir),
            ("dangling", "dangling.md", NOT_FOUND),
            ("through dangling", "dangling-dir/x", NOT_FOUND),
            ("to itself", "self", TOO_MANY),
            ("through itself", "self/x", TOO_MANY),
            ("to each other", "ping", TOO_MANY),
            ("under itself", "under-itself", TOO_MANY),
            ("growing", "growing", TOO_MANY),
            ("to a pipe", "to-pipe", NOT_FOUND),
            ("to a socket", "to-socket", NOT_FOUND),
            ("through a file", "through-file", NOT_FOUND),
            (
                "target that is not UTF-8",
                "not-utf8",
                "unreadable: its name is not UTF-8",
            ),
            ("deeper than may be open", "deep.md", TOO_DEEP),
            ("through deeper than may be open", "deep/file.md", TOO_DEEP),
            ("path deeper than may be open", &deep, TOO_DEEP),
            ("seventeen in a row", "hop-17", TOO_MANY),
            ("sixteen in a row", "hop-16", GUIDE),
        ],
        |session, path| read(session, path),
    );
}

pub fn links_inside_the_skill_work(table: &mut Table) {
    let tree = tree();
    repel(
        table,
        |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/skills").expect("it exists");
        },
        &[
            ("to a file", "alias.md", GUIDE),
            ("to a link", "alias-of-alias.md", GUIDE),
            ("to a folder", "refs/guide.md", GUIDE),
            ("to a folder's folder", "refs/deep/guide.md", "«deep guide»"),
            ("with odd slashes", "slashes.md", GUIDE),
            ("down, up and down", "round.md", GUIDE),
            (
                "to the skill itself",
                "references/home/references/guide.md",
                GUIDE,
            ),
            ("to here", "here/here/alias.md", GUIDE),
        ],
        |session, path| read(session, path),
    );
}

/// What lies outside is not listed, what lies inside is, and in circles nobody
/// goes.
pub fn listings_name_what_can_be_read() {
    let tree = tree();
    let expected = [
        "SKILL.md",
        "alias-of-alias.md",
        "alias.md",
        "hop-1",
        "hop-10",
        "hop-11",
        "hop-12",
        "hop-13",
        "hop-14",
        "hop-15",
        "hop-16",
        "hop-2",
        "hop-3",
        "hop-4",
        "hop-5",
        "hop-6",
        "hop-7",
        "hop-8",
        "hop-9",
        "references/deep/guide.md",
        "references/guide.md",
        "round.md",
        "slashes.md",
    ];
    for access in Access::ALL {
        let mut session = Session::open(access, |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/skills").expect("it exists");
        });
        let manifest = session.list_files("demo").expect("it answers");
        let paths: Vec<&str> = manifest.files.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, expected, "{access:?}");
        // That of the five bytes `guide`.
        let guide = "83ca68be6227af2feb15f227485ed18aff8ecae99416a4bd6df3be1b5e8059b4";
        let alias = manifest.files.iter().find(|f| f.path == "alias.md");
        assert_eq!(alias.map(|f| (f.sha256.as_str(), f.size)), Some((guide, 5)));
    }
}
