//! `agent-skills activate` and `agent-skills read`.

use crate::support::Place;

#[test]
fn a_pipe_gets_exactly_the_body() {
    let place = Place::with_skills();
    let hostile = "\u{1b}[2J\r\nno line end";
    place.write(
        "skills/raw/SKILL.md",
        format!("---\nname: raw\ndescription: Raw.\n---\n{hostile}"),
    );
    place.expect(
        &["--root", "skills", "activate", "pdf"],
        0,
        "# PDF\n\nSee `forms.md`.\n",
        "",
    );
    place.expect(&["--root", "skills", "activate", "raw"], 0, hostile, "");
}

#[test]
fn a_body_too_long_for_one_activation_is_printed_whole() {
    let place = Place::new();
    let body: String = (0..30_000)
        .map(|line| format!("Zeile {line}: übrig\n"))
        .collect();
    place.write(
        "skills/long/SKILL.md",
        format!("---\nname: long\ndescription: Long.\n---\n{body}"),
    );
    let printed = place.bytes(&["--root", "skills", "activate", "long"]);
    assert!(printed == body.as_bytes());

    let json = place.bytes(&["--json", "--root", "skills", "activate", "long"]);
    let activation: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(activation["total_chars"], body.chars().count());
    assert_eq!(activation["body"].as_str().unwrap().chars().count(), 99_996);
    assert!(activation["next_offset"].is_u64());
}

#[test]
fn json_is_the_activation() {
    Place::with_skills().expect(
        &["--root", "skills", "--json", "activate", "pdf"],
        0,
        concat!(
            r##"{"name":"pdf","directory":"WORK/skills/pdf","body":"# PDF\n\nSee `forms.md`.\n","##,
            r#""files":["forms.md","logo.png"],"files_complete":true,"#,
            r#""digest":"sha256:b8c3bdbf472489d14f0fc0378c07035fc75e4144af5124d83bb817b8be031944","total_chars":23,"next_offset":null}"#,
            "\n"
        ),
        "",
    );
}

#[test]
fn an_unknown_skill_is_refused() {
    let place = Place::with_skills();
    place.expect(
        &["--root", "skills", "activate", "pdg"],
        1,
        "",
        "error: there is no skill named `pdg`\n  hint: Did you mean `pdf`?\n",
    );
    place.expect(
        &["--root", "skills", "--json", "activate", "pdg"],
        1,
        concat!(
            r#"{"error":{"code":"unknown-skill","message":"there is no skill named `pdg`","#,
            r#""hint":"Did you mean `pdf`?","available":["notes","pdf"],"nearest":["pdf"]}}"#,
            "\n"
        ),
        "",
    );
}

#[test]
fn a_skill_that_could_not_be_loaded_is_pointed_to() {
    let place = Place::with_skills();
    place.write("skills/mute/SKILL.md", "---\nname: mute\n---\n");
    for command in ["activate", "files"] {
        place.expect(
            &["--root", "skills", command, "mute"],
            1,
            "",
            "note: 1 error about skills; `agent-skills list` shows them\n\
             error: there is no skill named `mute`\n  \
             hint: Available skills: notes, pdf.\n",
        );
    }
}

#[test]
fn files_are_read_byte_for_byte() {
    let place = Place::with_skills();
    // No page ends where a character does.
    let text = format!("a{}", "ü€".repeat(200_000));
    let binary: Vec<u8> = (0..700_000_u32)
        .map(|n| n.to_le_bytes()[n as usize % 3])
        .collect();
    place.write("skills/pdf/long.txt", &text);
    place.write("skills/pdf/long.bin", &binary);
    for (path, expected) in [
        ("forms.md", b"Fields first.\n".as_slice()),
        ("logo.png", b"\x89PNG\r\n\x1a\n\0\xff"),
        ("long.txt", text.as_bytes()),
        ("long.bin", &binary),
    ] {
        let printed = place.bytes(&["--root", "skills", "read", "pdf", path]);
        assert!(printed == expected, "{path}");
    }
}

#[test]
fn a_stretch_is_in_bytes() {
    let place = Place::with_skills();
    place.write("skills/pdf/umlauts.txt", "aüöx");
    let cases: &[(&[&str], &str)] = &[
        (&["--offset", "7", "forms.md"], "first.\n"),
        (&["--offset", "7", "--limit", "5", "forms.md"], "first"),
        (&["--limit", "6", "forms.md"], "Fields"),
        (&["--offset", "99", "forms.md"], ""),
        // `ü` is two bytes long, and begins at the second.
        (&["--limit", "2", "umlauts.txt"], "a"),
        (&["--limit", "3", "umlauts.txt"], "aü"),
        (&["--offset", "1", "--limit", "1", "umlauts.txt"], "ü"),
        (&["--offset", "2", "umlauts.txt"], "üöx"),
    ];
    for (arguments, expected) in cases {
        let arguments = [&["--root", "skills", "read", "pdf"], *arguments].concat();
        place.expect(&arguments, 0, expected, "");
    }
}

#[test]
fn json_is_one_record_with_all_pages() {
    let place = Place::with_skills();
    place.expect(
        &[
            "--root", "skills", "--json", "read", "pdf", "forms.md", "--limit", "6",
        ],
        0,
        concat!(
            r#"{"skill":"pdf","path":"forms.md","media_type":"text/markdown","encoding":"utf-8","#,
            r#""content":"Fields","offset":0,"size":14,"next_offset":6}"#,
            "\n"
        ),
        "",
    );
    place.expect(
        &["--root", "skills", "--json", "read", "pdf", "logo.png"],
        0,
        concat!(
            r#"{"skill":"pdf","path":"logo.png","media_type":"image/png","encoding":"base64","#,
            r#""content":"iVBORw0KGgoA/w==","offset":0,"size":10,"next_offset":null}"#,
            "\n"
        ),
        "",
    );

    // No page ends where a character or a group of base64 does.
    let text = format!("a{}\"\\\n\u{1}", "ü€".repeat(200_000));
    place.write("skills/pdf/long.txt", &text);
    let json = place.bytes(&["--root", "skills", "--json", "read", "pdf", "long.txt"]);
    let content: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert!(content["content"] == text.as_str());
    assert_eq!(content["size"], text.len());

    let mut half_text = "x".repeat(300_000).into_bytes();
    half_text.extend([0xff; 10]);
    place.write("skills/pdf/half.dat", &half_text);
    let json = place.bytes(&["--root", "skills", "--json", "read", "pdf", "half.dat"]);
    let content: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(content["encoding"], "base64");
    assert_eq!(content["content"].as_str().unwrap().len(), 400_016);
    assert_eq!(content["next_offset"], serde_json::Value::Null);
}

#[test]
fn paths_that_lead_nowhere_or_out_are_refused() {
    let place = Place::with_skills();
    let cases = [
        (
            "form.md",
            "error: the skill has no file `form.md`\n  hint: Did you mean `forms.md`?\n",
        ),
        (
            "../notes/SKILL.md",
            "error: path `../notes/SKILL.md` is not valid: it has a `..` in it\n  \
             hint: Use a relative path from the skill's list of files.\n",
        ),
        (
            "/etc/passwd",
            "error: path `/etc/passwd` is not valid: it is absolute\n  \
             hint: Use a relative path from the skill's list of files.\n",
        ),
    ];
    for (path, stderr) in cases {
        place.expect(&["--root", "skills", "read", "pdf", path], 1, "", stderr);
    }
    place.expect(
        &[
            "--root",
            "skills",
            "--json",
            "read",
            "pdf",
            "../notes/SKILL.md",
        ],
        1,
        concat!(
            r#"{"error":{"code":"invalid-path","#,
            r#""message":"path `../notes/SKILL.md` is not valid: it has a `..` in it","#,
            r#""hint":"Use a relative path from the skill's list of files.","#,
            r#""available":[],"nearest":[]}}"#,
            "\n"
        ),
        "",
    );
}

/// Of a file that is replaced all the time, one version is printed or none.
#[test]
fn instructions_are_of_one_version() {
    let place = Place::new();
    let file = place.work().join("skills/demo/SKILL.md");
    let version = |letter: &str| {
        let body = format!("{}\n", letter.repeat(99)).repeat(3000);
        format!("---\nname: demo\ndescription: d\n---\n{body}")
    };
    place.write("skills/demo/SKILL.md", version("A"));
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let runs = std::thread::scope(|scope| {
        scope.spawn(|| {
            for letter in ["B", "A"].into_iter().cycle() {
                if is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    return;
                }
                place.write("next", version(letter));
                std::fs::rename(place.work().join("next"), &file).expect("both are there");
            }
        });
        let runs: Vec<_> = (0..20)
            .map(|_| place.run(&["--root", "skills", "activate", "demo"]))
            .collect();
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        runs
    });
    let whole = ["A", "B"].map(|letter| format!("{}\n", letter.repeat(99)).repeat(3000));
    assert!(runs.iter().any(|run| run.status == 0));
    for run in runs.iter().filter(|run| run.status == 0) {
        assert!(whole.contains(&run.stdout), "{}", run.stderr);
    }
}
