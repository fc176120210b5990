//! `agent-skills explain`.

use std::os::unix::fs::symlink;

use crate::support::Place;

fn place() -> Place {
    let place = Place::with_skills();
    place.write(
        "skills/slash/SKILL.md",
        "---\nname: a/b\ndescription: d\n---\n",
    );
    place.write(
        "skills/dot/SKILL.md",
        "---\nname: ./z\ndescription: d\n---\n",
    );
    place.write("pool/foo/SKILL.md", "---\nname: foo\ndescription: d\n---\n");
    for (target, link) in [
        ("../pool/foo", "skills/foo"),
        ("../notes/SKILL.md", "skills/pdf/sib"),
        ("skills", "alias"),
    ] {
        symlink(target, place.work().join(link)).expect("a new link");
    }
    place
}

#[test]
fn names_come_before_paths_and_links_stay_what_they_are() {
    let outside = "ignored: WORK/skills/foo\n  \
                   The link leads to `../pool/foo`, outside its root.\n";
    let cases = [
        (
            "a/b",
            0,
            "a/b: loaded: WORK/skills/slash\n  Loaded from root WORK/skills.\n",
        ),
        (
            "./z",
            0,
            "./z: loaded: WORK/skills/dot\n  Loaded from root WORK/skills.\n",
        ),
        (
            "skills/pdf",
            0,
            "pdf: loaded: WORK/skills/pdf\n  Loaded from root WORK/skills.\n",
        ),
        (
            "alias/pdf",
            0,
            "pdf: loaded: WORK/skills/pdf\n  Loaded from root WORK/skills.\n",
        ),
        (
            "skills/pdf/forms.md",
            0,
            "pdf: loaded: WORK/skills/pdf/forms.md\n  It is a file of the skill `pdf`.\n",
        ),
        (
            "skills/pdf/none",
            1,
            "pdf: ignored: WORK/skills/pdf/none\n  The skill has no file `none`.\n",
        ),
        (
            "skills/pdf/sib",
            1,
            "pdf: ignored: WORK/skills/pdf/sib\n  Path `sib` leads out of the skill's directory: \
             it goes through a link to `../notes/SKILL.md`.\n",
        ),
        ("skills/foo", 1, outside),
        (
            "pool",
            1,
            "ignored: WORK/pool\n  \
             There is no skill of this name, and no root holds such a path.\n",
        ),
        (
            "none",
            1,
            "ignored: none\n  There is no skill of this name, and no root holds such a path.\n",
        ),
    ];
    let place = place();
    for (subject, status, told) in cases {
        let run = place.run(&["--root", "skills", "explain", subject]);
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (status, told),
            "{subject}"
        );
    }
}
