//! Where skills come from when nobody says where.

use std::fs;

use crate::support::Place;

fn skill(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n")
}

/// A repository with skills at its root, in a directory below it, above it and
/// in the home.
fn place() -> Place {
    let place = Place::new();
    place.write(
        ".agents/skills/above/SKILL.md",
        skill("above", "Above the repository."),
    );
    place.write("repository/.git/HEAD", "");
    place.write(
        "repository/.claude/skills/shared/SKILL.md",
        skill("shared", "Of the repository."),
    );
    place.write(
        "repository/crate/.agents/skills/shared/SKILL.md",
        skill("shared", "Of the crate."),
    );
    place.write(
        "repository/crate/.claude/skills/other/SKILL.md",
        skill("other", "Other."),
    );
    place.write_at_home(".claude/skills/mine/SKILL.md", skill("mine", "Mine."));
    place
}

#[test]
fn the_nearest_counts_and_the_search_ends_at_the_repository() {
    let place = place();
    let mut command = place.command(&["list"]);
    let run = place.finish(command.current_dir(place.work().join("repository/crate")));
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stdout,
        "mine\tMine.\nother\tOther.\nshared\tOf the crate.\n"
    );
    assert_eq!(
        run.stderr,
        "note: skills from WORK/repository/crate/.agents/skills, \
         WORK/repository/crate/.claude/skills, WORK/repository/.claude/skills, \
         HOME/.claude/skills\n\
         WORK/repository/.claude/skills/shared/SKILL.md: warning[name-shadowed]: The skill is \
         hidden: `shared` is also the name of the skill in \
         WORK/repository/crate/.agents/skills/shared.\n  \
         hint: Rename one of the two, or remove it.\n"
    );
}

#[test]
fn outside_of_a_repository_nothing_above_is_looked_at() {
    let place = place();
    fs::create_dir(place.work().join("elsewhere")).unwrap();
    let mut command = place.command(&["list"]);
    let run = place.finish(command.current_dir(place.work().join("elsewhere")));
    assert_eq!(run.stdout, "mine\tMine.\n");
    assert_eq!(run.stderr, "note: skills from HOME/.claude/skills\n");
}

#[test]
fn finding_none_says_where_it_looked() {
    let place = Place::new();
    let note =
        "note: no .agents/skills or .claude/skills in WORK, HOME; name a directory with --root\n";
    place.expect(&["list"], 0, "", note);
    place.expect(
        &["activate", "pdf"],
        1,
        "",
        &format!(
            "{note}error: there is no skill named `pdf`\n  hint: There are no skills; \
             name a directory of skills with --root.\n"
        ),
    );
    place.expect(
        &["list", "--json"],
        0,
        concat!(
            r#"{"skills":[],"diagnostics":[],"shadowed":[],"complete":true,"#,
            r#""digest":"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}"#,
            "\n"
        ),
        note,
    );
}

#[cfg(unix)]
#[test]
fn a_place_that_is_a_link_to_another_is_taken_once() {
    let place = Place::new();
    place.write(".agents/skills/one/SKILL.md", skill("one", "One."));
    fs::create_dir(place.work().join(".claude")).unwrap();
    std::os::unix::fs::symlink("../.agents/skills", place.work().join(".claude/skills")).unwrap();
    place.expect(
        &["list"],
        0,
        "one\tOne.\n",
        "note: skills from WORK/.agents/skills\n",
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_directory_of_skills_is_told() {
    let place = Place::new();
    place.write(".agents/skills", "");
    place.link("/nowhere/at/all", ".claude/skills");
    place.write_at_home(".claude", "");
    place.expect(
        &["list"],
        0,
        "",
        "WORK/.agents/skills: error[root-not-directory]: It is not a directory.\n  \
         hint: Give a directory of skills, a skill or its SKILL.md.\n\
         WORK/.claude/skills: info[root-missing]: The link leads to nothing.\n  \
         hint: Point it at a directory with skills, or remove it.\n\
         note: there may be more skills than are listed here\n",
    );
}

/// Whoever wrote a repository does not choose what else of the machine counts.
#[cfg(unix)]
#[test]
fn a_place_that_leads_out_of_its_repository_is_left_out() {
    let place = Place::new();
    place.write("diary/private/SKILL.md", skill("private", "Mine."));
    place.write("repository/.git/HEAD", "");
    place.write("repository/within/one/SKILL.md", skill("one", "One."));
    place.link("../../diary", "repository/.agents/skills");
    place.link("../within", "repository/.claude/skills");
    // At home it is one's own choice.
    place.link("../../work/diary", "../home/.agents/skills");
    let mut command = place.command(&["list"]);
    let run = place.finish(command.current_dir(place.work().join("repository")));
    assert_eq!(
        run.stderr,
        "note: WORK/repository/.agents/skills leads out of WORK/repository and is left out; name \
         it with --root if it is to count\n\
         note: skills from WORK/repository/within, WORK/diary\n"
    );
    assert_eq!(run.stdout, "one\tOne.\nprivate\tMine.\n");
}

/// As in `/tmp`, where anybody may make a repository.
#[cfg(unix)]
#[test]
fn a_repository_that_anybody_can_write_to_is_none() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    place.write("open/.git/HEAD", "");
    place.write("open/.agents/skills/evil/SKILL.md", skill("evil", "Evil."));
    fs::create_dir(place.work().join("open/mine")).unwrap();
    let open = place.work().join("open");
    for (mode, stdout) in [(0o755, "evil\tEvil.\n"), (0o1777, "")] {
        fs::set_permissions(&open, fs::Permissions::from_mode(mode)).unwrap();
        let mut command = place.command(&["list"]);
        let run = place.finish(command.current_dir(open.join("mine")));
        assert_eq!(run.stdout, stdout, "{mode:o}: {}", run.stderr);
    }
}
