//! The design of Lightspeed Core (LCORE-1339), rows S1-01 to S1-85.

use serde_json::{Value, json};

use crate::world::{World, skill};

const PDF: &str = "---\nname: pdf\ndescription: Reads PDF files.\n---\n\n# PDF\n\nRead it.\n\n";
const XLS: &str = "---\nname: xls\ndescription: Reads sheets.\n---\nRead them.\n";

fn two() -> World {
    World::of(
        "lightspeed",
        &[("pdf/SKILL.md", PDF), ("xls/SKILL.md", XLS)],
    )
}

fn with_references() -> World {
    World::of(
        "lightspeed",
        &[
            ("pdf/SKILL.md", PDF),
            ("pdf/references/guide.md", "# Guide\n\nReference content."),
            ("pdf/references/deep/er.md", "deeper"),
            ("pdf/assets/form.txt", "form"),
        ],
    )
}

/// The sentence with which a start over these files fails.
fn start(paths: &[&str], files: &[(&str, &str)]) -> String {
    let mut world = World::new(files);
    let options = json!({"dialect": "lightspeed", "skills": {"paths": paths}});
    world.configure(options).err().unwrap_or_default()
}

/// The same for one `SKILL.md`.
fn refused(content: &str) -> String {
    start(&["/skills"], &[("pdf/SKILL.md", content)])
}

rows! {
    fn paths_are_the_whole_configuration(rows) proves "S1-01" "S1-02" "S1-08" {
        let mut world = World::new(&[]);
        rows.is("S1-01", world.configure(json!({"dialect": "lightspeed", "skills": {}})), Ok(()));
        rows.is("S1-08", world.names(), "");
        rows.is("S1-08", world.configure(json!({"dialect": "lightspeed", "skills": {"paths": ["/skills"]}})), Ok(()));
        rows.is("S1-02", world.configure(json!({"dialect": "lightspeed", "skills": null})), Ok(()));
        rows.is("S1-02", world.toolkit.instructions(), "");
        rows.is("S1-02", world.tool_names(), "");
    }

    fn unknown_keys_are_refused(rows) proves "S1-03" "S1-84" {
        let mut world = World::new(&[]);
        let refused = world.configure(json!({"dialect": "lightspeed", "skills": {"paths": [], "name": "x"}}));
        rows.has("S1-03 S1-84", refused.unwrap_err(), "Extra inputs are not permitted");
    }

    fn a_path_is_a_skill_or_holds_skills(rows) proves "S1-04" "S1-05" "S1-06" "S1-07" "S1-09" {
        let files = [
            ("many/pdf/SKILL.md", PDF),
            ("many/xls/SKILL.md", XLS),
            ("many/deep/er/zip/SKILL.md", "---\nname: zip\ndescription: d\n---\n"),
            ("many/notes/README.md", "no skill"),
            ("many/plain.md", "no skill"),
            ("one/SKILL.md", "---\nname: one\ndescription: d\n---\n"),
            ("one/inner/SKILL.md", "---\nname: inner\ndescription: d\n---\n"),
        ];
        let mut world = World::mounted(&[("", "/skills"), ("", "relative")], &files);
        let mut names = |paths: Value| {
            world.configure(json!({"dialect": "lightspeed", "skills": {"paths": paths}})).unwrap();
            world.names()
        };
        rows.is("S1-04 S1-07", names(json!(["/skills/many"])), "pdf xls");
        rows.is("S1-05 S1-06", names(json!(["/skills/one"])), "one");
        rows.is("S1-09", names(json!(["/skills/many/xls/", "relative/one"])), "xls one");
    }

    fn the_options_are_described_in_its_words(rows) proves "S1-10" {
        let schema = include_str!("../../options.schema.json");
        rows.has("S1-10", schema, "Agent skills configuration. Specifies paths to skill directories.");
        rows.has("S1-10", schema, "Paths to skill directories or directories containing skill subdirectories");
    }

    fn a_start_validates_and_reads_once(rows) proves "S1-11" "S1-12" "S1-38" {
        let mut world = World::new(&[("pdf/SKILL.md", PDF), ("bad/SKILL.md", "no")]);
        let options = json!({"dialect": "lightspeed", "skills": {"paths": ["/skills"]}});
        let failed = world.configure(options.clone()).unwrap_err();
        rows.is("S1-11 S1-38", failed.as_str(), "SKILL.md must have YAML frontmatter between --- delimiters");
        world.remove("bad");
        world.configure(options).unwrap();
        world.write("xls/SKILL.md", XLS);
        rows.is("S1-12", world.names(), "pdf");
        rows.is("S1-12", world.toolkit.refresh().added, ["xls"]);
    }

    fn a_model_can_only_read(rows) proves "S1-13" "S1-14" {
        let mut world = two();
        rows.is("S1-13", world.tool_names(), "list_skills activate_skill load_skill_resource");
        let tools = world.tools("mcp");
        for tool in tools.as_array().unwrap() {
            rows.is("S1-14", tool["annotations"].clone(), json!({
                "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
            }));
        }
    }

    fn frontmatter_stands_between_its_delimiters(rows) proves "S1-20" "S1-21" {
        let words = "SKILL.md must have YAML frontmatter between --- delimiters";
        for content in [
            "no frontmatter",
            "---\nname: pdf\ndescription: d\n---",
            "\u{feff}---\nname: pdf\ndescription: d\n---\n",
            "\n---\nname: pdf\ndescription: d\n---\n",
            "---\nname: pdf\ndescription: d\n",
            "---\n---\nbody",
        ] {
            rows.is("S1-20 S1-21", refused(content).as_str(), words);
        }
        rows.is("S1-20", refused("---  \nname: pdf\ndescription: d\n--- \n").as_str(), "");
    }

    fn frontmatter_has_to_be_a_mapping_with_two_fields(rows) proves "S1-22" "S1-23" "S1-24" "S1-25" {
        let invalid = refused("---\nname: pdf\ndescription: a: b\n---\n");
        rows.has("S1-22", &invalid, "Invalid SKILL.md frontmatter: Invalid YAML frontmatter: ");
        rows.is("S1-23", refused("---\n- a\n- b\n---\n").as_str(), "Frontmatter must be a YAML mapping");
        rows.is("S1-24", refused("---\ndescription: d\n---\n").as_str(), "SKILL.md frontmatter must include 'name' field");
        rows.is("S1-25", refused("---\nname: pdf\n---\n").as_str(), "SKILL.md frontmatter must include 'description' field");
    }

    fn a_loaded_skill_is_its_record(rows) proves "S1-26" "S1-31" "S1-32" {
        let mut world = with_references();
        let value: Value = serde_json::from_str(&world.call("activate_skill", json!({"name": "pdf"})).value).unwrap();
        rows.is("S1-31", value["name"].clone(), json!("pdf"));
        rows.is("S1-31", value["directory"].clone(), json!("/skills/pdf"));
        rows.is("S1-31", world.toolkit.skill("pdf").unwrap().description.as_str(), "Reads PDF files.");
        rows.is("S1-31 S1-32", value["files"].clone(), json!(["references/deep/er.md", "references/guide.md"]));
        rows.has("S1-26", world.text("activate_skill", json!({"name": "pdf"})), "\">\n# PDF\n\nRead it.\n\nSkill directory");
        let none: Value = serde_json::from_str(&two().call("activate_skill", json!({"name": "pdf"})).value).unwrap();
        rows.is("S1-32", none["files"].clone(), json!([]));
    }

    fn names_and_descriptions_are_held_to_the_specification(rows) proves "S1-27" "S1-28" {
        let mut world = World::of("lightspeed", &[
            ("Bad--name/SKILL.md", &skill("Bad--name", &"x".repeat(1025), "")),
        ]);
        let codes: Vec<String> = world.toolkit.list().diagnostics.into_iter().map(|d| d.code).collect();
        rows.is("S1-27", codes.contains(&"name-invalid".to_owned()), true);
        rows.is("S1-28", codes.contains(&"description-too-long".to_owned()), true);
        rows.is("S1-27", start(&["/skills"], &[("other/SKILL.md", PDF)]).as_str(),
            "Skill name mismatch: config has 'other' but SKILL.md has 'pdf'");
    }

    fn long_bodies_load_and_are_told_of_by_a_check(rows) proves "S1-29" "S1-83" {
        let lines = "word ".repeat(10) + "\n";
        let mut world = World::of("lightspeed", &[("pdf/SKILL.md", &skill("pdf", "d", &lines.repeat(600)))]);
        rows.is("S1-29", world.call("activate_skill", json!({"name": "pdf"})).is_error, false);
        let found: Vec<String> = agent_skills_component::check::check(&mut world.toolkit)
            .into_iter().map(|d| d.message).collect();
        rows.has("S1-29", found.join("\n"), "The body has 600 lines; at most 500 are recommended.");
        rows.has("S1-83", found.join("\n"), "tokens; at most 5000 are recommended.");
        let mut world = World::of("lightspeed", &[("openshift-troubleshooting/SKILL.md", &skill(
            "openshift-troubleshooting",
            "Diagnose and fix common OpenShift deployment issues including pod failures, networking problems, and \
             resource constraints. Use when users report deployment failures or application issues on OpenShift.", ""))]);
        let tokens = world.text("list_skills", json!({})).len() / 4;
        rows.is("S1-83", (50..=100).contains(&tokens), true);
    }

    fn names_are_those_of_the_directories(rows) proves "S1-30" {
        rows.is("S1-30", start(&["/skills"], &[("tools/SKILL.md", PDF)]).as_str(),
            "Skill name mismatch: config has 'tools' but SKILL.md has 'pdf'");
    }

    fn faults_of_paths_stop_the_start(rows) proves "S1-35" "S1-36" "S1-37" {
        rows.is("S1-35", start(&["/skills/none"], &[]).as_str(), "Skill path does not exist: /skills/none");
        rows.is("S1-35", start(&["/skills/a.md"], &[("a.md", "")]).as_str(), "Skill path does not exist: /skills/a.md");
        rows.is("S1-36", start(&["/skills"], &[("pdf/SKILL.md/x", "")]).as_str(), "SKILL.md not found at /skills/pdf/SKILL.md");
        let twice = [("a/pdf/SKILL.md", PDF), ("b/pdf/SKILL.md", PDF)];
        rows.is("S1-37", start(&["/skills/a", "/skills/b"], &twice).as_str(), "Duplicate skill name: pdf");
    }

    fn the_prompt_has_the_instructions_only(rows) proves "S1-40" "S1-41" "S1-42" "S1-43" "S1-44" {
        let mut world = two();
        let prompt = world.toolkit.instructions();
        rows.is("S1-40", prompt.contains("Reads PDF files."), false);
        rows.is("S1-41", prompt.as_str(), INSTRUCTIONS);
        rows.is("S1-42", format!("Base.\n{prompt}").starts_with("Base.\n\n# Agent Skills\n"), true);
        let mut empty = World::of("lightspeed", &[]);
        rows.is("S1-43", empty.toolkit.instructions(), "");
        rows.is("S1-44", empty.tools("openai"), json!([]));
    }

    fn tools_are_functions_with_the_known_names(rows) proves "S1-50" "S1-51" "S1-52" "S1-53" {
        let mut tools = two().tools("openai");
        for tool in tools.as_array_mut().unwrap() {
            // Ours alone: stricter, and what vendors advise.
            tool["function"]["parameters"].as_object_mut().unwrap().remove("additionalProperties");
        }
        rows.is("S1-50", tools[0].clone(), json!({"type": "function", "function": {
            "name": "list_skills",
            "description": "List available skills with their names and descriptions. Call this to discover what skills are available.",
            "parameters": {"type": "object", "properties": {}},
        }}));
        rows.is("S1-51 S1-53", tools[1].clone(), json!({"type": "function", "function": {
            "name": "activate_skill",
            "description": "Load full instructions for a skill. Call this when a task matches a skill's description.",
            "parameters": {
                "type": "object",
                "properties": {"name": {"type": "string", "enum": ["pdf", "xls"], "description": "The name of the skill to load"}},
                "required": ["name"],
            },
        }}));
        rows.is("S1-52 S1-53", tools[2].clone(), json!({"type": "function", "function": {
            "name": "load_skill_resource",
            "description": "Load a file from a skill's references/ directory. Use this when skill instructions reference additional documentation.",
            "parameters": {
                "type": "object",
                "properties": {
                    "skill_name": {"type": "string", "enum": ["pdf", "xls"], "description": "The name of the skill containing the resource"},
                    "path": {"type": "string", "description": "Relative path to the resource file (e.g., 'references/guide.md')"},
                },
                "required": ["skill_name", "path"],
            },
        }}));
    }

    fn the_list_is_xml_in_load_order(rows) proves "S1-54" "S1-55" "S1-56" {
        rows.is("S1-54", World::of("lightspeed", &[]).text("list_skills", json!({})).as_str(), "<available_skills/>");
        let mut world = World::new(&[("a/xls/SKILL.md", XLS), ("b/pdf/SKILL.md", "---\nname: pdf\ndescription: R & D <x>\n---\n")]);
        world.configure(json!({"dialect": "lightspeed", "skills": {"paths": ["/skills/a", "/skills/b"]}})).unwrap();
        rows.is("S1-55 S1-56", world.text("list_skills", json!({})).as_str(), "\
<available_skills>
  <skill>
    <name>xls</name>
    <description>Reads sheets.</description>
  </skill>
  <skill>
    <name>pdf</name>
    <description>R & D <x></description>
  </skill>
</available_skills>");
    }

    fn an_activation_lists_what_it_does_not_load(rows) proves "S1-57" "S1-58" "S1-68" {
        rows.is("S1-57 S1-68", with_references().text("activate_skill", json!({"name": "pdf"})).as_str(), "\
<skill_content name=\"pdf\">
# PDF

Read it.

Skill directory: /skills/pdf
Relative paths in this skill are relative to the skill directory.

<skill_resources>
  <file>references/deep/er.md</file>
  <file>references/guide.md</file>
</skill_resources>
</skill_content>");
        rows.is("S1-58", two().text("activate_skill", json!({"name": "xls"})).as_str(), "\
<skill_content name=\"xls\">
Read them.

Skill directory: /skills/xls
Relative paths in this skill are relative to the skill directory.
</skill_content>");
    }

    fn unknown_names_are_errors_in_text(rows) proves "S1-59" "S1-60" "S1-66" {
        let mut world = two();
        let failed = world.call("activate_skill", json!({"name": "none"}));
        rows.is("S1-59", failed.text.as_str(), "<error>Unknown skill: none</error>");
        rows.is("S1-66", failed.is_error, true);
        rows.is("S1-60", world.text("load_skill_resource", json!({"skill_name": "none", "path": "a"})).as_str(),
            "<error>Unknown skill: none</error>");
    }

    fn files_stay_inside_and_are_read_whole(rows) proves "S1-61" "S1-62" "S1-63" "S1-64" "S1-65" {
        let mut world = with_references();
        world.link("pdf/references/out.md", "../../../etc/passwd");
        world.write("pdf/references/image.png", [0x89, 0xff, 0xfe]);
        let mut read = |path: &str| world.text("load_skill_resource", json!({"skill_name": "pdf", "path": path}));
        for path in ["../xls/SKILL.md", "/etc/passwd", "references/out.md"] {
            rows.is("S1-61", read(path), format!("<error>Path '{path}' is outside skill directory</error>"));
        }
        rows.is("S1-62", read("references/none.md").as_str(), "<error>Resource not found: references/none.md</error>");
        rows.is("S1-62", read("references").as_str(), "<error>Resource not found: references</error>");
        rows.has("S1-63", read("references/image.png"), "<error>Failed to read resource: ");
        rows.is("S1-64", read("references/guide.md").as_str(),
            "<skill_resource skill=\"pdf\" path=\"references/guide.md\">\n# Guide\n\nReference content.\n</skill_resource>");
        rows.is("S1-65", read("assets/form.txt").as_str(),
            "<skill_resource skill=\"pdf\" path=\"assets/form.txt\">\nform\n</skill_resource>");
        for path in ["./references/guide.md", "references/../references//guide.md", "/skills/pdf/references/guide.md"] {
            rows.is("S1-61 S1-64", read(path), format!(
                "<skill_resource skill=\"pdf\" path=\"{path}\">\n# Guide\n\nReference content.\n</skill_resource>"));
        }
        for path in ["references/../../pdf/SKILL.md", "/skills/pdf-2/a", "/skills"] {
            rows.is("S1-61", read(path), format!("<error>Path '{path}' is outside skill directory</error>"));
        }
        rows.is("S1-62", read(".").as_str(), "<error>Resource not found: .</error>");
        rows.has("S1-65", read("SKILL.md"), "<skill_resource skill=\"pdf\" path=\"SKILL.md\">\n---\nname: pdf\n");
    }

    fn skill_content_is_told_from_other_messages(rows) proves "S1-70" "S1-71" {
        let mut world = with_references();
        let given = world.text("activate_skill", json!({"name": "pdf"}));
        let read = world.text("load_skill_resource", json!({"skill_name": "pdf", "path": "references/guide.md"}));
        let wording = world.toolkit.dialect().wording;
        rows.is("S1-70 S1-71", wording.is_skill_content(&given), true);
        rows.is("S1-70 S1-71", wording.is_skill_content(&read), true);
        rows.is("S1-71", wording.is_skill_content("<skill_resources>\n</skill_resources>"), false);
        rows.is("S1-71", wording.is_skill_content("<skill_content"), false);
        world.say("c", "activate_skill", json!({"name": "pdf"}));
        rows.is("S1-70", agent_skills_component::delivery::reattach(&mut world.toolkit, "c", 1000), given);
    }

    fn a_conversation_is_told_once(rows) proves "S1-72" "S1-73" "S1-74" {
        let mut world = two();
        let first = world.say("one", "activate_skill", json!({"name": "pdf"}));
        rows.has("S1-72", &first, "<skill_content name=\"pdf\">");
        rows.is("S1-72 S1-73", world.say("one", "activate_skill", json!({"name": "pdf"})).as_str(),
            "<note>Skill 'pdf' is already loaded in this conversation.</note>");
        rows.is("S1-74", world.say("two", "activate_skill", json!({"name": "pdf"})), first.clone());
        rows.is("S1-74", world.toolkit.conversations.forget("never there"), false);
        rows.is("S1-72", world.toolkit.conversations.forget("one"), true);
        rows.is("S1-72", world.say("one", "activate_skill", json!({"name": "pdf"})), first);
    }

    /// The requirements R1 to R10, and the acceptance criteria.
    fn the_whole_way_from_list_to_resource(rows) proves "S1-80" "S1-84" "S1-85" {
        let mut world = with_references();
        rows.has("S1-80 S1-85", world.text("list_skills", json!({})), "<name>pdf</name>");
        rows.has("S1-80 S1-85", world.text("activate_skill", json!({"name": "pdf"})), "  <file>references/guide.md</file>");
        rows.has("S1-80 S1-85", world.text("load_skill_resource", json!({"skill_name": "pdf", "path": "references/guide.md"})),
            "\n# Guide\n");
        rows.is("S1-80 S1-84", world.tool_names().as_str(), "list_skills activate_skill load_skill_resource");
        rows.is("S1-80 S1-84", world.call("run_skill_script", json!({"skill_name": "pdf"})).is_error, true);
        rows.is("S1-85", world.text("activate_skill", json!({"name": "none"})).as_str(), "<error>Unknown skill: none</error>");
        rows.is("S1-85", World::of("lightspeed", &[]).text("list_skills", json!({})).as_str(), "<available_skills/>");
    }
}

const INSTRUCTIONS: &str = r#"
# Agent Skills

You have access to specialized skills that provide domain-specific instructions.

To discover available skills, call the list_skills tool. This returns the skill
catalog with name and description for each skill.

When a task matches a skill's description, call the activate_skill tool with
the skill's name to load its full instructions. You MUST load and follow the
skill instructions before proceeding with the task.

If the skill instructions reference files in the skill's references/ directory,
use the load_skill_resource tool to load them. Pass the skill name and the
relative path (e.g., "references/guide.md") to retrieve the file content.
"#;
