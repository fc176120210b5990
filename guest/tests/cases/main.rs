//! Faults that people met with other loaders, each as a test of ours from real
//! bytes on a file system to what the toolkit tells.
//!
//! A test's name begins with the id of its case, and the modules follow the
//! sections of the list: A the frontmatter, C the discovery, D the catalog, E
//! activation and files.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;

mod a_delimiters;
mod a_encoding;
mod a_fields;
mod a_hostile;
mod a_yaml;
mod c_discovery;
mod c_links;
mod checking;
mod d_catalog;
mod demo;
mod e_activation;
mod e_files;
mod explaining;
mod registering;
mod serving;
