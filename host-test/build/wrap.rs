//! Makes a component of the guest's module.

use anyhow::{Context, Result};
use wit_component::ComponentEncoder;

/// The component for a module whose custom sections tell its world.
pub fn component(module: &[u8]) -> Result<Vec<u8>> {
    ComponentEncoder::default()
        .module(module)
        .and_then(|encoder| encoder.validate(true).encode())
        .context("the guest is no component of its world")
}
