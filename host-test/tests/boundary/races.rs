//! Another process swaps files, directories and links while the skills are
//! listed, activated, read and hashed.
//!
//! The environment variable `AGENT_SKILLS_RACE_SWAPS` says how many swaps are
//! made in each way of access; without it there are few enough for every day.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use agent_skills_sandbox::types::{ContentData, Invoker};
use agent_skills_sandbox::{Error, Result};
use serde_json::json;

use crate::scan::mount_skills;
use crate::support::swap::{Swap, Swapper, With};
use crate::support::{Access, SECRET, Session, Table, Tree, Watchdog, refusal};

/// Swaps in each way of access, unless the environment says otherwise.
const SWAPS: u64 = 100_000;

/// The length of the secret files. Neither it nor their hash may be told, nor
/// the first letters of what they hold: as many as a file inside has.
const SECRET_BYTES: usize = 7_919;
const OF_SECRETS: [&str; 3] = [
    "TOP SE",
    "size: 7919,",
    "becd9949d6bc8a6afa3c4998873e9aeb7e99ab8cac9d234abb95c0566834db72",
];

/// Stands in the files of the skill `other`, and is for those who ask for it.
const PRIVATE: &str = "PRIVATE TO OTHER";
const OF_OTHER: [&str; 2] = [
    "PRIVAT",
    "6c926a6cc7e00f4e8e1f20d048d763548c32cb4402214ad6d51a7932eaf7d090",
];

/// Stands in every file that may be shown.
const INSIDE: &str = "inside";

/// The skills, all but the last swapped about in some way.
const SKILLS: [&str; 6] = ["demo", "whole", "piped", "spiked", "linked", "other"];

/// The files of each skill, besides its instructions; those of `demo` are
/// swapped about.
const FILES: [&str; 10] = [
    "file.md",
    "absolute.md",
    "neighbour.md",
    "pipe.md",
    "folder.md",
    "folder/file.md",
    "a/b/file.md",
    "guide.md",
    "moving/file.md",
    "replaced.md",
];

/// Another that is a link in `demo`, to `guide.md` while it is in its place.
const LINK: &str = "moving/up.md";

/// At which path which thing takes turns.
const SWAPPED: [Swap; 14] = [
    ("skills/demo/file.md", With::Link("../../outside/file.md")),
    ("skills/demo/absolute.md", With::Link("/proc/self/environ")),
    ("skills/demo/neighbour.md", With::Link("../other/file.md")),
    ("skills/demo/pipe.md", With::Pipe),
    ("skills/demo/folder.md", With::Directory),
    ("skills/demo/folder", With::Link("../../outside")),
    ("skills/demo/a/b", With::Link("../../../outside/a/b")),
    ("skills/demo/moving", With::Directory),
    (
        "skills/demo/SKILL.md",
        With::Link("../../outside/skill/SKILL.md"),
    ),
    ("skills/whole", With::Link("../outside/skill")),
    ("skills/piped", With::Pipe),
    ("skills/spiked/SKILL.md", With::Pipe),
    ("skills/linked", With::Link("other")),
    (
        "skills/demo/replaced.md",
        With::LinkMadeAnew("../../outside/file.md"),
    ),
];

/// Whatever is swapped, no call shows anything from outside, hangs or breaks
/// down.
pub fn nothing_outside_is_read_in_a_race(table: &mut Table) {
    for access in Access::ALL {
        let tree = tree();
        let mut race = Race::start(access, &tree);
        let swaps = count();
        let started = Instant::now();
        let mut swapper = Swapper::start(&tree, &SWAPPED, swaps);
        while swapper.is_running() {
            let _watchdog = Watchdog::over("race");
            race.ask_everything();
        }
        table.note(race.summary(access, swaps, started.elapsed()));
        table.add("race", access, "nothing from outside", race.result());
    }
}

fn count() -> u64 {
    match env::var("AGENT_SKILLS_RACE_SWAPS") {
        Ok(count) => count.parse().expect("it is a number"),
        Err(_) => SWAPS,
    }
}

fn tree() -> Tree {
    let secret = format!("{SECRET:.<SECRET_BYTES$}");
    let tree = Tree::new();
    for skill in SKILLS {
        let content = if skill == "other" { PRIVATE } else { INSIDE };
        tree.file(
            format!("skills/{skill}/SKILL.md"),
            format!("---\nname: {skill}\ndescription: Skill {skill}.\n---\n{content}\n"),
        );
        for file in FILES {
            tree.file(format!("skills/{skill}/{file}"), content);
        }
    }
    for file in FILES {
        tree.file(format!("outside/{file}"), &secret)
            .file(format!("outside/skill/{file}"), &secret);
    }
    // What the link leads to when its directory is moved aside.
    tree.file("aside/guide.md", &secret)
        .link(format!("skills/demo/{LINK}"), "../guide.md");
    tree
}

/// An instance in the middle of it, and what it has answered.
struct Race {
    session: Session,
    calls: usize,
    /// How often a file was read whole.
    read: usize,
    /// How often what was refused.
    refused: BTreeMap<String, usize>,
    leaks: Vec<String>,
}

impl Race {
    fn start(access: Access, tree: &Tree) -> Self {
        Self {
            session: Session::open(access, |mounts| mount_skills(mounts, tree)),
            calls: 0,
            read: 0,
            refused: BTreeMap::new(),
            leaks: Vec::new(),
        }
    }

    /// Calls every function that looks at files.
    fn ask_everything(&mut self) {
        self.ask(None, |session| session.list_skills());
        for skill in SKILLS {
            self.ask_for(skill);
        }
        self.ask(None, |session| session.refresh());
        self.ask(None, |session| session.check_skills());
        self.ask(None, |session| session.explain("/skills/demo"));
        self.ask(None, |session| session.catalog_text(None));
        self.ask(None, |session| session.catalog_update("chat"));
        self.ask(None, |session| session.instructions());
        self.ask(None, |session| session.reattach("chat", 2_000));
    }

    /// Everything about one skill.
    fn ask_for(&mut self, skill: &'static str) {
        let about = Some(skill);
        self.ask(about, |session| session.get_skill(skill));
        self.ask(about, |session| session.explain(skill));
        self.ask(about, |session| {
            session.activate_skill(skill, Invoker::Model)
        });
        self.ask(about, |session| session.list_files(skill));
        let arguments = json!({"name": skill}).to_string();
        self.ask(about, |session| {
            session.call(None, "activate_skill", &arguments)
        });
        for file in FILES.into_iter().chain([LINK, "SKILL.md"]) {
            self.ask(about, |session| session.stat_file(skill, file));
            let content = self.ask(about, |session| session.read_file(skill, file, 0, 0));
            if let Some(content) = content {
                self.compare(skill, file, &content.data);
            }
            let arguments = json!({"skill_name": skill, "path": file}).to_string();
            self.ask(about, |session| {
                session.call(None, "load_skill_resource", &arguments)
            });
        }
    }

    /// Holds what was read against what is there. A file that is just being
    /// written may be empty.
    fn compare(&mut self, skill: &str, file: &str, data: &ContentData) {
        match data {
            ContentData::Text(text) if text == INSIDE => self.read += 1,
            ContentData::Text(text) if text == PRIVATE && skill == "other" => {}
            ContentData::Text(text) if text.is_empty() => {}
            ContentData::Text(text) if text.starts_with("---\n") && file == "SKILL.md" => {}
            other => self.leaks.push(format!("{file} of {skill}: {other:?}")),
        }
    }

    /// Makes one call and looks at all that it tells.
    fn ask<T: Debug>(
        &mut self,
        about: Option<&str>,
        call: impl Fn(&mut Session) -> Result<T>,
    ) -> Option<T> {
        let answer = call(&mut self.session);
        self.calls += 1;
        let told = format!("{answer:?}");
        let of_other = OF_OTHER.iter().filter(|_| about != Some("other"));
        if OF_SECRETS
            .iter()
            .chain(of_other)
            .any(|it| told.contains(it))
        {
            self.leaks.push(format!("about {about:?}: {told}"));
        }
        match answer {
            Ok(value) => Some(value),
            Err(error) => {
                assert!(matches!(error, Error::Refused(_)), "{error}");
                *self.refused.entry(refusal(&error)).or_default() += 1;
                None
            }
        }
    }

    /// What came of it, in the words of the table.
    fn result(&self) -> String {
        if let Some(leak) = self.leaks.first() {
            return format!("{} answers from outside, such as {leak}", self.leaks.len());
        }
        if self.read == 0 || self.refused.is_empty() {
            return "there was no race".to_owned();
        }
        "nothing from outside".to_owned()
    }

    fn summary(&self, access: Access, swaps: u64, time: Duration) -> String {
        let refused: String = self
            .refused
            .iter()
            .map(|(refusal, count)| format!("\n  {count} {refusal}"))
            .collect();
        format!(
            "race, {}: {swaps} swaps in {:.1} s ({:.0} per second), {} calls, {} files read, \
             {} refusals:{refused}",
            access.name(),
            time.as_secs_f64(),
            swaps as f64 / time.as_secs_f64(),
            self.calls,
            self.read,
            self.refused.values().sum::<usize>(),
        )
    }
}
