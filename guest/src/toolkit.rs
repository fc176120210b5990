//! Everything that one instance knows, and the operations on it.

mod texts;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use agent_skills_types::{
    Activation, Changes, Content, Error, FileInfo, FileKind, InlineSkill, Invoker, Listing,
    Manifest, Skill, ToolGrant,
};

use crate::conversation::Conversations;
use crate::diagnostic::Severity;
use crate::dialect::{Base, Dialect};
use crate::digest::Recent;
use crate::discovery::{self, Known, SKILL_FILE};
use crate::grant;
use crate::head::Setting;
use crate::instructions::{self, Instructions};
use crate::library::{Entry, Library};
use crate::limits::Limits;
use crate::lock::{LockedSkill, NOTHING};
use crate::manifest::{self, FileList};
use crate::media_type::media_type;
use crate::name;
use crate::options::{Options, TextOptions};
use crate::place::Place;
use crate::policy::Listed;
use crate::registry::Registry;
use crate::resource::{self, SkillFiles};
use crate::roots::{self, Root};
use crate::storage::{Kind, Storage};

/// One library of skills under one set of options.
pub struct Toolkit {
    storage: Rc<dyn Storage>,
    options: Options,
    roots: Vec<Root>,
    library: Library,
    /// Whether `library` holds what the roots gave.
    looked: bool,
    /// Heads that were read at the last look.
    known: Known,
    /// Instructions that were hashed.
    hashed: RefCell<Recent>,
    /// Skills that the host handed over.
    registry: Registry,
    /// What the model's conversations have been given.
    pub conversations: Conversations,
}

impl Toolkit {
    /// A toolkit with the default options. Nothing is read yet.
    pub fn new(storage: Rc<dyn Storage>) -> Self {
        let options = Options::default();
        Self {
            storage,
            roots: Vec::new(),
            library: Library::default(),
            options,
            looked: false,
            known: Known::default(),
            hashed: RefCell::default(),
            registry: Registry::default(),
            conversations: Conversations::default(),
        }
    }

    /// Sets the options and forgets what was known.
    ///
    /// # Errors
    /// [`Error::InvalidOptions`]; then nothing has changed.
    pub fn configure(&mut self, json: &str) -> Result<(), Error> {
        let options = Options::from_json(json)?;
        let mut configured = Self::new(Rc::clone(&self.storage));
        configured.options = options;
        if configured.dialect().policy.strict && !configured.options.lenient_start {
            configured.start()?;
        }
        *self = configured;
        Ok(())
    }

    /// The first look of a strict dialect, which allows no fault.
    fn start(&mut self) -> Result<(), Error> {
        self.look();
        let wording = self.dialect().wording;
        match self
            .library
            .diagnostics()
            .iter()
            .find_map(|d| wording.start_failure(d))
        {
            Some(sentence) => Err(Error::Other(sentence)),
            None => Ok(()),
        }
    }

    /// The same skills without the lock of the options, as they lie there now.
    /// Only the conversations are not there.
    pub fn unlocked(&self) -> Self {
        let mut toolkit = Self {
            options: Options {
                lock: None,
                ..self.options.clone()
            },
            known: self.known.clone(),
            registry: self.registry.clone(),
            ..Self::new(Rc::clone(&self.storage))
        };
        toolkit.look();
        toolkit
    }

    /// Whether the options let a skill of this name exist.
    pub fn exists_here(&self, name: &str) -> bool {
        self.options.only.as_ref().is_none_or(|only| {
            let mut names = only.iter().map(|only| name::key(only));
            names.any(|only| only == name::key(name))
        })
    }

    /// The dialect that the options name.
    pub fn dialect(&self) -> &'static Dialect {
        Dialect::named(self.options.dialect)
    }

    /// The library as it is now, or as it was at the first look when the
    /// policy is not live.
    pub fn library(&mut self) -> &Library {
        if !self.looked || self.dialect().policy.live {
            self.look();
        }
        &self.library
    }

    /// The library as it was at the last look.
    pub fn known_library(&self) -> &Library {
        &self.library
    }

    /// Everything that is known of the skills.
    pub fn list(&mut self) -> Listing {
        self.library().listing(Skill::clone)
    }

    /// Looks at the roots again, and tells what is different since the last
    /// look.
    pub fn refresh(&mut self) -> Changes {
        let before: Vec<Entry> = self.library.entries().cloned().collect();
        let has_changed = self.look();
        let mut changes = Changes {
            complete: self.library.is_complete(),
            ..Changes::default()
        };
        if !has_changed {
            return changes;
        }
        let mut gone: BTreeMap<&str, &Entry> = BTreeMap::new();
        gone.extend(before.iter().map(|entry| (entry.name(), entry)));
        for entry in self.library.entries() {
            match gone.remove(entry.name()) {
                None => changes.added.push(entry.name().to_owned()),
                Some(old) if old.is_still(entry) => {}
                Some(_) => changes.changed.push(entry.name().to_owned()),
            }
        }
        changes.removed = gone.into_keys().map(str::to_owned).collect();
        changes
    }

    /// One skill by its name.
    ///
    /// # Errors
    /// [`Error::UnknownSkill`].
    pub fn skill(&mut self, name: &str) -> Result<Skill, Error> {
        self.entry(name, Invoker::Host)
            .map(|entry| entry.skill.as_ref().clone())
    }

    /// The tools that a skill declares, under a host's grant.
    ///
    /// # Errors
    /// [`Error::UnknownSkill`].
    pub fn allowed_tools(&mut self, name: &str, granted: &[String]) -> Result<ToolGrant, Error> {
        let skill = self.skill(name)?;
        Ok(grant::intersection(&skill.allowed_tools, granted))
    }

    /// The directory of a skill that `invoker` may start.
    ///
    /// # Errors
    /// [`Error::UnknownSkill`] or [`Error::NotInvocable`].
    pub fn directory(&mut self, name: &str, invoker: Invoker) -> Result<String, Error> {
        self.entry(name, invoker)
            .map(|entry| entry.skill.directory.clone())
    }

    /// A skill's instructions, read anew.
    ///
    /// # Errors
    /// As the WIT function `activate-skill` says.
    pub fn activate(&mut self, name: &str, invoker: Invoker) -> Result<Activation, Error> {
        let entry = self.entry(name, invoker)?;
        match self.read_instructions(&entry) {
            Ok((files, read)) if read.is_still(entry.name()) => {
                return self.activation(&entry, &files, read, invoker);
            }
            Err(error) if !matches!(error, Error::NotFound { .. }) => return Err(error),
            // The file has another name in it now, or is gone: look once more.
            _ => {}
        }
        self.look();
        let entry = self.entry(name, invoker)?;
        let (files, read) = self.read_instructions(&entry)?;
        self.activation(&entry, &files, read, invoker)
    }

    /// Every file of a skill with its size and hash.
    ///
    /// # Errors
    /// [`Error::UnknownSkill`] or [`Error::Unreadable`].
    pub fn files(&mut self, name: &str) -> Result<Manifest, Error> {
        self.with_files(name, Invoker::Host, |toolkit, _, files| {
            Ok(manifest::hash(files, &toolkit.options.limits).0)
        })
    }

    /// What a path of a skill leads to.
    ///
    /// # Errors
    /// As the WIT function `stat-file` says.
    pub fn stat(&mut self, name: &str, path: &str) -> Result<FileInfo, Error> {
        self.with_files(name, Invoker::Host, |toolkit, _, files| {
            let stat = files
                .find(path)
                .map_err(|error| toolkit.with_nearest(error, files))?
                .stat;
            let (kind, size) = match stat.kind {
                Kind::File => (FileKind::File, stat.stamp.size),
                Kind::Directory => (FileKind::Directory, 0),
                Kind::Link | Kind::Other => return Err(resource::missing(path)),
            };
            Ok(FileInfo {
                path: path.to_owned(),
                kind,
                size,
                listed: kind == FileKind::File
                    && toolkit.list_files(files).paths.iter().any(|p| p == path),
                media_type: media_type(path).to_owned(),
            })
        })
    }

    /// A stretch of a skill's file.
    ///
    /// # Errors
    /// As the WIT function `read-file` says.
    pub fn read(
        &mut self,
        name: &str,
        path: &str,
        offset: u64,
        length: u32,
        invoker: Invoker,
    ) -> Result<Content, Error> {
        self.with_files(name, invoker, |toolkit, skill, files| {
            files
                .read(&skill.name, path, offset, length)
                .map_err(|error| toolkit.with_nearest(error, files))
        })
    }

    /// Looks at the roots; files that have not changed are not read again. False
    /// when the library is the same as before.
    pub fn look(&mut self) -> bool {
        // Two libraries at once could take more memory than there is.
        let has_library = self.looked && self.library.is_small_and_whole();
        if !has_library {
            self.library = Library::default();
        }
        let options = &self.options;
        let mounts = self.storage.mounts();
        let opened = roots::open(&mounts, &options.skills.paths, options.limits.link_hops);
        self.roots = roots::ranked(opened, self.registry.roots());
        let policy = &self.dialect().policy;
        let (limits, whole) = (&options.limits, options.lock.is_some());
        let found = discovery::discover(&self.roots, limits, policy, whole, &self.known);
        if has_library && self.known.is_still(&self.roots, &found) {
            return false;
        }
        self.library = Library::default();
        self.known = Known::new(&self.roots, &found);
        self.library = Library::build(found, &self.roots, options, policy);
        let wording = self.dialect().wording;
        self.library.reword(|found| wording.diagnosis(found));
        if policy.strict {
            self.library
                .make_errors(|found| wording.start_failure(found).is_some());
        }
        self.looked = true;
        true
    }

    /// The skill of this name, if `invoker` may start it. A name that is not
    /// known is looked for once more when the policy is live.
    fn entry(&mut self, name: &str, invoker: Invoker) -> Result<Entry, Error> {
        let first_look = !self.looked;
        if first_look {
            self.look();
        }
        if self.library.get(name).is_none() && !first_look && self.dialect().policy.live {
            self.look();
        }
        match self.library.get(name) {
            Some(entry) => allowed(entry, entry.skill.invocation.allows(invoker)).cloned(),
            None => Err(self.library.unknown(name, invoker)),
        }
    }

    /// The files of a skill that a model can ask for, and whether it lies in a
    /// directory that the model can see.
    ///
    /// # Errors
    /// [`Error::UnknownSkill`] or [`Error::Unreadable`].
    pub fn readable_files(&mut self, name: &str) -> Result<(Vec<String>, bool), Error> {
        let entry = self.entry(name, Invoker::Model)?;
        let listed = match self.dialect().policy.listed {
            Listed::Text => Listed::Text,
            Listed::All | Listed::Below(_) | Listed::None => Listed::All,
        };
        let base = self.origin(name, &entry.skill.directory).base;
        let in_directory = matches!(base, Base::Directory(_));
        let files = self.open(&entry)?;
        Ok((self.listed(&files, listed).paths, in_directory))
    }

    /// All of a skill's file.
    ///
    /// # Errors
    /// As the WIT function `read-file` says, and [`Error::TooLarge`].
    pub fn read_whole(
        &mut self,
        name: &str,
        path: &str,
        invoker: Invoker,
    ) -> Result<Content, Error> {
        let entry = self.entry(name, invoker)?;
        let files = self.open(&entry)?;
        files
            .read_whole(&entry.skill.name, path)
            .map_err(|error| self.with_nearest(error, &files))
    }

    /// Adds a skill that lies in no directory.
    ///
    /// # Errors
    /// As the WIT function `register-skill` says.
    pub fn register(&mut self, skill: &InlineSkill) -> Result<(), Error> {
        let dialect = self.dialect();
        dialect.wording.check_registration(skill)?;
        let limits = &self.options.limits;
        self.registry.register(skill, |file, directory| {
            let setting = Setting {
                folder: &skill.name,
                directory,
                file: SKILL_FILE,
                limits,
                judge: dialect.policy.judge,
            };
            let head = setting.of_whole(file.as_bytes());
            match head
                .notes
                .iter()
                .find(|n| n.code.severity() == Severity::Error)
            {
                Some(note) if head.accepted.is_none() => Err(Error::Other(note.message.clone())),
                _ => Ok(()),
            }
        })?;
        self.looked = false;
        Ok(())
    }

    /// Takes out a skill that was registered. False when there is none.
    pub fn unregister(&mut self, provider: Option<&str>, name: &str) -> bool {
        self.looked = false;
        self.registry.unregister(provider, name)
    }

    /// The options for texts.
    pub fn text_options(&self) -> &TextOptions {
        &self.options.text
    }

    /// The bounds in force.
    pub fn limits(&self) -> &Limits {
        &self.options.limits
    }

    /// The roots of the last look.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Works in a skill's directory. One that is gone is looked for once more:
    /// the skill may have moved.
    pub(crate) fn with_files<T>(
        &mut self,
        name: &str,
        invoker: Invoker,
        work: impl FnOnce(&Self, &Skill, &SkillFiles<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let entry = self.entry(name, invoker)?;
        if let Ok(files) = self.open(&entry) {
            return work(self, &entry.skill, &files);
        }
        self.look();
        let entry = self.entry(name, invoker)?;
        work(self, &entry.skill, &self.open(&entry)?)
    }

    /// Opens a skill's directory, under the lock if there is one.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn open<'t>(&'t self, entry: &'t Entry) -> Result<SkillFiles<'t>, Error> {
        match SkillFiles::open(&entry.place, &self.roots, &self.options.limits) {
            Ok(files) => Ok(files.under(self.locked(entry))),
            Err(failure) => Err(Error::Unreadable {
                path: entry.skill.directory.clone(),
                reason: failure.reason().to_owned(),
            }),
        }
    }

    /// What the lock of the options has of a skill; none without a lock.
    fn locked(&self, entry: &Entry) -> Option<&LockedSkill> {
        let lock = self.options.lock.as_ref()?;
        Some(lock.skill(&entry.skill.name).unwrap_or(&NOTHING))
    }

    /// The files of a skill that are shown, without the one with its
    /// instructions.
    fn listed(&self, files: &SkillFiles<'_>, which: Listed) -> FileList {
        if which == Listed::None {
            return FileList::default();
        }
        let mut list = manifest::list_beside_instructions(files, &self.options.limits);
        list.paths.retain(|path| match which {
            Listed::Below(folder) => path.starts_with(folder),
            Listed::Text => files.is_text(path),
            Listed::All | Listed::None => true,
        });
        list
    }

    fn list_files(&self, files: &SkillFiles<'_>) -> FileList {
        manifest::list(files, &self.options.limits)
    }

    /// A skill's files, and the one with its instructions.
    fn read_instructions<'t>(
        &'t self,
        entry: &'t Entry,
    ) -> Result<(SkillFiles<'t>, Instructions), Error> {
        let (files, bytes) = self.skill_file(&entry.place, self.locked(entry))?;
        let setting = Setting {
            folder: entry.folder(),
            directory: &entry.skill.directory,
            file: &entry.place.file,
            limits: &self.options.limits,
            judge: self.dialect().policy.judge,
        };
        let digest = self.hashed.borrow_mut().digest(&bytes);
        let read = Instructions::parse(&bytes, digest, &setting, &entry.place.file)?;
        Ok((files, read))
    }

    /// A skill's directory, and the bytes of the file with its instructions, under a
    /// lock if there is one.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::OutsideSkill`], [`Error::TooLarge`],
    /// [`Error::Unreadable`] or [`Error::Changed`].
    pub fn skill_file<'t>(
        &'t self,
        place: &'t Place,
        lock: Option<&'t LockedSkill>,
    ) -> Result<(SkillFiles<'t>, Vec<u8>), Error> {
        let files = SkillFiles::open(place, &self.roots, &self.options.limits)
            .map_err(|_| resource::missing(&place.file))?
            .under(lock);
        let bytes = files.read_instructions()?;
        Ok((files, bytes))
    }

    fn activation(
        &self,
        entry: &Entry,
        files: &SkillFiles<'_>,
        read: Instructions,
        invoker: Invoker,
    ) -> Result<Activation, Error> {
        let verdict = read.verdict.as_ref();
        let accepted = verdict.and_then(|verdict| verdict.accepted.as_ref());
        let allows = accepted.is_none_or(|metadata| metadata.invocation.allows(invoker));
        allowed(entry, allows)?;
        let list = self.listed(files, self.dialect().policy.listed);
        let cut = self.dialect().policy.cut;
        let most = self.options.limits.body_characters;
        let (page, whole) = instructions::page(&read.body, most, cut);
        let next = read.body_offset + page.len() as u64;
        Ok(Activation {
            name: entry.skill.name.clone(),
            directory: entry.skill.directory.clone(),
            files: list.paths,
            files_complete: list.gap.is_none(),
            digest: read.digest,
            total_chars: read.body.chars().count() as u64,
            next_offset: (!whole).then_some(next),
            body: page.to_owned(),
        })
    }

    /// A missing file's error with the paths that look like it.
    fn with_nearest(&self, error: Error, files: &SkillFiles<'_>) -> Error {
        match error {
            Error::NotFound { path, target, .. } => {
                let list = self.list_files(files);
                // Under a lock a file can be listed and missing.
                let others = list.paths.iter().filter(|other| **other != path);
                let nearest = name::nearest(&path, others.map(String::as_str))
                    .into_iter()
                    .map(str::to_owned)
                    .collect();
                Error::NotFound {
                    path,
                    nearest,
                    target,
                }
            }
            other => other,
        }
    }
}

impl Instructions {
    /// Whether the file can still be used under this name.
    fn is_still(&self, name: &str) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| {
            verdict.accepted.is_some() && name::key(&verdict.name) == name::key(name)
        })
    }
}

fn allowed(entry: &Entry, allows: bool) -> Result<&Entry, Error> {
    if allows {
        Ok(entry)
    } else {
        Err(Error::NotInvocable(entry.skill.name.clone()))
    }
}
