//! How large things are, as percentiles counted over 2,023 published skills.
//!
//! Between two percentiles, values are interpolated along their logarithm. The
//! ends differ from what was counted:
//! - the least value of each is a guess, because only the fifth percentile is
//!   known;
//! - the largest description (1,500 characters) and the largest number of
//!   files (1,101) are cut to what the specification permits and every host has
//!   to support, 1,024 and 512.

use fastrand::Rng;

/// The shares that a [`Distribution`] has values for.
pub const SHARES: [f64; 8] = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0];

/// Bytes of a `SKILL.md`.
pub const SKILL_FILE_BYTES: Distribution =
    Distribution([700, 1_701, 4_549, 7_758, 11_839, 22_085, 35_275, 73_938]);
/// Lines of a `SKILL.md`.
pub const SKILL_FILE_LINES: Distribution = Distribution([24, 43, 112, 208, 342, 675, 1_116, 2_166]);
/// Bytes between the two delimiters.
pub const FRONTMATTER_BYTES: Distribution = Distribution([90, 163, 232, 288, 415, 615, 765, 1_156]);
/// Characters of a description.
pub const DESCRIPTION_CHARACTERS: Distribution =
    Distribution([36, 51, 108, 150, 197, 287, 299, 1_024]);
/// Files of a skill, its `SKILL.md` among them.
pub const FILES: Distribution = Distribution([1, 1, 1, 1, 2, 10, 40, 512]);
/// Bytes of one file.
pub const FILE_BYTES: Distribution =
    Distribution([120, 536, 1_644, 4_462, 10_016, 28_115, 125_647, 4_014_063]);

/// A distribution known by its values at [`SHARES`], none below one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distribution([u32; SHARES.len()]);

impl Distribution {
    /// The value below which a share of all values lies; a share outside of 0
    /// to 1 counts as the nearer end.
    #[must_use]
    pub fn at(&self, share: f64) -> usize {
        let share = share.clamp(0.0, 1.0);
        let above = SHARES.partition_point(|&known| known <= share);
        let above = above.clamp(1, SHARES.len() - 1);
        let (from, to) = (SHARES[above - 1], SHARES[above]);
        let part = (share - from) / (to - from);
        between(self.0[above - 1], self.0[above], part)
    }

    /// The values at [`SHARES`].
    #[must_use]
    pub fn values(&self) -> [u32; SHARES.len()] {
        self.0
    }
}

/// The value at a part of the way from `low` to `high`, along the logarithm.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the result lies between two values of a table"
)]
fn between(low: u32, high: u32, part: f64) -> usize {
    let (low, high) = (f64::from(low), f64::from(high));
    (low * (high / low).powf(part)).round() as usize
}

/// A share near another, no farther than `spread`.
///
/// Reflected at the ends, so that shares near evenly spread ones are evenly
/// spread themselves: two sizes can go together and each keep its own
/// distribution.
pub(crate) fn near(rng: &mut Rng, share: f64, spread: f64) -> f64 {
    let moved = (share + spread * (2.0 * rng.f64() - 1.0)).abs();
    if moved > 1.0 { 2.0 - moved } else { moved }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpolates_between_percentiles() {
        for (distribution, share, expected) in [
            (SKILL_FILE_BYTES, -1.0, 700),
            (SKILL_FILE_BYTES, 0.5, 7_758),
            (SKILL_FILE_BYTES, 0.97, 27_911),
            (SKILL_FILE_BYTES, 2.0, 73_938),
            (FILES, 0.3, 1),
            (FILES, 0.75, 2),
            (FILES, 1.0, 512),
            (DESCRIPTION_CHARACTERS, 1.0, 1_024),
        ] {
            assert_eq!(
                distribution.at(share),
                expected,
                "{distribution:?} at {share}"
            );
        }
    }

    #[test]
    fn shares_near_even_ones_are_even() {
        let mut rng = Rng::with_seed(1);
        let low = (0..10_000)
            .map(|_| {
                let share = rng.f64();
                near(&mut rng, share, 0.1)
            })
            .inspect(|share| assert!((0.0..=1.0).contains(share)))
            .filter(|&share| share < 0.05)
            .count();
        assert!((400..600).contains(&low), "{low} of 10,000 are below 0.05");
    }
}
