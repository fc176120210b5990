//! Signatures of locks: detached, Ed25519, 64 bytes, with keys in PEM as
//! `openssl genpkey -algorithm ed25519` writes them.

use std::fmt;

use ed25519_dalek::pkcs8::{DecodePrivateKey, DecodePublicKey};
use ed25519_dalek::{Signature, Signer};

/// Length of a signature in bytes.
pub const SIGNATURE_BYTES: usize = 64;

/// Why a lock was not signed, or its signature not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The text is not a private key.
    #[error("the key is not an Ed25519 private key in PEM (PKCS#8)")]
    PrivateKey,
    /// The text is not a public key.
    #[error("the key is not an Ed25519 public key in PEM (SPKI)")]
    PublicKey,
    /// The signature does not have the length of one.
    #[error("the signature is not 64 bytes long")]
    Length,
    /// The signature was not made by this key for this text.
    #[error("the signature does not fit the lock and the key")]
    Mismatch,
    /// The text that was signed is not UTF-8.
    #[error("the signed lock is not UTF-8 text")]
    NotText,
}

impl SignatureError {
    /// A stable identifier for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::PrivateKey | Self::PublicKey => "key",
            Self::Length | Self::Mismatch | Self::NotText => "signature",
        }
    }
}

/// A key that signs locks.
pub struct PrivateKey(ed25519_dalek::SigningKey);

impl PrivateKey {
    /// Reads a private key: PKCS#8 in PEM.
    ///
    /// # Errors
    /// [`SignatureError::PrivateKey`].
    pub fn from_pem(pem: &str) -> Result<Self, SignatureError> {
        ed25519_dalek::SigningKey::from_pkcs8_pem(pem)
            .map(Self)
            .map_err(|_| SignatureError::PrivateKey)
    }

    /// The signature of a lock, over its very bytes.
    pub fn sign(&self, lock: &str) -> [u8; SIGNATURE_BYTES] {
        self.0.sign(lock.as_bytes()).to_bytes()
    }
}

/// Shows nothing of the key.
impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").finish_non_exhaustive()
    }
}

/// A key whose signatures are accepted.
#[derive(Clone, Debug)]
pub struct PublicKey(ed25519_dalek::VerifyingKey);

impl PublicKey {
    /// Reads a public key: SPKI in PEM.
    ///
    /// # Errors
    /// [`SignatureError::PublicKey`].
    pub fn from_pem(pem: &str) -> Result<Self, SignatureError> {
        ed25519_dalek::VerifyingKey::from_public_key_pem(pem)
            .map(Self)
            .map_err(|_| SignatureError::PublicKey)
    }

    /// Takes the bytes of a lock and gives its text back only if this key has
    /// signed it.
    ///
    /// # Errors
    /// [`SignatureError::Length`], [`SignatureError::Mismatch`] or
    /// [`SignatureError::NotText`].
    pub fn verified(&self, lock: Vec<u8>, signature: &[u8]) -> Result<String, SignatureError> {
        let signature = Signature::from_slice(signature).map_err(|_| SignatureError::Length)?;
        self.0
            .verify_strict(&lock, &signature)
            .map_err(|_| SignatureError::Mismatch)?;
        String::from_utf8(lock).map_err(|_| SignatureError::NotText)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Written by openssl 3.0: `genpkey -algorithm ed25519`, `pkey -pubout` and
    // `pkeyutl -sign -rawin` over `LOCK`. The key signs nothing else.
    const PRIVATE: &str = "-----BEGIN PRIVATE KEY-----\n\
        MC4CAQAwBQYDK2VwBCIEIHjVYR7bXl9rRcvNWWX7wbb1zz/+yYeWMfWIJXElQM91\n\
        -----END PRIVATE KEY-----\n";
    const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\n\
        MCowBQYDK2VwAyEApVOxPjCPpbDnLtbixQVxJ5QiREu8vX61pVmft9XVKc0=\n\
        -----END PUBLIC KEY-----\n";
    const OTHER_PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\n\
        MCowBQYDK2VwAyEA4g/ws6y2URYRZ0ueZTXFg59UmDffza9DfadgzBTeMB0=\n\
        -----END PUBLIC KEY-----\n";
    const LOCK: &str = "locked\n";
    const SIGNATURE: &str = "55b720c0480f36461eb970bd0204e674d4c40d719a9cd0088abee34cc4edf919647b427dd22acbde56d9a27cbcd077873a70e0414d163ba4dbf66ccd1427040a";

    fn signature() -> Vec<u8> {
        (0..SIGNATURE.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&SIGNATURE[at..at + 2], 16).unwrap_or_default())
            .collect()
    }

    #[test]
    fn signatures_are_those_of_openssl() {
        let signed = PrivateKey::from_pem(PRIVATE).map(|key| key.sign(LOCK).to_vec());
        assert_eq!(signed, Ok(signature()));
    }

    #[test]
    fn the_text_is_given_only_when_all_fits() {
        let mut damaged = signature();
        damaged[0] ^= 1;
        let cases = [
            (PUBLIC, LOCK, signature(), Ok(LOCK.to_owned())),
            (
                PUBLIC,
                "Locked\n",
                signature(),
                Err(SignatureError::Mismatch),
            ),
            (PUBLIC, LOCK, damaged, Err(SignatureError::Mismatch)),
            (PUBLIC, LOCK, Vec::new(), Err(SignatureError::Length)),
            (
                OTHER_PUBLIC,
                LOCK,
                signature(),
                Err(SignatureError::Mismatch),
            ),
            (PRIVATE, LOCK, signature(), Err(SignatureError::PublicKey)),
            ("", LOCK, signature(), Err(SignatureError::PublicKey)),
        ];
        for (key, lock, signature, expected) in cases {
            let verified = PublicKey::from_pem(key)
                .and_then(|key| key.verified(lock.as_bytes().to_vec(), &signature));
            assert_eq!(verified, expected, "{key}{lock}");
        }
        let private = PrivateKey::from_pem(PUBLIC).map(|_| ());
        assert_eq!(private, Err(SignatureError::PrivateKey));
    }
}
