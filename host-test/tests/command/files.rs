//! `agent-skills files`.

use crate::support::Place;

#[test]
fn each_file_has_a_line() {
    Place::with_skills().expect(
        &["--root", "skills", "files", "pdf"],
        0,
        "b8c3bdbf472489d14f0fc0378c07035fc75e4144af5124d83bb817b8be031944  132  SKILL.md\n\
         8fb41b9c528cbe499537d13b98feacf1ea95586ab90a9e3adb5b230df866d5be   14  forms.md\n\
         d44c4eee8f72efac76c1f294e7260408825c8dad42adaaf6e9bee7e7ef4c7de3   10  logo.png\n",
        "",
    );
}

#[test]
fn json_is_the_manifest() {
    Place::with_skills().expect(
        &["--root", "skills", "--json", "files", "notes"],
        0,
        concat!(
            r#"{"files":[{"path":"SKILL.md","size":63,"#,
            r#""sha256":"01c7c5dc03e60316a86f61ef451b44141eb4e3a9484fbb33bac00ebb70712aab"}],"#,
            r#""complete":true,"#,
            r#""digest":"sha256:8a5c0d14e992aad031add037c19e546fd6c9bc9b7e1b1382c0cffcdd6315f8a5"}"#,
            "\n"
        ),
        "",
    );
}

#[test]
fn a_path_stays_on_its_line() {
    let place = Place::new();
    place.write("s/a/SKILL.md", "---\nname: a\ndescription: A.\n---\n");
    place.write("s/a/x\n0000  0  forged\u{1b}[2K", "");
    let run = place.run(&["--root", "s", "files", "a"]);
    assert_eq!(run.stdout.lines().count(), 2);
    assert!(
        run.stdout.ends_with("x\\n0000  0  forged\\u{1b}[2K\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_limit_that_was_reached_is_told() {
    let place = Place::with_skills();
    place.write("limits.yaml", "limits: {files_per_skill: 1}\n");
    place.expect(
        &[
            "--config",
            "limits.yaml",
            "--root",
            "skills",
            "files",
            "pdf",
        ],
        0,
        "b8c3bdbf472489d14f0fc0378c07035fc75e4144af5124d83bb817b8be031944  132  SKILL.md\n",
        "note: not all files are here: a limit was reached, or some are missing or cannot be read\n",
    );
}
