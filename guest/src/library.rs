//! From candidates to one resolved set: which skills there are, which of two
//! with the same name counts, and how a name is looked up.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use agent_skills_types::{Diagnostic, Error, Invoker, Listing, Severity, ShadowedSkill, Skill};

use crate::diagnostic::{Code, Note};
use crate::digest::Hasher;
use crate::discovery::{Candidate, Found, is_within};
use crate::name;
use crate::options::Options;
use crate::policy::{Clash, Order, Policy, SameName};
use crate::roots::Root;
use crate::skill::join;
use crate::storage::resolve::resolve;
use crate::storage::{Directory, Failure, Identity, Stamp};
use crate::text;

/// Where the files of a skill are opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Position of its root in the order of precedence.
    pub rank: usize,
    /// The directory's true path below the root.
    pub directory: String,
    /// The name of the file with the instructions.
    pub file: String,
    /// Whether that file alone is the skill.
    pub flat: bool,
    /// That file's true path below the root.
    pub file_path: String,
    /// That file's state when its head was read.
    pub stamp: Stamp,
}

impl Place {
    /// Opens the skill's directory. Its true path has no links in it; one that
    /// stands there now was put there since, and is refused.
    ///
    /// # Errors
    /// When it is gone or cannot be opened.
    pub fn open(&self, roots: &[Root]) -> Result<Rc<dyn Directory>, Failure> {
        let root = roots.get(self.rank).ok_or(Failure::NotFound)?;
        let base = root.directory.as_ref().or(Err(Failure::NotFound))?;
        match resolve(base, &self.directory, 0) {
            Ok(resolved) => resolved.open_directory(),
            Err(_) => Err(Failure::NotFound),
        }
    }

    fn identity(&self, roots: &[Root]) -> Option<Identity> {
        self.open(roots).ok()?.identity().ok()
    }
}

/// A skill and where it lies.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What is told of it.
    pub skill: Skill,
    /// Where it is opened.
    pub place: Place,
}

impl Entry {
    /// The name of its directory, or of a flat file without its ending.
    pub fn folder(&self) -> &str {
        match self.place.file.rsplit_once('.') {
            Some((stem, _)) if self.place.flat => stem,
            _ => self.skill.directory.rsplit('/').next().unwrap_or_default(),
        }
    }
}

/// A candidate that did not become a skill.
#[derive(Clone, Debug)]
pub struct Unused {
    /// Its name; its directory's when none could be read.
    pub name: String,
    /// Its directory, as a path in the host's mounts.
    pub directory: String,
    /// Where it is opened.
    pub place: Place,
    /// Why.
    pub reason: Reason,
}

/// Why a candidate did not become a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It cannot be used; a diagnostic says why.
    Refused,
    /// The skill in this directory has the same name and comes first.
    Shadowed(String),
    /// It is the skill in this directory, reached in another way.
    Same(String),
}

/// The resolved set.
#[derive(Debug, Default)]
pub struct Library {
    /// By the normal form of the name.
    entries: BTreeMap<String, Entry>,
    /// Those names in the order in which skills are told.
    order: Vec<String>,
    /// In order of precedence, then of paths.
    unused: Vec<Unused>,
    diagnostics: Vec<Diagnostic>,
    complete: bool,
}

impl Library {
    /// Resolves what was found.
    pub fn build(found: Found, roots: &[Root], options: &Options, policy: &Policy) -> Self {
        let mut library = Self {
            entries: BTreeMap::new(),
            order: Vec::new(),
            unused: Vec::new(),
            diagnostics: found.diagnostics,
            complete: found.complete,
        };
        for candidate in &found.candidates {
            library.add(candidate, roots, policy.same_name);
        }
        if policy.order == Order::Name {
            library.order.sort_unstable();
        }
        if let Some(only) = &options.only {
            library.keep(only);
        }
        library.diagnostics.sort_by(|a, b| {
            (&a.path, a.line, a.column, &a.code).cmp(&(&b.path, b.line, b.column, &b.code))
        });
        library
    }

    /// The skill of this name, white space around it aside.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name::key(name).as_ref())
    }

    /// Puts findings into other words, where there are such.
    pub fn reword(&mut self, words: impl Fn(&Diagnostic) -> Option<String>) {
        for diagnostic in &mut self.diagnostics {
            if let Some(message) = words(diagnostic) {
                diagnostic.message = message;
            }
        }
    }

    /// Makes those findings errors that a dialect takes for such.
    pub fn make_errors(&mut self, grave: impl Fn(&Diagnostic) -> bool) {
        for diagnostic in &mut self.diagnostics {
            if grave(diagnostic) {
                diagnostic.severity = Severity::Error;
            }
        }
    }

    /// All skills in the order of the policy.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.order.iter().filter_map(|key| self.entries.get(key))
    }

    /// The candidates that did not become skills.
    pub fn unused(&self) -> &[Unused] {
        &self.unused
    }

    /// What is wrong or worth knowing, in the order of paths and lines.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether nothing can have been missed.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The skills that `invoker` may start, in the order of the policy.
    pub fn skills(&self, invoker: Invoker) -> impl Iterator<Item = &Skill> {
        self.entries()
            .map(|entry| &entry.skill)
            .filter(move |skill| skill.invocation.allows(invoker))
    }

    /// The error for a name that no skill has.
    pub fn unknown(&self, name: &str, invoker: Invoker) -> Error {
        let mut available: Vec<String> = self.skills(invoker).map(|s| s.name.clone()).collect();
        available.sort_unstable();
        let nearest = name::nearest(name, available.iter().map(String::as_str))
            .into_iter()
            .map(str::to_owned)
            .collect();
        Error::UnknownSkill {
            name: text::shorten(&text::one_line(name), 200).into_owned(),
            available,
            nearest,
        }
    }

    /// Everything that is known.
    pub fn listing(&self) -> Listing {
        let skills: Vec<Skill> = self.entries().map(|e| e.skill.clone()).collect();
        let mut hasher = Hasher::default();
        for skill in &skills {
            for part in [&skill.name, &skill.digest] {
                hasher.update(part.as_bytes());
                hasher.update(b"\n");
            }
        }
        Listing {
            skills,
            diagnostics: self.diagnostics.clone(),
            shadowed: self.unused.iter().filter_map(Unused::shadowed).collect(),
            complete: self.complete,
            digest: hasher.digest(),
        }
    }

    /// Takes a candidate in if it can be used and its name is free.
    fn add(&mut self, candidate: &Candidate, roots: &[Root], same_name: SameName) {
        let root = &roots[candidate.rank].path;
        let directory = join(root, &candidate.below);
        let path = text::one_line(&join(&directory, &candidate.file));
        let mut notes = candidate.head.notes.clone();
        let place = Place {
            rank: candidate.rank,
            directory: candidate.directory.clone(),
            file: candidate.file.clone(),
            flat: candidate.flat,
            file_path: candidate.file_path.clone(),
            stamp: candidate.stamp,
        };
        let unused = match skill(candidate, root, &directory) {
            Some(skill) => self.insert(Entry { skill, place }, roots, same_name, &mut notes),
            None => Some(Unused {
                name: candidate.head.name.clone(),
                directory,
                place,
                reason: Reason::Refused,
            }),
        };
        self.unused.extend(unused);
        self.diagnostics
            .extend(notes.into_iter().map(|note| note.in_file(root, &path)));
    }

    /// Inserts a skill, and gives back the one that does not count when its name
    /// is taken.
    fn insert(
        &mut self,
        entry: Entry,
        roots: &[Root],
        same_name: SameName,
        notes: &mut Vec<Note>,
    ) -> Option<Unused> {
        let key = name::key(&entry.skill.name).into_owned();
        let Some(first) = self.entries.get_mut(&key) else {
            self.order.push(key.clone());
            self.entries.insert(key, entry);
            return None;
        };
        let directory = first.skill.directory.clone();
        if same_directory(&first.place, &entry.place, roots) {
            notes.clear();
            return Some(unused(entry, Reason::Same(directory)));
        }
        let clash = Clash {
            name: &entry.skill.name,
            first: &directory,
            later: &entry.skill.directory,
            root: &entry.skill.root,
        };
        Some(match same_name {
            SameName::First(note) => {
                notes.push(note(&clash));
                unused(entry, Reason::Shadowed(directory))
            }
            SameName::Last(note) => {
                notes.push(note(&clash));
                let winner = entry.skill.directory.clone();
                unused(std::mem::replace(first, entry), Reason::Shadowed(winner))
            }
        })
    }

    /// Leaves out every skill whose name is not in `only`, and all that is told
    /// of it: what is left out does not exist for this instance.
    fn keep(&mut self, only: &[String]) {
        let only: BTreeSet<_> = only.iter().map(|name| name::key(name)).collect();
        self.entries.retain(|key, _| only.contains(key.as_str()));
        self.unused
            .retain(|unused| only.contains(&name::key(&unused.name)));
        let kept: Vec<&str> = self
            .entries
            .values()
            .map(|entry| entry.skill.directory.as_str())
            .chain(self.unused.iter().map(|unused| unused.directory.as_str()))
            .collect();
        self.diagnostics.retain(|diagnostic| {
            diagnostic.path == diagnostic.root
                || kept
                    .iter()
                    .any(|directory| is_within(&diagnostic.path, directory))
        });
    }
}

impl Unused {
    fn shadowed(&self) -> Option<ShadowedSkill> {
        match &self.reason {
            Reason::Shadowed(winner) => Some(ShadowedSkill {
                name: self.name.clone(),
                directory: self.directory.clone(),
                winner: winner.clone(),
            }),
            Reason::Refused | Reason::Same(_) => None,
        }
    }
}

/// The skill of a candidate, unless it was refused.
fn skill(candidate: &Candidate, root: &str, directory: &str) -> Option<Skill> {
    let metadata = candidate.head.accepted.as_ref()?;
    Some(Skill {
        name: candidate.head.name.clone(),
        description: metadata.description.clone().unwrap_or_default(),
        directory: directory.to_owned(),
        root: root.to_owned(),
        license: metadata.license.clone(),
        compatibility: metadata.compatibility.clone(),
        allowed_tools: metadata.allowed_tools.clone(),
        metadata: metadata.metadata.clone(),
        frontmatter: metadata.json.clone(),
        invocation: metadata.invocation,
        digest: candidate.head.digest.clone(),
    })
}

fn unused(entry: Entry, reason: Reason) -> Unused {
    Unused {
        name: entry.skill.name,
        directory: entry.skill.directory,
        place: entry.place,
        reason,
    }
}

/// What the standard dialect says of a skill whose name was taken.
pub fn shadowed(clash: &Clash<'_>) -> Note {
    let message = format!(
        "The skill is hidden: `{}` is also the name of the skill in {}.",
        clash.name,
        text::one_line(clash.first)
    );
    Note::new(Code::NameShadowed, message).hint("Rename one of the two, or remove it.")
}

/// Whether two places are one directory reached in two ways.
fn same_directory(a: &Place, b: &Place, roots: &[Root]) -> bool {
    if a.file != b.file {
        return false;
    }
    if a.rank == b.rank && a.directory == b.directory {
        return true;
    }
    match (a.identity(roots), b.identity(roots)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}
