//! What a host can set: one structure, as JSON through `configure` and as YAML
//! in the command's configuration file.

use agent_skills_types::Error;
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::json::{self, Fault, Object, object, optional_object};
use crate::limits::Limits;
use crate::lock::Lock;

/// Options of one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Agent skills configuration. Specifies paths to skill directories.
    #[serde(deserialize_with = "object")]
    pub skills: SkillPaths,
    /// How results are worded for a model, and how a library is kept.
    pub dialect: DialectName,
    /// Whether a dialect that starts only without a fault, as `lightspeed` does, starts all the same: faults are told in the listing then. False (the default) leaves it to the dialect.
    pub lenient_start: bool,
    /// Names of the only skills that exist for this instance; every other skill is treated as if it were not there. Null (the default) means all.
    pub only: Option<Vec<String>>,
    /// A lock, as `lock-skills` writes it: a skill loads only when the lock lists it with these very bytes, and no other bytes of it are given out. Null (the default) means no lock.
    #[serde(deserialize_with = "optional_object")]
    pub lock: Option<Lock>,
    /// What stands in texts for a model.
    #[serde(deserialize_with = "object")]
    pub text: TextOptions,
    /// Bounds on what is read.
    #[serde(deserialize_with = "object")]
    pub limits: Limits,
}

/// Where skills are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SkillPaths {
    /// Paths to skill directories or directories containing skill subdirectories, in order of precedence. Empty (the default) means every directory that the host mounted, in its order.
    pub paths: Vec<String>,
}

/// What stands in texts for a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TextOptions {
    /// Longest description in a catalog, in code points. Null (the default) leaves it to the dialect: 1024, or 500 for `deepseek`.
    pub description_characters: Option<usize>,
    /// What stands behind the list of skills in the system prompt of the dialect `lovia`; empty for nothing. Null (the default) means the dialect's own rules.
    pub usage_rules: Option<String>,
}

/// The dialects that there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DialectName {
    /// As the client guide of agentskills.io suggests.
    #[default]
    Standard,
    /// As the design of Lightspeed Core has it, with its strict start.
    Lightspeed,
    /// As Lightspeed Core does it in its shipped code. Scripts are never run.
    LightspeedShipped,
    /// As DeepSeek Harness does it.
    Deepseek,
    /// As lovia does it.
    Lovia,
}

impl Options {
    /// Reads options from JSON; the empty string means the defaults.
    ///
    /// # Errors
    /// [`Error::InvalidOptions`] naming the option, for unknown keys, wrong
    /// types and values out of range.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        if json.trim().is_empty() {
            return Ok(Self::default());
        }
        let refusal = |fault: &Fault| Error::InvalidOptions {
            option: match fault.place.as_str() {
                "" => "options".to_owned(),
                place => place.to_owned(),
            },
            reason: reason(json, &fault.reason),
        };
        let options: Option<Object<Self>> = json::read(json).map_err(|fault| refusal(&fault))?;
        let Object(mut options) = options.unwrap_or(Object(Self::default()));
        options.lock = match options.lock {
            Some(lock) => Some(lock.checked().map_err(|fault| Error::InvalidOptions {
                option: fault.place_below("lock"),
                reason: fault.reason,
            })?),
            None => None,
        };
        options.limits.validate()?;
        Dialect::named(options.dialect)
            .wording
            .check_options(&options.text)?;
        Ok(options)
    }
}

/// What is wrong with an option, in the words of the dialect that is asked for.
fn reason(json: &str, message: &str) -> String {
    #[derive(Deserialize)]
    struct Asked {
        dialect: DialectName,
    }
    let words = serde_json::from_str::<Asked>(json)
        .ok()
        .and_then(|asked| Dialect::named(asked.dialect).wording.unknown_key());
    let said = plain(message);
    match words {
        Some(words) if message.starts_with("unknown field") => format!("{said}: {words}"),
        _ => said,
    }
}

/// What serde says of a value, in words for whoever wrote the value. The position
/// is one in the JSON, which need not be what was written.
fn plain(message: &str) -> String {
    let Some((found, wanted)) = message.split_once(", expected ") else {
        return message.to_owned();
    };
    let (wanted, _) = wanted.rsplit_once(" at line ").unwrap_or((wanted, ""));
    let choice = wanted.strip_prefix("one of ").unwrap_or(wanted);
    if let Some(key) = found.strip_prefix("unknown field ") {
        return format!("there is no {key}, only {choice}");
    }
    if let Some(value) = found.strip_prefix("unknown variant ") {
        return format!("there is no {value}, only {choice}");
    }
    let value = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .find_map(|kind| found.strip_prefix(kind));
    match value {
        Some(value) => format!("it is {}, not {}", in_words(value), in_words(wanted)),
        None => message.to_owned(),
    }
}

/// serde's names for kinds of values as people call them.
fn in_words(kind: &str) -> String {
    const WORDS: [(&str, &str); 11] = [
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("map", "a map"),
        ("a string", "a text"),
        ("a boolean", "true or false"),
        ("u32", "a number from 0 to 4294967295"),
        ("u64", "a number that is not negative"),
        ("usize", "a number that is not negative"),
        ("string ", "the text "),
        ("integer ", "the number "),
        ("boolean ", "the value "),
    ];
    for (theirs, ours) in WORDS {
        if kind == theirs {
            return ours.to_owned();
        }
        if theirs.ends_with(' ')
            && let Some(value) = kind.strip_prefix(theirs)
        {
            return format!("{ours}{value}");
        }
    }
    kind.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_means_the_defaults() {
        for json in [
            "",
            " \n",
            "{}",
            r#"{"skills":{"paths":[]},"only":null}"#,
            r#"{"skills":null}"#,
        ] {
            assert_eq!(Options::from_json(json), Ok(Options::default()), "{json}");
        }
    }

    #[test]
    fn faults_are_told_with_the_option() {
        let cases = [
            (
                r#"{"skills":{"path":["/a"]}}"#,
                "option `skills.path` is not valid: there is no `path`, only `paths`",
            ),
            (
                r#"{"skills":{"paths":"/a"}}"#,
                "option `skills.paths` is not valid: it is the text \"/a\", not a list",
            ),
            (
                r#"{"limits":{"read_bytes":1}}"#,
                "option `limits.read_bytes` is not valid: it must be at least 4",
            ),
            (
                r#"{"limits":{"read_bytes":-1}}"#,
                "option `limits.read_bytes` is not valid: it is the number `-1`, not a number from 0 to 4294967295",
            ),
            (
                r#"{"dialect":"klingon"}"#,
                "option `dialect` is not valid: there is no `klingon`, only `standard`, `lightspeed`, `lightspeed-shipped`, `deepseek`, `lovia`",
            ),
            (
                r#"{"dialect":"lightspeed","skills":{"path":[]}}"#,
                "option `skills.path` is not valid: there is no `path`, only `paths`: Extra inputs are not permitted",
            ),
            (
                r#"{"dialect":"deepseek","text":{"description_characters":2}}"#,
                "tool-skill: catalogDescriptionMaxLength must be an integer greater than or equal to 3",
            ),
            (
                "[]",
                "option `options` is not valid: it is a list, not a map",
            ),
            (
                r#"{"skills":{"paths":[1]}}"#,
                "option `skills.paths[0]` is not valid: it is the number `1`, not a text",
            ),
            (
                r#"{"lenient_start":null}"#,
                "option `lenient_start` is not valid: it is null, not true or false",
            ),
            (
                r#"{"limits":{"read_bytes":true}}"#,
                "option `limits.read_bytes` is not valid: it is the value `true`, not a number from 0 to 4294967295",
            ),
            (
                r#"{"limits":[1]}"#,
                "option `limits` is not valid: it is a list, not a map",
            ),
            (
                "{} x",
                "option `options` is not valid: trailing characters at line 1 column 4",
            ),
        ];
        for (json, expected) in cases {
            let error = Options::from_json(json).unwrap_err();
            assert_eq!(error.to_string(), expected, "{json}");
        }
    }
}
