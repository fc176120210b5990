//! Addresses for a fixed number of instances, taken from the operating system
//! once.

use wasmtime::PoolingAllocationConfig;

use crate::{Error, Result};

/// Core instances that one of this crate's components consists of: the guest,
/// and the two that make a component of it.
const CORE_INSTANCES: u32 = 3;
/// Tables that these have together.
const TABLES: u32 = 2;

/// A pool that has room for `instances` of a component of this crate.
///
/// # Errors
/// [`Error::Engine`] for none at all.
pub fn pool(instances: u32) -> Result<PoolingAllocationConfig> {
    if instances == 0 {
        let reason = "a pool needs room for at least one instance".to_owned();
        return Err(Error::Engine { reason });
    }
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances);
    pool.total_core_instances(instances.saturating_mul(CORE_INSTANCES));
    pool.total_tables(instances.saturating_mul(TABLES));
    pool.total_memories(instances);
    pool.total_stacks(instances);
    Ok(pool)
}
