//! Memory for a fixed number of instances, taken from the operating system once.

use wasmtime::{Enabled, PoolingAllocationConfig};

use crate::{Error, Result};

/// Core modules that one component may consist of: the guest, and what is put
/// around it to make it a component.
const MODULES: u32 = 8;
/// Tables that these may have together.
const TABLES: u32 = 4;

/// How much of an instance's memory waits for the next one with its pages, in
/// bytes: what a scan of some hundred skills needs.
const KEPT_BYTES: usize = 2 << 20;

/// A pool that has room for `instances`.
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
    pool.total_core_instances(instances.saturating_mul(MODULES));
    pool.total_tables(instances.saturating_mul(TABLES));
    pool.total_memories(instances);
    pool.total_stacks(instances);
    // Where the operating system can tell which pages were written, they are
    // emptied and stay; elsewhere all of them would have to be.
    if PoolingAllocationConfig::is_pagemap_scan_available() {
        pool.pagemap_scan(Enabled::Yes);
        pool.linear_memory_keep_resident(KEPT_BYTES);
        pool.table_keep_resident(KEPT_BYTES);
    }
    Ok(pool)
}
