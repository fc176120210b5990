//! A diagnostic drawn as compilers do: the place, the line, a mark under it, and
//! how to mend it.

use std::ops::Range;

use agent_skills_sandbox::types::{Diagnostic, Severity};
use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::mark;
use super::sources::Sources;
use super::text::visible_line;

/// Columns that stand before a hint, or before the message of a title.
const MARGIN: usize = 30;

/// Draws a diagnostic for a terminal of `width` columns, if it is for one.
pub fn draw(
    diagnostic: &Diagnostic,
    sources: &mut Sources<'_>,
    width: Option<usize>,
    colour: bool,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let path = visible_line(&diagnostic.path);
    let message = wrapped(&diagnostic.message, width);
    let hint = diagnostic.hint.as_deref().map(|hint| wrapped(hint, width));
    let line = sources.line_of(diagnostic);
    let title = level.primary_title(&message).id(&diagnostic.code);
    let mut group = match (&line, diagnostic.line) {
        (Some(line), Some(number)) => title.element(
            Snippet::source(line)
                .path(&path)
                .line_start(number as usize)
                .annotation(AnnotationKind::Primary.span(span(line, diagnostic))),
        ),
        _ => Group::with_title(title).element(origin(&path, diagnostic)),
    };
    if let Some(hint) = &hint {
        group = group.element(Level::HELP.with_name("hint").message(hint));
    }
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer
        .term_width(width.unwrap_or(DEFAULT_TERM_WIDTH))
        .render(&[group])
}

/// Text on lines that fit beside what stands before them.
fn wrapped(text: &str, width: Option<usize>) -> String {
    let text = visible_line(text);
    match width {
        Some(width) => textwrap::fill(&text, width.saturating_sub(MARGIN).max(MARGIN)),
        None => text,
    }
}

/// The place alone, where its line cannot be shown.
fn origin<'a>(path: &'a str, diagnostic: &Diagnostic) -> Origin<'a> {
    let mut origin = Origin::path(path);
    if let Some(line) = diagnostic.line {
        origin = origin.line(line as usize);
    }
    if let Some(column) = diagnostic.column {
        origin = origin.char_column(column as usize);
    }
    origin
}

/// The bytes of a line that a diagnostic is about.
fn span(line: &str, diagnostic: &Diagnostic) -> Range<usize> {
    let columns = mark::columns(line, diagnostic);
    let byte = |column: usize| {
        let mut characters = line.char_indices();
        characters.nth(column).map_or(line.len(), |(at, _)| at)
    };
    byte(columns.start)..byte(columns.end)
}
