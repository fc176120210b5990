//! Messages for people, which go to stderr.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clap::builder::StyledStr;

use super::failure::Failure;
use super::output::{Output, styled};
use super::text;

/// For what is wrong.
pub const RED: Style = AnsiColor::Red.on_default().bold();
/// For what may be wrong.
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
/// For remarks.
pub const CYAN: Style = AnsiColor::Cyan.on_default().bold();

impl Output {
    /// Marks up text for a message.
    pub fn marked(&self, style: Style, text: impl Display) -> String {
        styled(self.colour_of_messages, style, text)
    }

    /// Prints lines.
    pub fn message(&self, lines: impl Display) {
        // There is nowhere left to tell that this failed.
        let _ = writeln!(io::stderr(), "{lines}");
    }

    /// Prints a remark.
    pub fn note(&self, remark: &str) {
        let note = self.marked(CYAN, "note:");
        self.message(format_args!("{note} {}", text::visible_line(remark)));
    }

    /// Prints clap's complaint.
    pub fn complaint(&self, complaint: &StyledStr) {
        let plain = complaint.to_string();
        let shown = text::visible(&plain);
        // An argument that would steer the terminal cannot be told from colours.
        if self.colour_of_messages && shown == plain {
            self.message(complaint.ansi().to_string().trim_end());
        } else {
            self.message(shown.trim_end());
        }
    }

    /// Says why the run failed: in a JSON document if one is wanted and can still
    /// be printed, else to stderr.
    pub fn failure(&self, failure: &Failure) {
        if self.json()
            && !self.begun.get()
            && let Some(report) = failure.report()
            && self.document(&report).and_then(|()| self.flush()).is_ok()
        {
            return;
        }
        if let Some((sentence, hint)) = failure.sentence() {
            let error = self.marked(RED, "error:");
            self.message(format_args!("{error} {}", text::visible_line(&sentence)));
            if let Some(hint) = hint {
                self.message(format_args!("  hint: {}", text::visible_line(&hint)));
            }
        }
    }
}
