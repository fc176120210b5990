//! Documents that a host hands over as JSON: read strictly, with the place of a
//! fault.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// What is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, in the form `skills[0].digest`; empty for the document itself.
    pub place: String,
    /// What is wrong there, as the end of a sentence.
    pub reason: String,
}

impl Fault {
    /// The place below `base`, with which it begins.
    pub fn place_below(&self, base: &str) -> String {
        match self.place.as_str() {
            "" => base.to_owned(),
            place => format!("{base}.{place}"),
        }
    }
}

/// Reads a document and makes sure that nothing stands behind it.
///
/// # Errors
/// [`Fault`] saying where and why.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, Fault> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let value = T::deserialize(tracked).map_err(|error| Fault {
        place: match track.path().to_string() {
            path if path == "." => String::new(),
            path => path,
        },
        reason: error.to_string(),
    })?;
    reader.end().map_err(|error| Fault {
        place: String::new(),
        reason: error.to_string(),
    })?;
    Ok(value)
}

/// A structure that is read from a map only: left alone, serde would also take a
/// list for one.
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfMap<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for OfMap<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_any(OfMap(PhantomData)).map(Self)
    }
}

/// Reads a structure from a map, or its default from null.
///
/// # Errors
/// For anything else.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    optional_object(deserializer).map(Option::unwrap_or_default)
}

/// Reads a structure from a map, or none from null.
///
/// # Errors
/// For anything else.
pub fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let object = Option::<Object<T>>::deserialize(deserializer)?;
    Ok(object.map(|Object(value)| value))
}

/// Reads a list of structures, each from a map.
///
/// # Errors
/// For anything else.
pub fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let objects = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(value)| value).collect())
}
