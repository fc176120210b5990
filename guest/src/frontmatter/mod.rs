//! The `---` block at the head of a `SKILL.md`.
