//! `list-skills`, without a copy of the library.
//!
//! Generated bindings take what they return by value, so that each text would be
//! copied before the host copies it, and a third of the memory be copies. Here the
//! records of the canonical ABI point into the library's own skills; what is told
//! beside them is little and copied.

use std::cell::RefCell;
use std::rc::Rc;

use agent_skills_types as types;

use super::with;
use crate::library::Library;

/// A list: its first element, and how many there are.
#[repr(C)]
struct List<T> {
    first: *const T,
    length: usize,
}

type Text = List<u8>;

/// A value that may be none; then it means nothing.
#[repr(C)]
struct Optional<T> {
    is_some: bool,
    value: T,
}

#[repr(C)]
struct Skill {
    name: Text,
    description: Text,
    directory: Text,
    root: Text,
    license: Optional<Text>,
    compatibility: Optional<Text>,
    allowed_tools: List<Text>,
    metadata: List<[Text; 2]>,
    frontmatter: Text,
    for_model: bool,
    for_user: bool,
    digest: Text,
}

#[repr(C)]
struct Diagnostic {
    severity: u8,
    code: Text,
    root: Text,
    path: Text,
    line: Optional<u32>,
    column: Optional<u32>,
    message: Text,
    hint: Optional<Text>,
}

#[repr(C)]
struct ShadowedSkill {
    name: Text,
    directory: Text,
    winner: Text,
}

#[repr(C)]
struct Listing {
    skills: List<Skill>,
    diagnostics: List<Diagnostic>,
    shadowed: List<ShadowedSkill>,
    complete: bool,
    digest: Text,
}

// As the canonical ABI has them.
const _: () = assert!(
    size_of::<Skill>() == 92
        && size_of::<Diagnostic>() == 64
        && size_of::<ShadowedSkill>() == 24
        && size_of::<Listing>() == 36
);

impl<T> List<T> {
    fn of(items: &[T]) -> Self {
        Self {
            first: items.as_ptr(),
            length: items.len(),
        }
    }
}

impl Text {
    fn new(text: &str) -> Self {
        Self::of(text.as_bytes())
    }
}

impl Optional<Text> {
    fn text(text: Option<&String>) -> Self {
        Self {
            is_some: text.is_some(),
            value: Text::new(text.map_or("", String::as_str)),
        }
    }
}

impl Optional<u32> {
    fn number(number: Option<u32>) -> Self {
        Self {
            is_some: number.is_some(),
            value: number.unwrap_or_default(),
        }
    }
}

impl Skill {
    /// The record of a skill whose lists are those that were made of its own.
    fn new(skill: &types::Skill, tools: &[Text], metadata: &[[Text; 2]]) -> Self {
        Self {
            name: Text::new(&skill.name),
            description: Text::new(&skill.description),
            directory: Text::new(&skill.directory),
            root: Text::new(&skill.root),
            license: Optional::text(skill.license.as_ref()),
            compatibility: Optional::text(skill.compatibility.as_ref()),
            allowed_tools: List::of(tools),
            metadata: List::of(metadata),
            frontmatter: Text::new(&skill.frontmatter),
            for_model: skill.invocation.model,
            for_user: skill.invocation.user,
            digest: Text::new(&skill.digest),
        }
    }
}

impl Diagnostic {
    fn new(diagnostic: &types::Diagnostic) -> Self {
        Self {
            severity: match diagnostic.severity {
                types::Severity::Error => 0,
                types::Severity::Warning => 1,
                types::Severity::Info => 2,
            },
            code: Text::new(&diagnostic.code),
            root: Text::new(&diagnostic.root),
            path: Text::new(&diagnostic.path),
            line: Optional::number(diagnostic.line),
            column: Optional::number(diagnostic.column),
            message: Text::new(&diagnostic.message),
            hint: Optional::text(diagnostic.hint.as_ref()),
        }
    }
}

impl ShadowedSkill {
    fn new(shadowed: &types::ShadowedSkill) -> Self {
        Self {
            name: Text::new(&shadowed.name),
            directory: Text::new(&shadowed.directory),
            winner: Text::new(&shadowed.winner),
        }
    }
}

/// What the host reads, and all that it points to.
struct Kept {
    listing: Listing,
    _records: (Vec<Skill>, Vec<Diagnostic>, Vec<ShadowedSkill>),
    _lists: Vec<(Vec<Text>, Vec<[Text; 2]>)>,
    _skills: Vec<Rc<types::Skill>>,
    _others: (Vec<types::Diagnostic>, Vec<types::ShadowedSkill>, String),
}

impl Kept {
    /// What is told of a library. All that it points to stays where it is when
    /// this is moved, and as it is while this is kept.
    fn of(library: &Library) -> Self {
        let skills: Vec<Rc<types::Skill>> =
            library.entries().map(|e| Rc::clone(&e.skill)).collect();
        let lists: Vec<_> = skills.iter().map(|skill| lists(skill)).collect();
        let records = skills.iter().zip(&lists);
        let records: Vec<Skill> = records
            .map(|(skill, (tools, metadata))| Skill::new(skill, tools, metadata))
            .collect();
        let diagnostics = library.diagnostics().to_vec();
        let told: Vec<Diagnostic> = diagnostics.iter().map(Diagnostic::new).collect();
        let shadowed = library.shadowed();
        let hidden: Vec<ShadowedSkill> = shadowed.iter().map(ShadowedSkill::new).collect();
        let digest = library.digest();
        Self {
            listing: Listing {
                skills: List::of(&records),
                diagnostics: List::of(&told),
                shadowed: List::of(&hidden),
                complete: library.is_complete(),
                digest: Text::new(&digest),
            },
            _records: (records, told, hidden),
            _lists: lists,
            _skills: skills,
            _others: (diagnostics, shadowed, digest),
        }
    }
}

/// A skill's tools and its metadata.
fn lists(skill: &types::Skill) -> (Vec<Text>, Vec<[Text; 2]>) {
    let tools = skill.allowed_tools.iter().map(|tool| Text::new(tool));
    let metadata = skill.metadata.iter();
    (
        tools.collect(),
        metadata
            .map(|(key, value)| [Text::new(key), Text::new(value)])
            .collect(),
    )
}

thread_local! {
    /// Kept until the host has read it.
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The export of the interface.
// SAFETY: by the canonical ABI's rule for names this one is `list-skills` alone, and
// the bindings leave it out.
#[unsafe(export_name = "agent-skills:toolkit/catalog@0.1.0#list-skills")]
extern "C" fn list_skills() -> *const Listing {
    let listed = with(|toolkit| Kept::of(toolkit.library()));
    KEPT.with_borrow_mut(|kept| &raw const kept.insert(listed).listing)
}

/// What the host calls when it has read the listing.
// SAFETY: as above.
#[unsafe(export_name = "cabi_post_agent-skills:toolkit/catalog@0.1.0#list-skills")]
extern "C" fn forget_listing(_: *const Listing) {
    KEPT.take();
}
