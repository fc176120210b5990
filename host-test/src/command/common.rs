//! The options that all commands share.

use std::path::PathBuf;

use clap::{Args, ValueHint};

// No comments for documentation on these two: clap would take them for the help
// of the command that they are part of.

// A command's own arguments and the shared ones, so that the latter may stand on
// either side of the command's name. clap's `global` does the same, but of
// `--root A list --root B` it keeps B alone.
#[derive(Args)]
pub struct With<Own: Args> {
    #[command(flatten)]
    pub own: Own,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Args, Clone)]
#[command(next_help_heading = "Options for all commands")]
pub struct Common {
    /// Directory of skills, or one skill; repeat it for more, the first has precedence
    #[arg(long = "root", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub roots: Vec<PathBuf>,
    /// Options in YAML; a --root replaces the paths in `skills: {paths: […]}`, which
    /// begin at the file's directory
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// Load only what this lock lists; it replaces `lock` in the configuration
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub lock: Option<PathBuf>,
    /// Public key in PEM; the lock must then be signed, in the file FILE.sig
    #[arg(long, value_name = "PUBLIC", value_hint = ValueHint::FilePath)]
    pub key: Option<PathBuf>,
    /// How texts for a model are worded, and how a library is kept [default: standard]
    #[arg(long, value_name = "NAME", value_parser = DIALECTS)]
    pub dialect: Option<String>,
    /// Print one JSON document, failures too
    #[arg(long)]
    pub json: bool,
}

/// The dialects of the component.
const DIALECTS: [&str; 5] = [
    "standard",
    "lightspeed",
    "lightspeed-shipped",
    "deepseek",
    "lovia",
];

impl Common {
    /// Takes in the options that stood before the command's name.
    pub fn after(self, before: Self) -> Self {
        Self {
            roots: [before.roots, self.roots].concat(),
            config: self.config.or(before.config),
            lock: self.lock.or(before.lock),
            key: self.key.or(before.key),
            dialect: self.dialect.or(before.dialect),
            json: self.json || before.json,
        }
    }
}
