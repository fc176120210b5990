//! `docs/diagnostics.md` against the code.

use agent_skills_component::diagnostic::Code;

use super::rows;

const TEXT: &str = include_str!("../../docs/diagnostics.md");

/// The sections of the file: heading and text.
fn sections() -> Vec<(&'static str, &'static str)> {
    TEXT.split("\n### ")
        .skip(1)
        .map(|section| {
            let (heading, text) = section.split_once('\n').unwrap();
            let text = text.split("\n## ").next().unwrap_or_default();
            (heading.trim_matches('`'), text)
        })
        .collect()
}

#[test]
fn the_headings_are_the_codes_in_their_order() {
    let headings: Vec<_> = sections().iter().map(|(heading, _)| *heading).collect();
    let codes: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(headings, codes);
}

#[test]
fn each_section_has_the_severities_and_the_meaning() {
    for (heading, text) in sections() {
        let code = Code::named(heading).unwrap();
        let line = format!(
            "\nWhen loaded: {}. In a check: {}.\n",
            code.severity().as_str(),
            code.severity_in_check().as_str()
        );
        assert!(text.contains(&line), "{heading} has no line {line:?}");
        assert!(
            text.contains(code.summary()),
            "{heading}: {}",
            code.summary()
        );
    }
}

#[test]
fn each_section_shows_what_is_told_and_the_fix() {
    for row in rows() {
        let name = row.code.as_str();
        let sections = sections();
        let (_, text) = sections
            .iter()
            .find(|(heading, _)| *heading == name)
            .unwrap();
        let shown = format!("```text\n{}\n```\n", row.told);
        assert!(text.contains(&shown), "{name} does not show\n{shown}");
        let (_, fix) = text
            .split_once("\nFix: ")
            .unwrap_or_else(|| panic!("{name} has no fix"));
        assert!(!fix.trim().is_empty(), "{name}");
    }
}
