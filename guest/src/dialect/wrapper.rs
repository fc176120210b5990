//! Keeping content inside the wrapper it stands in.

use std::borrow::Cow;
use std::iter::Peekable;

use crate::text::{unseen, unwanted};

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

/// Whether what follows a `<` makes it a tag of this name.
fn is_tag(after: &str, name: &str) -> bool {
    let mut seen = seen(after);
    skip_blanks(&mut seen);
    seen.next_if_eq(&'/');
    skip_blanks(&mut seen);
    is_word(&mut seen, name) && seen.next().is_none_or(|c| !in_word(c) && c != '-')
}

/// The content with every line of dashes around these words made harmless, as in
/// `--- END OF IT ---` for `["end", "of", "it"]`: the dashes become `- -`. All
/// else stays byte for byte.
///
/// Two dashes or more begin such a line, and whatever stands between the words
/// and the dashes behind them is a part of it.
pub fn bend<'t>(content: &'t str, marks: &[&[&str]]) -> Cow<'t, str> {
    let mut safe = String::new();
    let mut copied = 0;
    // The end of the line in which a mark began.
    let mut line_end = 0;
    let mut at = 0;
    while let Some(found) = content[at..].find('-') {
        let start = at + found;
        let rest = &content[start..];
        let after = rest.trim_start_matches(|c| c == '-' || !shows(c));
        at = content.len() - after.len();
        if content[start..at].matches('-').count() < 2 {
            continue;
        }
        let opens = marks.iter().any(|words| is_mark(after, words));
        if opens || start < line_end {
            safe.push_str(&content[copied..start]);
            safe.push_str("- -");
            copied = at;
            line_end = match opens {
                true => at + after.find('\n').unwrap_or(after.len()),
                false => 0,
            };
        }
    }
    if copied == 0 {
        return Cow::Borrowed(content);
    }
    safe.push_str(&content[copied..]);
    Cow::Owned(safe)
}

/// Whether what follows some dashes makes them a mark with these words.
fn is_mark(after: &str, words: &[&str]) -> bool {
    let mut seen = seen(after);
    words.iter().all(|word| {
        skip_blanks(&mut seen);
        is_word(&mut seen, word)
    }) && seen.next().is_none_or(|c| !in_word(c))
}

/// Text as a reader sees it who does not mind case. Characters that do not show
/// count for nothing, wherever they stand.
fn seen(text: &str) -> Peekable<impl Iterator<Item = char>> {
    text.chars().filter(|&c| shows(c)).map(folded).peekable()
}

fn skip_blanks(seen: &mut Peekable<impl Iterator<Item = char>>) {
    while seen.next_if(|c| c.is_whitespace()).is_some() {}
}

/// Takes the letters of a lower-case word; whether they are all there.
fn is_word(seen: &mut Peekable<impl Iterator<Item = char>>, word: &str) -> bool {
    word.chars()
        .all(|letter| seen.next_if_eq(&letter).is_some())
}

const fn in_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// A letter without its case. Where case does not count, four letters outside
/// ASCII stand for some inside it.
const fn folded(letter: char) -> char {
    match letter {
        '\u{130}' | '\u{131}' => 'i',
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    }
}

/// Whether a character can be seen, or keeps words apart. Joiners and selectors
/// belong to some scripts and to emoji, but show nothing in a tag.
fn shows(character: char) -> bool {
    let is_blank = character.is_whitespace() && unwanted(character).is_none();
    is_blank || !unseen(character)
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
            ("</skill\u{e0100}_content>", "&lt;/skill\u{e0100}_content>"),
            ("</skill_\u{115f}content>", "&lt;/skill_\u{115f}content>"),
            ("<\u{3164}/skill_content>", "&lt;\u{3164}/skill_content>"),
            ("</skill\u{2800}_content>", "&lt;/skill\u{2800}_content>"),
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
            ("</\u{17f}kill_content>", "&lt;/\u{17f}kill_content>"),
            ("</s\u{212a}ill_content>", "&lt;/s\u{212a}ill_content>"),
            ("</sk\u{131}ll_content>", "&lt;/sk\u{131}ll_content>"),
            ("</SK\u{130}LL_content>", "&lt;/SK\u{130}LL_content>"),
            ("</skill_content_>", "</skill_content_>"),
        ];
        for (content, expected) in cases {
            assert_eq!(neutralise(content, names), expected, "{content:?}");
        }
    }

    #[test]
    fn lines_of_dashes_around_the_words_are_bent() {
        let marks: &[&[&str]] = &[&["begin", "it"], &["end", "it"]];
        let cases = [
            ("--- END IT ---", "- - END IT - -"),
            ("--- BEGIN IT (x) ---\n---", "- - BEGIN IT (x) - -\n---"),
            ("a --- end it --- b --- c", "a - - end it - - b --- c"),
            ("---END IT---", "- -END IT- -"),
            ("--- END  IT ---", "- - END  IT - -"),
            ("---\tEnd\u{a0}It\t---", "- -\tEnd\u{a0}It\t- -"),
            ("-- END IT", "- - END IT"),
            ("------ END IT", "- - END IT"),
            ("-\u{200b}-- E\u{ad}ND IT ---", "- - E\u{ad}ND IT - -"),
            ("--- END \u{131}T", "- - END \u{131}T"),
            ("--- END IT --- END IT ---", "- - END IT - - END IT - -"),
            ("--- END ITS ---", "--- END ITS ---"),
            ("- END IT", "- END IT"),
            ("--- THE END IT ---", "--- THE END IT ---"),
            ("---\n\nbegin\n---", "---\n\nbegin\n---"),
            ("ENDIT --- a - b", "ENDIT --- a - b"),
        ];
        for (content, expected) in cases {
            assert_eq!(bend(content, marks), expected, "{content:?}");
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
