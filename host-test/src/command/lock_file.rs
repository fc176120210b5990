//! The file with a lock, and the one with its signature beside it.

use std::io;
use std::path::{Path, PathBuf};

use agent_skills_sandbox::signature::{PrivateKey, PublicKey};

use super::failure::{Failure, Result};
use super::input;
use super::replace::replace;

/// Where a lock is written and looked for when nobody says where.
pub const USUAL: &str = "agent-skills.lock.json";

/// Largest lock, in bytes; an instance has no more memory for it.
const LOCK_BYTES: u64 = 64 * 1024 * 1024;

/// Largest key or signature, in bytes.
const SMALL_BYTES: u64 = 64 * 1024;

/// Reads a lock. With a key it has to be signed by it, which is made sure before
/// anything of it is looked at.
pub fn read(file: &Path, key: Option<&Path>) -> Result<String> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::usage(
            format!("there is no lock `{}`", file.display()),
            "`agent-skills lock` writes one.",
        ),
        _ => Failure::lock("lock", file, error),
    };
    let Some(key) = key else {
        return input::text(file, LOCK_BYTES).map_err(unreadable);
    };
    let public = PublicKey::from_pem(&key_text(key)?)
        .map_err(|error| Failure::lock(error.code(), key, error))?;
    let bytes = input::bytes(file, LOCK_BYTES).map_err(unreadable)?;
    let beside = signature_of(file);
    let signature = input::bytes(&beside, SMALL_BYTES)
        .map_err(|error| Failure::lock("signature", &beside, error))?;
    public
        .verified(bytes, &signature)
        .map_err(|error| Failure::lock(error.code(), &beside, error))
}

/// The signature of a lock, by the private key in a file.
pub fn sign(lock: &str, key: &Path) -> Result<Vec<u8>> {
    PrivateKey::from_pem(&key_text(key)?)
        .map(|private| private.sign(lock).to_vec())
        .map_err(|error| Failure::lock(error.code(), key, error))
}

/// Writes a lock and, if there is one, its signature. Both are there as a whole or
/// as they were before.
pub fn write(file: &Path, lock: &str, signature: Option<&[u8]>) -> Result<()> {
    let lock = (file, lock.as_bytes());
    match signature {
        Some(signature) => replace(&[(&signature_of(file), signature), lock]),
        None => replace(&[lock]),
    }
}

/// The file with the signature of a lock.
fn signature_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".sig");
    PathBuf::from(name)
}

fn key_text(key: &Path) -> Result<String> {
    input::text(key, SMALL_BYTES).map_err(|error| Failure::lock("key", key, error))
}
