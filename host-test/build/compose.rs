//! Makes one component of two.

use anyhow::{Context, Result};
use wac_graph::types::Package;
use wac_graph::{CompositionGraph, EncodeOptions, plug};

/// The component `socket` with its imports filled by what `plugged` exports.
pub fn compose(socket: &[u8], plugged: &[u8]) -> Result<Vec<u8>> {
    let mut graph = CompositionGraph::new();
    let [socket, plugged] = [("socket", socket), ("plug", plugged)].map(|(name, bytes)| {
        let name = format!("agent-skills:{name}");
        Package::from_bytes(&name, None, bytes, graph.types_mut())
            .and_then(|package| Ok(graph.register_package(package)?))
    });
    plug(&mut graph, vec![plugged?], socket?).context("the two components do not fit")?;
    graph
        .encode(EncodeOptions::default())
        .context("the two components cannot be made one")
}
