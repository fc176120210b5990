//! `agent-skills list`.

use crate::support::Place;

const LIST: &[&str] = &["--root", "skills", "list"];

#[test]
fn a_pipe_gets_one_line_for_each_skill() {
    Place::with_skills().expect(
        LIST,
        0,
        "notes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n",
        "",
    );
}

#[test]
fn json_is_the_whole_listing() {
    Place::with_skills().expect(
        &["--json", "--root", "skills", "list"],
        0,
        concat!(
            r#"{"skills":["#,
            r#"{"name":"notes","description":"Takes notes.","directory":"WORK/skills/notes","#,
            r#""license":null,"compatibility":null,"allowed_tools":[],"metadata":{},"extra":{},"#,
            r#""invocation":{"model":true,"user":true},"root":"WORK/skills","#,
            r#""digest":"sha256:7696c3dc9c9f6d6b85e9420a06e7e4e2231b49e14c1a9028c88e842bbd4df8ea"},"#,
            r#"{"name":"pdf","description":"Reads, fills and merges PDF files.","#,
            r#""directory":"WORK/skills/pdf","license":"MIT","compatibility":null,"#,
            r#""allowed_tools":[],"metadata":{"version":"1.10"},"extra":{},"#,
            r#""invocation":{"model":true,"user":true},"root":"WORK/skills","#,
            r#""digest":"sha256:37e6f30ba658c46a20afc961bbf3000d2d5baa7caf72f85142a302964d3a382b"}],"#,
            r#""diagnostics":[],"shadowed":[],"complete":true,"#,
            r#""digest":"sha256:40b01d22beb3152e15b879a4955b7a4c17edc6234a4ef7f022c933f7c04c1786"}"#,
            "\n"
        ),
        "",
    );
}

#[test]
fn what_is_wrong_goes_to_stderr_and_the_rest_is_listed() {
    let place = Place::with_skills();
    place.write("skills/mute/SKILL.md", "---\nname: mute\n---\n");
    place.write(
        "skills/colon/SKILL.md",
        "---\nname: colon\ndescription: a: b\n---\n",
    );
    place.expect(
        LIST,
        0,
        "colon\ta: b\nnotes\tTakes notes.\npdf\tReads, fills and merges PDF files.\n",
        "WORK/skills/colon/SKILL.md:3:15: warning[yaml-unquoted-colon]: \
         The value of `description` has a colon in it and is not quoted.\n  \
         hint: description: \"a: b\"\n\
         WORK/skills/mute/SKILL.md: error[description-missing]: \
         There is no `description`, so a model could not choose the skill.\n  \
         hint: Say in a `description: ` line what the skill does and when to use it.\n",
    );
}

#[test]
fn the_first_root_counts() {
    let place = Place::with_skills();
    place.write(
        "mine/notes/SKILL.md",
        "---\nname: notes\ndescription: My own notes.\n---\n",
    );
    place.expect(
        &["--root", "mine", "list", "--root", "skills"],
        0,
        "notes\tMy own notes.\npdf\tReads, fills and merges PDF files.\n",
        "WORK/skills/notes/SKILL.md: warning[name-shadowed]: \
         The skill is hidden: `notes` is also the name of the skill in WORK/mine/notes.\n  \
         hint: Rename one of the two, or remove it.\n",
    );
}

#[test]
fn a_root_without_skills_is_no_failure() {
    let place = Place::new();
    place.write("empty/readme.txt", "");
    let root = &["--root", "empty", "list"];
    place.expect(root, 0, "", "note: no skills in WORK/empty\n");
}

#[test]
fn a_root_may_be_a_skill() {
    Place::with_skills().expect(
        &["--root", "skills/notes", "list"],
        0,
        "notes\tTakes notes.\n",
        "",
    );
}

#[test]
fn a_scan_that_stops_says_so() {
    let place = Place::new();
    for root in ["one", "two"] {
        let skill = format!("---\nname: {root}\ndescription: In {root}.\n---\n");
        place.write(&format!("{root}/{root}/SKILL.md"), skill);
    }
    place.write("limits.yaml", "limits: {scan_entries: 1}\n");
    place.expect(
        &[
            "--config",
            "limits.yaml",
            "--root",
            "one",
            "--root",
            "two",
            "list",
        ],
        0,
        "one\tIn one.\n",
        "WORK/two: error[scan-limit]: The scan stopped after 1 directory entries.\n  \
         hint: Mount only the directories with skills, or raise `limits.scan_entries`.\n\
         note: there may be more skills than are listed here\n",
    );
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let place = Place::with_skills();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let run = place.finish(place.command(LIST).stdout(writer));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
}
