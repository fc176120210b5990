//! From roots to candidates: which directories hold a `SKILL.md`, and what its
//! frontmatter says.
//!
//! A root that holds `SKILL.md` is one skill, unless the policy says otherwise;
//! else its directories are searched to the depth of the limits, and never below
//! a skill. Links are
//! followed inside their root only. What cannot be read is a diagnostic, and
//! the rest is found all the same.

mod findings;
mod known;
pub mod links;
mod room;
mod seen;
mod spot;
mod told;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

use agent_skills_types::Diagnostic;

use crate::bytes::compare;
use crate::diagnostic::{Code, Note};
use crate::head::Setting;
use crate::limits::Limits;
use crate::order::sort_by;
use crate::place::Place;
use crate::policy::{self, Policy};
use crate::roots::Root;
use crate::skill::join;
use crate::storage::resolve::{Refused, Resolved, resolve};
use crate::storage::{Directory, Entry, Failure, Kind, Stamp, Stat};
use crate::text;
pub use known::Known;
use links::Leaving;
use room::Room;
use seen::Seen;
use spot::{Link, Spot};
pub use told::Told;

/// The file that makes a directory a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// How a file's name ends that is a skill by itself, where there are such.
const FLAT_ENDING: &str = ".md";

/// A directory that holds a `SKILL.md`, and what that file says.
#[derive(Clone)]
pub struct Candidate {
    /// Where it lies.
    pub place: Rc<Place>,
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

impl Found {
    fn report(&mut self, root: &Root, below: &str, note: Note) {
        let path = text::one_line(&join(&root.path, below));
        self.diagnostics.push(note.in_file(&root.path, &path));
    }
}

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
            seen: Seen::Each(Vec::new()),
        };
        scan.run();
    }
    sort_by(&mut found.candidates, |a, b| {
        a.place.order().cmp(&b.place.order())
    });
    for link in leaving {
        if let Some(note) = link.note(roots, &found.candidates, limits) {
            found.report(&roots[link.rank], &link.below, note);
        }
    }
    if let Some((rank, below, note)) = room.note() {
        found.complete = false;
        found.report(&roots[rank], below, note);
    }
    found
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
    seen: Seen,
}

impl Scan<'_> {
    fn run(&mut self) {
        let Some(directory) = self.open_root() else {
            return;
        };
        let top: Rc<str> = Rc::from("");
        self.seen.note(&top);
        let root = Spot {
            parent: Rc::clone(&directory),
            name: String::new(),
            below: Rc::clone(&top),
            real: top,
            depth: 0,
        };
        if self.policy.root_is_skill && self.take_skill(&root) {
            return;
        }
        self.search(&directory, &root);
        while let Some(link) = self.links.pop_front() {
            self.seen.expect_links();
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
    fn visit(&mut self, spot: &Spot) {
        if self.seen.has(&spot.real) || !self.has_room(room::PLACE + spot.real.len(), &spot.below) {
            return;
        }
        self.seen.note(&spot.real);
        if self.take_skill(spot) {
            return;
        }
        let is_deepest = spot.depth >= self.policy.depth.unwrap_or(self.limits.scan_depth);
        if policy::NOT_SCANNED.contains(&spot.name.as_str())
            || self.entries_left.is_none()
            || (is_deepest && (self.policy.depth.is_some() || self.told_of_depth))
        {
            return;
        }
        match spot.parent.open_directory(&spot.name) {
            Ok(directory) if is_deepest => self.tell_of_depth(&directory, &spot.below),
            Ok(directory) => self.search(&directory, spot),
            // Gone or replaced since it was listed: the next look will tell.
            Err(Failure::NotFound | Failure::Link | Failure::NotDirectory) => {}
            Err(failure) => self.unreadable(&spot.below, failure),
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
    fn search(&mut self, directory: &Rc<dyn Directory>, spot: &Spot) {
        let Some(entries) = self.entries(directory, &spot.below) else {
            return;
        };
        let may_be_skill = spot.depth > 0 || self.policy.root_is_skill;
        if may_be_skill && self.take_misspelt(directory, spot, &entries) {
            return;
        }
        for entry in entries {
            if self.passes_over(&entry.name) {
                continue;
            }
            match entry.kind {
                Kind::Directory => self.visit(&spot.child(directory, entry.name)),
                Kind::Link => self.put_off(spot.child(directory, entry.name)),
                Kind::File if self.is_flat(&entry.name) => {
                    self.take_flat(spot, &spot.child(directory, entry.name));
                }
                Kind::File | Kind::Other => {}
            }
        }
    }

    /// Notes a link for later.
    fn put_off(&mut self, link: Spot) {
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
        self.room.take(bytes, self.rank, || below.to_owned())
    }

    fn passes_over(&self, name: &str) -> bool {
        self.policy.passed_over.contains(&name) || (!self.policy.hidden && policy::hidden(name))
    }

    /// Whether a file of this name is a skill by itself.
    fn is_flat(&self, name: &str) -> bool {
        self.policy.flat_files && name.ends_with(FLAT_ENDING) && name != FLAT_ENDING
    }

    /// Takes in a file that is a skill by itself.
    fn take_flat(&mut self, folder: &Spot, file: &Spot) {
        match file.parent.stat(&file.name) {
            Ok(stat) if stat.kind == Kind::File => {
                let place = self.place(folder, &file.name, None, stat.stamp);
                self.take_head(place, &file.parent, &file.name);
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
        sort_by(&mut entries, |a, b| compare(&a.name, &b.name));
        Some(entries)
    }

    /// Whether the place is a skill, or would be one if its file could be read:
    /// then nothing below it is searched.
    fn take_skill(&mut self, spot: &Spot) -> bool {
        let path = join(&spot.name, SKILL_FILE);
        match spot.parent.stat(&path) {
            // The skills beside such a directory are found all the same.
            Ok(stat) if stat.kind == Kind::Directory => {
                self.not_a_file(&join(&spot.below, SKILL_FILE));
                return false;
            }
            Ok(stat) => self.take_file(spot, &path, SKILL_FILE, stat),
            Err(Failure::NotFound | Failure::NotDirectory | Failure::Link) => return false,
            Err(Failure::NotPermitted) => self.unreadable(&spot.below, Failure::NotPermitted),
            Err(failure) => self.unreadable(&join(&spot.below, SKILL_FILE), failure),
        }
        true
    }

    /// The same for a file whose name differs from `SKILL.md` in case only.
    fn take_misspelt(
        &mut self,
        directory: &Rc<dyn Directory>,
        spot: &Spot,
        entries: &[Entry],
    ) -> bool {
        let mut misspelt = entries.iter().filter(|e| {
            matches!(e.kind, Kind::File | Kind::Link) && e.name.eq_ignore_ascii_case(SKILL_FILE)
        });
        let Some(entry) = misspelt.next() else {
            return false;
        };
        let used = format!("The file is called `{}`, not `{SKILL_FILE}`.", entry.name);
        self.wrong_case(spot, entry, used);
        for other in misspelt {
            let unused = format!(
                "The file is called `{}`, not `{SKILL_FILE}`, and `{}` is used.",
                other.name, entry.name
            );
            self.wrong_case(spot, other, unused);
        }
        let inside = Spot {
            parent: Rc::clone(directory),
            name: String::new(),
            ..spot.clone()
        };
        match directory.stat(&entry.name) {
            Ok(stat) => self.take_file(&inside, &entry.name, &entry.name, stat),
            Err(failure) => self.unreadable(&join(&spot.below, &entry.name), failure),
        }
        true
    }

    /// Takes in the file with the instructions, which stands at `path` below
    /// `spot.parent`.
    fn take_file(&mut self, spot: &Spot, path: &str, file: &str, stat: Stat) {
        let shown = || join(&spot.below, file);
        match stat.kind {
            Kind::File => {
                let place = self.place(spot, file, None, stat.stamp);
                self.take_head(place, &spot.parent, path);
            }
            Kind::Link => match self.resolve(&join(&spot.real, file)) {
                Ok(target) if target.stat.kind == Kind::File => {
                    let place = self.place(spot, file, Some(target.path), target.stat.stamp);
                    self.take_head(place, &target.parent, &target.name);
                }
                Ok(_) => self.not_a_file(&shown()),
                Err(refused) => self.refused(&shown(), &refused),
            },
            Kind::Directory | Kind::Other => self.not_a_file(&shown()),
        }
    }

    /// The place of a file in a directory; `linked` is where it truly is if it is a
    /// link.
    fn place(&self, directory: &Spot, file: &str, linked: Option<String>, stamp: Stamp) -> Place {
        Place {
            rank: self.rank,
            below: Rc::clone(&directory.below),
            directory: Rc::clone(&directory.real),
            file: match file {
                SKILL_FILE => Cow::Borrowed(SKILL_FILE),
                other => Cow::Owned(other.to_owned()),
            },
            flat: !file.eq_ignore_ascii_case(SKILL_FILE),
            linked,
            stamp,
        }
    }

    /// Takes in what the file at a place says, which stands at `path` below
    /// `parent`.
    fn take_head(&mut self, place: Place, parent: &Rc<dyn Directory>, path: &str) {
        let told = match self.known.get(&self.root.path, &place) {
            Some(told) => told,
            None => match self.read_head(&place, parent.as_ref(), path) {
                Ok(told) => Rc::new(told),
                Err(failure) => {
                    self.unreadable(&join(&place.below, &place.file), failure);
                    return;
                }
            },
        };
        let paths = self.root.path.len() + place.below.len();
        let weight = room::SKILL + room::PATHS * paths + told.weight();
        let file = || join(&place.below, &place.file);
        if self.room.take(weight, self.rank, file) {
            let place = Rc::new(place);
            self.found.candidates.push(Candidate { place, told });
        }
    }

    fn read_head(
        &self,
        place: &Place,
        parent: &dyn Directory,
        path: &str,
    ) -> Result<Told, Failure> {
        let directory = join(&self.root.path, &place.below);
        let folder = match place.file.strip_suffix(FLAT_ENDING) {
            Some(stem) if place.flat => stem,
            _ => directory.rsplit('/').next().unwrap_or_default(),
        };
        let setting = Setting {
            folder,
            directory: &directory,
            file: &place.file,
            limits: self.limits,
            judge: self.policy.judge,
        };
        let head = if self.whole {
            setting.read_whole(parent, path, place.stamp.size)
        } else {
            setting.read(parent, path, place.stamp.size)
        }?;
        Ok(Told::new(head, &self.root.path, directory))
    }

    /// Looks at where a link leads.
    fn visit_link(&mut self, link: Link) {
        match self.resolve(&link.below) {
            // A link to a directory that it lies in: nothing new there.
            Ok(resolved) if is_within(&link.below, &resolved.path) => {}
            Ok(resolved) if resolved.stat.kind == Kind::Directory => self.visit(&Spot {
                parent: resolved.parent,
                name: resolved.name,
                below: link.below,
                real: Rc::from(resolved.path),
                depth: link.depth,
            }),
            Ok(resolved) if resolved.stat.kind == Kind::File && self.is_flat(&link.name) => {
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
        let folder = Spot {
            parent: Rc::clone(&target.parent),
            name: String::new(),
            below: Rc::from(below),
            real: Rc::from(real),
            depth: link.depth,
        };
        let place = self.place(&folder, &link.name, Some(target.path), target.stat.stamp);
        self.take_head(place, &target.parent, &target.name);
    }

    fn resolve(&self, path: &str) -> Result<Resolved, Refused> {
        match &self.root.directory {
            Ok(base) => resolve(base, path, self.limits.link_hops),
            Err(_) => Err(Failure::NotFound.into()),
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
