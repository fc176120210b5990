//! Frontmatter of the plainest kind, read at a glance.
//!
//! Nearly all of it is: a line for each field, with a text as it is or in
//! quotes, a list of words in brackets, or a map of such texts below. The YAML
//! parser would take a quarter of a whole scan for it. This gives the same tree,
//! and leaves everything else to the parser, above all whatever a note would be
//! about. A property test holds the two together.

use std::borrow::Cow;
use std::iter::Peekable;

use crate::bytes::{find, has_any, has_control_or, has_pair};
use crate::diagnostic::Position;

use super::cleaning::Cleaned;
use super::core_schema::is_null;
use super::tree::{Fields, Key, Node, Scalar, Value};
use super::yaml::Budget;

/// More entries of one map are left to the parser, which finds repeated keys
/// faster.
const MOST_ENTRIES: usize = 32;

/// Room for as many saves a few moves.
const USUAL_ENTRIES: usize = 8;

/// Longer keys are left to the parser, which has a bound of its own.
const LONGEST_KEY: usize = 64;

/// The fields of a plain frontmatter; none when it has anything else in it.
pub(super) fn parse<'t>(source: &Cleaned<'t>, budget: &Budget) -> Option<Fields<'t>> {
    // Where a text was cleaned, places in it differ from those in the file.
    let Cow::Borrowed(text) = source.text else {
        return None;
    };
    let mut lines = Lines {
        rest: text,
        number: source.first_line,
        are_printed: source.is_printed,
    }
    .peekable();
    let mut fields = Fields {
        entries: Vec::with_capacity(USUAL_ENTRIES),
        lost: Vec::new(),
    };
    while let Some(line) = lines.next() {
        let (key, rest) = keyed(&line?)?;
        let node = if rest.text.is_empty() {
            map(&mut lines)?
        } else {
            value(&rest)?
        };
        add(&mut fields.entries, key, node)?;
    }
    let (nodes, depth) = fields
        .iter()
        .map(|(_, node)| size(node))
        .fold((1, 1), |(nodes, depth), (more, deep)| {
            (nodes + 1 + more, depth.max(deep))
        });
    (!fields.entries.is_empty() && budget.allows(nodes, depth)).then_some(fields)
}

/// A stretch of a line and where it starts.
struct Stretch<'t> {
    text: &'t str,
    position: Position,
}

impl<'t> Stretch<'t> {
    /// The stretch from byte `at`, before which all is ASCII.
    fn from(&self, at: usize) -> Option<Self> {
        Some(Stretch {
            text: self.text.get(at..)?,
            position: Position {
                line: self.position.line,
                column: self.position.column.checked_add(u32::try_from(at).ok()?)?,
            },
        })
    }

    /// The stretch behind `count` bytes of the one before, spaces skipped.
    fn behind(&self, count: usize) -> Option<Self> {
        let rest = self.text.as_bytes().get(count..)?;
        let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
        self.from(count + spaces)
    }
}

/// Lines without their ends; none for one with a character that is not for this
/// module.
struct Lines<'t> {
    rest: &'t str,
    number: u32,
    /// Whether a look at the whole text has told that none has such a character.
    are_printed: bool,
}

impl<'t> Iterator for Lines<'t> {
    type Item = Option<Stretch<'t>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        // As `str::lines` has it.
        let text = match find(self.rest.as_bytes(), b'\n') {
            Some(end) => {
                let line = self.rest.get(..end)?;
                self.rest = self.rest.get(end + 1..)?;
                line.strip_suffix('\r').unwrap_or(line)
            }
            None => std::mem::take(&mut self.rest),
        };
        let position = Position {
            line: self.number,
            column: 1,
        };
        // A number that cannot be counted on is the parser's to bound.
        let next = self.number.checked_add(1);
        self.number = next.unwrap_or_default();
        let is_printed = self.are_printed || !has_control_or(text.as_bytes(), []);
        Some((is_printed && next.is_some()).then_some(Stretch { text, position }))
    }
}

/// A key at the start of a stretch, and what stands behind its colon.
fn keyed<'t>(line: &Stretch<'t>) -> Option<(Key<'t>, Stretch<'t>)> {
    let end = line.text.bytes().position(|byte| !is_word(byte))?;
    let (key, behind) = line.text.split_at_checked(end)?;
    let rest = behind.strip_prefix(':')?;
    let is_key = key.len() <= LONGEST_KEY && starts_with(key, u8::is_ascii_alphabetic);
    if !is_key || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    let key = Key {
        text: Cow::Borrowed(key),
        position: line.position,
    };
    Some((key, line.behind(end + 1)?))
}

/// The map in the lines that are indented alike.
fn map<'t>(lines: &mut Peekable<Lines<'t>>) -> Option<Node<'t>> {
    let mut entries = Vec::new();
    let mut indent = 0;
    while let Some(line) = lines.next_if(|line| match line {
        Some(line) => line.text.starts_with(' '),
        None => true,
    }) {
        let line = line?;
        let inner = line.behind(0)?;
        let spaces = line.text.len() - inner.text.len();
        if entries.is_empty() {
            indent = spaces;
        } else if indent != spaces {
            return None;
        }
        let (key, rest) = keyed(&inner)?;
        add(&mut entries, key, value(&rest)?)?;
    }
    let position = entries.first()?.0.position;
    Some(Node {
        value: Value::Map(entries),
        position,
    })
}

/// Adds an entry, unless its key is there already.
fn add<'t>(entries: &mut Vec<(Key<'t>, Node<'t>)>, key: Key<'t>, node: Node<'t>) -> Option<()> {
    let is_new = entries.iter().all(|(other, _)| !other.is(&key.text));
    (is_new && entries.len() < MOST_ENTRIES).then(|| entries.push((key, node)))
}

/// A value on one line.
fn value<'t>(stretch: &Stretch<'t>) -> Option<Node<'t>> {
    let text = without_spaces_behind(stretch.text)?;
    let value = match text.bytes().next()? {
        quote @ (b'"' | b'\'') => Value::Scalar(Scalar {
            text: Cow::Borrowed(quoted(text, quote)?),
            plain: false,
        }),
        b'[' => Value::List(list(stretch, text)?),
        _ => Value::Scalar(plain(text)?),
    };
    Some(Node {
        value,
        position: stretch.position,
    })
}

/// The text in quotes, without escapes.
fn quoted(text: &str, quote: u8) -> Option<&str> {
    let mark = char::from(quote);
    let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
    (!has_any(inner.as_bytes(), [quote, b'\\'])).then_some(inner)
}

/// The words of a list in brackets.
fn list<'t>(stretch: &Stretch<'t>, text: &'t str) -> Option<Vec<Node<'t>>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut items = Vec::new();
    let mut rest = (!inner.is_empty()).then_some(inner);
    while let Some(text) = rest {
        let start = stretch.behind(1 + inner.len() - text.len())?;
        let end = find(text.as_bytes(), b',').unwrap_or(text.len());
        rest = text.get(end + 1..);
        let word = without_spaces_behind(text.get(..end)?)?.trim_start_matches(' ');
        if !word.bytes().all(is_word) {
            return None;
        }
        items.push(Node {
            value: Value::Scalar(plain(word)?),
            position: start.position,
        });
    }
    Some(items)
}

/// A text without quotes.
fn plain(text: &str) -> Option<Scalar<'_>> {
    let is_plain = starts_with(text, u8::is_ascii_alphanumeric)
        && !text.ends_with(':')
        // Most texts have neither.
        && !(has_any(text.as_bytes(), *b":#")
            && (has_pair(text.as_bytes(), *b": ") || has_pair(text.as_bytes(), *b" #")))
        && !is_null(text);
    is_plain.then_some(Scalar {
        text: Cow::Borrowed(text),
        plain: true,
    })
}

fn starts_with(text: &str, fits: impl Fn(&u8) -> bool) -> bool {
    text.as_bytes().first().is_some_and(fits)
}

fn without_spaces_behind(text: &str) -> Option<&str> {
    let end = text.bytes().rposition(|byte| byte != b' ');
    text.get(..end.map_or(0, |last| last + 1))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// The keys and values that a value has in it, itself among them, and how deep
/// they lie.
fn size(node: &Node<'_>) -> (usize, usize) {
    match &node.value {
        Value::Null | Value::Scalar(_) => (1, 1),
        Value::List(items) => (1 + items.len(), 2),
        Value::Map(entries) => (1 + 2 * entries.len(), 2),
    }
}
