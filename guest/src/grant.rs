//! Which of the tools that a skill declares a host grants.
//!
//! A token is a tool's name, `Read` or `mcp__server__tool`, or a name with a
//! specifier, `Bash(git status)`. A specifier that ends in `:*` is a prefix:
//! `Bash(git:*)` means `git` and every command that goes on behind it. Any other
//! text means itself alone.

use agent_skills_types::ToolGrant;

/// The end of a specifier that is a prefix.
const PREFIX: &str = ":*";

/// Characters with which a shell begins another command, writes a file or puts
/// other text in place. Behind a prefix they could lead to anything.
const SHELL: &[char] = &[';', '&', '|', '`', '$', '(', ')', '<', '>', '\\'];

/// What is both declared by a skill and granted by a host. A skill grants
/// nothing, and what it does not declare is not in it.
pub fn intersection(declared: &[String], granted: &[String]) -> ToolGrant {
    let mut both = ToolGrant::default();
    for token in declared {
        if granted.iter().any(|grant| covers(grant, token)) {
            add(&mut both.granted, token);
            continue;
        }
        for narrower in granted.iter().filter(|grant| covers(token, grant)) {
            add(&mut both.granted, narrower);
        }
        add(&mut both.refused, token);
    }
    both
}

fn add(tokens: &mut Vec<String>, token: &String) {
    if !tokens.contains(token) {
        tokens.push(token.clone());
    }
}

/// Whether everything that `token` means is meant by `grant` too.
fn covers(grant: &str, token: &str) -> bool {
    if grant == token {
        return true;
    }
    match (Token::parse(grant), Token::parse(token)) {
        (Some(grant), Some(token)) if grant.tool == token.tool => {
            match (grant.specifier, token.specifier) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(grant), Some(token)) => specifier_covers(grant, token),
            }
        }
        _ => false,
    }
}

/// Whether a prefix covers a specifier: the same words, or more words behind them
/// that no shell takes for anything but arguments.
fn specifier_covers(grant: &str, token: &str) -> bool {
    let Some(prefix) = grant.strip_suffix(PREFIX).filter(|p| !p.is_empty()) else {
        return false;
    };
    let command = token.strip_suffix(PREFIX).unwrap_or(token);
    match command.strip_prefix(prefix) {
        Some("") => true,
        Some(rest) => {
            rest.starts_with(' ') && !rest.contains(|c: char| SHELL.contains(&c) || c.is_control())
        }
        None => false,
    }
}

/// A token in its parts.
struct Token<'t> {
    tool: &'t str,
    specifier: Option<&'t str>,
}

impl<'t> Token<'t> {
    /// None for a text that is not of either form; it covers itself alone.
    fn parse(text: &'t str) -> Option<Self> {
        let (tool, specifier) = match text.split_once('(') {
            Some((tool, rest)) => (tool, Some(rest.strip_suffix(')')?)),
            None => (text, None),
        };
        let is_name = !tool.is_empty() && !tool.contains(|c: char| c == ')' || c.is_whitespace());
        is_name.then_some(Self { tool, specifier })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_meets_what_is_granted() {
        // Declared, granted by the host; granted together, refused.
        type Row = (
            &'static [&'static str],
            &'static [&'static str],
            &'static [&'static str],
            &'static [&'static str],
        );
        const ROWS: &[Row] = &[
            (&["Read"], &["Read"], &["Read"], &[]),
            (&["Read"], &[], &[], &["Read"]),
            (&[], &["Read", "Bash"], &[], &[]),
            (&["Read"], &["read"], &[], &["Read"]),
            (&["Read"], &["Read "], &[], &["Read"]),
            (
                &["Write", "Read", "Read"],
                &["Read", "Write"],
                &["Write", "Read"],
                &[],
            ),
            (&["mcp__a__b"], &["mcp__a__b"], &["mcp__a__b"], &[]),
            (&["mcp__a__b"], &["mcp__a"], &[], &["mcp__a__b"]),
            // A tool without a specifier means all of it.
            (&["Bash(git:*)"], &["Bash"], &["Bash(git:*)"], &[]),
            (&["Bash(a; b)"], &["Bash"], &["Bash(a; b)"], &[]),
            (&["BashX(git)"], &["Bash"], &[], &["BashX(git)"]),
            // A prefix means more words.
            (&["Bash(git)"], &["Bash(git:*)"], &["Bash(git)"], &[]),
            (
                &["Bash(git status)"],
                &["Bash(git:*)"],
                &["Bash(git status)"],
                &[],
            ),
            (&["Bash(git:*)"], &["Bash(git:*)"], &["Bash(git:*)"], &[]),
            (
                &["Bash(git commit:*)"],
                &["Bash(git:*)"],
                &["Bash(git commit:*)"],
                &[],
            ),
            (&["Bash(gitk)"], &["Bash(git:*)"], &[], &["Bash(gitk)"]),
            (
                &["Bash(git-x y)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git-x y)"],
            ),
            (
                &["Bash(git\tstatus)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git\tstatus)"],
            ),
            (&["Bash(gi:*)"], &["Bash(git:*)"], &[], &["Bash(gi:*)"]),
            // Behind a prefix nothing may begin another command.
            (
                &["Bash(git; rm)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git; rm)"],
            ),
            (
                &["Bash(git a; rm)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git a; rm)"],
            ),
            (
                &["Bash(git a && b)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git a && b)"],
            ),
            (
                &["Bash(git a | b)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git a | b)"],
            ),
            (
                &["Bash(git `a`)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git `a`)"],
            ),
            (&["Bash(git $a)"], &["Bash(git:*)"], &[], &["Bash(git $a)"]),
            (
                &["Bash(git (a))"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git (a))"],
            ),
            (
                &["Bash(git > a)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git > a)"],
            ),
            (
                &["Bash(git < a)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git < a)"],
            ),
            (
                &["Bash(git a\nrm)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git a\nrm)"],
            ),
            (
                &["Bash(git a \\)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git a \\)"],
            ),
            (
                &["Bash(git a; rm:*)"],
                &["Bash(git:*)"],
                &[],
                &["Bash(git a; rm:*)"],
            ),
            (&["Bash(git a)"], &["Bash(git a)"], &["Bash(git a)"], &[]),
            (
                &["Bash(git a b)"],
                &["Bash(git a)"],
                &[],
                &["Bash(git a b)"],
            ),
            (&["Bash(x)"], &["Bash(:*)"], &[], &["Bash(x)"]),
            // Of two the narrower; what is not granted in full is refused too.
            (&["Bash"], &["Bash(git:*)"], &["Bash(git:*)"], &["Bash"]),
            (
                &["Bash"],
                &["Bash(git:*)", "Bash(ls)", "Read"],
                &["Bash(git:*)", "Bash(ls)"],
                &["Bash"],
            ),
            (
                &["Bash(git:*)"],
                &["Bash(git log)"],
                &["Bash(git log)"],
                &["Bash(git:*)"],
            ),
            (&["Bash(git:*)"], &["Bash(git; rm)"], &[], &["Bash(git:*)"]),
            // What is neither form means itself alone.
            (&["Bash(git"], &["Bash", "Bash(git:*)"], &[], &["Bash(git"]),
            (&["Bash(git"], &["Bash(git"], &["Bash(git"], &[]),
            (&["(git)"], &["Bash"], &[], &["(git)"]),
            (&["Bash(a)b"], &["Bash"], &[], &["Bash(a)b"]),
        ];
        let owned = |tokens: &[&str]| -> Vec<String> {
            tokens.iter().map(|token| (*token).to_owned()).collect()
        };
        for (declared, host, granted, refused) in ROWS {
            let expected = ToolGrant {
                granted: owned(granted),
                refused: owned(refused),
            };
            assert_eq!(
                intersection(&owned(declared), &owned(host)),
                expected,
                "{declared:?} under {host:?}"
            );
        }
    }
}
