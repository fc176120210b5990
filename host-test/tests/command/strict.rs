//! A dialect that starts only without a fault, and what is told when there is one.

use crate::support::Place;

fn place() -> Place {
    let place = Place::with_skills();
    place.write(
        "skills/colon/SKILL.md",
        "---\nname: colon\ndescription: a: b\n---\n",
    );
    place
}

const SENTENCE: &str = "Invalid SKILL.md frontmatter: Invalid YAML frontmatter: \
                        The value of `description` has a colon in it and is not quoted. \
                        (line 3, column 15)";

#[test]
fn the_fault_is_told_with_its_place_and_how_to_mend_it() {
    let place = place();
    let stderr = format!(
        "error: WORK/skills/colon/SKILL.md:3:15: {SENTENCE}\n  hint: description: \"a: b\"\n"
    );
    for command in [&["list"][..], &["activate", "pdf"], &["prompt"]] {
        let strict = &["--root", "skills", "--dialect", "lightspeed"];
        place.expect(&[strict, command].concat(), 1, "", &stderr);
    }
    place.expect(
        &[
            "--json",
            "--root",
            "skills",
            "--dialect",
            "lightspeed",
            "list",
        ],
        1,
        &(r#"{"error":{"code":"strict-start","message":"WORK/skills/colon/SKILL.md:3:15: "#
            .to_owned()
            + SENTENCE
            + r#"","hint":"description: \"a: b\"","available":[],"nearest":[]}}"#
            + "\n"),
        "",
    );
}

#[test]
fn each_kind_of_fault_has_its_place() {
    let cases = [
        (
            "name: x\n",
            "SKILL.md: SKILL.md must have YAML frontmatter between --- delimiters",
            "Begin the file with a line `---`, and end the frontmatter with another.",
        ),
        (
            "---\n- x\n---\n",
            "SKILL.md:2:1: Frontmatter must be a YAML mapping",
            "",
        ),
        (
            "---\nname: x\n---\n",
            "SKILL.md: SKILL.md frontmatter must include 'description' field",
            "Add a line `description: …` to the frontmatter.",
        ),
        (
            "---\ndescription: d\nname: y\n---\n",
            "SKILL.md:3:1: Skill name mismatch: config has 'x' but SKILL.md has 'y'",
            "Write `name: x`, or rename the directory.",
        ),
    ];
    for (text, sentence, hint) in cases {
        let place = Place::new();
        place.write("s/x/SKILL.md", text);
        let run = place.run(&["--root", "s", "--dialect", "lightspeed", "list"]);
        let mut lines = run.stderr.lines();
        let first = format!("error: WORK/s/x/{sentence}");
        assert_eq!((run.status, lines.next()), (1, Some(first.as_str())));
        let second = lines.next().and_then(|line| line.strip_prefix("  hint: "));
        assert!(
            second.is_some_and(|line| line.starts_with(hint)),
            "{second:?}"
        );
    }
}

#[test]
fn a_root_that_is_missing_is_a_fault() {
    let place = Place::with_skills();
    place.write(
        "strict.yaml",
        "dialect: lightspeed\nskills: {paths: [skills, none]}\n",
    );
    place.expect(
        &["--config", "strict.yaml", "list"],
        1,
        "",
        "error: WORK/none: Skill path does not exist: WORK/none\n  \
         hint: Create it, or correct the path.\n",
    );
}

#[test]
fn who_mends_skills_is_not_stopped() {
    let place = place();
    let run = place.run(&["--dialect", "lightspeed", "check", "skills"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("SKILL.md:3:15\n"), "{}", run.stdout);
    assert!(run.stderr.ends_with("in 3 skills\n"), "{}", run.stderr);
    let strict = &["--root", "skills", "--dialect", "lightspeed"];
    let run = place.run(&[strict, &["explain", "pdf"][..]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);

    place.write("lenient.yaml", "dialect: lightspeed\nlenient_start: true\n");
    let run = place.run(&["--config", "lenient.yaml", "--root", "skills", "list"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout,
        "notes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n"
    );
}
