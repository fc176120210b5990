//! The files that a Markdown body refers to.
//!
//! Two forms count: inline links, `[text](path)`, and code spans that name a
//! path in one of the specification's folders, `` `scripts/run.py --fast` ``.
//! What stands in a code block, a comment or a longer code span is an example,
//! not a reference.

mod blocks;

use std::collections::BTreeMap;

use blocks::Blocks;

/// Folders that the specification names; a code span that begins with one is
/// taken for a path.
const FOLDERS: &[&str] = &["scripts/", "references/", "assets/"];

/// Characters of placeholders and addresses; a text with one of them is not taken
/// for a path.
const NOT_IN_PATHS: &[char] = &[
    '*', '<', '>', '{', '}', '$', '[', ']', '|', '%', '\\', '"', '…',
];

/// A path in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'b> {
    /// The path, relative to the skill's directory.
    pub path: &'b str,
    /// Its line in the body, from 0.
    pub line: usize,
    /// Its column in the line, from 0, in code points.
    pub column: usize,
}

/// The references of a body in their order. What it costs grows with the length
/// of the body and no faster, whatever stands in it.
pub fn references(body: &str) -> Vec<Reference<'_>> {
    let mut blocks = Blocks::default();
    let mut found = Vec::new();
    let mut in_comment = false;
    for (number, text) in body.lines().enumerate() {
        if in_comment || blocks.is_prose(text) {
            let mut line = Line::new(text, number, &mut found);
            in_comment = line.scan(in_comment);
        }
    }
    found
}

/// One line of prose, and how far it has been looked at.
struct Line<'b, 'f> {
    text: &'b str,
    number: usize,
    /// Where the next look begins, in bytes.
    at: usize,
    /// The place of the last reference, in bytes and in code points, so that
    /// each character is counted once.
    counted: (usize, usize),
    /// For each run of backticks where it begins, its length, and where the next
    /// run of this length begins.
    ticks: BTreeMap<usize, (usize, Option<usize>)>,
    found: &'f mut Vec<Reference<'b>>,
}

impl<'b, 'f> Line<'b, 'f> {
    fn new(text: &'b str, number: usize, found: &'f mut Vec<Reference<'b>>) -> Self {
        Self {
            text,
            number,
            at: 0,
            counted: (0, 0),
            ticks: ticks(text),
            found,
        }
    }

    /// Collects the references of the line, and tells whether it ends inside a
    /// comment.
    fn scan(&mut self, in_comment: bool) -> bool {
        if in_comment && !self.skip_comment() {
            return true;
        }
        while let Some(next) = self.text[self.at..].find(['\\', '`', '<', ']']) {
            self.at += next;
            let rest = &self.text[self.at..];
            if rest.starts_with("<!--") {
                if !self.skip_comment() {
                    return true;
                }
            } else if rest.starts_with('`') {
                self.code_span();
            } else if rest.starts_with("](") {
                self.at += "](".len();
                self.link();
            } else if let Some(escaped) = rest.strip_prefix('\\') {
                // What follows is itself and no mark.
                self.at += 1 + escaped.chars().next().map_or(0, char::len_utf8);
            } else {
                self.at += 1;
            }
        }
        false
    }

    /// Goes on behind the comment; false when it does not end on this line.
    fn skip_comment(&mut self) -> bool {
        match self.text[self.at..].find("-->") {
            Some(end) => {
                self.at += end + "-->".len();
                true
            }
            None => false,
        }
    }

    /// Takes the target of an inline link that is a relative path. A target ends
    /// at the first character that no path has, so none is looked at twice.
    fn link(&mut self) {
        let target = &self.text[self.at..];
        let target = match target.strip_prefix('<') {
            Some(target) => until(target, &['>', '#', '?']),
            None => until(target, &[')', ' ', '\t', '#', '?']),
        };
        let path = target.strip_prefix("./").unwrap_or(target);
        if is_path(path) {
            self.push(path);
        }
    }

    /// Takes the words of a code span that are paths in one of the known
    /// folders. A span between more than one backtick shows how something is
    /// written.
    fn code_span(&mut self) {
        let Some((length, close)) = self.ticks.get(&self.at).copied() else {
            self.at += 1;
            return;
        };
        let begin = self.at + length;
        self.at = close.map_or(begin, |close| close + length);
        let Some(close) = close.filter(|_| length == 1) else {
            return;
        };
        for word in self.text[begin..close].split_whitespace() {
            let word = word.strip_prefix("./").unwrap_or(word);
            let word = word.trim_end_matches(['.', ',', ';', ':', ')']);
            let in_folder = |folder: &&str| word.starts_with(*folder) && word.len() > folder.len();
            if FOLDERS.iter().any(in_folder) && is_path(word) {
                self.push(word);
            }
        }
    }

    /// `path` is a part of the line, behind all that were taken before.
    fn push(&mut self, path: &'b str) {
        let at = path.as_ptr() as usize - self.text.as_ptr() as usize;
        let (from, column) = self.counted;
        spend(at - from);
        let column = column + self.text[from..at].chars().count();
        self.counted = (at, column);
        self.found.push(Reference {
            path,
            line: self.number,
            column,
        });
    }
}

/// The runs of backticks of a line; see [`Line::ticks`].
fn ticks(text: &str) -> BTreeMap<usize, (usize, Option<usize>)> {
    let mut runs = BTreeMap::new();
    // Where the nearest run of each length begins, seen from the end.
    let mut nearest = BTreeMap::new();
    let mut end = text.len();
    while let Some(last) = text[..end].rfind('`') {
        let before = text[..=last].trim_end_matches('`').len();
        let length = last + 1 - before;
        runs.insert(before, (length, nearest.insert(length, before)));
        end = before;
    }
    runs
}

/// What stands before the first of `ends`; empty when a character that no path
/// has comes before it.
fn until<'t>(text: &'t str, ends: &[char]) -> &'t str {
    let end = text.find(|c| ends.contains(&c) || NOT_IN_PATHS.contains(&c));
    spend(end.unwrap_or(text.len()));
    match end {
        Some(end) if text[end..].starts_with(ends) => &text[..end],
        Some(_) => "",
        None => text,
    }
}

/// Counts bytes that are looked at once more, for a test.
#[cfg(test)]
fn spend(bytes: usize) {
    tests::SPENT.set(tests::SPENT.get() + bytes);
}

#[cfg(not(test))]
const fn spend(_: usize) {}

/// Whether a text is a relative path, and no address, anchor or placeholder.
fn is_path(text: &str) -> bool {
    let has_scheme = text.split_once(':').is_some_and(|(scheme, _)| {
        scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '+')
    });
    let placeholder = text.contains(NOT_IN_PATHS) || text.contains("...");
    !text.is_empty() && !text.starts_with('/') && !has_scheme && !placeholder
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        pub static SPENT: Cell<usize> = const { Cell::new(0) };
    }

    /// Path, line and column.
    type Found = (&'static str, usize, usize);

    #[test]
    fn links_and_known_folders_count() {
        let cases: &[(&str, &[Found])] = &[
            ("See [a](references/a.md).", &[("references/a.md", 0, 8)]),
            (
                "é [a](./b.md#part \"Title\") [c](<d e.md>)",
                &[("b.md", 0, 8), ("d e.md", 0, 32)],
            ),
            (
                "Run `scripts/run.py --fast`,\nthen `./assets/x.png`.",
                &[("scripts/run.py", 0, 5), ("assets/x.png", 1, 8)],
            ),
            ("`references/`", &[]),
            (
                "[x](https://example.org/a) [y](#part) [z](mailto:a@b) [w](/abs)",
                &[],
            ),
            (
                "`scripts/<name>.py` and `scripts/*.sh` and `assets/...`",
                &[],
            ),
            (
                "```\n[a](a.md) `scripts/x`\n```\n[b](b.md)",
                &[("b.md", 3, 4)],
            ),
            ("~~~sh\n```\n[a](a.md)\n~~~\n", &[]),
            ("plain scripts/x.py", &[]),
            ("`[a](a.md)` [b](b.md)", &[("b.md", 0, 16)]),
            ("`` `scripts/x.py` `` ``[a](a.md)``", &[]),
            ("`` ` `` `scripts/x.py`", &[("scripts/x.py", 0, 9)]),
            ("``` ` ` `scripts/x.py`", &[("scripts/x.py", 0, 9)]),
            ("\\`[a](a.md)\\` \\[b\\](b.md)", &[("a.md", 0, 6)]),
            ("<!-- [a](a.md) --> [b](b.md)", &[("b.md", 0, 23)]),
            (
                "<!--\n\n[a](a.md)\n```\n--> [b](b.md)\n[c](c.md)",
                &[("b.md", 4, 8), ("c.md", 5, 4)],
            ),
            (
                "[a](a.md)[b](b.md \"[c](c.md)\")",
                &[("a.md", 0, 4), ("b.md", 0, 13), ("c.md", 0, 23)],
            ),
            ("[x](<a [b](b.md)", &[("b.md", 0, 11)]),
            ("](", &[]),
        ];
        for (body, expected) in cases {
            let found: Vec<_> = references(body)
                .into_iter()
                .map(|r| (r.path, r.line, r.column))
                .collect();
            assert_eq!(&found, expected, "{body:?}");
        }
    }

    #[test]
    fn a_line_is_looked_at_no_more_than_once_over() {
        let growing: String = (1..400).map(|n| "`".repeat(n) + " ").collect();
        let cases = [
            ("](".repeat(40_000), 0),
            ("[](<".repeat(10_000), 0),
            ("[x](x \"".repeat(10_000), 10_000),
            ("[a](".repeat(50_000), 0),
            ("[x](a.md) ".repeat(50_000), 50_000),
            ("[x](a".repeat(50_000), 1),
            ("<!--".repeat(50_000), 0),
            ("`scripts/a.py` ".repeat(60_000), 60_000),
            ("`` ` ".repeat(50_000), 0),
            (growing, 0),
        ];
        for (body, count) in cases {
            SPENT.set(0);
            let shown = &body[..20];
            assert_eq!(references(&body).len(), count, "{shown}");
            assert!(SPENT.get() <= 2 * body.len(), "{shown}: {}", SPENT.get());
        }
    }
}
