//! Two thousand skills are spread like published ones.

use agent_skills_generator::distribution::{
    DESCRIPTION_CHARACTERS, Distribution, FILE_BYTES, FILES, FRONTMATTER_BYTES, SHARES,
    SKILL_FILE_BYTES, SKILL_FILE_LINES,
};
use agent_skills_generator::{Skill, Tree};

const COUNT: usize = 2_000;

/// Checks the share of values up to each percentile. Four standard deviations
/// are chance; one per cent more is for sizes that depend on each other.
#[track_caller]
fn assert_spread(what: &str, values: &[usize], expected: Distribution) {
    let share = |count: usize| count as f64 / values.len() as f64;
    for (known, value) in SHARES.into_iter().zip(expected.values()) {
        let value = value as usize;
        let tolerance = 4.0 * (known * (1.0 - known) / values.len() as f64).sqrt() + 0.01;
        // Words do not fill every last byte, hence the twentieth.
        let below = share(values.iter().filter(|&&v| v + v / 20 < value).count());
        let up_to = share(values.iter().filter(|&&v| v <= value + value / 20).count());
        assert!(
            below - tolerance <= known && known <= up_to + tolerance,
            "{what}: {value} should be the percentile {known}, not {below} to {up_to}"
        );
    }
}

fn each(skills: &[Skill], measure: impl Fn(&Skill) -> usize) -> Vec<usize> {
    skills.iter().map(measure).collect()
}

#[test]
fn sizes_follow_the_percentiles() {
    let skills = Tree::new(COUNT).seed(11).plan().skills;
    let spread = |what, expected, measure: fn(&Skill) -> usize| {
        assert_spread(what, &each(&skills, measure), expected);
    };
    spread("bytes of SKILL.md", SKILL_FILE_BYTES, |skill| {
        skill.skill_file().len()
    });
    spread("lines of SKILL.md", SKILL_FILE_LINES, |skill| {
        skill.skill_file().lines().count()
    });
    spread("frontmatter", FRONTMATTER_BYTES, |skill| {
        skill.frontmatter.len()
    });
    spread("description", DESCRIPTION_CHARACTERS, |skill| {
        skill.description.chars().count()
    });
    spread("files", FILES, |skill| 1 + skill.files.len());
}

#[test]
fn files_follow_the_percentiles_until_they_are_cut() {
    let skills = Tree::new(COUNT).seed(11).plan().skills;
    let sizes: Vec<_> = skills
        .iter()
        .flat_map(|skill| &skill.files)
        .map(|file| file.size())
        .collect();
    let largest = sizes.iter().max().copied().unwrap_or_default();
    assert!(
        largest > 125_647,
        "the largest file is cut to {largest} bytes"
    );
    let [values @ .., _] = FILE_BYTES.values();
    for (known, value) in SHARES.into_iter().zip(values) {
        let up_to = sizes.iter().filter(|&&size| size <= value as usize).count();
        let share = up_to as f64 / sizes.len() as f64;
        assert!(
            (share - known).abs() < 0.03,
            "{value} is the percentile {share}, not {known}"
        );
    }
}

#[test]
fn folders_and_keys_are_as_frequent_as_published() {
    let skills = Tree::new(COUNT).seed(11).plan().skills;
    for (folder, expected) in [("references/", 0.11), ("scripts/", 0.05), ("assets/", 0.01)] {
        assert_share(folder, expected, &skills, |skill| {
            skill.files.iter().any(|file| file.path.starts_with(folder))
        });
    }
    for (key, expected) in [
        ("name:", 1.0),
        ("license:", 0.24),
        ("metadata:", 0.03),
        ("allowed-tools:", 0.02),
        ("version:", 0.02),
    ] {
        assert_share(key, expected, &skills, |skill| {
            skill.frontmatter.lines().any(|line| line.starts_with(key))
        });
    }
}

#[track_caller]
fn assert_share(what: &str, expected: f64, skills: &[Skill], has: impl Fn(&Skill) -> bool) {
    let count = skills.iter().filter(|&skill| has(skill)).count();
    let share = count as f64 / skills.len() as f64;
    let tolerance = 4.0 * (expected * (1.0 - expected) / skills.len() as f64).sqrt() + 0.005;
    assert!(
        (share - expected).abs() <= tolerance,
        "{what}: {share} instead of {expected}"
    );
}
