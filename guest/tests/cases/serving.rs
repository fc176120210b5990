//! Which skills clients that verify will take.

use agent_skills_component::serving::serve;
use agent_skills_types::ServedSkill;

use crate::support::{Tree, good_file};

/// The skill `demo` with this file, as a server gets it.
fn served(file: impl AsRef<[u8]>) -> ServedSkill {
    let tree = Tree::new().file("demo/SKILL.md", file);
    serve(&mut tree.toolkit(), "demo").unwrap()
}

/// Each fault as `line:column code`.
fn faults(skill: &ServedSkill) -> Vec<String> {
    let place = |number: Option<u32>| number.map_or(String::new(), |number| format!("{number}:"));
    let faults = skill.faults.iter();
    faults
        .map(|fault| {
            format!(
                "{}{} {}",
                place(fault.line),
                place(fault.column),
                fault.code
            )
        })
        .collect()
}

/// A file with these lines behind those that every skill needs.
fn with(lines: &str) -> String {
    format!("---\nname: demo\ndescription: d\n{lines}---\nBody.\n")
}

#[test]
fn what_every_client_takes_has_no_fault() {
    let files = [
        good_file("demo"),
        good_file("demo").replace('\n', "\r\n"),
        "---\nname: demo\ndescription: d\n---".to_owned(),
        with("license: MIT\ncompatibility: Needs git.\nallowed-tools: [Read, Write]\n"),
        with("metadata:\n  version: \"1.0\"\n  author: me\n"),
        with("version: 1.0\ntags: [a, 1, true]\nx:\n  y: ~\ndate: 2026-01-01\n"),
        with("description2: >\n  a\n  b\n"),
        with("x: 18446744073709551615\n"),
    ];
    for file in files {
        assert_eq!(faults(&served(&file)), [""; 0], "{file:?}");
    }
}

#[test]
fn what_some_client_refuses_is_a_fault_with_its_place() {
    let long = |key: &str, length: usize| with(&format!("{key}: {}\n", "x".repeat(length)));
    let described =
        |description: &str| format!("---\nname: demo\ndescription: {description}\n---\nBody.\n");
    let cases: Vec<(String, &[&str])> = vec![
        (
            format!("\u{feff}{}", good_file("demo")),
            &["1:1: mcp-delimiter"],
        ),
        (
            good_file("demo").replacen("---\n", "---  \n", 1),
            &["1:1: mcp-delimiter"],
        ),
        (format!("\n{}", good_file("demo")), &["1:1: mcp-delimiter"]),
        (
            good_file("demo").replace("\n---\n", "\n---\t\n"),
            &["4:1: mcp-delimiter"],
        ),
        (with("...\n"), &["4:1: mcp-delimiter"]),
        (described("a: b"), &["3:15: mcp-yaml"]),
        (with("x: &a 1\n"), &["4:4: mcp-yaml"]),
        (with("x: !t 1\n"), &["4:4: mcp-yaml"]),
        (with("x: 1\nx: 2\n"), &["5:1: mcp-yaml"]),
        (described("a\u{202e}b"), &["3:15: mcp-yaml"]),
        (described("\"a\\u0007b\""), &["3:14: mcp-yaml"]),
        ("---\ndescription: d\n---\n".to_owned(), &[" mcp-name"]),
        (described("12"), &["3:14: mcp-field"]),
        (described(&"x".repeat(1025)), &["3:14: mcp-field"]),
        (long("compatibility", 501), &["4:16: mcp-field"]),
        (with("compatibility: ''\n"), &["4:16: mcp-field"]),
        (with("compatibility:\n"), &["4:1: mcp-field"]),
        (with("license: [MIT]\n"), &["4:10: mcp-field"]),
        (with("license: 2\n"), &["4:10: mcp-field"]),
        (with("metadata:\n  a: 1\n"), &["5:3: mcp-field"]),
        (with("metadata:\n  a:\n"), &["5:3: mcp-field"]),
        (with("metadata: a\n"), &["4:11: mcp-field"]),
        (with("metadata:\n"), &["4:1: mcp-field"]),
        (
            with("x: .inf\ny: [.nan]\n"),
            &["4:4: mcp-value", "5:5: mcp-value"],
        ),
        (with("x: 18446744073709551616\n"), &["4:4: mcp-value"]),
        (with("x:\n  1: a\n"), &["5:3: mcp-value"]),
        (with("true: a\n"), &["4:1: mcp-value"]),
        (with("__proto__: a\n"), &["4:1: mcp-value"]),
        (with("x: {__proto__: a}\n"), &["4:5: mcp-value"]),
        (with("allowed-tools: [Read, 1]\n"), &["4:16: mcp-field"]),
        (with("allowed-tools: {a: b}\n"), &["4:16: mcp-field"]),
        (with("allowed-tools:\n"), &["4:1: mcp-field"]),
    ];
    for (file, expected) in cases {
        assert_eq!(faults(&served(&file)), expected, "{file:?}");
    }
}

#[test]
fn the_body_has_to_be_text() {
    let mut file = good_file("demo").into_bytes();
    file.push(0xff);
    assert_eq!(faults(&served(file)), [" mcp-file"]);
}

#[test]
fn a_skill_is_served_as_its_file_is_now() {
    let tree = Tree::new().skill("demo").file("demo/a b.txt", "abc");
    let mut toolkit = tree.toolkit();
    let skill = serve(&mut toolkit, "demo").unwrap();
    assert_eq!(
        skill.frontmatter,
        r#"{"name":"demo","description":"Does demo."}"#
    );
    let files: Vec<_> = skill
        .files
        .iter()
        .map(|f| (f.path.as_str(), f.size))
        .collect();
    assert_eq!(files, [("SKILL.md", 49), ("a b.txt", 3)]);

    tree.write("demo/SKILL.md", with("version: 1.10\n"));
    let edited = serve(&mut toolkit, "demo").unwrap();
    assert_eq!(
        edited.frontmatter,
        r#"{"name":"demo","description":"d","version":1.1}"#
    );
    assert_ne!(edited.digest, skill.digest);

    tree.write("demo/SKILL.md", good_file("other"));
    assert_eq!(
        faults(&serve(&mut toolkit, "demo").unwrap()),
        ["2:7: mcp-name"]
    );
}

#[test]
fn a_backslash_in_a_files_name_is_a_separator_to_some_client() {
    let tree = Tree::new().skill("demo").file("demo/a\\b.txt", "");
    let skill = serve(&mut tree.toolkit(), "demo").unwrap();
    assert_eq!(faults(&skill), [" mcp-files"]);
    assert_eq!(
        skill.faults[0].message,
        r"Clients refuse the `\` in the name of `a\b.txt`."
    );
}

#[test]
fn clients_take_512_files_of_16_mib_together() {
    let tree = Tree::new().skill("demo");
    let mut toolkit = tree.toolkit();
    for number in 0..511 {
        tree.write(&format!("demo/{number}.txt"), "");
    }
    let mut count = || faults(&serve(&mut toolkit, "demo").unwrap()).len();
    assert_eq!(count(), 0);
    tree.write("demo/511.txt", "");
    assert_eq!(count(), 1);
    std::fs::remove_file(tree.path("demo/511.txt")).unwrap();
    std::fs::remove_file(tree.path("demo/0.txt")).unwrap();
    let large = std::fs::File::create(tree.path("demo/large.bin")).unwrap();
    large.set_len(16 * 1024 * 1024 - 49).unwrap();
    assert_eq!(count(), 0);
    large.set_len(16 * 1024 * 1024 - 48).unwrap();
    assert_eq!(count(), 1);
}
