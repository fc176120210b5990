//! Attack, expected result, result.

use super::{Access, SECRET};

/// What came of a number of attacks. Printed whole with `--nocapture`.
#[derive(Default)]
pub struct Table(Vec<Row>);

struct Row {
    attack: String,
    access: Access,
    expected: String,
    result: String,
}

impl Table {
    /// Adds one result.
    pub fn add(&mut self, attack: &str, access: Access, expected: &str, result: String) {
        self.0.push(Row {
            attack: attack.to_owned(),
            access,
            expected: expected.to_owned(),
            result,
        });
    }

    /// Prints the table, and panics if a row is not as expected.
    #[track_caller]
    pub fn finish(self) {
        println!("| attack | access | expected | result |\n|---|---|---|---|");
        for row in &self.0 {
            println!("{}", row.line());
        }
        let wrong: Vec<String> = self.0.iter().filter_map(Row::fault).collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}

impl Row {
    fn line(&self) -> String {
        let Self {
            attack,
            access,
            expected,
            result,
        } = self;
        let line = format!("| {attack} | {access:?} | {expected} | {result} |");
        // Results may hold what moves a terminal's cursor.
        line.replace(char::is_control, "\u{fffd}")
    }

    fn fault(&self) -> Option<String> {
        if self.result == self.expected && !self.result.contains(SECRET) {
            return None;
        }
        let Self {
            attack,
            access,
            expected,
            result,
        } = self;
        Some(format!(
            "{attack} ({access:?})\n  expected: {expected}\n       got: {result}"
        ))
    }
}
