//! SHA-256, written as text.

use std::collections::VecDeque;

use crate::bytes::are_equal;
use sha2::{Digest as _, Sha256};

/// What stands before the digits of a digest.
const PREFIX: [u8; 7] = *b"sha256:";

/// A hash in the making.
#[derive(Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Takes bytes in.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Takes in what a digest says, in half as many bytes.
    pub fn update_with(&mut self, digest: &str) {
        let (_, digits) = digest.split_at_checked(PREFIX.len()).unwrap_or_default();
        let (eights, _) = digits.as_bytes().as_chunks();
        for eight in eights {
            self.update(&four_bytes(*eight));
        }
    }

    /// The hash itself.
    pub fn bytes(self) -> [u8; 32] {
        self.0.finalize().into()
    }

    /// The hash as 64 hexadecimal digits.
    pub fn hex(self) -> String {
        self.behind::<0, 64>([])
    }

    /// The hash as `sha256:` and 64 hexadecimal digits.
    pub fn digest(self) -> String {
        self.behind::<7, 71>(PREFIX)
    }

    /// The digits behind a prefix, which both are ASCII.
    fn behind<const P: usize, const N: usize>(self, prefix: [u8; P]) -> String {
        let hash = self.bytes();
        let mut text = [0; N];
        let (before, digits) = text.split_at_mut(P);
        before.copy_from_slice(&prefix);
        let (words, _) = hash.as_chunks();
        let (eights, _) = digits.as_chunks_mut();
        for (eight, word) in eights.iter_mut().zip(words) {
            *eight = eight_digits(u32::from_be_bytes(*word));
        }
        str::from_utf8(&text).unwrap_or_default().to_owned()
    }
}

/// One in each of eight bytes.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// A number as hexadecimal digits, all of them written together: one by one would
/// take as long as hashing a usual frontmatter.
const fn eight_digits(number: u32) -> [u8; 8] {
    let mut nibbles = number as u64;
    nibbles = (nibbles | nibbles << 16) & 0x0000_ffff_0000_ffff;
    nibbles = (nibbles | nibbles << 8) & 0x00ff_00ff_00ff_00ff;
    nibbles = (nibbles | nibbles << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // From ten on, a nibble and six have a fifth bit.
    let letters = (nibbles + 6 * ONES) >> 4 & ONES;
    let digits = nibbles + b'0' as u64 * ONES + (b'a' - b'9' - 1) as u64 * letters;
    digits.to_be_bytes()
}

/// The bytes of the number that [`eight_digits`] writes so.
const fn four_bytes(digits: [u8; 8]) -> [u8; 4] {
    let digits = u64::from_be_bytes(digits);
    let letters = digits >> 6 & ONES;
    let mut nibbles = (digits & (0xf * ONES)) + 9 * letters;
    nibbles = (nibbles | nibbles >> 4) & 0x00ff_00ff_00ff_00ff;
    nibbles = (nibbles | nibbles >> 8) & 0x0000_ffff_0000_ffff;
    let [.., a, b, c, d] = (nibbles | nibbles >> 16).to_be_bytes();
    [a, b, c, d]
}

/// The digest of one piece of bytes.
pub fn digest(bytes: &[u8]) -> String {
    let mut hasher = Hasher::default();
    hasher.update(bytes);
    hasher.digest()
}

/// The hash of one piece of bytes as 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut hasher = Hasher::default();
    hasher.update(bytes);
    hasher.hex()
}

/// Pieces of bytes that were hashed before, with their digests.
///
/// The same skill is activated again and again, and to compare its bytes takes a
/// fraction of the time in which they can be hashed.
#[derive(Default)]
pub struct Recent {
    /// The oldest first.
    pieces: VecDeque<(Vec<u8>, String)>,
}

impl Recent {
    /// What all pieces may take together, in bytes.
    const MOST_BYTES: usize = 256 * 1024;

    /// How many there may be. Usual skills fill the bytes with them.
    const MOST_PIECES: usize = 50;

    /// The digest of a piece.
    pub fn digest(&mut self, bytes: &[u8]) -> String {
        if let Some((_, digest)) = self
            .pieces
            .iter()
            .find(|(piece, _)| are_equal(piece, bytes))
        {
            return digest.clone();
        }
        let digest = digest(bytes);
        if bytes.len() <= Self::MOST_BYTES {
            self.pieces.push_back((bytes.to_vec(), digest.clone()));
            while self.bytes() > Self::MOST_BYTES || self.pieces.len() > Self::MOST_PIECES {
                self.pieces.pop_front();
            }
        }
        digest
    }

    fn bytes(&self) -> usize {
        self.pieces.iter().map(|(piece, _)| piece.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_hashed_is_known_and_the_oldest_goes_first() {
        let mut recent = Recent::default();
        let piece = |fill: u8| vec![fill; Recent::MOST_BYTES / 4];
        for fill in [1, 2, 3, 4, 2, 5] {
            assert_eq!(recent.digest(&piece(fill)), digest(&piece(fill)));
        }
        let kept: Vec<u8> = recent.pieces.iter().map(|(bytes, _)| bytes[0]).collect();
        assert_eq!(kept, [2, 3, 4, 5]);
        assert_eq!(recent.bytes(), Recent::MOST_BYTES);

        let too_large = vec![6; Recent::MOST_BYTES + 1];
        assert_eq!(recent.digest(&too_large), digest(&too_large));
        assert_eq!(recent.pieces.len(), 4);
        for length in 0..100 {
            assert_eq!(recent.digest(&vec![7; length]), digest(&vec![7; length]));
        }
        assert_eq!(recent.pieces.len(), Recent::MOST_PIECES);
    }

    #[test]
    fn numbers_are_written_as_eight_digits() {
        for place in 0..8 {
            for nibble in 0..16 {
                let number: u32 = nibble << (4 * place);
                for number in [number, !number] {
                    let digits = eight_digits(number);
                    assert_eq!(digits, format!("{number:08x}").as_bytes());
                    assert_eq!(four_bytes(digits), number.to_be_bytes());
                }
            }
        }
    }

    #[test]
    fn a_digest_is_taken_in_as_the_bytes_that_it_tells() {
        let mut hasher = Hasher::default();
        hasher.update_with(&digest(b"abc"));
        let bytes: [u8; 32] = Sha256::digest(b"abc").into();
        assert_eq!(hasher.digest(), digest(&bytes));
    }

    #[test]
    fn known_value() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            digest(b"abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
