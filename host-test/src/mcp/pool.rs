//! Instances that wait for messages.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agent_skills_mcp::config::Setup;
use agent_skills_mcp::headers::ProtocolHeaders;
use agent_skills_mcp::{NotServed, Reply, Server, not_served, unavailable};

use super::backend::Guest;
use crate::{Instance, Mounts, Result, Sandbox};

/// How many messages one instance answers. Its memory never shrinks, so it is
/// not kept for ever.
const USES: u32 = 1000;

/// Instances over the same directories, for each profile of a setup.
///
/// An instance answers one message at a time. One that breaks down is dropped,
/// and the next message gets a new one; nobody else notices.
pub struct Pool {
    sandbox: Sandbox,
    mounts: Mounts,
    server: Server,
    profiles: Vec<Profile>,
}

/// One set of options, and the instances that have it and nothing to do.
struct Profile {
    options: String,
    idle: Mutex<Vec<Waiting>>,
}

/// An instance with nothing to do.
struct Waiting {
    guest: Guest,
    /// When it looked at the directories at the latest.
    looked: Instant,
    uses: u32,
}

impl Pool {
    /// A pool with one instance for each profile, so that wrong options are told
    /// at once.
    ///
    /// # Errors
    ///
    /// What the component says of the options, and what keeps an instance from
    /// being made.
    pub fn new(sandbox: Sandbox, mounts: Mounts, setup: &Setup) -> Result<Self> {
        let pool = Self {
            sandbox,
            mounts,
            server: setup.server(env!("CARGO_PKG_VERSION")),
            profiles: setup
                .profiles
                .iter()
                .map(|options| Profile {
                    options: options.clone(),
                    idle: Mutex::default(),
                })
                .collect(),
        };
        for profile in &pool.profiles {
            let waiting = pool.make(profile)?;
            profile.put(waiting);
        }
        Ok(pool)
    }

    /// The reply to a message of a client with this profile. `headers` are those
    /// of the HTTP request; none over stdio.
    pub fn answer(
        &self,
        profile: usize,
        message: &[u8],
        headers: Option<&ProtocolHeaders<'_>>,
    ) -> Reply {
        let answered = self.with(profile, |guest| self.server.handle(guest, message, headers));
        answered.unwrap_or_else(|| unavailable(message))
    }

    /// The skills of a profile that are loaded and not served; none when that
    /// cannot be told.
    pub fn not_served(&self, profile: usize) -> Option<Vec<NotServed>> {
        self.with(profile, |guest| not_served(guest).ok())?
    }

    /// Works with an instance that nobody else has. None when there is no such
    /// profile, or no instance can be made.
    fn with<T>(&self, profile: usize, work: impl FnOnce(&mut Guest) -> T) -> Option<T> {
        let profile = self.profiles.get(profile)?;
        let mut waiting = match profile.take() {
            Some(waiting) => waiting,
            None => self.make(profile).ok()?,
        };
        // What a client may keep for so long need not be newer here.
        if waiting.looked.elapsed() >= Duration::from_millis(self.server.ttl_ms) {
            waiting.looked = Instant::now();
            waiting.guest.refresh();
        }
        let result = work(&mut waiting.guest);
        waiting.uses += 1;
        if waiting.guest.is_usable() && waiting.uses < USES {
            profile.put(waiting);
        }
        Some(result)
    }

    fn make(&self, profile: &Profile) -> Result<Waiting> {
        let mut instance: Instance = self.sandbox.instance(&self.mounts)?;
        instance.configure(&profile.options)?;
        Ok(Waiting {
            guest: Guest::new(instance),
            looked: Instant::now(),
            uses: 0,
        })
    }
}

impl Profile {
    // A panic elsewhere leaves the list as it was: no operation on it fails
    // half-way.
    fn take(&self) -> Option<Waiting> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }

    fn put(&self, waiting: Waiting) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(waiting);
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool")
            .field("mounts", &self.mounts)
            .field("profiles", &self.profiles.len())
            .finish_non_exhaustive()
    }
}
