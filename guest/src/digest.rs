//! SHA-256, written as text.

use std::collections::VecDeque;

use agent_skills_format::bytes::are_equal;
use sha2::{Digest as _, Sha256};

/// Formatting the bytes would take longer than hashing a usual frontmatter.
const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// A hash in the making.
#[derive(Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Takes bytes in.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash as 64 hexadecimal digits.
    pub fn hex(self) -> String {
        self.behind("")
    }

    /// The hash as `sha256:` and 64 hexadecimal digits.
    pub fn digest(self) -> String {
        self.behind("sha256:")
    }

    fn behind(self, prefix: &str) -> String {
        let hash: [u8; 32] = self.0.finalize().into();
        let mut digits = [[0; 2]; 32];
        for (byte, digits) in hash.iter().zip(&mut digits) {
            *digits = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
        }
        // Digits are ASCII.
        [
            prefix,
            str::from_utf8(digits.as_flattened()).unwrap_or_default(),
        ]
        .concat()
    }
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
    fn known_value() {
        assert_eq!(
            digest(b"abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
