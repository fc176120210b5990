//! From candidates to one resolved set: which skills there are, which of two
//! with the same name counts, and how a name is looked up.

use std::cmp::Ordering;
use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use agent_skills_types::{Diagnostic, Error, Invoker, Listing, Severity, ShadowedSkill, Skill};

use crate::bytes::compare;
use crate::diagnostic::{Code, Note};
use crate::digest::Hasher;
use crate::discovery::{Candidate, Found};
use crate::drift;
use crate::lock::Lock;
use crate::name;
use crate::options::Options;
use crate::order::sort_by;
use crate::place::Place;
use crate::policy::{Clash, Order, Policy, SameName};
use crate::roots::Root;
use crate::skill::join;
use crate::storage::Identity;
use crate::text;

/// A skill and where it lies.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What is told of it.
    pub skill: Rc<Skill>,
    /// Where it is opened.
    pub place: Rc<Place>,
}

impl Entry {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.skill.name
    }

    /// Whether another look gave the same skill in the same state.
    pub fn is_still(&self, later: &Self) -> bool {
        self.place == later.place && self.skill.digest == later.skill.digest
    }

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
    pub place: Rc<Place>,
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
    /// As they were found; those of no position below do not count.
    entries: Vec<Entry>,
    /// Their positions, by the normal form of the name.
    by_name: BTreeMap<Key, usize>,
    /// Their positions in the order in which skills are told.
    order: Vec<usize>,
    /// In order of precedence, then of paths.
    unused: Vec<Unused>,
    diagnostics: Vec<Diagnostic>,
    complete: bool,
    /// What tells directories apart, by their places: asked for where a name
    /// stands twice, and once for each.
    identities: Identities,
}

/// The normal form of a name.
#[derive(Debug, PartialEq, Eq)]
struct Key(Box<str>);

impl Key {
    fn of(name: &str) -> Self {
        Self(name::key(name).into())
    }
}

/// As texts are ordered; but their own order compares byte by byte in WebAssembly.
impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        compare(&*self.0, &*other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What tells directories apart, by their roots' positions and their true paths.
type Identities = BTreeMap<(usize, Rc<str>), Option<Identity>>;

impl Library {
    /// Resolves what was found.
    pub fn build(found: Found, roots: &[Root], options: &Options, policy: &Policy) -> Self {
        let mut library = Self {
            diagnostics: found.diagnostics,
            complete: found.complete,
            ..Self::default()
        };
        for candidate in &found.candidates {
            library.add(candidate, roots, options.lock.as_ref(), policy.same_name);
        }
        library.order = match policy.order {
            Order::Name => library.positions_by_name(),
            Order::Found => (0..library.entries.len()).collect(),
        };
        if let Some(only) = &options.only {
            library.keep(only);
        }
        sort_by(&mut library.diagnostics, |a, b| {
            (&a.path, a.line, a.column, &a.code).cmp(&(&b.path, b.line, b.column, &b.code))
        });
        library
    }

    /// By the names as they are shown, which need not be the order of their normal
    /// forms.
    fn positions_by_name(&self) -> Vec<usize> {
        let mut positions = self.by_name.values().copied().collect();
        sort_by(&mut positions, |a, b| {
            compare(self.entries[*a].name(), self.entries[*b].name())
        });
        positions
    }

    /// The skill of this name, white space around it aside.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        let position = self.by_name.get(&Key::of(name))?;
        self.entries.get(*position)
    }

    /// Whether there is a skill of exactly this name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|entry| entry.skill.name == name)
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
        self.order.iter().map(|&position| &self.entries[position])
    }

    /// The candidates that did not become skills.
    pub fn unused(&self) -> &[Unused] {
        &self.unused
    }

    /// What is wrong or worth knowing, in the order of paths and lines.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether every candidate is a skill, and not so much is told of them that it
    /// could be too much to have twice.
    pub fn is_small_and_whole(&self) -> bool {
        const FEW: usize = 4096;
        self.unused.is_empty() && self.diagnostics.len() <= FEW
    }

    /// Whether nothing can have been missed.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The skills that `invoker` may start, in the order of the policy.
    pub fn skills(&self, invoker: Invoker) -> impl Iterator<Item = &Skill> {
        self.entries()
            .map(|entry| entry.skill.as_ref())
            .filter(move |skill| skill.invocation.allows(invoker))
    }

    /// The error for a name that no skill has.
    pub fn unknown(&self, name: &str, invoker: Invoker) -> Error {
        let mut available: Vec<String> = self.skills(invoker).map(|s| s.name.clone()).collect();
        sort_by(&mut available, Ord::cmp);
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

    /// Everything that is known; `skill` says how each skill is to be told.
    pub fn listing<'l, S>(&'l self, skill: impl Fn(&'l Skill) -> S) -> Listing<S> {
        Listing {
            skills: self.entries().map(|entry| skill(&entry.skill)).collect(),
            diagnostics: self.diagnostics.clone(),
            shadowed: self.shadowed(),
            complete: self.complete,
            digest: self.digest(),
        }
    }

    /// The skills that others hide.
    pub fn shadowed(&self) -> Vec<ShadowedSkill> {
        self.unused.iter().filter_map(Unused::shadowed).collect()
    }

    /// The hash over digests and names of all skills in their order, as the WIT
    /// has it.
    pub fn digest(&self) -> String {
        let mut hasher = Hasher::default();
        for Entry { skill, .. } in self.entries() {
            hasher.update_with(&skill.digest);
            hasher.update(skill.name.as_bytes());
            hasher.update(b"\n");
        }
        hasher.digest()
    }

    /// Takes a candidate in if the lock lets it, it can be used and its name is
    /// free.
    fn add(
        &mut self,
        candidate: &Candidate,
        roots: &[Root],
        lock: Option<&Lock>,
        same_name: SameName,
    ) {
        let Candidate { place, told } = candidate;
        let root = &roots[place.rank].path;
        let directory = || join(root, &place.below);
        let barred = lock.and_then(|lock| barred(candidate, lock));
        let skill = match (&told.skill, &barred) {
            (Ok(skill), None) => Some(Rc::clone(skill)),
            _ => None,
        };
        // Of a skill that the lock bars nothing else is told.
        let mut notes = match barred {
            Some(note) => vec![note],
            None => told.notes.clone(),
        };
        let unused = match skill {
            Some(skill) => {
                let place = Rc::clone(place);
                self.insert(Entry { skill, place }, roots, same_name, &mut notes)
            }
            None => Some(Unused {
                name: told.name().to_owned(),
                directory: directory(),
                place: Rc::clone(place),
                reason: Reason::Refused,
            }),
        };
        self.unused.extend(unused);
        if !notes.is_empty() {
            let path = text::one_line(&join(&directory(), &place.file));
            self.diagnostics
                .extend(notes.into_iter().map(|note| note.in_file(root, &path)));
        }
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
        let first = match self.by_name.entry(Key::of(&entry.skill.name)) {
            Slot::Occupied(slot) => &mut self.entries[*slot.get()],
            Slot::Vacant(slot) => {
                slot.insert(self.entries.len());
                self.entries.push(entry);
                return None;
            }
        };
        let directory = first.skill.directory.clone();
        if same_directory(&first.place, &entry.place, roots, &mut self.identities) {
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
        let mut names = BTreeSet::new();
        names.extend(only.iter().map(|name| name::key(name)));
        let only = names;
        self.by_name.retain(|key, _| only.contains(&*key.0));
        let kept: BTreeSet<usize> = self.by_name.values().copied().collect();
        self.order.retain(|position| kept.contains(position));
        self.unused
            .retain(|unused| only.contains(&name::key(&unused.name)));
        let skills = self.entries().map(|entry| &entry.skill.directory);
        let unused = self.unused.iter().map(|unused| &unused.directory);
        let bare = |path: &String| text::one_line(path).trim_end_matches('/').to_owned();
        let kept: BTreeSet<String> = skills.chain(unused).map(bare).collect();
        self.diagnostics.retain(|diagnostic| {
            diagnostic.path == diagnostic.root
                || ancestors(&diagnostic.path).any(|path| kept.contains(path))
        });
    }

    /// What is told of a directory and what lies in it.
    pub fn about(&self, directory: &str) -> impl Iterator<Item = &Diagnostic> {
        let directory = text::one_line(directory);
        // They are sorted by their paths, so each range stands together.
        let below = match directory.trim_end_matches('/') {
            "" if directory.is_empty() => String::new(),
            folder => format!("{folder}/"),
        };
        let from = |path: &str| {
            let first = self.diagnostics.partition_point(|d| d.path.as_str() < path);
            &self.diagnostics[first..]
        };
        let own = from(&directory).iter();
        let own = own.take_while(move |d| d.path == directory && !directory.is_empty());
        own.chain(
            from(&below)
                .iter()
                .take_while(move |d| d.path.starts_with(&below)),
        )
    }
}

/// A path and the directories that it lies in, to the one without a name.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let folders = path.rmatch_indices('/').map(|(at, _)| &path[..at]);
    std::iter::once(path).chain(folders).chain([""])
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

/// Why the lock bars a candidate; none when it lists the skill with these very
/// bytes.
fn barred(candidate: &Candidate, lock: &Lock) -> Option<Note> {
    let Candidate { told, place } = candidate;
    let Some(locked) = lock.skill(told.name()) else {
        return Some(drift::unlisted_skill(told.name()));
    };
    let pin = locked.file(&place.file).map(|pin| &pin.sha256);
    let changed = pin.is_none() || pin != told.sha256.as_ref();
    changed.then(|| drift::changed_file("its SHA-256 is another"))
}

fn unused(entry: Entry, reason: Reason) -> Unused {
    Unused {
        name: entry.skill.name.clone(),
        directory: entry.skill.directory.clone(),
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
fn same_directory(a: &Place, b: &Place, roots: &[Root], identities: &mut Identities) -> bool {
    if a.file != b.file {
        return false;
    }
    if a.rank == b.rank && a.directory == b.directory {
        return true;
    }
    let mut identity = |place: &Place| {
        let key = (place.rank, Rc::clone(&place.directory));
        *identities
            .entry(key)
            .or_insert_with(|| place.identity(roots))
    };
    match (identity(a), identity(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}
