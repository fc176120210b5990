//! Holds skills to the specification, for their authors: stricter than loading,
//! with the same codes.

use std::collections::BTreeMap;

use agent_skills_types::{Diagnostic, Error};

use crate::diagnostic::{Code, Note, Position};
use crate::discovery::links;
use crate::frontmatter::notes::{self, MOST_OF_A_KIND, Notes};
use crate::frontmatter::{self, Located};
use crate::manifest::{self, FileList};
use crate::name;
use crate::order::sort_by;
use crate::place::Place;
use crate::references::references;
use crate::resource::SkillFiles;
use crate::roots::normal;
use crate::servable;
use crate::serving;
use crate::skill::join;
use crate::text;
use crate::toolkit::Toolkit;

/// Most lines of a body that the specification recommends.
const BODY_LINES: usize = 500;

/// Most tokens of a body that the specification recommends.
const BODY_TOKENS: usize = 5000;

/// A token of English text or code is about this many characters long.
const TOKEN_CHARACTERS: usize = 4;

/// Checks every skill below the roots, in the order of paths and lines.
pub fn check(toolkit: &mut Toolkit) -> Vec<Diagnostic> {
    toolkit.look();
    let library = toolkit.known_library();
    let mut diagnostics = library.diagnostics().to_vec();
    let loaded = library
        .entries()
        .map(|entry| (&entry.skill.directory, &entry.place, Some(&entry.skill)));
    let unused = library
        .unused()
        .iter()
        .map(|unused| (&unused.directory, &unused.place, None));
    for (directory, place, skill) in loaded.chain(unused) {
        let root = &toolkit.roots()[place.rank].path;
        let in_file =
            |note: Note, below: &str| note.in_file(root, &text::one_line(&join(directory, below)));
        let loaded_as = skill.map(|skill| skill.name.as_str());
        let skill = Skill::open(toolkit, place);
        let notes = check_file(toolkit, place, loaded_as, skill.as_ref()).into_iter();
        diagnostics.extend(notes.map(|note| in_file(note, &place.file)));
        let links = skill.iter().flat_map(Skill::links);
        diagnostics.extend(links.map(|(below, note)| in_file(note, &below)));
    }
    for diagnostic in &mut diagnostics {
        if let Some(code) = Code::named(&diagnostic.code) {
            diagnostic.severity = code.severity_in_check();
        }
    }
    sort_by(&mut diagnostics, |a, b| {
        (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column))
    });
    diagnostics
}

/// What only a check tells of a file. A file that cannot be read has been told
/// of when it was loaded; `loaded_as` is the name of the skill, if it was.
fn check_file(
    toolkit: &Toolkit,
    place: &Place,
    loaded_as: Option<&str>,
    skill: Option<&Skill<'_>>,
) -> Vec<Note> {
    let limits = toolkit.limits();
    let Ok((_, bytes)) = toolkit.skill_file(place, None) else {
        return Vec::new();
    };
    let mut notes = Notes::default();
    if let Some(name) = loaded_as {
        let judged = servable::judge(&bytes, &place.file, name, limits);
        let size = skill.and_then(Skill::too_large_to_serve);
        let found = judged.faults.into_iter().chain(judged.advice).chain(size);
        found.for_each(|note| notes.push(note));
    }
    let Located::Block(block) = frontmatter::locate(&bytes, true, limits) else {
        return notes.into_vec();
    };
    let yaml = &bytes[block.yaml];
    if let Ok(reading) = frontmatter::read(yaml, block.first_line, limits) {
        frontmatter::advice(yaml, block.first_line, &reading, &mut notes);
    }
    let (head, body) = bytes.split_at(block.body);
    let first_line = head.iter().filter(|byte| **byte == b'\n').count() + 1;
    match std::str::from_utf8(body) {
        Ok(body) => {
            body_size(body, &mut notes);
            if let Some(skill) = skill {
                skill.dangling(body, first_line, &mut notes);
            }
        }
        Err(error) => notes.push(not_text(&body[..error.valid_up_to()], first_line)),
    }
    notes.into_vec()
}

fn body_size(body: &str, notes: &mut Notes) {
    let hint = "Move details into files of their own, which are read when they are needed.";
    let lines = body.lines().count();
    let tokens = body.chars().count() / TOKEN_CHARACTERS;
    if lines > BODY_LINES {
        let message = format!("The body has {lines} lines; at most {BODY_LINES} are recommended.");
        notes.push(Note::new(Code::BodyLines, message).hint(hint));
    }
    if tokens > BODY_TOKENS {
        let message =
            format!("The body has about {tokens} tokens; at most {BODY_TOKENS} are recommended.");
        notes.push(Note::new(Code::BodyTokens, message).hint(hint));
    }
}

/// A skill's directory, walked once.
struct Skill<'s> {
    files: SkillFiles<'s>,
    list: FileList,
}

impl<'s> Skill<'s> {
    /// None when the directory cannot be opened.
    fn open(toolkit: &'s Toolkit, place: &'s Place) -> Option<Self> {
        let files = SkillFiles::open(place, toolkit.roots(), toolkit.limits()).ok()?;
        let list = manifest::list(&files, toolkit.limits());
        Some(Self { files, list })
    }

    /// Why its files cannot be served over MCP, if they cannot.
    fn too_large_to_serve(&self) -> Option<Note> {
        serving::with_sizes(&self.files, &self.list).fault()
    }

    /// Links in the skill that lead to none of its files, with their paths.
    fn links(&self) -> Vec<(String, Note)> {
        let mut told = Vec::new();
        let mut counts = BTreeMap::new();
        for (below, refused) in &self.list.refused {
            let Some(note) = links::in_skill(refused) else {
                continue;
            };
            let count: &mut usize = counts.entry(note.code).or_default();
            *count += 1;
            if *count <= MOST_OF_A_KIND {
                told.push((below.clone(), note));
            }
        }
        let more = counts.into_iter().filter_map(|(code, count)| {
            let more = count.checked_sub(MOST_OF_A_KIND).filter(|more| *more > 0)?;
            Some((String::new(), notes::more(code, more)))
        });
        told.extend(more);
        told
    }

    /// Paths in the body that lead to no file of the skill. Each is looked up
    /// once, however often it stands there.
    fn dangling(&self, body: &str, first_line: usize, notes: &mut Notes) {
        let mut looked_up = BTreeMap::new();
        for reference in references(body) {
            let path = reference.path.trim_end_matches('/');
            let found = looked_up
                .entry(path)
                .or_insert_with(|| self.files.find(path).map(|_| ()));
            let Err(error) = found else { continue };
            notes.tell(Code::ReferenceDangling, || {
                Note::new(Code::ReferenceDangling, text::sentence(&error.to_string()))
                    .at(Position {
                        line: number(first_line + reference.line),
                        column: number(reference.column + 1),
                    })
                    .hint(self.correction(path, error))
            });
        }
    }

    /// What to do about a path that leads to no file of the skill.
    fn correction(&self, path: &str, error: &Error) -> String {
        let leads_out = matches!(error, Error::OutsideSkill { .. }) || normal(path).is_none();
        if leads_out {
            return "A skill cannot reach outside itself: put a copy of the file into its directory."
                .to_owned();
        }
        let near = name::nearest(path, self.list.paths.iter().map(String::as_str));
        match (near.first(), error) {
            (Some(near), _) => format!("Did you mean `{near}`?"),
            (None, Error::NotFound { target: None, .. }) => {
                "Add the file, or correct the path; paths begin at the skill's directory."
                    .to_owned()
            }
            (None, error) => error.hint().unwrap_or_default(),
        }
    }
}

fn not_text(valid: &[u8], first_line: usize) -> Note {
    let lines = valid.iter().filter(|byte| **byte == b'\n').count();
    let last = valid
        .rsplit(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    Note::new(Code::NotUtf8, "The body is not UTF-8 text.")
        .at(Position {
            line: number(first_line + lines),
            column: number(String::from_utf8_lossy(last).chars().count() + 1),
        })
        .hint("Save the file as UTF-8.")
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
