//! What a plain scalar means in YAML 1.2's core schema, and the tree as JSON.
//!
//! Hosts compare the frontmatter field by field with what other readers of the
//! same file say, so it is typed exactly as the core schema has it: `on`, `yes`
//! and dates are strings, `0o17` and `0x1f` are numbers, `017` is seventeen.
//!
//! Numbers keep their value. An integer has up to 38 digits in JSON, more than
//! any language's own; what JSON has no number for, as `.inf`, `.nan` and
//! longer integers, stays the text that was written.

use serde::Serialize;

use crate::bytes;

use super::tree::{Fields, Key, Node, Scalar, Value};

/// A plain scalar's meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Typed<'s> {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A finite number with a fraction or an exponent.
    Float(f64),
    /// Anything else.
    Text(&'s str),
}

/// Whether a plain scalar means that there is no value.
pub(super) fn is_null(plain: &str) -> bool {
    matches!(plain, "" | "~" | "null" | "Null" | "NULL")
}

/// The meaning of a plain scalar that is not null.
pub(super) fn typed(plain: &str) -> Typed<'_> {
    match plain {
        "true" | "True" | "TRUE" => Typed::Bool(true),
        "false" | "False" | "FALSE" => Typed::Bool(false),
        _ if plain.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) => {
            number(plain).unwrap_or(Typed::Text(plain))
        }
        _ => Typed::Text(plain),
    }
}

fn number(plain: &str) -> Option<Typed<'_>> {
    if let Some(digits) = plain.strip_prefix("0o") {
        return unsigned(digits, 8);
    }
    if let Some(digits) = plain.strip_prefix("0x") {
        return unsigned(digits, 16);
    }
    let magnitude = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    if is_digits(magnitude) {
        return plain.parse().ok().map(Typed::Int);
    }
    // Rust's grammar of floats is wider only by words, which are ruled out here.
    if !is_float(magnitude) {
        return None;
    }
    let value: f64 = plain.parse().ok()?;
    value.is_finite().then_some(Typed::Float(value))
}

/// Whether a plain scalar is text to every reader of the core schema.
pub fn is_string(plain: &str) -> bool {
    !is_null(plain) && matches!(typed(plain), Typed::Text(_)) && !is_number_without_json(plain)
}

/// Whether a plain scalar means something that JSON has a form for which every
/// language reads alike: no infinity, and no integer beyond 64 bits.
pub fn has_json(plain: &str) -> bool {
    match typed(plain) {
        Typed::Int(value) => (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value),
        Typed::Bool(_) | Typed::Float(_) => true,
        Typed::Text(_) => !is_number_without_json(plain),
    }
}

/// Whether [`typed`] leaves a number as text because JSON has none like it.
fn is_number_without_json(plain: &str) -> bool {
    const WORDS: [&str; 3] = [".inf", ".Inf", ".INF"];
    let magnitude = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    let digits_of = |prefix, base| {
        let digits: Option<&str> = plain.strip_prefix(prefix);
        digits.is_some_and(|d| !d.is_empty() && d.chars().all(|c| c.is_digit(base)))
    };
    WORDS.contains(&magnitude)
        || matches!(plain, ".nan" | ".NaN" | ".NAN")
        || matches!(typed(plain), Typed::Text(_))
            && (is_float(magnitude) || digits_of("0o", 8) || digits_of("0x", 16))
}

/// Digits of a base without a sign: the only form that the schema has for it.
fn unsigned(digits: &str, base: u32) -> Option<Typed<'_>> {
    let unsigned = !digits.starts_with(['+', '-']);
    let value = i128::from_str_radix(digits, base).ok()?;
    unsigned.then_some(Typed::Int(value))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `[0-9]*(\.[0-9]*)?([eE][-+]?[0-9]+)?` with a digit before the exponent.
fn is_float(magnitude: &str) -> bool {
    let (mantissa, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (magnitude, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = whole.bytes().chain(fraction.bytes()).peekable();
    digits.peek().is_some()
        && digits.all(|byte| byte.is_ascii_digit())
        && exponent.is_none_or(|e| is_digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}

/// What the core schema sees in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No value.
    Null,
    /// True or false.
    Bool,
    /// An integer.
    Int,
    /// A number with a fraction or an exponent, infinity, or what is no number.
    Float,
    /// Text, and all that was quoted.
    Text,
    /// A list.
    List,
    /// A map.
    Map,
}

impl Value<'_> {
    /// What YAML 1.2's core schema sees in it.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::List(_) => Kind::List,
            Self::Map(_) => Kind::Map,
            Self::Scalar(scalar) if !scalar.plain => Kind::Text,
            Self::Scalar(scalar) => match typed(&scalar.text) {
                Typed::Bool(_) => Kind::Bool,
                Typed::Int(_) => Kind::Int,
                Typed::Float(_) => Kind::Float,
                Typed::Text(text) if !is_number_without_json(text) => Kind::Text,
                // A number without a form in JSON. In hexadecimal `e` is a digit.
                Typed::Text(text) if text.contains(['.', 'e', 'E']) && !text.starts_with("0x") => {
                    Kind::Float
                }
                Typed::Text(_) => Kind::Int,
            },
        }
    }

    /// The text, if it is [text](Kind::Text).
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Scalar(scalar) if self.kind() == Kind::Text => Some(&scalar.text),
            _ => None,
        }
    }

    /// The value as JSON text, integers with all their digits.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        write_value(self, &mut json);
        json
    }
}

/// All fields as the text of one JSON object.
pub(super) fn fields_to_json(fields: &Fields<'_>) -> String {
    // Room for nearly every frontmatter.
    let mut json = String::with_capacity(1024);
    write_map(&fields.entries, &mut json);
    json.shrink_to_fit();
    json
}

fn write_map(entries: &[(Key<'_>, Node<'_>)], json: &mut String) {
    json.push('{');
    for (at, (key, node)) in entries.iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        write_text(&key.text, json);
        json.push(':');
        write_value(&node.value, json);
    }
    json.push('}');
}

fn write_value(value: &Value<'_>, json: &mut String) {
    match value {
        Value::Null => json.push_str("null"),
        Value::Scalar(scalar) => write_scalar(scalar, json),
        Value::List(items) => {
            json.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    json.push(',');
                }
                write_value(&item.value, json);
            }
            json.push(']');
        }
        Value::Map(entries) => write_map(entries, json),
    }
}

fn write_scalar(scalar: &Scalar<'_>, json: &mut String) {
    if !scalar.plain {
        return write_text(&scalar.text, json);
    }
    match typed(&scalar.text) {
        Typed::Bool(value) => json.push_str(if value { "true" } else { "false" }),
        Typed::Int(value) => json.push_str(&value.to_string()),
        Typed::Float(value) => json.push_str(&by_serde(&value)),
        Typed::Text(text) => write_text(text, json),
    }
}

fn write_text(text: &str, json: &mut String) {
    if bytes::has_control_or(text.as_bytes(), *b"\"\\") {
        json.push_str(&by_serde(text));
    } else {
        json.push('"');
        json.push_str(text);
        json.push('"');
    }
}

fn by_serde(value: &(impl Serialize + ?Sized)) -> String {
    // Strings and finite numbers always have a form.
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_have_the_types_of_the_core_schema() {
        let cases = [
            ("true", "true"),
            ("True", "true"),
            ("FALSE", "false"),
            ("tRue", "\"tRue\""),
            ("yes", "\"yes\""),
            ("on", "\"on\""),
            ("Off", "\"Off\""),
            ("0", "0"),
            ("007", "7"),
            ("-0", "0"),
            ("+12", "12"),
            ("-12", "-12"),
            ("0o17", "15"),
            ("0o18", "\"0o18\""),
            ("0x1F", "31"),
            ("0x+1", "\"0x+1\""),
            ("-0x1", "\"-0x1\""),
            ("0b1", "\"0b1\""),
            ("1_000", "\"1_000\""),
            ("18446744073709551616", "18446744073709551616"),
            ("-9223372036854775809", "-9223372036854775809"),
            (
                "170141183460469231731687303715884105728",
                "\"170141183460469231731687303715884105728\"",
            ),
            ("1.0", "1.0"),
            ("1.10", "1.1"),
            ("1.", "1.0"),
            (".5", "0.5"),
            ("+.5", "0.5"),
            ("-1.5e-3", "-0.0015"),
            ("1e3", "1000.0"),
            ("1E+3", "1000.0"),
            ("1e", "\"1e\""),
            ("1e400", "\"1e400\""),
            (".", "\".\""),
            ("-", "\"-\""),
            ("+", "\"+\""),
            (".e3", "\".e3\""),
            (".inf", "\".inf\""),
            ("-.INF", "\"-.INF\""),
            (".nan", "\".nan\""),
            ("inf", "\"inf\""),
            ("nan", "\"nan\""),
            ("infinity", "\"infinity\""),
            ("1.2.3", "\"1.2.3\""),
            ("12:30", "\"12:30\""),
            ("2024-01-01", "\"2024-01-01\""),
            ("١٢", "\"١٢\""),
        ];
        for (text, expected) in cases {
            let value = Value::Scalar(Scalar {
                text: text.into(),
                plain: true,
            });
            assert_eq!(value.to_json(), expected, "{text}");
        }
    }

    #[test]
    fn what_json_cannot_say_is_neither_text_nor_a_number() {
        let cases = [
            ("text", true, true),
            ("2026-01-01", true, true),
            ("7", false, true),
            ("true", false, true),
            ("", false, true),
            ("18446744073709551615", false, true),
            ("18446744073709551616", false, false),
            ("-9223372036854775808", false, true),
            ("-9223372036854775809", false, false),
            ("170141183460469231731687303715884105728", false, false),
            ("0xffffffffffffffffffffffffffffffffffff", false, false),
            ("1e400", false, false),
            ("-.inf", false, false),
            (".NaN", false, false),
            ("inf", true, true),
        ];
        for (text, string, json) in cases {
            assert_eq!((is_string(text), has_json(text)), (string, json), "{text}");
        }
    }

    #[test]
    fn quoted_scalars_are_strings() {
        for text in ["true", "7", "null", "", "1.5"] {
            let value = Value::Scalar(Scalar {
                text: text.into(),
                plain: false,
            });
            assert_eq!(value.to_json(), format!("\"{text}\""));
        }
    }

    #[test]
    fn texts_are_escaped_where_json_asks_for_it() {
        let long = "a".repeat(40);
        for odd in [
            "", "\"", "\\", "\n", "\u{0}", "\u{7f}", "é", "\u{2028}", "😀",
        ] {
            for text in [
                odd.to_owned(),
                format!("{long}{odd}"),
                format!("{odd}{long}"),
            ] {
                let value = Value::Scalar(Scalar {
                    text: text.as_str().into(),
                    plain: false,
                });
                let expected = serde_json::to_string(&text).unwrap();
                assert_eq!(value.to_json(), expected, "{text:?}");
            }
        }
    }
}
