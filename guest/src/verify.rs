//! Locks the skills as they are, and compares them with a lock.
//!
//! Both look at everything that lies in the roots, whatever lock the options
//! hold.

use agent_skills_types::{Diagnostic, Error};

use crate::diagnostic::Note;
use crate::drift;
use crate::library::Entry;
use crate::lock::{Lock, LockedFile, LockedSkill};
use crate::manifest;
use crate::order::sort_by;
use crate::resource::SkillFiles;
use crate::skill::join;
use crate::text::one_line;
use crate::toolkit::Toolkit;

/// The lock document of all skills as they are now.
///
/// # Errors
/// [`Error::Incomplete`] when not all files of a skill can be hashed, and
/// [`Error::Unreadable`] when its directory cannot be opened.
pub fn lock(toolkit: &Toolkit) -> Result<String, Error> {
    let now = toolkit.unlocked();
    let skills: Result<_, Error> = now
        .known_library()
        .entries()
        .map(|entry| lock_skill(&now, entry))
        .collect();
    Ok(Lock::new(skills?).to_text())
}

fn lock_skill(now: &Toolkit, entry: &Entry) -> Result<LockedSkill, Error> {
    let name = &entry.skill.name;
    let (manifest, gap) = manifest::hash(&now.open(entry)?, now.limits());
    match gap {
        None => Ok(LockedSkill::new(name, &manifest.files)),
        Some(gap) => Err(Error::Incomplete {
            skill: name.clone(),
            reason: gap.to_string(),
        }),
    }
}

/// Everything in which the skills, as they are now, depart from a lock; in the
/// order of paths. A skill that is missing has its name as its path.
///
/// # Errors
/// [`Error::InvalidLock`].
pub fn verify(toolkit: &Toolkit, lock: &str) -> Result<Vec<Diagnostic>, Error> {
    let lock = Lock::from_json(lock)?;
    let now = toolkit.unlocked();
    let mut diagnostics = Vec::new();
    for entry in now.known_library().entries() {
        let report = Report {
            entry,
            diagnostics: &mut diagnostics,
        };
        match lock.skill(&entry.skill.name) {
            Some(locked) => compare(&now, locked, report),
            None => report.tell("", drift::unlisted_skill(&entry.skill.name)),
        }
    }
    for locked in lock.skills() {
        let name = locked.name();
        if now.exists_here(name) && !now.known_library().has(name) {
            let note = drift::missing_skill(name);
            diagnostics.push(note.in_file("", &one_line(name)));
        }
    }
    sort_by(&mut diagnostics, |a, b| {
        (&a.path, &a.code).cmp(&(&b.path, &b.code))
    });
    Ok(diagnostics)
}

/// Takes in what is found of one skill.
struct Report<'r> {
    entry: &'r Entry,
    diagnostics: &'r mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// Tells of a path below the skill; the skill itself has the empty one.
    fn tell(self, path: &str, note: Note) {
        self.all([(path.to_owned(), note)]);
    }

    fn all(self, notes: impl IntoIterator<Item = (String, Note)>) {
        let skill = &self.entry.skill;
        let told = notes.into_iter().map(|(path, note)| {
            let path = one_line(&join(&skill.directory, &path));
            note.in_file(&skill.root, &path)
        });
        self.diagnostics.extend(told);
    }
}

/// Compares each file that the lock lists, and looks for others.
fn compare(now: &Toolkit, locked: &LockedSkill, report: Report<'_>) {
    let files = match now.open(report.entry) {
        Ok(files) => files,
        Err(error) => return report.tell("", drift::incomplete(&error.to_string())),
    };
    let mut notes: Vec<(String, Note)> = locked
        .files()
        .iter()
        .filter_map(|pin| Some((pin.path.clone(), compare_file(&files, pin)?)))
        .collect();
    let list = manifest::list(&files, now.limits());
    let others = list
        .paths
        .into_iter()
        .filter(|path| locked.file(path).is_none())
        .map(|path| (path, drift::unlisted_file()));
    notes.extend(others);
    if let Some(gap) = list.gap {
        notes.push((String::new(), drift::incomplete(&gap.to_string())));
    }
    report.all(notes);
}

/// In what a file departs from the lock, if it does.
fn compare_file(files: &SkillFiles<'_>, pin: &LockedFile) -> Option<Note> {
    let (file, size) = match files.open_file(&pin.path) {
        Ok(opened) => opened,
        Err(Error::NotFound { .. }) => return Some(drift::missing_file()),
        Err(Error::OutsideSkill { reason, .. }) => return Some(drift::changed_file(&reason)),
        Err(error) => return Some(drift::incomplete(&error.to_string())),
    };
    if size != pin.size {
        let reason = format!("it has {size} bytes in place of {}", pin.size);
        return Some(drift::changed_file(&reason));
    }
    match manifest::hash_file(file.as_ref(), size) {
        Some(sha256) if sha256 == pin.sha256 => None,
        Some(_) => Some(drift::changed_file("its SHA-256 is another")),
        None => Some(drift::incomplete("it cannot be read, or changes just now")),
    }
}
