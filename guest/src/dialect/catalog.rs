//! Fits a catalog into a budget.
//!
//! Names matter more than descriptions: a model that does not see a name can
//! never ask for the skill. So descriptions are shortened first, all to one
//! length, which takes most from the longest; then they are left out; and only
//! then are skills left out, with a line that says how many.

use agent_skills_types::{FittedCatalog, Skill};

/// A description that is shown has at least this many code points, or all it
/// has: fewer say nothing.
const LEAST: usize = 20;

/// How one dialect writes a catalog.
pub struct Layout<'l> {
    /// Stands before the skills.
    pub head: &'l str,
    /// Stands behind them.
    pub tail: &'l str,
    /// One skill, its description on one line, or none where there is no room.
    pub entry: &'l dyn Fn(&Skill, Option<&str>) -> String,
    /// The line that says how many skills are not shown.
    pub omitted: &'l dyn Fn(usize) -> String,
    /// Most code points of a description, whatever the budget.
    pub description: usize,
    /// Makes a description fit to stand there, before it is shortened.
    pub prepare: fn(&str) -> String,
    /// Shortens it to a number of code points.
    pub shorten: fn(&str, usize) -> String,
}

/// How many skills there are beyond those that are shown.
pub fn more(count: usize) -> String {
    let noun = if count == 1 { "skill" } else { "skills" };
    format!("{count} more {noun}")
}

/// The same with the verb.
pub fn more_are(count: usize) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", more(count))
}

/// Writes the catalog; empty when there are no skills.
pub fn fit(skills: &[&Skill], layout: &Layout<'_>, budget: Option<usize>) -> FittedCatalog {
    if skills.is_empty() {
        return nothing(0);
    }
    let lines: Vec<String> = skills
        .iter()
        .map(|s| (layout.prepare)(&s.description))
        .collect();
    let draft = |length: usize| Draft::write(skills, &lines, layout, length);
    let whole = draft(layout.description);
    let Some(budget) = budget.filter(|budget| whole.length > *budget) else {
        return whole.finish(skills.len());
    };
    // The longest descriptions that fit; the length of a draft grows with theirs.
    let (mut low, mut high) = (LEAST, layout.description);
    let mut best = draft(low);
    if best.length > budget {
        best = draft(0);
        return if best.length > budget {
            names_that_fit(skills, layout, budget)
        } else {
            best.finish(skills.len())
        };
    }
    while low + 1 < high {
        let middle = low.midpoint(high);
        let attempt = draft(middle);
        if attempt.length > budget {
            high = middle;
        } else {
            low = middle;
            best = attempt;
        }
    }
    best.finish(skills.len())
}

/// A catalog between two texts that are always whole. Nothing at all when the
/// budget has no room for all three.
pub fn framed(
    before: &str,
    after: &str,
    budget: Option<usize>,
    catalog: impl FnOnce(Option<usize>) -> FittedCatalog,
) -> FittedCatalog {
    let fixed = characters(before) + characters(after);
    let within = catalog(budget.map(|budget| budget.saturating_sub(fixed)));
    if within.text.is_empty() {
        return within;
    }
    FittedCatalog {
        text: format!("{before}{}{after}", within.text),
        ..within
    }
}

/// No text, for want of room for so many skills.
pub fn nothing(omitted: usize) -> FittedCatalog {
    FittedCatalog {
        text: String::new(),
        shown: 0,
        shortened: 0,
        omitted: count(omitted),
    }
}

/// A catalog in which no description is longer than some length.
struct Draft {
    text: String,
    /// Code points.
    length: usize,
    shortened: usize,
}

impl Draft {
    /// `length` 0 leaves all descriptions out.
    fn write(skills: &[&Skill], lines: &[String], layout: &Layout<'_>, length: usize) -> Self {
        let mut text = layout.head.to_owned();
        let mut shortened = 0;
        for (skill, line) in skills.iter().zip(lines) {
            let shown = (length > 0).then(|| (layout.shorten)(line, length));
            shortened += usize::from(shown.as_deref() != Some(line));
            text.push_str(&(layout.entry)(skill, shown.as_deref()));
        }
        text.push_str(layout.tail);
        Self {
            length: text.chars().count(),
            text,
            shortened,
        }
    }

    fn finish(self, shown: usize) -> FittedCatalog {
        FittedCatalog {
            text: self.text,
            shown: count(shown),
            shortened: count(self.shortened),
            omitted: 0,
        }
    }
}

/// As many names as fit, and how many are missing; nothing when there is no room
/// for the line that says so.
fn names_that_fit(skills: &[&Skill], layout: &Layout<'_>, budget: usize) -> FittedCatalog {
    let fixed = characters(layout.head)
        + characters(layout.tail)
        + characters(&(layout.omitted)(skills.len()));
    let Some(mut left) = budget.checked_sub(fixed) else {
        return nothing(skills.len());
    };
    let mut text = layout.head.to_owned();
    let mut shown = 0;
    for skill in skills {
        let entry = (layout.entry)(skill, None);
        let Some(rest) = left.checked_sub(characters(&entry)) else {
            break;
        };
        left = rest;
        text.push_str(&entry);
        shown += 1;
    }
    let omitted = skills.len() - shown;
    text.push_str(&(layout.omitted)(omitted));
    text.push_str(layout.tail);
    FittedCatalog {
        text,
        shown: count(shown),
        shortened: count(shown),
        omitted: count(omitted),
    }
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use agent_skills_types::Invocation;

    use super::*;
    use crate::text;

    fn skill(name: &str, description: &str) -> Skill {
        Skill {
            name: name.into(),
            description: description.into(),
            directory: format!("/s/{name}"),
            root: "/s".into(),
            license: None,
            compatibility: None,
            allowed_tools: Vec::new(),
            metadata: Vec::new(),
            frontmatter: "{}".into(),
            invocation: Invocation::default(),
            digest: String::new(),
        }
    }

    fn fitted(skills: &[Skill], budget: Option<usize>) -> FittedCatalog {
        let layout = Layout {
            head: "[\n",
            tail: "]",
            entry: &|skill, description| match description {
                Some(description) => format!("{}: {description}\n", skill.name),
                None => format!("{}\n", skill.name),
            },
            omitted: &|count| format!("{count} more\n"),
            description: 1024,
            prepare: text::one_line,
            shorten: |line, most| text::shorten(line, most).into_owned(),
        };
        fit(&skills.iter().collect::<Vec<_>>(), &layout, budget)
    }

    #[test]
    fn longest_descriptions_are_shortened_first() {
        let skills = [skill("a", &"x".repeat(100)), skill("b", "short and sweet")];
        let whole = fitted(&skills, None);
        assert_eq!((whole.shown, whole.shortened, whole.omitted), (2, 0, 0));
        assert_eq!(fitted(&skills, Some(whole.text.len())), whole);

        let tight = fitted(&skills, Some(60));
        assert_eq!(
            tight.text,
            format!("[\na: {}…\nb: short and sweet\n]", "x".repeat(33))
        );
        assert_eq!((tight.shown, tight.shortened, tight.omitted), (2, 1, 0));
        assert_eq!(tight.text.chars().count(), 60);
    }

    #[test]
    fn names_outlive_descriptions_and_what_is_missing_is_counted() {
        let skills: Vec<Skill> = (0..30)
            .map(|n| skill(&format!("s{n:02}"), &"て".repeat(1000)))
            .collect();
        let names = fitted(&skills, Some(130));
        assert_eq!((names.shown, names.shortened, names.omitted), (30, 30, 0));
        assert!(names.text.starts_with("[\ns00\ns01\n"), "{}", names.text);

        let few = fitted(&skills, Some(30));
        assert_eq!(few.text, "[\ns00\ns01\ns02\ns03\n26 more\n]");
        assert_eq!((few.shown, few.omitted), (4, 26));
        assert_eq!(few.text.chars().count(), 27);

        assert_eq!(more_are(1), "1 more skill is");
        assert_eq!(more_are(2), "2 more skills are");

        let line = fitted(&skills, Some(11));
        assert_eq!(line.text, "[\n30 more\n]");
        let none = fitted(&skills, Some(10));
        assert_eq!((none.text.as_str(), none.omitted), ("", 30));
        assert_eq!(fitted(&[], Some(0)).text, "");
    }

    #[test]
    fn descriptions_over_the_cap_are_shortened_without_a_budget() {
        let text = fitted(&[skill("a", &"x".repeat(9000))], None);
        assert_eq!(text.text, format!("[\na: {}…\n]", "x".repeat(1023)));
        assert_eq!(text.shortened, 1);
    }
}
