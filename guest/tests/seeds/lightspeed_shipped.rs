//! Lightspeed Core as it was shipped, rows S1-90 to S1-111.

use serde_json::json;

use crate::world::{World, skill};

const ECHO: &str =
    "---\nname: echo\ndescription: Echo back <the> input & more.\n---\n\nSay it again.\n";

fn echo() -> World {
    World::of(
        "lightspeed-shipped",
        &[
            ("echo/SKILL.md", ECHO),
            ("echo/references/guide.md", "# Guide\n"),
            ("echo/scripts/run.py", "print(1)\n"),
            ("echo/__pycache__/x.pyc", "x"),
            (
                "apple/SKILL.md",
                "---\nname: zebra\ndescription: Stripes.\n---\nRun.\n",
            ),
        ],
    )
}

rows! {
    fn tools_have_its_names_but_for_scripts(rows) proves "S1-90" {
        let mut world = echo();
        rows.is("S1-90", world.tool_names(), "list_skills load_skill read_skill_resource");
        let tools = world.tools("json-schema");
        rows.is("S1-90", tools[2]["parameters"]["required"].clone(), json!(["skill_name", "resource_name"]));
        rows.is("S1-90", tools[1]["parameters"]["properties"]["skill_name"].get("enum").is_none(), true);
    }

    fn the_list_is_a_json_object(rows) proves "S1-91" {
        let mut world = echo();
        rows.is("S1-91", world.text("list_skills", json!({})).as_str(),
            r#"{"zebra":"Stripes.","echo":"Echo back <the> input & more."}"#);
        rows.is("S1-91", World::of("lightspeed-shipped", &[]).text("list_skills", json!({})).as_str(), "{}");
    }

    fn a_skill_is_a_document_with_all_its_parts(rows) proves "S1-92" "S1-101" {
        let mut world = echo();
        world.write("echo/image.png", [0x89, 0xff]);
        rows.is("S1-92 S1-101", world.text("load_skill", json!({"skill_name": "echo"})).as_str(), "\
<skill>
<name>echo</name>
<description>Echo back <the> input & more.</description>
<uri>/skills/echo</uri>

<resources>
<resource name=\"references/guide.md\" />
</resources>

<scripts>
<script name=\"scripts/run.py\" />
</scripts>

<instructions>
Say it again.
</instructions>
</skill>
");
        rows.has("S1-92", world.text("load_skill", json!({"skill_name": "zebra"})),
            "<resources>\n<!-- No resources -->\n</resources>\n\n<scripts>\n<!-- No scripts -->\n</scripts>");
        rows.is("S1-101", world.text("read_skill_resource", json!({"skill_name": "echo", "resource_name": "references/guide.md"})).as_str(),
            "# Guide\n");
        for path in ["SKILL.md", "scripts/run.py", "image.png"] {
            rows.has("S1-101", world.text("read_skill_resource", json!({"skill_name": "echo", "resource_name": path})),
                &format!("Resource '{path}' not found in skill 'echo'. Available resources: ['references/guide.md']."));
        }
        world.register(&crate::world::inline("memo", "d")).unwrap();
        rows.has("S1-92", world.text("load_skill", json!({"skill_name": "memo"})), "<uri>N/A</uri>");
    }

    fn the_prompt_has_the_catalog(rows) proves "S1-93" {
        rows.is("S1-93", echo().toolkit.instructions().as_str(), "\
You have access to a collection of skills containing domain-specific knowledge and capabilities.
Each skill provides specialized instructions, resources, and scripts for specific tasks.

<available_skills>
<skill>
<name>echo</name>
<description>Echo back <the> input & more.</description>
<uri>/skills/echo</uri>
</skill>
<skill>
<name>zebra</name>
<description>Stripes.</description>
<uri>/skills/apple</uri>
</skill>
</available_skills>

When a task falls within a skill's domain:
1. Use `load_skill` first to read the complete skill instructions for that skill
2. Only after `load_skill` succeeds, follow the skill's guidance to complete the task
3. Call `read_skill_resource` or `run_skill_script` only for skills already loaded with `load_skill`
4. Never guess resource or script names; use the exact names listed by `load_skill`

Use progressive disclosure: load only what you need, when you need it.");
    }

    fn errors_say_what_there_is(rows) proves "S1-94" "S1-95" {
        let mut world = echo();
        rows.is("S1-94", world.text("load_skill", json!({"skill_name": "no"})).as_str(),
            "Skill 'no' not found. Available skills: echo, zebra. Call list_skills to see options and try again with an exact name.");
        rows.is("S1-94", world.text("read_skill_resource", json!({"skill_name": "no", "resource_name": "a"})).as_str(),
            "Skill 'no' not found. Available skills: echo, zebra. Call list_skills first and try again with an exact name.");
        rows.is("S1-94", World::of("lightspeed-shipped", &[]).text("load_skill", json!({"skill_name": "no"})).as_str(),
            "Skill 'no' not found. Available skills: none. Call list_skills to see options and try again with an exact name.");
        for path in ["none.md", "../apple/SKILL.md"] {
            rows.is("S1-95", world.text("read_skill_resource", json!({"skill_name": "echo", "resource_name": path})), format!(
                "Resource '{path}' not found in skill 'echo'. Available resources: ['references/guide.md']. Use the exact name from load_skill output."));
        }
    }

    fn what_the_design_refuses_is_passed_over(rows) proves "S1-96" "S1-100" {
        let mut world = World::new(&[
            ("bad/SKILL.md", "---\nname: bad\ndescription: a: b\n---\n"),
            ("list/SKILL.md", "---\n- a\n---\n"),
            ("plain/SKILL.md", "Only a body.\n"),
        ]);
        rows.is("S1-96", world.configure(json!({"dialect": "lightspeed-shipped", "skills": {"paths": ["/none", "/skills"]}})), Ok(()));
        rows.is("S1-96 S1-100", world.names(), "plain");
        rows.has("S1-96 S1-100", world.findings(), "Skipping invalid skill at /skills/bad/SKILL.md: Failed to parse YAML frontmatter: ");
        rows.has("S1-96 S1-100", world.findings(), "Skipping invalid skill at /skills/list/SKILL.md: YAML frontmatter must be a mapping, got list");
        rows.has("S1-100", world.text("load_skill", json!({"skill_name": "plain"})), "<instructions>\nOnly a body.\n</instructions>");
    }

    fn the_last_of_a_name_counts(rows) proves "S1-97" {
        let mut world = World::new(&[("a/x/SKILL.md", &skill("x", "First.", "")), ("b/x/SKILL.md", &skill("x", "Second.", ""))]);
        world.configure(json!({"dialect": "lightspeed-shipped", "skills": {"paths": ["/skills/a", "/skills/b"]}})).unwrap();
        rows.is("S1-97", world.text("list_skills", json!({})).as_str(), r#"{"x":"Second."}"#);
        rows.is("S1-97", world.findings().as_str(), "Duplicate skill 'x' found. Overriding previous occurrence.");
    }

    fn three_levels_are_searched(rows) proves "S1-98" {
        let mut world = World::of("lightspeed-shipped", &[
            ("a/b/c/SKILL.md", &skill("three", "d", "")),
            ("a/b/d/e/SKILL.md", &skill("four", "d", "")),
        ]);
        rows.is("S1-98", world.names(), "three");
    }

    fn departures_are_advised_against(rows) proves "S1-99" {
        let mut world = World::of("lightspeed-shipped", &[
            ("a/SKILL.md", &skill(&"x".repeat(65), "d", "")),
            ("b/SKILL.md", "---\nname: My Claude\n---\n"),
            ("c/SKILL.md", &format!("---\nname: c\ndescription: {}\ncompatibility: {}\n---\n", "x".repeat(1025), "y".repeat(501))),
        ]);
        let found = world.findings();
        rows.has("S1-99", &found, "(/skills/a) exceeds 64 characters (65 chars) recommendation. Consider shortening it.");
        rows.has("S1-99", &found, "Skill name 'My Claude' (/skills/b) should contain only lowercase letters, numbers, and hyphens");
        rows.has("S1-99", &found, "Skill 'My Claude' (/skills/b): missing recommended 'description' field");
        rows.has("S1-99", &found, "Skill 'c' (/skills/c): description exceeds 1024 characters (1025 chars)");
        rows.has("S1-99", &found, "Skill 'c' (/skills/c): compatibility exceeds 500 characters (501 chars)");
        rows.is("S1-99", world.toolkit.list().skills.len(), 3);
        let mut world = World::of("lightspeed-shipped", &[("a/SKILL.md", &skill("claude-x", "d", ""))]);
        rows.is("S1-99", world.findings().as_str(), "Skill name 'claude-x' (/skills/a) contains reserved word 'claude'");
    }

    fn links_out_of_a_skill_are_passed_over(rows) proves "S1-102" {
        let mut world = echo();
        world.write("secret.txt", "secret");
        world.link("echo/references/out.txt", "../../secret.txt");
        rows.is("S1-102", world.text("load_skill", json!({"skill_name": "echo"})).contains("out.txt"), false);
        rows.has("S1-102", world.text("read_skill_resource", json!({"skill_name": "echo", "resource_name": "references/out.txt"})),
            "Resource 'references/out.txt' not found in skill 'echo'.");
    }

    fn a_second_load_gives_everything_again(rows) proves "S1-111" {
        let mut world = echo();
        let first = world.say("c", "load_skill", json!({"skill_name": "echo"}));
        rows.has("S1-111", &first, "<instructions>\nSay it again.\n</instructions>");
        rows.is("S1-111", world.say("c", "load_skill", json!({"skill_name": "echo"})), first);
    }
}
