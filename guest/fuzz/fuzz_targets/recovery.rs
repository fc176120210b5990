//! Fields whose values have an unquoted colon in them, in any order and beside
//! lines that are not YAML at all: each value is kept as it was written.

#![no_main]

use agent_skills_component::frontmatter::read;
use agent_skills_component::limits::Limits;
use agent_skills_component::text::unwanted;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

/// A frontmatter as an author may write it.
#[derive(Arbitrary, Debug)]
struct Input<'i> {
    description: (&'i str, &'i str),
    license: (&'i str, &'i str),
    compatibility: (&'i str, &'i str),
    /// Which of the three fields comes first.
    first: u8,
    /// Whether lines end with CRLF.
    crlf: bool,
    /// Lines that are no text field, of [`OTHERS`].
    others: [u8; 4],
}

/// Lines that stand between the fields.
const OTHERS: &[&str] = &[
    "",
    "# a comment: with a colon",
    "argument-hint: [a] — e.g. \"b\"",
    "metadata:\n  author: me: and you",
    "tags: [a, b]",
    "version: 1.10",
    "user-invocable: yes",
    "allowed-tools: Bash(git: *) Read",
];

fuzz_target!(|input: Input<'_>| {
    let mut fields = [
        ("description", value(input.description)),
        ("license", value(input.license)),
        ("compatibility", value(input.compatibility)),
    ];
    fields.rotate_left(usize::from(input.first) % 3);
    let end = if input.crlf { "\r\n" } else { "\n" };
    let mut yaml = String::new();
    let mut others = input
        .others
        .map(|n| OTHERS[usize::from(n) % OTHERS.len()])
        .into_iter();
    let mut line = |text: &str| {
        yaml.push_str(&text.replace('\n', end));
        yaml.push_str(end);
    };
    for (key, value) in &fields {
        line(others.next().unwrap_or_default());
        line(&format!("{key}: {value}"));
    }
    line(others.next().unwrap_or_default());

    let reading = read(yaml.as_bytes(), 2, &Limits::default()).expect("fields can be recovered");
    for (key, expected) in fields {
        let kept = match key {
            "description" => &reading.metadata.description,
            "license" => &reading.metadata.license,
            _ => &reading.metadata.compatibility,
        };
        assert_eq!(
            kept.as_deref(),
            Some(expected.as_str()),
            "{key} of {yaml:?}"
        );
    }
    assert!(!reading.notes.is_empty(), "nothing is told of {yaml:?}");
});

/// Two texts with `: ` between them, as one line whose author meant all of it.
fn value((before, after): (&str, &str)) -> String {
    let plain = |text: &str| -> String {
        // ` #` begins a comment, and blanks at the ends are not part of it.
        let text: String = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c })
            .filter(|c| *c != '#' && unwanted(*c).is_none())
            .take(80)
            .collect();
        text.trim().to_owned()
    };
    format!("Do {}: {} now", plain(before), plain(after))
}
