//! YAML text to a tree, event by event.
//!
//! What is not read: anchors, aliases, tags, merge keys and keys that are
//! lists or maps. Each costs the value that it stands at, with a note; the rest
//! is kept. The bounds hold while events arrive, so that no input grows on its
//! way in.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::diagnostic::{Code, Note, Position};
use crate::limits::Limits;

use super::cleaning::{Cleaned, clean_escapes};
use super::core_schema::is_null;
use super::keys::keep_first;
use super::notes::Notes;
use super::tree::{Fields, Key, Node, Scalar, Value};

/// Deepest nesting whatever the limits say: reading, writing and dropping a
/// tree recurse, and a component's stack is small.
const DEEPEST: usize = 100;

/// What to do about a frontmatter beyond a limit.
const SMALLER: &str = "Move data into a file of the skill, or raise the limit in the options.";

/// Why a text gave no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It is not YAML.
    Syntax {
        /// The parser's word for it.
        info: String,
        /// Where the parser gave up.
        position: Position,
    },
    /// It is YAML, but not a map.
    NotMapping(Position),
    /// A bound was hit.
    Limit(Note),
}

/// The bounds on one file's tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    depth: usize,
    nodes: usize,
    most_nodes: usize,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            depth: limits.yaml_depth.min(DEEPEST),
            nodes: 0,
            most_nodes: limits.yaml_nodes,
        }
    }

    /// Whether a tree of so many keys and values may be read, nested so deep.
    pub(super) fn allows(&self, nodes: usize, depth: usize) -> bool {
        self.nodes.saturating_add(nodes) <= self.most_nodes && depth <= self.depth.max(1)
    }
}

/// Reads the map in `text`, a part of `source` that begins at the start of line
/// `first_line`.
///
/// On failure `notes` holds nothing new, and nothing of `budget` was used.
pub(super) fn parse(
    text: &str,
    first_line: u32,
    source: &Cleaned<'_>,
    budget: &mut Budget,
    notes: &mut Notes,
) -> Result<Fields<'static>, Failure> {
    let reader = Reader::new(text, first_line, source, *budget);
    reader.finish(Reader::fields, budget, notes)
}

/// Reads the list in `text` as [`parse`] reads a map.
pub(super) fn parse_list(
    text: &str,
    first_line: u32,
    source: &Cleaned<'_>,
    budget: &mut Budget,
    notes: &mut Notes,
) -> Result<Vec<Node<'static>>, Failure> {
    let reader = Reader::new(text, first_line, source, *budget);
    reader.finish(Reader::items, budget, notes)
}

struct Reader<'r, 't> {
    parser: Parser<'t, StrInput<'t>>,
    first_line: u32,
    source: &'r Cleaned<'r>,
    /// Where the text ends; the parser's end lies a line further.
    end: Position,
    budget: Budget,
    notes: Notes,
}

/// Reads the value at the top of a document.
type Root<'r, 't, T> = fn(&mut Reader<'r, 't>, &Event<'t>, Span) -> Result<T, Failure>;

/// The entries of a map and the keys whose values were not read.
type Entries = (Vec<(Key<'static>, Node<'static>)>, Vec<Key<'static>>);

impl<'r, 't> Reader<'r, 't> {
    fn new(text: &'t str, first_line: u32, source: &'r Cleaned<'r>, budget: Budget) -> Self {
        let lines = text.bytes().filter(|&byte| byte == b'\n').count();
        let last = text.rsplit('\n').next().unwrap_or_default();
        let mut reader = Self {
            parser: Parser::new_from_str(text),
            first_line,
            source,
            end: Position {
                line: u32::MAX,
                column: u32::MAX,
            },
            budget,
            notes: Notes::default(),
        };
        reader.end = reader.position(Marker::new(0, lines + 1, last.chars().count()));
        reader
    }

    fn finish<T: Default>(
        mut self,
        root: Root<'r, 't, T>,
        budget: &mut Budget,
        notes: &mut Notes,
    ) -> Result<T, Failure> {
        let value = self.document(root)?;
        *budget = self.budget;
        notes.append(self.notes);
        Ok(value)
    }

    fn document<T: Default>(&mut self, root: Root<'r, 't, T>) -> Result<T, Failure> {
        let value = loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(T::default()),
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (event, span) => break root(self, &event, span)?,
            }
        };
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(value),
                (Event::DocumentEnd, _) => {}
                (_, span) => {
                    return Err(Failure::Syntax {
                        info: "a second document begins".to_owned(),
                        position: self.position(span.start),
                    });
                }
            }
        }
    }

    fn fields(&mut self, event: &Event<'t>, span: Span) -> Result<Fields<'static>, Failure> {
        let position = self.position(span.start);
        match event {
            Event::MappingStart(anchor, tag) => {
                self.count(position)?;
                if *anchor != 0 || tag.is_some() {
                    let message = "What stands before the first field is not read.";
                    let note = Note::new(Code::YamlUnsupported, message).at(position);
                    self.notes.push(note.hint("Delete it."));
                }
                let (entries, lost) = self.map(1)?;
                Ok(Fields { entries, lost })
            }
            Event::Scalar(text, ScalarStyle::Plain, 0, None) if is_null(text) => {
                Ok(Fields::default())
            }
            _ => Err(Failure::NotMapping(position)),
        }
    }

    fn items(&mut self, event: &Event<'t>, span: Span) -> Result<Vec<Node<'static>>, Failure> {
        match event {
            Event::SequenceStart(0, None) => self.list(2),
            _ => Err(Failure::NotMapping(self.position(span.start))),
        }
    }

    /// The next event; the end of the stream repeats.
    fn next(&mut self) -> Result<(Event<'t>, Span), Failure> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(self.failure(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn failure(&self, error: &ScanError) -> Failure {
        let position = self.position(*error.marker());
        if error.info() == "recursion limit exceeded" {
            return Failure::Limit(self.too_deep(position));
        }
        Failure::Syntax {
            info: error.info().to_owned(),
            position,
        }
    }

    /// The place in the file. The parser counts lines from 1, columns from 0.
    fn position(&self, marker: Marker) -> Position {
        let line = u32::try_from(marker.line()).unwrap_or(u32::MAX);
        let column = u32::try_from(marker.col()).unwrap_or(u32::MAX);
        let position = self.source.in_file(Position {
            line: self.first_line.saturating_add(line.saturating_sub(1)),
            column: column.saturating_add(1),
        });
        position.min(self.end)
    }

    fn count(&mut self, position: Position) -> Result<(), Failure> {
        self.budget.nodes += 1;
        if self.budget.nodes <= self.budget.most_nodes {
            return Ok(());
        }
        let message = format!(
            "The frontmatter has more than {} keys and values.",
            self.budget.most_nodes
        );
        Err(Failure::Limit(
            Note::new(Code::YamlLimit, message)
                .at(position)
                .hint(SMALLER),
        ))
    }

    fn too_deep(&self, position: Position) -> Note {
        let message = format!(
            "The frontmatter is nested more than {} levels deep.",
            self.budget.depth
        );
        Note::new(Code::YamlLimit, message)
            .at(position)
            .hint(SMALLER)
    }

    /// The value that `event` begins; none when it is of a kind that is not
    /// read.
    fn node(
        &mut self,
        event: Event<'t>,
        span: Span,
        depth: usize,
    ) -> Result<Option<Node<'static>>, Failure> {
        let position = self.position(span.start);
        self.count(position)?;
        let (value, anchor, tag) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let mut text = text.into_owned();
                if style == ScalarStyle::DoubleQuoted {
                    clean_escapes(&mut text, position, &mut self.notes);
                }
                let plain = style == ScalarStyle::Plain;
                let value = if plain && is_null(&text) {
                    Value::Null
                } else {
                    Value::Scalar(Scalar {
                        text: text.into(),
                        plain,
                    })
                };
                (value, anchor, tag)
            }
            Event::SequenceStart(anchor, tag) => {
                self.deeper(depth, position)?;
                (Value::List(self.list(depth + 1)?), anchor, tag)
            }
            Event::MappingStart(anchor, tag) => {
                self.deeper(depth, position)?;
                (Value::Map(self.map(depth + 1)?.0), anchor, tag)
            }
            Event::Alias(_) => {
                self.unsupported("An alias", '*', position);
                return Ok(None);
            }
            // The parser gives no others inside a document.
            _ => (Value::Null, 0, None),
        };
        let is_marked = self.is_marked(anchor, tag.is_some(), position);
        Ok((!is_marked).then_some(Node { value, position }))
    }

    /// Whether there is an anchor or a tag, of which a note is made.
    fn is_marked(&mut self, anchor: usize, has_tag: bool, position: Position) -> bool {
        if anchor != 0 {
            self.unsupported("An anchor", '&', position);
        } else if has_tag {
            self.unsupported("A tag", '!', position);
        }
        anchor != 0 || has_tag
    }

    fn deeper(&self, depth: usize, position: Position) -> Result<(), Failure> {
        if depth < self.budget.depth {
            Ok(())
        } else {
            Err(Failure::Limit(self.too_deep(position)))
        }
    }

    fn unsupported(&mut self, what: &str, sign: char, position: Position) {
        let message = format!("{what} is not read; the value was left out.");
        let hint = format!("Quote the value if `{sign}` is part of it, or write it out.");
        self.notes.push(
            Note::new(Code::YamlUnsupported, message)
                .at(position)
                .hint(hint),
        );
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node<'static>>, Failure> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd | Event::StreamEnd, _) => return Ok(items),
                (event, span) => items.extend(self.node(event, span, depth)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Entries, Failure> {
        let mut entries = Vec::new();
        let mut lost = Vec::new();
        loop {
            let (key, is_plain) = match self.next()? {
                (Event::MappingEnd | Event::StreamEnd, _) => break,
                (event, span) => self.key(event, span, depth)?,
            };
            let (event, span) = self.next()?;
            let node = self.node(event, span, depth)?;
            match (key, node) {
                (Named::Read(key), _) if is_plain && key.text == "<<" => {
                    let message = "A merge key is not read; it was left out.";
                    let note = Note::new(Code::YamlUnsupported, message).at(key.position);
                    self.notes.push(note.hint("Write the keys out."));
                }
                (Named::Read(key), Some(node)) => entries.push((key, node)),
                (Named::Read(key) | Named::Unsupported(key), _) => lost.push(key),
                (Named::Not, _) => {}
                (Named::Collection(position), _) => {
                    let message = "A key that is a list or a map is not read; it was left out.";
                    let note = Note::new(Code::YamlUnsupported, message).at(position);
                    self.notes.push(note.hint("Use a text as the key."));
                }
            }
        }
        keep_first(&mut entries, &mut self.notes);
        Ok((entries, lost))
    }

    /// A key, and whether it was written without quotes.
    fn key(
        &mut self,
        event: Event<'t>,
        span: Span,
        depth: usize,
    ) -> Result<(Named, bool), Failure> {
        let position = self.position(span.start);
        let Event::Scalar(text, style, anchor, tag) = event else {
            let node = self.node(event, span, depth)?;
            let named = node.map_or(Named::Not, |_| Named::Collection(position));
            return Ok((named, false));
        };
        self.count(position)?;
        let mut text = text.into_owned();
        if style == ScalarStyle::DoubleQuoted {
            clean_escapes(&mut text, position, &mut self.notes);
        }
        let key = Key {
            text: text.into(),
            position,
        };
        let named = if self.is_marked(anchor, tag.is_some(), position) {
            Named::Unsupported(key)
        } else {
            Named::Read(key)
        };
        Ok((named, style == ScalarStyle::Plain))
    }
}

/// What stands before a colon.
enum Named {
    Read(Key<'static>),
    /// It has an anchor or a tag, and its value is left out for it.
    Unsupported(Key<'static>),
    /// A list or a map.
    Collection(Position),
    /// Something that there is a note about already.
    Not,
}
