//! Which part of a line a diagnostic is about. The component tells where it
//! begins.

use std::ops::Range;

use agent_skills_sandbox::types::Diagnostic;

/// The code of a finding about a path in a text, and not about the line from
/// there on.
const REFERENCE: &str = "reference-dangling";

/// The columns that a diagnostic is about, in code points from 0: the path for a
/// finding about one, else everything from its column to the line's end.
pub fn columns(line: &str, diagnostic: &Diagnostic) -> Range<usize> {
    let end = line.trim_end().chars().count();
    let start = diagnostic.column.unwrap_or(1).saturating_sub(1) as usize;
    let start = start.min(end);
    if diagnostic.code == REFERENCE {
        start..start + path_length(line, start)
    } else {
        start..end
    }
}

/// How long the path is that begins at a column. It ends as the component has it:
/// where a link or a word ends, or what follows a path in an address begins.
fn path_length(line: &str, start: usize) -> usize {
    let before: String = line.chars().take(start).collect();
    let in_brackets = before.trim_end_matches("./").ends_with('<');
    line.chars()
        .skip(start)
        .take_while(|&character| match character {
            '>' | '`' | '#' | '?' => false,
            ')' => in_brackets,
            _ => in_brackets || !character.is_whitespace(),
        })
        .count()
}

#[cfg(test)]
mod tests {
    use agent_skills_sandbox::types::Severity;

    use super::*;

    #[test]
    fn a_path_ends_where_markdown_has_it() {
        let cases = [
            ("See [a](b/c.md) and more.", 9, "b/c.md"),
            ("See [a](b/c.md \"title\").", 9, "b/c.md"),
            ("See [a](b/c.md#part) and (more).", 9, "b/c.md"),
            ("See [a](<./b c (1).md>) and more.", 12, "b c (1).md"),
            ("See [a](<b c.md>) and more.", 10, "b c.md"),
            ("Run `scripts/a.py --all` now.", 6, "scripts/a.py"),
            ("Run `scripts/a.py`.", 6, "scripts/a.py"),
            ("日本 [a](図.md)。", 8, "図.md"),
            ("short", 9, ""),
        ];
        for (line, column, path) in cases {
            let diagnostic = Diagnostic {
                severity: Severity::Warning,
                code: REFERENCE.to_owned(),
                root: String::new(),
                path: String::new(),
                line: Some(1),
                column: Some(column),
                message: String::new(),
                hint: None,
            };
            let columns = columns(line, &diagnostic);
            let marked: String = line
                .chars()
                .skip(columns.start)
                .take(columns.len())
                .collect();
            assert_eq!(marked, path, "{line}");
        }
    }
}
