//! The YAML between the delimiters.

use fastrand::Rng;

use crate::description::Description;
use crate::words::{ACTIONS, SUBJECTS, pick};

/// Keys that the specification or a well-known client has, with the share of
/// skills that have them, in per cent.
const KNOWN: &[(u32, &[&str])] = &[
    (
        24,
        &[
            "license: MIT\n",
            "license: Apache-2.0\n",
            "license: See LICENSE.txt\n",
        ],
    ),
    (
        3,
        &[
            "metadata:\n  author: example-org\n  version: \"1.0\"\n",
            "metadata: {short-description: example, version: \"2.10\"}\n",
        ],
    ),
    (
        2,
        &[
            "allowed-tools: Bash(git:*) Read\n",
            "allowed-tools: [Read, Grep, Glob]\n",
            "allowed-tools:\n  - Read\n  - Bash(python3:*)\n",
            "allowed-tools: Read Write\n",
        ],
    ),
    (2, &["version: 1.0.0\n", "version: 2\n"]),
    // False, so that every generated skill can be used by a model.
    (1, &["disable-model-invocation: false\n"]),
    (1, &["argument-hint: \"[file]\"\n"]),
];

/// Keys that no specification knows, there as far as the size allows.
const UNKNOWN: &[&[&str]] = &[
    &["risk: safe\n", "risk: low\n", "risk: unknown\n"],
    &[
        "source: community\n",
        "source: self\n",
        "source: https://example.org/skills\n",
    ],
    &["date_added: \"2026-02-27\"\n", "date_added: 2026-03-01\n"],
    &["author: example-author\n", "author: Example Team\n"],
    &[
        "category: development\n",
        "category: data\n",
        "category: operations\n",
    ],
];

/// YAML of about this many bytes; a long description can make it larger.
pub fn frontmatter(rng: &mut Rng, name: &str, description: &Description, bytes: usize) -> String {
    let mut yaml = format!("name: {name}\ndescription: {}\n", description.yaml);
    for (percent, values) in KNOWN {
        if rng.u32(0..100) < *percent {
            yaml.push_str(pick(rng, values));
        }
    }
    for values in UNKNOWN {
        let line = pick(rng, values);
        if rng.u32(0..100) < 70 && yaml.len() + line.len() <= bytes {
            yaml.push_str(line);
        }
    }
    tags(rng, &mut yaml, bytes);
    yaml
}

/// Fills up with a list of tags.
fn tags(rng: &mut Rng, yaml: &mut String, bytes: usize) {
    const LEAST: usize = "tags: [kubernetes]\n".len();
    if yaml.len() + LEAST > bytes {
        return;
    }
    yaml.push_str("tags: [");
    yaml.push_str(pick(rng, SUBJECTS));
    loop {
        let tag = format!(", {}-{}", pick(rng, SUBJECTS), pick(rng, ACTIONS));
        if yaml.len() + tag.len() + "]\n".len() > bytes {
            break;
        }
        yaml.push_str(&tag);
    }
    yaml.push_str("]\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_close_to_the_size() {
        let mut rng = Rng::with_seed(1);
        let description = Description::new(&mut rng, 100, false);
        for bytes in [300, 400, 600, 1_000] {
            let yaml = frontmatter(&mut rng, "a-name", &description, bytes);
            let missing = bytes.abs_diff(yaml.len());
            assert!(missing < 30, "{} instead of {bytes} bytes", yaml.len());
        }
    }
}
