//! What cannot be meant is refused before anything is served.

use crate::support::{Skills, file};

#[test]
fn wrong_settings_end_the_run_with_one_sentence() {
    let skills = Skills::new();
    let wrong_key = file(&skills, "key.yaml", "host: [a]\n");
    let two_sources = file(&skills, "two.yaml", "tokens: [{env: A, file: b}]\n");
    let options = file(&skills, "options.yaml", "options: {dialect: none}\n");
    let other_root = file(
        &skills,
        "root.yaml",
        "tokens: [{token: a, options: {skills: {paths: [/x]}}}]\n",
    );
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let exposed =
        "error: A server that other machines can ask needs a token, or to be opened explicitly.";
    let http = "127.0.0.1:0";
    let cases: Vec<(Vec<String>, String)> = vec![
        (vec!["--http".into(), "0.0.0.0:0".into()], exposed.into()),
        (
            vec![
                "--http".into(),
                http.into(),
                "--host".into(),
                "skills.example.org".into(),
            ],
            exposed.into(),
        ),
        (
            vec![
                "--http".into(),
                http.into(),
                "--token-env".into(),
                "NONE".into(),
            ],
            "error: The variable NONE does not hold a token.".into(),
        ),
        (
            vec!["--settings".into(), path(&two_sources)],
            "error: A token is given by exactly one of `token`, `env` and `file`.".into(),
        ),
        (
            vec!["--settings".into(), path(&wrong_key)],
            format!(
                "error: cannot use the configuration `{}`: unknown field `host`, ",
                path(&wrong_key)
            ),
        ),
        (
            vec!["--settings".into(), path(&options)],
            "error: option `dialect` is not valid: ".into(),
        ),
        // What the command line says, as which lock is to hold, stays.
        (
            vec![
                "--dialect".into(),
                "lovia".into(),
                "--settings".into(),
                path(&options),
            ],
            "error: the option `dialect` is in the settings and is given by --dialect".into(),
        ),
        (
            vec!["--settings".into(), path(&other_root)],
            "error: the option `skills` is in the settings and is given by --root".into(),
        ),
        (
            vec!["--open".into()],
            "error: the following required arguments were not provided:".into(),
        ),
    ];
    for (arguments, expected) in cases {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = skills.command(&arguments).output().unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {messages}");
        assert!(messages.contains(&expected), "{arguments:?}: {messages}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn variables_set_a_server_up() {
    let skills = Skills::new();
    let mut command = skills.command(&["--http", "0.0.0.0:0"]);
    command
        .env("AGENT_SKILLS_MCP_TOKEN", "old,new")
        .env("AGENT_SKILLS_MCP_HOSTS", "skills.example.org,localhost")
        .env("AGENT_SKILLS_MCP_OPTIONS", r#"{"dialect": "lovia"}"#);
    let server = crate::support::HttpServer::start(command);
    let (status, answer) = server.ask(
        &["authorization: Bearer new"],
        "tools/list",
        serde_json::json!({}),
    );
    assert_eq!(
        (status, &answer["result"]["tools"][0]["name"]),
        (200, &"load_skill".into())
    );
}
