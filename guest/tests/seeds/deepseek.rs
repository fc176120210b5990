//! DeepSeek Harness, rows S2-01 to S2-114.

use agent_skills_component::delivery::{catalog_update, reattach, user_invocations};
use agent_skills_types::{InlineSkill, Invoker, ResourceBase};
use serde_json::{Value, json};

use crate::world::{World, inline, skill};

fn of(files: &[(&str, &str)]) -> World {
    World::of("deepseek", files)
}

fn two() -> World {
    of(&[
        (
            "pdf/SKILL.md",
            &skill("pdf", "Reads PDF files.", "\n# PDF\n\nRead it.\n"),
        ),
        ("xls.md", &skill("xls", "Reads sheets.", "Read them.")),
    ])
}

/// The finding about one `SKILL.md`.
fn finding(content: &str) -> String {
    of(&[("pdf/SKILL.md", content)]).findings()
}

/// The catalog over one description.
fn described(description: &str) -> String {
    let content = format!("---\nname: pdf\ndescription: {}\n---\n", json!(description));
    of(&[("pdf/SKILL.md", &content)])
        .toolkit
        .catalog_text(None)
        .text
}

fn load(world: &mut World, name: &str) -> String {
    world.text("skill", json!({"name": name}))
}

fn value(world: &mut World, name: &str) -> Value {
    serde_json::from_str(&world.call("skill", json!({"name": name})).value).unwrap()
}

const FIRST_RULES: &str = "\
If the user names a skill, or the task clearly matches a skill's description, call the `skill` tool with the exact skill name before taking task actions. Load all applicable skills, then follow their full instructions. This catalog contains summaries only; do not infer or follow a skill's instructions until it has been loaded.
A user may also invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool again for that skill.
</system-reminder>";

rows! {
    fn registration_takes_effect_at_once(rows) proves "S2-04" "S2-10" {
        let mut world = two();
        rows.is("S2-10", world.register(&inline("memo", "Remembers.")), Ok(()));
        rows.is("S2-04", world.names().as_str(), "memo pdf xls");
        rows.is("S2-10", value(&mut world, "memo")["provider"].clone(), json!("runtime"));
        rows.is("S2-10", world.toolkit.unregister(None, "memo"), true);
        rows.is("S2-04", world.names().as_str(), "pdf xls");
        rows.is("S2-10", world.toolkit.unregister(None, "memo"), false);
    }

    fn malformed_candidates_fail_and_bad_files_do_not(rows) proves "S2-06" "S2-14" "S2-99" {
        let mut world = World::new(&[("bad/SKILL.md", "no"), ("pdf/SKILL.md", &skill("pdf", "d", ""))]);
        world.link("gone", "nowhere");
        let options = json!({"dialect": "deepseek", "skills": {"paths": ["/skills/none", "/skills"]}});
        rows.is("S2-14", world.configure(options), Ok(()));
        rows.is("S2-14", world.names().as_str(), "pdf");
        let from = |provider: Option<&str>, frontmatter: &str| InlineSkill {
            provider: provider.map(Into::into),
            frontmatter: Some(frontmatter.into()),
            ..inline("memo", "d")
        };
        let named = InlineSkill { name: "Memo!".into(), ..from(Some("acme"), "{}") };
        let bare = InlineSkill { description: String::new(), ..from(Some("acme"), "{}") };
        for (candidate, sentence) in [
            (named, r#"skill provider "acme" returned invalid skill name "Memo!""#),
            (bare, r#"skill provider "acme" returned skill "memo" without a description"#),
            (from(Some("acme"), r#"{"disable-model-invocation": 3}"#),
                r#"skill provider "acme" returned skill "memo" with a non-boolean invocation.modelInvocable"#),
            (from(Some("acme"), r#"{"user-invocable": "x"}"#),
                r#"skill provider "acme" returned skill "memo" with a non-boolean invocation.userInvocable"#),
            (from(Some("acme"), r#"{"whenToUse": []}"#),
                r#"skill provider "acme" returned skill "memo" with a non-string whenToUse"#),
            (InlineSkill { name: "Memo!".into(), ..from(None, "{}") }, r#"invalid skill name "Memo!""#),
            (InlineSkill { description: String::new(), ..from(None, "{}") }, r#"skill "memo" requires a description"#),
            (from(None, r#"{"user-invocable": 1}"#), r#"runtime skill "memo" with a non-boolean invocation.userInvocable"#),
        ] {
            rows.is("S2-06 S2-99", world.register(&candidate), Err(sentence.to_owned()));
        }
        rows.is("S2-06", world.names().as_str(), "pdf");
    }

    fn the_first_of_a_name_counts(rows) proves "S2-07" "S2-08" "S2-20" "S2-30" "S2-31" "S2-96" {
        let parts = ["project-dsh", "project-agents", "custom", "user-dsh", "user-agents"];
        let files: Vec<(String, String)> = parts
            .iter()
            .enumerate()
            .flat_map(|(n, part)| {
                let same = (format!("{part}/same/SKILL.md"), skill("same", part, ""));
                let own = (format!("{part}/own/SKILL.md"), skill(&format!("{}{n}", &part[..1]), part, ""));
                [same, own]
            })
            .collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(p, c)| (p.as_str(), c.as_str())).collect();
        let mut world = World::new(&files);
        let paths: Vec<String> = parts.iter().map(|part| format!("/skills/{part}")).collect();
        world.configure(json!({"dialect": "deepseek", "skills": {"paths": paths}})).unwrap();
        rows.is("S2-20", world.toolkit.skill("same").unwrap().description.as_str(), "project-dsh");
        rows.is("S2-08", world.names().as_str(), "c2 p0 p1 same u3 u4");
        rows.has("S2-07 S2-96", world.findings(),
            r#"skill "same" from /skills/custom ignored because a higher-priority skill already exists"#);
        // A runtime skill stands behind the project's two roots and before all others.
        world.register(&inline("p1", "runtime")).unwrap();
        world.register(&inline("c2", "runtime")).unwrap();
        rows.is("S2-30", world.toolkit.skill("p1").unwrap().description.as_str(), "project-agents");
        rows.is("S2-30", world.toolkit.skill("c2").unwrap().description.as_str(), "runtime");
        world.register(&InlineSkill { rank: Some(600), provider: Some("bundled".into()), ..inline("u4", "bundled") }).unwrap();
        rows.is("S2-30", world.toolkit.skill("u4").unwrap().description.as_str(), "user-agents");
        world.configure(json!({"dialect": "deepseek", "skills": {"paths": ["/skills/custom"]}})).unwrap();
        rows.is("S2-31", world.names().as_str(), "c2 same");
    }

    fn runtime_is_reserved_and_duplicates_lose(rows) proves "S2-11" "S2-100" {
        let mut world = two();
        let claimed = InlineSkill { provider: Some("runtime".into()), ..inline("memo", "d") };
        rows.is("S2-11", world.register(&claimed),
            Err(r#""runtime" is reserved for runtime skill registrations"#.to_owned()));
        world.register(&inline("memo", "First.")).unwrap();
        rows.is("S2-100", world.register(&inline("memo", "Second.")),
            Err(r#"runtime skill "memo" ignored because it is already registered"#.to_owned()));
        rows.is("S2-100", world.toolkit.skill("memo").unwrap().description.as_str(), "First.");
    }

    fn other_directories_give_other_skills(rows) proves "S2-12" "S2-28" "S2-29" {
        let files = [("one/pdf/SKILL.md", &*skill("pdf", "One.", "")), ("two/pdf/SKILL.md", &*skill("pdf", "Two.", ""))];
        for (part, description) in [("one", "One."), ("two", "Two.")] {
            let mut world = World::mounted(&[(part, "/project")], &files);
            world.configure(json!({"dialect": "deepseek"})).unwrap();
            rows.is("S2-12 S2-28", world.toolkit.skill("pdf").unwrap().description.as_str(), description);
        }
        rows.is("S2-29", of(&[]).names().as_str(), "");
        rows.is("S2-29", World::mounted(&[], &[]).names().as_str(), "");
    }

    fn a_root_holds_bundles_and_flat_files_one_level_deep(rows) proves "S2-22" "S2-23" "S2-24" "S2-32" "S2-40" {
        let mut world = of(&[
            (".system/SKILL.md", &skill("system", "d", "")),
            (".dot/SKILL.md", &skill("dot", "d", "")),
            ("a/SKILL.md", &skill("zebra", "First.", "")),
            ("b/SKILL.md", &skill("zebra", "Second.", "")),
            ("deep/er/SKILL.md", &skill("deep", "d", "")),
            ("flat.md", &skill("flat", "d", "")),
            ("notes.txt", "no"),
        ]);
        rows.is("S2-22 S2-23 S2-24", world.names().as_str(), "dot flat zebra");
        // In a root `SKILL.md` is a flat file like any other.
        world.write("SKILL.md", skill("top", "d", ""));
        world.toolkit.refresh();
        rows.is("S2-23", world.names().as_str(), "dot flat top zebra");
        rows.has("S2-23", load(&mut world, "top"), "Base directory for this skill: /skills\n");
        rows.is("S2-32 S2-40", world.toolkit.skill("zebra").unwrap().description.as_str(), "First.");
    }

    fn frontmatter_is_real_yaml(rows) proves "S2-25" "S2-27" "S2-36" "S2-113" {
        let mut world = of(&[("pdf/SKILL.md", "---\nname: pdf\ndescription: d\nwhenToUse: [no, text]\n\
            disableModelInvocation: false\nmetadata:\n  deep: {a: [1, two]}\ncontext: fork\nargument-hint: x\n\
            allowed-tools: Read\n---\nBody")]);
        let skill = world.toolkit.skill("pdf").unwrap();
        let fields: Value = serde_json::from_str(&skill.frontmatter).unwrap();
        rows.is("S2-25 S2-36", world.findings().as_str(), "");
        rows.is("S2-27", fields["metadata"].clone(), json!({"deep": {"a": [1, "two"]}}));
        rows.is("S2-113", fields["context"].clone(), json!("fork"));
        rows.has("S2-113", load(&mut world, "pdf"), "<skill_instructions>\nBody\n</skill_instructions>");
    }

    fn names_are_kebab_case(rows) proves "S2-26" {
        for name in ["Pdf", "pdf_x", "-pdf", "pdf--x", "pdf-", "pdé"] {
            rows.is("S2-26", finding(&skill(name, "d", "")),
                format!("skill file /skills/pdf/SKILL.md ignored: invalid skill name \"{name}\""));
        }
        rows.is("S2-26", finding(&skill("a1-b2", "d", "")).as_str(), "");
    }

    fn delimiters_are_exact(rows) proves "S2-33" {
        let missing = "skill file /skills/pdf/SKILL.md ignored: missing YAML frontmatter";
        for (content, expected) in [
            ("---\r\nname: pdf\r\ndescription: d\r\n---\r\nBody", ""),
            ("---\nname: pdf\ndescription: d\n---", ""),
            ("--- \nname: pdf\ndescription: d\n---\n", missing),
            ("---\nname: pdf\ndescription: d\n", missing),
            ("name: pdf", missing),
        ] {
            rows.is("S2-33", finding(content).as_str(), expected);
        }
    }

    fn refused_files_are_told_of_in_its_words(rows) proves "S2-35" "S2-39" {
        let begin = "skill file /skills/pdf/SKILL.md ignored: ";
        rows.has("S2-35", finding("---\nname: pdf\ndescription: a: b\n---\n"), &format!("{begin}invalid YAML frontmatter: "));
        rows.is("S2-35", finding("---\nname: pdf\n---\n"), format!("{begin}frontmatter requires name and description"));
        rows.is("S2-35", finding("---\nname: 7\ndescription: d\n---\n"), format!("{begin}frontmatter requires name and description"));
        let mut world = of(&[("real/SKILL.md", &skill("real", "d", ""))]);
        world.write("pdf/SKILL.md", b"---\nname: \xff\n---\n");
        world.link("linked", "real");
        world.link("gone", "nowhere");
        let found = world.findings();
        rows.has("S2-35", &found, &format!("{begin}failed to read text file at /skills/pdf/SKILL.md: "));
        rows.has("S2-35 S2-39", &found, "skill entry /skills/gone ignored: failed to follow symbolic link: ");
        rows.is("S2-39", world.names().as_str(), "real");
        world.write("flat-target.txt", skill("flat", "d", ""));
        world.link("flat.md", "flat-target.txt");
        world.toolkit.refresh();
        rows.is("S2-39", world.names().as_str(), "flat real");
    }

    fn invocation_fields_fail_closed(rows) proves "S2-37" "S2-38" {
        let invocation = |line: &str| {
            let mut world = of(&[("pdf/SKILL.md", &format!("---\nname: pdf\ndescription: d\n{line}\n---\n"))]);
            match world.toolkit.skill("pdf") {
                Ok(skill) => format!("{} {}", skill.invocation.model, skill.invocation.user),
                Err(_) => world.findings(),
            }
        };
        for yes in ["true", "1", "'yes'", "On", "TRUE"] {
            rows.is("S2-37", invocation(&format!("disable-model-invocation: {yes}")).as_str(), "false true");
        }
        for no in ["false", "0", "'no'", "Off"] {
            rows.is("S2-37", invocation(&format!("user-invocable: {no}")).as_str(), "true false");
        }
        let begin = "skill file /skills/pdf/SKILL.md ignored: invalid invocation frontmatter: frontmatter field ";
        rows.is("S2-37", invocation("user-invocable: maybe"), format!("{begin}\"user-invocable\" must be a boolean"));
        rows.is("S2-38", invocation("modelInvocable: true"),
            format!("{begin}\"modelInvocable\" is unsupported; use \"disable-model-invocation\""));
        rows.is("S2-38", invocation("userInvocable: true"),
            format!("{begin}\"userInvocable\" is unsupported; use \"user-invocable\""));
        // The document has this one as an optional field.
        rows.is("S2-38", invocation("disableModelInvocation: true").as_str(), "false true");
    }

    fn the_catalog_is_a_reminder_of_names_and_descriptions(rows) proves "S2-50" "S2-51" "S2-56" "S2-57" "S2-58" {
        let mut world = of(&[
            ("xls.md", &skill("xls", "Reads sheets.", "Secret body.")),
            ("pdf/SKILL.md", "---\nname: pdf\ndescription: A <b> & c\nwhenToUse: For pages.\n---\nBody."),
            ("hidden/SKILL.md", "---\nname: hidden\ndescription: d\ndisable-model-invocation: true\n---\n"),
        ]);
        rows.is("S2-50", world.toolkit.instructions().as_str(), "");
        rows.is("S2-50 S2-51 S2-56 S2-57 S2-58", world.toolkit.catalog_text(None).text, format!("\
<system-reminder>
A skill is a reusable set of task-specific instructions. The following skills are available in this session:

<available_skills>
- `pdf`: A &lt;b&gt; &amp; c
- `xls`: Reads sheets.
</available_skills>

{FIRST_RULES}"));
    }

    fn descriptions_are_capped_before_they_are_escaped(rows) proves "S2-52" "S2-53" "S2-54" {
        rows.has("S2-52", described("a\n\n b\t<c>"), "- `pdf`: a b &lt;c&gt;\n");
        rows.has("S2-53", described(&"x".repeat(500)), &format!("- `pdf`: {}\n", "x".repeat(500)));
        rows.has("S2-52 S2-53", described(&"<".repeat(501)), &format!("- `pdf`: {}...\n", "&lt;".repeat(497)));
        let mut world = World::new(&[("pdf/SKILL.md", &skill("pdf", "abcdef", ""))]);
        let cap = |most: usize| json!({"dialect": "deepseek", "text": {"description_characters": most}});
        rows.is("S2-54", world.configure(cap(2)),
            Err("tool-skill: catalogDescriptionMaxLength must be an integer greater than or equal to 3".to_owned()));
        rows.is("S2-54", world.configure(cap(3)), Ok(()));
        rows.has("S2-53", world.toolkit.catalog_text(None).text, "- `pdf`: ...\n");
    }

    fn a_catalog_is_told_when_it_changes(rows) proves "S2-55" "S2-60" "S2-61" "S2-62" {
        let mut world = of(&[]);
        rows.is("S2-62", catalog_update(&mut world.toolkit, "c"), None);
        world.write("pdf/SKILL.md", skill("pdf", "Reads.", "One."));
        world.toolkit.refresh();
        let first = catalog_update(&mut world.toolkit, "c").unwrap();
        rows.is("S2-55", first, world.toolkit.catalog_text(None).text);
        rows.is("S2-55", catalog_update(&mut world.toolkit, "c"), None);
        world.write("pdf/SKILL.md", skill("pdf", "Reads.", "Two, and more."));
        world.toolkit.refresh();
        rows.is("S2-60", catalog_update(&mut world.toolkit, "c"), None);
        world.write("pdf/SKILL.md", skill("pdf", "Reads better.", "Two."));
        world.toolkit.refresh();
        rows.is("S2-60 S2-61", catalog_update(&mut world.toolkit, "c").unwrap().as_str(), "\
<system-reminder>
The available skill catalog changed. This complete catalog replaces every earlier available-skills list in this session:

<available_skills>
- `pdf`: Reads better.
</available_skills>

Use only names in this replacement catalog. If the user names a listed skill, or the task clearly matches its description, call the `skill` tool with the exact name before acting.
A user may also invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool again for that skill.
</system-reminder>");
        world.remove("pdf");
        world.toolkit.refresh();
        rows.is("S2-62", catalog_update(&mut world.toolkit, "c").unwrap().as_str(), "\
<system-reminder>
The available skill catalog changed. This complete catalog replaces every earlier available-skills list in this session:

<available_skills>
</available_skills>

No skills are currently available through the `skill` tool. Do not use names from earlier skill catalogs.
A user may still invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool for it.
</system-reminder>");
        world.write("pdf/SKILL.md", skill("pdf", "Back.", ""));
        world.toolkit.refresh();
        rows.has("S2-61", catalog_update(&mut world.toolkit, "c").unwrap(), "The available skill catalog changed.");
    }

    fn compaction_has_the_catalog_told_again(rows) proves "S2-63" {
        let mut world = two();
        catalog_update(&mut world.toolkit, "c").unwrap();
        rows.is("S2-63", catalog_update(&mut world.toolkit, "c"), None);
        reattach(&mut world.toolkit, "c", 0);
        rows.has("S2-63", catalog_update(&mut world.toolkit, "c").unwrap(), "- `pdf`: Reads PDF files.\n");
        rows.is("S2-63", catalog_update(&mut world.toolkit, "c"), None);
    }

    fn an_incomplete_view_keeps_the_last_good_one(rows) proves "S2-65" "S2-93" {
        let mut world = World::new(&[("pdf/SKILL.md", &skill("pdf", "d", ""))]);
        world.configure(json!({"dialect": "deepseek", "limits": {"scan_entries": 2}})).unwrap();
        rows.is("S2-93", world.toolkit.list().complete, true);
        catalog_update(&mut world.toolkit, "c").unwrap();
        for name in ["a.md", "b.md", "c.md"] {
            world.write(name, skill(&name[..1], "d", ""));
        }
        rows.is("S2-93", world.toolkit.refresh().complete, false);
        rows.is("S2-65", catalog_update(&mut world.toolkit, "c"), None);
        for name in ["a.md", "b.md", "c.md"] {
            world.remove(name);
        }
        rows.is("S2-65", world.toolkit.refresh().complete, true);
        rows.is("S2-65", catalog_update(&mut world.toolkit, "c"), None);
    }

    fn entries_are_there_as_data(rows) proves "S2-66" {
        let listing = serde_json::to_value(two().toolkit.list()).unwrap();
        rows.is("S2-66", listing["skills"][0]["name"].clone(), json!("pdf"));
        rows.is("S2-66", listing["skills"][1]["description"].clone(), json!("Reads sheets."));
    }

    fn one_tool_loads_one_skill(rows) proves "S2-34" "S2-70" "S2-71" "S2-72" "S2-74" "S2-81" {
        let mut world = two();
        world.write("pdf/references/guide.md", "guide");
        rows.is("S2-34 S2-70 S2-71 S2-72 S2-74", load(&mut world, "pdf").as_str(), "\
<skill_content name=\"pdf\">
<skill_resources>
Base directory for this skill: /skills/pdf
Resolve relative paths mentioned by this skill against the base directory before using them. Load referenced resources only as needed.
</skill_resources>

<skill_instructions>
# PDF

Read it.
</skill_instructions>
</skill_content>");
        rows.has("S2-72", load(&mut world, "xls"), "Base directory for this skill: /skills\n");
        rows.is("S2-81", world.tools("json-schema"), json!([{
            "name": "skill",
            "description": "Load the full instructions for an available skill. Call this with the exact skill name from the session skill catalog before acting on a task that names or clearly matches that skill.",
            "parameters": {
                "type": "object",
                "properties": {"name": {"type": "string", "description": "The exact skill name from the available skills list."}},
                "required": ["name"],
                "additionalProperties": false,
            },
        }]));
    }

    fn resources_have_a_base_of_four_kinds(rows) proves "S2-73" "S2-82" {
        let mut world = two();
        let bases = [
            ("a", Some(ResourceBase::Directory("/srv/a<b".into())), "Base directory for this skill: /srv/a&lt;b\nResolve relative paths mentioned by this skill against the base directory before using them. Load referenced resources only as needed.",
                json!({"name": "a", "provider": "acme", "content": "Body of a.", "resourceBase": {"kind": "directory", "path": "/srv/a<b"}})),
            ("b", Some(ResourceBase::Url("https://x.test/b/".into())), "Base URL for this skill: https://x.test/b/\nResolve relative URLs mentioned by this skill against the base URL before using them. Load referenced resources only as needed.",
                json!({"name": "b", "provider": "acme", "content": "Body of b.", "resourceBase": {"kind": "url", "url": "https://x.test/b/"}})),
            ("c", Some(ResourceBase::Opaque("ask the wiki".into())), "Resources for this skill: ask the wiki\nLoad referenced resources only as needed.",
                json!({"name": "c", "provider": "acme", "content": "Body of c.", "resourceBase": {"kind": "opaque", "description": "ask the wiki"}})),
            ("d", None, "Resources for this skill are managed by provider \"acme\".\nLoad referenced resources only as needed.",
                json!({"name": "d", "provider": "acme", "content": "Body of d."})),
        ];
        for (name, base, hint, data) in bases {
            world.register(&InlineSkill { provider: Some("acme".into()), base, ..inline(name, "d") }).unwrap();
            rows.has("S2-73", load(&mut world, name), &format!("<skill_resources>\n{hint}\n</skill_resources>"));
            rows.is("S2-82", value(&mut world, name), data);
        }
        rows.is("S2-82", value(&mut world, "pdf"), json!({
            "name": "pdf", "provider": "filesystem", "content": "# PDF\n\nRead it.",
            "resourceBase": {"kind": "directory", "path": "/skills/pdf"},
        }));
    }

    fn three_errors_are_told_apart(rows) proves "S2-75" "S2-76" "S2-77" {
        let mut world = of(&[("off/SKILL.md", "---\nname: off\ndescription: d\ndisable-model-invocation: yes\n---\n")]);
        rows.is("S2-75", load(&mut world, "none").as_str(), r#"skill "none" is unknown or no longer available"#);
        rows.is("S2-76", load(&mut world, "No such!").as_str(), r#"invalid skill name "No such!""#);
        rows.is("S2-77", load(&mut world, "off").as_str(), r#"skill "off" is not available for model invocation"#);
    }

    fn bodies_are_verbatim_and_the_rest_is_escaped(rows) proves "S2-78" {
        let mut world = of(&[("a&b\"<c/SKILL.md", &skill("pdf", "d", "if a < b && c > d { \"x\" }"))]);
        let text = load(&mut world, "pdf");
        rows.has("S2-78", &text, "Base directory for this skill: /skills/a&amp;b\"&lt;c\n");
        rows.has("S2-78", &text, "<skill_instructions>\nif a < b && c > d { \"x\" }\n</skill_instructions>");
    }

    fn bodies_and_policy_are_read_at_each_load(rows) proves "S2-79" "S2-80" {
        let mut world = two();
        load(&mut world, "pdf");
        world.write("pdf/SKILL.md", skill("pdf", "d", "New body."));
        rows.has("S2-79", load(&mut world, "pdf"), "\nNew body.\n");
        world.write("pdf/SKILL.md", "---\nname: pdf\ndescription: d\ndisable-model-invocation: true\n---\n");
        rows.is("S2-80", load(&mut world, "pdf").as_str(), r#"skill "pdf" is not available for model invocation"#);
        world.write("pdf/SKILL.md", skill("other", "d", ""));
        rows.is("S2-79", load(&mut world, "pdf").as_str(), r#"skill "pdf" is unknown or no longer available"#);
    }

    fn discovery_is_kept_until_it_is_asked_anew(rows) proves "S2-90" {
        let mut world = two();
        rows.is("S2-90", world.names().as_str(), "pdf xls");
        world.write("zip.md", skill("zip", "d", ""));
        rows.is("S2-90", world.names().as_str(), "pdf xls");
        world.register(&inline("memo", "d")).unwrap();
        rows.is("S2-90", world.names().as_str(), "memo pdf xls zip");
    }

    fn four_policies_and_three_callers(rows) proves "S2-111" {
        let content = |model: bool, user: bool| format!(
            "---\nname: pdf\ndescription: d\ndisable-model-invocation: {}\nuser-invocable: {user}\n---\n", !model);
        for (model, user) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut world = of(&[("pdf/SKILL.md", &content(model, user))]);
            let mut allowed = |invoker| world.toolkit.activate("pdf", invoker).is_ok();
            rows.is("S2-111", (allowed(Invoker::Model), allowed(Invoker::User), allowed(Invoker::Host)), (model, user, true));
        }
    }

    fn a_person_names_skills_with_a_slash(rows) proves "S2-112" {
        let mut world = of(&[
            ("pdf.md", &skill("pdf", "d", "")),
            ("hidden.md", "---\nname: hidden\ndescription: d\ndisable-model-invocation: true\n---\n"),
            ("mine.md", "---\nname: mine\ndescription: d\nuser-invocable: false\n---\n"),
        ]);
        for (message, expected) in [
            ("/pdf then /hidden\n/pdf", "pdf hidden"),
            ("see /usr/pdf or 5/pdf, x/pdf /pdf. /pdf/ //pdf /Pdf", ""),
            ("/mine /none /pdf", "pdf"),
        ] {
            rows.is("S2-112", user_invocations(&mut world.toolkit, message).join(" ").as_str(), expected);
        }
        rows.is("S2-112", world.toolkit.activate("hidden", Invoker::User).is_ok(), true);
    }

    fn known_limits_are_kept(rows) proves "S2-114" {
        let body = "x".repeat(200_000);
        let mut world = of(&[("pdf.md", &skill("pdf", "d", &body))]);
        rows.has("S2-114", load(&mut world, "pdf"), &format!("<skill_instructions>\n{body}\n</skill_instructions>"));
    }
}
