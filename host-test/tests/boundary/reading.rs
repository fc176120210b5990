//! The three ways to ask for a file, which have to agree.

use agent_skills_sandbox::types::Content;
use agent_skills_sandbox::types::{ContentData, FileKind};

use crate::support::{SECRET, Session, refusal};

/// Asks for a file of the skill `demo` in each way that there is, and tells what
/// the reading function gives: its text between `«»`, or the refusal.
///
/// Panics when the others give more, or refuse otherwise.
#[track_caller]
pub fn read(session: &mut Session, path: &str) -> String {
    let read = session.read_file("demo", path, 0, 0);
    let stat = session.stat_file("demo", path);
    let arguments = serde_json::json!({"skill_name": "demo", "path": path}).to_string();
    let call = session
        .call(None, "load_skill_resource", &arguments)
        .expect("a call always answers");
    assert!(!call.text.contains(SECRET), "{path}: {}", call.text);
    assert!(!call.value.contains(SECRET), "{path}: {}", call.value);
    assert_eq!(call.is_error, read.is_err(), "{path}: {}", call.text);
    let value: serde_json::Value = serde_json::from_str(&call.value).expect("it is JSON");
    match read {
        Ok(content) => {
            let stat = stat.expect("what can be read can be looked at");
            assert_eq!(
                (stat.kind, stat.size),
                (FileKind::File, content.size),
                "{path}"
            );
            assert_eq!(value["size"], content.size, "{path}");
            format!("«{}»", text(&content))
        }
        Err(error) => {
            assert_eq!(value["error"]["code"], error.code(), "{path}");
            match stat {
                // What is no file cannot be read, and what is one may be forbidden.
                Ok(info) if info.kind == FileKind::File => {
                    assert_eq!(error.code(), "unreadable", "{path}");
                }
                Ok(_) => assert_eq!(error.code(), "not-found", "{path}"),
                Err(other) => assert_eq!(refusal(&other), refusal(&error), "{path}"),
            }
            refusal(&error)
        }
    }
}

/// The content as text; bytes with `\x` where they are not ASCII.
fn text(content: &Content) -> String {
    match &content.data {
        ContentData::Text(text) => text.clone(),
        ContentData::Bytes(bytes) => bytes.escape_ascii().to_string(),
    }
}
