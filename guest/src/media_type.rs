//! Media types by the ending of a file's name.

/// Endings that occur in skills, sorted.
const BY_ENDING: &[(&str, &str)] = &[
    ("bash", "text/x-shellscript"),
    ("bmp", "image/bmp"),
    ("c", "text/x-c"),
    ("css", "text/css"),
    ("csv", "text/csv"),
    (
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    ("gif", "image/gif"),
    ("go", "text/x-go"),
    ("gz", "application/gzip"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("ico", "image/vnd.microsoft.icon"),
    ("java", "text/x-java"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("jsonl", "application/jsonl"),
    ("jsx", "text/javascript"),
    ("markdown", "text/markdown"),
    ("md", "text/markdown"),
    ("mjs", "text/javascript"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("otf", "font/otf"),
    ("patch", "text/x-diff"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    (
        "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
    ("py", "text/x-python"),
    ("rb", "text/x-ruby"),
    ("rs", "text/x-rust"),
    ("sh", "text/x-shellscript"),
    ("sql", "application/sql"),
    ("svg", "image/svg+xml"),
    ("tar", "application/x-tar"),
    ("toml", "application/toml"),
    ("ts", "text/x-typescript"),
    ("tsv", "text/tab-separated-values"),
    ("tsx", "text/x-typescript"),
    ("ttf", "font/ttf"),
    ("txt", "text/plain"),
    ("wasm", "application/wasm"),
    ("wav", "audio/wav"),
    ("webp", "image/webp"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    ("xml", "application/xml"),
    ("xsd", "application/xml"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("zip", "application/zip"),
];

/// The media type of a file by its name, `application/octet-stream` when the
/// ending is unknown.
pub fn media_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = match name.rsplit_once('.') {
        Some((_, ending)) => ending.to_ascii_lowercase(),
        None => return "application/octet-stream",
    };
    match BY_ENDING.binary_search_by(|(known, _)| (*known).cmp(ending.as_str())) {
        Ok(at) => BY_ENDING[at].1,
        Err(_) => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        assert!(BY_ENDING.is_sorted_by_key(|(ending, _)| ending));
        let cases = [
            ("references/a.md", "text/markdown"),
            ("a.PNG", "image/png"),
            ("x.tar.gz", "application/gzip"),
            ("dir.md/file", "application/octet-stream"),
            ("LICENSE", "application/octet-stream"),
        ];
        for (path, expected) in cases {
            assert_eq!(media_type(path), expected, "{path}");
        }
    }
}
