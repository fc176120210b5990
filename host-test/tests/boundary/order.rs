//! What is found does not depend on the order in which it was put there.

use agent_skills_generator::{Files, Tree};
use agent_skills_sandbox::Mounts;

use crate::support::{Access, Session};

/// All that a listing, the catalog and the hashes of files tell.
fn everything(mounts: impl Fn(&mut Mounts), access: Access) -> (String, String, Vec<String>) {
    let mut session = Session::open(access, mounts);
    let listing = session.list_skills().expect("it always answers");
    assert_eq!(listing.skills.len(), 60);
    let json = serde_json::to_string(&listing).expect("it has a JSON form");
    let catalog = session.catalog_text(Some(6000)).expect("it always answers");
    assert!(catalog.shortened > 0, "the budget is too large to matter");
    let digests = listing.skills.iter().map(|skill| {
        let manifest = session
            .list_files(&skill.name)
            .expect("the skill is faultless");
        assert!(manifest.complete);
        manifest.digest
    });
    (json, catalog.text, digests.collect())
}

pub fn the_order_of_creation_does_not_matter() {
    let files = Files::Typical {
        most_bytes: 256 * 1024,
    };
    let tree = Tree::new(60)
        .seed(5)
        .nested(30)
        .unquoted_colons(20)
        .most_body_bytes(500)
        .files(files);
    let mut first = None;
    for order in [None, Some(1), Some(2), Some(3)] {
        let directory = tempfile::tempdir().expect("there is room for a directory");
        let tree = tree.clone();
        let tree = match order {
            Some(seed) => tree.creation_order(seed),
            None => tree,
        };
        tree.write(directory.path()).expect("it can be written");
        let mount = |mounts: &mut Mounts| {
            mounts.add(directory.path(), "/skills").expect("it exists");
        };
        for access in Access::ALL {
            let found = everything(mount, access);
            let first = first.get_or_insert_with(|| found.clone());
            assert!(
                found == *first,
                "{order:?}, {access:?}:\n{found:?}\n{first:?}"
            );
        }
    }
}

/// The same instance, asked again and again.
pub fn asking_again_changes_nothing() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let tree = Tree::new(40).seed(6).nested(30).files(Files::None);
    tree.write(directory.path()).expect("it can be written");
    for access in Access::ALL {
        let mut session = Session::open(access, |mounts| {
            mounts.add(directory.path(), "/skills").expect("it exists");
        });
        let first = session.list_skills().expect("it always answers");
        for _ in 0..20 {
            assert_eq!(session.list_skills().expect("it always answers"), first);
        }
    }
}
