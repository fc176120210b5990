//! Names of skills.
