//! One skill as its frontmatter describes it.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Who may start a skill. A trusted host may always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Invocation {
    /// A language model may.
    pub model: bool,
    /// A person may, by name.
    pub user: bool,
}

impl Default for Invocation {
    fn default() -> Self {
        Self {
            model: true,
            user: true,
        }
    }
}

/// On whose behalf a skill is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invoker {
    /// The host itself; nothing is refused.
    Host,
    /// A person, by name.
    User,
    /// A language model.
    Model,
}

impl Invocation {
    /// Whether `invoker` may start the skill.
    pub const fn allows(self, invoker: Invoker) -> bool {
        match invoker {
            Invoker::Host => true,
            Invoker::User => self.user,
            Invoker::Model => self.model,
        }
    }
}

/// A skill that was found and can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Unique in its listing.
    pub name: String,
    /// Never empty, may span lines.
    pub description: String,
    /// Its directory, as a path in the host's mounts.
    pub directory: String,
    /// The root under which it was found.
    pub root: String,
    /// License name or the name of a bundled file.
    pub license: Option<String>,
    /// Environment that the skill asks for.
    pub compatibility: Option<String>,
    /// Tools that the author would like approved. Data only.
    pub allowed_tools: Vec<String>,
    /// The `metadata` map in the order of the file.
    pub metadata: Vec<(String, String)>,
    /// The whole frontmatter as the text of one JSON object.
    pub frontmatter: String,
    /// Who may start the skill.
    pub invocation: Invocation,
    /// `sha256:` and the hash of the frontmatter block.
    pub digest: String,
}

/// Frontmatter keys that have a place of their own in the JSON form.
const PLACED: &[&str] = &[
    "name",
    "description",
    "license",
    "compatibility",
    "allowed-tools",
    "metadata",
    "disable-model-invocation",
    "user-invocable",
];

impl Skill {
    /// All frontmatter keys in the author's order, each with its value as JSON
    /// text.
    pub fn keys(&self) -> Vec<(String, Box<RawValue>)> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Vec<(String, Box<RawValue>)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut keys = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    keys.push(entry);
                }
                Ok(keys)
            }
        }

        let mut json = serde_json::Deserializer::from_str(&self.frontmatter);
        json.deserialize_map(Keys).unwrap_or_default()
    }

    /// The frontmatter keys that neither the specification nor `invocation`
    /// covers, in the author's order, each with its value as JSON text.
    pub fn extra(&self) -> Vec<(String, Box<RawValue>)> {
        let mut keys = self.keys();
        keys.retain(|(key, _)| !PLACED.contains(&key.as_str()));
        keys
    }
}

impl Serialize for Skill {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Skill", 11)?;
        record.serialize_field("name", &self.name)?;
        record.serialize_field("description", &self.description)?;
        record.serialize_field("directory", &self.directory)?;
        record.serialize_field("license", &self.license)?;
        record.serialize_field("compatibility", &self.compatibility)?;
        record.serialize_field("allowed_tools", &self.allowed_tools)?;
        record.serialize_field("metadata", &Pairs(&self.metadata))?;
        record.serialize_field("extra", &Pairs(&self.extra()))?;
        record.serialize_field("invocation", &self.invocation)?;
        record.serialize_field("root", &self.root)?;
        record.serialize_field("digest", &self.digest)?;
        record.end()
    }
}

/// Pairs as a JSON object in their own order.
struct Pairs<'p, V>(&'p [(String, V)]);

impl<V: Serialize> Serialize for Pairs<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_documented_shape() {
        let skill = Skill {
            name: "demo".into(),
            description: "Demo.".into(),
            directory: "/s/demo".into(),
            root: "/s".into(),
            license: None,
            compatibility: None,
            allowed_tools: vec!["Read".into()],
            metadata: vec![("b".into(), "1".into()), ("a".into(), "2".into())],
            frontmatter: r#"{"name":"demo","x":1.10,"tags":["t"],"description":"Demo."}"#.into(),
            invocation: Invocation::default(),
            digest: "sha256:00".into(),
        };
        assert_eq!(
            serde_json::to_string(&skill).unwrap(),
            concat!(
                r#"{"name":"demo","description":"Demo.","directory":"/s/demo","license":null,"#,
                r#""compatibility":null,"allowed_tools":["Read"],"metadata":{"b":"1","a":"2"},"#,
                r#""extra":{"x":1.10,"tags":["t"]},"invocation":{"model":true,"user":true},"#,
                r#""root":"/s","digest":"sha256:00"}"#
            )
        );
    }
}
