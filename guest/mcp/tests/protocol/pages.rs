//! Pages and their cursors.

use serde_json::{Value, json};

use crate::support::{World, good};

/// The names on each page of a listing.
fn pages(
    world: &mut World,
    method: &str,
    list: &str,
    name: fn(&Value) -> &str,
) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut params = json!({});
    loop {
        let result = world.result(method, params);
        let items = result[list].as_array().unwrap();
        pages.push(items.iter().map(|item| name(item).to_owned()).collect());
        match result.get("nextCursor") {
            Some(cursor) => params = json!({"cursor": cursor}),
            None => return pages,
        }
    }
}

fn of_skill(entry: &Value) -> &str {
    entry["frontmatter"]["name"].as_str().unwrap()
}

fn of_other(entry: &Value) -> &str {
    entry["name"].as_str().unwrap()
}

#[test]
fn a_page_looks_at_a_hundred_skills() {
    let mut world = World::new(&[]);
    let names: Vec<String> = (0..205).map(|number| format!("s{number:03}")).collect();
    for name in &names {
        world.write(&format!("{name}/SKILL.md"), good(name));
    }
    for (method, list, name) in [
        ("skills/list", "skills", of_skill as fn(&Value) -> &str),
        ("resources/list", "resources", of_other),
        ("prompts/list", "prompts", of_other),
    ] {
        let pages = pages(&mut world, method, list, name);
        let sizes: Vec<usize> = pages.iter().map(Vec::len).collect();
        assert_eq!(sizes, [100, 100, 5], "{method}");
        assert_eq!(pages.concat(), names, "{method}");
    }
}

#[test]
fn a_page_ends_before_it_has_too_many_files() {
    let mut world = World::new(&[]);
    for name in ["a", "b", "c", "d", "e"] {
        world.write(&format!("{name}/SKILL.md"), good(name));
        for number in 0..500 {
            world.write(&format!("{name}/{number}"), "");
        }
    }
    let pages = pages(&mut world, "skills/list", "skills", of_skill);
    assert_eq!(pages, [vec!["a", "b", "c"], vec!["d", "e"]]);
}

#[test]
fn a_page_ends_before_it_has_too_many_bytes() {
    let mut world = World::new(&[]);
    for name in ["a", "b", "c"] {
        world.write(&format!("{name}/SKILL.md"), good(name));
        world.write(&format!("{name}/large"), vec![0; 12 * 1024 * 1024]);
    }
    let pages = pages(&mut world, "skills/list", "skills", of_skill);
    assert_eq!(pages, [vec!["a", "b"], vec!["c"]]);
}

#[test]
fn a_cursor_stays_good_when_skills_come_and_go() {
    let mut world = World::new(&[]);
    for number in 0..101 {
        let name = format!("s{number:03}");
        world.write(&format!("{name}/SKILL.md"), good(&name));
    }
    let cursor = world.result("skills/list", json!({}))["nextCursor"].take();
    world.write("r/SKILL.md", good("r"));
    world.write("s0995/SKILL.md", good("s0995"));
    world.write("t/SKILL.md", good("t"));
    let rest = world.result("skills/list", json!({"cursor": cursor}));
    let names: Vec<_> = rest["skills"]
        .as_array()
        .unwrap()
        .iter()
        .map(of_skill)
        .collect();
    assert_eq!(names, ["s0995", "s100", "t"]);
}

#[test]
fn cursors_that_are_none_are_refused() {
    let mut world = World::new(&[("demo/SKILL.md", &good("demo"))]);
    let methods = [
        "skills/list",
        "resources/list",
        "resources/templates/list",
        "resources/directory/read",
        "prompts/list",
        "tools/list",
    ];
    for method in methods {
        for cursor in [
            json!(""),
            json!("x"),
            json!(1),
            json!(null),
            json!("bm9uZTphYQ"),
        ] {
            let params = json!({"uri": "skill://demo", "cursor": cursor});
            let (status, code, _) = world.error(method, params);
            assert_eq!((status, code), (200, -32602), "{method} {cursor}");
        }
    }
}
