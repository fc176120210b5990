//! A result in the making: named values in their order.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The members of a result. Values are kept as JSON text, so that an author's
/// numbers stay as they are.
#[derive(Debug, Default)]
pub struct Members(Vec<(&'static str, Box<RawValue>)>);

impl Members {
    /// No members yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &impl Serialize) -> Self {
        // Our values have string keys and finite numbers: this cannot fail.
        if let Ok(value) = to_raw_value(value) {
            self.0.push((name, value));
        }
        self
    }

    /// The same with one more, if there is a value for it.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<&impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
