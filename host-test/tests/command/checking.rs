//! `agent-skills check`.

use serde_json::Value;

use crate::support::{Place, terminal};

fn faulty() -> Place {
    let place = Place::new();
    place.write(
        "s/good/SKILL.md",
        "---\nname: good\ndescription: Good.\n---\nSee [the guide](guide.md \"Guide\") and more.\n",
    );
    place.write("s/mute/SKILL.md", "---\nname: mute\n---\n");
    place.write("s/open/SKILL.md", "---\nname: open\n");
    place
}

#[test]
fn a_path_is_marked_alone() {
    let place = faulty();
    let run = place.run(&["check", "s/good"]);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stdout,
        "warning[reference-dangling]: The skill has no file `guide.md`.\n \
         --> WORK/s/good/SKILL.md:5:17\n  \
           |\n\
         5 | See [the guide](guide.md \"Guide\") and more.\n  \
           |                 ^^^^^^^^\n  \
           |\n  \
           = hint: Add the file, or correct the path; paths begin at the skill's directory.\n\n"
    );
    assert_eq!(run.stderr, "note: 1 warning in 1 skill\n");

    let sarif = place.bytes(&["check", "s/good", "--format", "sarif"]);
    let sarif: Value = serde_json::from_slice(&sarif).unwrap();
    let region = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        *region,
        serde_json::json!({"startLine": 5, "startColumn": 17, "endColumn": 25})
    );
}

#[test]
fn skills_that_cannot_be_used_count() {
    let run = faulty().run(&["check", "s"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.ends_with(" in 3 skills\n"), "{}", run.stderr);
    let run = faulty().run(&["check", "s/mute"]);
    assert!(run.stderr.ends_with(" in 1 skill\n"), "{}", run.stderr);
}

#[test]
fn where_nothing_is_checked_nothing_is_good() {
    let place = Place::new();
    place.write("empty/readme.txt", "");
    let note = "note: nothing was checked: there is no skill in these places\n";
    place.expect(&["check", "empty"], 1, "", note);
    place.expect(
        &["--json", "check", "empty"],
        1,
        "{\"ok\":false,\"diagnostics\":[]}\n",
        note,
    );
    let run = place.run(&["check", "nothere"]);
    assert_eq!((run.status, run.stderr.as_str()), (1, note));
    assert!(
        run.stdout
            .contains("error[root-missing]: The directory does not exist.")
    );
}

#[test]
fn records_have_their_keys_in_order() {
    let place = faulty();
    place.expect(
        &["--json", "check", "s/good"],
        0,
        concat!(
            r#"{"ok":true,"diagnostics":[{"severity":"warning","code":"reference-dangling","#,
            r#""root":"WORK/s/good","path":"WORK/s/good/SKILL.md","line":5,"column":17,"#,
            r#""message":"The skill has no file `guide.md`.","#,
            r#""hint":"Add the file, or correct the path; paths begin at the skill's directory."}]}"#,
            "\n"
        ),
        "",
    );
    let run = place.run(&["--root", "s", "--json", "explain", "good"]);
    let start = r#"{"findings":[{"outcome":"loaded","name":"good","path":"WORK/s/good","message":"#;
    assert!(run.stdout.starts_with(start), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn nothing_is_wider_than_the_terminal() {
    let place = Place::new();
    let long = "word ".repeat(60);
    place.write(
        "s/x/SKILL.md",
        format!("---\nname: x\ndescription: {long}\ncompatibility: {long}: {long}\n---\n{long}[a](b.md) {long}\n"),
    );
    let mut command = place.command(&["check", "s"]);
    let received = terminal::run(command.env("NO_COLOR", "1"), 80);
    assert!(received.contains("reference-dangling"), "{received}");
    assert!(received.contains("^^^^\n"), "{received}");
    // The place of a finding stays whole, so that it can be followed.
    for line in received.lines().filter(|line| !line.contains("--> ")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
