//! The lock: which skills there may be, and every byte of them. Its format is
//! described in `docs/lock.md`.

use std::collections::BTreeSet;

use agent_skills_types::{Error, FileEntry};
use serde::{Deserialize, Serialize};

use crate::json::{self, Fault, Object, objects};
use crate::manifest::manifest_digest;
use crate::name;
use crate::order::sort_by;
use crate::resource::check_path;

/// The version of the format that is written and read.
const VERSION: u32 = 1;

/// Skills with the files that each may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// The version of this format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    version: u32,
    /// The skills, sorted by their names' code points.
    #[serde(deserialize_with = "objects")]
    skills: Vec<LockedSkill>,
}

/// A skill as it was when it was locked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LockedSkill {
    /// The name under which it is listed. No two skills share one.
    name: String,
    /// `sha256:` and 64 hexadecimal digits over `files`: over one line for each file, of its sha256, its size and its path with single spaces between them.
    #[cfg_attr(feature = "schema", schemars(extend("pattern" = "^sha256:[0-9a-f]{64}$")))]
    digest: String,
    /// Every file of the skill, sorted by their paths' code points.
    #[serde(deserialize_with = "objects")]
    files: Vec<LockedFile>,
}

/// What a lock has of a skill that it does not list: no file.
pub static NOTHING: LockedSkill = LockedSkill {
    name: String::new(),
    digest: String::new(),
    files: Vec::new(),
};

/// A file as it was when its skill was locked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LockedFile {
    /// Path below the skill's directory, separated by `/`. No two files share one.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    #[cfg_attr(feature = "schema", schemars(extend("pattern" = "^[0-9a-f]{64}$")))]
    pub sha256: String,
}

impl Lock {
    /// A lock of these skills, which have names of their own each.
    pub fn new(mut skills: Vec<LockedSkill>) -> Self {
        sort_by(&mut skills, |a, b| a.name.cmp(&b.name));
        Self {
            version: VERSION,
            skills,
        }
    }

    /// Reads a lock document.
    ///
    /// # Errors
    /// [`Error::InvalidLock`] for a text that is none, another version, names or
    /// paths that stand twice, and hashes that are none or do not fit.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        check_version(text)
            .and_then(|()| json::read::<Object<Self>>(text))
            .and_then(|Object(lock)| lock.checked())
            .map_err(|fault| Error::InvalidLock {
                place: fault.place_below("lock"),
                reason: fault.reason,
            })
    }

    /// The document: equal locks give equal bytes.
    pub fn to_text(&self) -> String {
        // Our records have string keys and whole numbers, so this cannot fail.
        let json = serde_json::to_string_pretty(self).unwrap_or_default();
        format!("{json}\n")
    }

    /// The same lock, sorted, once it is certain that it is one.
    ///
    /// # Errors
    /// [`Fault`] naming the first place that is wrong.
    pub fn checked(mut self) -> Result<Self, Fault> {
        if self.version != VERSION {
            return Err(wrong_version(self.version.into()));
        }
        let mut names = BTreeSet::new();
        for (index, skill) in self.skills.iter_mut().enumerate() {
            let at = |place: &str, reason: String| Fault {
                place: format!("skills[{index}].{place}"),
                reason,
            };
            if !names.insert(name::key(&skill.name).into_owned()) {
                return Err(at("name", "another skill has this name".to_owned()));
            }
            skill
                .check_files()
                .map_err(|fault| at(&fault.place, fault.reason))?;
            if skill.digest != skill.digest_of_files() {
                let reason = "it is not the digest of the skill's files";
                return Err(at("digest", reason.to_owned()));
            }
        }
        Ok(Self::new(self.skills))
    }

    /// What the lock has of the skill with exactly this name.
    pub fn skill(&self, name: &str) -> Option<&LockedSkill> {
        let index = self
            .skills
            .binary_search_by(|skill| skill.name.as_str().cmp(name));
        self.skills.get(index.ok()?)
    }

    /// Every skill, in the order of their names.
    pub fn skills(&self) -> &[LockedSkill] {
        &self.skills
    }
}

impl LockedSkill {
    /// A skill with a complete list of files, sorted by their paths.
    pub fn new(name: &str, files: &[FileEntry]) -> Self {
        let files = files.iter().map(|file| LockedFile {
            path: file.path.clone(),
            size: file.size,
            sha256: file.sha256.clone(),
        });
        let mut skill = Self {
            name: name.to_owned(),
            digest: String::new(),
            files: files.collect(),
        };
        skill.digest = skill.digest_of_files();
        skill
    }

    /// The name under which the skill is listed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the lock has of the file at a path.
    pub fn file(&self, path: &str) -> Option<&LockedFile> {
        let index = self
            .files
            .binary_search_by(|file| file.path.as_str().cmp(path));
        self.files.get(index.ok()?)
    }

    /// Every file, in the order of their paths.
    pub fn files(&self) -> &[LockedFile] {
        &self.files
    }

    /// Holds every file to the format, and sorts them.
    fn check_files(&mut self) -> Result<(), Fault> {
        let mut paths = BTreeSet::new();
        for (index, file) in self.files.iter().enumerate() {
            let at = |place: &str, reason: String| Fault {
                place: format!("files[{index}].{place}"),
                reason,
            };
            check_path(&file.path).map_err(|error| at("path", error.to_string()))?;
            if !paths.insert(file.path.as_str()) {
                return Err(at("path", "another file has this path".to_owned()));
            }
            if !is_sha256(&file.sha256) {
                let reason = "it must be 64 lower-case hexadecimal digits";
                return Err(at("sha256", reason.to_owned()));
            }
        }
        sort_by(&mut self.files, |a, b| a.path.cmp(&b.path));
        Ok(())
    }

    fn digest_of_files(&self) -> String {
        manifest_digest(
            self.files
                .iter()
                .map(|file| (file.sha256.as_str(), file.size, file.path.as_str())),
        )
    }
}

/// Looks at the version before anything else: the rest may have another form.
fn check_version(text: &str) -> Result<(), Fault> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u64,
    }
    let Object(Versioned { version }) = json::read(text)?;
    if version == u64::from(VERSION) {
        Ok(())
    } else {
        Err(wrong_version(version))
    }
}

fn wrong_version(version: u64) -> Fault {
    Fault {
        place: "version".to_owned(),
        reason: format!("it is {version}, and only {VERSION} is known"),
    }
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
