//! `--config`, `--dialect` and `--root`.

use crate::support::Place;

#[test]
fn paths_come_from_the_file_in_its_order() {
    let place = Place::with_skills();
    place.write(
        "mine/notes/SKILL.md",
        "---\nname: notes\ndescription: My own notes.\n---\n",
    );
    place.write_at_home(
        "far/away/SKILL.md",
        "---\nname: away\ndescription: Far.\n---\n",
    );
    place.write(
        "stack.yaml",
        "skills:\n  paths:\n    - ~/far\n    - mine/\n    - ./skills/pdf\n    - not/there\n",
    );
    place.expect(
        &["--config", "stack.yaml", "list"],
        0,
        "away\tFar.\nnotes\tMy own notes.\npdf\tReads, fills and merges PDF files.\n",
        "WORK/not/there: info[root-missing]: The directory does not exist.\n  \
         hint: Create it, or correct the path.\n",
    );
    place.expect(
        &["--config", "stack.yaml", "--root", "skills/pdf", "list"],
        0,
        "pdf\tReads, fills and merges PDF files.\n",
        "",
    );
}

#[test]
fn an_empty_file_changes_nothing() {
    let place = Place::with_skills();
    for text in [
        "",
        "# nothing yet\n",
        "{}\n",
        "skills:\n",
        "skills: {paths: []}\n",
    ] {
        place.write("empty.yaml", text);
        place.expect(
            &["--config", "empty.yaml", "--root", "skills/notes", "list"],
            0,
            "notes\tTakes notes.\n",
            "",
        );
    }
}

#[test]
fn options_reach_the_component() {
    let place = Place::with_skills();
    place.write(
        "only.yaml",
        "skills: {paths: [skills]}\nonly: [pdf]\ndialect: standard\n",
    );
    place.expect(
        &["--config", "only.yaml", "list", "--dialect", "standard"],
        0,
        "pdf\tReads, fills and merges PDF files.\n",
        "",
    );
}

#[test]
fn a_wrong_file_is_refused_in_one_sentence() {
    let place = Place::with_skills();
    // The file, and how the sentence goes on; the component's lists may grow.
    let cases: &[(&str, &str)] = &[
        (
            "skill: {paths: [skills]}\n",
            "option `skill` is not valid: there is no `skill`, only `skills`, `dialect`, ",
        ),
        (
            "skills: {path: [skills]}\n",
            "option `skills.path` is not valid: there is no `path`, only `paths`\n",
        ),
        (
            "skills: {paths: skills}\n",
            "option `skills.paths` is not valid: it is the text \"skills\", not a list\n",
        ),
        (
            "skills: {paths: [1]}\n",
            "option `skills.paths[0]` is not valid: it is the number `1`, not a text\n",
        ),
        (
            "- skills\n",
            "option `options` is not valid: it is a list, not a map\n",
        ),
        (
            "limits: {read_bytes: 1}\n",
            "option `limits.read_bytes` is not valid: it must be at least 4",
        ),
        (
            "dialect: klingon\n",
            "option `dialect` is not valid: there is no `klingon`, only `standard`, ",
        ),
        (
            "only: [a]\nonly: [b]\n",
            "duplicate entry with key \"only\"",
        ),
        (
            "skills: {paths: [skills]\n",
            "did not find expected ',' or '}' at line 2 column 1, \
             while parsing a flow mapping at line 1 column 9",
        ),
        (
            "a: &a [*a]\n",
            "recursion limit exceeded at line 1 column 4",
        ),
        ("? [1]\n: 2\n", "key must be a string"),
        (
            "lenient_start: maybe\n",
            "option `lenient_start` is not valid: it is the text \"maybe\", not true or false\n",
        ),
        (
            "dialect: deepseek\ntext: {description_characters: 2}\n",
            "tool-skill: catalogDescriptionMaxLength must be an integer greater than or equal to 3\n",
        ),
    ];
    for (text, expected) in cases {
        place.write("wrong.yaml", text);
        let run = place.run(&["--config", "wrong.yaml", "list"]);
        let sentence = format!("error: cannot use the configuration `wrong.yaml`: {expected}");
        assert!(run.stderr.starts_with(&sentence), "{text}{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{text}{}", run.stderr);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{text}");
    }
    place.expect(
        &["--config", "none.yaml", "--json", "list"],
        2,
        concat!(
            r#"{"error":{"code":"config","message":"cannot use the configuration `none.yaml`: "#,
            r#"No such file or directory (os error 2)","hint":null,"available":[],"nearest":[]}}"#,
            "\n"
        ),
        "",
    );
}

#[test]
fn paths_of_a_file_begin_at_its_directory() {
    let place = Place::with_skills();
    place.write(
        "settings/deep/stack.yaml",
        "skills: {paths: [../../skills]}\n",
    );
    place.expect(
        &["--config", "settings/deep/stack.yaml", "list"],
        0,
        "notes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n",
        "",
    );
}

/// What would take memory or time without end.
#[test]
fn a_file_without_an_end_is_refused() {
    let place = Place::new();
    place.write(
        "deep.yaml",
        format!("skills: {{paths: {}", "[".repeat(100_000)),
    );
    place.write("maps.yaml", "{a: ".repeat(65));
    place.write("large.yaml", "#".repeat(1024 * 1024 + 1));
    let cases = [
        ("deep.yaml", "it is nested too deeply"),
        ("maps.yaml", "it is nested too deeply"),
        ("large.yaml", "it is larger than 1048576 bytes"),
        (".", "it is not a regular file"),
        #[cfg(unix)]
        ("/dev/zero", "it is not a regular file"),
    ];
    for (file, reason) in cases {
        let sentence = format!("error: cannot use the configuration `{file}`: {reason}\n");
        place.expect(&["--config", file, "list"], 2, "", &sentence);
    }

    // As large and as deep as may be.
    let nested = format!("{}{}", "[".repeat(64), "]".repeat(64));
    let padding = "#".repeat(1024 * 1024 - nested.len() - 7);
    place.write("most.yaml", format!("only: {nested}\n{padding}"));
    let run = place.run(&["--config", "most.yaml", "list"]);
    let sentence = "error: cannot use the configuration `most.yaml`: option `only[0]` is not valid: \
                    it is a list, not a text\n";
    assert_eq!(run.stderr, sentence);
}

#[test]
fn equal_paths_are_one() {
    let place = Place::with_skills();
    let paths = "    - skills\n    - ./skills/\n    - none\n".repeat(10_000);
    place.write("same.yaml", format!("skills:\n  paths:\n{paths}"));
    place.expect(
        &["--config", "same.yaml", "list"],
        0,
        "notes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n",
        "WORK/none: info[root-missing]: The directory does not exist.\n  \
         hint: Create it, or correct the path.\n",
    );
}

#[test]
fn names_under_only_that_no_skill_has_are_told() {
    let place = Place::with_skills();
    place.write("only.yaml", "only: [nope, pdf]\n");
    place.write("many.yaml", "only: [a, b, c, d, e, f, g]\n");
    place.expect(
        &["--config", "only.yaml", "--root", "skills", "list"],
        0,
        "pdf\tReads, fills and merges PDF files.\n",
        "note: the configuration's `only` names `nope`, and no skill is called so\n",
    );
    place.expect(
        &["--config", "many.yaml", "--root", "skills", "list"],
        0,
        "",
        "note: the configuration's `only` names `a`, `b`, `c`, `d`, `e` and 2 more, \
         and no skill is called so\n\
         note: no skills in WORK/skills\n",
    );
}

#[test]
fn a_dialect_that_there_is_not_is_refused() {
    let place = Place::with_skills();
    place.expect(
        &["--root", "skills", "--dialect", "klingon", "list"],
        2,
        "",
        "error: invalid value 'klingon' for '--dialect <NAME>'\n  \
         [possible values: standard, lightspeed, lightspeed-shipped, deepseek, lovia]\n\n\
         For more information, try '--help'.\n",
    );
}

#[test]
fn each_dialect_of_the_component_can_be_asked_for() {
    let schema = include_str!("../../../guest/options.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let names: Vec<&str> = schema["$defs"]["DialectName"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|dialect| dialect["const"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "standard",
            "lightspeed",
            "lightspeed-shipped",
            "deepseek",
            "lovia"
        ]
    );
    let place = Place::with_skills();
    for name in names {
        let run = place.run(&["--root", "skills", "--dialect", name, "list"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
    }
}

#[test]
fn aliases_do_not_fill_the_memory() {
    let place = Place::new();
    let text = "z".repeat(100_000);
    let uses = "*a, ".repeat(100_000);
    place.write("large.yaml", format!("a: &a {text}\nb: [{uses}]\n"));
    let run = place.run(&["--config", "large.yaml", "list"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("its aliases make it too large"),
        "{}",
        run.stderr
    );
}
