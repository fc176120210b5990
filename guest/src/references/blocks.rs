//! Which lines of a Markdown body are prose, and which are code.

/// How much deeper than the text around it a line of indented code stands.
const CODE_INDENT: usize = 4;

/// Reads a body line by line.
#[derive(Default)]
pub struct Blocks {
    /// The fence that is open: its character and its length.
    fence: Option<(char, usize)>,
    /// Column at which the text of the innermost list item begins; 0 outside
    /// lists.
    item: usize,
    /// Whether the last line was prose: then an indented one goes on with it.
    in_paragraph: bool,
}

impl Blocks {
    /// Whether the next line is prose.
    pub fn is_prose(&mut self, line: &str) -> bool {
        let text = line.trim_start();
        if let Some(open) = self.fence {
            if closes(text, open) {
                self.fence = None;
            }
            return false;
        }
        if text.is_empty() {
            self.in_paragraph = false;
            return false;
        }
        let indent = columns(&line[..line.len() - text.len()]);
        if !self.in_paragraph && indent >= self.item + CODE_INDENT {
            return false;
        }
        self.fence = fence(text);
        let marker = marker(text);
        if marker > 0 {
            self.item = indent + marker;
        } else if !self.in_paragraph {
            self.item = self.item.min(indent);
        }
        let is_prose = self.fence.is_none();
        // A heading ends with its line.
        self.in_paragraph = is_prose && !text.starts_with('#');
        is_prose
    }
}

/// The fence that a line opens.
fn fence(text: &str) -> Option<(char, usize)> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    // Behind backticks there are no others, or it is a code span.
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

/// Whether a line closes this fence: at least as long, and nothing behind it.
fn closes(text: &str, (mark, length): (char, usize)) -> bool {
    let rest = text.trim_start_matches(mark);
    text.len() - rest.len() >= length && rest.trim_end().is_empty()
}

/// How many columns the marker of a list item takes with the blanks behind it;
/// 0 when there is none.
fn marker(text: &str) -> usize {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match text.len() - digits.len() {
        0 => text.strip_prefix(['-', '*', '+']),
        1..=9 => digits.strip_prefix(['.', ')']),
        _ => None,
    };
    let Some(rest) = rest.filter(|rest| rest.starts_with([' ', '\t'])) else {
        return 0;
    };
    let blanks = columns(&rest[..rest.len() - rest.trim_start().len()]);
    // More blanks than that begin indented code in the item.
    text.len() - rest.len() + if blanks > CODE_INDENT { 1 } else { blanks }
}

/// Columns that blanks take; a tab is taken for four.
fn columns(blanks: &str) -> usize {
    blanks.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_prose() {
        // Each line, and whether it is prose: `p`, or not: `-`.
        let cases = [
            ("a\n```\nb\n```\nc", "p---p"),
            ("````\n```\na\n```\n````\nb", "-----p"),
            ("```\n````\na", "--p"),
            ("~~~ sh\n```\n~~~ x\n~~~~\na", "----p"),
            ("``` a `b`\nc", "pp"),
            ("```\na\n``` b\nc", "----"),
            ("  ```\n  a\n  ```\nb", "---p"),
            ("a\n\n    b\n\tc\n\n    d\ne", "p-----p"),
            ("    a\nb", "-p"),
            ("a\n    b", "pp"),
            ("# a\n    b", "p-"),
            ("- a\n\n    b\n\n      c\n\nd\n\n    e", "p-p---p--"),
            ("1. a\n   - b\n\n     c\n\n         d", "pp-p--"),
            ("10) a\n\n    b\n", "p-p"),
            ("- a\n  ```\n  b\n  ```\n  c", "p---p"),
            ("-a\n\n    b", "p--"),
            ("# a\n\n*   b\n\n    c", "p-p-p"),
        ];
        for (body, expected) in cases {
            let mut blocks = Blocks::default();
            let told: String = body
                .lines()
                .map(|line| if blocks.is_prose(line) { 'p' } else { '-' })
                .collect();
            assert_eq!(told, expected, "{body:?}");
        }
    }
}
