//! Paths of files that are none, or that lead elsewhere.

use crate::reading::read;
use crate::support::{SECRET, Table, Tree, repel};

const DOTDOT: &str = "invalid-path: it has a `..` in it";
const DOT: &str = "invalid-path: it has a `.` in it";
const ABSOLUTE: &str = "invalid-path: it is absolute";
const DRIVE: &str = "invalid-path: it begins with a drive";
const NUL: &str = "invalid-path: it has a NUL character in it";
const EMPTY_PART: &str = "invalid-path: it has an empty part";
const TOO_LONG: &str = "invalid-path: it is too long";
const NOT_FOUND: &str = "not-found";

pub fn paths_do_not_lead_out_of_the_skill(table: &mut Table) {
    let tree = Tree::new();
    tree.skill("skills/demo")
        .file("skills/demo/references/guide.md", "guide")
        .file("skills/secret.txt", SECRET)
        .skill("skills/other")
        .file("skills/other/secret.txt", SECRET);
    let deep = format!("{}secret.txt", "a/".repeat(2000));
    let long_name = "n".repeat(256);
    let long_path = "a/".repeat(2048) + "a";
    let true_path = tree.true_path("skills/other/secret.txt");

    repel(
        table,
        |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/skills").expect("it exists");
        },
        &[
            ("up to the neighbour", "../other/secret.txt", DOTDOT),
            ("up to the root", "../secret.txt", DOTDOT),
            ("up and out", "../../outside/secret.txt", DOTDOT),
            ("far up", "../../../../../../etc/passwd", DOTDOT),
            ("down and up", "references/../../secret.txt", DOTDOT),
            (
                "down, up and down",
                "references/../references/guide.md",
                DOTDOT,
            ),
            ("up alone", "..", DOTDOT),
            ("up at the end", "references/..", DOTDOT),
            ("up and back", "../demo/references/guide.md", DOTDOT),
            ("here", ".", DOT),
            ("here first", "./references/guide.md", DOT),
            ("here in the middle", "references/./guide.md", DOT),
            ("nothing", "", "invalid-path: it is empty"),
            ("absolute", "/etc/passwd", ABSOLUTE),
            ("absolute on the host", &true_path, ABSOLUTE),
            (
                "absolute in the mount",
                "/skills/other/secret.txt",
                ABSOLUTE,
            ),
            (
                "absolute in the skill",
                "/skills/demo/references/guide.md",
                ABSOLUTE,
            ),
            ("absolute twice", "//etc/passwd", ABSOLUTE),
            ("the root", "/", ABSOLUTE),
            ("drive", r"C:\Windows\win.ini", DRIVE),
            ("drive without root", "c:references/guide.md", DRIVE),
            ("drive with slashes", "D:/secret.txt", DRIVE),
            ("URL", "file:///etc/passwd", EMPTY_PART),
            ("NUL at the end", "references/guide.md\0", NUL),
            ("NUL before an ending", "references/guide.md\0.png", NUL),
            ("NUL before the way up", "\0/../secret.txt", NUL),
            ("doubled slash", "references//guide.md", EMPTY_PART),
            ("trailing slash", "references/guide.md/", EMPTY_PART),
            ("directory with a slash", "references/", EMPTY_PART),
            ("directory", "references", NOT_FOUND),
            ("below a file", "references/guide.md/x", NOT_FOUND),
            (
                "up through a file",
                "references/guide.md/../guide.md",
                DOTDOT,
            ),
            ("backslashes", r"..\other\secret.txt", NOT_FOUND),
            ("backslash for a slash", r"references\guide.md", NOT_FOUND),
            ("network share", r"\\server\share\secret.txt", NOT_FOUND),
            ("percent dots", "%2e%2e/other/secret.txt", NOT_FOUND),
            ("percent slash", "..%2fother%2fsecret.txt", NOT_FOUND),
            ("percent slash inside", "references%2Fguide.md", NOT_FOUND),
            ("percent twice", "%252e%252e%252fsecret.txt", NOT_FOUND),
            ("overlong UTF-8 in percent", "..%c0%afsecret.txt", NOT_FOUND),
            ("entities for dots", "&#46;&#46;/secret.txt", NOT_FOUND),
            ("entity for a slash", "references&#47;guide.md", NOT_FOUND),
            ("full-width dots", "．．/other/secret.txt", NOT_FOUND),
            ("full-width slash", "..／other／secret.txt", NOT_FOUND),
            ("dots and a space", ".. /secret.txt", NOT_FOUND),
            ("one-dot leaders", "\u{2024}\u{2024}/secret.txt", NOT_FOUND),
            ("two-dot leader", "\u{2025}/secret.txt", NOT_FOUND),
            ("small dots", "\u{fe52}\u{fe52}/secret.txt", NOT_FOUND),
            ("ideographic dots", "。。/secret.txt", NOT_FOUND),
            ("fraction slash", "..\u{2044}secret.txt", NOT_FOUND),
            ("division slash", "..\u{2215}secret.txt", NOT_FOUND),
            ("big slash", "..\u{29f8}secret.txt", NOT_FOUND),
            ("full-width backslash", "..＼secret.txt", NOT_FOUND),
            ("right-to-left dots", "\u{202e}../secret.txt", NOT_FOUND),
            (
                "dots and a zero-width space",
                "..\u{200b}/secret.txt",
                NOT_FOUND,
            ),
            ("dots and a semicolon", "..;/secret.txt", NOT_FOUND),
            ("three dots", ".../secret.txt", NOT_FOUND),
            ("home", "~/secret.txt", NOT_FOUND),
            ("variable", "$PWD/secret.txt", NOT_FOUND),
            ("pattern", "references/*.md", NOT_FOUND),
            ("option", "--help", NOT_FOUND),
            ("other stream", "references/guide.md:$DATA", NOT_FOUND),
            ("line feed behind", "references/guide.md\n", NOT_FOUND),
            ("space before", " references/guide.md", NOT_FOUND),
            ("deeper than a path may be", &deep, NOT_FOUND),
            ("longer than a name may be", &long_name, NOT_FOUND),
            ("longer than a path may be", &long_path, TOO_LONG),
            ("no attack", "references/guide.md", "«guide»"),
        ],
        |session, path| read(session, path),
    );
}

/// What looks like an attack may be the name of a file.
pub fn odd_names_are_names(table: &mut Table) {
    let tree = Tree::new();
    tree.skill("skills/demo");
    let names = [
        r"back\slash.md",
        "%2e%2e",
        "100%.md",
        "..hidden",
        "...",
        "two words.md",
        "ab:c",
        "~",
        "$0",
        "*",
        "-rf",
        "&amp;",
        "数据#1.md",
        "e\u{301}.md",
        " ",
        "line\nfeed",
    ];
    let attacks: Vec<(&str, &str, String)> = names
        .iter()
        .map(|name| {
            tree.file(format!("skills/demo/{name}"), format!("in {name}"));
            (*name, *name, format!("«in {name}»"))
        })
        .collect();
    let attacks: Vec<_> = attacks
        .iter()
        .map(|(a, b, c)| (*a, *b, c.as_str()))
        .collect();
    repel(
        table,
        |mounts| {
            let skills = tree.path("skills");
            mounts.add(skills, "/skills").expect("it exists");
        },
        &attacks,
        |session, path| read(session, path),
    );
}
