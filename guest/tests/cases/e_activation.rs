//! Instructions, and what a look sees of changes.

use std::fs;

use agent_skills_component::dialect::tool_call;
use agent_skills_types::{Changes, Error, Invoker};

use crate::demo::body;
use crate::support::{Tree, file_of, good_file, names};

/// The text of a model's call.
fn call(toolkit: &mut agent_skills_component::toolkit::Toolkit, tool: &str, json: &str) -> String {
    tool_call::call(toolkit, None, tool, json).text
}

#[test]
fn b70_a_body_is_no_template() {
    for text in [
        "awk '{print $1}' and costs $5,000\n",
        "$ARGUMENTS ${0} $(rm -rf) {{x}} %s \\1\n",
        "`!command` @file.md\n",
        "tabs\tand  spaces  \n\n\n",
        "no newline at the end",
        "",
    ] {
        let file = format!("---\nname: demo\ndescription: d\n---\n{text}");
        assert_eq!(body(&file), text);
        let (_tree, mut toolkit) = Tree::new().file("demo/SKILL.md", &file).opened();
        let arguments = r#"{"name": "demo", "arguments": "a b", "$1": "x"}"#;
        let delivered = call(&mut toolkit, "activate_skill", arguments);
        assert!(delivered.contains(text.trim()), "{delivered}");
    }
}

#[test]
fn b71_paths_are_plain_and_lead_back() {
    for folder in [
        "my skills/数据#v1",
        "a%20b",
        "a&b <c>",
        "it's \"so\"",
        "a\\b",
    ] {
        let tree = Tree::new().file(
            &format!("{folder}/SKILL.md"),
            file_of("name: demo\ndescription: d"),
        );
        tree.write(&format!("{folder}/docs #1/é & ü.txt"), "text");
        let mut toolkit = tree.toolkit();
        let activation = toolkit.activate("demo", Invoker::Model).unwrap();
        assert_eq!(activation.directory, format!("/skills/{folder}"));
        assert_eq!(activation.files, ["docs #1/é & ü.txt"]);

        let delivered = call(&mut toolkit, "activate_skill", r#"{"name":"demo"}"#);
        assert!(!delivered.contains("file://"), "{delivered}");
        assert!(
            delivered.contains("<file>docs #1/é &amp; ü.txt</file>"),
            "{delivered}"
        );
        // As it is, and as it was shown.
        for path in ["docs #1/é & ü.txt", "docs #1/é &amp; ü.txt"] {
            let arguments = serde_json::json!({"skill_name": "demo", "path": path});
            let read = call(&mut toolkit, "load_skill_resource", &arguments.to_string());
            assert!(read.contains("\ntext\n"), "{read}");
        }
    }
}

#[test]
fn b72_an_activation_tells_the_directory_and_the_files() {
    let tree = Tree::new()
        .skill("demo")
        .file("demo/references/x.md", "")
        .file("demo/EXTRA.md", "");
    let mut toolkit = tree.toolkit();
    let text = call(&mut toolkit, "activate_skill", r#"{"name":"demo"}"#);
    let digest = toolkit.activate("demo", Invoker::Model).unwrap().digest;
    assert_eq!(
        text,
        format!(
            "<skill_content name=\"demo\" digest=\"{digest}\">\nBody.\n\n\
             Skill directory: /skills/demo\n\
             Relative paths in this skill are relative to the skill directory.\n\n\
             <skill_resources>\n  <file>EXTRA.md</file>\n  <file>references/x.md</file>\n\
             </skill_resources>\n</skill_content>"
        )
    );
}

#[test]
fn b74_long_instructions_come_whole_or_in_pages() {
    let lines = |count: usize| -> String { (0..count).map(|n| format!("Line {n}.\n")).collect() };
    let head = "---\nname: demo\ndescription: d\n---\n";

    let text = lines(3000);
    let (_tree, mut toolkit) = Tree::new()
        .file("demo/SKILL.md", format!("{head}{text}"))
        .opened();
    let whole = toolkit.activate("demo", Invoker::Model).unwrap();
    assert_eq!((whole.body, whole.next_offset), (text, None));

    for text in [lines(30_000), "て".repeat(150_000), "x".repeat(300_000)] {
        let tree = Tree::new().file("demo/SKILL.md", format!("{head}{text}"));
        let mut toolkit = tree.toolkit();
        let page = toolkit.activate("demo", Invoker::Model).unwrap();
        assert!(page.body.chars().count() <= 100_000);
        assert_eq!(page.total_chars, text.chars().count() as u64);
        let delivered = call(&mut toolkit, "activate_skill", r#"{"name":"demo"}"#);
        let told = format!("path \"SKILL.md\", offset {}.", page.next_offset.unwrap());
        assert!(delivered.contains(&told));

        let (mut all, mut next) = (page.body, page.next_offset);
        while let Some(offset) = next {
            let content = toolkit
                .read("demo", "SKILL.md", offset, 0, Invoker::Model)
                .unwrap();
            assert_eq!(content.offset, offset);
            match content.data {
                agent_skills_types::ContentData::Text(text) => all.push_str(&text),
                other => panic!("{other:?}"),
            }
            next = content.next_offset;
        }
        assert_eq!(all.len(), text.len());
        assert!(all == text, "pages put together are the body");
    }
}

#[test]
fn b74_the_rest_is_read_as_skill_md_whatever_the_file_is_called() {
    let file = "---\nname: demo\ndescription: d\n---\n0123456789\n";
    for (path, options) in [
        ("demo/SKILL.md", r#"{"limits":{"body_characters":4}}"#),
        ("demo/skill.md", r#"{"limits":{"body_characters":4}}"#),
        // A dialect that has flat files gives bodies whole; this one is read anew.
        ("demo.md", r#"{"dialect":"deepseek"}"#),
    ] {
        let tree = Tree::new().file(path, file);
        let mut toolkit = tree.toolkit_with(options);
        let page = toolkit.activate("demo", Invoker::Host).unwrap();
        let read = toolkit
            .read(
                "demo",
                "SKILL.md",
                page.next_offset.unwrap_or(0),
                0,
                Invoker::Host,
            )
            .unwrap();
        let rest = agent_skills_types::ContentData::Text(match page.next_offset {
            Some(_) => "456789\n".to_owned(),
            None => file.to_owned(),
        });
        assert_eq!((read.data, read.next_offset), (rest, None), "{path}");
    }
}

#[test]
fn b78_an_unknown_name_is_answered_with_those_there_are() {
    let tree = Tree::new().skill("pdf").skill("docx").skill("xlsx");
    let mut toolkit = tree.toolkit();
    for name in ["pdf", "pdf ", " pdf", "\tpdf\n"] {
        assert_eq!(toolkit.activate(name, Invoker::Model).unwrap().name, "pdf");
    }
    for (name, nearest) in [
        ("PDF", &["pdf"][..]),
        ("plugin:pdf", &["pdf"]),
        ("pdfs", &["pdf"]),
        ("weather", &[]),
        ("", &[]),
        ("../pdf", &["pdf"]),
    ] {
        match toolkit.activate(name, Invoker::Model) {
            Err(Error::UnknownSkill {
                available,
                nearest: near,
                ..
            }) => {
                assert_eq!(available, ["docx", "pdf", "xlsx"], "{name:?}");
                assert_eq!(near, nearest, "{name:?}");
            }
            other => panic!("{name:?}: {other:?}"),
        }
    }
    assert_eq!(
        call(&mut toolkit, "activate_skill", r#"{"name":"PDF"}"#),
        "<error>there is no skill named `PDF`. Did you mean `pdf`?</error>"
    );
}

#[test]
fn b79_an_edited_body_is_seen_by_the_next_activation() {
    let tree = Tree::new().file("demo/SKILL.md", good_file("demo"));
    let mut toolkit = tree.toolkit();
    let before = toolkit.activate("demo", Invoker::Model).unwrap();
    // Of the same length, at once.
    tree.write("demo/SKILL.md", good_file("demo").replace("Body", "Text"));
    let after = toolkit.activate("demo", Invoker::Model).unwrap();
    assert_eq!(
        (before.body.as_str(), after.body.as_str()),
        ("Body.\n", "Text.\n")
    );
    assert_ne!(before.digest, after.digest);
}

#[test]
fn b79_refresh_tells_what_is_different() {
    let tree = Tree::new().skill("a").skill("b").skill("c");
    let mut toolkit = tree.toolkit();
    let list = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let first = toolkit.refresh();
    let expected = Changes {
        added: list(&["a", "b", "c"]),
        complete: true,
        ..Changes::default()
    };
    assert_eq!(first, expected);
    let nothing = Changes {
        complete: true,
        ..Changes::default()
    };
    assert_eq!(toolkit.refresh(), nothing);

    tree.write(
        "a/SKILL.md",
        file_of("name: a\ndescription: Something longer."),
    );
    fs::remove_dir_all(tree.path("b")).unwrap();
    tree.write("d/SKILL.md", good_file("d"));
    let changes = toolkit.refresh();
    let expected = Changes {
        added: list(&["d"]),
        removed: list(&["b"]),
        changed: list(&["a"]),
        complete: true,
    };
    assert_eq!(changes, expected);
    assert_eq!(toolkit.list().skills[0].description, "Something longer.");

    tree.write("c/SKILL.md", format!("{}More.\n", good_file("c")));
    assert_eq!(toolkit.refresh().changed, ["c"]);
    match toolkit.activate("b", Invoker::Model) {
        Err(Error::UnknownSkill { available, .. }) => assert_eq!(available, ["a", "c", "d"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn b79_what_did_not_change_is_not_read_again() {
    let tree = (0..50).fold(Tree::new(), |tree, n| tree.skill(&format!("s{n}")));
    let (mut toolkit, watch) = tree.watched();
    toolkit.list();
    let (first_calls, first_bytes) = watch.take();
    assert!(first_bytes > 0);
    toolkit.refresh();
    let (calls, bytes) = watch.take();
    assert_eq!(bytes, 0);
    assert!(calls < first_calls, "{calls} of {first_calls}");

    tree.write(
        "s7/SKILL.md",
        file_of("name: s7\ndescription: Longer than before."),
    );
    toolkit.refresh();
    assert_eq!(
        watch.take().1,
        tree.path("s7/SKILL.md").metadata().unwrap().len()
    );
}

#[test]
fn b79_a_skill_that_goes_comes_or_heals_between_calls() {
    let tree = Tree::new()
        .skill("a")
        .file("half/SKILL.md", "---\nname: half\ndescr");
    let mut toolkit = tree.toolkit();
    assert_eq!(names(&toolkit.list()), ["a"]);

    // A half-written file is whole at the next look, and a new skill is found.
    tree.write("half/SKILL.md", good_file("half"));
    tree.write("new/SKILL.md", good_file("new"));
    assert_eq!(
        toolkit.activate("half", Invoker::Model).unwrap().body,
        "Body.\n"
    );
    assert!(toolkit.activate("new", Invoker::Model).is_ok());

    // A renamed one is known by its new name only.
    tree.write("new/SKILL.md", good_file("newer"));
    assert!(toolkit.activate("new", Invoker::Model).is_err());
    assert!(toolkit.activate("newer", Invoker::Model).is_ok());

    // A directory that is moved is found again.
    fs::rename(tree.path("a"), tree.path("moved")).unwrap();
    let activation = toolkit.activate("a", Invoker::Model).unwrap();
    assert_eq!(activation.directory, "/skills/moved");

    // One whose description is taken away cannot be used any more.
    tree.write("half/SKILL.md", file_of("name: half"));
    let gone = toolkit.activate("half", Invoker::Model);
    assert!(matches!(gone, Err(Error::UnknownSkill { .. })), "{gone:?}");
}

#[test]
fn a_file_that_changes_its_length_behind_a_look_is_read_to_its_end() {
    let file = good_file("demo");
    let tree = Tree::new().file("demo/SKILL.md", &file);
    let length = file.len() as u64;
    for size in [0, 1, length - 1, length, length + 1, 1024 * 1024] {
        let (mut toolkit, watch) = tree.watched();
        let expected = toolkit.activate("demo", Invoker::Model).unwrap();
        let hashed = toolkit.files("demo").unwrap();
        watch.size_before.set(Some(size));
        let activated = toolkit.activate("demo", Invoker::Model).unwrap();
        assert_eq!(activated, expected, "{size}");
        // A hash is of all that was there, or there is none.
        let files = toolkit.files("demo").unwrap();
        assert_eq!(files.complete, size == length, "{size}");
        assert_eq!(files == hashed, size == length, "{size}");
    }
    // One that has become too large is refused.
    let most = length - 1;
    let (mut toolkit, watch) = tree.watched();
    let options = format!(r#"{{"limits":{{"skill_file_bytes":{most}}}}}"#);
    toolkit.configure(&options).unwrap();
    watch.size_before.set(Some(most));
    assert_eq!(
        toolkit.activate("demo", Invoker::Model),
        Err(Error::TooLarge {
            path: "SKILL.md".to_owned(),
            limit: most
        })
    );
}
