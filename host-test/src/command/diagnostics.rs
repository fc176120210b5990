//! Diagnostics for people.

use agent_skills_sandbox::types::{Diagnostic, Severity};

use super::messages::{CYAN, RED, YELLOW};
use super::output::Output;
use super::text::visible_line;

/// Prints diagnostics to stderr, two lines at most for each.
pub fn show<'d>(output: &Output, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) {
    for diagnostic in diagnostics {
        output.message(line(output, diagnostic));
    }
}

fn line(output: &Output, diagnostic: &Diagnostic) -> String {
    let shown = Diagnostic {
        path: visible_line(&diagnostic.path),
        code: visible_line(&diagnostic.code),
        message: visible_line(&diagnostic.message),
        hint: diagnostic.hint.as_deref().map(visible_line),
        ..diagnostic.clone()
    };
    let style = match shown.severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Info => CYAN,
    };
    let kind = format!("{}[{}]", shown.severity.as_str(), shown.code);
    let line = shown.to_string();
    // The path comes first and may say anything.
    let (path, rest) = line.split_at(shown.path.len());
    let marked = rest.replacen(&kind, &output.marked(style, &kind), 1);
    format!("{path}{marked}")
}

/// How many errors and warnings there are, as in `1 error and 2 warnings`; none
/// when there are none.
pub fn count(diagnostics: &[Diagnostic]) -> Option<String> {
    let of = |severity| match diagnostics
        .iter()
        .filter(|d| d.severity == severity)
        .count()
    {
        0 => None,
        1 => Some(format!("1 {}", severity.as_str())),
        many => Some(format!("{many} {}s", severity.as_str())),
    };
    match (of(Severity::Error), of(Severity::Warning)) {
        (Some(errors), Some(warnings)) => Some(format!("{errors} and {warnings}")),
        (errors, warnings) => errors.or(warnings),
    }
}
