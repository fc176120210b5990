//! What YAML parsers read differently from each other.
//!
//! A skill with such a value is served as YAML 1.2's core schema has it, which
//! is how most clients read it. The others see another value and refuse the
//! skill, so its author is told.

use crate::diagnostic::{Code, Note, Position};
use crate::frontmatter::{Fields, Node, Value, quote};
use crate::text;

/// How much of a value a message shows, in code points.
const SHOWN: usize = 64;

/// One finding for each value that is read in more than one way. `yaml` is the
/// text of the block, whose first line is line `first_line` of the file.
pub fn advice(fields: &Fields<'_>, yaml: &[u8], first_line: u32) -> Vec<Note> {
    let mut notes = Vec::new();
    for (_, node) in fields.iter() {
        plain_values(node, &mut notes);
    }
    let text = String::from_utf8_lossy(yaml);
    let line_at = |position: Position| {
        let index = usize::try_from(position.line.checked_sub(first_line)?).ok()?;
        text.lines().nth(index)
    };
    for (_, node) in fields.iter() {
        let broken = line_at(node.position).is_some_and(|line| opens_quote(line, node.position));
        if broken {
            let message = "A quoted value over several lines is not read by some clients.";
            let note = Note::new(Code::McpAmbiguous, message).at(node.position);
            notes.push(note.hint("Put it on one line."));
        }
    }
    if let Some((key, _)) = fields.iter().last()
        && line_at(key.position).is_some_and(is_block_scalar)
    {
        let message = "Some clients lose the last line end of a block at the frontmatter's end.";
        let note = Note::new(Code::McpAmbiguous, message).at(key.position);
        notes.push(note.hint("Write `|-` or `>-`, or move the field up."));
    }
    notes
}

fn plain_values(node: &Node<'_>, notes: &mut Vec<Note>) {
    match &node.value {
        Value::Scalar(scalar) if scalar.plain && is_ambiguous(&scalar.text) => {
            let shown = text::shorten(&text::one_line(&scalar.text), SHOWN).into_owned();
            let message = format!("YAML parsers read `{shown}` in different ways.");
            let note = Note::new(Code::McpAmbiguous, message).at(node.position);
            notes.push(note.hint(format!("Quote the value: {}", quote(&shown))));
        }
        Value::Null | Value::Scalar(_) => {}
        Value::List(items) => items.iter().for_each(|item| plain_values(item, notes)),
        Value::Map(entries) => {
            for (_, node) in entries {
                plain_values(node, notes);
            }
        }
    }
}

/// Whether YAML 1.1 or a lenient parser sees something else in a plain scalar
/// than YAML 1.2's core schema does.
fn is_ambiguous(plain: &str) -> bool {
    const WORDS: [&str; 4] = ["yes", "no", "on", "off"];
    let is_word = WORDS.iter().any(|word| plain.eq_ignore_ascii_case(word)) || plain == "=";
    let digits = plain.trim_start_matches(['+', '-']);
    let starts_with_digit = digits.starts_with(|c: char| c.is_ascii_digit());
    is_word
        || starts_with_digit
            && (is_old_number(digits) || is_date(digits) || is_unlike_decimal(digits))
}

/// `1_000` and `12:30`, which are numbers in YAML 1.1.
fn is_old_number(digits: &str) -> bool {
    let has_separator = digits.contains(['_', ':']);
    has_separator
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || "_:.".contains(c))
}

/// `2026-01-01` and what may follow it, which is a time in YAML 1.1.
fn is_date(digits: &str) -> bool {
    let mut parts = digits.splitn(3, '-');
    let mut is_number = |lengths: std::ops::RangeInclusive<usize>| {
        parts.next().is_some_and(|part| {
            let number: &str = part.split(['T', 't', ' ']).next().unwrap_or_default();
            lengths.contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    is_number(4..=4) && is_number(1..=2) && is_number(1..=2)
}

/// Numbers with a leading zero, of another base, or with an exponent.
fn is_unlike_decimal(digits: &str) -> bool {
    let rest = digits.strip_prefix('0');
    let is_leading_zero =
        rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    let is_other_base = rest.is_some_and(|rest| {
        rest.len() > 1
            && rest.starts_with(['b', 'o', 'x'])
            && rest[1..].bytes().all(|b| b.is_ascii_hexdigit())
    });
    let is_exponent = digits
        .split_once(['e', 'E'])
        .is_some_and(|(mantissa, exponent)| {
            let exponent = exponent.trim_start_matches(['+', '-']);
            !exponent.is_empty()
                && exponent.bytes().all(|b| b.is_ascii_digit())
                && mantissa.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        });
    is_leading_zero || is_other_base || is_exponent
}

/// Whether the value that begins at a place is quoted and goes on on the next
/// line.
fn opens_quote(line: &str, position: Position) -> bool {
    let column = usize::try_from(position.column.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut value = line.chars().skip(column);
    match value.next() {
        Some(sign @ ('"' | '\'')) => !value.any(|c| c == sign),
        _ => false,
    }
}

/// Whether a line `key: |` begins a block that keeps its last line end.
fn is_block_scalar(line: &str) -> bool {
    let Some((_, value)) = line.split_once(':') else {
        return false;
    };
    let value = value.trim();
    value.starts_with(['|', '>']) && !value.contains('-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontmatter::read;
    use crate::limits::Limits;

    #[test]
    fn values_that_parsers_disagree_on() {
        let cases = [
            ("on", true),
            ("Yes", true),
            ("OFF", true),
            ("=", true),
            ("1_000", true),
            ("12:30", true),
            ("2026-01-01", true),
            ("2026-1-1 10:00:00", true),
            ("007", true),
            ("0o10", true),
            ("0b11", true),
            ("0x1f", true),
            ("1e3", true),
            ("1.5e-3", true),
            ("true", false),
            ("0", false),
            ("1.0", false),
            ("-12", false),
            ("1.2.3", false),
            ("2026-01", false),
            ("only", false),
            ("10:30 am", false),
            ("0xyz", false),
        ];
        for (text, expected) in cases {
            assert_eq!(is_ambiguous(text), expected, "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_values() {
        let told = |yaml: &str| -> Vec<(u32, u32)> {
            let reading = read(yaml.as_bytes(), 2, &Limits::default()).unwrap();
            let notes = advice(&reading.fields, yaml.as_bytes(), 2);
            let places = notes.into_iter().filter_map(|note| note.position);
            places.map(|p| (p.line, p.column)).collect()
        };
        assert_eq!(told("a: 2026-01-01\nb:\n  - on\n"), [(2, 4), (4, 5)]);
        assert_eq!(told("a: \"x\n  y\"\nb: 'z'\n"), [(2, 4)]);
        assert_eq!(told("a: |\n  x\nb: y\n"), []);
        assert_eq!(told("b: y\na: >\n  x\n"), [(3, 1)]);
        assert_eq!(told("b: y\na: >-\n  x\n"), []);
    }
}
