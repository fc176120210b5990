//! The frontmatter as a tree whose leaves are the text that the author wrote.

use std::borrow::Cow;

use crate::bytes::are_equal;
use crate::diagnostic::Position;

/// A value and where it starts in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<'t> {
    /// The value.
    pub value: Value<'t>,
    /// Its place in the file.
    pub position: Position,
}

/// What stands behind a key or a list's dash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'t> {
    /// `null`, `~` or nothing at all.
    Null,
    /// Text, a number or a truth value: all the same until someone asks.
    Scalar(Scalar<'t>),
    /// A list.
    List(Vec<Node<'t>>),
    /// A map, its keys unique and in the author's order.
    Map(Vec<(Key<'t>, Node<'t>)>),
}

/// A scalar as written, after YAML's own folding and escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar<'t> {
    /// The text: `007`, `1.10` and `on` stay that.
    pub text: Cow<'t, str>,
    /// Whether it stood there without quotes and not as a block, so that a
    /// schema may see a number in it.
    pub plain: bool,
}

/// A key and where it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key<'t> {
    /// The key's text.
    pub text: Cow<'t, str>,
    /// Its place in the file.
    pub position: Position,
}

impl Key<'_> {
    /// Whether this is its text.
    pub(super) fn is(&self, text: &str) -> bool {
        are_equal(self.text.as_bytes(), text.as_bytes())
    }
}

/// The top level of a frontmatter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields<'t> {
    pub(super) entries: Vec<(Key<'t>, Node<'t>)>,
    pub(super) lost: Vec<Key<'t>>,
}

impl<'t> Fields<'t> {
    /// Every key and value in the author's order.
    pub fn iter(&self) -> impl Iterator<Item = &(Key<'t>, Node<'t>)> {
        self.entries.iter()
    }

    /// Every key, and its value unless that could not be read.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&Key<'t>, Option<&Node<'t>>)> {
        let read = self.entries.iter().map(|(key, node)| (key, Some(node)));
        read.chain(self.lost.iter().map(|key| (key, None)))
    }

    /// The value of a key; `null` counts as no value.
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.entries
            .iter()
            .find(|(k, node)| k.is(key) && node.value != Value::Null)
            .map(|(_, node)| node)
    }

    /// Where a key stands, whatever its value.
    pub fn position(&self, key: &str) -> Option<Position> {
        self.entries
            .iter()
            .map(|(k, _)| k)
            .chain(&self.lost)
            .find(|k| k.is(key))
            .map(|k| k.position)
    }

    /// Where a key stands whose value could not be read.
    pub fn lost(&self, key: &str) -> Option<Position> {
        self.lost.iter().find(|k| k.is(key)).map(|k| k.position)
    }
}
