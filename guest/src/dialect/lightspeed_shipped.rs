//! Lightspeed Core as it was shipped, by way of pydantic-ai-skills 1.4.0: a
//! catalog in the system prompt as well as in a tool, a JSON listing, and warnings
//! where the design has errors.
//!
//! Its tool `run_skill_script` is left out: a component runs no scripts. They are
//! listed under `<scripts>`, so that the instructions that speak of them are
//! understood, and no call runs them.

use agent_skills_types::{Activation, Content, ContentData, Error, FittedCatalog, Skill};

use super::catalog::{self, Layout};
use super::wrapper::neutralise;
use super::{Asked, Base, Dialect, Operation, Origin, Parameter, Role, Tool, Wording, python};
use crate::options::TextOptions;
use crate::order::sort_by;
use crate::policy::{Cut, Listed, Order, Paths, Policy, SameName};
use crate::text::{clean, one_line, shorten};

mod judge;

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    policy: Policy {
        live: true,
        strict: false,
        root_is_skill: true,
        depth: Some(3),
        hidden: true,
        passed_over: &[],
        flat_files: false,
        same_name: SameName::Last(judge::overriding),
        order: Order::Found,
        judge: judge::judge,
        listed: Listed::Text,
        cut: Cut::Never,
        whole_files: true,
        paths: Paths::Listed,
        tells_of_barred: false,
        names_in_tools: false,
        tools_without_skills: true,
    },
    tools: &[
        Tool {
            name: "list_skills",
            description: "Get an overview of all available skills and what they do.\n\n\
                          Use this when you need to discover what skills exist or refresh your \
                          knowledge\nof available capabilities. Skills provide domain-specific \
                          knowledge and instructions\nfor specialized tasks.",
            operation: Operation::List,
            parameters: &[],
        },
        Tool {
            name: "load_skill",
            description: "Load complete instructions and capabilities for a specific skill.\n\n\
                          A skill contains detailed instructions, supplementary resources (like \
                          templates or\nreference docs), and executable scripts. Load a skill \
                          when you need to perform a\ntask within its domain.",
            operation: Operation::Activate,
            parameters: &[Parameter {
                name: "skill_name",
                description: "Exact name from your available skills list.\n\
                              Must match exactly (e.g., \"data-analysis\" not \"data analysis\").",
                role: Role::Skill,
            }],
        },
        Tool {
            name: "read_skill_resource",
            description: "Access supplementary documentation, templates, or data from a skill.\
                          \n\nResources are additional files that support skill execution. They \
                          can be static\ncontent (markdown docs, templates, schemas) or dynamic \
                          callables (functions that\ngenerate content based on parameters).",
            operation: Operation::Read,
            parameters: &[
                Parameter {
                    name: "skill_name",
                    description: "Name of the skill containing the resource.",
                    role: Role::Skill,
                },
                Parameter {
                    name: "resource_name",
                    description: "Exact name of the resource as listed in the skill.\n\
                                  Examples: \"FORMS.md\", \"REFERENCE.md\", \"get_schema\"\n\
                                  Must match exactly - do not infer or guess.",
                    role: Role::Path,
                },
            ],
        },
    ],
    wording: &Shipped,
};

/// Tags that names, descriptions and paths must not be able to write, wherever
/// they stand.
const METADATA: &[&str] = &[
    "available_skills",
    "skill",
    "name",
    "description",
    "uri",
    "resources",
    "resource",
    "scripts",
    "script",
    "instructions",
];

/// Tags that bodies must not be able to write.
const CONTENT: &[&str] = &["skill", "resources", "scripts", "instructions"];

/// How the names of scripts end.
const SCRIPT_ENDINGS: &[&str] = &[
    ".py", ".sh", ".bash", ".zsh", ".fish", ".ps1", ".bat", ".cmd",
];

const HEAD: &str = "\
You have access to a collection of skills containing domain-specific knowledge and capabilities.
Each skill provides specialized instructions, resources, and scripts for specific tasks.

";

const RULES: &str = "

When a task falls within a skill's domain:
1. Use `load_skill` first to read the complete skill instructions for that skill
2. Only after `load_skill` succeeds, follow the skill's guidance to complete the task
3. Call `read_skill_resource` or `run_skill_script` only for skills already loaded with `load_skill`
4. Never guess resource or script names; use the exact names listed by `load_skill`

Use progressive disclosure: load only what you need, when you need it.";

struct Shipped;

impl Wording for Shipped {
    fn instructions(&self, skills: &[&Skill], options: &TextOptions) -> String {
        self.system_prompt(skills, options, None).text
    }

    /// The catalog in the middle of the instructions.
    fn system_prompt(
        &self,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        catalog::framed(HEAD, RULES, budget, |budget| {
            self.catalog(skills, options, budget)
        })
    }

    /// Sorted by name, unlike the listing.
    fn catalog(
        &self,
        skills: &[&Skill],
        options: &TextOptions,
        budget: Option<usize>,
    ) -> FittedCatalog {
        let mut skills = skills.to_vec();
        sort_by(&mut skills, |a, b| a.name.cmp(&b.name));
        let layout = Layout {
            head: "<available_skills>\n",
            tail: "</available_skills>",
            entry: &|skill, description| {
                format!(
                    "<skill>\n<name>{}</name>\n<description>{}</description>\n<uri>{}</uri>\n\
                     </skill>\n",
                    inside(&one_line(&skill.name)),
                    description.map(inside).unwrap_or_default(),
                    inside(&one_line(&skill.directory)),
                )
            },
            omitted: &|count| format!("<!-- {} -->\n", catalog::more(count)),
            description: options.description_characters.unwrap_or(usize::MAX),
            prepare: |description| clean(description).into_owned(),
            shorten: |text, most| shorten(text, most).into_owned(),
        };
        catalog::fit(&skills, &layout, budget)
    }

    fn listing(&self, skills: &[&Skill], _options: &TextOptions) -> String {
        let string = |text: &str| serde_json::Value::from(text).to_string();
        let entries: Vec<String> = skills
            .iter()
            .map(|skill| format!("{}:{}", string(&skill.name), string(&skill.description)))
            .collect();
        format!("{{{}}}", entries.join(","))
    }

    fn no_skills(&self) -> String {
        "{}".to_owned()
    }

    fn activation(&self, activation: &Activation, origin: Origin<'_>) -> String {
        let uri = match origin.base {
            Base::Directory(text) | Base::Url(text) => inside(&one_line(text)),
            Base::Opaque(_) | Base::Provider(_) => "N/A".to_owned(),
        };
        let (scripts, resources): (Vec<_>, Vec<_>) =
            activation.files.iter().partition(|path| is_script(path));
        format!(
            "<skill>\n<name>{}</name>\n<description>{}</description>\n<uri>{uri}</uri>\n\n\
             <resources>\n{}\n</resources>\n\n<scripts>\n{}\n</scripts>\n\n\
             <instructions>\n{}\n</instructions>\n</skill>\n",
            inside(&one_line(&activation.name)),
            inside(origin.description),
            elements("resource", &resources, "<!-- No resources -->"),
            elements("script", &scripts, "<!-- No scripts -->"),
            neutralise(activation.body.trim(), CONTENT),
        )
    }

    fn already_active(&self, _name: &str) -> Option<String> {
        None
    }

    /// The bare text, in no wrapper. What the shipped code parses and writes again (JSON and
    /// YAML) stays as it is in the file.
    fn resource(&self, content: &Content, _base: Base<'_>) -> Result<String, String> {
        match &content.data {
            ContentData::Text(text) => Ok(text.clone()),
            // It looked like text in its first 64 KiB.
            ContentData::Bytes(_) => Err(format!(
                "Resource '{}' is not UTF-8 text.",
                one_line(&content.path)
            )),
        }
    }

    /// A script is there to be run only.
    fn offers(&self, path: &str) -> bool {
        !is_script(path)
    }

    fn is_skill_content(&self, message: &str) -> bool {
        message.contains("<skill>") && message.contains("</skill>")
    }

    fn failure(&self, error: &Error, asked: Asked<'_>) -> String {
        match error {
            Error::UnknownSkill { .. } if asked.operation == Operation::Read => {
                format!(
                    "{}Call list_skills first and try again with an exact name.",
                    self.error(error)
                )
            }
            Error::UnknownSkill { .. } => format!(
                "{}Call list_skills to see options and try again with an exact name.",
                self.error(error)
            ),
            Error::NotFound { path, .. }
            | Error::InvalidPath { path, .. }
            | Error::OutsideSkill { path, .. } => {
                format!(
                    "Resource '{path}' not found in skill '{}'. Available resources: {}. Use the \
                     exact name from load_skill output.",
                    asked.skill,
                    python::list(asked.files)
                )
            }
            other => self.error(other),
        }
    }

    fn error(&self, error: &Error) -> String {
        match error {
            Error::UnknownSkill {
                name, available, ..
            } => {
                let available = match available.as_slice() {
                    [] => "none".to_owned(),
                    names => names.join(", "),
                };
                format!("Skill '{name}' not found. Available skills: {available}. ")
            }
            other => other.to_string(),
        }
    }
}

/// Whether a file is a script: by the ending of its name, in the skill's
/// directory itself or in `scripts`.
fn is_script(path: &str) -> bool {
    let name = match path.strip_prefix("scripts/") {
        Some(name) => name,
        None => path,
    };
    let ending = name.rfind('.').map(|dot| name[dot..].to_ascii_lowercase());
    !name.contains('/')
        && name != "__init__.py"
        && ending.is_some_and(|ending| SCRIPT_ENDINGS.contains(&ending.as_str()))
}

fn elements(tag: &str, paths: &[&String], none: &str) -> String {
    if paths.is_empty() {
        return none.to_owned();
    }
    let lines: Vec<String> = paths
        .iter()
        .map(|path| format!("<{tag} name=\"{}\" />", attribute(path)))
        .collect();
    lines.join("\n")
}

/// Text between tags.
fn inside(text: &str) -> String {
    neutralise(&clean(text), METADATA).into_owned()
}

/// Text in an attribute; there a quote would end it.
fn attribute(text: &str) -> String {
    inside(&one_line(text)).replace('"', "&quot;")
}
