//! What differs between systems, as data.

use crate::acceptance::Judge;
use crate::diagnostic::Note;

/// How a library is found and kept.
pub struct Policy {
    /// Whether each listing looks at the roots again, and a name that is not
    /// found is looked for once more. Otherwise the first look counts until the
    /// next `refresh`.
    pub live: bool,
    /// Whether the first fault makes `configure` fail.
    pub strict: bool,
    /// Whether a root that holds a `SKILL.md` is one skill. Otherwise only what
    /// lies in it can be.
    pub root_is_skill: bool,
    /// How deep a scan looks; none leaves it to the limits.
    pub depth: Option<usize>,
    /// Whether a scan looks into hidden directories.
    pub hidden: bool,
    /// Names that a scan passes over altogether.
    pub passed_over: &'static [&'static str],
    /// Whether a file `name.md` beside the skill directories is a skill too.
    pub flat_files: bool,
    /// What happens when two skills have the same name.
    pub same_name: SameName,
    /// The order in which skills are told.
    pub order: Order,
    /// Decides whether a `SKILL.md` can be used.
    pub judge: Judge,
    /// Which files an activation lists.
    pub listed: Listed,
    /// Where a long body is cut.
    pub cut: Cut,
    /// Whether a model's call for a file gives all of it, not a page.
    pub whole_files: bool,
    /// Which paths of files a model's call may have.
    pub paths: Paths,
    /// Whether a model is told of a skill that it may not start; otherwise such
    /// a skill is unknown to it.
    pub tells_of_barred: bool,
    /// Whether tool definitions name the skills that there are. Where a skill
    /// can be loaded before a listing has shown it, they must not.
    pub names_in_tools: bool,
    /// Whether there are tools even when there are no skills.
    pub tools_without_skills: bool,
}

/// What happens when two skills have the same name. The one that does not count
/// is listed as shadowed, and the finding stands at the one that came later. A
/// finding that is an error makes a strict start fail.
#[derive(Clone, Copy)]
pub enum SameName {
    /// The first counts.
    First(fn(&Clash<'_>) -> Note),
    /// The last counts.
    Last(fn(&Clash<'_>) -> Note),
}

/// Two skills of the same name.
pub struct Clash<'c> {
    /// The name of both.
    pub name: &'c str,
    /// The directory of the one that came first.
    pub first: &'c str,
    /// The directory of the one that came later.
    pub later: &'c str,
    /// The root of the one that came later.
    pub root: &'c str,
}

/// The order in which skills are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the code points of their names.
    Name,
    /// By root, then by path.
    Found,
}

/// Which files an activation lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// All of them.
    All,
    /// Those below this folder.
    Below(&'static str),
    /// Those that are UTF-8 text, by their first 64 KiB.
    Text,
    /// None, and the directories are not read.
    None,
}

/// Which paths of files a model's call may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// Relative ones without `.` and `..`.
    Plain,
    /// All that lead into the skill's directory: `./a`, `a/../b`, and those that
    /// begin with that directory.
    Resolved,
    /// Those that an activation lists, letter by letter.
    Listed,
}

/// Where a body that is longer than the limit is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// After the last line that fits, if that is near.
    Line,
    /// After the last character that fits.
    Character,
    /// Nowhere: it is delivered whole.
    Never,
}

/// Folders that a scan for skills does not go down into. They may be skills
/// themselves.
pub const NOT_SCANNED: &[&str] = &[
    "bower_components",
    "build",
    "dist",
    "node_modules",
    "__pycache__",
    "site-packages",
    "target",
    "vendor",
    "venv",
];

/// Folders whose files are not listed as files of a skill.
pub const NOT_LISTED: &[&str] = &[
    "bower_components",
    "node_modules",
    "__pycache__",
    "site-packages",
    "venv",
];

/// Whether a name is hidden by its first character.
pub fn hidden(name: &str) -> bool {
    name.starts_with('.')
}
