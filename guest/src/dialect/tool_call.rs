//! One call as a model makes it: arguments in, text out.

use std::borrow::Cow;
use std::io;

use agent_skills_types::{Content, Error, ErrorReport, Invoker, ToolResult};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Asked, Dialect, Operation, Role, Tool};
use crate::policy::Paths;
use crate::resource;
use crate::roots::normal;
use crate::text;
use crate::toolkit::Toolkit;

/// Carries out a call. Every failure is a result.
pub fn call(
    toolkit: &mut Toolkit,
    conversation: Option<&str>,
    tool: &str,
    arguments: &str,
) -> ToolResult {
    let dialect = toolkit.dialect();
    let error = match carry_out(toolkit, dialect, conversation, tool, arguments) {
        Ok(result) => return result,
        Err(Error::NotInvocable(name)) if !dialect.policy.tells_of_barred => {
            toolkit.known_library().unknown(&name, Invoker::Model)
        }
        Err(error) => error,
    };
    ToolResult {
        text: failure(toolkit, dialect, tool, arguments, &error),
        is_error: true,
        value: to_json(&ErrorReport::from(&error)),
    }
}

/// Gives a conversation a skill's instructions, as a model's call for it would.
/// Every failure is a result.
pub fn invoke(
    toolkit: &mut Toolkit,
    conversation: Option<&str>,
    name: &str,
    invoker: Invoker,
) -> ToolResult {
    let dialect = toolkit.dialect();
    activate(toolkit, dialect, conversation, name, invoker).unwrap_or_else(|error| ToolResult {
        text: dialect.wording.error(&error),
        is_error: true,
        value: to_json(&ErrorReport::from(&error)),
    })
}

/// A failure in the dialect's words.
fn failure(
    toolkit: &mut Toolkit,
    dialect: &'static Dialect,
    tool: &str,
    arguments: &str,
    error: &Error,
) -> String {
    let Some(tool) = dialect.tool(tool) else {
        return dialect.wording.error(error);
    };
    let arguments = Arguments::parse(tool, arguments);
    let skill = match &arguments {
        Ok(arguments) => arguments.text(Role::Skill).unwrap_or_default(),
        Err(_) => "",
    };
    let (files, in_directory) = match tool.operation {
        Operation::Read => readable(toolkit, dialect, skill).unwrap_or_default(),
        Operation::List | Operation::Activate => Default::default(),
    };
    let skill = text::one_line(skill);
    let asked = Asked {
        operation: tool.operation,
        skill: &text::shorten(&skill, 200),
        files: &files,
        in_directory,
    };
    dialect.wording.failure(error, asked)
}

fn carry_out(
    toolkit: &mut Toolkit,
    dialect: &'static Dialect,
    conversation: Option<&str>,
    name: &str,
    arguments: &str,
) -> Result<ToolResult, Error> {
    let Some(tool) = dialect.tool(name) else {
        return Err(unknown_tool(toolkit, dialect, name));
    };
    let arguments = Arguments::parse(tool, arguments)?;
    match tool.operation {
        Operation::List => Ok(list(toolkit, dialect)),
        Operation::Activate => {
            let name = arguments.text(Role::Skill)?;
            activate(toolkit, dialect, conversation, name, Invoker::Model)
        }
        Operation::Read => read(toolkit, dialect, &arguments),
    }
}

fn list(toolkit: &mut Toolkit, dialect: &Dialect) -> ToolResult {
    toolkit.library();
    let listing = toolkit.known_library().listing(|skill| skill);
    let skills = listing.skills.iter().copied();
    let skills: Vec<_> = skills.filter(|skill| skill.invocation.model).collect();
    let text = if skills.is_empty() {
        dialect.wording.no_skills()
    } else {
        dialect.wording.listing(&skills, toolkit.text_options())
    };
    ToolResult {
        text,
        is_error: false,
        value: to_json_in_place(&listing),
    }
}

fn activate(
    toolkit: &mut Toolkit,
    dialect: &Dialect,
    conversation: Option<&str>,
    name: &str,
    invoker: Invoker,
) -> Result<ToolResult, Error> {
    let activation = toolkit.activate(name, invoker)?;
    let (name, digest) = (&activation.name, &activation.digest);
    let mut note = None;
    if let Some(id) = conversation {
        let conversation = toolkit.conversations.get(id);
        if conversation.has(name, digest) {
            note = dialect.wording.already_active(name);
        }
        conversation.activate(name, digest);
    }
    let text = note.unwrap_or_else(|| toolkit.deliver(&activation));
    let origin = toolkit.origin(&activation.name, &activation.directory);
    Ok(
        match dialect.wording.activation_value(&activation, origin) {
            Some(value) => done(text, &value),
            None => done(text, &activation),
        },
    )
}

fn read(
    toolkit: &mut Toolkit,
    dialect: &Dialect,
    arguments: &Arguments<'_>,
) -> Result<ToolResult, Error> {
    let name = arguments.text(Role::Skill)?;
    let path = arguments.text(Role::Path)?;
    let offset = arguments.offset()?;
    let mut content = match open(toolkit, dialect, name, path, offset) {
        // Paths were shown escaped, and some models give them back as they saw them.
        Err(Error::NotFound { .. }) if path.contains('&') => {
            let unescaped = open(toolkit, dialect, name, &unescape_xml(path), offset);
            unescaped.or_else(|_| open(toolkit, dialect, name, path, offset))
        }
        other => other,
    }?;
    if dialect.policy.paths == Paths::Resolved {
        // It is told under the path that was asked for.
        path.clone_into(&mut content.path);
    }
    let directory = toolkit.directory(name, Invoker::Model)?;
    let base = toolkit.origin(name, &directory).base;
    Ok(match dialect.wording.resource(&content, base) {
        Ok(text) => done(text, &content),
        Err(text) => ToolResult {
            is_error: true,
            ..done(text, &content)
        },
    })
}

/// Opens a file by a path of the kind that the dialect takes.
fn open(
    toolkit: &mut Toolkit,
    dialect: &Dialect,
    name: &str,
    path: &str,
    offset: u64,
) -> Result<Content, Error> {
    let path = match dialect.policy.paths {
        Paths::Plain => Cow::Borrowed(path),
        Paths::Resolved => match resolved(path, &toolkit.directory(name, Invoker::Model)?) {
            Some(directory) if directory.is_empty() => return Err(resource::missing(path)),
            Some(resolved) => Cow::Owned(resolved),
            None => Cow::Borrowed(path),
        },
        Paths::Listed => {
            let (files, _) = readable(toolkit, dialect, name)?;
            if !files.iter().any(|file| file == path) {
                return Err(resource::missing(path));
            }
            Cow::Borrowed(path)
        }
    };
    match dialect.policy.whole_files {
        true => toolkit.read_whole(name, &path, Invoker::Model),
        false => toolkit.read(name, &path, offset, 0, Invoker::Model),
    }
}

/// A path below a skill's directory, as a file system resolves it by its text
/// alone; none where it leads out.
fn resolved(path: &str, directory: &str) -> Option<String> {
    let below = match path.strip_prefix(directory) {
        Some("") => "",
        Some(rest) if rest.starts_with('/') => rest.trim_start_matches('/'),
        _ => path,
    };
    normal(below).filter(|path| !path.starts_with('/'))
}

/// The files of a skill that can be asked for, and whether it lies in a
/// directory that the model can see.
fn readable(
    toolkit: &mut Toolkit,
    dialect: &Dialect,
    skill: &str,
) -> Result<(Vec<String>, bool), Error> {
    let (mut files, in_directory) = toolkit.readable_files(skill)?;
    files.retain(|path| dialect.wording.offers(path));
    Ok((files, in_directory))
}

fn done(text: String, value: &impl Serialize) -> ToolResult {
    ToolResult {
        text,
        is_error: false,
        value: to_json(value),
    }
}

/// Our records have string keys and finite numbers, so this cannot fail.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The same for what may be half as large as all memory: a text that grows would
/// be there twice.
fn to_json_in_place(value: &impl Serialize) -> String {
    let mut length = Length(0);
    let counted = serde_json::to_writer(&mut length, value);
    let mut json = Vec::with_capacity(length.0);
    let written = counted.and_then(|()| serde_json::to_writer(&mut json, value));
    let json = written.ok().and_then(|()| String::from_utf8(json).ok());
    json.unwrap_or_default()
}

/// Counts the bytes that are written to it.
struct Length(usize);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error for a tool that there is not; a weak model takes a skill for one.
fn unknown_tool(toolkit: &mut Toolkit, dialect: &Dialect, name: &str) -> Error {
    let activate = dialect
        .tools
        .iter()
        .find(|tool| tool.operation == Operation::Activate);
    let skill = toolkit.library().get(name).map(|entry| entry.skill.clone());
    match (skill, activate) {
        (Some(skill), Some(tool)) if skill.invocation.model => {
            let mut arguments = Map::new();
            arguments.insert(
                tool.parameter(Role::Skill).to_owned(),
                skill.name.clone().into(),
            );
            Error::Other(format!(
                "`{}` is a skill, not a tool. Call {} with {}",
                skill.name,
                tool.name,
                Value::Object(arguments)
            ))
        }
        _ => {
            let tools: Vec<&str> = dialect.tools.iter().map(|tool| tool.name).collect();
            Error::Other(format!(
                "there is no tool `{}`. The tools are {}",
                text::shorten(&text::one_line(name), 100),
                tools.join(", ")
            ))
        }
    }
}

/// The arguments of a call.
struct Arguments<'t> {
    tool: &'t Tool,
    values: Map<String, Value>,
}

impl<'t> Arguments<'t> {
    /// Reads a JSON object; nothing at all means no arguments. Names that the
    /// tool does not know are passed over.
    fn parse(tool: &'t Tool, json: &str) -> Result<Self, Error> {
        let json = if json.trim().is_empty() { "{}" } else { json };
        match serde_json::from_str(json) {
            Ok(Value::Object(values)) => Ok(Self { tool, values }),
            Ok(_) => Err(Error::Other(format!(
                "the arguments of {} must be one JSON object",
                tool.name
            ))),
            Err(error) => Err(Error::Other(format!(
                "the arguments of {} are not JSON: {error}",
                tool.name
            ))),
        }
    }

    fn text(&self, role: Role) -> Result<&str, Error> {
        let name = self.tool.parameter(role);
        match self.values.get(name) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(self.wrong(name, "a string")),
            None => Err(Error::Other(format!(
                "{} needs the argument `{name}`",
                self.tool.name
            ))),
        }
    }

    /// A number, or one written as a string; absent or null means 0.
    fn offset(&self) -> Result<u64, Error> {
        let name = self.tool.parameter(Role::Offset);
        let offset = match self.values.get(name) {
            None | Some(Value::Null) => Some(0),
            Some(Value::Number(number)) => whole(&number.to_string()),
            Some(Value::String(text)) => whole(text.trim()),
            Some(_) => None,
        };
        offset.ok_or_else(|| self.wrong(name, "a whole number of bytes, 0 or more"))
    }

    fn wrong(&self, name: &str, kind: &str) -> Error {
        Error::Other(format!(
            "the argument `{name}` of {} must be {kind}",
            self.tool.name
        ))
    }
}

/// A whole number that is not negative; `3.0` and `3e0` are also written for 3.
fn whole(text: &str) -> Option<u64> {
    text.parse().ok().or_else(|| {
        let number: f64 = text.parse().ok()?;
        // Up to here each whole number has a form of its own.
        let is_whole = number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number);
        is_whole.then(|| format!("{number:.0}").parse().ok())?
    })
}

fn unescape_xml(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}
