//! Repairs the chunk that is not YAML.

use crate::diagnostic::{Code, Note, Position};

use super::super::explain::explain;
use super::super::fields::TEXT_FIELDS;
use super::super::keys::{keep_first, shown};
use super::super::quote::quote;
use super::super::tools::{self, ALLOWED_TOOLS};
use super::super::tree::{Key, Node, Scalar, Value};
use super::super::yaml::{self, Failure};
use super::lines::{
    Keyed, Line, begins_plain, folded, is_block_header, separating_colon, unquoted,
};
use super::{Chunk, Recovery, first_below, is_plain_text, keyed};

/// How many levels below the top are recovered.
const DEEPEST: usize = 2;

impl Recovery<'_> {
    /// The key of a chunk that is not YAML because of `failure`, and its value
    /// as far as it can be read.
    pub(super) fn entry(
        &mut self,
        chunk: Chunk<'_, '_>,
        keyed: Keyed<'_>,
        failure: &Failure,
        depth: usize,
    ) -> Result<(Key<'static>, Option<Node<'static>>), Note> {
        let first = &chunk[0];
        let key = Key {
            text: keyed.key.to_owned().into(),
            position: self.place(first, first.content_start()),
        };
        let value = if is_block_header(keyed.value) {
            self.block_text(chunk, keyed, failure)
        } else if is_alias(keyed.value) {
            self.alias(first, keyed);
            None
        } else if is_plain_text(chunk, keyed.value) || is_text_field(chunk, keyed, depth) {
            Some(self.plain_text(chunk, keyed, Some(failure)))
        } else if let Some(node) = self.quoted(chunk) {
            return Ok((key, Some(node)));
        } else {
            self.nested(chunk, keyed, failure, depth)?
        };
        let position = self.place(first, value_start(first.text, keyed.head));
        let node = value.map(|value| Node { value, position });
        Ok((key, node))
    }

    /// A value without quotes is taken as text.
    pub(super) fn plain_text(
        &mut self,
        chunk: Chunk<'_, '_>,
        mut keyed: Keyed<'_>,
        failure: Option<&Failure>,
    ) -> Value<'static> {
        if keyed.value.starts_with('#') {
            keyed.value = "";
        }
        let more = chunk[1..].iter().filter(|line| !is_comment(line));
        let written = folded([keyed.value].into_iter().chain(more.map(Line::content)));
        let is_tools = keyed.key == ALLOWED_TOOLS;
        let text = match is_tools {
            true => tools::bare(&written),
            false => unquoted(&written).unwrap_or(&written).to_owned(),
        };
        let hint = match is_tools {
            true => tools::corrected(&tools::tokens(&text)),
            false => format!("{} {}", keyed.head, quote(&text)),
        };

        let first = &chunk[0];
        let is_plain = keyed.is_spaced && begins_plain(keyed.value);
        let colon = is_plain.then(|| self.first_colon(chunk, keyed)).flatten();
        let (code, message) = fault(keyed, colon.is_some(), failure);
        let position =
            colon.unwrap_or_else(|| self.place(first, value_start(first.text, keyed.head)));
        self.repaired(Note::new(code, message).at(position).hint(hint));
        Value::Scalar(Scalar {
            text: text.into(),
            plain: false,
        })
    }

    /// Where the first colon stands that must not stand in plain text.
    fn first_colon(&self, chunk: Chunk<'_, '_>, keyed: Keyed<'_>) -> Option<Position> {
        chunk.iter().enumerate().find_map(|(index, line)| {
            let from = if index == 0 { keyed.head.len() } else { 0 };
            let text = line.text[from..].trim_end_matches([' ', '\t']);
            let is_comment = text.trim_start_matches([' ', '\t']).starts_with('#');
            let colon = separating_colon(text).filter(|_| !is_comment)?;
            Some(self.place(line, from + colon))
        })
    }

    /// An alias, of which the anchor is not known here.
    fn alias(&mut self, line: &Line<'_>, keyed: Keyed<'_>) {
        let position = self.place(line, value_start(line.text, keyed.head));
        let message = "An alias is not read; the value was left out.";
        self.repaired(
            Note::new(Code::YamlRecovered, message)
                .at(position)
                .hint("Quote the value if `*` is part of it, or write it out."),
        );
    }

    /// The value of a chunk that is YAML once the values below its key that have
    /// a colon in them are quoted.
    fn quoted(&mut self, chunk: Chunk<'_, '_>) -> Option<Node<'static>> {
        if chunk.len() < 2 || keyed(chunk[0].text)?.key == ALLOWED_TOOLS {
            return None;
        }
        let mut text = String::new();
        let mut corrections = Vec::new();
        let mut block = None;
        for (at, line) in chunk.iter().enumerate() {
            let is_text = block
                .is_some_and(|indent| line.content().is_empty() || line.content_start() > indent);
            let entry = entry_of(line, chunk.get(at + 1)).filter(|_| at > 0 && !is_text);
            if !is_text {
                let is_header = entry.is_some_and(|(_, keyed)| is_block_header(keyed.value));
                block = is_header.then(|| line.content_start());
            }
            let correction = entry.and_then(|(dash, keyed)| self.correction(line, dash, keyed));
            let corrected = correction.as_ref().and_then(|note| note.hint.as_deref());
            text.push_str(corrected.unwrap_or(line.text));
            text.push('\n');
            corrections.extend(correction);
        }
        if corrections.is_empty() {
            return None;
        }
        let (budget, notes) = (&mut self.budget, &mut self.notes);
        let fields = yaml::parse(&text, chunk[0].number, self.source, budget, notes).ok()?;
        for note in corrections {
            self.repaired(note);
        }
        fields.entries.into_iter().next().map(|(_, node)| node)
    }

    /// The finding, with the line corrected, that an entry's value has a colon in
    /// it and is not quoted.
    fn correction(&self, line: &Line<'_>, dash: usize, keyed: Keyed<'_>) -> Option<Note> {
        let colon = separating_colon(keyed.value).filter(|_| begins_plain(keyed.value))?;
        let value = dash + value_start(&line.text[dash..], keyed.head);
        let (code, message) = fault(keyed, true, None);
        let hint = format!(
            "{}{} {}",
            &line.text[..dash],
            keyed.head,
            quote(keyed.value)
        );
        let note = Note::new(code, message).at(self.place(line, value + colon));
        Some(note.hint(hint))
    }

    /// The text below a `|` or `>`, which is not indented as YAML wants it.
    fn block_text(
        &mut self,
        chunk: Chunk<'_, '_>,
        keyed: Keyed<'_>,
        failure: &Failure,
    ) -> Option<Value<'static>> {
        let lines = &chunk[1..];
        let text = if keyed.value.starts_with('|') {
            literal(lines)
        } else {
            folded(lines.iter().map(Line::content))
        };
        let message = format!(
            "The text of `{}` is not indented as YAML wants it; its lines were kept.",
            shown(keyed.key)
        );
        self.repaired(
            place_of(failure, Note::new(Code::YamlRecovered, message))
                .hint("Indent each of its lines by two spaces."),
        );
        Some(Value::Scalar(Scalar {
            text: text.into(),
            plain: false,
        }))
    }

    /// A map or a list below the key: its entries are recovered one by one.
    fn nested(
        &mut self,
        chunk: Chunk<'_, '_>,
        keyed: Keyed<'_>,
        failure: &Failure,
        depth: usize,
    ) -> Result<Option<Value<'static>>, Note> {
        let value = if depth < DEEPEST {
            self.collection(&chunk[1..], depth + 1)?
        } else {
            None
        };
        if value.is_none() {
            let message = format!(
                "The value of `{}` is not YAML and was left out: {}.",
                shown(keyed.key),
                reason(failure)
            );
            let hint = if reason(failure).contains("tab") {
                "Indent with spaces, not with tabs."
            } else {
                "Indent each of its lines by two spaces, and quote its values."
            };
            self.repaired(place_of(failure, Note::new(Code::YamlRecovered, message)).hint(hint));
        }
        Ok(value)
    }

    /// The entries of a map, or the items of a list, that all begin with the
    /// same indentation; none when the lines have no such form.
    fn collection(
        &mut self,
        lines: Chunk<'_, '_>,
        depth: usize,
    ) -> Result<Option<Value<'static>>, Note> {
        let Some(first) = lines.iter().find(|line| !line.is_idle()) else {
            return Ok(None);
        };
        let (indent, is_list) = (first.indent(), first.is_item());
        let begins = |line: &Line<'_>| {
            !line.is_idle()
                && line.indent() == indent
                && if is_list {
                    line.is_item()
                } else {
                    keyed(line.text).is_some()
                }
        };
        let is_deeper = |line: &Line<'_>| {
            line.indent().len() > indent.len() && line.indent().starts_with(indent)
        };
        let fits = |line: &Line<'_>| line.is_idle() || begins(line) || is_deeper(line);
        if indent.contains('\t') || !lines.iter().all(fits) {
            return Ok(None);
        }
        let starts: Vec<usize> = (0..lines.len()).filter(|&at| begins(&lines[at])).collect();
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        let chunks = starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| &lines[start..end]);
        if is_list {
            return self.items(chunks).map(Some);
        }
        self.entries(chunks, depth).map(Some)
    }

    fn entries<'l, 't: 'l>(
        &mut self,
        chunks: impl Iterator<Item = Chunk<'l, 't>>,
        depth: usize,
    ) -> Result<Value<'static>, Note> {
        let mut entries = Vec::new();
        for chunk in chunks {
            let failure = match self.parse(chunk) {
                Ok(fields) => {
                    entries.extend(fields.entries);
                    continue;
                }
                Err(Failure::Limit(note)) => return Err(note),
                Err(failure) => failure,
            };
            if let Some(keyed) = keyed(chunk[0].text) {
                let (key, node) = self.entry(chunk, keyed, &failure, depth)?;
                entries.extend(node.map(|node| (key, node)));
            }
        }
        keep_first(&mut entries, &mut self.notes);
        Ok(Value::Map(entries))
    }

    fn items<'l, 't: 'l>(
        &mut self,
        chunks: impl Iterator<Item = Chunk<'l, 't>>,
    ) -> Result<Value<'static>, Note> {
        let mut items = Vec::new();
        for chunk in chunks {
            match self.parse_list(chunk) {
                Ok(nodes) => items.extend(nodes),
                Err(Failure::Limit(note)) => return Err(note),
                Err(failure) if entry_of(&chunk[0], chunk.get(1)).is_some() => {
                    self.left_out(&failure);
                }
                Err(_) => items.push(self.item(chunk)),
            }
        }
        Ok(Value::List(items))
    }

    /// An item that is a map and not YAML.
    fn left_out(&mut self, failure: &Failure) {
        let message = format!(
            "A list's item is not YAML and was left out: {}.",
            reason(failure)
        );
        self.repaired(
            place_of(failure, Note::new(Code::YamlRecovered, message))
                .hint("Indent its lines alike, and quote its values."),
        );
    }

    /// An item of a list, taken as text.
    fn item(&mut self, chunk: Chunk<'_, '_>) -> Node<'static> {
        let first = &chunk[0];
        let dash = first.content_start() + 1;
        let own = first.text[dash..].trim_matches([' ', '\t']);
        let more = chunk[1..].iter().filter(|line| !is_comment(line));
        let written = folded([own].into_iter().chain(more.map(Line::content)));
        let text = unquoted(&written).unwrap_or(&written).to_owned();
        let position = self.place(
            first,
            first.text.len() - first.text[dash..].trim_start().len(),
        );
        let hint = format!("{} {}", &first.text[..dash], quote(&text));
        let message = "A list's item is not YAML; it was read as text.";
        self.repaired(
            Note::new(Code::YamlRecovered, message)
                .at(position)
                .hint(hint),
        );
        let value = Value::Scalar(Scalar {
            text: text.into(),
            plain: false,
        });
        Node { value, position }
    }
}

/// A map's entry on a line, if behind the dash of an item that goes on below;
/// and the byte at which it begins.
fn entry_of<'t>(line: &Line<'t>, below: Option<&Line<'_>>) -> Option<(usize, Keyed<'t>)> {
    let mut dash = 0;
    if line.is_item() {
        let inner = line.content().trim_start_matches(['-', ' ', '\t']);
        dash = line.text.trim_end_matches([' ', '\t']).len() - inner.len();
        below.filter(|below| below.content_start() == dash)?;
    }
    Some((dash, Keyed::new(&line.text[dash..])?))
}

/// Whether a value is a reference to an anchor and nothing else.
fn is_alias(value: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    value
        .strip_prefix('*')
        .is_some_and(|name| !name.is_empty() && name.chars().all(is_word))
}

/// Why a chunk is not YAML, as the second half of a sentence.
fn reason(failure: &Failure) -> &'static str {
    match failure {
        Failure::Syntax { info, .. } => explain(info),
        Failure::NotMapping(_) | Failure::Limit(_) => explain(""),
    }
}

/// What is wrong with a value that begins on its key's line.
fn fault(keyed: Keyed<'_>, has_colon: bool, failure: Option<&Failure>) -> (Code, String) {
    let name = shown(keyed.key);
    let sign = keyed.value.chars().next().unwrap_or(' ');
    if !keyed.is_spaced {
        let message = format!("There is no space behind the colon of `{name}`.");
        (Code::YamlRecovered, message)
    } else if has_colon {
        let message = format!("The value of `{name}` has a colon in it and is not quoted.");
        (Code::YamlUnquotedColon, message)
    } else if failure.is_some_and(|failure| reason(failure).contains("escape")) {
        let message = format!(
            "The value of `{name}` has an unknown escape in double quotes; it was read as text."
        );
        (Code::YamlRecovered, message)
    } else if matches!(sign, '"' | '\'') {
        let message =
            format!("The quotes in the value of `{name}` do not match; it was read as text.");
        (Code::YamlRecovered, message)
    } else if begins_plain(keyed.value) {
        let message = format!("The value of `{name}` is not YAML; it was read as text.");
        (Code::YamlRecovered, message)
    } else {
        let message = format!(
            "The value of `{name}` begins with `{sign}` and is not quoted; it was read as text."
        );
        (Code::YamlRecovered, message)
    }
}

/// Whether text is all that the value of a chunk can be meant as.
fn is_text_field(chunk: Chunk<'_, '_>, keyed: Keyed<'_>, depth: usize) -> bool {
    depth == 0
        && TEXT_FIELDS.contains(&keyed.key)
        && first_below(chunk).is_some_and(|line| !line.is_item())
}

fn place_of(failure: &Failure, note: Note) -> Note {
    match failure {
        Failure::Syntax { position, .. } | Failure::NotMapping(position) => note.at(*position),
        Failure::Limit(_) => note,
    }
}

/// The byte of the line at which the value begins, or at which the line ends.
fn value_start(line: &str, head: &str) -> usize {
    line.len() - line[head.len()..].trim_start_matches([' ', '\t']).len()
}

fn is_comment(line: &Line<'_>) -> bool {
    line.content().starts_with('#')
}

/// Lines without the indentation that all of them have.
fn literal(lines: &[Line<'_>]) -> String {
    let with_text = lines.iter().filter(|line| !line.content().is_empty());
    let common = with_text
        .map(|line| line.content_start())
        .min()
        .unwrap_or(0);
    let texts: Vec<&str> = lines
        .iter()
        .map(|line| line.text.get(common..).unwrap_or_default().trim_end())
        .collect();
    texts.join("\n").trim_matches('\n').to_owned()
}
