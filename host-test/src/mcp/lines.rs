//! MCP over stdio: one message a line.

use std::io::{self, BufRead, Read, Write};

use agent_skills_mcp::{MESSAGE_BYTES, too_large};

use super::pool::Pool;

/// Answers messages one after the other until the input ends. Lines without
/// text are passed over.
///
/// # Errors
///
/// When the input cannot be read or the output not be written.
pub fn serve_lines(pool: &Pool, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while let Some(is_whole) = read_line(&mut input, &mut line)? {
        let answer = if !is_whole {
            Some(too_large())
        } else if line.trim_ascii().is_empty() {
            None
        } else {
            pool.answer(0, &line, None).body
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Reads a line, of which no more is kept than a message may be long, and says
/// whether that is all of it. None at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let most = MESSAGE_BYTES as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.ends_with(b"\n") || line.len() <= MESSAGE_BYTES {
        return Ok(Some(true));
    }
    input.skip_until(b'\n')?;
    Ok(Some(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_read_to_its_end_and_not_kept() {
        let mut text = vec![b'x'; MESSAGE_BYTES];
        text.push(b'\n');
        text.extend(vec![b'y'; MESSAGE_BYTES + 1]);
        text.extend(b"\nz");
        let mut input = &text[..];
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(is_whole) = read_line(&mut input, &mut line).unwrap() {
            lines.push((line.len(), is_whole));
        }
        assert_eq!(
            lines,
            [
                (MESSAGE_BYTES + 1, true),
                (MESSAGE_BYTES + 1, false),
                (1, true)
            ]
        );
    }
}
