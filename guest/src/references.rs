//! The files that a Markdown body refers to.
//!
//! Two forms count: inline links, `[text](path)`, and code spans that name a
//! path in one of the specification's folders, `` `scripts/run.py --fast` ``.
//! What stands in a fenced block is an example, not a reference.

use crate::order::sort_by;

/// Folders that the specification names; a code span that begins with one is
/// taken for a path.
const FOLDERS: &[&str] = &["scripts/", "references/", "assets/"];

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

/// The references of a body in their order.
pub fn references(body: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for (line, text) in body.lines().enumerate() {
        let start = text.trim_start();
        match fence {
            Some(open) if start.starts_with(open) => fence = None,
            Some(_) => {}
            None => match ["```", "~~~"].into_iter().find(|f| start.starts_with(f)) {
                Some(open) => fence = Some(open),
                None => {
                    let paths = links(text).chain(code_spans(text));
                    found.extend(paths.map(|path| reference(text, line, path)));
                }
            },
        }
    }
    sort_by(&mut found, |a, b| {
        (a.line, a.column).cmp(&(b.line, b.column))
    });
    found
}

/// `path` is a part of `text`.
fn reference<'b>(text: &'b str, line: usize, path: &'b str) -> Reference<'b> {
    let at = path.as_ptr() as usize - text.as_ptr() as usize;
    Reference {
        path,
        line,
        column: text[..at].chars().count(),
    }
}

/// Targets of inline links that are relative paths.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("](").filter_map(|(at, open)| {
        let target = &text[at + open.len()..];
        let target = match target.strip_prefix('<') {
            Some(target) => target.split('>').next()?,
            None => target.split([')', ' ', '\t']).next()?,
        };
        let path = target.split(['#', '?']).next()?;
        let path = path.strip_prefix("./").unwrap_or(path);
        is_path(path).then_some(path)
    })
}

/// Words of code spans that are paths in one of the known folders.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans
        .flat_map(str::split_whitespace)
        .map(|word| word.strip_prefix("./").unwrap_or(word))
        .map(|word| word.trim_end_matches(['.', ',', ';', ':', ')']))
        .filter(|word| {
            FOLDERS
                .iter()
                .any(|folder| word.starts_with(folder) && word.len() > folder.len())
        })
        .filter(|word| is_path(word))
}

/// Whether a text is a relative path, and no address, anchor or placeholder.
fn is_path(text: &str) -> bool {
    let has_scheme = text.split_once(':').is_some_and(|(scheme, _)| {
        scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '+')
    });
    let placeholder = text.contains(['*', '<', '>', '{', '}', '$', '[', ']', '|', '%', '\\', '"'])
        || text.contains("...")
        || text.contains('…');
    !text.is_empty() && !text.starts_with('/') && !has_scheme && !placeholder
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
