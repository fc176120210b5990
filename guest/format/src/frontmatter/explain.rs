//! The parser's words for what is wrong, in plain ones.

/// What is wrong, as the second half of a sentence.
pub(super) fn explain(info: &str) -> &'static str {
    let cases: [(&[&str], &str); 12] = [
        (
            &["mapping values are not allowed"],
            "a value has a colon in it and is not quoted",
        ),
        (
            &["tab", "valid YAML whitespace"],
            "a tab stands where YAML wants spaces",
        ),
        (
            &["unexpected character"],
            "a value begins with a sign that YAML reserves",
        ),
        (
            &["end of stream", "unexpected eof"],
            "a quote or a bracket is not closed",
        ),
        (&["trailing content"], "text stands behind a closing quote"),
        (
            &["anchor"],
            "`*` or `&` stands before a value that is not quoted",
        ),
        (
            &["escape", "hexadecimal"],
            "a text in double quotes has an unknown escape",
        ),
        (
            &["',' or", "flow", "misplaced bracket", "node content"],
            "a list or map in brackets is not complete",
        ),
        (
            &[
                "indentation",
                "indented",
                "block sequence entries",
                "'-' indicator",
                "expected key",
                "document start",
            ],
            "a line is not indented like those around it",
        ),
        (&["simple key"], "a line is no `key: value` line"),
        (&["second document"], "a second document begins in it"),
        (
            &["directive", "handle"],
            "it has a directive or a tag in it",
        ),
    ];
    cases
        .into_iter()
        .find(|(signs, _)| signs.iter().any(|sign| info.contains(sign)))
        .map_or("it cannot be read from here on", |(_, meaning)| meaning)
}
