//! Diagnostics as a SARIF 2.1.0 log.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;

use agent_skills_sandbox::types::{Diagnostic, Severity};
use serde_json::{Value, json};

use super::mark;
use super::sources::Sources;

/// The log of one run. Paths below the current directory are relative to it, as
/// code hosts want them.
pub fn log(diagnostics: &[Diagnostic], sources: &mut Sources<'_>) -> Value {
    let codes: BTreeSet<&str> = diagnostics.iter().map(|d| d.code.as_str()).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({"id": code})).collect();
    let here = env::current_dir().unwrap_or_default();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|d| result(d, sources, &here))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "agent-skills",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            // Columns count code points.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(diagnostic: &Diagnostic, sources: &mut Sources<'_>, here: &Path) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let text = match &diagnostic.hint {
        Some(hint) => format!("{}\n{hint}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut place = json!({"artifactLocation": {"uri": uri(&diagnostic.path, here)}});
    if let Some(line) = diagnostic.line {
        place["region"] = json!({"startLine": line});
    }
    if let Some(column) = diagnostic.column {
        place["region"]["startColumn"] = column.into();
        if let Some(line) = sources.line_of(diagnostic) {
            let end = mark::columns(&line, diagnostic).end + 1;
            place["region"]["endColumn"] = end.max(column as usize).into();
        }
    }
    json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": place}],
    })
}

/// A path as a URI: relative where that is possible, percent-encoded.
fn uri(path: &str, here: &Path) -> String {
    let relative = Path::new(path)
        .strip_prefix(here)
        .ok()
        .and_then(Path::to_str);
    let (scheme, path) = match relative {
        Some(relative) => ("", relative),
        None => ("file://", path),
    };
    let mut uri = scheme.to_owned();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        let cases = [
            ("/repo/a b/SKILL.md", "a%20b/SKILL.md"),
            ("/repo/数据#1/SKILL.md", "%E6%95%B0%E6%8D%AE%231/SKILL.md"),
            ("/elsewhere/x", "file:///elsewhere/x"),
        ];
        for (path, expected) in cases {
            assert_eq!(uri(path, Path::new("/repo")), expected, "{path}");
        }
    }
}
