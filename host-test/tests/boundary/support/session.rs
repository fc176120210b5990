//! The component at work on mounted directories.

use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use agent_skills_sandbox::types::{
    self, Activation, Changes, Content, Diagnostic, FileInfo, Finding, FittedCatalog, InlineSkill,
    Invoker, Listing, Manifest, Skill, ToolResult,
};
use agent_skills_sandbox::{AsyncInstance, Error, Instance, Mounts, Result, Sandbox};

/// How the host gets at files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// On the thread of the component.
    Blocking,
    /// On another thread, for which the component's thread waits.
    Offloaded,
    /// On another thread, while the component is suspended.
    Suspended,
}

impl Access {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Blocking, Self::Offloaded, Self::Suspended];

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::Offloaded => "offloaded",
            Self::Suspended => "suspended",
        }
    }

    fn mounts(self) -> Mounts {
        match self {
            Self::Blocking => Mounts::new(),
            Self::Offloaded | Self::Suspended => Mounts::offloaded(),
        }
    }
}

/// An instance of the component.
pub enum Session {
    /// One that is called synchronously.
    Synchronous(Instance),
    /// One that is called asynchronously.
    Asynchronous(AsyncInstance),
}

impl Session {
    /// A new instance on the directories that `mount` adds.
    pub fn open(access: Access, mount: impl Fn(&mut Mounts)) -> Self {
        static SANDBOX: LazyLock<Sandbox> =
            LazyLock::new(|| Sandbox::new().expect("the component loads"));

        let mut mounts = access.mounts();
        mount(&mut mounts);
        match access {
            Access::Blocking | Access::Offloaded => {
                Self::Synchronous(SANDBOX.instance(&mounts).expect("it starts"))
            }
            Access::Suspended => Self::Asynchronous(
                poll_to_the_end(SANDBOX.instance_async(&mounts)).expect("it starts"),
            ),
        }
    }
}

/// Gives a session the functions of both kinds of instances.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $ty:ty),*) -> $value:ty;)*) => {
        impl Session {$(
            #[doc = concat!("See `Instance::", stringify!($name), "`.")]
            pub fn $name(&mut self, $($argument: $ty),*) -> Result<$value> {
                match self {
                    Self::Synchronous(instance) => instance.$name($($argument),*),
                    Self::Asynchronous(instance) => {
                        poll_to_the_end(instance.$name($($argument),*))
                    }
                }
            }
        )*}
    };
}
functions! {
    fn configure(options: &str) -> ();
    fn list_skills() -> Listing;
    fn refresh() -> Changes;
    fn explain(subject: &str) -> Vec<Finding>;
    fn check_skills() -> Vec<Diagnostic>;
    fn register_skill(skill: &InlineSkill) -> ();
    fn get_skill(name: &str) -> Skill;
    fn activate_skill(name: &str, invoker: Invoker) -> Activation;
    fn list_files(name: &str) -> Manifest;
    fn stat_file(name: &str, path: &str) -> FileInfo;
    fn read_file(name: &str, path: &str, offset: u64, length: u32) -> Content;
    fn instructions() -> String;
    fn catalog_text(budget: Option<u32>) -> FittedCatalog;
    fn definitions(shape: &str) -> String;
    fn catalog_update(conversation: &str) -> Option<String>;
    fn reattach(conversation: &str, budget: u32) -> String;
    fn import_state(conversation: &str, state: &str) -> ();
    fn call(conversation: Option<&str>, tool: &str, arguments: &str) -> ToolResult;
}

/// A refusal in short: its code and, where there is one, its reason. Anything
/// but a refusal is a fault of the component and says so.
pub fn refusal(error: &Error) -> String {
    use types::Error as Refused;
    let code = error.code();
    match error {
        Error::Refused(
            Refused::InvalidPath { reason, .. }
            | Refused::OutsideSkill { reason, .. }
            | Refused::Unreadable { reason, .. },
        ) => format!("{code}: {reason}"),
        Error::Refused(_) => code.to_owned(),
        fault => format!("FAULT {code}: {fault}"),
    }
}

/// Runs a future without any runtime.
fn poll_to_the_end<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::yield_now();
    }
}
