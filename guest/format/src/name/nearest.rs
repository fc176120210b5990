//! Which names someone may have meant by one that does not exist.

use unicode_normalization::UnicodeNormalization;

use super::LOOKED_AT;

use crate::order::sort_by;

/// Most names that [`nearest`] gives.
const MOST_NEAR: usize = 3;

/// Most edits between two names that are near each other.
const MOST_EDITS: usize = 3;

/// At most three of `candidates` that someone may have meant by `name`, the
/// likeliest first.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Vec<&'c str> {
    let wanted = Folded::new(name);
    if wanted.0.is_empty() {
        return Vec::new();
    }
    let mut near: Vec<_> = candidates
        .into_iter()
        .filter_map(|candidate| Some((wanted.distance(&Folded::new(candidate))?, candidate)))
        .collect();
    sort_by(&mut near, Ord::cmp);
    near.truncate(MOST_NEAR);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// A name without what people get wrong most: case and separators.
struct Folded(Vec<char>);

impl Folded {
    fn new(name: &str) -> Self {
        let folded = name
            .trim()
            .nfc()
            .take(LOOKED_AT)
            .flat_map(char::to_lowercase)
            .map(|c| if matches!(c, '_' | ' ' | '.') { '-' } else { c });
        Self(folded.collect())
    }

    /// The part behind a plugin's name, as in `plugin:skill`.
    fn last_part(&self) -> &[char] {
        let parts = self.0.rsplit(|c| matches!(c, ':' | '/'));
        parts.into_iter().next().unwrap_or_default()
    }

    /// How far another name is; none when it is a different name altogether.
    fn distance(&self, other: &Self) -> Option<usize> {
        let (a, b) = (&self.0, &other.0);
        if a == b {
            return Some(0);
        }
        if !self.last_part().is_empty() && self.last_part() == other.last_part() {
            return Some(1);
        }
        let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
        let most = (short.len() / 3).clamp(1, MOST_EDITS);
        if let Some(edits) = edits(a, b, most) {
            return Some(1 + edits);
        }
        let is_part = short.len() >= 3 && (long.starts_with(short) || long.ends_with(short));
        is_part.then(|| 2 + MOST_EDITS + long.len() - short.len())
    }
}

/// The number of characters to insert, delete, replace or swap with the next
/// one, if at most `most`.
pub fn edits(a: &[char], b: &[char], most: usize) -> Option<usize> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if long.len() - short.len() > most {
        return None;
    }
    // Looks only at the diagonal band that so few edits can reach.
    let beyond = most + 1;
    let mut above: Vec<usize> = (0..=long.len()).map(|j| j.min(beyond)).collect();
    let mut before = above.clone();
    let mut row = above.clone();
    for (i, a) in short.iter().enumerate() {
        let first = (i + 1).saturating_sub(most).max(1);
        let last = (i + 1 + most).min(long.len());
        row.fill(beyond);
        row[0] = (i + 1).min(beyond);
        for j in first..=last {
            let replaced = above[j - 1] + usize::from(*a != long[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1).min(beyond);
            if i > 0 && j > 1 && *a == long[j - 2] && short[i - 1] == long[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        if row.iter().all(|&edits| edits >= beyond) {
            return None;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above.last().copied().filter(|&edits| edits <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn near_names_come_nearest_first() {
        let candidates = [
            "code-review",
            "pdf-processing",
            "plugin:deploy",
            "deploy-docs",
            "Plain Skill",
            "pdf",
            "技能",
        ];
        let cases: [(&str, &[&str]); 13] = [
            ("Code-Review", &["code-review"]),
            ("code_review", &["code-review"]),
            ("code-reviews", &["code-review"]),
            ("cdoe-review", &["code-review"]),
            ("plain-skill", &["Plain Skill"]),
            ("deploy", &["plugin:deploy", "deploy-docs"]),
            ("other:code-review", &["code-review"]),
            ("pdf-procesing", &["pdf-processing", "pdf"]),
            ("pd", &["pdf"]),
            ("技", &["技能"]),
            ("unrelated", &[]),
            ("", &[]),
            ("/etc/passwd", &[]),
        ];
        for (name, expected) in cases {
            assert_eq!(nearest(name, candidates), expected, "{name}");
        }
    }

    #[test]
    fn nearest_gives_at_most_three_in_a_stable_order() {
        let candidates = ["demo-d", "demo-b", "demo-c", "demo-a"];
        assert_eq!(
            nearest("demo-x", candidates),
            ["demo-a", "demo-b", "demo-c"]
        );
    }

    #[test]
    fn nearest_copes_with_many_and_long_names() {
        let long = "x".repeat(100_000);
        let names: Vec<String> = (0..10_000)
            .map(|i| format!("skill-number-{i:05}"))
            .collect();
        let all = names.iter().map(String::as_str).chain([long.as_str()]);
        assert_eq!(
            nearest("skill-number-0777", all.clone())[0],
            "skill-number-00777"
        );
        assert_eq!(nearest(&"x".repeat(200_000), all), [long.as_str()]);
    }

    /// The textbook's way, to compare with.
    fn edits_by_definition(a: &[char], b: &[char]) -> usize {
        match (a, b) {
            ([], rest) | (rest, []) => rest.len(),
            ([x, a @ ..], [y, b @ ..]) if x == y => edits_by_definition(a, b),
            ([x, tail_a @ ..], [y, tail_b @ ..]) => {
                let swapped = match (tail_a, tail_b) {
                    ([v, rest_a @ ..], [w, rest_b @ ..]) if x == w && v == y => {
                        edits_by_definition(rest_a, rest_b)
                    }
                    _ => usize::MAX - 1,
                };
                1 + edits_by_definition(tail_a, b)
                    .min(edits_by_definition(a, tail_b))
                    .min(edits_by_definition(tail_a, tail_b))
                    .min(swapped)
            }
        }
    }

    proptest! {
        #[test]
        fn the_band_finds_every_near_pair(a in "[ab-]{0,6}", b in "[ab-]{0,6}", most in 0usize..4) {
            let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
            let expected = Some(edits_by_definition(&a, &b)).filter(|&edits| edits <= most);
            prop_assert_eq!(edits(&a, &b, most), expected);
        }

        #[test]
        fn any_names_are_compared_without_panic(name: String, other: String) {
            let found = nearest(&name, [other.as_str()]);
            prop_assert!(found.len() <= 1);
        }
    }
}
