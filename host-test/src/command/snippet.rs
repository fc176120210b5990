//! A diagnostic drawn as compilers do: the place, the line, a mark under it, and
//! how to mend it.

use std::fs;
use std::ops::Range;
use std::path::Path;

use agent_skills_sandbox::types::{Diagnostic, Severity};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::text::visible_line;

/// Largest file that is opened to show a line of it, in bytes.
const FILE_BYTES: u64 = 1024 * 1024;

/// Longest line that is shown, in code points.
const LINE: usize = 200;

/// Draws a diagnostic. Lines are read from files in `directories` only.
pub fn draw(diagnostic: &Diagnostic, directories: &[String], colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let path = visible_line(&diagnostic.path);
    let message = visible_line(&diagnostic.message);
    let hint = diagnostic.hint.as_deref().map(visible_line);
    let line = diagnostic
        .line
        .and_then(|number| source_line(&diagnostic.path, number, directories));
    let title = level.primary_title(&message).id(&diagnostic.code);
    let mut group = match (&line, diagnostic.line) {
        (Some(line), Some(number)) => title.element(
            Snippet::source(line)
                .path(&path)
                .line_start(number as usize)
                .annotation(AnnotationKind::Primary.span(span(line, diagnostic.column))),
        ),
        _ => Group::with_title(title).element(annotate_snippets::Origin::path(&path)),
    };
    if let Some(hint) = &hint {
        group = group.element(Level::HELP.message(hint));
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group])
}

/// A line of a file, fit for a terminal; none when it cannot be shown.
fn source_line(path: &str, number: u32, directories: &[String]) -> Option<String> {
    let file = Path::new(path).canonicalize().ok()?;
    let metadata = fs::metadata(&file).ok()?;
    let inside = directories
        .iter()
        .any(|directory| file.starts_with(directory));
    if !inside || !metadata.is_file() || metadata.len() > FILE_BYTES {
        return None;
    }
    let bytes = fs::read(&file).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.split('\n').nth(number.checked_sub(1)? as usize)?;
    let line = line.trim_end_matches('\r').replace('\t', " ");
    let shown: String = line.chars().take(LINE).collect();
    // One character stays one, so that columns stay true.
    Some(
        shown
            .chars()
            .map(|c| if c.is_control() { '\u{fffd}' } else { c })
            .collect(),
    )
}

/// The bytes from a column to the end of the line; the whole line without one.
fn span(line: &str, column: Option<u32>) -> Range<usize> {
    let end = line.trim_end().len();
    let skipped = column.map_or(0, |column| column.saturating_sub(1) as usize);
    let start = line.char_indices().nth(skipped).map_or(end, |(at, _)| at);
    start.min(end)..end
}
