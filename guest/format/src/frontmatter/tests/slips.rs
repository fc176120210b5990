//! Keys that are nearly those of known fields.

use super::*;

/// Where a field that is missing was meant, as the finding says.
#[track_caller]
fn explained(note: &Note, line: u32, hint: &str) {
    assert_eq!(note.position.map(|p| p.line), Some(line), "{hint}");
    assert_eq!(note.hint.as_deref(), Some(hint));
}

#[test]
fn a_missing_description_is_explained_by_a_slip_in_its_key() {
    for (key, shown) in [
        ("descripton", "descripton"),
        ("Description", "Description"),
        ("DESCRIPTION", "DESCRIPTION"),
        ("desciption", "desciption"),
        ("decsription", "decsription"),
        ("descriptions", "descriptions"),
        ("des-cription", "des-cription"),
        ("\"description \"", "description"),
        ("description\u{a0}", "description<U+00A0>"),
        ("desc\u{200d}ription", "desc<U+200D>ription"),
    ] {
        let reading = block(&format!("name: demo\n{key}: d\n"));
        let hint = format!("Line 3 is `{shown}`; write `description`.");
        explained(&reading.description_missing(), 3, &hint);
    }
    for yaml in ["name: demo\nsummary: d\n", "name: demo\nproscribed: d\n"] {
        let note = block(yaml).description_missing();
        assert_eq!(
            note.hint.as_deref(),
            Some("Say in a `description: ` line what the skill does and when to use it."),
            "{yaml:?}"
        );
    }
}

#[test]
fn a_missing_name_is_explained_by_a_slip_in_its_key() {
    for key in ["Name", "nmae", "nam", "names", "NAME"] {
        let reading = block(&format!("description: d\n{key}: x\n"));
        let hint = format!("Line 3 is `{key}`; write `name`.");
        explained(&reading.name_missing("demo"), 3, &hint);
    }
    for yaml in ["description: d\nversion: 1\n", "name:\nnames: x\n"] {
        let note = block(yaml).name_missing("demo");
        assert_eq!(note.hint.as_deref(), Some("name: demo"), "{yaml:?}");
    }
}

fn advised(yaml: &str, reading: &Reading<'_>) -> Vec<Note> {
    let mut notes = Notes::default();
    advice(yaml.as_bytes(), 2, reading, &mut notes);
    notes.into_vec()
}

#[test]
fn authors_are_told_of_unknown_keys_and_what_they_may_have_meant() {
    let keep = "Put it under `metadata`, or keep it for the client that knows it.";
    let cases = [
        ("licence: MIT", Some("Did you mean `license`?")),
        ("allowed_tools: Read", Some("Did you mean `allowed-tools`?")),
        ("allowedTools: Read", Some("Did you mean `allowed-tools`?")),
        ("meta-data: {}", Some("Did you mean `metadata`?")),
        ("compatability: x", Some("Did you mean `compatibility`?")),
        ("version: 1", Some(keep)),
        ("argument-hint: x", Some(keep)),
        ("names: x", Some(keep)),
        ("license: MIT", None),
        ("disable-model-invocation: maybe", None),
        ("disable_model_invocation: true", None),
        ("user-invocable: true", None),
    ];
    for (line, hint) in cases {
        let yaml = format!("name: demo\ndescription: d\n{line}\n");
        let reading = block(&yaml);
        let notes = advised(&yaml, &reading);
        let hints: Vec<_> = notes.iter().map(|note| note.hint.as_deref()).collect();
        assert_eq!(hints, Vec::from_iter(hint.map(Some)), "{line}");
        assert!(notes.iter().all(|note| note.code == Code::FieldUnknown));
    }
}

#[test]
fn authors_are_told_of_comments_behind_short_texts() {
    let yaml = "name: demo\ndescription: d\nlicense: MIT # see file\ncompatibility: a # b\n";
    let reading = block(yaml);
    assert_eq!(found(&reading), []);
    let notes = advised(yaml, &reading);
    let messages: Vec<_> = notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`# see file` is a comment, not part of `license`.",
            "`# b` is a comment, not part of `compatibility`."
        ]
    );
}
