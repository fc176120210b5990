//! A skill's instructions and files.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A skill's instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// The skill's name.
    pub name: String,
    /// Its directory, as a path in the host's mounts.
    pub directory: String,
    /// What follows the frontmatter, byte for byte.
    pub body: String,
    /// Files of the skill, `SKILL.md` left out, in code point order.
    pub files: Vec<String>,
    /// False when there are more files than the limit lets list.
    pub files_complete: bool,
    /// `sha256:` and the hash of the bytes of `SKILL.md`.
    pub digest: String,
    /// Length of the whole body in code points.
    pub total_chars: u64,
    /// Byte offset in `SKILL.md` of the rest of a body that was too long.
    pub next_offset: Option<u64>,
}

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileEntry {
    /// Path below the skill's directory.
    pub path: String,
    /// Bytes.
    pub size: u64,
    /// 64 hexadecimal digits.
    pub sha256: String,
}

/// The files of a skill, `SKILL.md` included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// In code point order of their paths.
    pub files: Vec<FileEntry>,
    /// False when a limit, or a file that cannot be read, left some out.
    pub complete: bool,
    /// `sha256:` and the hash over paths, sizes and hashes.
    pub digest: String,
}

/// What a path of a skill leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
}

/// What is known of a path without reading the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileInfo {
    /// Path below the skill's directory.
    pub path: String,
    /// What it leads to.
    pub kind: FileKind,
    /// Bytes; 0 for a directory.
    pub size: u64,
    /// Whether the skill's listing names it.
    pub listed: bool,
    /// By the name's ending.
    pub media_type: String,
}

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentData {
    /// Valid UTF-8.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

/// A stretch of a skill's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The skill's name.
    pub skill: String,
    /// Path below the skill's directory.
    pub path: String,
    /// By the name's ending.
    pub media_type: String,
    /// The stretch itself.
    pub data: ContentData,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// Of the whole file, in bytes.
    pub size: u64,
    /// Where to go on; none at the end of the file.
    pub next_offset: Option<u64>,
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Content", 8)?;
        record.serialize_field("skill", &self.skill)?;
        record.serialize_field("path", &self.path)?;
        record.serialize_field("media_type", &self.media_type)?;
        match &self.data {
            ContentData::Text(text) => {
                record.serialize_field("encoding", "utf-8")?;
                record.serialize_field("content", text)?;
            }
            ContentData::Bytes(bytes) => {
                record.serialize_field("encoding", "base64")?;
                record.serialize_field("content", &STANDARD.encode(bytes))?;
            }
        }
        record.serialize_field("offset", &self.offset)?;
        record.serialize_field("size", &self.size)?;
        record.serialize_field("next_offset", &self.next_offset)?;
        record.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_base64_and_text_is_itself() {
        let mut content = Content {
            skill: "demo".into(),
            path: "a.bin".into(),
            media_type: "application/octet-stream".into(),
            data: ContentData::Bytes(vec![0xff, 0]),
            offset: 0,
            size: 2,
            next_offset: None,
        };
        assert_eq!(
            serde_json::to_string(&content).unwrap(),
            concat!(
                r#"{"skill":"demo","path":"a.bin","media_type":"application/octet-stream","#,
                r#""encoding":"base64","content":"/wA=","offset":0,"size":2,"next_offset":null}"#
            )
        );
        content.data = ContentData::Text("é\n".into());
        let json = serde_json::to_string(&content).unwrap();
        assert!(
            json.contains(r#""encoding":"utf-8","content":"é\n""#),
            "{json}"
        );
    }
}
