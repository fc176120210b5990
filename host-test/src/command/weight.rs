//! How much memory a YAML document takes once its aliases are followed: an anchor
//! of a large text, used over and over, is a small file that fills all of it.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Whether the values of a document take at most so many bytes. What is no YAML is
/// for its parser to tell.
pub fn is_within(yaml: &str, most: usize) -> bool {
    let mut left = Some(most);
    let _ = Walk(&mut left).deserialize(serde_yaml::Deserializer::from_str(yaml));
    left.is_some()
}

/// A walk that keeps nothing and may pass over values of so many bytes more; none
/// when it had to stop.
struct Walk<'l>(&'l mut Option<usize>);

impl Walk<'_> {
    /// Passes over a value with this much text.
    fn pass<E: Error>(self, text: usize) -> Result<(), E> {
        let bytes = size_of::<serde_yaml::Value>() + text;
        *self.0 = self.0.and_then(|left| left.checked_sub(bytes));
        match self.0 {
            Some(_) => Ok(()),
            None => Err(E::custom("it is too large")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Values without text.
macro_rules! pass_values {
    ($($visit:ident: $value:ty,)*) => {$(
        fn $visit<E: Error>(self, _: $value) -> Result<(), E> {
            self.pass(0)
        }
    )*};
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    pass_values! {
        visit_bool: bool,
        visit_i64: i64,
        visit_u64: u64,
        visit_i128: i128,
        visit_u128: u128,
        visit_f64: f64,
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.pass(0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.pass(text.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Walk(self.0))?.is_some() {}
        self.pass(0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_key_seed(Walk(self.0))?.is_some() {
            map.next_value_seed(Walk(self.0))?;
        }
        self.pass(0)
    }

    /// A value with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<(), A::Error> {
        let ((), value) = tagged.variant_seed(Walk(self.0))?;
        value.newtype_variant_seed(Walk(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_weigh_what_they_stand_for() {
        const VALUE: usize = size_of::<serde_yaml::Value>();
        let cases = [
            ("", 0),
            ("abc", VALUE + 3),
            ("[x, ~, true, 1.5, -1]", 6 * VALUE + 1),
            ("a: 1\n", 3 * VALUE + 1),
            ("[&a abc, *a, *a]", 4 * VALUE + 9),
            ("[&a [x, x], &b [*a, *a], *b]", 18 * VALUE + 10),
            ("!tag [&a abc, *a]", 4 * VALUE + 9),
        ];
        for (yaml, weight) in cases {
            assert!(is_within(yaml, weight), "{yaml}");
            assert!(weight == 0 || !is_within(yaml, weight - 1), "{yaml}");
        }
        // This is for the parser to tell.
        assert!(is_within("[", VALUE));
    }
}
