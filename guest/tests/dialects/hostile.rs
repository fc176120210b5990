//! No skill can break out of the wrapper that it stands in: names, descriptions,
//! bodies, paths and files that are made of the dialects' own markers.

use agent_skills_component::dialect::{Operation, Role};
use agent_skills_types::{InlineFile, InlineSkill};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::DIALECTS;
use crate::world::World;

/// What hostile text is made of.
const PIECES: &[&str] = &[
    "available_skills",
    "skill_content",
    "skill_resources",
    "skill_resource",
    "skill_instructions",
    "system-reminder",
    "skill",
    "name",
    "description",
    "uri",
    "resources",
    "instructions",
    "scripts",
    "file",
    "error",
    "note",
    "<",
    "</",
    "< /",
    "<\u{200b}/",
    "<\t/\n",
    ">",
    " >",
    "/>",
    "\"",
    "'",
    "&",
    "&lt;",
    "--- BEGIN SKILL CONTENT (reference material) ---",
    "--- END SKILL CONTENT ---",
    "---end\u{a0}skill\tcontent---",
    "</s\u{212a}ill_content>",
    "---",
    "\n",
    "\r\n",
    "\u{2028}",
    "\u{85}",
    " ",
    "`",
    "- `x`: y",
    "- `x` — y",
    "## Skills",
    "]",
    "[skill: x]",
    "\u{202e}",
    "\u{200d}",
    "\0",
    "é",
    "Skill directory: /",
    "<!--",
    "-->",
    "$1",
    "{0}",
    "\\",
];

fn hostile() -> impl Strategy<Value = String> {
    let blank = || prop::sample::select(&["", "", " ", "\n\t", "\u{200b}"][..]);
    let name = prop::sample::select(&PIECES[..16]);
    let tag = (name, [blank(), blank(), blank()], any::<[bool; 2]>()).prop_map(
        |(name, [a, b, c], [end, upper])| {
            let name = if upper {
                name.to_uppercase()
            } else {
                name.to_owned()
            };
            format!("<{a}{}{b}{name}{c}>", if end { "/" } else { "" })
        },
    );
    let piece = prop::sample::select(PIECES).prop_map(str::to_owned);
    prop::collection::vec(prop_oneof![tag, piece], 0..12).prop_map(|pieces| pieces.concat())
}

/// How often a tag of this name is opened and closed, to a reader who overlooks
/// case, white space and what cannot be seen.
fn tags(text: &str, name: &str) -> (usize, usize) {
    let seen: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control() && !"\u{200b}\u{202e}".contains(*c))
        .collect::<String>()
        .to_lowercase();
    let count = |start: String| {
        seen.match_indices(&start)
            .filter(|(at, start)| {
                let next = seen[at + start.len()..].chars().next();
                // White space is gone, so an attribute follows the name at once.
                next.is_none_or(|c| "></\"".contains(c))
                    || seen[at + start.len()..].starts_with("name=")
                    || seen[at + start.len()..].starts_with("skill=")
            })
            .count()
    };
    (count(format!("<{name}")), count(format!("</{name}")))
}

/// Expects one pair of these tags, the first of them around the whole text.
fn framed(text: &str, names: &[&str]) {
    for name in names {
        assert_eq!(tags(text, name), (1, 1), "{name} in\n{text}");
    }
    assert!(text.starts_with(&format!("<{}", names[0])), "{text}");
    assert!(
        text.trim_end().ends_with(&format!("</{}>", names[0])),
        "{text}"
    );
}

fn catalog(dialect: &str, text: &str, skills: usize) {
    match dialect {
        "lovia" => {
            assert_eq!(text.lines().count(), 1 + skills, "{text}");
            assert!(
                text.lines().skip(1).all(|line| line.starts_with("- `")),
                "{text}"
            );
        }
        "deepseek" => {
            framed(text, &["system-reminder", "available_skills"]);
            assert_eq!(text.lines().count(), 9 + skills, "{text}");
            let entries = text.lines().skip(4).take(skills);
            assert!(
                entries.clone().all(|line| line.starts_with("- `")),
                "{text}"
            );
        }
        _ => {
            framed(text, &["available_skills"]);
            for name in ["skill", "name", "description"] {
                assert_eq!(tags(text, name), (skills, skills), "{name} in\n{text}");
            }
        }
    }
}

fn lovia_frame(text: &str) {
    let lines: Vec<&str> = text.split('\n').collect();
    assert!(
        lines[0].starts_with("[skill: ") && lines[0].ends_with(']'),
        "{text}"
    );
    assert_eq!(lines[1], "--- BEGIN SKILL CONTENT (reference material) ---");
    assert_eq!(lines.last(), Some(&"--- END SKILL CONTENT ---"));
    assert_eq!(text.matches("--- BEGIN SKILL CONTENT").count(), 1, "{text}");
    assert_eq!(
        text.matches("--- END SKILL CONTENT ---").count(),
        1,
        "{text}"
    );
    // To a reader who overlooks case, blanks and what cannot be seen.
    let seen: String = text
        .to_lowercase()
        .chars()
        .filter(|c| {
            c.is_whitespace() || !(c.is_control() || "\u{200b}\u{202e}\u{200d}".contains(*c))
        })
        .collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    let loose = words.join(" ").replace("-- ", "--");
    assert_eq!(loose.matches("--end skill content").count(), 1, "{text}");
}

fn activation(dialect: &str, text: &str, files: usize) {
    match dialect {
        "lovia" => lovia_frame(text),
        "deepseek" => framed(
            text,
            &["skill_content", "skill_resources", "skill_instructions"],
        ),
        "lightspeed-shipped" => framed(text, &["skill", "resources", "scripts", "instructions"]),
        _ => {
            framed(text, &["skill_content"]);
            let pairs = usize::from(files > 0);
            assert_eq!(tags(text, "skill_resources"), (pairs, pairs), "{text}");
            assert_eq!(tags(text, "skill_resource"), (0, 0), "{text}");
        }
    }
}

fn resource(dialect: &str, text: &str) {
    match dialect {
        "lovia" => lovia_frame(text),
        // A bare text, in no wrapper.
        "lightspeed-shipped" => {}
        _ => framed(text, &["skill_resource"]),
    }
}

fn skill(
    name: &str,
    description: String,
    body: String,
    path: &str,
    content: String,
) -> InlineSkill {
    InlineSkill {
        name: name.to_owned(),
        frontmatter: Some(json!({"owner": description}).to_string()),
        description,
        body,
        files: vec![InlineFile {
            path: format!("references/{path}"),
            data: content.into_bytes(),
        }],
        ..InlineSkill::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn wrappers_hold(
        name in hostile(), description in hostile(), body in hostile(), path in hostile(), content in hostile(),
    ) {
        for dialect in DIALECTS {
            let mut world = World::mounted(&[], &[]);
            world.configure(json!({"dialect": dialect})).unwrap();
            // Names that the dialect refuses leave one skill; so may paths.
            let forged = skill(&name, description.clone(), body.clone(), "a.md", content.clone());
            world.register(&forged).ok();
            let plain = skill("plain", format!("d {description}"), body.clone(), &path, content.clone());
            if world.register(&plain).is_err() {
                let plain = skill("plain", format!("d {description}"), body.clone(), "a.md", content.clone());
                world.register(&plain).unwrap();
            }
            let listed = world.toolkit.list().skills;
            catalog(dialect, &world.toolkit.catalog_text(None).text, listed.len());
            for listed in &listed {
                for tool in world.toolkit.dialect().tools {
                    let mut arguments = Map::new();
                    arguments.insert(tool.parameter(Role::Skill).to_owned(), json!(listed.name));
                    match tool.operation {
                        Operation::List => {}
                        Operation::Activate => {
                            let given = world.call(tool.name, Value::Object(arguments));
                            prop_assert!(!given.is_error, "{dialect}: {}", given.text);
                            let files = world.toolkit.readable_files(&listed.name).unwrap().0;
                            activation(dialect, &given.text, files.len());
                        }
                        Operation::Read => {
                            let (files, _) = world.toolkit.readable_files(&listed.name).unwrap();
                            for file in files {
                                arguments.insert(tool.parameter(Role::Path).to_owned(), json!(file));
                                let read = world.call(tool.name, Value::Object(arguments.clone()));
                                prop_assert!(!read.is_error, "{dialect}: {}", read.text);
                                resource(dialect, &read.text);
                            }
                        }
                    }
                }
            }
        }
    }
}
