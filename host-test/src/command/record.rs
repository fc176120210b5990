//! A stretch of a file as one JSON record, printed page by page: a file may be
//! larger than what fits into memory as text.

use std::iter;

use agent_skills_sandbox::types::{Content, ContentData, Error};
use agent_skills_sandbox::{self as sandbox, Instance};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::failure::{Failure, Result};
use super::output::Output;
use super::pages::Stretch;

/// Bytes that make a whole number of base64's groups.
const GROUP: usize = 3;

/// Prints the record that [`Content`] serialises to, with all pages as one.
pub fn print(stretch: Stretch<'_>, instance: &mut Instance, output: &Output) -> Result<()> {
    // The encoding comes before the content, and the last page may decide it.
    let is_text = is_text(stretch, instance)?;
    let (first, rest) = stretch.pages(instance)?;
    output.json_part(&format!(
        r#"{{"skill":{},"path":{},"media_type":{},"encoding":"{}","content":""#,
        json(&first.skill)?,
        json(&first.path)?,
        json(&first.media_type)?,
        if is_text { "utf-8" } else { "base64" },
    ))?;
    let offset = first.offset;
    let (mut size, mut next_offset) = (first.size, first.next_offset);
    let mut left = Vec::new();
    for page in iter::once(Ok(first)).chain(rest) {
        let page = page?;
        (size, next_offset) = (page.size, page.next_offset);
        if is_text {
            let string = json(&text(page)?)?;
            // Without its quotation marks.
            output.json_part(&string[1..string.len() - 1])?;
        } else {
            left.extend(bytes(page));
            let whole = left.len() - left.len() % GROUP;
            output.json_part(&STANDARD.encode(&left[..whole]))?;
            left.drain(..whole);
        }
    }
    output.json_text(&format!(
        r#"{}","offset":{offset},"size":{size},"next_offset":{}}}"#,
        STANDARD.encode(left),
        json(&next_offset)?,
    ))
}

fn is_text(stretch: Stretch<'_>, instance: &mut Instance) -> Result<bool> {
    let (first, rest) = stretch.pages(instance)?;
    for page in iter::once(Ok(first)).chain(rest) {
        if let ContentData::Bytes(_) = page?.data {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The text of a page; an error when the file has become another since.
fn text(page: Content) -> Result<String> {
    match page.data {
        ContentData::Text(text) => Ok(text),
        ContentData::Bytes(_) => Err(sandbox::Error::Refused(Error::NotText(page.path)).into()),
    }
}

fn bytes(page: Content) -> Vec<u8> {
    match page.data {
        ContentData::Text(text) => text.into_bytes(),
        ContentData::Bytes(bytes) => bytes,
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Failure::write("the output", &error.into()))
}
