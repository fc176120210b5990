//! The file with a skill's instructions, read whole.

use agent_skills_types::Error;

use crate::acceptance::Verdict;
use crate::frontmatter::{self, Located};
use crate::head::Setting;
use crate::policy::Cut;

/// A `SKILL.md` as it is now.
pub struct Instructions {
    /// What the dialect's judge says of it.
    pub verdict: Option<Verdict>,
    /// What follows the frontmatter.
    pub body: String,
    /// Where the body begins in the file, in bytes.
    pub body_offset: u64,
    /// Over the bytes of the file.
    pub digest: String,
}

impl Instructions {
    /// Takes a file apart that has this `digest`; `path` is for the error.
    ///
    /// # Errors
    /// [`Error::NotText`] when the body is not UTF-8.
    pub fn parse(
        bytes: &[u8],
        digest: String,
        setting: &Setting<'_>,
        path: &str,
    ) -> Result<Self, Error> {
        let body_at = match frontmatter::locate(bytes, true, setting.limits) {
            Located::Block(block) => block.body,
            // Without frontmatter all of it is body, for a dialect that takes it.
            Located::NeedMore | Located::Refused(_) => 0,
        };
        let body = std::str::from_utf8(&bytes[body_at..])
            .map_err(|_| Error::NotText(path.to_owned()))?
            .to_owned();
        Ok(Self {
            verdict: setting.judged(bytes, true).map(|(verdict, _)| verdict),
            body,
            body_offset: body_at as u64,
            digest,
        })
    }
}

/// As much of a body as one activation returns: up to `most` code points; cut
/// after a line only if one ends in the last tenth. Says whether that is all.
pub fn page(body: &str, most: usize, cut: Cut) -> (&str, bool) {
    let (kept, whole) = crate::text::prefix(body, most);
    if whole || cut == Cut::Never {
        return (body, true);
    }
    match kept.rfind('\n') {
        Some(end) if cut == Cut::Line && end >= kept.len() - kept.len() / 10 => {
            (&body[..=end], false)
        }
        _ => (kept, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_can_be_cut_at_characters_or_not_at_all() {
        let body = "012345678\nabc";
        assert_eq!(page(body, 11, Cut::Character), ("012345678\na", false));
        assert_eq!(page(body, 11, Cut::Never), (body, true));
    }

    #[test]
    fn pages_end_at_lines_where_one_is_near() {
        let cases = [
            ("abc", 3, ("abc", true)),
            ("abcd", 3, ("abc", false)),
            ("0123456\n89abc", 10, ("0123456\n89", false)),
            ("012345678\nabc", 10, ("012345678\n", false)),
            ("é\né", 2, ("é\n", false)),
        ];
        for (body, most, (expected, whole)) in cases {
            assert_eq!(
                page(body, most, Cut::Line),
                (expected, whole),
                "{body:?} at {most}"
            );
        }
    }
}
