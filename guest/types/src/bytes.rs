//! Searches that look at eight bytes together.
//!
//! Every text of every skill passes through them. The searches of the standard
//! library go by the machine's words, which are half as long in WebAssembly.

use std::cmp::Ordering;

/// Eight bytes, the first of them the lowest.
#[derive(Clone, Copy)]
struct Eight(u64);

/// In each byte of a mask only the high bit counts.
const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);

impl Eight {
    const fn of(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }

    const fn all(byte: u8) -> Self {
        Self::of([byte; 8])
    }

    /// The bytes that are this one. No sum reaches into the next byte.
    const fn are(self, byte: u8) -> u64 {
        let others = self.0 ^ Self::all(byte).0;
        !(((others & !HIGH) + !HIGH) | others) & HIGH
    }

    /// The bytes that are ASCII characters which are not printed.
    const fn are_controls(self) -> u64 {
        let low = self.0 & !HIGH;
        // The high bit is set from a space on, and from DEL on.
        let from_space = low + Self::all(0x80 - b' ').0;
        let from_delete = low + Self::all(1).0;
        (!from_space | from_delete) & !self.0 & HIGH
    }

    /// The bytes that are not printed ASCII characters.
    const fn are_unprinted(self) -> u64 {
        self.are_controls() | (self.0 & HIGH)
    }
}

/// Where the first byte stands of those that `fits` tells of eight together, and
/// `fits_one` of one.
#[inline(always)]
fn first(text: &[u8], fits: impl Fn(Eight) -> u64, fits_one: impl Fn(u8) -> bool) -> Option<usize> {
    let Some(last) = text.last_chunk() else {
        return text.iter().position(|byte| fits_one(*byte));
    };
    let place = |found: u64| found.trailing_zeros() as usize / 8;
    let (eights, _) = text.as_chunks();
    for (at, eight) in eights.iter().enumerate() {
        let found = fits(Eight::of(*eight));
        if found != 0 {
            return Some(8 * at + place(found));
        }
    }
    // Those of the last eight that were looked at do not fit.
    let found = fits(Eight::of(*last));
    (found != 0).then(|| text.len() - 8 + place(found))
}

/// Where `byte` stands first.
#[inline]
pub fn find(text: &[u8], byte: u8) -> Option<usize> {
    first(text, |eight| eight.are(byte), |other| other == byte)
}

/// Where the first byte stands that is neither a printed ASCII character nor one of
/// `others`.
#[inline]
pub fn find_unprinted<const N: usize>(text: &[u8], others: [u8; N]) -> Option<usize> {
    first(
        text,
        |eight| {
            let unprinted = eight.are_unprinted();
            others
                .iter()
                .fold(unprinted, |all, byte| all & !eight.are(*byte))
        },
        |byte| !is_printed(byte) && !others.contains(&byte),
    )
}

/// Whether one of `bytes` stands in the text.
#[inline]
pub fn has_any<const N: usize>(text: &[u8], bytes: [u8; N]) -> bool {
    first(
        text,
        |eight| bytes.iter().fold(0, |all, byte| all | eight.are(*byte)),
        |byte| bytes.contains(&byte),
    )
    .is_some()
}

/// Whether one of `bytes`, or an ASCII character that is not printed, stands in the
/// text.
#[inline]
pub fn has_control_or<const N: usize>(text: &[u8], bytes: [u8; N]) -> bool {
    first(
        text,
        |eight| {
            let controls = eight.are_controls();
            bytes
                .iter()
                .fold(controls, |all, byte| all | eight.are(*byte))
        },
        |byte| byte.is_ascii_control() || bytes.contains(&byte),
    )
    .is_some()
}

/// Whether `pair` stands in the text.
#[inline]
pub fn has_pair(text: &[u8], [byte, next]: [u8; 2]) -> bool {
    let (eights, rest) = text.as_chunks();
    // The mark of the last byte of the eight before, where the first one's stands.
    let mut before = 0;
    for eight in eights {
        let eight = Eight::of(*eight);
        let firsts = eight.are(byte);
        if (firsts << 8 | before) & eight.are(next) != 0 {
            return true;
        }
        before = firsts >> 56;
    }
    let end = (text.len() - rest.len()).saturating_sub(1);
    let mut pairs = text[end..].windows(2);
    pairs.any(|two| two[0] == byte && two[1] == next)
}

/// The order of two texts, as `Ord` has it.
#[inline]
pub fn compare(text: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> Ordering {
    let (text, other) = (text.as_ref(), other.as_ref());
    let (eights, _) = text.as_chunks();
    let (other_eights, _) = other.as_chunks();
    let mut at = 0;
    for (eight, other) in eights.iter().zip(other_eights) {
        if Eight::of(*eight).0 != Eight::of(*other).0 {
            return u64::from_be_bytes(*eight).cmp(&u64::from_be_bytes(*other));
        }
        at += 8;
    }
    text[at..].iter().cmp(&other[at..])
}

/// Whether two texts are the same.
#[inline]
pub fn are_equal(text: &[u8], other: &[u8]) -> bool {
    if text.len() != other.len() {
        return false;
    }
    let (Some(last), Some(other_last)) = (text.last_chunk(), other.last_chunk()) else {
        return text.iter().eq(other);
    };
    let same = |eight: &[u8; 8], other: &[u8; 8]| Eight::of(*eight).0 == Eight::of(*other).0;
    let (eights, _) = text.as_chunks();
    let (other_eights, _) = other.as_chunks();
    let mut pairs = eights.iter().zip(other_eights);
    pairs.all(|(eight, other)| same(eight, other)) && same(last, other_last)
}

/// Whether a byte is a printed ASCII character.
pub const fn is_printed(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place, among others and alone.
    #[test]
    fn eight_bytes_together_are_what_they_are_one_by_one() {
        for byte in 0..=u8::MAX {
            for fill in [b'a', b'\n', 0, 0x7f, 0x80, 0xff, byte ^ 0x80, byte ^ 1] {
                for at in 0..19 {
                    let mut text = [fill; 19];
                    text[at] = byte;
                    assert_one_by_one(&text[..at + 1], byte);
                    assert_one_by_one(&text, byte);
                }
            }
        }
    }

    #[test]
    fn texts_that_differ_anywhere_are_not_equal() {
        for length in 0..19 {
            let text = [b'a'; 19];
            assert!(are_equal(&text[..length], &text[..length]));
            assert!(!are_equal(&text[..length], &text));
            assert_ordered(&text[..length], &text);
            for at in 0..length {
                for byte in [0, b'b', 0xff] {
                    let mut other = text;
                    other[at] = byte;
                    assert!(!are_equal(&text[..length], &other[..length]), "{at}");
                    for other_length in [at + 1, length, 19] {
                        assert_ordered(&text[..length], &other[..other_length]);
                    }
                }
            }
        }
    }

    fn assert_ordered(text: &[u8], other: &[u8]) {
        for (a, b) in [(text, other), (other, text), (text, text)] {
            assert_eq!(compare(a, b), a.cmp(b), "{a:?} {b:?}");
        }
    }

    fn assert_one_by_one(text: &[u8], byte: u8) {
        let printed = |byte: &u8| (b' '..=b'~').contains(byte);
        let place = text.iter().position(|other| *other == byte);
        assert_eq!(find(text, byte), place, "{text:?} {byte}");
        assert_eq!(find(text, b'\t'), text.iter().position(|b| *b == b'\t'));
        for pair in [[byte, text[0]], [text[0], byte], [byte, byte]] {
            let expected = text.windows(2).any(|two| two == pair);
            assert_eq!(has_pair(text, pair), expected, "{text:?} {pair:?}");
        }
        let has = |bytes: &[u8]| text.iter().any(|byte| bytes.contains(byte));
        assert_eq!(has_any(text, [byte, b'\n']), has(&[byte, b'\n']));
        assert_eq!(has_any(text, *b":#"), has(b":#"), "{text:?}");
        for others in [*b"\n\t", [byte, b'x']] {
            let fits = |b: &u8| !printed(b) && !others.contains(b);
            assert_eq!(find_unprinted(text, others), text.iter().position(fits));
            let controls = text.iter().any(|b| *b < b' ' || *b == 0x7f);
            let expected = controls || has(&others);
            assert_eq!(has_control_or(text, others), expected, "{text:?}");
        }
    }
}
