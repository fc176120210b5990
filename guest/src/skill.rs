//! What is told of a skill, and where it lies.

pub use agent_skills_format::metadata::Metadata;
pub use agent_skills_types::{Invocation, Invoker, Skill};

/// Two parts of a path with one `/` between them.
pub fn join(base: &str, below: &str) -> String {
    match (base, below) {
        (_, "") => base.to_owned(),
        ("", _) => below.to_owned(),
        _ if base.ends_with('/') => [base, below].concat(),
        _ => [base, "/", below].concat(),
    }
}
