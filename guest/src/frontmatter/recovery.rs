//! Reads what can be read of frontmatter that is not YAML.

use crate::diagnostic::{Code, Note};
use crate::limits::Limits;

use super::cleaning::Cleaned;
use super::notes::Notes;
use super::tree::Fields;
use super::yaml::Failure;

/// placeholder
pub(super) fn recover(
    _source: &Cleaned<'_>,
    failure: Failure,
    _limits: &Limits,
    _notes: &mut Notes,
) -> Result<Fields, Note> {
    match failure {
        Failure::Limit(note) => Err(note),
        Failure::NotMapping(position) => Err(Note::new(
            Code::YamlNotMapping,
            "The frontmatter is not a list of `key: value` lines.",
        )
        .at(position)),
        Failure::Syntax { position, .. } => {
            Err(Note::new(Code::YamlInvalid, "The frontmatter is not YAML.").at(position))
        }
    }
}
