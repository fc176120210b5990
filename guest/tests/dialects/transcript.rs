//! Texts in one file, which must be the same each time.

use std::path::Path;

/// Texts under headings.
#[derive(Default)]
pub struct Transcript(String);

impl Transcript {
    /// Adds a text; each of its lines is marked, so that headings cannot be
    /// mistaken for a part of it.
    pub fn add(&mut self, heading: &str, text: &str) {
        self.0.push_str(&format!("## {heading}\n"));
        for line in text.split('\n') {
            self.0.push_str(format!("| {line}").trim_end());
            self.0.push('\n');
        }
        self.0.push('\n');
    }

    /// Holds the texts to a file of `guest/tests/golden`. `BLESS=1` rewrites it.
    pub fn hold_to(&self, file: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(file);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &self.0).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        for (number, (kept, now)) in kept.lines().zip(self.0.lines()).enumerate() {
            assert_eq!(kept, now, "{file}, line {}", number + 1);
        }
        assert!(
            kept == self.0,
            "{file} has another end; BLESS=1 rewrites it"
        );
    }
}
