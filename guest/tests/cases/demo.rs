//! One `SKILL.md` in the directory `demo`, beside a good skill that must load
//! whatever is wrong with it.

use agent_skills_types::Skill;

use crate::support::{Tree, names, skill, told};

/// What a listing tells of `demo/SKILL.md`.
struct Seen {
    /// The skill, unless it was refused.
    skill: Option<Skill>,
    /// Each diagnostic as `line:column code`, or the code alone.
    told: Vec<String>,
}

fn look(file: &[u8]) -> Seen {
    let tree = Tree::new().skill("good").file("demo/SKILL.md", file);
    let listing = tree.list();
    assert!(names(&listing).contains(&"good"), "{:?}", names(&listing));
    assert!(listing.complete);
    let told = told(&listing.diagnostics).into_iter().map(|line| {
        let about = line.strip_prefix("demo/SKILL.md").unwrap_or(&line);
        about.trim_start_matches([':', ' ']).to_owned()
    });
    Seen {
        told: told.collect(),
        skill: listing.skills.into_iter().find(|s| s.name != "good"),
    }
}

/// The file with LF and with CRLF, each without and with a byte order mark.
fn encodings(file: &str) -> [Vec<u8>; 4] {
    let crlf = file.replace('\n', "\r\n");
    [
        file.to_owned(),
        crlf.clone(),
        format!("\u{feff}{file}"),
        format!("\u{feff}{crlf}"),
    ]
    .map(String::into_bytes)
}

/// The file loads with this description, and this is told of it; the same with
/// other line ends and with a byte order mark.
#[track_caller]
pub fn loads(file: &str, description: &str, told: &[&str]) -> Skill {
    let skills = encodings(file).map(|file| loads_bytes(&file, description, told));
    for other in &skills[1..] {
        // The digest is that of the bytes, which differ.
        let same = Skill {
            digest: skills[0].digest.clone(),
            ..other.clone()
        };
        assert_eq!(same, skills[0], "{file:?}");
    }
    let [skill, ..] = skills;
    skill
}

/// These very bytes load with this description, and this is told of them.
#[track_caller]
pub fn loads_bytes(file: &[u8], description: &str, told: &[&str]) -> Skill {
    let shown = String::from_utf8_lossy(&file[..file.len().min(500)]).into_owned();
    let seen = look(file);
    assert_eq!(seen.told, told, "{shown:?}");
    let skill = seen.skill.unwrap_or_else(|| panic!("refused: {shown:?}"));
    assert_eq!(skill.description, description, "{shown:?}");
    skill
}

/// The file is refused, for this reason; the same with other line ends and with
/// a byte order mark.
#[track_caller]
pub fn refused(file: &str, told: &[&str]) {
    for file in encodings(file) {
        refused_bytes(&file, told);
    }
}

/// These very bytes are refused, for this reason.
#[track_caller]
pub fn refused_bytes(file: &[u8], told: &[&str]) {
    let shown = String::from_utf8_lossy(&file[..file.len().min(500)]).into_owned();
    let seen = look(file);
    assert_eq!(seen.told, told, "{shown:?}");
    assert!(seen.skill.is_none(), "loaded: {shown:?}");
}

/// The message and hint of the first diagnostic of a file.
#[track_caller]
pub fn words(file: impl AsRef<[u8]>) -> (String, Option<String>) {
    let tree = Tree::new().file("demo/SKILL.md", file);
    let first = tree.list().diagnostics.into_iter().next().unwrap();
    (first.message, first.hint)
}

/// The body that activating the skill of a file gives.
#[track_caller]
pub fn body(file: impl AsRef<[u8]>) -> String {
    let tree = Tree::new().file("demo/SKILL.md", file);
    let mut toolkit = tree.toolkit();
    let name = skill(&toolkit.list(), "demo").name.clone();
    let activation = toolkit.activate(&name, agent_skills_types::Invoker::Host);
    activation.unwrap().body
}
