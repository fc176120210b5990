//! Input that is made to cost much: what it costs is counted in calls to the
//! storage and bytes read, so that the bounds are the same on every machine.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;
mod wide;

use agent_skills_component::check::check;
use agent_skills_component::explain::explain;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::{Invoker, Outcome};

use support::watched::Watched;
use support::{Tree, file_of, good_file, names, told};
use wide::Wide;

/// Most bytes that are read for one frontmatter, whatever its file.
const HEAD: u64 = 4 * 1024 + 2 * 64 * 1024;

/// Calls for one good skill beside: its entry, two looks at it, opening and
/// reading.
const CALLS: usize = 16;

/// Nine levels of nine aliases each.
fn alias_bomb() -> String {
    let mut yaml = String::from("name: demo\ndescription: d\na: &a [x,x,x,x,x,x,x,x,x]\n");
    for (name, last) in ('b'..='i').zip('a'..) {
        let nine = vec![format!("*{last}"); 9].join(",");
        yaml.push_str(&format!("{name}: &{name} [{nine}]\n"));
    }
    yaml
}

#[test]
fn a_hostile_frontmatter_is_read_once_and_no_further_than_the_limit() {
    let keys: String = (0..100_000).map(|n| format!("k{n}: v\n")).collect();
    let cases = [
        (alias_bomb(), "yaml-unsupported"),
        (
            format!("name: demo\nx: {}", "[".repeat(60_000)),
            "yaml-limit",
        ),
        (
            format!("name: demo\nx: {}", "{a: ".repeat(10_000)),
            "yaml-limit",
        ),
        (
            format!("name: demo\n{}", "- ".repeat(30_000)),
            "description-missing",
        ),
        (format!("name: demo\n{keys}"), "frontmatter-too-large"),
        (
            format!("name: demo\nx: {}", "a".repeat(1_000_000)),
            "frontmatter-too-large",
        ),
        ("\n".repeat(1_000_000), "frontmatter-too-large"),
    ];
    for (yaml, code) in cases {
        let tree = Tree::new()
            .skill("good")
            .file("demo/SKILL.md", file_of(&yaml));
        let (mut toolkit, watch) = tree.watched();
        let listing = toolkit.list();
        let (calls, bytes) = watch.take();
        assert!(names(&listing).contains(&"good"));
        let diagnostic = listing.diagnostics.iter().find(|d| d.code == code);
        assert!(
            diagnostic.is_some(),
            "{code}: {:?}",
            told(&listing.diagnostics)
        );
        assert!(
            listing.diagnostics.len() <= 64,
            "{}",
            listing.diagnostics.len()
        );
        assert!(bytes <= HEAD, "{code}: {bytes} bytes");
        assert!(calls <= 2 * CALLS, "{code}: {calls} calls");

        // Refused or not, it is not read again while it stays as it is.
        toolkit.list();
        assert_eq!(watch.take().1, 0, "{code}");
    }
}

#[test]
fn a_hundred_thousand_keys_stop_at_the_limit_of_keys() {
    let keys: String = (0..100_000).map(|n| format!("k{n}: v\n")).collect();
    let file = format!("---\nname: demo\ndescription: d\n{keys}---\n");
    assert!(file.len() < 1024 * 1024);
    let tree = Tree::new().skill("good").file("demo/SKILL.md", file);
    let listing = tree
        .toolkit_with(r#"{"limits":{"frontmatter_bytes":1048576}}"#)
        .list();
    assert_eq!(names(&listing), ["good"]);
    let [only] = &listing.diagnostics[..] else {
        panic!("{:?}", told(&listing.diagnostics));
    };
    assert_eq!(
        only.message,
        "The frontmatter has more than 10000 keys and values."
    );
    assert_eq!(only.line, Some(5001));
}

#[test]
fn a_file_of_two_hundred_megabytes_is_not_opened() {
    let tree = Tree::new()
        .skill("good")
        .file("demo/SKILL.md", good_file("demo"));
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(tree.path("demo/SKILL.md"));
    file.unwrap().set_len(200 * 1024 * 1024).unwrap();
    let (mut toolkit, watch) = tree.watched();
    let listing = toolkit.list();
    assert_eq!(
        told(&listing.diagnostics),
        ["demo/SKILL.md skill-file-too-large"]
    );
    let (calls, bytes) = watch.take();
    assert_eq!(bytes, good_file("good").len() as u64);
    assert!(calls <= 2 * CALLS, "{calls} calls");

    // Nor is one that grows behind our back, when it is activated.
    let grown = std::fs::OpenOptions::new()
        .write(true)
        .open(tree.path("good/SKILL.md"));
    grown.unwrap().set_len(200 * 1024 * 1024).unwrap();
    assert!(toolkit.activate("good", Invoker::Model).is_err());
    assert_eq!(watch.take().1, 0);
}

#[test]
fn a_large_file_beside_the_instructions_is_read_in_stretches() {
    let tree = Tree::new().skill("demo").file("demo/data.bin", "");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(tree.path("demo/data.bin"));
    file.unwrap().set_len(1 << 32).unwrap();
    let (mut toolkit, watch) = tree.watched();
    toolkit.list();
    watch.take();
    let content = toolkit
        .read("demo", "data.bin", 1 << 31, u32::MAX, Invoker::Model)
        .unwrap();
    assert_eq!(content.size, 1 << 32);
    assert!(watch.take().1 <= 256 * 1024 + 4);
    assert!(!toolkit.files("demo").unwrap().complete);
    assert!(watch.take().1 <= 16 * 1024 * 1024);
}

#[test]
fn a_tree_of_fifty_levels_is_left_at_the_fourth() {
    let folder = ["x"; 50].join("/");
    let tree = Tree::new()
        .skill("good")
        .skill(&folder)
        .skill("x/x/x/fourth");
    let (mut toolkit, watch) = tree.watched();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["fourth", "good"]);
    assert_eq!(told(&listing.diagnostics), ["x/x/x/x scan-depth"]);
    assert!(!listing.complete);
    let (calls, _) = watch.take();
    assert!(calls <= 4 * CALLS, "{calls} calls");

    let findings = explain(&mut toolkit, &format!("/skills/{folder}"));
    assert_eq!(findings[0].outcome, Outcome::Ignored);
    assert_eq!(
        findings[0].message,
        "It lies deeper than 4 folders below its root."
    );
}

#[test]
fn a_skill_of_fifty_levels_is_listed_to_the_thirty_second() {
    let tree = Tree::new()
        .skill("demo")
        .file(&format!("demo/{}/deep", ["x"; 50].join("/")), "")
        .file(&format!("demo/{}/shallow", ["x"; 10].join("/")), "");
    let (mut toolkit, watch) = tree.watched();
    toolkit.list();
    watch.take();
    let activation = toolkit.activate("demo", Invoker::Model).unwrap();
    assert_eq!(
        activation.files,
        [format!("{}/shallow", ["x"; 10].join("/"))]
    );
    assert!(!activation.files_complete);
    let (calls, _) = watch.take();
    assert!(calls <= 33 * 5 + CALLS, "{calls} calls");
}

#[test]
fn a_directory_of_a_million_entries_is_left_at_the_limit() {
    let (storage, watch) = Watched::new(Wide::new(1_000_000));
    let mut toolkit = Toolkit::new(storage);
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["a-good"]);
    assert_eq!(told(&listing.diagnostics), [". scan-limit"]);
    assert_eq!(
        listing.diagnostics[0].message,
        "The scan stopped after 100000 directory entries."
    );
    assert!(!listing.complete);
    // For each entry its own, and one to see that there is no skill in it.
    let (calls, bytes) = watch.take();
    assert!(calls <= 2 * 100_000 + CALLS, "{calls} calls");
    assert_eq!(bytes, good_file("a-good").len() as u64);
}

#[test]
fn what_finds_no_room_is_told_once_and_the_rest_loads() {
    let long = "d".repeat(4_000);
    let tree = (0..5).fold(Tree::new().skill("z-good"), |tree, number| {
        let yaml = format!("name: s{number}\ndescription: d\nlicense: {long}");
        tree.file(&format!("s{number}/SKILL.md"), file_of(&yaml))
    });
    let mut toolkit = tree.toolkit_with(r#"{"limits":{"scan_bytes":32768}}"#);
    for _ in 0..2 {
        let listing = toolkit.list();
        assert_eq!(names(&listing), ["s0", "s1", "s2", "z-good"]);
        assert_eq!(told(&listing.diagnostics), ["s3/SKILL.md scan-limit"]);
        assert_eq!(
            listing.diagnostics[0].message,
            "It was left out: what a scan keeps may take 32768 bytes, and this had no room, \
             nor had one thing more."
        );
        assert!(!listing.complete);
    }
    std::fs::remove_dir_all(tree.path("s0")).unwrap();
    assert_eq!(names(&toolkit.list()), ["s1", "s2", "s3", "z-good"]);
}

#[test]
fn a_skill_of_a_million_files_is_listed_to_the_limit() {
    let (storage, watch) = Watched::new(Wide::new(1_000_000));
    let mut toolkit = Toolkit::new(storage);
    // The directory itself as a skill.
    toolkit
        .configure(r#"{"skills":{"paths":["/skills/a-good"]}}"#)
        .unwrap();
    toolkit.list();
    watch.take();
    let activation = toolkit.activate("a-good", Invoker::Model).unwrap();
    // One of the 512 is `SKILL.md` itself.
    assert_eq!(activation.files.len(), 511);
    assert!(!activation.files_complete);
    let (calls, _) = watch.take();
    assert!(calls <= 100_000 + CALLS, "{calls} calls");
}

#[test]
fn names_of_255_bytes_load_and_are_shown_short() {
    for name in [
        "n".repeat(255),
        "て".repeat(85),
        format!("{}é", "-".repeat(253)),
    ] {
        let tree = Tree::new()
            .skill("good")
            .file(
                &format!("{name}/SKILL.md"),
                file_of(&format!("name: {name}\ndescription: d")),
            )
            .file(&format!("wrong/{name}/SKILL.md"), good_file("other"));
        let mut toolkit = tree.toolkit();
        let listing = toolkit.list();
        assert!(names(&listing).contains(&name.as_str()));
        assert_eq!(listing.skills.len(), 3);
        assert!(
            told(&listing.diagnostics)
                .iter()
                .any(|told| told.ends_with("name-too-long"))
        );
        for diagnostic in &listing.diagnostics {
            let words = diagnostic.message.chars().count()
                + diagnostic
                    .hint
                    .as_deref()
                    .unwrap_or_default()
                    .chars()
                    .count();
            assert!(words <= 400, "{diagnostic}");
        }
        assert_eq!(toolkit.activate(&name, Invoker::Model).unwrap().name, name);
    }
}

#[test]
fn links_in_circles_and_chains_cost_their_hops() {
    let mut tree = Tree::new().skill("good");
    for number in 0..200 {
        tree = tree.link(
            &format!("ring{number}"),
            &format!("ring{}", (number + 1) % 200),
        );
        tree = tree.link(&format!("self{number}"), &format!("self{number}/x"));
    }
    let (mut toolkit, watch) = tree.watched();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["good"]);
    assert_eq!(listing.diagnostics.len(), 400);
    assert!(listing.diagnostics.iter().all(|d| d.code == "link-loop"));
    // Its entry, and two calls for each of sixteen hops and the last look.
    let (calls, _) = watch.take();
    assert!(calls <= 400 * (1 + 2 * 17) + CALLS, "{calls} calls");
}

#[test]
fn links_that_double_at_each_hop_stop_at_the_hops() {
    let mut tree = Tree::new().skill("good").folder("x30");
    for number in 0..30 {
        let next = format!("x{}", number + 1);
        tree = tree.link(&format!("x{number}"), &format!("{next}/../{next}"));
    }
    let (mut toolkit, watch) = tree.watched();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["good"]);
    // Those that are near enough to the end lead to a directory.
    assert!(listing.diagnostics.iter().all(|d| d.code == "link-loop"));
    assert!(
        listing.diagnostics.len() >= 14,
        "{}",
        listing.diagnostics.len()
    );
    let (calls, _) = watch.take();
    assert!(calls <= 31 * 3 * (16 * 3 + 3) + CALLS, "{calls} calls");
}

#[test]
fn a_check_of_a_long_body_looks_each_path_up_once() {
    let cases = [
        ("[x](a.md) ".repeat(50_000), 21),
        ("`scripts/a.py` ".repeat(60_000), 21),
        ("[x](SKILL.md) ".repeat(50_000), 0),
        ("[a](".repeat(50_000), 0),
    ];
    for (body, findings) in cases {
        let shown = body[..14].to_owned();
        let file = format!("---\nname: demo\ndescription: d\n---\n{body}");
        let tree = Tree::new().file("demo/SKILL.md", file);
        let (mut toolkit, watch) = tree.watched();
        let mut found = check(&mut toolkit);
        found.retain(|d| d.code == "reference-dangling");
        assert_eq!(found.len(), findings, "{shown}");
        let (calls, _) = watch.take();
        assert!(calls <= 4 * CALLS, "{shown}: {calls} calls");
    }
}

#[test]
fn a_check_walks_a_skill_once() {
    let links: String = (0..30).map(|n| format!("[a](n{n}.md)\n")).collect();
    let file = format!("---\nname: demo\ndescription: d\n---\n{links}");
    let tree = (0..500).fold(Tree::new().file("demo/SKILL.md", file), |tree, n| {
        tree.file(&format!("demo/f{n}"), "")
    });
    let (mut toolkit, watch) = tree.watched();
    assert_eq!(check(&mut toolkit).len(), 21);
    let (calls, _) = watch.take();
    // An entry and a size for each file, and a look for each link.
    assert!(calls <= 2 * 500 + 30 + 4 * CALLS, "{calls} calls");
}

#[test]
fn skills_of_one_name_cost_no_more_the_more_there_are() {
    // The findings about each stand at its path, among those of all others.
    let counted = |count: usize| {
        let tree = (0..count).fold(Tree::new(), |tree, n| {
            tree.file(&format!("s{n}/SKILL.md"), good_file("same"))
        });
        let (mut toolkit, watch) = tree.watched();
        assert_eq!(toolkit.list().shadowed.len(), count - 1);
        let listed = watch.take().0;
        let findings = explain(&mut toolkit, "same");
        assert_eq!(findings.len(), count);
        assert!(findings[1..].iter().all(|f| f.diagnostics.len() == 2));
        let explained = watch.take().0;
        check(&mut toolkit);
        (listed, explained, watch.take().0)
    };
    let (listed, explained, checked) = counted(200);
    assert!(listed <= 200 * CALLS, "{listed} calls");
    assert!(explained <= 200 * CALLS, "{explained} calls");
    assert!(checked <= 200 * 3 * CALLS, "{checked} calls");
}

#[test]
fn empty_directories_cost_four_calls_each() {
    let tree = (0..300).fold(Tree::new(), |tree, n| tree.folder(&format!("e{n}")));
    let (mut toolkit, watch) = tree.watched();
    assert_eq!(toolkit.list().skills, []);
    // Its entry, a look for `SKILL.md`, opening it and asking what is in it; for
    // the root the second and the last.
    let (calls, _) = watch.take();
    assert_eq!(calls, 300 * 4 + 2);
}
