//! What a terminal gets.

use crate::support::{Place, terminal};

/// Steers a terminal in each of the ways that there are, or hides text.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{e0041}\u{8}";

fn hostile() -> Place {
    let place = Place::new();
    place.write(
        "s/evil/SKILL.md",
        format!("---\nname: \"evil{HOSTILE}\"\ndescription: \"Bad{HOSTILE}\"\nlicense: 1\n---\nBody{HOSTILE}\r\nend"),
    );
    place.write(&format!("s/evil/{HOSTILE}.md"), HOSTILE);
    place.write(
        &format!("s/x{HOSTILE}/SKILL.md"),
        format!("---\nname: {HOSTILE}\n---\n"),
    );
    place
}

fn run(place: &Place, columns: u16, arguments: &[&str]) -> String {
    terminal::run(place.command(arguments).env("NO_COLOR", "1"), columns)
        .replace(&place.work().display().to_string(), "WORK")
}

#[test]
fn nothing_that_steers_a_terminal_reaches_one() {
    let place = hostile();
    let file = format!("{HOSTILE}.md");
    let cases: &[&[&str]] = &[
        &["list"],
        &["list", "--json"],
        &["activate", "evil"],
        &["activate", "evil", "--json"],
        &["activate", HOSTILE],
        &["activate", HOSTILE, "--json"],
        &["read", "evil", &file],
        &["read", "evil", &file, "--json"],
        &["read", "evil", HOSTILE],
        &["files", "evil"],
        &["files", "evil", "--json"],
        &["prompt"],
        &["tools"],
        &["call", "activate_skill", r#"{"name":"evil"}"#],
        &["call", HOSTILE, HOSTILE],
        &["--config", HOSTILE, "list"],
        &["--dialect", HOSTILE, "list"],
        &["--root", HOSTILE, "list"],
        &["component", "--output", &format!("missing/{HOSTILE}")],
        &[HOSTILE],
        &["list", &format!("--{HOSTILE}")],
        &["completions", HOSTILE],
    ];
    for arguments in cases {
        let arguments = [&["--root", "s"], *arguments].concat();
        let received = run(&place, 80, &arguments);
        assert!(!received.is_empty(), "{arguments:?}");
        let steering: String = received
            .chars()
            .filter(|&c| (c.is_control() && c != '\n') || HOSTILE.contains(c) && !c.is_ascii())
            .collect();
        assert_eq!(steering, "", "{arguments:?}: {received:?}");
    }
}

#[test]
fn descriptions_are_wrapped_to_the_width() {
    let place = Place::with_skills();
    place.write(
        "skills/changelog/SKILL.md",
        "---\nname: changelog\ndescription: 変更履歴を書きます。コミットを読み、利用者に分かる言葉で変更点をまとめます。\n---\n",
    );
    let list = &["--root", "skills", "list"];
    assert_eq!(
        run(&place, 60, list),
        "changelog  変更履歴を書きます。コミットを読み、利用者に分か\n\
         \x20          る言葉で変更点をまとめます。\n\
         notes      Takes notes.\n\
         pdf        Reads, fills and merges PDF files.\n"
    );
    assert_eq!(
        run(&place, 24, list),
        "changelog\n  \
           変更履歴を書きます。コ\n  \
           ミットを読み、利用者に\n  \
           分かる言葉で変更点をま\n  \
           とめます。\n\
         notes\n  \
           Takes notes.\n\
         pdf\n  \
           Reads, fills and\n  \
           merges PDF files.\n"
    );
    // Narrower than a terminal can be of use, but it must not go wrong.
    run(&place, 1, list);
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let place = Place::with_skills();
    place.write(
        "skills/colon/SKILL.md",
        "---\nname: colon\ndescription: a: b\n---\n",
    );
    let mut command = place.command(&["--root", "skills", "list"]);
    let received = terminal::run(&mut command, 80);
    assert_eq!(
        received.replace(&place.work().display().to_string(), "WORK"),
        "\u{1b}[1mcolon\u{1b}[0m  a: b\n\
         \u{1b}[1mnotes\u{1b}[0m  Takes notes.\n\
         \u{1b}[1mpdf\u{1b}[0m    Reads, fills and merges PDF files.\n\
         WORK/skills/colon/SKILL.md:3:15: \
         \u{1b}[1m\u{1b}[33mwarning[yaml-unquoted-colon]\u{1b}[0m: \
         The value of `description` has a colon in it and is not quoted.\n  \
         hint: description: \"a: b\"\n"
    );
}

#[test]
fn bodies_end_with_one_line_end() {
    for body in ["one line", "one line\n", "one line\r\n"] {
        let place = Place::new();
        let skill = format!("---\nname: a\ndescription: A.\n---\n{body}");
        place.write("s/a/SKILL.md", skill);
        let received = run(&place, 80, &["--root", "s", "activate", "a"]);
        assert_eq!(received, "one line\n", "{body:?}");
    }
}

#[test]
fn what_is_not_text_stays_off_terminals() {
    let place = Place::with_skills();
    assert_eq!(
        run(&place, 80, &["--root", "skills", "read", "pdf", "logo.png"]),
        "error: `logo.png` is not text (image/png, 10 bytes)\n  \
         hint: Send the output into a file: `agent-skills read … > FILE`.\n"
    );
    assert_eq!(
        run(&place, 80, &["component"]),
        "error: a component is binary and needs a file to go to\n  \
         hint: Name one with --output FILE.\n"
    );
}
