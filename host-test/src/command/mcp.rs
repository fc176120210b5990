//! `agent-skills mcp`.

use std::env;
use std::io::{self, BufReader};
use std::net::{AddrParseError, SocketAddr};
use std::path::{Path, PathBuf};

use agent_skills_sandbox::mcp::config::{Settings, Setup, TokenSettings};
use agent_skills_sandbox::mcp::{HttpLimits, HttpServer, Pool, serve_lines};
use agent_skills_sandbox::{Mounts, Sandbox};
use clap::Args;
use serde_json::{Map, Value};

use super::config;
use super::context::Context;
use super::failure::{Complaint, Failure, Result};
use super::input;
use super::library;
use super::output::Output;
use super::roots::SKILL_FILE;

/// Largest file with a token, in bytes.
const TOKEN_BYTES: u64 = 64 * 1024;

/// Serve the skills over the Model Context Protocol, to one client or to many
///
/// Without --http it answers on stdin and stdout, as agents start it. Skills that
/// not every client could verify are not served as skills; `agent-skills check`
/// tells which and why. Tools reach all of them.
///
/// Over HTTP the directories are known as /skills, /skills-2 and so on, so that no
/// client learns where they lie. A server that other machines can ask needs a
/// token or --open.
#[derive(Args)]
pub struct Arguments {
    /// Serve Streamable HTTP under the path /mcp at this address, such as 127.0.0.1:8080
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    http: Option<SocketAddr>,
    /// Names, origins, tokens and their options in YAML; replaces the variables
    /// AGENT_SKILLS_MCP_…
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Name under which the server may be asked; repeat it for more [default: those of this
    /// machine]
    #[arg(long = "host", value_name = "NAME", requires = "http")]
    hosts: Vec<String>,
    /// Origin of web pages that may ask; repeat it for more [default: those of this machine]
    #[arg(long = "origin", value_name = "ORIGIN", requires = "http")]
    origins: Vec<String>,
    /// Environment variable that holds a bearer token; repeat it for more
    #[arg(long = "token-env", value_name = "VARIABLE", requires = "http")]
    tokens: Vec<String>,
    /// Answer anybody without a token, other machines too
    #[arg(long, requires = "http")]
    open: bool,
    /// How long clients may keep an answer, in milliseconds [default: 60000]
    #[arg(long, value_name = "MILLISECONDS")]
    ttl_ms: Option<u64>,
}

impl Arguments {
    /// Serves until the input ends or the process is told to stop.
    pub fn run(&self, context: &Context) -> Result<()> {
        let sandbox = Sandbox::new()?;
        let (mut options, mut mounts) = context.mount(&sandbox)?;
        if self.http.is_some() {
            mounts = under_neutral_names(&mounts, &mut options, &context.output)?;
        }
        let exposed = self.http.is_some_and(|address| !address.ip().is_loopback());
        let settings = self.settings(options, &context.flags())?;
        let setup = settings
            .setup(exposed, secret)
            .map_err(|reason| unusable(&reason))?;
        let pool = Pool::new(sandbox, mounts, &setup).map_err(library::refused)?;
        tell_not_served(&pool, &context.output);
        match self.http {
            Some(address) => serve(address, pool, setup, &context.output),
            None => serve_lines(&pool, BufReader::new(io::stdin()), io::stdout())
                .map_err(|error| Failure::write("an answer", &error)),
        }
    }

    /// The settings of the file or the environment, and those of the command
    /// line, with the options of the component as their base. What the command line
    /// says of these, as which lock is to hold, nothing else may say otherwise.
    fn settings(&self, options: Value, flags: &[(&str, &str)]) -> Result<Settings> {
        let mut settings = match &self.settings {
            Some(file) => read(file)?,
            None => Settings::from_variables(variables()).map_err(|reason| unusable(&reason))?,
        };
        refuse_conflict(&settings, flags)?;
        if !self.hosts.is_empty() {
            settings.hosts = Some(self.hosts.clone());
        }
        if !self.origins.is_empty() {
            settings.origins = Some(self.origins.clone());
        }
        let tokens = self.tokens.iter().map(|variable| TokenSettings {
            env: Some(variable.clone()),
            ..TokenSettings::default()
        });
        settings.tokens.extend(tokens);
        settings.open |= self.open;
        settings.ttl_ms = self.ttl_ms.or(settings.ttl_ms);
        let mut base = match options {
            Value::Object(options) => options,
            _ => Map::new(),
        };
        base.append(&mut settings.options);
        settings.options = base;
        Ok(settings)
    }
}

/// Refuses settings with an option that a flag gives too.
fn refuse_conflict(settings: &Settings, flags: &[(&str, &str)]) -> Result<()> {
    let of_tokens = settings.tokens.iter().map(|token| &token.options);
    for options in of_tokens.chain([&settings.options]) {
        if let Some((option, flag)) = flags.iter().find(|flag| options.contains_key(flag.0)) {
            return Err(Failure::usage(
                format!("the option `{option}` is in the settings and is given by {flag}"),
                "Leave one of the two out.",
            ));
        }
    }
    Ok(())
}

/// An address and a port. Of names only `localhost` is known, as what it is on every
/// machine.
fn address(text: &str) -> std::result::Result<SocketAddr, AddrParseError> {
    match text.strip_prefix("localhost:") {
        Some(port) => format!("127.0.0.1:{port}").parse(),
        None => text.parse(),
    }
}

/// Variables whose names and values are text; ours are.
fn variables() -> impl Iterator<Item = (String, String)> {
    env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn read(file: &Path) -> Result<Settings> {
    serde_json::from_value(config::read(file)?)
        .map_err(|error| config::unusable(file, &error.to_string()))
}

/// Finds a token in a variable or a file.
fn secret(settings: &TokenSettings) -> Result<String, String> {
    match (&settings.token, &settings.env, &settings.file) {
        (None, Some(variable), None) => env::var(variable)
            .map_err(|_| format!("The variable {variable} does not hold a token.")),
        (None, None, Some(file)) => input::text(Path::new(file), TOKEN_BYTES)
            .map(|text| text.trim().to_owned())
            .map_err(|error| format!("The token in `{file}` cannot be read: {error}.")),
        _ => Err("A token is given by exactly one of `token`, `env` and `file`.".to_owned()),
    }
}

/// The same directories under names that say nothing of this machine, and the
/// options with these names.
fn under_neutral_names(mounts: &Mounts, options: &mut Value, output: &Output) -> Result<Mounts> {
    let mut neutral = Mounts::new();
    let mut names = Vec::new();
    for (place, directory) in mounts.names().enumerate() {
        let mut name = match place {
            0 => "/skills".to_owned(),
            _ => format!("/skills-{}", place + 1),
        };
        // What a skill is called may be the name of its directory.
        let place = Path::new(directory);
        if let Some(folder) = place.file_name().and_then(|folder| folder.to_str())
            && place.join(SKILL_FILE).exists()
        {
            name = format!("{name}/{folder}");
        }
        neutral
            .add(directory, &name)
            .map_err(|error| Failure::usage_from(&error))?;
        output.note(&format!("{name} is {directory}"));
        names.push((directory.to_owned(), name));
    }
    if let Some(paths) = config::paths(options) {
        let known = paths.iter().filter_map(|path| {
            let found = names.iter().find(|(directory, _)| directory == path);
            found.map(|(_, name)| name.clone())
        });
        config::set_paths(options, &known.collect::<Vec<_>>());
    }
    Ok(neutral)
}

fn tell_not_served(pool: &Pool, output: &Output) {
    let not_served = pool.not_served(0).unwrap_or_default();
    if let Some(first) = not_served.first() {
        let (count, verb) = match not_served.len() {
            1 => ("1 skill".to_owned(), "is"),
            many => (format!("{many} skills"), "are"),
        };
        output.note(&format!(
            "{count}, `{}` first, {verb} reached by tools and prompts only; `agent-skills check` tells why",
            first.name
        ));
    }
}

fn serve(address: SocketAddr, pool: Pool, setup: Setup, output: &Output) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::write("to the network", &error))?;
    let served = runtime.block_on(async {
        let server = HttpServer::bind(address, pool, setup.policy, HttpLimits::default())
            .await
            .map_err(|error| unusable(&format!("Cannot listen at {address}: {error}.")))?;
        let address = server.address().unwrap_or(address);
        output.note(&format!("serving at http://{address}/mcp"));
        server.serve(told_to_stop()).await;
        Ok(())
    });
    // Whoever still reads from a disk that does not answer is not waited for.
    runtime.shutdown_background();
    served
}

/// Ready when the process is told to stop, by a person or by a supervisor.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn unusable(reason: &str) -> Failure {
    Failure::Usage(Complaint {
        code: "mcp-settings",
        message: reason.to_owned(),
        hint: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_numbers_or_localhost() {
        let cases = [
            ("127.0.0.1:8080", Some("127.0.0.1:8080")),
            ("localhost:8080", Some("127.0.0.1:8080")),
            ("[::1]:0", Some("[::1]:0")),
            ("localhost", None),
            ("localhost:", None),
            ("localhost:65536", None),
            ("example.org:80", None),
            ("8080", None),
        ];
        for (text, expected) in cases {
            let read = address(text).ok().map(|address| address.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }
}
