//! The functions that a component of this world exports, in one table.

use wasmtime::component::{Component, ComponentExportIndex};

/// Hands the table to the macro `$define`.
///
/// Each row: interface and name in the WIT, whether the component may refuse,
/// and the signature with the comment that both kinds of instances show.
macro_rules! operations {
    ($define:ident) => {
        $define! {
            /// Sets this instance's options and forgets what it knew.
            ///
            /// `options` is the text of one JSON object; empty means the
            /// defaults.
            Configure = "catalog" "configure", may_refuse,
            fn configure(options: &str) -> ();

            /// All skills, as they are now.
            ListSkills = "catalog" "list-skills", always_answers,
            fn list_skills() -> types::Listing;

            /// Looks at the roots again and tells what is different since the
            /// last look; at the first look everything is new.
            Refresh = "catalog" "refresh", always_answers,
            fn refresh() -> types::Changes;

            /// Why a skill is, or is not, loaded, by its name or a path.
            Explain = "catalog" "explain", always_answers,
            fn explain(subject: &str) -> Vec<types::Finding>;

            /// Holds every skill to the specification: an error breaks a rule, a
            /// warning goes against its advice.
            CheckSkills = "catalog" "check-skills", always_answers,
            fn check_skills() -> Vec<types::Diagnostic>;

            /// Adds a skill that lies in no directory; it is gone after
            /// `configure`.
            RegisterSkill = "catalog" "register-skill", may_refuse,
            fn register_skill(skill: &types::InlineSkill) -> ();

            /// Takes out a skill that was registered, by its provider (none
            /// means `runtime`) and name. False when there is none.
            UnregisterSkill = "catalog" "unregister-skill", always_answers,
            fn unregister_skill(provider: Option<&str>, name: &str) -> bool;

            /// One skill by its exact name.
            GetSkill = "catalog" "get-skill", may_refuse,
            fn get_skill(name: &str) -> types::Skill;

            /// A skill's instructions, read anew, and the names of its files.
            ActivateSkill = "catalog" "activate-skill", may_refuse,
            fn activate_skill(name: &str, invoker: types::Invoker) -> types::Activation;

            /// Every file of a skill with size and hash.
            ListFiles = "catalog" "list-files", may_refuse,
            fn list_files(name: &str) -> types::Manifest;

            /// What a path of a skill leads to, without reading it.
            StatFile = "catalog" "stat-file", may_refuse,
            fn stat_file(name: &str, path: &str) -> types::FileInfo;

            /// A skill as a server of MCP's skills extension needs it: its
            /// frontmatter, its files, and what keeps it from being served.
            ServeSkill = "catalog" "serve-skill", may_refuse,
            fn serve_skill(name: &str) -> types::ServedSkill;

            /// A stretch of a skill's file, `offset` and `length` in bytes; text is
            /// cut between characters only. A length of 0 asks for as much as the
            /// component reads at once, which the option `limits.read_bytes`
            /// bounds: 256 KiB.
            ReadFile = "catalog" "read-file", may_refuse,
            fn read_file(name: &str, path: &str, offset: u64, length: u32) -> types::Content;

            /// The lock document of all skills as they are now.
            LockSkills = "catalog" "lock-skills", may_refuse,
            fn lock_skills() -> String;

            /// Everything in which the skills, as they are now, depart from a
            /// lock; empty when all is equal.
            VerifySkills = "catalog" "verify-skills", may_refuse,
            fn verify_skills(lock: &str) -> Vec<types::Diagnostic>;

            /// What a skill declares in `allowed-tools` and `grant` covers.
            AllowedTools = "catalog" "allowed-tools", may_refuse,
            fn allowed_tools(name: &str, grant: &[String]) -> types::ToolGrant;

            /// Everything about skills for a system prompt, at most `budget` code
            /// points long; empty when there is no skill for a model.
            SystemPrompt = "tools" "system-prompt", always_answers,
            fn system_prompt(budget: Option<u32>) -> types::FittedCatalog;

            /// How to use skills, without the catalog unless the dialect writes
            /// both in one; empty when there is no skill for a model.
            Instructions = "tools" "instructions", always_answers,
            fn instructions() -> String;

            /// The catalog as text, at most `budget` code points long.
            CatalogText = "tools" "catalog-text", always_answers,
            fn catalog_text(budget: Option<u32>) -> types::FittedCatalog;

            /// What to tell a conversation of the catalog now; none when it
            /// knows already.
            CatalogUpdate = "tools" "catalog-update", always_answers,
            fn catalog_update(conversation: &str) -> Option<String>;

            /// The skills that a person's message asks for with words such as
            /// `/name`, in the order of the message.
            UserInvocations = "tools" "user-invocations", always_answers,
            fn user_invocations(message: &str) -> Vec<String>;

            /// Gives a conversation a skill's instructions, as a model's call for
            /// it would.
            InvokeSkill = "tools" "invoke-skill", always_answers,
            fn invoke_skill(
                conversation: Option<&str>,
                name: &str,
                invoker: types::Invoker
            ) -> types::ToolResult;

            /// Whether a message holds a skill's instructions or file.
            IsSkillContent = "tools" "is-skill-content", always_answers,
            fn is_skill_content(message: &str) -> bool;

            /// What to put back after compaction, at most `budget` code points long.
            Reattach = "tools" "reattach", always_answers,
            fn reattach(conversation: &str, budget: u32) -> String;

            /// Forgets what a conversation has been given. False when it is not
            /// known.
            Forget = "tools" "forget", always_answers,
            fn forget(conversation: &str) -> bool;

            /// What a conversation has been given, as text for `import_state`.
            ExportState = "tools" "export-state", always_answers,
            fn export_state(conversation: &str) -> String;

            /// Sets what a conversation has been given.
            ImportState = "tools" "import-state", may_refuse,
            fn import_state(conversation: &str, state: &str) -> ();

            /// The dialect's tools as the text of a JSON array, in one of the
            /// shapes `json-schema`, `openai`, `anthropic`, `gemini` and `mcp`.
            Definitions = "tools" "definitions", may_refuse,
            fn definitions(shape: &str) -> String;

            /// One call as a model makes it: the tool's name and its arguments
            /// as the text of one JSON object.
            Call = "tools" "call", always_answers,
            fn call(conversation: Option<&str>, tool: &str, arguments: &str) -> types::ToolResult;
        }
    };
}
pub(crate) use operations;

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $operation:ident = $interface:literal $name:literal, $kind:ident,
        fn $method:ident($($arg:ident: $ty:ty),*) -> $value:ty;
    )*) => {
        /// One exported function.
        #[derive(Clone, Copy)]
        pub enum Operation {
            $(#[doc = $name] $operation,)*
        }

        /// The functions' places in a component, in the order of the table.
        const NAMES: &[(&str, &str)] = &[
            $((concat!("agent-skills:toolkit/", $interface, "@0.1.0"), $name),)*
        ];
    };
}
operations!(define);

/// Where the functions are in one component.
pub struct Exports(Vec<ComponentExportIndex>);

impl Exports {
    /// Finds all functions, or says which is missing.
    pub fn find(component: &Component) -> Result<Self, String> {
        NAMES
            .iter()
            .map(|(interface, name)| {
                component
                    .get_export_index(None, interface)
                    .and_then(|instance| component.get_export_index(Some(&instance), name))
                    .ok_or_else(|| format!("it does not export `{interface}#{name}`"))
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The place of one function.
    pub fn index(&self, operation: Operation) -> &ComponentExportIndex {
        // One index for each row of the table; see `find`.
        &self.0[operation as usize]
    }
}
