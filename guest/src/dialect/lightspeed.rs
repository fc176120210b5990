//! The design of Lightspeed Core (LCORE-1339): a strict start, three tools, XML
//! without escaping.
//!
//! Its texts put names and descriptions between tags as they are. So do we,
//! except that a tag of the dialect's own in them loses its `<`.

use agent_skills_types::{
    Activation, Content, ContentData, Diagnostic, Error, FittedCatalog, Severity, Skill,
};

use super::catalog::{self, Layout};
use super::wrapper::neutralise;
use super::{Base, Dialect, Operation, Origin, Parameter, Role, Tool, Wording};
use crate::acceptance::{Evidence, Verdict};
use crate::diagnostic::{Code, Note};
use crate::frontmatter::{Reading, Value};
use crate::options::TextOptions;
use crate::policy::{Clash, Cut, Listed, Order, Paths, Policy, SameName};
use crate::skill::Metadata;
use crate::text::{clean, is_blank, one_line, shorten};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    policy: Policy {
        live: false,
        strict: true,
        root_is_skill: true,
        depth: Some(1),
        hidden: true,
        passed_over: &[],
        flat_files: false,
        same_name: SameName::First(duplicate),
        order: Order::Found,
        judge,
        listed: Listed::Below("references/"),
        cut: Cut::Never,
        whole_files: true,
        paths: Paths::Resolved,
        tells_of_barred: false,
        names_in_tools: true,
        tools_without_skills: false,
    },
    tools: &[
        Tool {
            name: "list_skills",
            description: "List available skills with their names and descriptions. Call this to \
                          discover what skills are available.",
            operation: Operation::List,
            parameters: &[],
        },
        Tool {
            name: "activate_skill",
            description: "Load full instructions for a skill. Call this when a task matches a \
                          skill's description.",
            operation: Operation::Activate,
            parameters: &[Parameter {
                name: "name",
                description: "The name of the skill to load",
                role: Role::Skill,
            }],
        },
        Tool {
            name: "load_skill_resource",
            description: "Load a file from a skill's references/ directory. Use this when skill \
                          instructions reference additional documentation.",
            operation: Operation::Read,
            parameters: &[
                Parameter {
                    name: "skill_name",
                    description: "The name of the skill containing the resource",
                    role: Role::Skill,
                },
                Parameter {
                    name: "path",
                    description: "Relative path to the resource file (e.g., 'references/guide.md')",
                    role: Role::Path,
                },
            ],
        },
    ],
    wording: &Lightspeed,
};

/// How the design's code words a YAML error; its table of errors has other
/// words for the start that fails of it, which then stand before these.
const INVALID_YAML: &str = "Invalid YAML frontmatter: ";

/// Tags that names and descriptions must not be able to write, wherever they
/// stand.
const METADATA: &[&str] = &[
    "available_skills",
    "skill",
    "name",
    "description",
    "skill_content",
    "skill_resources",
    "skill_resource",
    "file",
    "error",
    "note",
];

/// Tags that bodies and files must not be able to write.
const CONTENT: &[&str] = &["skill_content", "skill_resources", "skill_resource"];

/// The rules of its loader, in its words.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the standard judge takes its evidence apart"
)]
fn judge(evidence: Evidence<'_>) -> Verdict {
    match accept(&evidence) {
        Ok(metadata) => Verdict {
            // What departs from the specification does not stop a start.
            notes: [evidence.notes(), advice(&metadata)].concat(),
            name: metadata.name.clone().unwrap_or_default(),
            accepted: Some(metadata),
        },
        Err(note) => Verdict {
            accepted: None,
            name: evidence.name(),
            notes: vec![note],
        },
    }
}

/// What the loader takes, though its document asks for 1 to 1024 characters.
fn advice(metadata: &Metadata) -> Vec<Note> {
    let is_empty = metadata.description.as_deref().is_none_or(is_blank);
    let note = || {
        Note::new(Code::DialectAdvice, "The description is empty.")
            .hint("Say what the skill does and when to use it.")
    };
    is_empty.then(note).into_iter().collect()
}

/// The metadata, or the rule that a skill breaks.
fn accept(evidence: &Evidence<'_>) -> Result<Metadata, Note> {
    let Some(block) = evidence.block else {
        return Err(no_frontmatter());
    };
    // Its pattern begins at the first byte and wants a line end behind the
    // closing delimiter.
    let ends = evidence.head[..block.body].ends_with(b"\n");
    if !evidence.head.starts_with(b"---") || block.yaml.is_empty() || !ends {
        return Err(no_frontmatter());
    }
    let reading = match &evidence.reading {
        Ok(reading) => reading,
        Err(note) if note.code == Code::YamlNotMapping => {
            return Err(rule(note, "Frontmatter must be a YAML mapping"));
        }
        Err(note) => return Err(invalid_yaml(note)),
    };
    let faulty = [Code::YamlUnquotedColon, Code::YamlRecovered];
    if let Some(note) = reading
        .notes
        .iter()
        .find(|note| faulty.contains(&note.code))
    {
        return Err(invalid_yaml(note));
    }
    for field in ["name", "description"] {
        if reading.fields.position(field).is_none() {
            let message = format!("SKILL.md frontmatter must include '{field}' field");
            let hint = format!("Add a line `{field}: …` to the frontmatter.");
            return Err(Note::new(Code::DialectRule, message).hint(hint));
        }
    }
    let text = |field: &str| match reading.fields.get(field).map(|node| &node.value) {
        Some(Value::Scalar(scalar)) => clean(&scalar.text).into_owned(),
        _ => String::new(),
    };
    let name = text("name");
    if name != evidence.folder {
        return Err(mismatch(evidence.folder, &name, reading));
    }
    Ok(Metadata {
        name: Some(name),
        description: Some(text("description")),
        ..reading.metadata.clone()
    })
}

fn duplicate(clash: &Clash<'_>) -> Note {
    let message = format!("Duplicate skill name: {}", one_line(clash.name));
    Note::new(Code::NameDuplicate, message).hint("Rename one of the two, or remove it.")
}

/// A finding in the words of the dialect's rule, where it stands and with what to
/// do about it.
fn rule(note: &Note, message: impl Into<String>) -> Note {
    Note {
        code: Code::DialectRule,
        message: message.into(),
        ..note.clone()
    }
}

fn no_frontmatter() -> Note {
    let message = "SKILL.md must have YAML frontmatter between --- delimiters";
    Note::new(Code::DialectRule, message)
        .hint("Begin the file with a line `---`, and end the frontmatter with another.")
}

fn mismatch(folder: &str, name: &str, reading: &Reading<'_>) -> Note {
    let (folder, name) = (one_line(folder), one_line(name));
    let message = format!("Skill name mismatch: config has '{folder}' but SKILL.md has '{name}'");
    let note = Note {
        position: reading.fields.position("name"),
        ..Note::new(Code::DialectRule, message)
    };
    note.hint(format!("Write `name: {folder}`, or rename the directory."))
}

fn invalid_yaml(note: &Note) -> Note {
    let place = note.position.map_or_else(String::new, |position| {
        format!(" (line {}, column {})", position.line, position.column)
    });
    rule(note, format!("{INVALID_YAML}{}{place}", note.message))
}

/// Instructions and files are spoken of, the catalog is not.
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

struct Lightspeed;

impl Wording for Lightspeed {
    fn instructions(&self, _skills: &[&Skill], _options: &TextOptions) -> String {
        INSTRUCTIONS.to_owned()
    }

    /// The instructions alone (S1-40): a model gets the catalog from a tool.
    fn system_prompt(
        &self,
        skills: &[&Skill],
        _options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        match budget {
            Some(budget) if INSTRUCTIONS.chars().count() > budget => catalog::nothing(skills.len()),
            _ => FittedCatalog {
                text: INSTRUCTIONS.to_owned(),
                ..catalog::nothing(0)
            },
        }
    }

    fn catalog(
        &self,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        let layout = Layout {
            head: "<available_skills>\n",
            tail: "</available_skills>",
            entry: &|skill, description| {
                let name = inside(&skill.name);
                let description = description.map(inside).unwrap_or_default();
                format!(
                    "  <skill>\n    <name>{name}</name>\n    \
                     <description>{description}</description>\n  </skill>\n"
                )
            },
            omitted: &|count| format!("  <!-- {} -->\n", catalog::more(count)),
            description: options.description_characters.unwrap_or(usize::MAX),
            prepare: |description| clean(description).into_owned(),
            shorten: |text, most| shorten(text, most).into_owned(),
        };
        catalog::fit(skills, &layout, budget)
    }

    fn no_skills(&self) -> String {
        "<available_skills/>".to_owned()
    }

    fn activation(&self, activation: &Activation, origin: Origin<'_>) -> String {
        let place = match origin.base {
            Base::Directory(text) | Base::Url(text) | Base::Opaque(text) | Base::Provider(text) => {
                inside(&one_line(text))
            }
        };
        let mut lines = vec![
            format!("<skill_content name=\"{}\">", attribute(&activation.name)),
            neutralise(activation.body.trim(), CONTENT).into_owned(),
            String::new(),
            format!("Skill directory: {place}"),
            "Relative paths in this skill are relative to the skill directory.".to_owned(),
        ];
        if !activation.files.is_empty() {
            lines.push(String::new());
            lines.push("<skill_resources>".to_owned());
            let files = activation.files.iter();
            lines.extend(files.map(|file| format!("  <file>{}</file>", inside(&one_line(file)))));
            lines.push("</skill_resources>".to_owned());
        }
        lines.push("</skill_content>".to_owned());
        lines.join("\n")
    }

    fn already_active(&self, name: &str) -> Option<String> {
        let name = inside(name);
        Some(format!(
            "<note>Skill '{name}' is already loaded in this conversation.</note>"
        ))
    }

    fn resource(&self, content: &Content, _base: Base<'_>) -> Result<String, String> {
        match &content.data {
            ContentData::Text(text) => Ok(format!(
                "<skill_resource skill=\"{}\" path=\"{}\">\n{}\n</skill_resource>",
                attribute(&content.skill),
                attribute(&content.path),
                neutralise(text, CONTENT)
            )),
            ContentData::Bytes(_) => Err(error("Failed to read resource: it is not UTF-8 text")),
        }
    }

    fn is_skill_content(&self, message: &str) -> bool {
        [
            ("<skill_content", "</skill_content>"),
            ("<skill_resource", "</skill_resource>"),
        ]
        .iter()
        .any(|(open, close)| message.contains(open) && message.contains(close))
    }

    fn start_failure(&self, diagnostic: &Diagnostic) -> Option<String> {
        let path = &diagnostic.path;
        match Code::named(&diagnostic.code) {
            Some(Code::RootMissing | Code::RootNotDirectory) => {
                Some(format!("Skill path does not exist: {path}"))
            }
            Some(Code::NotRegularFile | Code::LinkDangling) if path.ends_with("/SKILL.md") => {
                Some(format!("SKILL.md not found at {path}"))
            }
            Some(Code::DialectRule) if diagnostic.message.starts_with(INVALID_YAML) => Some(
                format!("Invalid SKILL.md frontmatter: {}", diagnostic.message),
            ),
            _ if diagnostic.severity == Severity::Error => Some(diagnostic.message.clone()),
            _ => None,
        }
    }

    fn unknown_key(&self) -> Option<&'static str> {
        Some("Extra inputs are not permitted")
    }

    fn error(&self, failure: &Error) -> String {
        error(&match failure {
            Error::UnknownSkill { name, .. } => format!("Unknown skill: {name}"),
            Error::InvalidPath { path, .. } | Error::OutsideSkill { path, .. } => {
                format!("Path '{path}' is outside skill directory")
            }
            Error::NotFound { path, .. } => format!("Resource not found: {path}"),
            Error::NotText(_) | Error::TooLarge { .. } | Error::Unreadable { .. } => {
                format!("Failed to read resource: {failure}")
            }
            other => other.to_string(),
        })
    }
}

fn error(sentence: &str) -> String {
    format!("<error>{}</error>", inside(&one_line(sentence)))
}

/// Text between tags.
fn inside(text: &str) -> String {
    neutralise(&clean(text), METADATA).into_owned()
}

/// Text in an attribute; there a quote would end it.
fn attribute(text: &str) -> String {
    inside(&one_line(text)).replace('"', "&quot;")
}
