//! What a model gets: `agent-skills prompt`, `tools` and `call`.

use serde_json::Value;

use crate::support::Place;

#[test]
fn the_prompt_has_instructions_and_the_catalog() {
    let place = Place::with_skills();
    let run = place.run(&["--root", "skills", "prompt"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("# Skills\n\n"), "{}", run.stdout);
    assert!(
        run.stdout.ends_with(
            "\n\n\
             <available_skills>\n  \
               <skill>\n    \
                 <name>notes</name>\n    \
                 <description>Takes notes.</description>\n  \
               </skill>\n  \
               <skill>\n    \
                 <name>pdf</name>\n    \
                 <description>Reads, fills and merges PDF files.</description>\n  \
               </skill>\n\
             </available_skills>\n"
        ),
        "{}",
        run.stdout
    );

    let json = place.bytes(&["--root", "skills", "--json", "prompt"]);
    let prompt: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(
        format!("{}\n", prompt["text"].as_str().unwrap()),
        run.stdout
    );
    assert_eq!(prompt["shown"], 2);
    assert_eq!(prompt["shortened"], 0);
    assert_eq!(prompt["omitted"], 0);
}

#[test]
fn a_prompt_keeps_to_its_budget() {
    let place = Place::with_skills();
    let root = ["--root", "skills", "--json", "prompt"];
    let prompt = |budget: &[&str]| -> Value {
        serde_json::from_slice(&place.bytes(&[&root, budget].concat())).unwrap()
    };
    let length = |prompt: &Value| prompt["text"].as_str().unwrap().chars().count();
    let whole = length(&prompt(&[]));
    let budget = whole - 20;
    let fitted = prompt(&["--budget", &budget.to_string()]);
    assert!(length(&fitted) <= budget, "{fitted}");
    assert_eq!(
        (&fitted["shown"], &fitted["shortened"]),
        (&2.into(), &2.into())
    );

    place.expect(
        &["--root", "skills", "prompt", "--budget", "10"],
        0,
        "",
        "note: the budget has no room for any skill\n",
    );
}

#[test]
fn a_dialect_with_a_catalog_alone_has_no_empty_lines_before_it() {
    let place = Place::with_skills();
    let run = place.run(&["--root", "skills", "--dialect", "deepseek", "prompt"]);
    assert!(
        run.stdout.starts_with("<system-reminder>\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.ends_with("</system-reminder>\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn without_skills_a_model_is_told_nothing() {
    let place = Place::new();
    place.write("empty/readme.txt", "");
    place.expect(&["--root", "empty", "prompt"], 0, "", "");
    place.expect(&["--root", "empty", "tools"], 0, "[]\n", "");
    place.expect(
        &["--root", "empty", "--json", "prompt"],
        0,
        "{\"text\":\"\",\"shown\":0,\"shortened\":0,\"omitted\":0}\n",
        "",
    );
}

#[test]
fn skills_that_a_model_will_miss_are_counted() {
    let place = Place::with_skills();
    place.write("skills/mute/SKILL.md", "---\nname: mute\n---\n");
    for command in ["prompt", "tools"] {
        let run = place.run(&["--root", "skills", command]);
        assert_eq!(run.status, 0);
        assert_eq!(
            run.stderr,
            "note: 1 error about skills; `agent-skills list` shows them\n"
        );
    }
}

#[test]
fn tools_come_in_the_shapes_of_vendors() {
    let place = Place::with_skills();
    let cases = [
        (&[][..], "/parameters/properties/name/enum"),
        (
            &["--schema", "openai"],
            "/function/parameters/properties/name/enum",
        ),
        (
            &["--schema", "anthropic"],
            "/input_schema/properties/name/enum",
        ),
        (&["--schema", "gemini"], "/parameters/properties/name/enum"),
        (&["--schema", "mcp"], "/inputSchema/properties/name/enum"),
    ];
    for (schema, pointer) in cases {
        let arguments = [&["--root", "skills", "tools"], schema].concat();
        let indented = place.run(&arguments).stdout;
        assert!(indented.starts_with("[\n  {\n"), "{indented}");
        let tools: Value = serde_json::from_str(&indented).unwrap();
        let names = tools[1].pointer(pointer);
        assert_eq!(
            names,
            Some(&serde_json::json!(["notes", "pdf"])),
            "{schema:?}"
        );

        let compact = place
            .run(&[arguments.as_slice(), &["--json"]].concat())
            .stdout;
        assert_eq!(compact.lines().count(), 1);
        assert_eq!(serde_json::from_str::<Value>(&compact).unwrap(), tools);
    }
}

#[test]
fn a_call_prints_what_the_model_gets() {
    let place = Place::with_skills();
    place.expect(
        &[
            "--root",
            "skills",
            "call",
            "load_skill_resource",
            r#"{"skill_name":"pdf","path":"forms.md"}"#,
        ],
        0,
        "<skill_resource skill=\"pdf\" path=\"forms.md\">\nFields first.\n\n</skill_resource>",
        "",
    );
    place.expect(
        &[
            "--root",
            "skills",
            "--json",
            "call",
            "load_skill_resource",
            r#"{"skill_name":"pdf","path":"forms.md"}"#,
        ],
        0,
        concat!(
            r#"{"text":"<skill_resource skill=\"pdf\" path=\"forms.md\">\nFields first.\n\n"#,
            r#"</skill_resource>","is_error":false,"value":{"skill":"pdf","path":"forms.md","#,
            r#""media_type":"text/markdown","encoding":"utf-8","content":"Fields first.\n","#,
            r#""offset":0,"size":14,"next_offset":null}}"#,
            "\n"
        ),
        "",
    );
    let listed = place.run(&["--root", "skills", "call", "list_skills"]);
    assert_eq!(listed.status, 0);
    assert!(listed.stdout.starts_with("<available_skills>\n"));
    let with_conversation = place.run(&[
        "--root",
        "skills",
        "call",
        "--conversation",
        "c1",
        "activate_skill",
        r#"{"name":"pdf"}"#,
    ]);
    assert!(
        with_conversation
            .stdout
            .starts_with("<skill_content name=\"pdf\"")
    );
}

#[test]
fn a_call_that_fails_is_told_to_the_model_and_in_the_status() {
    let place = Place::with_skills();
    let cases = [
        (
            ["activate_skill", r#"{"name":"pdg"}"#],
            "<error>there is no skill named `pdg`. Did you mean `pdf`?</error>",
        ),
        (
            ["activate_skill", "name=pdf"],
            "<error>the arguments of activate_skill are not JSON: \
             expected ident at line 1 column 2</error>",
        ),
        (
            ["activate_skill", "[]"],
            "<error>the arguments of activate_skill must be one JSON object</error>",
        ),
        (
            ["activate_skill", "{}"],
            "<error>activate_skill needs the argument `name`</error>",
        ),
        (
            ["pdf", "{}"],
            "<error>`pdf` is a skill, not a tool. Call activate_skill with {&quot;name&quot;:&quot;pdf&quot;}</error>",
        ),
        (
            ["format_disk", "{}"],
            "<error>there is no tool `format_disk`. The tools are list_skills, activate_skill, load_skill_resource</error>",
        ),
    ];
    for (call, expected) in cases {
        let arguments = [&["--root", "skills", "call"], &call[..]].concat();
        place.expect(&arguments, 1, expected, "");
    }
    place.expect(
        &["--json", "--root", "skills", "call", "activate_skill", "{}"],
        1,
        concat!(
            r#"{"text":"<error>activate_skill needs the argument `name`</error>","#,
            r#""is_error":true,"value":{"error":{"code":"other","#,
            r#""message":"activate_skill needs the argument `name`","hint":null,"#,
            r#""available":[],"nearest":[]}}}"#,
            "\n"
        ),
        "",
    );
}
