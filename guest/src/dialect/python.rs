//! Values as Python prints them, for the dialects whose systems are written in
//! it.

use crate::frontmatter::{Kind, Value};
use crate::text::unwanted;

/// The name of a value's type.
pub fn kind(value: &Value<'_>) -> &'static str {
    match value.kind() {
        Kind::Null => "NoneType",
        Kind::Bool => "bool",
        Kind::Float => "float",
        Kind::Int => "int",
        Kind::Text => "str",
        Kind::List => "list",
        Kind::Map => "dict",
    }
}

/// A value, given as JSON text, as `str` writes it; numbers, lists and maps as they
/// stand there.
pub fn shown(json: &str) -> String {
    match json {
        "true" => "True".to_owned(),
        "false" => "False".to_owned(),
        // What is not text after all stays as it is.
        _ => serde_json::from_str(json).unwrap_or_else(|_| json.to_owned()),
    }
}

/// A text as `repr` writes it, which is always one line.
pub fn repr(text: &str) -> String {
    let quote = match text.contains('\'') && !text.contains('"') {
        true => '"',
        false => '\'',
    };
    let mut written = String::from(quote);
    for character in text.chars() {
        match character {
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c if c == quote => written.extend(['\\', c]),
            c if unwanted(c).is_some() => written.push_str(&escaped(c)),
            c => written.push(c),
        }
    }
    written.push(quote);
    written
}

/// A list of texts as `repr` writes it.
pub fn list(texts: &[String]) -> String {
    let items: Vec<String> = texts.iter().map(|text| repr(text)).collect();
    format!("[{}]", items.join(", "))
}

fn escaped(character: char) -> String {
    match u32::from(character) {
        code @ 0..=0xff => format!("\\x{code:02x}"),
        code @ 0x100..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_as_python_quotes_them() {
        let cases = [
            ("pdf", "'pdf'"),
            ("it's", "\"it's\""),
            ("it's \"so\"", "'it\\'s \"so\"'"),
            ("a\\b\n\t", "'a\\\\b\\n\\t'"),
            ("é\u{1b}\u{202e}\u{e0041}", "'é\\x1b\\u202e\\U000e0041'"),
        ];
        for (text, expected) in cases {
            assert_eq!(repr(text), expected);
        }
        assert_eq!(list(&["a".into(), "b".into()]), "['a', 'b']");
    }
}
