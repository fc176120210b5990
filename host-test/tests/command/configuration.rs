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
        "WORK/not/there: info[root-missing]: \
         The root lies in no directory that the host mounted.\n  \
         hint: Mount it, or correct the path.\n",
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
            "option `skill` is not valid: unknown field `skill`, expected one of ",
        ),
        (
            "skills: {path: [skills]}\n",
            "option `skills.path` is not valid: unknown field `path`, expected `paths`",
        ),
        (
            "skills: {paths: skills}\n",
            "option `skills.paths` is not valid: invalid type: string \"skills\", expected a sequence",
        ),
        (
            "skills: {paths: [1]}\n",
            "option `skills.paths[0]` is not valid: invalid type: integer `1`, expected a string",
        ),
        (
            "- skills\n",
            "option `options` is not valid: invalid type: sequence, expected a map",
        ),
        (
            "limits: {read_bytes: 1}\n",
            "option `limits.read_bytes` is not valid: it must be at least 4",
        ),
        (
            "dialect: klingon\n",
            "option `dialect` is not valid: unknown variant `klingon`, expected one of `standard`",
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
fn a_dialect_that_there_is_not_is_refused() {
    let place = Place::with_skills();
    let run = place.run(&["--root", "skills", "--dialect", "klingon", "list"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let lines: Vec<&str> = run.stderr.lines().collect();
    let sentence = "error: option `dialect` is not valid: unknown variant `klingon`, expected ";
    assert!(lines[0].starts_with(sentence), "{lines:?}");
    assert!(!lines[0].contains("at line"), "{lines:?}");
    assert_eq!(lines[1..], ["  hint: The default is `standard`."]);
}

#[test]
fn a_root_that_cannot_be_opened_is_refused() {
    let place = Place::with_skills();
    place.expect(
        &["--root", "skills", "--root", "skill", "list"],
        2,
        "",
        "error: cannot open directory `skill`: No such file or directory (os error 2)\n",
    );
    place.expect(
        &["--root", "skills/pdf/SKILL.md", "list"],
        2,
        "",
        "error: cannot open directory `WORK/skills/pdf/SKILL.md`: \
         Not a directory (os error 20)\n",
    );
    place.expect(
        &["--json", "--root", "skill", "list"],
        2,
        concat!(
            r#"{"error":{"code":"mount","message":"cannot open directory `skill`: "#,
            r#"No such file or directory (os error 2)","hint":null,"available":[],"nearest":[]}}"#,
            "\n"
        ),
        "",
    );
}
