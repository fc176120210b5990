//! Skills that the host hands over at run time, kept as files in memory so that
//! they are found and read like all others.

use std::collections::BTreeMap;
use std::rc::Rc;

use agent_skills_types::{Error, InlineSkill, ResourceBase};
use serde_json::{Map, Value};

use crate::discovery::SKILL_FILE;
use crate::frontmatter::quote;
use crate::name::usable;
use crate::policy::hidden;
use crate::resource::check_path;
use crate::roots::Root;
use crate::skill::join;
use crate::storage::memory::{InMemory, Tree};
use crate::text::{one_line, shorten};

/// The provider of skills whose provider is not named.
pub const RUNTIME: &str = "runtime";

/// The rank of skills whose rank is not given: behind the first two roots.
const RANK: u32 = 250;

/// The skills that the host has handed over.
#[derive(Clone, Default)]
pub struct Registry {
    /// By rank and provider, which together are a root.
    trees: BTreeMap<(u32, String), Rc<Tree>>,
    /// By the skill's directory.
    bases: BTreeMap<String, Option<ResourceBase>>,
    /// How many skills have ever been added, in all trees together: a skill may
    /// come again in another tree.
    changes: u64,
}

impl Registry {
    /// Adds a skill, if `judge` finds nothing against the file with its
    /// instructions, which it is given with the skill's directory.
    ///
    /// # Errors
    /// [`Error::Other`] when its provider or name cannot be used or is taken,
    /// [`Error::InvalidPath`] for a file's path, and what `judge` says.
    pub fn register(
        &mut self,
        skill: &InlineSkill,
        judge: impl FnOnce(&str, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let provider = provider(skill.provider.as_deref())?;
        let name = folder(&skill.name)?;
        let directory = join(provider, name);
        if self.bases.contains_key(&directory) {
            return Err(Error::Other(format!(
                "{provider} skill \"{name}\" ignored because it is already registered"
            )));
        }
        let file = skill_file(skill)?;
        judge(&file, &directory)?;
        for file in &skill.files {
            check_path(&file.path)?;
            if file.path == SKILL_FILE {
                return Err(Error::InvalidPath {
                    path: file.path.clone(),
                    reason: "name, description and body make this file".to_owned(),
                });
            }
        }
        self.changes += 1;
        let root = (skill.rank.unwrap_or(RANK), provider.to_owned());
        let tree = Rc::make_mut(self.trees.entry(root).or_default());
        tree.insert(join(name, SKILL_FILE), file.into_bytes(), self.changes);
        for file in &skill.files {
            tree.insert(join(name, &file.path), file.data.clone(), self.changes);
        }
        self.bases.insert(directory, skill.base.clone());
        Ok(())
    }

    /// Takes a skill out. False when there is none.
    pub fn unregister(&mut self, provider: Option<&str>, name: &str) -> bool {
        let provider = provider.unwrap_or(RUNTIME);
        for ((_, owner), tree) in &mut self.trees {
            if owner == provider && tree.has_directory(name) {
                Rc::make_mut(tree).remove(name);
            }
        }
        self.bases.remove(&join(provider, name)).is_some()
    }

    /// The roots with these skills in them, each with its rank.
    pub fn roots(&self) -> impl Iterator<Item = (u32, Root)> {
        self.trees.iter().map(|((rank, provider), tree)| {
            let root = Root {
                path: provider.clone(),
                directory: Ok(InMemory::top(Rc::clone(tree))),
            };
            (*rank, root)
        })
    }

    /// The resource base of the skill in a directory; none when it is not
    /// registered here.
    pub fn base(&self, directory: &str) -> Option<&Option<ResourceBase>> {
        self.bases.get(directory)
    }
}

/// A provider's name.
fn provider(name: Option<&str>) -> Result<&str, Error> {
    match name {
        None => Ok(RUNTIME),
        Some(RUNTIME) => Err(Error::Other(format!(
            "\"{RUNTIME}\" is reserved for runtime skill registrations"
        ))),
        Some(name) if is_one_part(name) => Ok(name),
        Some(name) => Err(Error::Other(format!(
            "`{}` cannot be a provider's name: it must be one part of a path",
            shown(name)
        ))),
    }
}

/// A skill's name as the name of its directory.
fn folder(name: &str) -> Result<&str, Error> {
    if usable(name).is_none() {
        let message = "a registered skill's name needs a character that can be shown";
        return Err(Error::Other(message.to_owned()));
    }
    let reason = if !is_one_part(name) {
        "it must be one part of a path"
    } else if hidden(name) {
        "a scan would pass it over as hidden"
    } else {
        return Ok(name);
    };
    Err(Error::Other(format!(
        "`{}` cannot be a registered skill's name: {reason}",
        shown(name)
    )))
}

fn is_one_part(name: &str) -> bool {
    check_path(name).is_ok() && !name.contains('/')
}

/// The text of the `SKILL.md` that says what the host said.
fn skill_file(skill: &InlineSkill) -> Result<String, Error> {
    let mut text = format!(
        "---\nname: {}\ndescription: {}\n",
        quote(&skill.name),
        quote(&skill.description)
    );
    for (key, value) in further_keys(skill.frontmatter.as_deref())? {
        // JSON is YAML, as long as it stands on one line.
        text.push_str(&format!("{}: {value}\n", quote(&key)));
    }
    text.push_str("---\n");
    text.push_str(&skill.body);
    Ok(text)
}

fn further_keys(json: Option<&str>) -> Result<Map<String, Value>, Error> {
    let Some(json) = json else {
        return Ok(Map::new());
    };
    match serde_json::from_str(json) {
        Ok(Value::Object(mut keys)) => {
            keys.retain(|key, _| key != "name" && key != "description");
            Ok(keys)
        }
        Ok(_) => Err(Error::Other(
            "the frontmatter must be one JSON object".to_owned(),
        )),
        Err(error) => Err(Error::Other(format!(
            "the frontmatter is not JSON: {error}"
        ))),
    }
}

fn shown(name: &str) -> String {
    shorten(&one_line(name), 64).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_be_used_are_refused() {
        let cases = [
            (
                "",
                "a registered skill's name needs a character that can be shown",
            ),
            (
                " \n",
                "a registered skill's name needs a character that can be shown",
            ),
            (
                "\u{13}\u{200b}",
                "a registered skill's name needs a character that can be shown",
            ),
            (
                "a/b",
                "`a/b` cannot be a registered skill's name: it must be one part of a path",
            ),
            (
                "..",
                "`..` cannot be a registered skill's name: it must be one part of a path",
            ),
            (
                ".x",
                "`.x` cannot be a registered skill's name: a scan would pass it over as hidden",
            ),
            (
                "a\0b",
                "`ab` cannot be a registered skill's name: it must be one part of a path",
            ),
        ];
        for (name, message) in cases {
            let skill = InlineSkill {
                name: name.to_owned(),
                description: "d".to_owned(),
                ..InlineSkill::default()
            };
            let mut registry = Registry::default();
            let refused = registry.register(&skill, |_, _| Ok(())).unwrap_err();
            assert_eq!(refused.to_string(), message, "{name:?}");
            assert_eq!(registry.roots().count(), 0, "{name:?}");
        }
    }
}
