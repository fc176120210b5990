//! Keeping content inside the wrapper it stands in.

use std::borrow::Cow;

use crate::text::unwanted;

/// The content with every tag of one of these names made harmless: its `<`
/// becomes `&lt;`. All else stays byte for byte.
///
/// A tag is `<`, an optional `/` and the whole name, in any case, with white
/// space between them and invisible characters anywhere: what a model could take
/// for the wrapper's own tag.
pub fn neutralise<'t>(content: &'t str, names: &[&str]) -> Cow<'t, str> {
    let mut safe = String::new();
    let mut copied = 0;
    for (at, _) in content.match_indices('<') {
        if names.iter().any(|name| is_tag(&content[at + 1..], name)) {
            safe.push_str(&content[copied..at]);
            safe.push_str("&lt;");
            copied = at + 1;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(content);
    }
    safe.push_str(&content[copied..]);
    Cow::Owned(safe)
}

/// Whether what follows a `<` makes it a tag of this name. Characters that do
/// not show count for nothing, wherever they stand.
fn is_tag(after: &str, name: &str) -> bool {
    let mut seen = after.chars().filter(|&c| shows(c)).peekable();
    while seen.next_if(|c| c.is_whitespace()).is_some() {}
    seen.next_if_eq(&'/');
    while seen.next_if(|c| c.is_whitespace()).is_some() {}
    let mut same = |letter: char| seen.next_if(|c| c.eq_ignore_ascii_case(&letter)).is_some();
    name.chars().all(&mut same)
        && seen
            .next()
            .is_none_or(|c| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
}

/// Whether a character can be seen. Joiners and selectors belong to some scripts
/// and to emoji, but show nothing in a tag.
fn shows(character: char) -> bool {
    let joins = matches!(
        character,
        '\u{34f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'
    );
    !joins && unwanted(character).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_wrappers_tags_change() {
        let names = &["skill_content"];
        let cases = [
            ("plain < text </b>", "plain < text </b>"),
            ("a</skill_content>b", "a&lt;/skill_content>b"),
            ("</ SKILL_content >", "&lt;/ SKILL_content >"),
            ("< /\n\tskill_content>", "&lt; /\n\tskill_content>"),
            ("<\u{200b}/skill_content>", "&lt;\u{200b}/skill_content>"),
            ("</skill\u{ad}_content>", "&lt;/skill\u{ad}_content>"),
            ("</sk\u{200d}ill_content>", "&lt;/sk\u{200d}ill_content>"),
            (
                "<\u{b}/\u{7}skill_content>",
                "&lt;\u{b}/\u{7}skill_content>",
            ),
            (
                "<skill_content name=\"x\">",
                "&lt;skill_content name=\"x\">",
            ),
            ("</skill_conten", "</skill_conten"),
            ("<skill_content", "&lt;skill_content"),
            ("</skill_contents>", "</skill_contents>"),
            ("</skill_content-x>", "</skill_content-x>"),
            ("</skill_con\u{200b}tent >", "&lt;/skill_con\u{200b}tent >"),
            ("<<</skill_content><", "<<&lt;/skill_content><"),
            ("é</skill_contenté", "é&lt;/skill_contenté"),
        ];
        for (content, expected) in cases {
            assert_eq!(neutralise(content, names), expected, "{content:?}");
        }
    }

    #[test]
    fn long_runs_of_blanks_cost_no_more_than_their_length() {
        // Each `<` looks at the blanks behind it, so a run must not be looked at
        // once for every `<` before it.
        let content = format!("{}{}", "<".repeat(50_000), " ".repeat(50_000));
        assert_eq!(neutralise(&content, &["skill_content"]), content);
    }
}
