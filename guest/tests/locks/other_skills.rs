//! The lock under every dialect, and over skills that lie in no directory.

use agent_skills_component::dialect::{Operation, Role, tool_call};
use agent_skills_component::toolkit::Toolkit;
use agent_skills_component::verify::lock;
use agent_skills_types::{InlineFile, InlineSkill, Invoker, ToolResult};
use serde_json::{Value, json};

use super::support::dialects::DIALECTS;
use super::support::{Tree, names, told};
use super::under;

fn file(body: &str) -> String {
    format!("---\nname: demo\ndescription: A skill\n---\n{body}\n")
}

/// What each tool of the dialect gives for the skill and its file.
fn calls(toolkit: &mut Toolkit) -> Vec<(Operation, ToolResult)> {
    let tools = toolkit.dialect().tools.iter();
    let results = tools.map(|tool| {
        let parameters = tool.parameters.iter().filter(|p| p.role.required());
        let arguments: serde_json::Map<String, Value> = parameters
            .map(|parameter| {
                let value = match parameter.role {
                    Role::Skill => "demo",
                    Role::Path | Role::Offset => "a.md",
                };
                (parameter.name.to_owned(), value.into())
            })
            .collect();
        let arguments = Value::Object(arguments).to_string();
        let result = tool_call::call(toolkit, None, tool.name, &arguments);
        (tool.operation, result)
    });
    results.collect()
}

#[test]
fn no_tool_of_any_dialect_gives_out_what_the_lock_does_not_list() {
    for dialect in DIALECTS {
        let tree = Tree::new()
            .file("demo/SKILL.md", file("Locked body"))
            .file("demo/a.md", "Locked file\n");
        let options = json!({"dialect": dialect});
        let text = lock(&tree.toolkit_with(&options.to_string())).unwrap();
        let locked: Value = serde_json::from_str(&text).unwrap();
        let options = json!({"dialect": dialect, "lock": locked}).to_string();
        let (tree, mut toolkit) = tree.opened_with(&options);
        for (operation, result) in calls(&mut toolkit) {
            let content = match operation {
                Operation::List => "demo",
                Operation::Activate => "Locked body",
                Operation::Read => "Locked file",
            };
            let text = result.text;
            assert!(!result.is_error, "{dialect}: {text}");
            assert!(text.contains(content), "{dialect}: {text}");
        }
        tree.write("demo/SKILL.md", file("Changed body"));
        tree.write("demo/a.md", "Changed file\n");
        for (operation, result) in calls(&mut toolkit) {
            let text = result.text;
            assert!(!text.contains("Changed"), "{dialect}: {text}");
            assert!(!text.contains("Locked"), "{dialect}: {text}");
            let gives_content = !matches!(operation, Operation::List);
            assert_eq!(result.is_error, gives_content, "{dialect}: {text}");
        }
    }
}

fn inline(body: &str, content: &str) -> InlineSkill {
    InlineSkill {
        name: "handed".into(),
        description: "Handed over by the host".into(),
        body: body.into(),
        frontmatter: None,
        provider: None,
        rank: None,
        base: None,
        files: vec![InlineFile {
            path: "a.md".into(),
            data: content.into(),
        }],
    }
}

#[test]
fn registered_skills_have_to_be_in_the_lock() {
    let (_tree, mut toolkit) = Tree::new().skill("other").opened();
    toolkit.register(&inline("Do it.", "first\n")).unwrap();
    let text = lock(&toolkit).unwrap();
    let cases = [
        ("the same", inline("Do it.", "first\n"), true, true),
        ("another body", inline("Do that.", "first\n"), false, false),
        ("another file", inline("Do it.", "FIRST\n"), true, false),
    ];
    for (what, skill, is_listed, is_read) in cases {
        let (_tree, mut toolkit) = Tree::new().skill("other").opened_with(&under(&text));
        // The tree's own skill is written alike each time, so it is as locked.
        toolkit.register(&skill).unwrap();
        let listing = toolkit.list();
        let expected = if is_listed {
            vec!["handed", "other"]
        } else {
            vec!["other"]
        };
        assert_eq!(names(&listing), expected, "{what}");
        assert_eq!(told(&listing.diagnostics).is_empty(), is_listed, "{what}");
        let activated = toolkit.activate("handed", Invoker::Model);
        assert_eq!(activated.is_ok(), is_listed, "{what}");
        let read = toolkit.read("handed", "a.md", 0, 0, Invoker::Host);
        assert_eq!(read.is_ok(), is_read, "{what}");
    }

    let (_tree, mut toolkit) = Tree::new().skill("other").opened();
    let without = lock(&toolkit).unwrap();
    toolkit.configure(&under(&without)).unwrap();
    toolkit.register(&inline("Do it.", "first\n")).unwrap();
    assert_eq!(names(&toolkit.list()), ["other"]);
}
