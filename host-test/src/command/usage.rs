//! Help, and what to say about a command line that cannot be read.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::failure::Failure;
use super::output::Output;

/// Prints what clap has to say.
pub fn tell(mut error: clap::Error, arguments: &[OsString]) -> ExitCode {
    keep_near_suggestions(&mut error);
    let output = Output::new(wants_json(arguments));
    match error.kind() {
        // Asking for nothing at all is asking what there is.
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let printed = output.help(&error.render());
            printed.map_or_else(
                |failure| {
                    output.failure(&failure);
                    failure.status()
                },
                |()| ExitCode::SUCCESS,
            )
        }
        _ => {
            let (sentence, hint) = summary(&error.render().to_string());
            let failure = Failure::usage(sentence, hint);
            if output.json() {
                output.failure(&failure);
            } else {
                output.complaint(&error.render());
            }
            failure.status()
        }
    }
}

/// Takes out what clap suggests in place of a word that does not look like it.
fn keep_near_suggestions(error: &mut clap::Error) {
    const KINDS: [(ContextKind, ContextKind); 3] = [
        (
            ContextKind::InvalidSubcommand,
            ContextKind::SuggestedSubcommand,
        ),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ];
    for (given, suggested) in KINDS {
        if let Some(ContextValue::String(given)) = error.get(given)
            && let Some(suggestion) = error.get(suggested)
            && !suggestions(suggestion).any(|suggestion| looks_like(given, suggestion))
        {
            error.remove(suggested);
        }
    }
}

fn suggestions(value: &ContextValue) -> impl Iterator<Item = &str> {
    let (one, many) = match value {
        ContextValue::String(one) => (Some(one), [].as_slice()),
        ContextValue::Strings(many) => (None, many.as_slice()),
        _ => (None, [].as_slice()),
    };
    one.into_iter().chain(many).map(String::as_str)
}

/// Whether one word may be a slip for another: every third letter may be wrong.
fn looks_like(word: &str, other: &str) -> bool {
    let longest = word.chars().count().max(other.chars().count());
    strsim::damerau_levenshtein(word, other) * 3 <= longest
}

/// Whether one of the arguments asks for JSON, as far as can be told.
fn wants_json(arguments: &[OsString]) -> bool {
    arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--json")
}

/// The sentence and the first hint in clap's paragraphs: `error: …`, `  tip: …`,
/// `Usage: …`.
fn summary(said: &str) -> (String, String) {
    let mut paragraphs = said.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        lines.join(" ")
    });
    let sentence = paragraphs.next().unwrap_or_default();
    let sentence = sentence
        .strip_prefix("error: ")
        .unwrap_or(&sentence)
        .to_owned();
    let hint = paragraphs.find_map(|paragraph| paragraph.strip_prefix("tip: ").map(str::to_owned));
    (
        sentence,
        hint.unwrap_or_else(|| "Run `agent-skills --help` to see the usage.".to_owned()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_is_cut_down_to_a_sentence_and_a_hint() {
        let cases = [
            (
                "error: unrecognized subcommand 'lst'\n\n  tip: a similar subcommand exists: 'list'\n\nUsage: x\n",
                "unrecognized subcommand 'lst'",
                "a similar subcommand exists: 'list'",
            ),
            (
                "error: the following required arguments were not provided:\n  <NAME>\n  <PATH>\n\nUsage: x\n",
                "the following required arguments were not provided: <NAME> <PATH>",
                "Run `agent-skills --help` to see the usage.",
            ),
        ];
        for (said, sentence, hint) in cases {
            assert_eq!(summary(said), (sentence.to_owned(), hint.to_owned()));
        }
    }
}
