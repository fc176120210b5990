//! The files of a skill.

use agent_skills_component::dialect::tool_call;
use agent_skills_types::{Content, ContentData, Error, Invoker};

use crate::support::{Tree, file_of};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\xff\xfe\0";

/// All of a file of the skill `demo`.
fn read(tree: &Tree, path: &str) -> Result<Content, Error> {
    tree.toolkit().read("demo", path, 0, 0, Invoker::Model)
}

#[test]
fn b73_a_binary_file_is_bytes_with_a_media_type() {
    let tree = Tree::new().skill("demo").file("demo/assets/logo.png", PNG);
    let (mut toolkit, watch) = tree.watched();
    let expected = tree.path("demo/SKILL.md").metadata().unwrap().len();
    toolkit.list();
    assert_eq!(watch.take().1, expected, "only SKILL.md is read");
    let activation = toolkit.activate("demo", Invoker::Model).unwrap();
    assert_eq!(watch.take().1, expected, "only SKILL.md is read");
    assert_eq!(activation.files, ["assets/logo.png"]);

    let content = read(&tree, "assets/logo.png").unwrap();
    assert_eq!(content.media_type, "image/png");
    assert_eq!(content.data, ContentData::Bytes(PNG.to_vec()));
    assert_eq!((content.size, content.next_offset), (11, None));

    let arguments = r#"{"skill_name":"demo","path":"assets/logo.png"}"#;
    assert_eq!(
        tool_call::call(&mut toolkit, None, "load_skill_resource", arguments).text,
        "<skill_resource skill=\"demo\" path=\"assets/logo.png\">\n\
         This file is not text (image/png, 11 bytes). Use it by its path: \
         /skills/demo/assets/logo.png\n</skill_resource>"
    );
}

#[test]
fn b73_text_stays_what_it_is() {
    for (path, bytes) in [
        ("nul.txt", "a\0b".as_bytes()),
        ("bom.txt", "\u{feff}text".as_bytes()),
        ("crlf.txt", b"a\r\nb\r\n"),
        ("empty.txt", b""),
        ("controls.txt", b"\x1b[31m\x07"),
        ("数据.csv", "é,て\n".as_bytes()),
    ] {
        let tree = Tree::new()
            .skill("demo")
            .file(&format!("demo/{path}"), bytes);
        let expected = ContentData::Text(String::from_utf8(bytes.to_vec()).unwrap());
        assert_eq!(read(&tree, path).unwrap().data, expected, "{path}");
    }
}

#[test]
fn b73_a_large_file_comes_in_stretches() {
    let bytes: Vec<u8> = (0..=255).cycle().take(600_000).collect();
    let tree = Tree::new().skill("demo").file("demo/data.bin", &bytes);
    let mut toolkit = tree.toolkit();
    let (mut all, mut offset, mut reads) = (Vec::new(), 0, 0);
    loop {
        let content = toolkit
            .read("demo", "data.bin", offset, 0, Invoker::Model)
            .unwrap();
        assert_eq!((content.offset, content.size), (offset, 600_000));
        reads += 1;
        match content.data {
            ContentData::Bytes(bytes) => all.extend(bytes),
            ContentData::Text(text) => panic!("text of {} bytes", text.len()),
        }
        match content.next_offset {
            Some(next) => offset = next,
            None => break,
        }
    }
    assert!(all == bytes, "stretches put together are the file");
    assert_eq!(reads, 3);
}

#[test]
fn b76_every_file_of_a_skill_is_listed_and_can_be_read() {
    let paths = [
        "EXTRA.md",
        "LICENSE",
        "assets/x.svg",
        "deep/er/and/deep/er/still.txt",
        "docs/a/b.md",
        "references/r.md",
        "scripts/run.sh",
    ];
    let tree = paths.iter().fold(Tree::new().skill("demo"), |tree, path| {
        tree.file(&format!("demo/{path}"), path)
    });
    let mut toolkit = tree.toolkit();
    assert_eq!(
        toolkit.activate("demo", Invoker::Model).unwrap().files,
        paths
    );
    for path in paths {
        let content = toolkit.read("demo", path, 0, 0, Invoker::Model).unwrap();
        assert_eq!(content.data, ContentData::Text(path.to_owned()));
        assert!(toolkit.stat("demo", path).unwrap().listed, "{path}");
    }
    let manifest = toolkit.files("demo").unwrap();
    let listed: Vec<_> = manifest.files.iter().map(|f| f.path.as_str()).collect();
    let mut expected = paths.to_vec();
    expected.insert(2, "SKILL.md");
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[test]
fn b76_hidden_files_can_be_read_when_they_are_asked_for() {
    let tree = Tree::new()
        .skill("demo")
        .file("demo/.config/x.toml", "a = 1");
    let mut toolkit = tree.toolkit();
    assert_eq!(
        toolkit.activate("demo", Invoker::Model).unwrap().files,
        [""; 0]
    );
    let stat = toolkit.stat("demo", ".config/x.toml").unwrap();
    assert_eq!((stat.size, stat.listed), (5, false));
    assert!(read(&tree, ".config/x.toml").is_ok());
}

#[test]
fn b76_a_file_that_there_is_not_is_answered_with_one_like_it() {
    let tree = Tree::new()
        .skill("demo")
        .file("demo/references/guide.md", "");
    for (path, nearest) in [
        ("references/guid.md", &["references/guide.md"][..]),
        ("guide.md", &["references/guide.md"]),
        ("zzz", &[]),
        ("references", &["references/guide.md"]),
    ] {
        match read(&tree, path) {
            Err(Error::NotFound { nearest: near, .. }) => assert_eq!(near, nearest, "{path}"),
            other => panic!("{path}: {other:?}"),
        }
    }
}

#[test]
fn b76_a_link_that_leads_to_nothing_is_not_said_to_be_missing() {
    let tree = Tree::new()
        .skill("demo")
        .link("demo/links/dangling", "nothere")
        .link("demo/gone", "links/none/..");
    for (path, message) in [
        (
            "links/dangling",
            "path `links/dangling` goes through a link to `nothere`, which does not exist",
        ),
        (
            "gone/x",
            "path `gone/x` goes through a link to `links/none/..`, which does not exist",
        ),
        ("links/none", "the skill has no file `links/none`"),
    ] {
        let error = read(&tree, path).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(error.code(), "not-found", "{path}");
    }
}

#[test]
fn b76_a_body_that_is_not_text_is_refused_when_it_is_asked_for() {
    let mut file = file_of("name: demo\ndescription: d").into_bytes();
    file.extend_from_slice(b"caf\xe9\n");
    let tree = Tree::new().file("demo/SKILL.md", file);
    let mut toolkit = tree.toolkit();
    assert_eq!(toolkit.list().diagnostics, []);
    let refused = toolkit.activate("demo", Invoker::Model);
    assert!(
        matches!(&refused, Err(Error::NotText(path)) if path == "SKILL.md"),
        "{refused:?}"
    );
}
