//! Comparison of secrets.

use std::hint::black_box;

/// Whether two texts are equal, in a time that tells nothing but the length of
/// `given`.
pub fn equal(given: &str, secret: &str) -> bool {
    let (given, secret) = (given.as_bytes(), secret.as_bytes());
    let mut difference = usize::from(given.len() != secret.len());
    for (index, byte) in given.iter().enumerate() {
        let other = secret.get(index).copied().unwrap_or(!byte);
        difference = black_box(difference | usize::from(byte ^ other));
    }
    difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_texts_are_equal() {
        for (a, b, expected) in [
            ("", "", true),
            ("abc", "abc", true),
            ("abc", "abd", false),
            ("abc", "ab", false),
            ("ab", "abc", false),
            ("", "a", false),
            ("a", "", false),
        ] {
            assert_eq!(equal(a, b), expected, "{a:?} {b:?}");
        }
    }
}
