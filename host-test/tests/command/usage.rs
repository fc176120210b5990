//! Command lines that cannot be carried out.

use crate::support::Place;

#[test]
fn wrong_usage_gets_one_sentence_and_status_2() {
    let place = Place::with_skills();
    let cases: &[(&[&str], &str)] = &[
        (&["lst"], "unrecognized subcommand 'lst'"),
        (&["--rot", "x", "list"], "unexpected argument '--rot' found"),
        (
            &["--root"],
            "a value is required for '--root <DIR>' but none was supplied",
        ),
        (
            &["--json=yes", "list"],
            "unexpected value 'yes' for '--json' found; no more were expected",
        ),
        (&["list", "pdf"], "unexpected argument 'pdf' found"),
        (
            &["list", "--config", "a", "--config", "b"],
            "the argument '--config <FILE>' cannot be used multiple times",
        ),
        (
            &["activate"],
            "the following required arguments were not provided:\n  <NAME>",
        ),
        (&["activate", "a", "b"], "unexpected argument 'b' found"),
        (
            &["read", "pdf"],
            "the following required arguments were not provided:\n  <PATH>",
        ),
        (
            &["read", "pdf", "forms.md", "--limit", "0"],
            "invalid value '0' for '--limit <N>': 0 is not in 1..18446744073709551615",
        ),
        (
            &["read", "pdf", "forms.md", "--offset", "x"],
            "invalid value 'x' for '--offset <N>': invalid digit found in string",
        ),
        (
            &["tools", "--schema", "klingon"],
            "invalid value 'klingon' for '--schema <NAME>'\n  \
             [possible values: json-schema, openai, anthropic, gemini, mcp]",
        ),
        (
            &["call"],
            "the following required arguments were not provided:\n  <TOOL>",
        ),
        (
            &["completions", "tcsh"],
            "invalid value 'tcsh' for '<SHELL>'\n  \
             [possible values: bash, elvish, fish, powershell, zsh]",
        ),
        (
            &["--root", "skills"],
            "'agent-skills' requires a subcommand but one was not provided\n  \
             [subcommands: list, activate, read, files, explain, check, lock, verify, prompt, \
             tools, call, mcp, inspect, component, completions, help]",
        ),
    ];
    for (arguments, sentence) in cases {
        let run = place.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        let first = run.stderr.split("\n\n").next();
        assert_eq!(
            first.and_then(|first| first.strip_prefix("error: ")),
            Some(*sentence),
            "{arguments:?}"
        );
    }
}

#[test]
fn with_json_it_is_a_document() {
    let place = Place::new();
    let help = "Run `agent-skills --help` to see the usage.";
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["--json", "lst"],
            "unrecognized subcommand 'lst'",
            "a similar subcommand exists: 'list'",
        ),
        (
            &["activate", "--json"],
            "the following required arguments were not provided: <NAME>",
            help,
        ),
        (
            &["component", "--json"],
            "a component is binary and needs a file to go to",
            "Name one with --output FILE.",
        ),
        (
            &["--json", "tools", "--schema", "openapi"],
            "invalid value 'openapi' for '--schema <NAME>' \
             [possible values: json-schema, openai, anthropic, gemini, mcp]",
            "a similar value exists: 'openai'",
        ),
        // Nothing looks like it.
        (
            &["--json", "tools", "--schema", "nope"],
            "invalid value 'nope' for '--schema <NAME>' \
             [possible values: json-schema, openai, anthropic, gemini, mcp]",
            help,
        ),
    ];
    for (arguments, message, hint) in cases {
        let document =
            format!(r#"{{"error":{{"code":"usage","message":"{message}","hint":"{hint}","#)
                + r#""available":[],"nearest":[]}}"#
                + "\n";
        place.expect(arguments, 2, &document, "");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let place = Place::new();
    let mut command = place.command(&["activate"]);
    let run = place.finish(command.arg(OsStr::from_bytes(b"\xff")));
    assert_eq!(run.status, 2);
    assert_eq!(
        run.stderr.lines().next(),
        Some("error: invalid UTF-8 was detected in one or more arguments")
    );
}

/// A device that takes nothing.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let place = Place::with_skills();
    for format in [&[][..], &["--json"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let arguments = [&["--root", "skills", "list"], format].concat();
        let run = place.finish(place.command(&arguments).stdout(full));
        assert_eq!(run.status, 1);
        assert_eq!(
            run.stderr,
            "error: cannot write the output: No space left on device (os error 28)\n"
        );
    }
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["--json", "list", "--help"],
    ] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let run = place.finish(place.command(arguments).stdout(full));
        assert_eq!(run.status, 1);
        assert_eq!(
            run.stderr,
            "error: cannot write the output: No space left on device (os error 28)\n"
        );
    }
}
