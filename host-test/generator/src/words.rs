//! The vocabulary, and text made of it.

use fastrand::Rng;

/// What skills do, as names and descriptions begin.
#[rustfmt::skip]
pub const ACTIONS: &[&str] = &[
    "analyze", "audit", "build", "check", "clean", "compare", "convert", "debug", "deploy",
    "design", "document", "explain", "export", "format", "import", "inspect", "migrate",
    "monitor", "optimize", "plan", "profile", "record", "refactor", "render", "review",
    "schedule", "summarize", "test", "translate", "validate",
];

/// What skills are about.
#[rustfmt::skip]
pub const SUBJECTS: &[&str] = &[
    "accessibility", "alerts", "api", "archives", "billing", "branches", "caches", "charts",
    "cli", "cloud", "cluster", "commits", "contracts", "csv", "dashboards", "data", "database",
    "dependencies", "docs", "docker", "email", "events", "fonts", "forms", "graphql", "helm",
    "images", "incidents", "indexes", "invoices", "json", "kubernetes", "layouts", "licenses",
    "logs", "maps", "metrics", "mobile", "models", "network", "notebooks", "packages", "pdf",
    "pipelines", "policies", "pricing", "prompts", "queries", "queues", "react", "releases",
    "reports", "routes", "rust", "schemas", "search", "secrets", "security", "sheets", "slides",
    "sql", "storage", "streams", "tables", "templates", "terraform", "tickets", "tokens",
    "traces", "types", "video", "webhooks", "workflows", "xml",
];

/// Running text. A few are not ASCII.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "a", "after", "again", "all", "an", "and", "answer", "any", "as", "ask", "at", "before",
    "by", "call", "careful", "change", "check", "clear", "code", "command", "common", "data",
    "default", "each", "empty", "error", "every", "example", "expected", "field", "file",
    "files", "find", "first", "fix", "for", "format", "from", "group", "if", "in", "input",
    "into", "is", "it", "keep", "known", "large", "last", "limit", "line", "list", "local",
    "longer", "map", "missing", "more", "name", "new", "no", "not", "of", "on", "one", "only",
    "open", "option", "or", "order", "output", "page", "part", "path", "plain", "project",
    "read", "report", "request", "result", "rule", "run", "same", "section", "service", "set",
    "short", "show", "simple", "small", "source", "state", "step", "table", "test", "text",
    "that", "the", "their", "then", "this", "time", "to", "tool", "two", "type", "unless",
    "until", "update", "use", "user", "user's", "value", "version", "when", "with", "without",
    "work", "write", "naïve", "Zürich", "データ",
];

/// One of a list; an empty string when the list is empty.
pub fn pick<'a>(rng: &mut Rng, list: &[&'a str]) -> &'a str {
    rng.choice(list).copied().unwrap_or_default()
}

/// Words with spaces between, `most` bytes long or a little less.
pub fn words(rng: &mut Rng, most: usize) -> String {
    let mut text = String::with_capacity(most);
    loop {
        let space = usize::from(!text.is_empty());
        let room = most.saturating_sub(text.len() + space);
        let Some(word) = fitting(rng, room) else {
            return text;
        };
        if space == 1 {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// Words as a sentence, `most` bytes long or a little less.
pub fn sentence(rng: &mut Rng, most: usize) -> String {
    let mut text = words(rng, most.saturating_sub(1));
    if !text.is_empty() {
        text.push('.');
    }
    capitalize(&mut text);
    text
}

/// Makes the first letter a capital one, if it is ASCII.
pub fn capitalize(text: &mut str) {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
}

/// A word that fits; a few are tried.
fn fitting(rng: &mut Rng, room: usize) -> Option<&'static str> {
    (0..6)
        .map(|_| pick(rng, WORDS))
        .find(|word| word.len() <= room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_long_as_asked() {
        let mut rng = Rng::with_seed(1);
        for most in 0..300 {
            for text in [words(&mut rng, most), sentence(&mut rng, most)] {
                assert!(text.len() <= most, "{text} is longer than {most}");
                assert!(text.len() + 12 >= most, "{text} is shorter than {most}");
            }
        }
    }
}
