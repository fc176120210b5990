//! What the reader of a skill should know: severity, a stable code, the place,
//! what is wrong and what to do.

pub use agent_skills_types::{Diagnostic, Severity};

/// Declares [`Code`]: for each code its name for programs, its severity when a
/// skill is loaded and when it is checked, and one sentence about it.
macro_rules! codes {
    ($($variant:ident = $name:literal, $load:ident, $check:ident, $summary:literal;)*) => {
        /// The closed list of what can be diagnosed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable identifier.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The severity when a skill is loaded: an error means that something
            /// was left out.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$load,)* }
            }

            /// The severity when a skill is held to the specification: an error
            /// means that it breaks a rule.
            pub const fn severity_in_check(self) -> Severity {
                match self { $(Self::$variant => Severity::$check,)* }
            }

            /// The code with this identifier.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.as_str() == name)
            }

            /// What it means, in one sentence.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }
    };
}

codes! {
    // The file and its delimiters.
    NotUtf8 = "not-utf8", Error, Error, "The file is not UTF-8 text.";
    FrontmatterMissing = "frontmatter-missing", Error, Error, "The file does not begin with a `---` line.";
    FrontmatterNotFirst = "frontmatter-not-first", Error, Error, "Text stands before the opening `---` line.";
    FrontmatterBlankBefore = "frontmatter-blank-before", Warning, Error, "Blank lines stand before the opening `---` line.";
    FrontmatterUnterminated = "frontmatter-unterminated", Error, Error, "No `---` line closes the frontmatter.";
    FrontmatterTooLarge = "frontmatter-too-large", Error, Error, "The frontmatter is larger than the limit.";
    SkillFileTooLarge = "skill-file-too-large", Error, Error, "`SKILL.md` is larger than the limit.";
    // The YAML between them.
    YamlInvalid = "yaml-invalid", Error, Error, "The frontmatter is not YAML, and no field could be recovered from it.";
    YamlNotMapping = "yaml-not-mapping", Error, Error, "The frontmatter is not a list of `key: value` lines.";
    YamlUnquotedColon = "yaml-unquoted-colon", Warning, Error, "A value with a colon in it is not quoted.";
    YamlRecovered = "yaml-recovered", Warning, Error, "A line is not YAML; the fields that could be read were kept.";
    YamlUnsupported = "yaml-unsupported", Warning, Error, "Anchors, aliases, tags and merge keys are not read.";
    YamlComment = "yaml-comment", Warning, Warning, "A text ends at a blank and `#`, where YAML begins a comment.";
    YamlLimit = "yaml-limit", Error, Error, "The frontmatter is nested too deeply or has too many values.";
    YamlDuplicateKey = "yaml-duplicate-key", Warning, Error, "A key stands twice; the first one counts.";
    ControlCharacter = "control-character", Warning, Error, "A control character was removed.";
    InvisibleCharacter = "invisible-character", Warning, Error, "An invisible formatting character was removed.";
    // The fields.
    NameMissing = "name-missing", Warning, Error, "There is no name; the directory's name is used.";
    NameInvalid = "name-invalid", Warning, Error, "The name is not lower-case letters, digits and single hyphens.";
    NameNotAscii = "name-not-ascii", Info, Warning, "The name has letters outside `a-z` and `0-9`, which some clients refuse.";
    NameTooLong = "name-too-long", Warning, Error, "The name is longer than the specification allows.";
    NameMismatch = "name-mismatch", Warning, Error, "The name is not the directory's name.";
    NameUnusable = "name-unusable", Error, Error, "There is no name that could be used.";
    DescriptionMissing = "description-missing", Error, Error, "There is no description, so a model could not choose the skill.";
    DescriptionTooLong = "description-too-long", Warning, Error, "The description is longer than the specification allows.";
    CompatibilityLength = "compatibility-length", Warning, Error, "The compatibility text is empty or longer than the specification allows.";
    FieldType = "field-type", Warning, Error, "A field has a value of the wrong kind.";
    MetadataValue = "metadata-value", Warning, Error, "A value in `metadata` is not a string.";
    AllowedToolsForm = "allowed-tools-form", Info, Error, "`allowed-tools` is not a space-separated string.";
    InvocationValue = "invocation-value", Warning, Warning, "An invocation field is neither true nor false; the skill is kept from the model.";
    InvocationKey = "invocation-key", Warning, Warning, "The key of an invocation field is misspelt, or stands where it is not read.";
    // The directories.
    RootMissing = "root-missing", Info, Error, "A root does not exist.";
    RootNotDirectory = "root-not-directory", Error, Error, "A root is not a directory.";
    Unreadable = "unreadable", Error, Error, "A file or directory could not be read.";
    PathNotUtf8 = "path-not-utf8", Error, Error, "A name in the directory is not UTF-8.";
    NotRegularFile = "not-regular-file", Error, Error, "`SKILL.md` is not a regular file.";
    WrongCase = "wrong-case", Warning, Error, "The file is not called exactly `SKILL.md`.";
    LinkDangling = "link-dangling", Error, Error, "A link leads to nothing.";
    LinkOutside = "link-outside", Error, Error, "A link leads out of what was mounted.";
    LinkLoop = "link-loop", Error, Error, "A link leads back to itself, or through too many others.";
    NameShadowed = "name-shadowed", Warning, Warning, "Two skills have the same name; the first one counts.";
    NameDuplicate = "name-duplicate", Error, Error, "Two skills have the same name, which the dialect does not allow.";
    DialectRule = "dialect-rule", Error, Error, "The dialect's own rules refuse the skill.";
    DialectAdvice = "dialect-advice", Warning, Warning, "The dialect's own rules advise against it.";
    ScanDepth = "scan-depth", Warning, Warning, "A directory lies too deep to be searched.";
    ScanLimit = "scan-limit", Error, Error, "The scan stopped at a limit.";
    // The lock.
    LockSkillUnlisted = "lock-skill-unlisted", Error, Error, "The lock does not list the skill.";
    LockSkillMissing = "lock-skill-missing", Error, Error, "A skill that the lock lists is not there.";
    LockFileChanged = "lock-file-changed", Error, Error, "A file is not the one that the lock lists.";
    LockFileMissing = "lock-file-missing", Error, Error, "A file that the lock lists is not there.";
    LockFileUnlisted = "lock-file-unlisted", Error, Error, "The lock does not list a file of the skill.";
    LockIncomplete = "lock-incomplete", Error, Error, "Not all files of a skill could be compared with the lock.";
    // Told by a check only.
    FieldUnknown = "field-unknown", Info, Warning, "The specification has no such field.";
    BodyLines = "body-lines", Info, Warning, "The body is longer than the specification recommends.";
    BodyTokens = "body-tokens", Info, Warning, "The body takes more of a model's context than the specification recommends.";
    ReferenceDangling = "reference-dangling", Info, Warning, "The body refers to a file that the skill does not have.";
    // What keeps a skill from being served over MCP, or from some clients.
    McpFile = "mcp-file", Warning, Warning, "The instructions are not in a UTF-8 file called `SKILL.md`, so the skill is not served over MCP.";
    McpDelimiter = "mcp-delimiter", Warning, Warning, "The frontmatter does not stand between lines of exactly `---`, so the skill is not served over MCP.";
    McpYaml = "mcp-yaml", Warning, Warning, "MCP clients read the frontmatter differently or not at all, so the skill is not served over MCP.";
    McpName = "mcp-name", Warning, Warning, "The name is not one that every MCP client takes, so the skill is not served over MCP.";
    McpField = "mcp-field", Warning, Warning, "A field is of a kind or length that MCP clients refuse, so the skill is not served over MCP.";
    McpValue = "mcp-value", Warning, Warning, "A key or value has no form in JSON that all clients read alike, so the skill is not served over MCP.";
    McpFiles = "mcp-files", Warning, Warning, "The skill has more files or bytes than MCP clients take, so it is not served over MCP.";
    McpAmbiguous = "mcp-ambiguous", Info, Warning, "A value is read differently by different MCP clients, and some refuse the skill for it.";
}

/// A position in a file, both from 1; the column counts code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// A finding about one file, before it is known where that file lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What kind of finding.
    pub code: Code,
    /// Where in the file, if it is about one place.
    pub position: Option<Position>,
    /// One sentence: what is wrong.
    pub message: String,
    /// What to do, or the corrected line.
    pub hint: Option<String>,
}

impl Note {
    /// A finding about the file as a whole.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            position: None,
            message: message.into(),
            hint: None,
        }
    }

    /// The same finding with its place.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// The same finding with what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The finding about the file `path` below `root`.
    pub fn in_file(self, root: &str, path: &str) -> Diagnostic {
        Diagnostic {
            severity: self.code.severity(),
            code: self.code.as_str().to_owned(),
            root: root.to_owned(),
            path: path.to_owned(),
            line: self.position.map(|p| p.line),
            column: self.position.map(|p| p.column),
            message: self.message,
            hint: self.hint,
        }
    }
}
