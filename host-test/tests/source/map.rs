//! A source out of a map in memory.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use agent_skills_sandbox::{Candidate, Observation, Source, SourceError};

use crate::Editable;

/// Files by their paths, and the number of times that one was written.
type Skill = (u64, BTreeMap<String, String>);

/// Skills by their names.
#[derive(Default)]
pub struct Map {
    skills: Mutex<BTreeMap<String, Skill>>,
    incomplete: AtomicBool,
}

impl Source for Map {
    fn candidates(&self) -> Result<Observation, SourceError> {
        let skills = self
            .skills
            .lock()
            .expect("no test panics while it holds this");
        let candidates = skills.iter().map(|(name, (version, _))| Candidate {
            name: name.clone(),
            version: version.to_string(),
        });
        Ok(Observation {
            candidates: candidates.collect(),
            complete: !self.incomplete.load(Ordering::Relaxed),
        })
    }

    fn files(&self, name: &str) -> Result<Vec<(String, u64)>, SourceError> {
        let skills = self
            .skills
            .lock()
            .expect("no test panics while it holds this");
        let (_, files) = skills.get(name).ok_or(SourceError::NotFound)?;
        let files = files.iter();
        Ok(files
            .map(|(path, text)| (path.clone(), text.len() as u64))
            .collect())
    }

    fn read(
        &self,
        name: &str,
        path: &str,
        offset: u64,
        length: u32,
    ) -> Result<Vec<u8>, SourceError> {
        let skills = self
            .skills
            .lock()
            .expect("no test panics while it holds this");
        let file = skills.get(name).and_then(|(_, files)| files.get(path));
        let bytes = file.ok_or(SourceError::NotFound)?.as_bytes();
        let from = usize::try_from(offset).map_or(bytes.len(), |from| from.min(bytes.len()));
        let to = bytes.len().min(from + length as usize);
        Ok(bytes[from..to].to_vec())
    }
}

impl Editable for Map {
    fn write(&self, skill: &str, path: &str, content: &str) {
        let mut skills = self
            .skills
            .lock()
            .expect("no test panics while it holds this");
        let (version, files) = skills.entry(skill.to_owned()).or_default();
        *version += 1;
        files.insert(path.to_owned(), content.to_owned());
    }

    fn set_complete(&self, complete: bool) {
        self.incomplete.store(!complete, Ordering::Relaxed);
    }
}
