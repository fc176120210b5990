//! Attack, expected result, result.

use super::{Access, SECRET};

/// What came of a number of attacks.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
    /// Rows of attacks that were made in another process, as they are printed.
    elsewhere: Vec<String>,
    /// What could not be tried here, or was counted.
    notes: Vec<String>,
}

struct Row {
    attack: String,
    expected: String,
    results: Vec<(Access, String)>,
}

/// How each line of an attack begins, and no other line.
const LINE: &str = "| ";

/// What stands above them. No space at its beginning: it is no attack.
pub const HEADING: &str = "|attack | expected | result |\n|---|---|---|";

impl Table {
    /// Adds one result.
    pub fn add(&mut self, attack: &str, access: Access, expected: &str, result: String) {
        let row = self.rows.iter().position(|row| row.attack == attack);
        let row = row.unwrap_or_else(|| {
            self.rows.push(Row {
                attack: attack.to_owned(),
                expected: expected.to_owned(),
                results: Vec::new(),
            });
            self.rows.len() - 1
        });
        let row = &mut self.rows[row];
        let twice = row.results.iter().any(|(other, _)| *other == access);
        assert!(!twice, "two attacks are called `{attack}`");
        row.results.push((access, result));
    }

    /// Adds the attacks that another process has printed.
    pub fn adopt(&mut self, output: &str) {
        let lines = output.lines().filter(|line| line.starts_with(LINE));
        self.elsewhere.extend(lines.map(str::to_owned));
    }

    /// Adds a line below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// How many attacks there are.
    pub fn len(&self) -> usize {
        self.rows.len() + self.elsewhere.len()
    }

    /// The table's lines.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let rows = self.rows.iter().map(Row::line);
        rows.chain(self.elsewhere.iter().cloned())
    }

    /// What stands below the table.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Panics if a row is not as expected.
    pub fn check(&self) {
        let wrong: Vec<String> = self.rows.iter().flat_map(Row::faults).collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}

impl Row {
    fn is_right(&self, result: &str) -> bool {
        result == self.expected && !result.contains(SECRET)
    }

    fn line(&self) -> String {
        let expected = match self.expected.as_str() {
            "" => "nothing is found",
            expected => expected,
        };
        let line = format!(
            "{LINE}{} | {} | {} |",
            short(&self.attack),
            short(expected),
            self.outcome()
        );
        // Results may hold what moves a terminal's cursor.
        line.replace(char::is_control, "\u{fffd}")
    }

    /// In which ways of access the result is right, and what it is in the others.
    fn outcome(&self) -> String {
        let right: Vec<&str> = self
            .results
            .iter()
            .filter(|(_, result)| self.is_right(result))
            .map(|(access, _)| access.name())
            .collect();
        let mut outcome = Vec::new();
        if !right.is_empty() {
            outcome.push(format!("as expected: {}", right.join(", ")));
        }
        for (access, result) in &self.results {
            if !self.is_right(result) {
                outcome.push(format!("WRONG, {}: {}", access.name(), short(result)));
            }
        }
        outcome.join("; ")
    }

    fn faults(&self) -> Vec<String> {
        self.results
            .iter()
            .filter(|(_, result)| !self.is_right(result))
            .map(|(access, result)| {
                format!(
                    "{} ({})\n  expected: {}\n       got: {result}",
                    self.attack,
                    access.name(),
                    self.expected
                )
            })
            .collect()
    }
}

/// The beginning of a text that is too long for a line.
fn short(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
