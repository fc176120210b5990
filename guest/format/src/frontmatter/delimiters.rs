//! Finds the block between two `---` lines at the head of a file.
//!
//! Works on a prefix of the file, so that a scan can read a few kilobytes and
//! ask for more only where they do not hold the block. The answer does not
//! depend on how the file was cut into prefixes.
//!
//! A line ends with LF, with CRLF or with the file. A lone CR ends no line
//! here: tools that show or edit the file do not agree that it does, so a `---`
//! behind one must not decide what is frontmatter and what is body.

use std::borrow::Cow;
use std::ops::Range;

use crate::bytes;
use crate::diagnostic::{Code, Note, Position};
use crate::limits::Limits;
use crate::text;

/// What may stand around the block within the bytes that are looked at: the
/// byte order mark, leading blank lines and blanks behind the delimiters.
const MARGIN: usize = 1024;

/// How much of a line a message shows, in code points.
const SHOWN: usize = 40;

/// What a prefix of a file says about its frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Located {
    /// The block is complete.
    Block(Block),
    /// The prefix ends too early to tell. Never the answer for a whole file or
    /// for a prefix beyond the limit.
    NeedMore,
    /// There is no usable block.
    Refused(Note),
}

/// Where the frontmatter and the body of a file lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The bytes between the two delimiter lines.
    pub yaml: Range<usize>,
    /// The byte at which the body starts: right behind the closing line.
    pub body: usize,
    /// The number of the first line between the delimiters, from 1.
    pub first_line: u32,
    /// What should be known about the place of the block.
    pub notes: Vec<Note>,
}

/// Finds the block in `head`, the first bytes of a file.
pub fn locate(head: &[u8], is_whole_file: bool, limits: &Limits) -> Located {
    let most = limits.frontmatter_bytes.saturating_add(MARGIN);
    let beyond = head.len() > most;
    let search = Search {
        head: if beyond { &head[..most] } else { head },
        end: if is_whole_file && !beyond {
            End::File
        } else if head.len() >= most {
            End::Limit
        } else {
            End::Prefix
        },
        limit: limits.frontmatter_bytes,
    };
    search.locate().unwrap_or(Located::NeedMore)
}

/// What the end of the bytes at hand means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    File,
    Prefix,
    Limit,
}

struct Search<'h> {
    head: &'h [u8],
    end: End,
    limit: usize,
}

/// One line without its end, and where the next one starts.
struct Line<'h> {
    text: &'h [u8],
    start: usize,
    next: usize,
}

impl<'h> Search<'h> {
    /// None when the prefix ends too early.
    fn locate(&self) -> Option<Located> {
        if is_utf16(self.head) {
            let note = Note::new(Code::NotUtf8, "The file is UTF-16 text, not UTF-8.")
                .hint("Save the file as UTF-8.");
            return Some(Located::Refused(note));
        }
        let mut number = 1;
        let mut at = self.after_byte_order_mark();
        let opener = loop {
            let Some(line) = self.line(at) else {
                let rest = self.head.get(at..).unwrap_or_default();
                let note = if is_blank(rest) {
                    only_blank_lines(self.head.len())
                } else {
                    missing(rest, number)
                };
                return self.undecided(note);
            };
            if !is_blank(line.text) {
                break line;
            }
            if line.next >= self.head.len() && self.end == End::File {
                return Some(Located::Refused(no_text()));
            }
            at = line.next;
            number += 1;
        };
        if !is_delimiter(opener.text) {
            return self.not_opened(&opener, number);
        }
        let mut notes = Vec::new();
        if number > 1 {
            notes.push(
                Note::new(
                    Code::FrontmatterBlankBefore,
                    "Blank lines stand before the opening `---` line.",
                )
                .at(start_of(1))
                .hint("Delete the blank lines, so that the file begins with `---`."),
            );
        }
        self.closed(&opener, number, notes)
    }

    fn after_byte_order_mark(&self) -> usize {
        if self.head.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        }
    }

    /// The line at `start`; none when it does not end within the bytes at hand.
    fn line(&self, start: usize) -> Option<Line<'h>> {
        let rest = self.head.get(start..)?;
        let (text, next) = match bytes::find(rest, b'\n') {
            Some(end) => (&rest[..end], start + end + 1),
            None if self.end == End::File => (rest, self.head.len()),
            None => return None,
        };
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        Some(Line { text, start, next })
    }

    /// More bytes are wanted, unless there are none or they may not be had.
    fn undecided(&self, note: Note) -> Option<Located> {
        (self.end != End::Prefix).then_some(Located::Refused(note))
    }

    /// The first line with text on it is not `---`.
    fn not_opened(&self, first: &Line<'_>, number: u32) -> Option<Located> {
        if visible(first.text).starts_with("---") {
            return Some(Located::Refused(misspelt(first.text, number)));
        }
        let mut at = first.next;
        while let Some(line) = self.line(at) {
            if is_delimiter(line.text) {
                return Some(Located::Refused(not_first(first.text, number)));
            }
            if line.next >= self.head.len() {
                break;
            }
            at = line.next;
        }
        self.undecided(missing(first.text, number))
    }

    /// Looks for the closing line of the block that `opener` opens.
    fn closed(&self, opener: &Line<'_>, number: u32, notes: Vec<Note>) -> Option<Located> {
        let first = opener.next;
        let mut at = first;
        while at - first <= self.limit {
            let Some(line) = self.line(at) else {
                return self.undecided(self.too_large());
            };
            if is_delimiter(line.text) {
                return Some(Located::Block(Block {
                    yaml: first..line.start,
                    body: line.next,
                    first_line: number + 1,
                    notes,
                }));
            }
            let is_last = line.next >= self.head.len() && self.end == End::File;
            // Past the limit it would depend on how much was read at once.
            if is_last && line.next - first <= self.limit {
                let note = unterminated(number, self.near_miss(first, number));
                return Some(Located::Refused(note));
            }
            at = line.next;
        }
        Some(Located::Refused(self.too_large()))
    }

    /// The first line from `at` on, below line `number`, that may have been meant
    /// as the closing one: its number and text.
    fn near_miss(&self, mut at: usize, mut number: u32) -> Option<(u32, String)> {
        while at < self.head.len() {
            let line = self.line(at)?;
            number += 1;
            if is_near_miss(line.text) {
                return Some((number, shown(line.text)));
            }
            at = line.next;
        }
        None
    }

    fn too_large(&self) -> Note {
        Note::new(
            Code::FrontmatterTooLarge,
            format!(
                "No `---` line closes the frontmatter within {} bytes.",
                self.limit
            ),
        )
        .hint("Close the frontmatter with a `---` line, or move long text to the body.")
    }
}

/// `---` at column 0, and nothing but blanks behind it.
fn is_delimiter(line: &[u8]) -> bool {
    line.strip_prefix(b"---").is_some_and(is_blank)
}

/// Nothing but spaces and tabs.
fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Whether the file is UTF-16 text: it says so, or every other byte is zero.
fn is_utf16(head: &[u8]) -> bool {
    let zero = |at: usize| head.get(at) == Some(&0);
    matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
        || head.len() >= 4 && zero(0) != zero(1) && zero(0) == zero(2) && zero(1) == zero(3)
}

/// A line that its author may have meant as the closing one.
fn is_near_miss(line: &[u8]) -> bool {
    let text = visible(line);
    text.starts_with("---") || matches!(text.as_str(), "..." | "--" | "\u{2014}")
}

/// A line from its first character that can be seen to its last.
fn visible(line: &[u8]) -> String {
    beginning(line).trim_matches(text::unseen).to_owned()
}

/// A line as it can stand in a message.
fn shown(line: &[u8]) -> String {
    text::revealed(&beginning(line), SHOWN)
}

/// As much of a line as is ever looked at.
fn beginning(line: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&line[..line.len().min(SHOWN * 8)])
}

const fn start_of(line: u32) -> Position {
    Position { line, column: 1 }
}

const BEGIN: &str = "Begin the file with a `---` line, the fields `name` and `description`, and a \
                     second `---` line.";

fn no_text() -> Note {
    Note::new(Code::FrontmatterMissing, "The file has no text.").hint(BEGIN)
}

fn only_blank_lines(bytes: usize) -> Note {
    let message = format!("The first {bytes} bytes of the file are blank.");
    Note::new(Code::FrontmatterMissing, message)
        .at(start_of(1))
        .hint("Delete the blank lines, so that the file begins with `---`.")
}

fn missing(line: &[u8], number: u32) -> Note {
    let message = format!(
        "The file begins with `{}`, not with a `---` line.",
        shown(line)
    );
    Note::new(Code::FrontmatterMissing, message)
        .at(start_of(number))
        .hint(BEGIN)
}

fn misspelt(line: &[u8], number: u32) -> Note {
    let (message, hint) = if has_lines_that_end_with_cr(line) {
        (
            "The lines of the file end with CR alone.".to_owned(),
            "Save the file with LF or CRLF line ends.",
        )
    } else if line
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .is_some_and(|indent| is_delimiter(&line[indent..]))
    {
        (
            "The opening `---` line is indented.".to_owned(),
            "Write `---` at the start of the line.",
        )
    } else {
        (
            format!("The opening line is `{}`, not `---`.", shown(line)),
            "Write the opening line as `---`, with nothing before or behind it.",
        )
    };
    Note::new(Code::FrontmatterMissing, message)
        .at(start_of(number))
        .hint(hint)
}

/// Whether text follows a CR.
fn has_lines_that_end_with_cr(line: &[u8]) -> bool {
    let text = beginning(line);
    text.split('\r').skip(1).any(|part| !text::is_blank(part))
}

fn not_first(line: &[u8], number: u32) -> Note {
    let hint = if visible(line).is_empty() {
        "Delete the line, so that the file begins with `---`."
    } else {
        "Move it below the closing `---` line."
    };
    Note::new(
        Code::FrontmatterNotFirst,
        format!("`{}` stands before the opening `---` line.", shown(line)),
    )
    .at(start_of(number))
    .hint(hint)
}

fn unterminated(opener: u32, near_miss: Option<(u32, String)>) -> Note {
    let note = Note::new(
        Code::FrontmatterUnterminated,
        "No `---` line closes the frontmatter.",
    );
    match near_miss {
        Some((number, line)) => note.at(start_of(number)).hint(format!(
            "Line {number} is `{line}`; write it as `---` at the start of the line, with nothing \
             behind it."
        )),
        None => note
            .at(start_of(opener))
            .hint("Add a `---` line below the last field."),
    }
}

#[cfg(test)]
mod tests;
