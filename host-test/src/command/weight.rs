//! How much a YAML document holds once its aliases are followed: an anchor of a
//! large text, used over and over, is a small file that fills all memory.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Whether a document holds at most so many bytes of text and values. What is no
/// YAML is for its parser to tell.
pub fn is_within(yaml: &str, most: usize) -> bool {
    let mut left = Some(most);
    let _ = Walk(&mut left).deserialize(serde_yaml::Deserializer::from_str(yaml));
    left.is_some()
}

/// A walk that keeps nothing and may pass over so many bytes more; none when it
/// had to stop.
struct Walk<'l>(&'l mut Option<usize>);

impl Walk<'_> {
    fn pass<E: Error>(self, bytes: usize) -> Result<(), E> {
        // An empty text is a value too.
        *self.0 = self.0.and_then(|left| left.checked_sub(bytes + 1));
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

/// Values of a fixed size.
macro_rules! pass_values {
    ($($visit:ident: $value:ty,)*) => {$(
        fn $visit<E: Error>(self, _: $value) -> Result<(), E> {
            self.pass(size_of::<$value>())
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
        let cases = [
            ("", true),
            ("a: 1\nb: [x, ~, true, 1.5, -1]\nc: {}\n", true),
            ("a: &a xxxxxxxx\nb: [*a, *a]\n", true),
            (
                "a: &a xxxxxxxx\nb: [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n",
                false,
            ),
            (
                "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n",
                false,
            ),
            ("- !tag x\n", true),
            (
                "a: &a xxxxxxxx\nb: !tag [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n",
                false,
            ),
            ("a: [", true),
        ];
        for (yaml, fits) in cases {
            assert_eq!(is_within(yaml, 100), fits, "{yaml}");
        }
    }
}
