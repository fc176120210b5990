//! Lines, and the text that a run of lines stands for.

use crate::diagnostic::Position;

use super::super::cleaning::Cleaned;

/// One line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Line<'t> {
    /// Its number in the file.
    pub(super) number: u32,
    /// Its text.
    pub(in super::super) text: &'t str,
    /// Where it starts in the whole text.
    pub(super) start: usize,
    /// Where the next one starts.
    pub(super) next: usize,
    /// How many of its blanks all lines begin with.
    margin: usize,
}

impl<'t> Line<'t> {
    /// The lines of `text`, the first of which has the number `first`.
    pub(in super::super) fn all(text: &'t str, first: u32) -> Vec<Self> {
        let mut start = 0;
        let mut next_number = first;
        let mut lines: Vec<Self> = text
            .split_inclusive('\n')
            .map(|line| {
                let number = next_number;
                next_number = number.saturating_add(1);
                let next = start + line.len();
                let text = line.strip_suffix('\n').unwrap_or(line);
                let text = text.strip_suffix('\r').unwrap_or(text);
                let line = Self {
                    number,
                    text,
                    start,
                    next,
                    margin: 0,
                };
                start = next;
                line
            })
            .collect();
        let mut telling = lines.iter().filter(|line| !line.is_idle());
        let margin = telling.next().map_or("", |line| line.indent());
        if !margin.is_empty() && telling.all(|line| line.text.starts_with(margin)) {
            for line in &mut lines {
                line.margin = margin.len().min(line.content_start());
            }
        }
        lines
    }

    /// The blanks that it begins with, but for those that all lines have.
    pub(super) fn indent(&self) -> &'t str {
        &self.text[self.margin..self.content_start()]
    }

    /// How many bytes of blanks it begins with.
    pub(super) fn content_start(&self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t']).len()
    }

    /// Whether it has text and is not indented.
    pub(in super::super) fn is_at_margin(&self) -> bool {
        !self.is_idle() && self.indent().is_empty()
    }

    /// The place in the file of byte `at`.
    pub(in super::super) fn place(&self, source: &Cleaned<'_>, at: usize) -> Position {
        let before = self.text.get(..at).unwrap_or(self.text).chars().count();
        source.in_file(Position {
            line: self.number,
            column: u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1),
        })
    }

    /// Its text without the blanks around it.
    pub(in super::super) fn content(&self) -> &'t str {
        self.text.trim_matches([' ', '\t'])
    }

    /// Nothing but blanks, or a comment.
    pub(in super::super) fn is_idle(&self) -> bool {
        self.content().is_empty() || self.content().starts_with('#')
    }

    /// An item of a list.
    pub(super) fn is_item(&self) -> bool {
        let content = self.content();
        content == "-" || content.starts_with("- ") || content.starts_with("-\t")
    }
}

/// The parts of a line that begins with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Keyed<'t> {
    /// The key.
    pub(in super::super) key: &'t str,
    /// The line up to and with the colon.
    pub(in super::super) head: &'t str,
    /// The line's text behind the colon, without blanks around it.
    pub(in super::super) value: &'t str,
    /// Whether the colon has a blank or nothing behind it.
    pub(super) is_spaced: bool,
}

impl<'t> Keyed<'t> {
    /// The parts of `line` if it has the form `key: value`.
    pub(super) fn new(line: &'t str) -> Option<Self> {
        let text = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - text.len();
        let (key, colon) = match text.chars().next()? {
            quote @ ('"' | '\'') => {
                // A key with escapes in it is not worth a reader of escapes.
                let end = 1 + text[1..].find(quote)?;
                if text[..end].ends_with('\\') {
                    return None;
                }
                let behind = &text[end + 1..];
                let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
                (&text[1..end], end + 1 + blanks)
            }
            _ if begins_plain(text) => {
                let colon = separating_colon(text)?;
                (text[..colon].trim_end(), colon)
            }
            _ => return None,
        };
        let behind = text[colon..].strip_prefix(':')?;
        let is_separated = behind.is_empty() || behind.starts_with([' ', '\t']);
        let is_comment = key.contains(" #") || key.contains("\t#");
        let is_key = !is_comment && key != "<<" && !is_document_marker(line);
        (is_separated && is_key).then(|| Self {
            key,
            head: &line[..=indent + colon],
            value: behind.trim_matches([' ', '\t']),
            is_spaced: true,
        })
    }

    /// The parts of a line of the form `key:value`, which YAML takes for text,
    /// if the key is one of `known`.
    pub(super) fn unspaced(line: &'t str, known: &[&str]) -> Option<Self> {
        let (key, value) = line.split_once(':')?;
        known.contains(&key.trim_start()).then(|| Self {
            key: key.trim_start(),
            head: &line[..=key.len()],
            value: value.trim(),
            is_spaced: false,
        })
    }
}

/// Whether a line at the margin begins an entry whose key is not plain text:
/// `? key`, `&a key: value`, `<<: *b`.
pub(super) fn begins_odd_entry(line: &Line<'_>) -> bool {
    let text = line.content();
    let is_explicit = text == "?" || text.starts_with("? ") || text.starts_with("?\t");
    let is_other = line.is_item()
        || text.starts_with([':', ']', '}'])
        || is_document_marker(text)
        || separating_colon(text).is_none();
    line.is_at_margin() && (is_explicit || !is_other)
}

/// Whether YAML sees a document begin or end here: `--- ` or `... `.
fn is_document_marker(line: &str) -> bool {
    let behind = line
        .strip_prefix("---")
        .or_else(|| line.strip_prefix("..."));
    behind.is_some_and(|text| text.is_empty() || text.starts_with([' ', '\t']))
}

/// Whether text can begin like this without quotes.
pub(super) fn begins_plain(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next().unwrap_or(' ') {
        '-' | '?' | ':' => !matches!(characters.next(), None | Some(' ' | '\t')),
        ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
        | '@' | '`' => false,
        _ => true,
    }
}

/// Where the first colon stands that YAML takes for the end of a key.
pub(super) fn separating_colon(text: &str) -> Option<usize> {
    let behind = |at: usize| text[at + 1..].chars().next();
    text.match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| matches!(behind(at), None | Some(' ' | '\t')))
}

/// Puts lines together as YAML does: an end of line is a space, and blank lines
/// are line ends.
pub(in super::super) fn folded<'t>(lines: impl IntoIterator<Item = &'t str>) -> String {
    let mut text = String::new();
    let mut breaks = 0;
    for line in lines {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        if !text.is_empty() {
            match breaks {
                0 => text.push(' '),
                _ => text.extend(std::iter::repeat_n('\n', breaks)),
            }
        }
        breaks = 0;
        text.push_str(line);
    }
    text
}

/// The text between quotes that its author meant to be around all of it.
///
/// `'It's here'` is quoted as a whole; `"this" or "that"` is not. What tells
/// them apart is the first quote inside: one with a letter behind it is an
/// apostrophe or opens something, so that the outer quotes are still open.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    if !text[1..].contains(quote) {
        // The other one was forgotten.
        return Some(&text[1..]);
    }
    let inner = text[1..].strip_suffix(quote)?;
    let behind = inner.find(quote).map(|at| inner[at + 1..].chars().next());
    match behind {
        None => Some(inner),
        Some(next) => next.is_some_and(char::is_alphanumeric).then_some(inner),
    }
}

/// Whether a value announces a block of text: `|` or `>` with its indicators.
pub(super) fn is_block_header(value: &str) -> bool {
    let Some(behind) = value.strip_prefix(['|', '>']) else {
        return false;
    };
    let behind = behind.trim_start_matches(|c: char| matches!(c, '-' | '+' | '0'..='9'));
    behind.is_empty() || behind.trim_start_matches([' ', '\t']).starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_end_at_the_first_colon_with_a_blank_behind() {
        let cases = [
            ("name: demo", Some(("name", "demo"))),
            ("name:", Some(("name", ""))),
            ("name:\tdemo\t", Some(("name", "demo"))),
            ("a:b: c", Some(("a:b", "c"))),
            ("a b : c: d", Some(("a b", "c: d"))),
            ("\"a: b\": c", Some(("a: b", "c"))),
            ("'a' : c", Some(("a", "c"))),
            ("  a: b", Some(("a", "b"))),
            ("名前: 値", Some(("名前", "値"))),
            ("-x: y", Some(("-x", "y"))),
            ("http://x", None),
            ("- a: b", None),
            ("# a: b", None),
            ("text #a: b", None),
            (r#""a\"b": c"#, None),
            (r#""a": "b\" c"#, Some(("a", r#""b\" c"#))),
            ("[a]: b", None),
            ("--- a: b", None),
            ("---a: b", Some(("---a", "b"))),
            ("<<: a", None),
            ("\"a\" b: c", None),
            ("text", None),
            ("", None),
        ];
        for (line, expected) in cases {
            let keyed = Keyed::new(line);
            assert_eq!(keyed.map(|k| (k.key, k.value)), expected, "{line}");
        }
        assert_eq!(Keyed::new("  a : b").unwrap().head, "  a :");
        let known = ["name"];
        assert_eq!(Keyed::unspaced("name:demo", &known).unwrap().value, "demo");
        assert_eq!(Keyed::unspaced("title:demo", &known), None);
    }

    #[test]
    fn quotes_count_only_around_the_whole_text() {
        let cases = [
            ("'It's here'", Some("It's here")),
            (r#""C:\Users: x""#, Some(r"C:\Users: x")),
            (r#""say "this" now""#, Some(r#"say "this" now"#)),
            (r#""this" or "that""#, None),
            ("'a', 'b'", None),
            ("\"open", Some("open")),
            ("'open \"a\"", Some("open \"a\"")),
            ("\"a\" open", None),
            ("\"", Some("")),
            ("\"\"", Some("")),
            ("plain", None),
        ];
        for (text, expected) in cases {
            assert_eq!(unquoted(text), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_folded_as_yaml_folds_them() {
        assert_eq!(folded(["a", "b", "", "c", "", "", "d", ""]), "a b\nc\n\nd");
        assert_eq!(folded(["", "a"]), "a");
    }

    #[test]
    fn block_headers_have_nothing_but_indicators() {
        for value in ["|", ">", ">-", "|+", ">2", "|2-", "| # note"] {
            assert!(is_block_header(value), "{value}");
        }
        for value in ["", "> text", "|x", "a |", ">- x: y"] {
            assert!(!is_block_header(value), "{value}");
        }
    }

    #[test]
    fn lines_know_their_places() {
        let lines = Line::all("a\r\n  b\n\nc", 5);
        let places: Vec<_> = lines
            .iter()
            .map(|l| (l.number, l.text, l.start, l.next))
            .collect();
        assert_eq!(
            places,
            [
                (5, "a", 0, 3),
                (6, "  b", 3, 7),
                (7, "", 7, 8),
                (8, "c", 8, 9)
            ]
        );
    }
}
