//! Provokes what a check tells of serving a skill over MCP.

use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;

use super::{Row, checked};
use crate::support::{Tree, file_of, good_file};

fn yaml(text: &str) -> (Tree, Toolkit) {
    Tree::new().file("demo/SKILL.md", file_of(text)).opened()
}

/// A skill with one file more than clients take.
fn many_files() -> (Tree, Toolkit) {
    let tree = Tree::new().skill("demo");
    for number in 0..512 {
        tree.write(&format!("demo/{number}.txt"), "");
    }
    tree.opened()
}

pub const ROWS: &[Row] = &[
    checked(
        Code::McpFile,
        || {
            Tree::new()
                .file("demo/skill.md", good_file("demo"))
                .opened()
        },
        "/skills/demo/skill.md: warning[mcp-file]: Clients look for `SKILL.md`, and the file is called `skill.md`.\n  hint: Put it into a directory of its own, as `SKILL.md`.",
    ),
    checked(
        Code::McpDelimiter,
        || {
            let file = "--- \nname: demo\ndescription: d\n---\n";
            Tree::new().file("demo/SKILL.md", file).opened()
        },
        "/skills/demo/SKILL.md:1:1: warning[mcp-delimiter]: The file does not begin with a line of exactly `---`.\n  hint: Delete what stands before it, a byte order mark too, and blanks behind it.",
    ),
    checked(
        Code::McpYaml,
        || yaml("name: demo\ndescription: Writes notes. Use when: asked"),
        "/skills/demo/SKILL.md:3:36: warning[mcp-yaml]: Clients read this differently. The value of `description` has a colon in it and is not quoted.\n  hint: description: \"Writes notes. Use when: asked\"",
    ),
    checked(
        Code::McpName,
        || yaml("name: My_Demo\ndescription: d"),
        "/skills/demo/SKILL.md:2:7: warning[mcp-name]: Clients take names of at most 64 of `a-z`, `0-9` and single hyphens only.\n  hint: Write a line such as `name: my-skill`.",
    ),
    checked(
        Code::McpField,
        || yaml("name: demo\ndescription: d\nmetadata:\n  version: 1.0"),
        "/skills/demo/SKILL.md:5:3: warning[mcp-field]: A value in `metadata` is not text, for which clients refuse all skills.\n  hint: Write each value as one text, in quotes.",
    ),
    checked(
        Code::McpValue,
        || yaml("name: demo\ndescription: d\nweight: .inf"),
        "/skills/demo/SKILL.md:4:9: warning[mcp-value]: `.inf` has no form in JSON.\n  hint: Quote it: \".inf\"",
    ),
    checked(
        Code::McpFiles,
        many_files,
        "/skills/demo/SKILL.md: warning[mcp-files]: The skill has more than 512 files, so clients may refuse it.\n  hint: Keep at most 512 readable files of 16 MiB together in the skill's directory.",
    ),
    checked(
        Code::McpAmbiguous,
        || yaml("name: demo\ndescription: d\ndate: 2026-01-01"),
        "/skills/demo/SKILL.md:4:7: warning[mcp-ambiguous]: YAML parsers read `2026-01-01` in different ways.\n  hint: Quote the value: \"2026-01-01\"",
    ),
];
