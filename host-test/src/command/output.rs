//! Results, which go to stdout. Messages for people are in `messages.rs`.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use clap::builder::StyledStr;
use serde::Serialize;

use super::failure::{Failure, Result};
use super::text;

/// For names and headings.
pub const BOLD: Style = Style::new().bold();

/// The output of one run.
pub struct Output {
    json: bool,
    /// Whether anything of a result was printed.
    pub begun: Cell<bool>,
    /// Whether stdout is a terminal.
    terminal: bool,
    colour: bool,
    /// Whether stderr takes colours.
    pub colour_of_messages: bool,
}

impl Output {
    /// The output of this process; `json` asks for one JSON document.
    pub fn new(json: bool) -> Self {
        // Knows NO_COLOR, CLICOLOR and TERM.
        let coloured = |choice| choice != ColorChoice::Never;
        Self {
            json,
            begun: Cell::new(false),
            terminal: io::stdout().is_terminal(),
            colour: coloured(AutoStream::choice(&io::stdout())),
            colour_of_messages: coloured(AutoStream::choice(&io::stderr())),
        }
    }

    /// Whether stdout is to hold one JSON document.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Whether a person reads stdout.
    pub fn terminal(&self) -> bool {
        self.terminal
    }

    /// Whether stdout takes colours.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Columns of the terminal; none when stdout is not one.
    pub fn width(&self) -> Option<usize> {
        const USUAL: usize = 80;
        self.terminal.then(|| {
            terminal_size::terminal_size_of(io::stdout())
                .map_or(USUAL, |(width, _)| usize::from(width.0))
        })
    }

    /// Marks up text for stdout.
    pub fn styled(&self, style: Style, text: impl Display) -> String {
        styled(self.colour, style, text)
    }

    /// Prints a result as it is.
    pub fn bytes(&self, bytes: &[u8]) -> Result<()> {
        self.begun.set(true);
        io::stdout()
            .lock()
            .write_all(bytes)
            .map_err(|error| Failure::write("the output", &error))
    }

    /// Prints text of a skill, or a part of it: exactly, or with control
    /// characters made visible on a terminal.
    pub fn part(&self, text: &str) -> Result<()> {
        if self.terminal {
            self.bytes(text::visible(text).as_bytes())
        } else {
            self.bytes(text.as_bytes())
        }
    }

    /// Prints a whole text of a skill, on a terminal up to the end of a line.
    pub fn text(&self, text: &str) -> Result<()> {
        self.part(text)?;
        if self.terminal && !text.is_empty() && !text.ends_with('\n') {
            return self.bytes(b"\n");
        }
        Ok(())
    }

    /// Prints the result as a JSON document.
    pub fn document(&self, document: &impl Serialize) -> Result<()> {
        let json = serde_json::to_string(document)
            .map_err(|error| Failure::write("the output", &error.into()))?;
        self.json_text(&json)
    }

    /// Prints a JSON document that is text already, or the last part of one.
    pub fn json_text(&self, json: &str) -> Result<()> {
        self.json_part(json)?;
        self.bytes(b"\n")
    }

    /// Prints a part of a JSON document.
    pub fn json_part(&self, json: &str) -> Result<()> {
        if self.terminal {
            self.bytes(text::visible_json(json).as_bytes())
        } else {
            self.bytes(json.as_bytes())
        }
    }

    /// Prints clap's help.
    pub fn help(&self, help: &StyledStr) -> Result<()> {
        if self.colour {
            self.bytes(help.ansi().to_string().as_bytes())?;
        } else {
            self.bytes(help.to_string().as_bytes())?;
        }
        self.flush()
    }

    /// Prints what is still on its way.
    pub fn flush(&self) -> Result<()> {
        io::stdout()
            .flush()
            .map_err(|error| Failure::write("the output", &error))
    }
}

/// Text, marked up if that is wanted.
pub fn styled(colour: bool, style: Style, text: impl Display) -> String {
    if colour {
        format!("{style}{text}{style:#}")
    } else {
        text.to_string()
    }
}
