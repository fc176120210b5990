//! The skills that a run is about.

use std::collections::BTreeSet;
use std::path::Path;

use agent_skills_sandbox::types::{Diagnostic, Finding, Listing, Severity, Skill};
use agent_skills_sandbox::{Error, Instance, Mounts, Sandbox, types};
use serde_json::{Value, json};

use super::common::Common;
use super::failure::{Complaint, Failure, Result};
use super::output::Output;
use super::roots::{self, Faults};
use super::{config, diagnostics, lock_file};

/// An instance of the component over the directories that were asked for.
pub struct Library {
    /// The instance.
    pub instance: Instance,
    /// The directories, each under its own absolute path.
    pub mounts: Mounts,
    /// Their paths.
    pub directories: Vec<String>,
    /// Why other directories could not be opened.
    faults: Faults,
    options: Value,
}

impl Library {
    /// Opens the directories, each under its own absolute path, and sets the
    /// options.
    pub fn open(common: &Common, output: &Output) -> Result<Self> {
        let mut library = Self::open_faulty(common, output)?;
        match library.instance.configure(&library.options.to_string()) {
            // The options are as they were before, and so the faults can be seen.
            Err(Error::Refused(types::Error::Other(sentence))) => Err(library.stopped(&sentence)?),
            result => result.map(|()| library).map_err(refused),
        }
    }

    /// The same where the dialect would not start with a faulty skill.
    pub fn open_faulty(common: &Common, output: &Output) -> Result<Self> {
        let sandbox = Sandbox::new()?;
        let mut options = options(&sandbox, common)?;
        let roots = roots::open(common, &mut options, output)?;
        let mut instance = sandbox.instance(&roots.mounts)?;
        instance
            .configure(&config::lenient(&options).to_string())
            .map_err(refused)?;
        Ok(Self {
            instance,
            directories: roots.mounts.names().map(str::to_owned).collect(),
            mounts: roots.mounts,
            faults: roots.faults,
            options,
        })
    }

    /// From now on an activation gives all of a body, however long.
    pub fn give_whole_bodies(&mut self) -> Result<()> {
        let options = config::with_whole_bodies(&self.options);
        self.instance
            .configure(&options.to_string())
            .map_err(refused)
    }

    /// Tells why roots could not be opened.
    pub fn tell_of_roots(&self, output: &Output) {
        self.faults.tell(output);
    }

    /// Everything that is known of the skills.
    pub fn list(&mut self) -> Result<Listing> {
        let mut listing = self.instance.list_skills()?;
        self.faults.reword(&mut listing.diagnostics);
        listing.complete &= !self.faults.may_hide_skills();
        Ok(listing)
    }

    /// Says that there are problems with skills, and where to read of them. Roots
    /// that could not be opened were told of.
    pub fn point_to_list(&mut self, output: &Output) -> Result<()> {
        let mut found = self.instance.list_skills()?.diagnostics;
        found.retain(|diagnostic| !self.faults.has(&diagnostic.root));
        if let Some(count) = diagnostics::count(&found) {
            output.note(&format!(
                "{count} about skills; `agent-skills list` shows them"
            ));
        }
        Ok(())
    }

    /// What breaks a rule of the specification, or goes against its advice.
    pub fn check(&mut self) -> Result<Vec<Diagnostic>> {
        let mut found = self.instance.check_skills()?;
        self.faults.reword(&mut found);
        Ok(found)
    }

    /// Why a skill or path is, or is not, loaded.
    pub fn explain(&mut self, subject: &str) -> Result<Vec<Finding>> {
        let mut findings = self.instance.explain(subject)?;
        for finding in &mut findings {
            self.faults.reword(&mut finding.diagnostics);
        }
        Ok(findings)
    }

    /// The names under the option `only` that none of these skills has, as the part
    /// of a sentence.
    pub fn absent(&self, skills: &[Skill]) -> Option<String> {
        const SHOWN: usize = 5;
        let names: BTreeSet<&str> = skills.iter().map(|skill| skill.name.trim()).collect();
        let mut absent = config::only(&self.options);
        absent.retain(|name| !names.contains(name.trim()));
        let shown: Vec<String> = absent
            .iter()
            .take(SHOWN)
            .map(|name| format!("`{name}`"))
            .collect();
        match absent.len().saturating_sub(SHOWN) {
            0 if absent.is_empty() => None,
            0 => Some(shown.join(", ")),
            more => Some(format!("{} and {more} more", shown.join(", "))),
        }
    }

    /// Takes a failure of a command on its way out. If it is about a name that no
    /// skill has, that skill may be one that could not be loaded.
    pub fn failed(&mut self, failure: impl Into<Failure>, output: &Output) -> Failure {
        let failure = failure.into();
        let Failure::Library(error @ Error::Refused(types::Error::UnknownSkill { available, .. })) =
            &failure
        else {
            return failure;
        };
        // The other failure is the one to tell of.
        let _ = self.point_to_list(output);
        if !available.is_empty() {
            return failure;
        }
        Failure::Skills(Complaint {
            code: error.code(),
            message: error.to_string(),
            hint: Some("There are no skills; name a directory of skills with --root.".to_owned()),
        })
    }

    /// Why a start that allows no fault failed, with the place of the fault.
    fn stopped(&mut self, sentence: &str) -> Result<Failure> {
        let listing = self.list()?;
        let fault = listing
            .diagnostics
            .iter()
            .find(|found| found.severity == Severity::Error);
        let place = fault.map_or_else(String::new, |found| format!("{}: ", found.place()));
        let hint = fault.and_then(|found| found.hint.clone());
        Ok(Failure::Skills(Complaint {
            code: "strict-start",
            message: format!("{place}{sentence}"),
            hint: hint.or_else(|| Some("`agent-skills check` shows every fault.".to_owned())),
        }))
    }
}

/// How many skills there are, those that cannot be used included.
pub fn count(listing: &Listing) -> usize {
    let usable = listing.skills.iter().map(|skill| &skill.directory);
    let shadowed = listing.shadowed.iter().map(|skill| &skill.directory);
    let taken: BTreeSet<&Path> = usable.chain(shadowed).map(Path::new).collect();
    let refused: BTreeSet<&Path> = listing
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| Path::new(&found.path))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .filter(|path| path.parent().is_none_or(|folder| !taken.contains(folder)))
        .collect();
    listing.skills.len() + listing.shadowed.len() + refused.len()
}

/// The options, and the directories that they or the command line name, each
/// under its own absolute path. One that cannot be opened is told of.
pub fn mount(sandbox: &Sandbox, common: &Common, output: &Output) -> Result<(Value, Mounts)> {
    let mut options = options(sandbox, common)?;
    let roots = roots::open(common, &mut options, output)?;
    roots.faults.tell(output);
    Ok((options, roots.mounts))
}

/// The options of the file and the command line, found good by the component.
fn options(sandbox: &Sandbox, common: &Common) -> Result<Value> {
    let mut options = json!({});
    if let Some(file) = &common.config {
        options = config::read(file)?;
        judge(sandbox, &options, file)?;
    }
    if let (Some(dialect), Value::Object(options)) = (&common.dialect, &mut options) {
        options.insert("dialect".to_owned(), dialect.as_str().into());
    }
    if let Some(lock) = lock(sandbox, common)?
        && let Value::Object(options) = &mut options
    {
        options.insert("lock".to_owned(), lock);
    }
    Ok(options)
}

/// The lock that the command line names, found good by the component.
fn lock(sandbox: &Sandbox, common: &Common) -> Result<Option<Value>> {
    let Some(file) = &common.lock else {
        return match common.key {
            None => Ok(None),
            Some(_) => Err(Failure::usage(
                "a key is of no use without a lock",
                "Name the lock with --lock FILE.",
            )),
        };
    };
    let text = lock_file::read(file, common.key.as_deref())?;
    // Judged as it is written: a value of JSON no longer shows keys that stand twice.
    let instance = &mut sandbox.instance(&Mounts::new())?;
    instance.verify_skills(&text).map_err(|error| match error {
        Error::Refused(error) => Failure::lock("lock", file, error),
        error => error.into(),
    })?;
    let lock = serde_json::from_str(&text).map_err(|error| Failure::lock("lock", file, error))?;
    Ok(Some(lock))
}

/// Lets the component judge the options of a file, before any directory is
/// opened.
fn judge(sandbox: &Sandbox, options: &Value, file: &Path) -> Result<()> {
    let mut instance = sandbox.instance(&Mounts::new())?;
    match instance.configure(&config::lenient(options).to_string()) {
        Err(Error::Refused(error)) => Err(config::unusable(file, &error.to_string())),
        result => Ok(result?),
    }
}

/// Why the component would not be configured, or not be started.
pub(super) fn refused(error: Error) -> Failure {
    match error {
        Error::Refused(_) => Failure::usage_from(&error),
        error => error.into(),
    }
}
