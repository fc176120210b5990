//! From roots to candidates: which directories hold a `SKILL.md`, and what its
//! frontmatter says.
//!
//! A root that holds `SKILL.md` is one skill, unless the policy says otherwise;
//! else its directories are searched to the depth of the limits, and never below
//! a skill. Links are
//! followed inside their root only. What cannot be read is a diagnostic, and
//! the rest is found all the same.

pub mod links;
mod room;
mod told;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use agent_skills_types::Diagnostic;

use crate::diagnostic::{Code, Note};
use crate::head::{Head, Setting};
use crate::limits::Limits;
use crate::order::sort_by;
use crate::policy::{self, Policy};
use crate::roots::Root;
use crate::skill::join;
use crate::storage::resolve::{Refused, Resolved, resolve};
use crate::storage::{Directory, Entry, Failure, Kind, Stamp, Stat};
use crate::text;
use links::Leaving;
use room::Room;
pub use told::Told;

/// The file that makes a directory a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// How a file's name ends that is a skill by itself, where there are such.
const FLAT_ENDING: &str = ".md";

/// A directory that holds a `SKILL.md`, and what that file says.
#[derive(Clone)]
pub struct Candidate {
    /// Position of its root in the order of precedence.
    pub rank: usize,
    /// The directory below the root, as it is seen.
    pub below: String,
    /// The directory's true path below the root.
    pub directory: String,
    /// The name of the file in that directory.
    pub file: String,
    /// Whether the file alone is the skill.
    pub flat: bool,
    /// The file's true path below the root.
    pub file_path: String,
    /// The file's state when it was read.
    pub stamp: Stamp,
    /// What it says.
    pub told: Rc<Told>,
}

/// What a look at the roots gave.
#[derive(Default)]
pub struct Found {
    /// In order of precedence, then of paths.
    pub candidates: Vec<Candidate>,
    /// About directories and links; what is wrong with a file is told with it.
    pub diagnostics: Vec<Diagnostic>,
    /// False when skills may have been missed.
    pub complete: bool,
}

impl Candidate {
    /// The order in which candidates are found.
    fn place_in_order(&self) -> (usize, Cow<'_, str>) {
        let path = if self.flat {
            Cow::Owned(join(&self.below, &self.file))
        } else {
            Cow::Borrowed(self.below.as_str())
        };
        (self.rank, path)
    }

    /// What tells it from others; `roots` are those that it was found in.
    pub fn key(&self, roots: &[Root]) -> Key {
        let root = roots[self.rank].path.clone();
        (self.file_path.clone(), self.below.clone(), root)
    }
}

impl Found {
    fn report(&mut self, root: &Root, below: &str, note: Note) {
        let path = text::one_line(&join(&root.path, below));
        self.diagnostics.push(note.in_file(&root.path, &path));
    }
}

/// The file's true path, the directory as it is seen, and the root's path: what
/// differs most comes first, since keys are compared often.
pub type Key = (String, String, String);

/// What files said before, with their state then. A file in the same state is
/// not read again.
pub type Known = BTreeMap<Key, (Stamp, Rc<Told>)>;

/// Looks at all roots. With `whole` every `SKILL.md` is read whole and hashed,
/// for a lock.
pub fn discover(
    roots: &[Root],
    limits: &Limits,
    policy: &Policy,
    whole: bool,
    known: &Known,
) -> Found {
    let mut found = Found {
        complete: true,
        ..Found::default()
    };
    let mut entries_left = Some(limits.scan_entries);
    let mut room = Room::new(limits.scan_bytes);
    let mut leaving = Vec::new();
    for (rank, root) in roots.iter().enumerate() {
        let mut scan = Scan {
            rank,
            root,
            limits,
            policy,
            whole,
            known,
            entries_left: &mut entries_left,
            room: &mut room,
            found: &mut found,
            links: VecDeque::new(),
            leaving: &mut leaving,
            told_of_depth: false,
            seen: BTreeSet::new(),
        };
        scan.run();
    }
    sort_by(&mut found.candidates, |a, b| {
        a.place_in_order().cmp(&b.place_in_order())
    });
    for link in leaving {
        if let Some(note) = link.note(roots, &found.candidates, limits) {
            found.complete &= note.code != Code::LinkOutside;
            found.report(&roots[link.rank], &link.below, note);
        }
    }
    if let Some((rank, below, note)) = room.note() {
        found.complete = false;
        found.report(&roots[rank], below, note);
    }
    found
}

/// A directory entry that may be or hold skills, with what is needed to look
/// into it.
#[derive(Clone)]
struct Place {
    /// The directory that holds it, and its name there.
    parent: Rc<dyn Directory>,
    name: String,
    /// Its path below the root as it is seen, and as it truly is.
    below: String,
    real: String,
    /// How many directories below the root it lies; 1 for the root's children.
    depth: usize,
}

/// A link that is still to be looked at. It keeps no directory open: there may
/// be any number of links.
struct Link {
    name: String,
    /// Its path below the root as it is seen, and as it truly is.
    below: String,
    real: String,
    depth: usize,
}

/// The scan of one root.
struct Scan<'s> {
    rank: usize,
    root: &'s Root,
    limits: &'s Limits,
    policy: &'s Policy,
    whole: bool,
    known: &'s Known,
    /// How many directory entries may still be looked at; none when it was told
    /// that there are more.
    entries_left: &'s mut Option<usize>,
    /// What may still be kept.
    room: &'s mut Room,
    found: &'s mut Found,
    /// Looked at after all real directories, so that a skill is listed under its
    /// own path when it has one.
    links: VecDeque<Link>,
    leaving: &'s mut Vec<Leaving>,
    /// Whether it was told that the root is deeper than the search.
    told_of_depth: bool,
    /// True paths of the directories that were looked at.
    seen: BTreeSet<String>,
}

impl Scan<'_> {
    fn run(&mut self) {
        let Some(directory) = self.open_root() else {
            return;
        };
        self.seen.insert(String::new());
        let root = Place {
            parent: Rc::clone(&directory),
            name: String::new(),
            below: String::new(),
            real: String::new(),
            depth: 0,
        };
        if self.policy.root_is_skill && self.take_skill(&root) {
            return;
        }
        self.search(&directory, &root);
        while let Some(link) = self.links.pop_front() {
            self.visit_link(link);
        }
    }

    fn open_root(&mut self) -> Option<Rc<dyn Directory>> {
        match &self.root.directory {
            Ok(directory) => Some(Rc::clone(directory)),
            Err(note) => {
                self.found.complete &= note.code == Code::RootMissing;
                self.report("", note.clone());
                None
            }
        }
    }

    /// Looks into a directory that was not looked into before.
    fn visit(&mut self, place: &Place) {
        if self.seen.contains(&place.real)
            || !self.has_room(room::PLACE + place.real.len(), &place.below)
        {
            return;
        }
        self.seen.insert(place.real.clone());
        if self.take_skill(place) {
            return;
        }
        let is_deepest = place.depth >= self.policy.depth.unwrap_or(self.limits.scan_depth);
        if policy::NOT_SCANNED.contains(&place.name.as_str())
            || self.entries_left.is_none()
            || (is_deepest && (self.policy.depth.is_some() || self.told_of_depth))
        {
            return;
        }
        match place.parent.open_directory(&place.name) {
            Ok(directory) if is_deepest => self.tell_of_depth(&directory, &place.below),
            Ok(directory) => self.search(&directory, place),
            // Gone or replaced since it was listed: the next look will tell.
            Err(Failure::NotFound | Failure::Link | Failure::NotDirectory) => {}
            Err(failure) => self.unreadable(&place.below, failure),
        }
    }

    /// Tells that the search ends here, if there is anything to search.
    fn tell_of_depth(&mut self, directory: &Rc<dyn Directory>, below: &str) {
        let entries = self.entries(directory, below).unwrap_or_default();
        let goes_on = entries.iter().any(|entry| {
            matches!(entry.kind, Kind::Directory | Kind::Link) && !self.passes_over(&entry.name)
        });
        if goes_on {
            self.told_of_depth = true;
            self.scan_depth(below);
        }
    }

    /// Looks at what a directory holds.
    fn search(&mut self, directory: &Rc<dyn Directory>, place: &Place) {
        let Some(entries) = self.entries(directory, &place.below) else {
            return;
        };
        let may_be_skill = place.depth > 0 || self.policy.root_is_skill;
        if may_be_skill && self.take_misspelt(directory, place, &entries) {
            return;
        }
        for entry in entries {
            let child = Place {
                parent: Rc::clone(directory),
                below: join(&place.below, &entry.name),
                real: join(&place.real, &entry.name),
                name: entry.name,
                depth: place.depth + 1,
            };
            match entry.kind {
                _ if self.passes_over(&child.name) => {}
                Kind::Directory => self.visit(&child),
                Kind::Link => self.put_off(child),
                Kind::File => self.take_flat(place, &child),
                Kind::Other => {}
            }
        }
    }

    /// Notes a link for later.
    fn put_off(&mut self, link: Place) {
        let weight = room::PLACE + link.name.len() + link.below.len() + link.real.len();
        if self.has_room(weight, &link.below) {
            self.links.push_back(Link {
                name: link.name,
                below: link.below,
                real: link.real,
                depth: link.depth,
            });
        }
    }

    fn has_room(&mut self, bytes: usize, below: &str) -> bool {
        self.room.take(bytes, self.rank, below)
    }

    fn passes_over(&self, name: &str) -> bool {
        self.policy.passed_over.contains(&name) || (!self.policy.hidden && policy::hidden(name))
    }

    /// Takes in a file that is a skill by itself.
    fn take_flat(&mut self, folder: &Place, file: &Place) {
        let is_flat = self.policy.flat_files
            && file.name.ends_with(FLAT_ENDING)
            && file.name.len() > FLAT_ENDING.len();
        if !is_flat {
            return;
        }
        match file.parent.stat(&file.name) {
            Ok(stat) if stat.kind == Kind::File => {
                let place = Place {
                    parent: Rc::clone(&file.parent),
                    ..folder.clone()
                };
                self.take_head(
                    &place,
                    &file.name,
                    &file.parent,
                    &file.name,
                    file.real.clone(),
                    stat,
                );
            }
            Ok(_) | Err(Failure::NotFound) => {}
            Err(failure) => self.unreadable(&file.below, failure),
        }
    }

    /// A directory's entries in code point order, within the limit.
    fn entries(&mut self, directory: &Rc<dyn Directory>, below: &str) -> Option<Vec<Entry>> {
        let stream = match directory.entries() {
            Ok(stream) => stream,
            Err(failure) => {
                self.unreadable(below, failure);
                return None;
            }
        };
        let mut entries = Vec::new();
        for entry in stream {
            match self.entries_left {
                None => break,
                Some(0) => {
                    *self.entries_left = None;
                    self.scan_limit(below);
                    break;
                }
                Some(left) => *left -= 1,
            }
            match entry {
                Ok(entry) => entries.push(entry),
                Err(Failure::NotUtf8) => self.not_utf8(below),
                // Deleted while the directory was read.
                Err(Failure::NotFound) => {}
                Err(failure) => self.unreadable(below, failure),
            }
        }
        sort_by(&mut entries, |a, b| a.name.cmp(&b.name));
        Some(entries)
    }

    /// Whether the place is a skill, or would be one if its file could be read:
    /// then nothing below it is searched.
    fn take_skill(&mut self, place: &Place) -> bool {
        let path = join(&place.name, SKILL_FILE);
        let real = join(&place.real, SKILL_FILE);
        match place.parent.stat(&path) {
            // The skills beside such a directory are found all the same.
            Ok(stat) if stat.kind == Kind::Directory => {
                self.not_a_file(&join(&place.below, SKILL_FILE));
                return false;
            }
            Ok(stat) => self.take_file(place, &path, SKILL_FILE, real, stat),
            Err(Failure::NotFound | Failure::NotDirectory | Failure::Link) => return false,
            Err(Failure::NotPermitted) => self.unreadable(&place.below, Failure::NotPermitted),
            Err(failure) => self.unreadable(&join(&place.below, SKILL_FILE), failure),
        }
        true
    }

    /// The same for a file whose name differs from `SKILL.md` in case only.
    fn take_misspelt(
        &mut self,
        directory: &Rc<dyn Directory>,
        place: &Place,
        entries: &[Entry],
    ) -> bool {
        let mut misspelt = entries.iter().filter(|e| {
            matches!(e.kind, Kind::File | Kind::Link) && e.name.eq_ignore_ascii_case(SKILL_FILE)
        });
        let Some(entry) = misspelt.next() else {
            return false;
        };
        let used = format!("The file is called `{}`, not `{SKILL_FILE}`.", entry.name);
        self.wrong_case(place, entry, used);
        for other in misspelt {
            let unused = format!(
                "The file is called `{}`, not `{SKILL_FILE}`, and `{}` is used.",
                other.name, entry.name
            );
            self.wrong_case(place, other, unused);
        }
        let inside = Place {
            parent: Rc::clone(directory),
            name: String::new(),
            below: place.below.clone(),
            real: place.real.clone(),
            depth: place.depth,
        };
        let real = join(&place.real, &entry.name);
        match directory.stat(&entry.name) {
            Ok(stat) => self.take_file(&inside, &entry.name, &entry.name, real, stat),
            Err(failure) => self.unreadable(&join(&place.below, &entry.name), failure),
        }
        true
    }

    fn wrong_case(&mut self, place: &Place, entry: &Entry, message: String) {
        let note =
            Note::new(Code::WrongCase, message).hint(format!("Rename it to `{SKILL_FILE}`."));
        self.report(&join(&place.below, &entry.name), note);
    }

    /// Takes in the file with the instructions, which stands at `path` below
    /// `place.parent`.
    fn take_file(&mut self, place: &Place, path: &str, file: &str, real: String, stat: Stat) {
        let shown = join(&place.below, file);
        match stat.kind {
            Kind::File => self.take_head(place, file, &place.parent, path, real, stat),
            Kind::Link => match self.resolve(&real) {
                Ok(resolved) if resolved.stat.kind == Kind::File => {
                    let Resolved {
                        parent,
                        name,
                        stat,
                        path,
                    } = resolved;
                    self.take_head(place, file, &parent, &name, path, stat);
                }
                Ok(_) => self.not_a_file(&shown),
                Err(refused) => self.refused(&shown, &refused),
            },
            Kind::Directory | Kind::Other => self.not_a_file(&shown),
        }
    }

    fn take_head(
        &mut self,
        place: &Place,
        file: &str,
        parent: &Rc<dyn Directory>,
        path: &str,
        file_path: String,
        stat: Stat,
    ) {
        let flat = !file.eq_ignore_ascii_case(SKILL_FILE);
        let told = match self.known(place, &file_path, stat.stamp) {
            Some(told) => told,
            None => match self.read_head(place, file, parent.as_ref(), path, stat.stamp.size) {
                Ok(head) => {
                    let directory = join(&self.root.path, &place.below);
                    Rc::new(Told::new(head, &self.root.path, &directory))
                }
                Err(failure) => {
                    self.unreadable(&join(&place.below, file), failure);
                    return;
                }
            },
        };
        let paths = self.root.path.len() + place.below.len();
        let weight = room::SKILL + room::PATHS * paths + told.weight();
        if !self.has_room(weight, &join(&place.below, file)) {
            return;
        }
        self.found.candidates.push(Candidate {
            rank: self.rank,
            below: place.below.clone(),
            directory: place.real.clone(),
            file: file.to_owned(),
            flat,
            file_path,
            stamp: stat.stamp,
            told,
        });
    }

    /// What the file said before, if it is still in that state.
    fn known(&self, place: &Place, file_path: &str, stamp: Stamp) -> Option<Rc<Told>> {
        if self.known.is_empty() {
            return None;
        }
        let key = (
            file_path.to_owned(),
            place.below.clone(),
            self.root.path.clone(),
        );
        let (state, told) = self.known.get(&key)?;
        (*state == stamp).then(|| Rc::clone(told))
    }

    fn read_head(
        &self,
        place: &Place,
        file: &str,
        parent: &dyn Directory,
        path: &str,
        size: u64,
    ) -> Result<Head, Failure> {
        let directory = join(&self.root.path, &place.below);
        let folder = match file.strip_suffix(FLAT_ENDING) {
            Some(stem) if !file.eq_ignore_ascii_case(SKILL_FILE) => stem,
            _ => directory.rsplit('/').next().unwrap_or_default(),
        };
        let setting = Setting {
            folder,
            path: &text::one_line(&join(&directory, file)),
            limits: self.limits,
            judge: self.policy.judge,
        };
        if self.whole {
            setting.read_whole(parent, path, size)
        } else {
            setting.read(parent, path, size)
        }
    }

    /// Looks at where a link leads.
    fn visit_link(&mut self, link: Link) {
        match self.resolve(&link.below) {
            // A link to a directory that it lies in: nothing new there.
            Ok(resolved) if is_within(&link.below, &resolved.path) => {}
            Ok(resolved) if resolved.stat.kind == Kind::Directory => self.visit(&Place {
                parent: resolved.parent,
                name: resolved.name,
                below: link.below,
                real: resolved.path,
                depth: link.depth,
            }),
            Ok(resolved) if resolved.stat.kind == Kind::File && self.policy.flat_files => {
                self.take_flat_link(&link, resolved);
            }
            Ok(_) => {}
            Err(refused) => self.refused(&link.below, &refused),
        }
    }

    /// Takes in a link to a file that is a skill by itself.
    fn take_flat_link(&mut self, link: &Link, target: Resolved) {
        let (below, real) = match (link.below.rsplit_once('/'), link.real.rsplit_once('/')) {
            (Some((below, _)), Some((real, _))) => (below, real),
            _ => ("", ""),
        };
        let folder = Place {
            parent: Rc::clone(&target.parent),
            name: String::new(),
            below: below.to_owned(),
            real: real.to_owned(),
            depth: link.depth,
        };
        if link.name.ends_with(FLAT_ENDING) && link.name != FLAT_ENDING {
            let Resolved {
                parent,
                name,
                stat,
                path,
            } = target;
            self.take_head(&folder, &link.name, &parent, &name, path, stat);
        }
    }

    fn resolve(&self, path: &str) -> Result<Resolved, Refused> {
        match &self.root.directory {
            Ok(base) => resolve(base, path, self.limits.link_hops),
            Err(_) => Err(Failure::NotFound.into()),
        }
    }

    /// Tells why a link was not followed. For one out of the root that has to
    /// wait until the others have been looked at.
    fn refused(&mut self, below: &str, refused: &Refused) {
        let note = match refused {
            Refused::Outside { target: None, .. } => {
                self.found.complete = false;
                links::absolute()
            }
            Refused::Outside {
                link,
                target: Some(target),
            } => {
                return self.take_leaving(Leaving {
                    rank: self.rank,
                    below: below.to_owned(),
                    target: target.clone(),
                    leads_to: self.root.target_of(link, target),
                });
            }
            Refused::Loop => links::looped("Point the link at the skill's own directory."),
            Refused::Dangling { target, .. } => links::dangling(target),
            Refused::Failed(Failure::NotFound) => return,
            Refused::Failed(failure) => return self.unreadable(below, *failure),
        };
        self.report(below, note);
    }

    /// Notes a link out of the root. What will be said of it names both ends.
    fn take_leaving(&mut self, leaving: Leaving) {
        let weight = 2 * (room::PLACE + leaving.below.len() + leaving.target.len());
        if self.has_room(weight, &leaving.below) {
            self.leaving.push(leaving);
        }
    }

    fn unreadable(&mut self, below: &str, failure: Failure) {
        self.found.complete = false;
        self.report(below, links::unreadable(failure));
    }

    fn not_utf8(&mut self, below: &str) {
        self.found.complete = false;
        let note = Note::new(
            Code::PathNotUtf8,
            "The directory holds a name that is not UTF-8, which was left out.",
        )
        .hint("Rename it.");
        self.report(below, note);
    }

    fn not_a_file(&mut self, below: &str) {
        let note = Note::new(
            Code::NotRegularFile,
            format!("`{SKILL_FILE}` is not a regular file, so there is no skill here."),
        )
        .hint("Put the instructions into a regular file.");
        self.report(below, note);
    }

    fn scan_depth(&mut self, below: &str) {
        self.found.complete = false;
        let note = Note::new(
            Code::ScanDepth,
            format!(
                "Nothing was looked for below this directory, which is {} deep, or below others \
                 as deep.",
                self.limits.scan_depth
            ),
        )
        .hint("Mount the directory with the skills, or raise `limits.scan_depth`.");
        self.report(below, note);
    }

    fn scan_limit(&mut self, below: &str) {
        self.found.complete = false;
        let note = Note::new(
            Code::ScanLimit,
            format!(
                "The scan stopped after {} directory entries.",
                self.limits.scan_entries
            ),
        )
        .hint("Mount only the directories with skills, or raise `limits.scan_entries`.");
        self.report(below, note);
    }

    fn report(&mut self, below: &str, note: Note) {
        let path = self.root.path.len() + below.len();
        if self.has_room(room::finding(path, &note), below) {
            self.found.report(self.root, below, note);
        }
    }
}

/// Whether a path is `base` or below it.
pub fn is_within(path: &str, base: &str) -> bool {
    match path.strip_prefix(base) {
        Some(rest) => {
            rest.is_empty() || rest.starts_with('/') || base.is_empty() || base.ends_with('/')
        }
        None => false,
    }
}
