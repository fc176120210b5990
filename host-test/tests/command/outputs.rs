//! What needs no skills: `agent-skills inspect`, `component`, `completions` and
//! the help.

use std::fs;

use serde_json::Value;

use crate::support::Place;

#[test]
fn inspect_shows_that_the_component_can_only_read() {
    let place = Place::new();
    let run = place.run(&["inspect"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.starts_with(
            "imports\n  \
               wasi:clocks/wall-clock@0.2.4 (types only)\n  \
               wasi:filesystem/types@0.2.4\n    \
                 [method]descriptor.read\n    \
                 [method]descriptor.read-directory\n    \
                 [method]descriptor.stat-at\n    \
                 [method]descriptor.open-at\n    \
                 [method]descriptor.readlink-at\n    \
                 [method]descriptor.metadata-hash\n    \
                 [method]directory-entry-stream.read-directory-entry\n  \
               wasi:filesystem/preopens@0.2.4\n    \
                 get-directories\n\
             exports\n  \
               agent-skills:toolkit/types@0.1.0 (types only)\n  \
               agent-skills:toolkit/catalog@0.1.0\n    \
                 configure\n    \
                 list-skills\n"
        ),
        "{}",
        run.stdout
    );

    let json = place.bytes(&["inspect", "--json"]);
    let interfaces: Value = serde_json::from_slice(&json).unwrap();
    let names = |side: &str| -> Vec<String> {
        let interfaces = interfaces[side].as_array().unwrap();
        interfaces
            .iter()
            .map(|i| i["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        names("imports"),
        [
            "wasi:clocks/wall-clock@0.2.4",
            "wasi:filesystem/types@0.2.4",
            "wasi:filesystem/preopens@0.2.4"
        ]
    );
    assert_eq!(
        names("exports"),
        [
            "agent-skills:toolkit/types@0.1.0",
            "agent-skills:toolkit/catalog@0.1.0",
            "agent-skills:toolkit/tools@0.1.0"
        ]
    );
}

#[test]
fn the_component_is_the_library_s_own() {
    let place = Place::new();
    let component = agent_skills_sandbox::component_bytes();
    assert!(place.bytes(&["component"]) == component);

    let size = component.len();
    place.expect(
        &["component", "--output", "skills.wasm"],
        0,
        "",
        &format!("note: wrote {size} bytes to `skills.wasm`\n"),
    );
    assert!(fs::read(place.work().join("skills.wasm")).unwrap() == component);
    place.expect(
        &["component", "--output", "skills.wasm", "--json"],
        0,
        &format!("{{\"path\":\"skills.wasm\",\"size\":{size}}}\n"),
        "",
    );
    place.expect(
        &["component", "--output", "missing/skills.wasm"],
        1,
        "",
        "error: cannot write `missing/skills.wasm`: No such file or directory (os error 2)\n",
    );
}

#[cfg(unix)]
#[test]
fn a_file_is_replaced_as_a_whole() {
    use std::os::unix::fs::MetadataExt;

    let place = Place::new();
    place.write("real/skills.wasm", "old");
    place.link("real/skills.wasm", "skills.wasm");
    let old = fs::File::open(place.work().join("skills.wasm")).unwrap();
    let run = place.run(&["component", "--output", "skills.wasm"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    // Whoever has the old one open goes on reading the old one.
    assert_eq!(std::io::read_to_string(&old).unwrap(), "old");
    let new = place.work().join("real/skills.wasm");
    assert_ne!(
        fs::metadata(&new).unwrap().ino(),
        old.metadata().unwrap().ino()
    );
    assert!(fs::read(&new).unwrap() == agent_skills_sandbox::component_bytes());
    let files = fs::read_dir(place.work().join("real")).unwrap();
    assert_eq!(files.count(), 1);

    // A file of 64 KiB at most can be written: the old one stays.
    place.write("real/skills.wasm", "old");
    let mut limited = std::process::Command::new("bash");
    limited
        .args([
            "-c",
            "ulimit -f 64; trap '' XFSZ; exec \"$0\" component --output skills.wasm",
        ])
        .arg(env!("CARGO_BIN_EXE_agent-skills"))
        .current_dir(place.work());
    let run = place.finish(&mut limited);
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (
            1,
            "error: cannot write `skills.wasm`: File too large (os error 27)\n"
        )
    );
    assert_eq!(fs::read_to_string(new).unwrap(), "old");
    let files = fs::read_dir(place.work().join("real")).unwrap();
    assert_eq!(files.count(), 1);
}

/// `WASMTIME_BACKTRACE_DETAILS` once kept the engine from taking the component.
#[test]
fn the_environment_changes_nothing() {
    let place = Place::with_skills();
    for (name, value) in [("WASMTIME_BACKTRACE_DETAILS", "1"), ("RUST_BACKTRACE", "1")] {
        let mut command = place.command(&["--root", "skills/notes", "list"]);
        let run = place.finish(command.env(name, value));
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
        assert_eq!(run.stdout, "notes\tTakes notes.\n", "{name}");
    }
}

/// An instance reserves more addresses than it uses.
#[cfg(target_os = "linux")]
#[test]
fn a_process_without_room_is_no_fault_of_a_skill() {
    let place = Place::with_skills();
    let mut limited = std::process::Command::new("bash");
    limited
        .args(["-c", "ulimit -v 4000000; exec \"$0\" --root skills list"])
        .arg(env!("CARGO_BIN_EXE_agent-skills"))
        .current_dir(place.work());
    let run = place.finish(&mut limited);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_eq!(
        run.stderr,
        "error: the operating system has no room for an instance: \
         Cannot allocate memory (os error 12)\n  \
         hint: Raise the limits of the process, such as `ulimit -v`: \
         an instance reserves some 4 GiB of addresses, though it uses little of it.\n"
    );
}

#[test]
fn shells_get_their_completions() {
    let place = Place::new();
    for (shell, expected) in [
        ("bash", "_agent__skills()"),
        ("elvish", "set edit:completion:arg-completer[agent-skills]"),
        ("fish", "complete -c agent-skills"),
        ("powershell", "Register-ArgumentCompleter"),
        ("zsh", "#compdef agent-skills"),
    ] {
        let run = place.run(&["completions", shell]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains(expected), "{}", run.stdout);

        let json: Value =
            serde_json::from_slice(&place.bytes(&["--json", "completions", shell])).unwrap();
        assert_eq!(json["shell"], shell);
        assert_eq!(json["script"], run.stdout);
    }
}

#[test]
fn nothing_at_all_gets_the_help() {
    let place = Place::new();
    let help = place.run(&[]);
    assert_eq!((help.status, help.stderr.as_str()), (0, ""));
    assert_eq!(help.stdout, include_str!("help.txt"));
}

/// What a killed run left is no hindrance, and a file keeps who may read it.
#[cfg(unix)]
#[test]
fn a_file_is_replaced_beside_what_was_left() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::with_skills();
    let file = place.work().join("skills.lock");
    place.write("skills.lock", "old");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    // The number of the process is that of the shell.
    let mut command = std::process::Command::new("bash");
    command
        .args([
            "-c",
            "touch \"skills.lock.$$-0.tmp\"; exec \"$0\" --root skills lock --output skills.lock",
        ])
        .arg(env!("CARGO_BIN_EXE_agent-skills"))
        .current_dir(place.work());
    let run = place.finish(&mut command);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(fs::read_to_string(&file).unwrap().starts_with("{\n"));
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );

    // A link to nothing yet is no file to put another in its place.
    place.link("later.json", "link.json");
    place.bytes(&["--root", "skills", "lock", "--output", "link.json"]);
    assert!(fs::read_link(place.work().join("link.json")).is_ok());
    assert!(place.work().join("later.json").is_file());
}

/// Whoever reads only the first lines learns from the status what the rest says.
#[cfg(unix)]
#[test]
fn a_bad_verdict_counts_also_for_a_reader_that_has_gone() {
    let place = Place::new();
    for number in 0..2000 {
        place.write(
            &format!("skills/bad-{number}/SKILL.md"),
            "---\nname: x\n---\n",
        );
    }
    let mut command = std::process::Command::new("bash");
    command
        .args([
            "-c",
            "\"$0\" check skills 2>/dev/null | head -1 >/dev/null; exit ${PIPESTATUS[0]}",
        ])
        .arg(env!("CARGO_BIN_EXE_agent-skills"))
        .current_dir(place.work());
    assert_eq!(place.finish(&mut command).status, 1);
}

#[test]
fn each_command_is_explained() {
    let place = Place::new();
    for command in [
        "list",
        "activate",
        "read",
        "files",
        "explain",
        "check",
        "prompt",
        "tools",
        "call",
        "inspect",
        "component",
        "completions",
    ] {
        let help = place.run(&[command, "--help"]);
        assert_eq!((help.status, help.stderr.as_str()), (0, ""), "{command}");
        let usage = format!("\nUsage: agent-skills {command} [OPTIONS]");
        assert!(help.stdout.contains(&usage), "{}", help.stdout);
        assert!(help.stdout.contains("--root <DIR>"), "{}", help.stdout);
    }
    let version = format!("agent-skills {}\n", env!("CARGO_PKG_VERSION"));
    place.expect(&["--version"], 0, &version, "");
}
