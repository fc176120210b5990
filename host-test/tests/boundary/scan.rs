//! What a look at the mounts gives, in one line.

use agent_skills_sandbox::Mounts;
use agent_skills_sandbox::types::{Invoker, Listing};

use crate::support::{Access, SECRET, Session, Table, Tree, Watchdog};

/// A trap beside a faultless skill, and what a scan makes of it.
pub type Trap<'a> = (&'a str, &'a dyn Fn(&Tree), &'a str);

/// Sets each trap in a tree of its own and compares what is found in `skills`,
/// the faultless skill aside: that has to be there always.
#[track_caller]
pub fn scan_with_traps(table: &mut Table, traps: &[Trap<'_>]) {
    for (name, set, expected) in traps {
        let tree = Tree::new();
        tree.skill("skills/good");
        set(&tree);
        for access in Access::ALL {
            let _watchdog = Watchdog::over(name);
            let mut session = Session::open(access, |mounts| mount_skills(mounts, &tree));
            let listing = session.list_skills().expect("it always answers");
            let good = session.activate_skill("good", Invoker::Host);
            assert_eq!(
                good.map(|activation| activation.body).ok().as_deref(),
                Some("Body of good.\n"),
                "{name}: {listing:?}"
            );
            table.add(name, access, expected, findings(&listing));
        }
    }
}

/// Mounts the tree's `skills` as `/skills`.
pub fn mount_skills(mounts: &mut Mounts, tree: &Tree) {
    let skills = tree.path("skills");
    mounts.add(skills, "/skills").expect("it exists");
}

/// A listing in one line: skills other than `good` with their directories, then
/// diagnostics as `code at path`, skills that are hidden, and whether something
/// may be missing.
pub fn findings(listing: &Listing) -> String {
    assert!(!format!("{listing:?}").contains(SECRET), "{listing:?}");
    let skills = listing
        .skills
        .iter()
        .filter(|skill| skill.name != "good")
        .map(|skill| format!("{} in {}", skill.name, skill.directory));
    let diagnostics = listing
        .diagnostics
        .iter()
        .map(|diagnostic| format!("{} at {}", diagnostic.code, diagnostic.path));
    let shadowed = listing
        .shadowed
        .iter()
        .map(|shadowed| format!("{} hidden in {}", shadowed.name, shadowed.directory));
    let incomplete = (!listing.complete).then(|| "incomplete".to_owned());
    let all: Vec<String> = skills
        .chain(diagnostics)
        .chain(shadowed)
        .chain(incomplete)
        .collect();
    all.join(", ")
}
