//! Skills that the host hands over.

use std::rc::Rc;

use agent_skills_component::dialect::tool_call;
use agent_skills_component::storage::memory::NoMounts;
use agent_skills_component::toolkit::Toolkit;
use agent_skills_types::{InlineFile, InlineSkill, ResourceBase};

fn inline(description: &str) -> InlineSkill {
    InlineSkill {
        name: "memo".into(),
        description: description.into(),
        body: "Body.".into(),
        ..InlineSkill::default()
    }
}

fn toolkit(dialect: &str) -> Toolkit {
    let mut toolkit = Toolkit::new(Rc::new(NoMounts));
    let options = serde_json::json!({"dialect": dialect});
    toolkit.configure(&options.to_string()).unwrap();
    toolkit
}

#[test]
fn a_skill_that_would_not_appear_is_refused() {
    let missing = "The `description` is empty, so a model could not choose the skill.";
    let nested = InlineSkill {
        frontmatter: Some(format!("{{\"x\": {}}}", "[".repeat(40) + &"]".repeat(40))),
        ..inline("d")
    };
    for (dialect, skill, message) in [
        ("standard", inline(""), missing),
        ("standard", inline(" \n\u{200b}"), missing),
        (
            "standard",
            nested,
            "The frontmatter is nested more than 32 levels deep.",
        ),
        (
            "standard",
            InlineSkill {
                body: "x".repeat(1024 * 1024),
                ..inline("d")
            },
            "The file is larger than 1048576 bytes.",
        ),
        (
            "lovia",
            inline(""),
            "Skill 'memo' has an empty description.",
        ),
    ] {
        let mut toolkit = toolkit(dialect);
        let refused = toolkit.register(&skill).unwrap_err();
        assert_eq!(refused.to_string(), message, "{dialect}");
        assert_eq!(toolkit.list().skills, [], "{dialect}");
        // The name is still free.
        assert_eq!(toolkit.register(&inline("d")), Ok(()), "{dialect}");
        assert_eq!(toolkit.list().skills.len(), 1, "{dialect}");
    }
}

#[test]
fn a_file_that_is_not_text_is_pointed_to_where_a_model_can_reach_it() {
    let base = |base| InlineSkill {
        base,
        files: vec![InlineFile {
            path: "a/logo.png".into(),
            data: vec![0x89, 0xff],
        }],
        ..inline("d")
    };
    for (base, place) in [
        (None, "It cannot be shown here."),
        (
            Some(ResourceBase::Opaque("ask".into())),
            "It cannot be shown here.",
        ),
        (
            Some(ResourceBase::Directory("/srv/memo".into())),
            "Use it by its path: /srv/memo/a/logo.png",
        ),
        (
            Some(ResourceBase::Url("https://h/memo".into())),
            "Use it by its address: https://h/memo/a/logo.png",
        ),
    ]
    .map(|(given, place)| (base(given), place))
    {
        let mut toolkit = toolkit("standard");
        toolkit.register(&base).unwrap();
        let arguments = r#"{"skill_name":"memo","path":"a/logo.png"}"#;
        let text = tool_call::call(&mut toolkit, None, "load_skill_resource", arguments).text;
        let told =
            format!("\nThis file is not text (image/png, 2 bytes). {place}\n</skill_resource>");
        assert!(text.ends_with(&told), "{text}");
    }
}

#[test]
fn a_skill_without_files_speaks_of_none() {
    let mut toolkit = toolkit("standard");
    toolkit.register(&inline("d")).unwrap();
    let text = tool_call::call(&mut toolkit, None, "activate_skill", r#"{"name":"memo"}"#).text;
    assert!(text.ends_with("\">\nBody.\n\n</skill_content>"), "{text}");
}

#[test]
fn an_offset_is_any_whole_number() {
    let mut toolkit = toolkit("standard");
    toolkit.register(&inline("d")).unwrap();
    let wrong = "the argument `offset` of load_skill_resource must be a whole number of bytes, 0 \
                 or more";
    for (offset, told) in [
        ("3", "offset=\"3\""),
        ("3.0", "offset=\"3\""),
        ("3e0", "offset=\"3\""),
        ("\" 3 \"", "offset=\"3\""),
        ("\"3.0\"", "offset=\"3\""),
        ("1e300", wrong),
        ("3.5", wrong),
        ("-3", wrong),
        ("-3.0", wrong),
        ("\"NaN\"", wrong),
        ("true", wrong),
    ] {
        let arguments = format!(r#"{{"skill_name":"memo","path":"SKILL.md","offset":{offset}}}"#);
        let text = tool_call::call(&mut toolkit, None, "load_skill_resource", &arguments).text;
        assert!(text.contains(told), "{offset}: {text}");
    }
}
