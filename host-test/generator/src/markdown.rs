//! Plausible Markdown of an exact size.

use fastrand::Rng;

use crate::words::{SUBJECTS, pick, sentence, words};

/// Text of exactly so many bytes and lines, the last one ended. Fewer lines
/// when there are not as many bytes.
pub fn markdown(rng: &mut Rng, bytes: usize, lines: usize) -> String {
    let mut page = Page::new(bytes, lines);
    page.push("");
    page.heading(rng, "#");
    while page.lines > 1 {
        match rng.u32(0..100) {
            0..15 => page.heading(rng, "##"),
            15..20 => page.heading(rng, "###"),
            20..55 => page.paragraph(rng),
            55..80 => page.list(rng),
            80..92 => page.code(rng),
            92..97 => page.table(rng),
            _ => page.rule(),
        }
    }
    page.finish(rng)
}

/// A text under way.
struct Page {
    text: String,
    /// Bytes still to be written.
    bytes: usize,
    /// Lines still to be written, the last included.
    lines: usize,
}

impl Page {
    fn new(bytes: usize, lines: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            bytes,
            lines: lines.clamp(1, bytes.max(1)),
        }
    }

    /// Writes a line, if it is not the last one; empty when it does not fit.
    fn push(&mut self, line: &str) {
        if self.lines <= 1 {
            return;
        }
        let line = if line.len() <= self.room() { line } else { "" };
        self.text.push_str(line);
        self.text.push('\n');
        self.bytes -= line.len() + 1;
        self.lines -= 1;
    }

    /// Bytes that the next line may have when all later ones are empty.
    fn room(&self) -> usize {
        self.bytes.saturating_sub(self.lines)
    }

    /// A length for the next line, in per cent of what is left for each.
    fn length(&self, percent: usize) -> usize {
        (self.bytes / self.lines * percent / 100).min(self.room())
    }

    fn heading(&mut self, rng: &mut Rng, marks: &str) {
        let length = self.length(60);
        self.push(&format!(
            "{marks} {} {}",
            pick(rng, SUBJECTS),
            words(rng, length)
        ));
        self.push("");
    }

    fn paragraph(&mut self, rng: &mut Rng) {
        for _ in 0..rng.u32(1..=4) {
            let line = sentence(rng, self.length(190));
            self.push(&line);
        }
        self.push("");
    }

    fn list(&mut self, rng: &mut Rng) {
        let numbered = rng.bool();
        for number in 1..=rng.u32(3..=7) {
            let item = sentence(rng, self.length(130));
            if numbered {
                self.push(&format!("{number}. {item}"));
            } else {
                self.push(&format!("- {item}"));
            }
        }
        self.push("");
    }

    /// A fenced block; nothing when it could not be closed any more.
    fn code(&mut self, rng: &mut Rng) {
        const LANGUAGES: &[&str] = &["bash", "python", "json", "yaml", "text"];
        let inside = rng.usize(2..=8);
        if self.lines < inside + 4 || self.length(100) < 8 {
            return self.paragraph(rng);
        }
        self.push(&format!("```{}", pick(rng, LANGUAGES)));
        for _ in 0..inside {
            let line = code_line(rng, self.length(110));
            self.push(&line);
        }
        self.push("```");
        self.push("");
    }

    fn table(&mut self, rng: &mut Rng) {
        self.push(&format!(
            "| {} | {} |",
            pick(rng, SUBJECTS),
            pick(rng, SUBJECTS)
        ));
        self.push("|---|---|");
        for _ in 0..rng.u32(2..=5) {
            let cell = words(rng, self.length(120));
            self.push(&format!("| {} | {cell} |", pick(rng, SUBJECTS)));
        }
        self.push("");
    }

    /// A thematic break, which a careless parser takes for a delimiter.
    fn rule(&mut self) {
        self.push("---");
        self.push("");
    }

    /// Writes the last line, which takes all bytes that are left.
    fn finish(mut self, rng: &mut Rng) -> String {
        let Some(length) = self.bytes.checked_sub(1) else {
            return self.text;
        };
        let end = self.text.len() + length;
        self.text.push_str(&words(rng, length));
        while self.text.len() < end {
            self.text.push('.');
        }
        self.text.push('\n');
        self.text
    }
}

fn code_line(rng: &mut Rng, length: usize) -> String {
    match rng.u32(0..12) {
        0 => "cp \"$1\" \"${2:-$HOME}\"".to_owned(),
        1 => "echo $ARGUMENTS".to_owned(),
        2 => "---".to_owned(),
        3 => format!("  {}: {}", pick(rng, SUBJECTS), words(rng, length)),
        4 => format!("# {}", words(rng, length)),
        _ => format!("{} --{}", words(rng, length), pick(rng, SUBJECTS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_exact_size() {
        let mut rng = Rng::with_seed(1);
        for (bytes, lines) in [
            (0, 0),
            (0, 9),
            (1, 1),
            (5, 9),
            (30, 3),
            (900, 25),
            (7_758, 208),
            (40_000, 1_100),
        ] {
            let text = markdown(&mut rng, bytes, lines);
            assert_eq!(text.len(), bytes);
            assert_eq!(text.lines().count(), lines.min(bytes), "{bytes} bytes");
        }
    }

    #[test]
    fn fences_are_closed() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..50 {
            let text = markdown(&mut rng, 8_000, 210);
            let fences = text.lines().filter(|line| line.starts_with("```")).count();
            assert_eq!(fences % 2, 0, "{text}");
        }
    }
}
