//! The component's exports: each calls the operation of the same name. One that
//! tells of many skills has a file of its own.

mod convert;
mod listing;

use std::cell::RefCell;
use std::rc::Rc;

use agent_skills_types as types;

use crate::check;
use crate::delivery;
use crate::dialect::{definitions, tool_call};
use crate::explain;
use crate::serving;
use crate::storage::Storage;
use crate::storage::wasi::Preopens;
use crate::toolkit::Toolkit;
use crate::verify;

#[cfg(not(feature = "source"))]
mod bindings {
    wit_bindgen::generate!({
        path: "../wit",
        world: "skills",
        skip: ["list-skills"],
    });
    export!(Component with_types_in self);
    use super::Component;
}

#[cfg(feature = "source")]
mod bindings {
    wit_bindgen::generate!({
        path: "../wit",
        world: "skills-with-source",
        skip: ["list-skills"],
    });
    export!(Component with_types_in self);
    use super::Component;
}

/// What this component reads from.
#[cfg(not(feature = "source"))]
fn storage() -> Rc<dyn Storage> {
    Rc::new(Preopens::take())
}

/// What this component reads from.
#[cfg(feature = "source")]
fn storage() -> Rc<dyn Storage> {
    Rc::new(crate::storage::source::WithSource {
        storage: Preopens::take(),
        source: Rc::new(host_source::HostSource),
    })
}

#[cfg(feature = "source")]
mod host_source {
    //! The source that the host implements.

    use super::bindings::agent_skills::toolkit::source;
    use crate::storage::source::{Candidate, Observation, Source};
    use crate::storage::{Failure, Result};

    pub struct HostSource;

    impl Source for HostSource {
        fn candidates(&self) -> Result<Observation> {
            let observation = source::list_candidates()?;
            let candidates = observation.candidates.into_iter().map(|c| Candidate {
                name: c.name,
                version: c.version,
            });
            Ok(Observation {
                candidates: candidates.collect(),
                complete: observation.complete,
            })
        }

        fn files(&self, name: &str) -> Result<Vec<(String, u64)>> {
            let files = source::list_files(name)?;
            Ok(files
                .into_iter()
                .map(|file| (file.path, file.size))
                .collect())
        }

        fn read(&self, name: &str, path: &str, offset: u64, length: usize) -> Result<Vec<u8>> {
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            Ok(source::read_file(name, path, offset, length)?)
        }
    }

    impl From<source::SourceError> for Failure {
        fn from(error: source::SourceError) -> Self {
            match error {
                source::SourceError::NotFound => Self::NotFound,
                source::SourceError::NotPermitted => Self::NotPermitted,
                source::SourceError::Unavailable(_) => Self::Incomplete,
            }
        }
    }
}

use bindings::exports::agent_skills::toolkit::types as wit;
use bindings::exports::agent_skills::toolkit::{catalog, tools};

struct Component;

thread_local! {
    /// What this instance knows.
    static TOOLKIT: RefCell<Option<Toolkit>> = const { RefCell::new(None) };
}

/// Runs an operation on the instance's toolkit, which the first call makes.
fn with<T>(operation: impl FnOnce(&mut Toolkit) -> T) -> T {
    TOOLKIT.with_borrow_mut(|toolkit| {
        operation(toolkit.get_or_insert_with(|| Toolkit::new(storage())))
    })
}

impl catalog::Guest for Component {
    fn configure(options: String) -> Result<(), wit::Error> {
        Ok(with(|toolkit| toolkit.configure(&options))?)
    }

    fn refresh() -> wit::Changes {
        with(Toolkit::refresh).into()
    }

    fn explain(subject: String) -> Vec<wit::Finding> {
        let findings = with(|toolkit| explain::explain(toolkit, &subject));
        findings.into_iter().map(Into::into).collect()
    }

    fn check_skills() -> Vec<wit::Diagnostic> {
        let diagnostics = with(check::check);
        diagnostics.into_iter().map(Into::into).collect()
    }

    fn register_skill(skill: wit::InlineSkill) -> Result<(), wit::Error> {
        Ok(with(|toolkit| toolkit.register(&skill.into()))?)
    }

    fn unregister_skill(provider: Option<String>, name: String) -> bool {
        with(|toolkit| toolkit.unregister(provider.as_deref(), &name))
    }

    fn get_skill(name: String) -> Result<wit::Skill, wit::Error> {
        Ok(with(|toolkit| toolkit.skill(&name))?.into())
    }

    fn activate_skill(name: String, invoker: wit::Invoker) -> Result<wit::Activation, wit::Error> {
        Ok(with(|toolkit| toolkit.activate(&name, invoker.into()))?.into())
    }

    fn list_files(name: String) -> Result<wit::Manifest, wit::Error> {
        Ok(with(|toolkit| toolkit.files(&name))?.into())
    }

    fn stat_file(name: String, path: String) -> Result<wit::FileInfo, wit::Error> {
        Ok(with(|toolkit| toolkit.stat(&name, &path))?.into())
    }

    fn serve_skill(name: String) -> Result<wit::ServedSkill, wit::Error> {
        Ok(with(|toolkit| serving::serve(toolkit, &name))?.into())
    }

    fn read_file(
        name: String,
        path: String,
        offset: u64,
        length: u32,
    ) -> Result<wit::Content, wit::Error> {
        let host = types::Invoker::Host;
        Ok(with(|toolkit| toolkit.read(&name, &path, offset, length, host))?.into())
    }

    fn lock_skills() -> Result<String, wit::Error> {
        Ok(with(|toolkit| verify::lock(toolkit))?)
    }

    fn verify_skills(lock: String) -> Result<Vec<wit::Diagnostic>, wit::Error> {
        let diagnostics = with(|toolkit| verify::verify(toolkit, &lock))?;
        Ok(diagnostics.into_iter().map(Into::into).collect())
    }

    fn allowed_tools(name: String, grant: Vec<String>) -> Result<wit::ToolGrant, wit::Error> {
        let tools = with(|toolkit| toolkit.allowed_tools(&name, &grant))?;
        Ok(wit::ToolGrant {
            granted: tools.granted,
            refused: tools.refused,
        })
    }
}

impl tools::Guest for Component {
    fn instructions() -> String {
        with(Toolkit::instructions)
    }

    fn system_prompt(budget: Option<u32>) -> tools::FittedCatalog {
        with(|toolkit| toolkit.system_prompt(budget)).into()
    }

    fn catalog_text(budget: Option<u32>) -> tools::FittedCatalog {
        with(|toolkit| toolkit.catalog_text(budget)).into()
    }

    fn catalog_update(conversation: String) -> Option<String> {
        with(|toolkit| delivery::catalog_update(toolkit, &conversation))
    }

    fn user_invocations(message: String) -> Vec<String> {
        with(|toolkit| delivery::user_invocations(toolkit, &message))
    }

    fn is_skill_content(message: String) -> bool {
        with(|toolkit| toolkit.dialect().wording.is_skill_content(&message))
    }

    fn reattach(conversation: String, budget: u32) -> String {
        with(|toolkit| delivery::reattach(toolkit, &conversation, budget))
    }

    fn forget(conversation: String) -> bool {
        with(|toolkit| toolkit.conversations.forget(&conversation))
    }

    fn export_state(conversation: String) -> String {
        with(|toolkit| toolkit.conversations.export(&conversation))
    }

    fn import_state(conversation: String, state: String) -> Result<(), wit::Error> {
        Ok(with(|toolkit| {
            toolkit.conversations.import(&conversation, &state)
        })?)
    }

    fn definitions(shape: String) -> Result<String, wit::Error> {
        with(|toolkit| {
            let dialect = toolkit.dialect();
            Ok(definitions::definitions(
                dialect,
                &toolkit.model_names(),
                &shape,
            )?)
        })
    }

    fn call(conversation: Option<String>, tool: String, arguments: String) -> tools::ToolResult {
        with(|toolkit| tool_call::call(toolkit, conversation.as_deref(), &tool, &arguments)).into()
    }

    fn invoke_skill(
        conversation: Option<String>,
        name: String,
        invoker: wit::Invoker,
    ) -> tools::ToolResult {
        let (conversation, invoker) = (conversation.as_deref(), invoker.into());
        with(|toolkit| tool_call::invoke(toolkit, conversation, &name, invoker)).into()
    }
}
