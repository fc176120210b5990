//! One of each fault, each in a directory of its own.

use crate::support::{Tree, file_of, good_file};

/// What stands at the path of a fault.
pub enum Content {
    /// A file.
    File(Vec<u8>),
    /// A link.
    Link(&'static str),
    /// A directory.
    Folder,
}

/// A fault and the one thing that is told of it.
pub struct Fault {
    /// What is put there.
    pub content: Content,
    /// Where, below the root.
    pub path: String,
    /// Where its diagnostic says it is: `path`, `path:line` or
    /// `path:line:column`, and the code.
    pub told: String,
    /// The skill that is there all the same.
    pub skill: Option<String>,
}

/// Good skills at every level, between the faults in the order of paths.
pub const GOOD: &[&str] = &["a-good", "group/inner/good", "mid-good", "z-good"];

/// Faults that leave the skill usable: directory, lines of the frontmatter,
/// place and code of what is told.
fn usable() -> Vec<(String, String, &'static str)> {
    let long = "n".repeat(65);
    let row = |directory: &str, lines: &str, told| (directory.into(), lines.into(), told);
    vec![
        row(
            "blank-before",
            "description: d",
            ":1:1 frontmatter-blank-before",
        ),
        row(
            "colon",
            "description: Use when: asked",
            ":3:22 yaml-unquoted-colon",
        ),
        row(
            "recovered",
            "description: d\nhint: [a] b",
            ":4:7 yaml-recovered",
        ),
        row(
            "unsupported",
            "description: d\nx: &y z",
            ":4:4 yaml-unsupported",
        ),
        row("comment", "description: a # b", ":3:16 yaml-comment"),
        row(
            "twice",
            "description: d\nname: other",
            ":4:1 yaml-duplicate-key",
        ),
        row("control", "description: a\0b", ":3:15 control-character"),
        row(
            "invisible",
            "description: a\u{202e}b",
            ":3:15 invisible-character",
        ),
        row("name_invalid", "description: d", ":2:7 name-invalid"),
        row("größe", "description: d", ":2:7 name-not-ascii"),
        row(&long, "description: d", ":2:7 name-too-long"),
        (
            "description-long".into(),
            format!("description: {}", "x".repeat(1025)),
            ":3:14 description-too-long",
        ),
        row(
            "compatibility",
            "description: d\ncompatibility: ''",
            ":4:16 compatibility-length",
        ),
        row("type", "description: d\nlicense: [MIT]", ":4:10 field-type"),
        row(
            "metadata",
            "description: d\nmetadata:\n  a: [b]",
            ":5:3 metadata-value",
        ),
        row(
            "tools",
            "description: d\nallowed-tools: [Read]",
            ":4:16 allowed-tools-form",
        ),
        row(
            "invocation",
            "description: d\nuser-invocable: maybe",
            ":4:17 invocation-value",
        ),
        row(
            "invocation-slip",
            "description: d\nuser_invocable: true",
            ":4:1 invocation-key",
        ),
    ]
}

/// Faults that make the skill unusable: directory, file, place and code.
fn unusable() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let deep = format!("x: {}", "[".repeat(40));
    let large = format!("description: {}", "x ".repeat(40_000));
    vec![
        (
            "not-utf8",
            b"---\nname: caf\xe9\n---\n".to_vec(),
            ":2:10 not-utf8",
        ),
        (
            "no-frontmatter",
            b"# Title\n".to_vec(),
            ":1:1 frontmatter-missing",
        ),
        (
            "not-first",
            format!("# Title\n{}", good_file("x")).into(),
            ":1:1 frontmatter-not-first",
        ),
        (
            "not-closed",
            b"---\nname: x\n".to_vec(),
            ":1:1 frontmatter-unterminated",
        ),
        (
            "large-head",
            file_of(&large).into(),
            " frontmatter-too-large",
        ),
        (
            "large-file",
            vec![b'x'; 1024 * 1024 + 1],
            " skill-file-too-large",
        ),
        ("not-yaml", file_of("{a").into(), ":3:1 yaml-invalid"),
        ("no-map", file_of("- a").into(), ":2:1 yaml-not-mapping"),
        ("deep", file_of(&deep).into(), ":2:35 yaml-limit"),
        (
            "no-description",
            file_of("name: no-description").into(),
            " description-missing",
        ),
    ]
}

/// All faults.
pub fn faults() -> Vec<Fault> {
    let usable = usable().into_iter().map(|(directory, lines, told)| {
        let before = if directory == "blank-before" {
            "\n"
        } else {
            ""
        };
        let file = file_of(&format!("name: {directory}\n{lines}"));
        let path = format!("{directory}/SKILL.md");
        Fault {
            content: Content::File(format!("{before}{file}").into()),
            told: format!("{path}{told}"),
            path,
            skill: Some(directory),
        }
    });
    let unusable = unusable().into_iter().map(|(directory, file, told)| {
        let path = format!("{directory}/SKILL.md");
        Fault {
            content: Content::File(file),
            told: format!("{path}{told}"),
            path,
            skill: None,
        }
    });
    usable.chain(unusable).chain(elsewhere()).collect()
}

/// Faults of names, directories and links.
fn elsewhere() -> Vec<Fault> {
    let fault = |path: &str, content, told: &str, skill: Option<&str>| Fault {
        content,
        path: path.to_owned(),
        told: format!("{path}{told}"),
        skill: skill.map(str::to_owned),
    };
    let file = |text: String| Content::File(text.into());
    vec![
        fault(
            "name-missing/SKILL.md",
            file(file_of("description: d")),
            " name-missing",
            Some("name-missing"),
        ),
        fault(
            "mismatch/SKILL.md",
            file(good_file("another-name")),
            ":2:1 name-mismatch",
            Some("another-name"),
        ),
        fault(
            "wrong-case/skill.md",
            file(good_file("wrong-case")),
            " wrong-case",
            Some("wrong-case"),
        ),
        fault(
            "second/mid-good/SKILL.md",
            file(good_file("mid-good")),
            " name-shadowed",
            None,
        ),
        fault(
            "folder/SKILL.md",
            Content::Folder,
            " not-regular-file",
            None,
        ),
        fault("dangling", Content::Link("nowhere"), " link-dangling", None),
        fault(
            "outside",
            Content::Link("/elsewhere/skill"),
            " link-outside",
            None,
        ),
        fault("loop", Content::Link("loop"), " link-loop", None),
        fault(
            "file-link/SKILL.md",
            Content::Link("none"),
            " link-dangling",
            None,
        ),
        Fault {
            // The directory is what cannot be read.
            told: "unreadable unreadable".to_owned(),
            ..fault(
                "unreadable/SKILL.md",
                file(good_file("unreadable")),
                "",
                None,
            )
        },
    ]
}

/// The tree with the good skills and the faults, made in the order of `order`:
/// positions in the list of all of them.
pub fn tree(order: &[usize]) -> Tree {
    let faults = faults();
    order
        .iter()
        .fold(Tree::new(), |tree, &at| match GOOD.get(at) {
            Some(good) => tree.skill(good),
            None => {
                let fault = &faults[at - GOOD.len()];
                match &fault.content {
                    Content::File(bytes) => tree.file(&fault.path, bytes),
                    Content::Link(target) => tree.link(&fault.path, target),
                    Content::Folder => tree.folder(&fault.path),
                }
            }
        })
}
