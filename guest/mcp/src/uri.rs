//! `skill://NAME/PATH`, to and from a skill's name and a path in it.

/// What a URI points to.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// The skill's name.
    pub skill: String,
    /// The path below its directory; empty for the directory itself.
    pub path: String,
}

/// The scheme and what follows it.
const SCHEME: &str = "skill://";

/// The URI of a path in a skill; of the skill's directory when it is empty.
pub fn write(skill: &str, path: &str) -> String {
    let mut uri = SCHEME.to_owned();
    encode(skill, &mut uri);
    if !path.is_empty() {
        uri.push('/');
        encode(path, &mut uri);
    }
    uri
}

/// Writes every byte in percent form but letters, digits and `-._~/`, as other
/// servers of skills do.
fn encode(text: &str, uri: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push('%');
            uri.push(char::from(DIGITS[usize::from(byte >> 4)]));
            uri.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
}

/// What a URI points to; none when it could not be one of ours. Any encoding of
/// the same characters will do.
pub fn read(uri: &str) -> Option<Target> {
    let (scheme, rest) = uri.split_at_checked(SCHEME.len())?;
    if !scheme.eq_ignore_ascii_case(SCHEME) || rest.contains(['?', '#', '\\']) {
        return None;
    }
    let mut segments = rest.split('/').map(segment);
    let skill = segments.next()??;
    if skill.contains(['@', ':']) {
        return None;
    }
    let path: Option<Vec<String>> = segments.collect();
    Some(Target {
        skill,
        path: path?.join("/"),
    })
}

/// One part of a path, decoded; none when no file could be called so.
fn segment(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = after;
    }
    let text = String::from_utf8(bytes).ok()?;
    let usable = !matches!(text.as_str(), "" | "." | "..") && !text.contains(['/', '\0']);
    usable.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_byte_is_in_percent_form() {
        let cases = [
            ("demo", "", "skill://demo"),
            ("demo", "SKILL.md", "skill://demo/SKILL.md"),
            ("demo", "a b&c.txt", "skill://demo/a%20b%26c.txt"),
            ("demo", "ä/100%.md", "skill://demo/%C3%A4/100%25.md"),
            ("demo", "a~_-.x", "skill://demo/a~_-.x"),
        ];
        for (skill, path, uri) in cases {
            assert_eq!(write(skill, path), uri);
            let target = read(uri).unwrap();
            assert_eq!((target.skill.as_str(), target.path.as_str()), (skill, path));
        }
    }

    #[test]
    fn any_encoding_of_the_same_characters_will_do() {
        for uri in [
            "skill://demo/a b.md",
            "skill://demo/a%20b.md",
            "skill://d%65mo/%61%20b%2emd",
            "SKILL://demo/a%20b.md",
        ] {
            assert_eq!(read(uri).unwrap().path, "a b.md", "{uri}");
        }
    }

    #[test]
    fn what_could_lead_elsewhere_is_none_of_ours() {
        for uri in [
            "",
            "skill",
            "skill:/demo/a",
            "file://demo/a",
            "skill://",
            "skill:///SKILL.md",
            "skill://demo/",
            "skill://demo//a",
            "skill://demo/a/",
            "skill://demo/../a",
            "skill://demo/%2e%2e/a",
            "skill://demo/.%2E/a",
            "skill://demo/./a",
            "skill://demo/a%2Fb",
            "skill://demo/a%00",
            "skill://demo/a%0",
            "skill://demo/a%zz",
            "skill://demo/a%+1",
            "skill://demo/%ff",
            "skill://demo/a?b",
            "skill://demo/a#b",
            "skill://demo/a\\b",
            "skill://demo:80/a",
            "skill://me@demo/a",
            "skill\u{20ac}//x",
        ] {
            assert_eq!(read(uri), None, "{uri}");
        }
    }
}
