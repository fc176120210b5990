//! What a model is shown of the skills, in the dialect's words.

use agent_skills_types::{Activation, FittedCatalog, Invoker, ResourceBase, Skill};

use super::Toolkit;
use crate::dialect::{Base, FILESYSTEM, Origin, Wording, catalog};
use crate::options::TextOptions;

impl Toolkit {
    /// How to use skills, for a system prompt; empty when a model has none.
    pub fn instructions(&mut self) -> String {
        self.for_model(|wording, skills, options| match skills {
            [] => String::new(),
            skills => wording.instructions(skills, options),
        })
    }

    /// Everything about skills for a system prompt, at most `budget` code points
    /// long; empty when a model has none.
    pub fn system_prompt(&mut self, budget: Option<u32>) -> FittedCatalog {
        self.for_model(|wording, skills, options| match skills {
            [] => catalog::nothing(0),
            skills => wording.system_prompt(skills, options, code_points(budget)),
        })
    }

    /// The catalog for a model, at most `budget` code points long.
    pub fn catalog_text(&mut self, budget: Option<u32>) -> FittedCatalog {
        self.for_model(|wording, skills, options| {
            wording.catalog(skills, options, code_points(budget))
        })
    }

    /// Words the skills that a model may use, as they are now.
    fn for_model<T>(
        &mut self,
        write: impl FnOnce(&dyn Wording, &[&Skill], &TextOptions) -> T,
    ) -> T {
        let wording = self.dialect().wording;
        self.library();
        let skills: Vec<&Skill> = self.library.skills(Invoker::Model).collect();
        write(wording, &skills, self.text_options())
    }

    /// The names of the skills that a model may use.
    pub fn model_names(&mut self) -> Vec<&str> {
        self.library()
            .skills(Invoker::Model)
            .map(|skill| skill.name.as_str())
            .collect()
    }

    /// A skill's instructions in the dialect's words.
    pub fn deliver(&self, activation: &Activation) -> String {
        let origin = self.origin(&activation.name, &activation.directory);
        self.dialect().wording.activation(activation, origin)
    }

    /// What is known of the skill of this name in this directory.
    pub fn origin<'o>(&'o self, name: &str, directory: &'o str) -> Origin<'o> {
        let description = match self.library.get(name) {
            Some(entry) => &entry.skill.description,
            None => "",
        };
        let Some(base) = self.registry.base(directory) else {
            return Origin {
                description,
                provider: FILESYSTEM,
                base: Base::Directory(directory),
            };
        };
        let provider = directory.split('/').next().unwrap_or_default();
        let base = match base {
            Some(ResourceBase::Directory(path)) => Base::Directory(path),
            Some(ResourceBase::Url(url)) => Base::Url(url),
            Some(ResourceBase::Opaque(words)) => Base::Opaque(words),
            None => Base::Provider(provider),
        };
        Origin {
            description,
            provider,
            base,
        }
    }
}

fn code_points(budget: Option<u32>) -> Option<usize> {
    budget.and_then(|budget| usize::try_from(budget).ok())
}
