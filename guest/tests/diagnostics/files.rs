//! Provokes what is told of a file, its delimiters and its YAML.

use agent_skills_component::diagnostic::Code;
use agent_skills_component::toolkit::Toolkit;

use super::{Row, listed};
use crate::support::{Tree, file_of};

/// The file of the skill `demo`.
fn file(content: impl AsRef<[u8]>) -> (Tree, Toolkit) {
    Tree::new().file("demo/SKILL.md", content).opened()
}

/// The lines between its delimiters.
fn yaml(lines: &str) -> (Tree, Toolkit) {
    file(file_of(lines))
}

pub const ROWS: &[Row] = &[
    listed(
        Code::NotUtf8,
        || file(b"---\nname: demo\ndescription: caf\xe9\n---\n"),
        "/skills/demo/SKILL.md:3:17: error[not-utf8]: The frontmatter is not UTF-8 text.\n  \
         hint: Save the file as UTF-8.",
    ),
    listed(
        Code::FrontmatterMissing,
        || file("# Demo\n"),
        "/skills/demo/SKILL.md:1:1: error[frontmatter-missing]: The file begins with `# Demo`, \
         not with a `---` line.\n  hint: Begin the file with a `---` line, the fields `name` and \
         `description`, and a second `---` line.",
    ),
    listed(
        Code::FrontmatterNotFirst,
        || file(format!("# Demo\n{}", file_of("name: demo\ndescription: d"))),
        "/skills/demo/SKILL.md:1:1: error[frontmatter-not-first]: `# Demo` stands before the \
         opening `---` line.\n  hint: Move it below the closing `---` line.",
    ),
    listed(
        Code::FrontmatterBlankBefore,
        || file(format!("\n{}", file_of("name: demo\ndescription: d"))),
        "/skills/demo/SKILL.md:1:1: warning[frontmatter-blank-before]: Blank lines stand before \
         the opening `---` line.\n  hint: Delete the blank lines, so that the file begins with \
         `---`.",
    ),
    listed(
        Code::FrontmatterUnterminated,
        || file("---\nname: demo\ndescription: d\n----\nBody.\n"),
        "/skills/demo/SKILL.md:4:1: error[frontmatter-unterminated]: No `---` line closes the \
         frontmatter.\n  hint: Line 4 is `----`; write it as `---` at the start of the line, with \
         nothing behind it.",
    ),
    listed(
        Code::FrontmatterTooLarge,
        || yaml(&format!("name: demo\ndescription: {}", "x ".repeat(40_000))),
        "/skills/demo/SKILL.md: error[frontmatter-too-large]: No `---` line closes the \
         frontmatter within 65536 bytes.\n  hint: Close the frontmatter with a `---` line, or \
         move long text to the body.",
    ),
    listed(
        Code::SkillFileTooLarge,
        || file(file_of("name: demo\ndescription: d") + &"x".repeat(1024 * 1024)),
        "/skills/demo/SKILL.md: error[skill-file-too-large]: The file is larger than 1048576 \
         bytes.\n  hint: Move details into files of their own, or raise \
         `limits.skill_file_bytes`.",
    ),
    listed(
        Code::YamlInvalid,
        || yaml("{name: demo"),
        "/skills/demo/SKILL.md:3:1: error[yaml-invalid]: The frontmatter is not YAML: a list or map in brackets is not complete.\n  hint: Write one `key: value` line for each field.",
    ),
    listed(
        Code::YamlNotMapping,
        || yaml("- name\n- description"),
        "/skills/demo/SKILL.md:2:1: error[yaml-not-mapping]: The frontmatter is not made of \
         `key: value` lines.\n  hint: Write one `key: value` line for each field.",
    ),
    listed(
        Code::YamlUnquotedColon,
        || yaml("name: demo\ndescription: Writes notes. Use when: asked"),
        "/skills/demo/SKILL.md:3:36: warning[yaml-unquoted-colon]: The value of `description` has a colon in it and is not quoted.\n  hint: description: \"Writes notes. Use when: asked\"",
    ),
    listed(
        Code::YamlRecovered,
        || yaml("name: demo\ndescription: d\nargument-hint: [file] [page]"),
        "/skills/demo/SKILL.md:4:16: warning[yaml-recovered]: The value of `argument-hint` begins \
         with `[` and is not quoted; it was read as text.\n  hint: argument-hint: \"[file] \
         [page]\"",
    ),
    listed(
        Code::YamlUnsupported,
        || yaml("name: demo\ndescription: d\nlicense: &mit MIT"),
        "/skills/demo/SKILL.md:4:10: warning[yaml-unsupported]: An anchor is not read; the value was left out.\n  hint: Quote the value if `&` is part of it, or write it out.",
    ),
    listed(
        Code::YamlComment,
        || yaml("name: demo\ndescription: A #1 tool"),
        "/skills/demo/SKILL.md:3:16: warning[yaml-comment]: `#1 tool` is a comment, not part of \
         `description`.\n  hint: description: \"A #1 tool\"",
    ),
    listed(
        Code::YamlLimit,
        || {
            yaml(&format!(
                "name: demo\ndescription: d\nx: {}",
                "[".repeat(40)
            ))
        },
        "/skills/demo/SKILL.md:4:35: error[yaml-limit]: The frontmatter is nested more than 32 levels deep.\n  hint: Move data into a file of the skill, or raise the limit in the options.",
    ),
    listed(
        Code::YamlDuplicateKey,
        || yaml("name: demo\ndescription: d\nname: other"),
        "/skills/demo/SKILL.md:4:1: warning[yaml-duplicate-key]: `name` stands twice; the first \
         value counts.\n  hint: Delete one of the two.",
    ),
    listed(
        Code::ControlCharacter,
        || yaml("name: demo\ndescription: a\u{1b}[31mb"),
        "/skills/demo/SKILL.md:3:15: warning[control-character]: The control character U+001B was removed.\n  hint: Delete it from the file.",
    ),
    listed(
        Code::InvisibleCharacter,
        || yaml("name: demo\ndescription: a\u{202e}b"),
        "/skills/demo/SKILL.md:3:15: warning[invisible-character]: The invisible character U+202E was removed.\n  hint: Delete it from the file.",
    ),
];
