//! What is written for a reader reads back as the same: a registered skill
//! through its `SKILL.md`, and names and descriptions through the catalog and
//! the instructions' wrapper.

#![no_main]

use std::rc::Rc;

use agent_skills_component::dialect::tool_call;
use agent_skills_component::storage::{Mount, Storage};
use agent_skills_component::text::{clean, one_line};
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::{InlineSkill, Invoker};
use libfuzzer_sys::fuzz_target;

/// Longest description that a catalog does not shorten.
const WHOLE: usize = 1024;

struct Nothing;

impl Storage for Nothing {
    fn mounts(&self) -> Vec<Mount> {
        Vec::new()
    }
}

fuzz_target!(|input: (&str, &str, &str)| {
    let (name, description, body) = input;
    let mut toolkit = Toolkit::new(Rc::new(Nothing));
    let skill = InlineSkill {
        name: name.to_owned(),
        description: description.to_owned(),
        body: body.to_owned(),
        ..InlineSkill::default()
    };
    if toolkit.register(&skill).is_err() {
        return;
    }
    let listing = toolkit.list();
    let expected = clean(description).trim().to_owned();
    let usable = !expected.is_empty();
    assert_eq!(
        listing.skills.len(),
        usize::from(usable),
        "{:?}",
        listing.diagnostics
    );
    let Some(listed) = listing.skills.first() else {
        return;
    };
    assert_eq!(listed.description, expected);
    // Cleaned first: a vertical tab is a control character and white space.
    assert_eq!(listed.name, one_line(&clean(name)));

    let catalog = toolkit.catalog_text(None).text;
    let line = one_line(&expected);
    if line.chars().count() <= WHOLE {
        let named = between(&catalog, "<name>", "</name>");
        let described = between(&catalog, "<description>", "</description>");
        assert_eq!((named, described), (listed.name.clone(), line));
    }
    assert_eq!(
        catalog.matches("</available_skills>").count(),
        1,
        "{catalog}"
    );

    let arguments = serde_json::json!({ "name": listed.name }).to_string();
    let called = tool_call::call(&mut toolkit, None, "activate_skill", &arguments);
    assert!(!called.is_error, "{}", called.text);
    assert_eq!(
        called.text.matches("</skill_content>").count(),
        1,
        "{}",
        called.text
    );
    let activation = toolkit
        .activate(&listed.name, Invoker::Model)
        .expect("it can be activated");
    if activation.next_offset.is_none() {
        assert_eq!(activation.body, body);
    }
});

/// The text between two tags that stand once, without its entities.
fn between(text: &str, open: &str, close: &str) -> String {
    assert_eq!(
        (text.matches(open).count(), text.matches(close).count()),
        (1, 1),
        "{text}"
    );
    let (_, rest) = text.split_once(open).expect("it was counted");
    let (inner, _) = rest.split_once(close).expect("it was counted");
    inner
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}
