//! The catalog as text.

use agent_skills_sandbox::types::Skill;
use anstyle::Style;
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

use super::text::one_line;

/// Between the columns.
const GAP: usize = 2;
/// Lines are no longer, however wide the terminal is: nobody reads them.
const LONGEST_LINE: usize = 120;
/// Below this width descriptions stand under the names, not beside them.
const TWO_COLUMNS: usize = 50;
/// How far descriptions under a name are indented.
const INDENT: usize = 2;

/// One line for each skill, for programs: name, tab, description.
pub fn plain(skills: &[Skill]) -> String {
    skills
        .iter()
        .map(|skill| {
            format!(
                "{}\t{}\n",
                one_line(&skill.name),
                one_line(&skill.description)
            )
        })
        .collect()
}

/// Names and descriptions for a terminal of `width` columns. `name_style` is how
/// names look, if colours are wanted.
pub fn wrapped(skills: &[Skill], width: usize, name_style: Style) -> String {
    let width = width.min(LONGEST_LINE);
    let names: Vec<String> = skills.iter().map(|skill| one_line(&skill.name)).collect();
    let column = if width < TWO_COLUMNS {
        INDENT
    } else {
        let longest = names.iter().map(|name| display_width(name)).max();
        longest.unwrap_or(0).min(width / 3) + GAP
    };
    let mut table = String::new();
    for (name, skill) in names.iter().zip(skills) {
        table.push_str(&format!("{name_style}{name}{name_style:#}"));
        let rest = column
            .checked_sub(display_width(name))
            .filter(|&rest| rest >= GAP);
        let description = one_line(&skill.description);
        for (number, line) in wrap(&description, width.saturating_sub(column)).enumerate() {
            match rest {
                Some(rest) if number == 0 => table.push_str(&" ".repeat(rest)),
                _ => {
                    table.push('\n');
                    table.push_str(&" ".repeat(column));
                }
            }
            table.push_str(&line);
        }
        table.push('\n');
    }
    table
}

/// Lines of at most `width` columns. Words are cut only where they are wider
/// than that, as Chinese and Japanese text without spaces is.
fn wrap(text: &str, width: usize) -> impl Iterator<Item = String> {
    let options = Options::new(width.max(1)).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options)
        .into_iter()
        .map(|line| line.into_owned())
        .collect::<Vec<_>>()
        .into_iter()
}
