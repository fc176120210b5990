//! What bars a skill from someone is not lost with a slip.

use agent_skills_types::Invocation;

use super::*;

const USER: Invocation = Invocation {
    model: false,
    user: true,
};
const MODEL: Invocation = Invocation {
    model: true,
    user: false,
};
const ALL: Invocation = Invocation {
    model: true,
    user: true,
};

/// The invocation, and the findings about its keys.
fn keys(yaml: &str) -> (Invocation, Vec<(u32, u32)>) {
    let reading = block(yaml);
    let notes = found(&reading).into_iter();
    let places = notes.filter(|note| note.0 == "invocation-key");
    (
        reading.metadata.invocation,
        places.map(|note| (note.1, note.2)).collect(),
    )
}

#[test]
fn a_key_that_is_nearly_right_counts() {
    let cases = [
        ("disable_model_invocation: true", USER),
        ("Disable-Model-Invocation: true", USER),
        ("DISABLE-MODEL-INVOCATION: yes", USER),
        ("disableModelInvocation: true", USER),
        ("disable model invocation: true", USER),
        ("disable-model-invokation: true", USER),
        ("disable-model-invocaiton: on", USER),
        ("dissable-model-invocations: true", USER),
        ("disable-model-invocation\u{a0}: true", USER),
        ("disable-model-\u{200d}invocation: true", USER),
        ("\u{3000}disable-model-invocation: true", USER),
        ("disable_model_invocation: maybe", USER),
        ("disable_model_invocation: [x]", USER),
        ("&a disable_model_invocation: true", USER),
        ("disable_model_invocation: false", ALL),
        ("disable_model_invocation:", ALL),
        ("user-invokable: false", MODEL),
        ("userInvocable: false", MODEL),
        ("user_invocable: no", MODEL),
        ("user-invokable: true", ALL),
        ("user-invokable: maybe", USER),
    ];
    for (line, expected) in cases {
        let (invocation, places) = keys(&format!("description: d\n{line}\nname: demo\n"));
        assert_eq!(invocation, expected, "{line}");
        assert_eq!(places, [(3, 1)], "{line}");
    }
    for line in [
        "enable-model-invocation: true",
        "model: x",
        "user: me",
        "user-invoked-by: x",
        "disable-model: true",
        "invocation: false",
    ] {
        let (invocation, places) = keys(&format!("description: d\n{line}\n"));
        assert_eq!((invocation, places), (ALL, vec![]), "{line}");
    }
}

#[test]
fn the_stricter_of_two_keys_counts() {
    for yaml in [
        "disable-model-invocation: false\ndisable_model_invocation: true\n",
        "disable_model_invocation: true\ndisable-model-invocation: false\n",
        "disable-model-invocation: false\ndisable-model-invocation: true\n",
    ] {
        assert_eq!(block(yaml).metadata.invocation, USER, "{yaml:?}");
    }
}

#[test]
fn messages_about_keys_are_literal() {
    let cases = [
        (
            "user-invokable: false\n",
            "`user-invokable` is no field; it was read as `user-invocable`.",
            "user-invocable: false",
        ),
        (
            "disable-model-invocation\u{a0}: yes\n",
            "`disable-model-invocation<U+00A0>` is no field; it was read as `disable-model-invocation`.",
            "disable-model-invocation: true",
        ),
        (
            "user_invocable: x\n",
            "`user_invocable` is no field, and neither true nor false; the skill is kept from the model.",
            "Write `user-invocable: true` or `user-invocable: false`.",
        ),
        (
            "<<: {user-invocable: false}\n",
            "`user-invocable` stands where it is not read; the skill is kept from the model.",
            "Give `user-invocable: true` or `user-invocable: false` a line of its own.",
        ),
    ];
    for (yaml, message, hint) in cases {
        let reading = block(yaml);
        let mut notes = reading.notes.iter();
        let note = notes.find(|n| n.code == Code::InvocationKey).unwrap();
        assert_eq!(note.message, message, "{yaml:?}");
        assert_eq!(note.hint.as_deref(), Some(hint), "{yaml:?}");
    }
}

#[test]
fn a_field_is_read_wherever_its_line_was_recovered() {
    for yaml in [
        "description: d: x\n? disable-model-invocation\n: true\n",
        "description: d: x\n? \"disable-model-invocation\"\n:\n  true\n",
        "description: d\ndisable-model-invocation:\ntrue\n",
        "description: d\ndisable-model-invocation: # x\n\ntrue\n",
        "description: d\n&a disable-model-invocation: true\n",
        "description: d\n!!str disable-model-invocation: true\n",
        "description: d: x\n!t disable-model-invocation: true\n",
        "description: |\n  d\n disable-model-invocation: true\n",
        "description: >-\n    d\n  e\n disable-model-invocation: true\n",
        "description: >\n  d\n\tdisable-model-invocation: true\n",
        "description: d\n\tdisable-model-invocation: true\n",
        "description: d\rdisable-model-invocation: true\n",
        "description: d\u{85}disable-model-invocation: true\n",
        "description: d\u{c}disable-model-invocation: true\n",
        "description: d\u{2028}disable-model-invocation: true\n",
    ] {
        assert_eq!(keys(yaml), (USER, vec![]), "{yaml:?}");
        let description = block(yaml).metadata.description.unwrap_or_default();
        assert!(!description.contains("invocation"), "{yaml:?}");
    }
}

#[test]
fn a_key_that_was_not_read_keeps_the_skill_from_the_model() {
    let cases = [
        (
            "description: d: x\n  ? disable-model-invocation\n  : true\n",
            3,
        ),
        (
            "description: d\nx: &a disable-model-invocation\n*a : true\n",
            3,
        ),
        ("description: d\n? [disable-model-invocation]\n: true\n", 3),
        (
            "description: d\n? {disable-model-invocation: true}\n: x\n",
            3,
        ),
        ("description: d\n<<: {disable-model-invocation: true}\n", 3),
        (
            "description: d: x\n<<: {disable-model-invocation: true}\n",
            3,
        ),
        (
            "description: d\n<<: &a\n  disable-model-invocation: true\n",
            4,
        ),
        ("description: d: x\n  Disable_Model_Invocation: true\n", 3),
        ("description: |\n  d\n disable_model_invocation: true\n", 4),
        (
            "description: >\n  d\n \t{disable-model-invocation: true}\n",
            4,
        ),
        ("description: d\u{2028}disable_model_invocation: true\n", 2),
        ("description: d: x\n@user-invocable: false\n", 3),
        ("description: d\nhooks: {user-invocable: false}\n- x\n", 3),
        ("description: d\nx:\n\tuser-invocable: false\n", 4),
        (
            "description: Use when: a\n  disable_model_invocation: b\n",
            3,
        ),
    ];
    for (yaml, line) in cases {
        assert_eq!(keys(yaml), (USER, vec![(line, 1)]), "{yaml:?}");
    }
}

#[test]
fn a_key_that_is_only_spoken_of_changes_nothing() {
    for yaml in [
        "description: Sets disable-model-invocation and user-invocable.\n",
        "description: 'disable-model-invocation: true'\n",
        "description: d: x\n# disable-model-invocation: true\n",
        "description: d: x\nuser-invocable: true\n",
        "description: d: x\nlicense: MIT\n",
    ] {
        assert_eq!(keys(yaml), (ALL, vec![]), "{yaml:?}");
    }
}
