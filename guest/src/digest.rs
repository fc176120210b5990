//! SHA-256, written as text.

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
        let hash = self.0.finalize();
        let mut text = Vec::with_capacity(prefix.len() + 2 * hash.len());
        text.extend_from_slice(prefix.as_bytes());
        for byte in hash {
            text.extend([byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]));
        }
        // All of it is ASCII.
        String::from_utf8(text).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_value() {
        assert_eq!(
            digest(b"abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
