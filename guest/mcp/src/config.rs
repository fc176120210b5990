//! How a server is set up: one record, read from JSON or from environment
//! variables.
//!
//! | variable | holds |
//! |---|---|
//! | `AGENT_SKILLS_MCP_HOSTS` | names of the server, separated by commas; `*` is any |
//! | `AGENT_SKILLS_MCP_ORIGINS` | origins of web pages that may ask, separated by commas |
//! | `AGENT_SKILLS_MCP_TOKEN` | bearer tokens, separated by commas |
//! | `AGENT_SKILLS_MCP_TOKENS` | a JSON array of `{"token", "options"}` |
//! | `AGENT_SKILLS_MCP_OPEN` | `true`: no token is needed under any name |
//! | `AGENT_SKILLS_MCP_TTL_MS` | how long clients may keep an answer, in milliseconds |
//! | `AGENT_SKILLS_MCP_OPTIONS` | the component's options, one JSON object |

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::http::{Policy, Token};
use crate::server::Server;

/// What the name of each variable begins with.
const PREFIX: &str = "AGENT_SKILLS_MCP_";

/// How long clients may keep an answer when nothing else is said.
const TTL_MS: u64 = 60_000;

/// How a server is set up. Everything may be left out.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Names under which the server may be asked; those of this machine.
    pub hosts: Option<Vec<String>>,
    /// Origins of web pages that may ask; those of this machine.
    pub origins: Option<Vec<String>>,
    /// Tokens, of which a client needs one.
    pub tokens: Vec<TokenSettings>,
    /// Whether no token is needed, whatever the server is called.
    pub open: bool,
    /// How long clients may keep an answer, in milliseconds: 60,000.
    pub ttl_ms: Option<u64>,
    /// Options of the component, for every client.
    pub options: Map<String, Value>,
}

/// A bearer token. Exactly one of the first three is given.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TokenSettings {
    /// The token itself.
    pub token: Option<String>,
    /// An environment variable that holds it.
    pub env: Option<String>,
    /// A file that holds it; white space around it does not count.
    pub file: Option<String>,
    /// Options for this token's clients; each key replaces the one of
    /// [`Settings::options`].
    pub options: Map<String, Value>,
}

/// Settings that hold together.
pub struct Setup {
    /// Who is let in. A token's profile is a place in `profiles`.
    pub policy: Policy,
    /// The component's options for each profile, as the text of one JSON
    /// object. The first is for clients without a token.
    pub profiles: Vec<String>,
    /// How long clients may keep an answer, in milliseconds.
    pub ttl_ms: u64,
}

impl Settings {
    /// Reads variables of the environment; others are passed over.
    ///
    /// # Errors
    /// One sentence that names the variable, when its value cannot be used or
    /// there is no such variable.
    pub fn from_variables(
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, String> {
        let mut settings = Self::default();
        for (name, value) in variables {
            if let Some(short) = name.strip_prefix(PREFIX) {
                settings
                    .set(short, &value)
                    .map_err(|reason| format!("The variable {name} cannot be used: {reason}."))?;
            }
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "HOSTS" => self.hosts = Some(parts(value)),
            "ORIGINS" => self.origins = Some(parts(value)),
            "TOKEN" => self.tokens.extend(tokens(value)?),
            "TOKENS" => self.tokens.extend(json::<Vec<TokenSettings>>(value)?),
            "OPEN" => self.open = json(value)?,
            "TTL_MS" => self.ttl_ms = Some(json(value)?),
            "OPTIONS" => self.options = json(value)?,
            _ => return Err("there is no such setting".to_owned()),
        }
        Ok(())
    }

    /// Holds the settings together. `exposed` says that the server listens to
    /// other machines, as far as is known; `secret` finds a token that is not
    /// given itself.
    ///
    /// # Errors
    /// One sentence, when a token is missing or empty, or when none is asked for
    /// although other machines can ask.
    pub fn setup(
        &self,
        exposed: bool,
        secret: impl Fn(&TokenSettings) -> Result<String, String>,
    ) -> Result<Setup, String> {
        let mut setup = Setup {
            policy: Policy::default(),
            profiles: vec![text(&self.options)],
            ttl_ms: self.ttl_ms.unwrap_or(TTL_MS),
        };
        if let Some(hosts) = &self.hosts {
            setup.policy.hosts.clone_from(hosts);
        }
        if let Some(origins) = &self.origins {
            setup.policy.origins.clone_from(origins);
        }
        for settings in &self.tokens {
            let secret = match &settings.token {
                Some(token) if settings.env.is_none() && settings.file.is_none() => token.clone(),
                _ => secret(settings)?,
            };
            if secret.is_empty() || !secret.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err("A token is empty or has characters that no header holds.".to_owned());
            }
            if setup
                .policy
                .tokens
                .iter()
                .any(|other| other.secret == secret)
            {
                return Err("Two tokens are the same.".to_owned());
            }
            let mut options = self.options.clone();
            options.extend(settings.options.clone());
            let options = text(&options);
            let known = setup.profiles.iter().position(|known| *known == options);
            let profile = known.unwrap_or(setup.profiles.len());
            if profile == setup.profiles.len() {
                setup.profiles.push(options);
            }
            setup.policy.tokens.push(Token { secret, profile });
        }
        let exposed = exposed || !setup.policy.is_loopback();
        if exposed && !self.open && setup.policy.tokens.is_empty() {
            return Err(
                "A server that other machines can ask needs a token, or to be opened \
                        explicitly."
                    .to_owned(),
            );
        }
        Ok(setup)
    }
}

impl Setup {
    /// The server of this setup.
    pub fn server(&self, version: &str) -> Server {
        Server {
            name: "agent-skills".to_owned(),
            version: version.to_owned(),
            ttl_ms: self.ttl_ms,
            private: !self.policy.tokens.is_empty(),
        }
    }
}

/// For where nothing but the settings themselves can hold a token.
///
/// # Errors
/// Always: the token is missing.
pub fn no_other_secret(_: &TokenSettings) -> Result<String, String> {
    Err("A token has to be given as `token` here.".to_owned())
}

fn parts(value: &str) -> Vec<String> {
    let parts = value.split(',').map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// An empty variable is most likely a mistake, and must not open the server to
/// everybody.
fn tokens(value: &str) -> Result<impl Iterator<Item = TokenSettings>, String> {
    let tokens = parts(value);
    if tokens.is_empty() {
        return Err("there is no token in it".to_owned());
    }
    Ok(tokens.into_iter().map(|token| TokenSettings {
        token: Some(token),
        ..TokenSettings::default()
    }))
}

fn json<T: serde::de::DeserializeOwned>(value: &str) -> Result<T, String> {
    serde_json::from_str(value).map_err(|error| error.to_string())
}

fn text(options: &Map<String, Value>) -> String {
    Value::Object(options.clone()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Setup, String> {
        let variables = variables.iter();
        let variables = variables.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Settings::from_variables(variables)?.setup(false, no_other_secret)
    }

    #[test]
    fn nothing_said_means_this_machine_and_no_token() {
        let setup = read(&[("PATH", "/bin")]).unwrap();
        assert_eq!(setup.policy.hosts, ["localhost", "127.0.0.1", "[::1]"]);
        assert_eq!(setup.profiles, ["{}"]);
        assert_eq!(setup.ttl_ms, 60_000);
        assert!(!setup.server("1").private);
    }

    #[test]
    fn tokens_with_the_same_options_share_a_profile() {
        let setup = read(&[
            ("AGENT_SKILLS_MCP_HOSTS", "skills.example.org"),
            ("AGENT_SKILLS_MCP_TOKEN", "old, new"),
            (
                "AGENT_SKILLS_MCP_TOKENS",
                r#"[{"token":"a","options":{"dialect":"lovia"}},{"token":"b","options":{"dialect":"lovia"}}]"#,
            ),
            ("AGENT_SKILLS_MCP_OPTIONS", r#"{"dialect":"standard","x":1}"#),
            ("AGENT_SKILLS_MCP_TTL_MS", "0"),
        ])
        .unwrap();
        assert_eq!(
            setup.profiles,
            [
                r#"{"dialect":"standard","x":1}"#,
                r#"{"dialect":"lovia","x":1}"#
            ]
        );
        let profiles: Vec<_> = setup.policy.tokens.iter().map(|t| t.profile).collect();
        assert_eq!(profiles, [0, 0, 1, 1]);
        assert_eq!(setup.ttl_ms, 0);
        assert!(setup.server("1").private);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let needs = "A server that other machines can ask needs a token, or to be opened \
                     explicitly.";
        let unfit = "A token is empty or has characters that no header holds.";
        let empty = "The variable AGENT_SKILLS_MCP_TOKEN cannot be used: there is no token in it.";
        let cases: [(&[(&str, &str)], &str); 9] = [
            (&[("AGENT_SKILLS_MCP_HOSTS", "*")], needs),
            (
                &[("AGENT_SKILLS_MCP_TOKNE", "x")],
                "The variable AGENT_SKILLS_MCP_TOKNE cannot be used: there is no such setting.",
            ),
            (
                &[("AGENT_SKILLS_MCP_OPEN", "yes")],
                "The variable AGENT_SKILLS_MCP_OPEN cannot be used: expected value at line 1 column 1.",
            ),
            (&[("AGENT_SKILLS_MCP_TOKENS", r#"[{"token":""}]"#)], unfit),
            (&[("AGENT_SKILLS_MCP_TOKEN", "a b")], unfit),
            (
                &[("AGENT_SKILLS_MCP_TOKEN", "a,b,a")],
                "Two tokens are the same.",
            ),
            (&[("AGENT_SKILLS_MCP_TOKEN", "")], empty),
            (&[("AGENT_SKILLS_MCP_TOKEN", " , ")], empty),
            (
                &[("AGENT_SKILLS_MCP_TOKENS", r#"[{"env":"X"}]"#)],
                "A token has to be given as `token` here.",
            ),
        ];
        for (variables, expected) in cases {
            assert_eq!(read(variables).err().as_deref(), Some(expected));
        }
        let open = [
            ("AGENT_SKILLS_MCP_HOSTS", "*"),
            ("AGENT_SKILLS_MCP_OPEN", "true"),
        ];
        assert!(read(&open).is_ok());
    }
}
