//! The skills that a run is about.

use agent_skills_sandbox::{Error, Instance, Mounts, Sandbox, types};
use serde_json::{Value, json};

use super::common::Common;
use super::failure::{Failure, Result};
use super::output::Output;
use super::{config, diagnostics, roots};

/// An instance of the component over the directories that were asked for.
pub struct Library {
    /// The instance.
    pub instance: Instance,
    /// The directories, by their absolute paths.
    pub directories: Vec<String>,
}

impl Library {
    /// Opens the directories, each under its own absolute path, and sets the
    /// options.
    pub fn open(common: &Common, output: &Output) -> Result<Self> {
        let sandbox = Sandbox::new()?;
        let (options, mounts) = mount(&sandbox, common, output)?;
        let mut instance = sandbox.instance(&mounts)?;
        instance
            .configure(&options.to_string())
            .map_err(|error| Failure::usage_from(&error))?;
        Ok(Self {
            instance,
            directories: mounts.names().map(str::to_owned).collect(),
        })
    }

    /// Takes a failure of a command on its way out. If it is about a name that no
    /// skill has, that skill may be one that could not be loaded.
    pub fn failed(&mut self, failure: impl Into<Failure>, output: &Output) -> Failure {
        let failure = failure.into();
        if let Failure::Library(Error::Refused(types::Error::UnknownSkill { .. })) = failure
            && let Ok(listing) = self.instance.list_skills()
        {
            point_to_list(&listing.diagnostics, output);
        }
        failure
    }
}

/// Says that there are problems with skills, and where to read of them.
pub fn point_to_list(found: &[types::Diagnostic], output: &Output) {
    if let Some(count) = diagnostics::count(found) {
        output.note(&format!(
            "{count} about skills; `agent-skills list` shows them"
        ));
    }
}

/// The options, and the directories that they or the command line name, each
/// under its own absolute path.
pub fn mount(sandbox: &Sandbox, common: &Common, output: &Output) -> Result<(Value, Mounts)> {
    let mut options = options(sandbox, common)?;
    let mounts = roots::mount(common, &mut options, output)?;
    Ok((options, mounts))
}

/// The options of the file and the command line, found good by the component.
fn options(sandbox: &Sandbox, common: &Common) -> Result<Value> {
    let mut options = match &common.config {
        Some(file) => config::read(file)?,
        None => json!({}),
    };
    if let Some(file) = &common.config {
        judge(sandbox, &options, |reason| config::unusable(file, reason))?;
    }
    if let (Some(dialect), Value::Object(options)) = (&common.dialect, &mut options) {
        options.insert("dialect".to_owned(), dialect.as_str().into());
    }
    if common.dialect.is_some() {
        judge(sandbox, &options, |reason| {
            Failure::usage(reason, "The default is `standard`.")
        })?;
    }
    Ok(options)
}

/// Lets the component judge the options, before any directory is opened.
fn judge(sandbox: &Sandbox, options: &Value, failure: impl FnOnce(&str) -> Failure) -> Result<()> {
    let mut instance = sandbox.instance(&Mounts::new())?;
    match instance.configure(&options.to_string()) {
        Err(error @ Error::Refused(types::Error::InvalidOptions { .. })) => {
            let sentence = error.to_string();
            Err(failure(without_position(&sentence)))
        }
        result => Ok(result?),
    }
}

/// A sentence without the position in the JSON, which nobody has written.
fn without_position(sentence: &str) -> &str {
    match sentence.rsplit_once(" at line ") {
        Some((sentence, _)) => sentence,
        None => sentence,
    }
}
