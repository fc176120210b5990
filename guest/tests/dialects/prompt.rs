//! What goes into a system prompt, and what a person starts.

use agent_skills_component::delivery::reattach;
use agent_skills_component::dialect::tool_call::invoke;
use agent_skills_types::Invoker;

use crate::DIALECTS;
use crate::world::{World, skill};

fn world(dialect: &str) -> World {
    let long = "てx".repeat(300);
    let pdf = skill("pdf", &long, "Read it.");
    let xls = skill("xls", "Makes sheets.", "Write it.");
    let mine = "---\nname: mine\ndescription: d\ndisable-model-invocation: true\n---\nMine.";
    World::of(
        dialect,
        &[
            ("pdf/SKILL.md", &pdf),
            ("xls/SKILL.md", &xls),
            ("mine/SKILL.md", mine),
        ],
    )
}

#[test]
fn no_text_is_longer_than_its_budget() {
    for dialect in DIALECTS {
        let mut world = world(dialect);
        let whole = world.toolkit.system_prompt(None).text;
        let length = u32::try_from(whole.chars().count()).unwrap();
        for budget in 0..=length {
            let most = usize::try_from(budget).unwrap();
            for fitted in [
                world.toolkit.system_prompt(Some(budget)),
                world.toolkit.catalog_text(Some(budget)),
            ] {
                let long = fitted.text.chars().count();
                assert!(long <= most, "{dialect}: {long} for {budget}");
                assert!(!fitted.text.is_empty() || fitted.shown == 0, "{dialect}");
            }
        }
        assert_eq!(world.toolkit.system_prompt(Some(length)).text, whole);
    }
}

#[test]
fn the_catalog_stands_in_a_prompt_once_or_not_at_all() {
    for (dialect, times) in [
        ("standard", 1),
        ("lightspeed", 0),
        ("lightspeed-shipped", 1),
        ("deepseek", 1),
        ("lovia", 1),
    ] {
        let mut world = world(dialect);
        let prompt = world.toolkit.system_prompt(None);
        assert_eq!(
            prompt.text.matches("Makes sheets.").count(),
            times,
            "{dialect}"
        );
        let shown = if times == 0 { 0 } else { 2 };
        assert_eq!((prompt.shown, prompt.omitted), (shown, 0), "{dialect}");
        let fitted = world.toolkit.system_prompt(Some(0));
        assert_eq!((fitted.shown, fitted.omitted), (0, 2), "{dialect}");
        let mut none = World::of(dialect, &[]);
        assert_eq!(none.toolkit.system_prompt(None).text, "", "{dialect}");
    }
}

#[test]
fn what_a_person_starts_is_delivered_as_a_call_would() {
    for dialect in DIALECTS {
        let mut world = world(dialect);
        let barred = invoke(&mut world.toolkit, Some("chat"), "mine", Invoker::Model);
        assert!(barred.is_error, "{dialect}: {}", barred.text);

        let first = invoke(&mut world.toolkit, Some("chat"), "mine", Invoker::User);
        assert!(
            !first.is_error && first.text.contains("Mine."),
            "{dialect}: {}",
            first.text
        );
        let wording = world.toolkit.dialect().wording;
        assert!(
            wording.is_skill_content(&first.text),
            "{dialect}: {}",
            first.text
        );

        let again = invoke(&mut world.toolkit, Some("chat"), "mine", Invoker::User);
        match wording.already_active("mine") {
            Some(note) => assert_eq!(again.text, note, "{dialect}"),
            None => assert_eq!(again.text, first.text, "{dialect}"),
        }
        let back = reattach(&mut world.toolkit, "chat", 10_000);
        assert_eq!(back, first.text, "{dialect}");
    }
}
