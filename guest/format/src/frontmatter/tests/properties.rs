//! What holds for any input.

use proptest::prelude::*;

use super::*;

/// Text made of what means something to YAML, and of what has no place in it.
const YAMLISH: &str = "(name|description|metadata|allowed-tools|a|é|て| |  |\n|\r\n|\n  |\n\t|: |:|- |-|\\? |#|\"|'|\\[|\\]|\\{|\\}|,|&|\\*|!|\\||>|%|@|`|~|<<|\\.\\.\\.|---|\\\\|\\\\0|\r|\u{0}|\u{1b}|\u{200b}|\u{feff}){0,40}";

/// Every place lies on a line of the block or on the delimiter below it, and
/// within that line or right behind it.
fn within(yaml: &str, note: &Note) -> bool {
    let Some(place) = note.position else {
        return true;
    };
    let mut lines = yaml.split('\n');
    let line = (place.line as usize)
        .checked_sub(2)
        .and_then(|n| lines.nth(n));
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&(place.column as usize)))
}

fn check(yaml: &str) -> Result<(), TestCaseError> {
    match read(yaml.as_bytes(), 2, &Limits::default()) {
        Err(note) => prop_assert!(within(yaml, &note), "{note:?}"),
        Ok(reading) => {
            for note in &reading.notes {
                prop_assert!(within(yaml, note), "{note:?}");
            }
            let json: Result<serde_json::Value, _> = serde_json::from_str(&reading.metadata.json);
            prop_assert!(json.is_ok_and(|value| value.is_object()));
        }
    }
    Ok(())
}

// Such texts take long to make, and the fuzzer makes more of them.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_gives_places_within_it(yaml in YAMLISH) {
        check(&yaml)?;
    }

    #[test]
    fn any_line_number_is_counted_from(yaml in YAMLISH, before_last in 0u32..3) {
        let _ = read(yaml.as_bytes(), u32::MAX - before_last, &Limits::default());
    }

    #[test]
    fn any_limits_hold(yaml in YAMLISH, depth in 0usize..5, nodes in 0usize..10) {
        let limits = Limits { yaml_depth: depth, yaml_nodes: nodes, ..Limits::default() };
        let _ = read(yaml.as_bytes(), 2, &limits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_unicode_is_read(yaml: String) {
        check(&yaml)?;
    }

    #[test]
    fn any_bytes_are_read(yaml: Vec<u8>, first_line: u32) {
        let _ = read(&yaml, first_line, &Limits::default());
    }

    #[test]
    fn text_with_a_colon_is_recovered_whole(
        key in "[a-z][a-z-]{0,11}",
        before in "[A-Za-z0-9é技][A-Za-z0-9é技.,'\"#&*!%@()/-]{0,20}",
        after in "[A-Za-z0-9é技\"'][A-Za-z0-9é技.,'\"#&*!%@()/: -]{0,20}",
    ) {
        let value = format!("{before}: {}", after.trim_end());
        let yaml = format!("first: one\n{key}: {value}\nlast: 1\n");
        let reading = block(&yaml);
        prop_assume!(key != "first" && key != "last");
        prop_assert_eq!(text_of(&reading, &key), Some(value.as_str()));
        prop_assert_eq!(text_of(&reading, "first"), Some("one"));
        prop_assert_eq!(text_of(&reading, "last"), Some("1"));
        let note = reading.notes.iter().find(|note| note.code == Code::YamlUnquotedColon);
        let hint = note.and_then(|note| note.hint.clone()).unwrap_or_default();
        let corrected = block(&format!("{hint}\n"));
        prop_assert_eq!(text_of(&corrected, &key), Some(value.as_str()));
    }

    #[test]
    fn quoted_text_is_read_cleaned_and_trimmed(value: String) {
        let reading = block(&format!("license: {}\n", quote(&value)));
        let mut expected = crate::text::clean(&value.replace('\r', "")).trim().to_owned();
        if crate::text::is_blank(&expected) {
            expected.clear();
        }
        prop_assert_eq!(reading.metadata.license.unwrap_or_default(), expected);
    }
}
