//! Which directories are skills, and which of two counts.

use std::os::unix::net::UnixListener;
use std::rc::Rc;

use agent_skills_types::{Error, InlineSkill, Invoker, Outcome};

use agent_skills_component::explain::explain;
use agent_skills_component::storage::memory::NoMounts;
use agent_skills_component::toolkit::Toolkit;

use crate::support::{ROOT, Tree, file_of, good_file, names, skill, told, toolkit};

#[test]
fn b49_what_cannot_be_read_is_told_and_the_rest_loads() {
    let tree = Tree::new().skill("good").skill("locked").skill("z-last");
    let (mut toolkit, watch) = tree.watched();
    watch.locked.borrow_mut().push("locked".to_owned());
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["good", "z-last"]);
    assert_eq!(told(&listing.diagnostics), ["locked unreadable"]);
    assert_eq!(
        listing.diagnostics[0].message,
        "It could not be read: permission denied."
    );
    assert!(!listing.complete);

    // It is looked at again: nothing is remembered as broken.
    watch.locked.borrow_mut().clear();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["good", "locked", "z-last"]);
    assert!(listing.complete);
}

#[test]
fn b49_a_locked_file_is_told_by_its_path() {
    let tree = Tree::new().skill("demo").skill("good");
    let (mut toolkit, watch) = tree.watched();
    watch.locked.borrow_mut().push("SKILL.md".to_owned());
    let listing = toolkit.list();
    assert_eq!(names(&listing), [""; 0]);
    let expected = ["demo/SKILL.md unreadable", "good/SKILL.md unreadable"];
    assert_eq!(told(&listing.diagnostics), expected);
}

#[test]
fn b49_a_root_that_is_missing_or_a_file_is_told() {
    let tree = Tree::new().skill("s/good").file("file", "text");
    for (root, told_of, complete) in [
        ("none", "none root-missing", true),
        ("none/deeper", "none/deeper root-missing", true),
        ("file", "file root-not-directory", false),
        ("file/below", "file/below root-not-directory", false),
    ] {
        let options = serde_json::json!({"skills": {"paths": [format!("{ROOT}/{root}"), format!("{ROOT}/s")]}});
        let listing = tree.toolkit_with(&options.to_string()).list();
        assert_eq!(names(&listing), ["good"]);
        assert_eq!(told(&listing.diagnostics), [told_of]);
        assert_eq!(listing.complete, complete, "{root}");
    }
}

#[test]
fn b49_a_directory_with_the_name_of_the_file_costs_nothing_else() {
    let tree = Tree::new()
        .folder("SKILL.md")
        .folder("group/SKILL.md")
        .skill("good")
        .skill("group/inner");
    let listing = tree.list();
    assert_eq!(names(&listing), ["good", "inner"]);
    assert_eq!(
        told(&listing.diagnostics),
        [
            "SKILL.md not-regular-file",
            "group/SKILL.md not-regular-file"
        ]
    );
}

#[test]
fn b49_what_is_no_regular_file_is_never_opened() {
    let tree = Tree::new().skill("good").folder("demo");
    let _instructions = UnixListener::bind(tree.path("demo/SKILL.md")).unwrap();
    let _file = UnixListener::bind(tree.path("good/socket")).unwrap();
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["good"]);
    assert_eq!(
        told(&listing.diagnostics),
        ["demo/SKILL.md not-regular-file"]
    );

    let activation = toolkit.activate("good", Invoker::Model).unwrap();
    assert_eq!(activation.files, [""; 0]);
    let read = toolkit.read("good", "socket", 0, 0, Invoker::Host);
    assert!(matches!(read, Err(Error::NotFound { .. })), "{read:?}");
}

#[test]
fn b50_a_skill_inside_a_skill_is_a_file_of_it() {
    let tree = Tree::new()
        .skill("demo")
        .skill("demo/node_modules/p")
        .skill("demo/templates/t")
        .skill("group/one")
        .skill("group/one/two")
        .skill("node_modules/p")
        .skill("vendor/v");
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["demo", "one"]);
    assert_eq!(told(&listing.diagnostics), [""; 0]);

    let nested = toolkit.activate("demo", Invoker::Host).unwrap();
    assert_eq!(nested.files, ["templates/t/SKILL.md"]);
    let read = toolkit.read("demo", "templates/t/SKILL.md", 0, 0, Invoker::Host);
    assert_eq!(read.unwrap().size, good_file("t").len() as u64);
}

#[test]
fn b50_a_refused_skill_is_a_boundary_too() {
    let tree = Tree::new()
        .file("demo/SKILL.md", "no frontmatter")
        .skill("demo/inner");
    let listing = tree.list();
    assert_eq!(names(&listing), [""; 0]);
    assert_eq!(
        told(&listing.diagnostics),
        ["demo/SKILL.md:1:1 frontmatter-missing"]
    );
}

#[test]
fn b52_a_root_that_is_a_skill_is_one_skill() {
    let tree = Tree::new().skill("demo").skill("demo/inner");
    let listing = toolkit(&[(&tree, "demo", "/skills/demo")]).list();
    assert_eq!(names(&listing), ["demo"]);
    assert_eq!(told(&listing.diagnostics), [""; 0]);
    assert_eq!(listing.skills[0].directory, "/skills/demo");

    let listing = toolkit(&[(&tree, "demo", "/data")]).list();
    assert_eq!(names(&listing), ["demo"]);
    assert_eq!(
        told(&listing.diagnostics),
        ["/data/SKILL.md:2:1 name-mismatch"]
    );
}

#[test]
fn b53_another_case_of_the_name_loads_with_a_warning() {
    for name in ["skill.md", "SKILL.MD", "Skill.md", "sKiLl.mD"] {
        let tree = Tree::new()
            .skill("good")
            .file(&format!("demo/{name}"), good_file("demo"));
        let mut toolkit = tree.toolkit();
        let listing = toolkit.list();
        assert_eq!(names(&listing), ["demo", "good"]);
        assert_eq!(
            told(&listing.diagnostics),
            [format!("demo/{name} wrong-case")]
        );
        let diagnostic = &listing.diagnostics[0];
        assert_eq!(
            diagnostic.message,
            format!("The file is called `{name}`, not `SKILL.md`.")
        );
        assert_eq!(diagnostic.hint.as_deref(), Some("Rename it to `SKILL.md`."));
        let activation = toolkit.activate("demo", Invoker::Model).unwrap();
        assert_eq!(activation.body, "Body.\n");
        assert_eq!(activation.files, [""; 0]);
    }
}

#[test]
fn b53_each_misspelt_file_is_told() {
    let tree = Tree::new()
        .file("demo/skill.md", good_file("lower"))
        .file("demo/Skill.md", good_file("demo"));
    let listing = tree.list();
    assert_eq!(names(&listing), ["demo"]);
    let told: Vec<_> = listing
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "The file is called `Skill.md`, not `SKILL.md`.",
            "The file is called `skill.md`, not `SKILL.md`, and `Skill.md` is used.",
        ]
    );
}

#[test]
fn b53_of_two_cases_the_exact_one_counts() {
    let tree = Tree::new()
        .skill("demo")
        .file("demo/skill.md", file_of("name: other\ndescription: d"));
    let listing = tree.list();
    assert_eq!(names(&listing), ["demo"]);
    assert_eq!(told(&listing.diagnostics), [""; 0]);
}

#[test]
fn b54_flat_files_are_no_skills() {
    let tree = Tree::new()
        .skill("good")
        .file("README.md", "# Skills")
        .file("foo.md", good_file("foo"))
        .file("group/CHANGELOG.md", good_file("changelog"));
    let listing = tree.list();
    assert_eq!(names(&listing), ["good"]);
    assert_eq!(told(&listing.diagnostics), [""; 0]);
    assert!(listing.complete);
}

#[test]
fn b55_the_first_root_wins_whatever_the_order_of_entries() {
    let first = Tree::new().skill("pdf").skill("a");
    let second = Tree::new().skill("pdf").skill("b");
    let mut texts = Vec::new();
    for _ in 0..20 {
        let mut toolkit = toolkit(&[(&first, "", "/one"), (&second, "", "/two")]);
        let listing = toolkit.list();
        assert_eq!(skill(&listing, "pdf").root, "/one");
        assert_eq!(
            told(&listing.diagnostics),
            ["/two/pdf/SKILL.md name-shadowed"]
        );
        assert_eq!(
            listing.diagnostics[0].message,
            "The skill is hidden: `pdf` is also the name of the skill in /one/pdf."
        );
        assert_eq!(listing.shadowed[0].directory, "/two/pdf");
        assert_eq!(listing.shadowed[0].winner, "/one/pdf");
        let json = serde_json::to_string(&listing).unwrap();
        texts.push((toolkit.catalog_text(None).text, json));
    }
    texts.dedup();
    assert_eq!(texts.len(), 1);

    let listing = toolkit(&[(&second, "", "/two"), (&first, "", "/one")]).list();
    assert_eq!(skill(&listing, "pdf").root, "/two");
}

#[test]
fn b55_the_order_of_a_directory_changes_nothing() {
    let tree = Tree::new()
        .skill("b")
        .skill("a")
        .skill("g/c")
        .file("x/SKILL.md", "");
    let (mut toolkit, watch) = tree.watched();
    let forward = toolkit.list();
    watch.reversed.set(true);
    assert_eq!(toolkit.list(), forward);
}

#[test]
fn b57_two_directories_with_one_name() {
    let same = file_of("name: shadcn\ndescription: d");
    let tree = Tree::new()
        .file("a/SKILL.md", &same)
        .file("b/SKILL.md", &same)
        .file("c/SKILL.md", file_of("name: Plain Skill\ndescription: d"));
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["Plain Skill", "shadcn"]);
    assert_eq!(skill(&listing, "shadcn").directory, "/skills/a");
    assert_eq!(
        told(&listing.diagnostics),
        [
            "a/SKILL.md:2:1 name-mismatch",
            "b/SKILL.md name-shadowed",
            "b/SKILL.md:2:1 name-mismatch",
            "c/SKILL.md:2:1 name-mismatch",
            "c/SKILL.md:2:7 name-invalid",
            "c/SKILL.md:2:7 name-invalid",
        ]
    );
    for name in ["Plain Skill", "shadcn"] {
        assert_eq!(toolkit.activate(name, Invoker::Model).unwrap().name, name);
    }
    let findings = explain(&mut toolkit, "shadcn");
    let outcomes: Vec<_> = findings
        .iter()
        .map(|f| (f.outcome, f.path.as_str()))
        .collect();
    assert_eq!(
        outcomes,
        [
            (Outcome::Loaded, "/skills/a"),
            (Outcome::Shadowed, "/skills/b")
        ]
    );
}

#[test]
fn b57_names_are_compared_in_composed_form() {
    let tree = Tree::new()
        .file("a/SKILL.md", file_of("name: caf\u{e9}\ndescription: d"))
        .file("b/SKILL.md", file_of("name: cafe\u{301}\ndescription: d"));
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["caf\u{e9}"]);
    assert_eq!(listing.shadowed.len(), 1);
    for name in ["caf\u{e9}", "cafe\u{301}"] {
        assert_eq!(toolkit.skill(name).unwrap().directory, "/skills/a");
    }
}

#[test]
fn b58_the_name_counts_and_not_the_directory() {
    let tree = Tree::new().file(
        "alias-dir/SKILL.md",
        file_of("name: real-name\ndescription: d"),
    );
    let mut toolkit = tree.toolkit();
    let listing = toolkit.list();
    assert_eq!(names(&listing), ["real-name"]);
    assert_eq!(
        told(&listing.diagnostics),
        ["alias-dir/SKILL.md:2:1 name-mismatch"]
    );
    assert_eq!(
        listing.diagnostics[0].message,
        "The name is `real-name`, but the directory is `alias-dir`."
    );
    let activation = toolkit.activate("real-name", Invoker::Model).unwrap();
    assert_eq!(activation.directory, "/skills/alias-dir");
    match toolkit.activate("alias-dir", Invoker::Model) {
        Err(Error::UnknownSkill { available, .. }) => assert_eq!(available, ["real-name"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn b60_names_that_people_use_load_with_a_warning() {
    for (name, directory, faults) in [
        ("Agent Development", "agent-development", 2),
        ("code_explorer", "code-explorer", 1),
        ("plugin:skill", "plugin-skill", 1),
    ] {
        let tree = Tree::new()
            .file(
                &format!("{directory}/SKILL.md"),
                file_of(&format!("name: {name}\ndescription: d")),
            )
            .file(&format!("z/{directory}/SKILL.md"), good_file(directory));
        let mut toolkit = tree.toolkit();
        let listing = toolkit.list();
        // Nothing is renamed, so nothing collides.
        let mut both = [name, directory];
        both.sort_unstable();
        assert_eq!(names(&listing), both);
        let file = format!("{directory}/SKILL.md");
        let mut expected = vec![format!("{file}:2:1 name-mismatch")];
        expected.extend(vec![format!("{file}:2:7 name-invalid"); faults]);
        assert_eq!(told(&listing.diagnostics), expected);
        let hint = Some(format!("name: {directory}"));
        assert_eq!(listing.diagnostics[1].hint, hint);
        assert_eq!(toolkit.activate(name, Invoker::Model).unwrap().name, name);
    }
}

#[test]
fn b62_hidden_and_dependency_folders_are_not_listed() {
    let mut tree = Tree::new()
        .skill("demo")
        .file("demo/.env", "SECRET=1")
        .file("demo/.git/config", "")
        .file("demo/.DS_Store", "")
        .file("demo/__pycache__/x.pyc", "")
        .file("demo/node_modules/p/index.js", "")
        .file("demo/venv/bin/python", "")
        .file("demo/scripts/run.py", "")
        .file("demo/scripts/__pycache__/run.pyc", "")
        .file("demo/target/kept.txt", "");
    for number in 0..600 {
        tree = tree.file(&format!("demo/.venv/{number}.py"), "");
    }
    let activation = tree.toolkit().activate("demo", Invoker::Host).unwrap();
    assert_eq!(activation.files, ["scripts/run.py", "target/kept.txt"]);
    assert!(activation.files_complete);
}

#[test]
fn b62_a_listing_that_is_cut_says_so() {
    let tree = (0..513).fold(Tree::new().skill("demo"), |tree, number| {
        tree.file(&format!("demo/data/{number:03}"), "")
    });
    let mut toolkit = tree.toolkit();
    let activation = toolkit.activate("demo", Invoker::Host).unwrap();
    assert!(!activation.files_complete);
    assert_eq!(activation.files.len(), 511);
    assert!(!toolkit.files("demo").unwrap().complete);
    // What is not listed can be read all the same.
    assert!(
        toolkit
            .read("demo", "data/512", 0, 0, Invoker::Host)
            .is_ok()
    );
}

/// What is remembered of a file is never told of another one, even where path
/// and size are the same.
#[test]
fn a_registered_skill_is_read_anew_in_whatever_tree_it_comes() {
    let given = |provider: Option<&str>, rank, description: &str| InlineSkill {
        name: "memo".to_owned(),
        description: description.to_owned(),
        provider: provider.map(str::to_owned),
        rank: Some(rank),
        ..InlineSkill::default()
    };
    let mut toolkit = Toolkit::new(Rc::new(NoMounts));
    toolkit.register(&given(None, 20, "First.")).unwrap();
    assert_eq!(toolkit.skill("memo").unwrap().description, "First.");
    assert!(toolkit.unregister(None, "memo"));
    toolkit.register(&given(None, 10, "Other.")).unwrap();
    assert_eq!(toolkit.skill("memo").unwrap().description, "Other.");
    toolkit
        .register(&given(Some("bundled"), 5, "Third."))
        .unwrap();
    assert_eq!(toolkit.skill("memo").unwrap().description, "Third.");
}
