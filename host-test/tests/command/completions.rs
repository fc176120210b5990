//! What a shell offers with the script of `agent-skills completions`.

use std::process::Command;

use crate::support::Place;

/// What bash offers after these words, the last of them begun.
fn offered(place: &Place, words: &[&str]) -> Vec<String> {
    let script = r#"
        source ./script
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        compopt() { :; }
        _agent__skills agent-skills "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let output = Command::new("bash")
        .args(["-c", script, "bash", "agent-skills"])
        .args(words)
        .current_dir(place.work())
        .output()
        .expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    let offered = String::from_utf8(output.stdout).expect("UTF-8");
    offered.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let place = Place::with_skills();
    place.write("script", place.bytes(&["completions", "bash"]));
    let cases: &[(&[&str], &[&str])] = &[
        (&["exp"], &["explain"]),
        (&["tools", "--sch"], &["--schema"]),
        (
            &["tools", "--schema", ""],
            &["json-schema", "openai", "anthropic", "gemini", "mcp"],
        ),
        (&["prompt", "--bu"], &["--budget"]),
        (
            &["list", "--dialect", "l"],
            &["lightspeed", "lightspeed-shipped", "lovia"],
        ),
        (&["--dialect", "d"], &["deepseek"]),
        (&["check", "--format", "s"], &["sarif"]),
        (&["completions", "z"], &["zsh"]),
        (&["help", "comp"], &["component", "completions"]),
        // No file stands for these; what is there of the word stays.
        (&["call", "--conversation", "s"], &["s"]),
        (&["read", "--offset", "s"], &["s"]),
        (&["read", "--limit", "s"], &["s"]),
        (&["prompt", "--budget", "s"], &["s"]),
        (&["list", "--config", "s"], &["script", "skills"]),
    ];
    for (words, expected) in cases {
        let mut offered = offered(&place, words);
        let mut expected: Vec<String> = expected.iter().map(|&word| word.to_owned()).collect();
        offered.sort();
        expected.sort();
        assert_eq!(offered, expected, "{words:?}");
    }
}
