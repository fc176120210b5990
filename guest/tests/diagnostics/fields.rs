//! Provokes what is told of the fields and of the body.

use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;

use super::{Row, checked, listed};
use crate::support::{Tree, file_of, toolkit};

/// The lines between the delimiters of the skill `demo`.
fn yaml(lines: &str) -> (Tree, Toolkit) {
    Tree::new().file("demo/SKILL.md", file_of(lines)).opened()
}

/// The same in a directory of another name.
fn yaml_in(directory: &str, lines: &str) -> (Tree, Toolkit) {
    let path = format!("{directory}/SKILL.md");
    Tree::new().file(&path, file_of(lines)).opened()
}

/// The same with further lines behind those that every skill needs.
fn field(line: &str) -> (Tree, Toolkit) {
    yaml(&format!("name: demo\ndescription: d\n{line}"))
}

/// The body of the skill `demo`.
fn body(text: &str) -> (Tree, Toolkit) {
    let file = format!("---\nname: demo\ndescription: d\n---\n{text}");
    Tree::new().file("demo/SKILL.md", file).opened()
}

/// A root that is a skill and whose name is `/`.
fn nameless() -> (Tree, Toolkit) {
    let tree = Tree::new().file("SKILL.md", file_of("description: d"));
    let toolkit = toolkit(&[(&tree, "", "/")]);
    (tree, toolkit)
}

pub const ROWS: &[Row] = &[
    listed(
        Code::NameMissing,
        || yaml("description: d"),
        "/skills/demo/SKILL.md: warning[name-missing]: There is no name; the directory's name `demo` is used.\n  hint: name: demo",
    ),
    listed(
        Code::NameInvalid,
        || yaml("name: My_Demo\ndescription: d"),
        "/skills/demo/SKILL.md:2:7: warning[name-invalid]: The name has the upper-case letter `M`.\n  hint: name: my-demo",
    ),
    listed(
        Code::NameNotAscii,
        || yaml_in("café", "name: café\ndescription: d"),
        "/skills/café/SKILL.md:2:7: info[name-not-ascii]: The name has letters outside `a-z` and `0-9`, which some clients refuse.\n  hint: Use `a-z`, `0-9` and hyphens if the skill is meant for every client.",
    ),
    listed(
        Code::NameTooLong,
        || yaml(&format!("name: {}\ndescription: d", "a".repeat(65))),
        "/skills/demo/SKILL.md:2:7: warning[name-too-long]: The name has 65 characters; 64 are allowed.\n  hint: Choose a shorter name.",
    ),
    listed(
        Code::NameMismatch,
        || yaml("name: notes\ndescription: d"),
        "/skills/demo/SKILL.md:2:1: warning[name-mismatch]: The name is `notes`, but the directory is `demo`.\n  hint: Give both the same name.",
    ),
    listed(
        Code::NameUnusable,
        nameless,
        "/SKILL.md: error[name-unusable]: There is no name, and the directory has none either.\n  hint: Add a line such as `name: my-skill`.",
    ),
    listed(
        Code::DescriptionMissing,
        || yaml("name: demo"),
        "/skills/demo/SKILL.md: error[description-missing]: There is no `description`, so a model could not choose the skill.\n  hint: Say in a `description: ` line what the skill does and when to use it.",
    ),
    listed(
        Code::DescriptionTooLong,
        || yaml(&format!("name: demo\ndescription: {}", "x".repeat(1025))),
        "/skills/demo/SKILL.md:3:14: warning[description-too-long]: The description has 1025 characters; 1024 are allowed.\n  hint: Shorten it, and move details to the body.",
    ),
    listed(
        Code::CompatibilityLength,
        || field("compatibility: \"\""),
        "/skills/demo/SKILL.md:4:16: warning[compatibility-length]: `compatibility` is empty.\n  hint: Leave it out, or say what the skill needs.",
    ),
    listed(
        Code::FieldType,
        || field("license: [MIT]"),
        "/skills/demo/SKILL.md:4:10: warning[field-type]: `license` is a list, not text.\n  hint: Write it as one text, in quotes.",
    ),
    listed(
        Code::MetadataValue,
        || field("metadata:\n  tags: [a, b]"),
        "/skills/demo/SKILL.md:5:3: warning[metadata-value]: `tags` in `metadata` is a list, not text; it was kept as JSON.\n  hint: Write it as one text, in quotes.",
    ),
    listed(
        Code::AllowedToolsForm,
        || field("allowed-tools: [Read, Write]"),
        "/skills/demo/SKILL.md:4:16: info[allowed-tools-form]: `allowed-tools` is a list.\n  hint: allowed-tools: Read Write",
    ),
    listed(
        Code::InvocationValue,
        || field("disable-model-invocation: maybe"),
        "/skills/demo/SKILL.md:4:27: warning[invocation-value]: `disable-model-invocation` is neither true nor false; the skill is kept from the model.\n  hint: Write `disable-model-invocation: true` or `disable-model-invocation: false`.",
    ),
    listed(
        Code::InvocationKey,
        || field("disable_model_invocation: true"),
        "/skills/demo/SKILL.md:4:1: warning[invocation-key]: `disable_model_invocation` is no field; it was read as `disable-model-invocation`.\n  hint: disable-model-invocation: true",
    ),
    checked(
        Code::FieldUnknown,
        || field("argument-hint: file"),
        "/skills/demo/SKILL.md:4:1: warning[field-unknown]: The specification has no field `argument-hint`.\n  hint: Put it under `metadata`, or keep it for the client that knows it.",
    ),
    checked(
        Code::BodyLines,
        || body(&"Line.\n".repeat(501)),
        "/skills/demo/SKILL.md: warning[body-lines]: The body has 501 lines; at most 500 are recommended.\n  hint: Move details into files of their own, which are read when they are needed.",
    ),
    checked(
        Code::BodyTokens,
        || body(&"word ".repeat(4100)),
        "/skills/demo/SKILL.md: warning[body-tokens]: The body has about 5125 tokens; at most 5000 are recommended.\n  hint: Move details into files of their own, which are read when they are needed.",
    ),
    checked(
        Code::ReferenceDangling,
        || body("Read [it](references/a.md).\n"),
        "/skills/demo/SKILL.md:5:11: warning[reference-dangling]: The skill has no file `references/a.md`.\n  hint: Add the file, or correct the path; paths begin at the skill's directory.",
    ),
];
