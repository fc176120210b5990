//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use agent_skills_generator::{Files, Tree};

/// What `--help` prints.
pub const USAGE: &str = "\
Writes a tree of generated skills into an empty or new directory.

Usage: agent-skills-generator DIR --skills N [OPTION]...

  --skills N                 how many skills
  --seed N                   another seed gives other skills (0)
  --unquoted-colons PERCENT  skills with an unquoted colon in the description (0)
  --nested                   a few skills lie in group folders
  --no-files                 nothing but SKILL.md
  --most-body-bytes N        cut longer bodies
  --help                     print this";

/// What the command line asks for.
#[derive(Debug)]
pub enum Command {
    /// Print the usage.
    Help,
    /// Write a tree.
    Write(Arguments),
}

/// A tree and its place.
#[derive(Debug)]
pub struct Arguments {
    /// Where the tree goes.
    pub directory: PathBuf,
    /// What is written.
    pub tree: Tree,
}

impl Command {
    /// Reads the arguments behind the program's name; an error is one sentence.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut given = Given::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(Self::Help),
                Some(option) if option.starts_with('-') => given.option(option, &mut arguments)?,
                _ => given.directory(argument)?,
            }
        }
        given.finish().map(Self::Write)
    }
}

/// The arguments as they come.
#[derive(Default)]
struct Given {
    directory: Option<PathBuf>,
    skills: Option<usize>,
    seed: u64,
    unquoted_colons: u32,
    nested: bool,
    no_files: bool,
    most_body_bytes: Option<usize>,
}

impl Given {
    fn option(
        &mut self,
        option: &str,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        match option {
            "--skills" => self.skills = Some(number(option, rest.next())?),
            "--seed" => self.seed = number(option, rest.next())?,
            "--unquoted-colons" => self.unquoted_colons = percent(option, rest.next())?,
            "--most-body-bytes" => self.most_body_bytes = Some(number(option, rest.next())?),
            "--nested" => self.nested = true,
            "--no-files" => self.no_files = true,
            _ => return Err(format!("unknown option `{option}`, see --help")),
        }
        Ok(())
    }

    fn directory(&mut self, argument: OsString) -> Result<(), String> {
        if argument.is_empty() {
            return Err("the directory has an empty name".to_owned());
        }
        if self.directory.is_some() {
            let argument = argument.display();
            return Err(format!(
                "there can be one directory only, not also `{argument}`"
            ));
        }
        self.directory = Some(PathBuf::from(argument));
        Ok(())
    }

    fn finish(self) -> Result<Arguments, String> {
        let directory = self
            .directory
            .ok_or("a directory to write into is missing")?;
        let skills = self.skills.ok_or("the option `--skills N` is missing")?;
        if skills > Tree::MOST_SKILLS {
            let most = Tree::MOST_SKILLS;
            return Err(format!("a tree has at most {most} skills, not {skills}"));
        }
        let mut tree = Tree::new(skills)
            .seed(self.seed)
            .unquoted_colons(self.unquoted_colons)
            .most_body_bytes(self.most_body_bytes.unwrap_or(usize::MAX));
        if self.nested {
            tree = tree.nested(Tree::TYPICAL_NESTED);
        }
        if self.no_files {
            tree = tree.files(Files::None);
        }
        Ok(Arguments { directory, tree })
    }
}

fn number<T: FromStr>(option: &str, value: Option<OsString>) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("`{option}` needs a number behind it"))?;
    value
        .to_str()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| format!("`{option}` needs a whole number, not `{}`", value.display()))
}

fn percent(option: &str, value: Option<OsString>) -> Result<u32, String> {
    let percent = number(option, value)?;
    if percent > 100 {
        return Err(format!(
            "`{option}` is a percentage and cannot be {percent}"
        ));
    }
    Ok(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_in_one_sentence() {
        for (line, expected) in [
            ("", "a directory to write into is missing"),
            ("--skills 3", "a directory to write into is missing"),
            ("dir", "the option `--skills N` is missing"),
            ("dir --skills", "`--skills` needs a number behind it"),
            (
                "dir --skills many",
                "`--skills` needs a whole number, not `many`",
            ),
            (
                "dir --skills -3",
                "`--skills` needs a whole number, not `-3`",
            ),
            (
                "dir --skills 3 --seed 1.5",
                "`--seed` needs a whole number, not `1.5`",
            ),
            (
                "dir --skills 3 --unquoted-colons 101",
                "`--unquoted-colons` is a percentage and cannot be 101",
            ),
            (
                "dir --skills 3 other",
                "there can be one directory only, not also `other`",
            ),
            (
                "dir --skills 1000001",
                "a tree has at most 1000000 skills, not 1000001",
            ),
            ("dir --skills=3", "unknown option `--skills=3`, see --help"),
        ] {
            let arguments = line.split_whitespace().map(OsString::from);
            assert_eq!(Command::parse(arguments).unwrap_err(), expected, "{line}");
        }
    }

    #[test]
    fn reads_all_options() {
        let line = "--skills 3 --seed 2 dir --unquoted-colons 100 --nested --no-files";
        let arguments = line.split_whitespace().map(OsString::from);
        let Command::Write(arguments) = Command::parse(arguments).unwrap() else {
            panic!("the command is to write");
        };
        assert_eq!(arguments.directory, PathBuf::from("dir"));
        let skills = arguments.tree.plan().skills;
        assert_eq!(skills.len(), 3);
        assert!(
            skills
                .iter()
                .all(|skill| skill.unquoted_colon && skill.files.is_empty())
        );
    }
}
