//! DeepSeek Harness: a reminder with short descriptions, one tool, a base
//! directory in place of a list of files, and flat `<name>.md` skills.

mod contract;

use agent_skills_types::{
    Activation, Content, Diagnostic, Error, FittedCatalog, InlineSkill, Invocation, Skill,
};
use serde_json::{Value as Json, json};

use super::catalog::{self, Layout};
use super::wrapper::neutralise;
use super::{Asked, Base, Dialect, Operation, Origin, Parameter, Role, Tool, Wording};
use crate::acceptance::{Evidence, Verdict};
use crate::diagnostic::{Code, Note};
use crate::frontmatter::{Fields, Reading, Value};
use crate::name::is_plain;
use crate::options::TextOptions;
use crate::policy::{Clash, Cut, Listed, Order, Paths, Policy, SameName};
use crate::skill::Metadata;
use crate::text::{clean, escape, one_line, prefix};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    policy: Policy {
        live: false,
        strict: false,
        root_is_skill: false,
        depth: Some(1),
        hidden: true,
        passed_over: &[".system"],
        flat_files: true,
        same_name: SameName::First(ignored),
        order: Order::Name,
        judge,
        listed: Listed::None,
        cut: Cut::Never,
        whole_files: true,
        paths: Paths::Plain,
        tells_of_barred: true,
        names_in_tools: false,
        tools_without_skills: false,
    },
    tools: &[Tool {
        name: "skill",
        description: "Load the full instructions for an available skill. Call this with the \
                      exact skill name from the session skill catalog before acting on a task \
                      that names or clearly matches that skill.",
        operation: Operation::Activate,
        parameters: &[Parameter {
            name: "name",
            description: "The exact skill name from the available skills list.",
            role: Role::Skill,
        }],
    }],
    wording: &DeepSeek,
};

/// Longest description in the catalog, in code points.
const DESCRIPTION: usize = 500;

/// Shortest such limit: the mark of a cut alone.
const LEAST_DESCRIPTION: usize = 3;

/// Tags that content must not be able to write.
const TAGS: &[&str] = &[
    "skill_content",
    "skill_resources",
    "skill_instructions",
    "available_skills",
    "system-reminder",
];

fn ignored(clash: &Clash<'_>) -> Note {
    let message = format!(
        "skill \"{}\" from {} ignored because a higher-priority skill already exists",
        clash.name,
        one_line(clash.root)
    );
    Note::new(Code::NameShadowed, message)
}

/// The rules of its local provider, in its words.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the standard judge takes its evidence apart"
)]
fn judge(evidence: Evidence<'_>) -> Verdict {
    match accept(&evidence) {
        Ok(metadata) => Verdict {
            name: metadata.name.clone().unwrap_or_default(),
            accepted: Some(metadata),
            notes: evidence.losses(),
        },
        Err(reason) => Verdict {
            accepted: None,
            name: evidence.name(),
            notes: vec![Note::new(
                Code::DialectRule,
                format!("skill file {} ignored: {reason}", evidence.path()),
            )],
        },
    }
}

fn accept(evidence: &Evidence<'_>) -> Result<Metadata, String> {
    let reading = reading(evidence)?;
    let fields = &reading.fields;
    let (Some(name), Some(description)) = (string(fields, "name"), string(fields, "description"))
    else {
        return Err("frontmatter requires name and description".to_owned());
    };
    if !is_plain(&name) {
        return Err(format!("invalid skill name \"{}\"", one_line(&name)));
    }
    let invocation =
        invocation(fields).map_err(|reason| format!("invalid invocation frontmatter: {reason}"))?;
    Ok(Metadata {
        name: Some(name),
        description: Some(clean(&description).into_owned()),
        invocation,
        ..reading.metadata.clone()
    })
}

/// What the frontmatter says; its lines are `---` and nothing else.
fn reading<'e>(evidence: &'e Evidence<'_>) -> Result<&'e Reading<'e>, String> {
    let missing = || "missing YAML frontmatter".to_owned();
    let block = evidence.block.ok_or_else(missing)?;
    let opened = ["---\n", "---\r\n"]
        .iter()
        .any(|line| evidence.head.starts_with(line.as_bytes()));
    let closer = &evidence.head[block.yaml.end..block.body];
    let closed = [&b"---\n"[..], b"---\r\n", b"---"].contains(&closer);
    if !opened || !closed {
        return Err(missing());
    }
    match &evidence.reading {
        Err(note) if note.code == Code::YamlNotMapping => Err(missing()),
        Err(note) if note.code == Code::NotUtf8 => Err(format!(
            "failed to read text file at {}: {}",
            evidence.path(),
            note.message
        )),
        Err(note) => Err(format!("invalid YAML frontmatter: {}", note.message)),
        Ok(reading) => {
            let faulty = [
                Code::YamlUnquotedColon,
                Code::YamlRecovered,
                Code::YamlDuplicateKey,
            ];
            match reading
                .notes
                .iter()
                .find(|note| faulty.contains(&note.code))
            {
                Some(note) => Err(format!("invalid YAML frontmatter: {}", note.message)),
                None => Ok(reading),
            }
        }
    }
}

/// A field that is a string, as YAML 1.2 types it, and not empty.
fn string(fields: &Fields<'_>, key: &str) -> Option<String> {
    let text = fields.get(key)?.value.as_text()?;
    (!text.is_empty()).then(|| text.to_owned())
}

fn invocation(fields: &Fields<'_>) -> Result<Invocation, String> {
    for (legacy, canonical) in [
        ("modelInvocable", "disable-model-invocation"),
        ("userInvocable", "user-invocable"),
    ] {
        if fields.position(legacy).is_some() {
            return Err(format!(
                "frontmatter field \"{legacy}\" is unsupported; use \"{canonical}\""
            ));
        }
    }
    // The document has this spelling; the code of the same day refuses it.
    let disabled = boolean(fields, "disableModelInvocation")?;
    let disabled = boolean(fields, "disable-model-invocation")?.or(disabled);
    let user = boolean(fields, "user-invocable")?;
    Ok(Invocation {
        model: disabled != Some(true),
        user: user != Some(false),
    })
}

fn boolean(fields: &Fields<'_>, key: &str) -> Result<Option<bool>, String> {
    if fields.position(key).is_none() {
        return Ok(None);
    }
    let word = match fields.get(key).map(|node| &node.value) {
        Some(Value::Scalar(scalar)) => scalar.text.to_ascii_lowercase(),
        _ => String::new(),
    };
    match word.as_str() {
        "true" | "yes" | "on" | "1" => Ok(Some(true)),
        "false" | "no" | "off" | "0" => Ok(Some(false)),
        _ => Err(format!("frontmatter field \"{key}\" must be a boolean")),
    }
}

const FIRST: &str = "\
<system-reminder>
A skill is a reusable set of task-specific instructions. The following skills are available in this session:

<available_skills>
";

const FIRST_RULES: &str = "\
</available_skills>

If the user names a skill, or the task clearly matches a skill's description, call the `skill` tool with the exact skill name before taking task actions. Load all applicable skills, then follow their full instructions. This catalog contains summaries only; do not infer or follow a skill's instructions until it has been loaded.
A user may also invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool again for that skill.
</system-reminder>";

const REPLACED: &str = "\
<system-reminder>
The available skill catalog changed. This complete catalog replaces every earlier available-skills list in this session:

<available_skills>
";

const REPLACED_RULES: &str = "\
</available_skills>

Use only names in this replacement catalog. If the user names a listed skill, or the task clearly matches its description, call the `skill` tool with the exact name before acting.
A user may also invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool again for that skill.
</system-reminder>";

const EMPTIED_RULES: &str = "\
</available_skills>

No skills are currently available through the `skill` tool. Do not use names from earlier skill catalogs.
A user may still invoke a skill directly; its <skill_content> block then appears in this conversation. Follow it, and do not call the `skill` tool for it.
</system-reminder>";

fn unavailable(name: &str) -> String {
    format!("skill \"{name}\" is unknown or no longer available")
}

struct DeepSeek;

impl DeepSeek {
    fn write(
        head: &str,
        tail: &str,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        let layout = Layout {
            head,
            tail,
            entry: &|skill, description| {
                let description = description.unwrap_or_default();
                let description = escape(description, &['&', '<', '>']);
                format!("- `{}`: {description}\n", skill.name)
            },
            omitted: &|count| format!("- {} not shown\n", catalog::more_are(count)),
            description: options.description_characters.unwrap_or(DESCRIPTION),
            prepare: one_line,
            shorten,
        };
        catalog::fit(skills, &layout, budget)
    }
}

/// A line of at most `most` code points, the dots of a cut counted in.
fn shorten(line: &str, most: usize) -> String {
    match prefix(line, most) {
        (_, true) => line.to_owned(),
        _ => format!("{}...", prefix(line, most.saturating_sub(3)).0),
    }
}

impl Wording for DeepSeek {
    fn check_options(&self, options: &TextOptions) -> Result<(), Error> {
        match options.description_characters {
            Some(most) if most < LEAST_DESCRIPTION => Err(Error::Other(format!(
                "tool-skill: catalogDescriptionMaxLength must be an integer greater than or \
                 equal to {LEAST_DESCRIPTION}"
            ))),
            _ => Ok(()),
        }
    }

    /// The catalog is a message of its own, not a part of the system prompt.
    fn instructions(&self, _skills: &[&Skill], _options: &TextOptions) -> String {
        String::new()
    }

    fn catalog(
        &self,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        Self::write(FIRST, FIRST_RULES, skills, options, budget)
    }

    fn replaced_catalog(&self, skills: &[&Skill], options: &TextOptions) -> String {
        Self::write(REPLACED, REPLACED_RULES, skills, options, None).text
    }

    fn emptied_catalog(&self) -> String {
        format!("{REPLACED}{EMPTIED_RULES}")
    }

    fn no_skills(&self) -> String {
        String::new()
    }

    fn activation(&self, activation: &Activation, origin: Origin<'_>) -> String {
        let text = |text: &str| escape(&one_line(text), &['&', '<', '>']).into_owned();
        let hint = match origin.base {
            Base::Directory(path) => format!(
                "Base directory for this skill: {}\n\
                 Resolve relative paths mentioned by this skill against the base directory \
                 before using them. Load referenced resources only as needed.",
                text(path)
            ),
            Base::Url(url) => format!(
                "Base URL for this skill: {}\n\
                 Resolve relative URLs mentioned by this skill against the base URL before \
                 using them. Load referenced resources only as needed.",
                text(url)
            ),
            Base::Opaque(words) => format!(
                "Resources for this skill: {}\nLoad referenced resources only as needed.",
                text(words)
            ),
            Base::Provider(provider) => format!(
                "Resources for this skill are managed by provider \"{}\".\n\
                 Load referenced resources only as needed.",
                text(provider)
            ),
        };
        format!(
            "<skill_content name=\"{}\">\n<skill_resources>\n{hint}\n</skill_resources>\n\n\
             <skill_instructions>\n{}\n</skill_instructions>\n</skill_content>",
            escape(&activation.name, &['&', '"', '<']),
            neutralise(activation.body.trim(), TAGS)
        )
    }

    fn activation_value(&self, activation: &Activation, origin: Origin<'_>) -> Option<Json> {
        let mut value = json!({
            "name": activation.name,
            "provider": origin.provider,
            "content": activation.body.trim(),
        });
        let base = match origin.base {
            Base::Directory(path) => json!({"kind": "directory", "path": path}),
            Base::Url(url) => json!({"kind": "url", "url": url}),
            Base::Opaque(words) => json!({"kind": "opaque", "description": words}),
            Base::Provider(_) => return Some(value),
        };
        value["resourceBase"] = base;
        Some(value)
    }

    fn already_active(&self, _name: &str) -> Option<String> {
        None
    }

    fn resource(&self, content: &Content, _base: Base<'_>) -> Result<String, String> {
        // It has no tool that reads files.
        Err(format!(
            "skill file \"{}\" cannot be read here",
            one_line(&content.path)
        ))
    }

    fn is_skill_content(&self, message: &str) -> bool {
        message.contains("<skill_content ") && message.contains("</skill_content>")
    }

    fn diagnosis(&self, diagnostic: &Diagnostic) -> Option<String> {
        match Code::named(&diagnostic.code)? {
            Code::LinkDangling | Code::LinkOutside | Code::LinkLoop => Some(format!(
                "skill entry {} ignored: failed to follow symbolic link: {}",
                diagnostic.path, diagnostic.message
            )),
            _ => None,
        }
    }

    fn check_registration(&self, skill: &InlineSkill) -> Result<(), Error> {
        contract::check(skill).map_err(Error::Other)
    }

    /// A skill whose file is no longer what it was is not there.
    fn failure(&self, error: &Error, asked: Asked<'_>) -> String {
        match error {
            Error::NotText(_)
            | Error::NotFound { .. }
            | Error::OutsideSkill { .. }
            | Error::TooLarge { .. }
            | Error::Unreadable { .. } => unavailable(asked.skill),
            other => self.error(other),
        }
    }

    fn error(&self, error: &Error) -> String {
        match error {
            Error::UnknownSkill { name, .. } if !is_plain(name) => {
                format!("invalid skill name \"{name}\"")
            }
            Error::UnknownSkill { name, .. } => unavailable(name),
            Error::NotInvocable(name) => {
                format!("skill \"{name}\" is not available for model invocation")
            }
            other => other.to_string(),
        }
    }
}
