//! Directories that are named, by the command line or a configuration, and cannot
//! be used: they are told of, and the others count.

use crate::support::Place;

const GOOD: &str = "notes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n";
const MISSING: &str = "WORK/nothere: info[root-missing]: The directory does not exist.\n  \
                       hint: Create it, or correct the path.\n";
const INCOMPLETE: &str = "note: there may be more skills than are listed here\n";

/// Lists `skills` and one more root, given in both ways.
#[track_caller]
fn list(place: &Place, root: &str, stderr: &str) {
    place.write(
        "roots.yaml",
        format!("skills: {{paths: [\"{root}\", skills]}}\n"),
    );
    for arguments in [
        &["--root", root, "--root", "skills", "list"][..],
        &["--config", "roots.yaml", "list"],
    ] {
        place.expect(arguments, 0, GOOD, stderr);
    }
}

#[test]
fn a_root_that_is_missing_or_no_directory_is_told_and_the_others_load() {
    let place = Place::with_skills();
    place.write("file.txt", "");
    let file = "WORK/file.txt: error[root-not-directory]: It is not a directory.\n  \
                hint: Give a directory of skills, a skill or its SKILL.md.\n";
    list(&place, "nothere", MISSING);
    list(&place, "nothere/", MISSING);
    list(&place, "file.txt", &format!("{file}{INCOMPLETE}"));
    place.expect(&["--root", "nothere", "list"], 0, "", MISSING);
    let unknown = "error: there is no skill named `pdf`\n  \
                   hint: There are no skills; name a directory of skills with --root.\n";
    let none = "<error>there is no skill named `pdf`. There are no skills.</error>";
    let call = ["call", "activate_skill", r#"{"name":"pdf"}"#];
    for (command, status, stdout, stderr) in [
        (&["activate", "pdf"][..], 1, "", unknown),
        (&["read", "pdf", "a.md"], 1, "", unknown),
        (&["files", "pdf"], 1, "", unknown),
        (&call, 1, none, ""),
        (&["prompt"], 0, "", ""),
        (&["tools"], 0, "[]\n", ""),
        (&["mcp"], 0, "", ""),
    ] {
        for (root, told) in [("nothere", MISSING), ("file.txt", file)] {
            let arguments = [&["--root", root], command].concat();
            place.expect(&arguments, status, stdout, &format!("{told}{stderr}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_root_that_is_a_link_to_nothing_is_told() {
    let place = Place::with_skills();
    place.link("/nowhere/at/all", "link");
    list(
        &place,
        "link",
        "WORK/link: info[root-missing]: The link leads to nothing.\n  \
         hint: Point it at a directory with skills, or remove it.\n",
    );
}

#[cfg(unix)]
#[test]
fn a_root_that_may_not_be_read_is_told_and_not_taken_for_absent() {
    let place = Place::with_skills();
    place.write("locked/skills/x/SKILL.md", crate::support::NOTES);
    place.write(".agents/skills/pdf/SKILL.md", crate::support::PDF);
    place.write(".claude/skills/x/SKILL.md", crate::support::NOTES);
    place.forbid("locked");
    place.forbid(".claude");
    let unreadable = |path: &str, reason: &str| {
        format!(
            "WORK/{path}: error[unreadable]: {reason}.\n  \
             hint: Check its permissions.\n"
        )
    };
    // Opened, but not to be looked into; and not even to be reached.
    let inside = "The root could not be read: permission denied";
    let above = "It could not be read: Permission denied (os error 13)";
    let cases: [(&[&str], &str, String); 3] = [
        (
            &["--root", "locked", "--root", "skills", "list"],
            GOOD,
            unreadable("locked", inside) + INCOMPLETE,
        ),
        (
            &["--root", "locked/skills", "--root", "skills", "list"],
            GOOD,
            unreadable("locked/skills", above) + INCOMPLETE,
        ),
        (
            &["list"],
            "pdf\tReads, fills and merges PDF files.\n",
            "note: skills from WORK/.agents/skills\n".to_owned()
                + &unreadable(".claude/skills", above)
                + INCOMPLETE,
        ),
    ];
    for (arguments, stdout, stderr) in cases {
        let run = place.finish(&mut place.command_of_an_ordinary_user(arguments));
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (0, stdout),
            "{arguments:?}"
        );
        assert_eq!(run.stderr, stderr, "{arguments:?}");
    }
}

#[test]
fn the_file_of_a_skill_stands_for_the_skill() {
    let place = Place::with_skills();
    place.write(
        "other/skill.md",
        "---\nname: other\ndescription: Other.\n---\n",
    );
    place.expect(
        &["--root", "skills/pdf/SKILL.md", "list"],
        0,
        "pdf\tReads, fills and merges PDF files.\n",
        "",
    );
    let run = place.run(&["--root", "other/skill.md", "list"]);
    assert_eq!(run.stdout, "other\tOther.\n");
    let run = place.run(&["check", "other/skill.md"]);
    assert!(run.stdout.contains("[wrong-case]"), "{}", run.stdout);
}
