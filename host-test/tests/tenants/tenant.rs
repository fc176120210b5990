//! One tenant: what it owns, what it asks, and what it has to be told.

use std::fs;
use std::path::Path;

use agent_skills_sandbox::types::{ContentData, InlineSkill, Invoker};
use agent_skills_sandbox::{Instance, Mounts, Sandbox};

/// How many steps a tenant takes.
pub const STEPS: usize = 12;

/// A tenant. All tenants have skills of the same names, in conversations of the
/// same name; only what these say differs.
pub struct Tenant {
    number: usize,
    instance: Instance,
    steps: usize,
}

impl Tenant {
    /// Writes the tenant's skills below `directory` and starts its instance.
    pub fn new(sandbox: &Sandbox, directory: &Path, number: usize) -> Self {
        let root = directory.join(number.to_string());
        for (skill, word) in [("shared", "text"), ("hidden", "secret")] {
            let folder = root.join(skill);
            fs::create_dir_all(&folder).expect("there is room");
            let marker = marker(word, number);
            let text = format!("---\nname: {skill}\ndescription: {marker}\n---\n{marker}\n");
            fs::write(folder.join("SKILL.md"), text).expect("there is room");
            fs::write(folder.join("file.txt"), marker).expect("there is room");
        }
        let mut mounts = Mounts::new();
        mounts.add(root, "/skills").expect("it exists");
        Self {
            number,
            instance: sandbox.instance(&mounts).expect("it starts"),
            steps: 0,
        }
    }

    /// How many steps it has taken.
    pub fn steps_taken(&self) -> usize {
        self.steps
    }

    /// Takes the next step.
    pub fn step(&mut self) {
        match self.steps {
            0 => self.configure(),
            1 => self.register(),
            2 | 9 => self.list(),
            3 => self.activate(true),
            4 => self.activate(false),
            5 => self.read(),
            6 => self.look_for_the_hidden(),
            7 => self.forget(),
            8 => self.activate(self.forgets()),
            10 => self.unregister(),
            11 => self.read_catalog(),
            step => panic!("there is no step {step}"),
        }
        self.steps += 1;
    }

    /// Every second tenant has only two of its three skills.
    fn hides(&self) -> bool {
        self.number.is_multiple_of(2)
    }

    /// Every third tenant forgets its conversation.
    fn forgets(&self) -> bool {
        self.number.is_multiple_of(3)
    }

    fn marker(&self, word: &str) -> String {
        marker(word, self.number)
    }

    fn configure(&mut self) {
        let options = match self.hides() {
            true => r#"{"only": ["shared", "given"]}"#,
            false => "{}",
        };
        self.instance.configure(options).expect("they are good");
    }

    fn register(&mut self) {
        let skill = InlineSkill {
            name: "given".to_owned(),
            description: self.marker("given"),
            body: self.marker("given"),
            ..InlineSkill::default()
        };
        self.instance.register_skill(&skill).expect("it is good");
    }

    fn list(&mut self) {
        let listing = self.instance.list_skills().expect("it answers");
        let skills: Vec<(String, String)> = listing
            .skills
            .into_iter()
            .map(|skill| (skill.name, skill.description))
            .collect();
        let mut expected = vec![("given".to_owned(), self.marker("given"))];
        if !self.hides() {
            expected.push(("hidden".to_owned(), self.marker("secret")));
        }
        expected.push(("shared".to_owned(), self.marker("text")));
        assert_eq!(skills, expected);
    }

    /// Activates in a conversation; `anew` says whether that has not the
    /// instructions yet.
    fn activate(&mut self, anew: bool) {
        let arguments = r#"{"name": "shared"}"#;
        let result = self
            .instance
            .call(Some("chat"), "activate_skill", arguments)
            .expect("it answers");
        assert!(!result.is_error, "{}", result.text);
        let body = format!("\n{}\n", self.marker("text"));
        assert_eq!(result.text.contains(&body), anew, "{}", result.text);
        self.assert_own(&result.text);
    }

    fn read(&mut self) {
        let content = self
            .instance
            .read_file("shared", "file.txt", 0, 0)
            .expect("it can be read");
        assert_eq!(content.data, ContentData::Text(self.marker("text")));
    }

    fn look_for_the_hidden(&mut self) {
        let body = self
            .instance
            .activate_skill("hidden", Invoker::Host)
            .map(|activation| activation.body)
            .map_err(|error| error.code());
        let expected = match self.hides() {
            true => Err("unknown-skill"),
            false => Ok(format!("{}\n", self.marker("secret"))),
        };
        assert_eq!(body, expected);
    }

    fn forget(&mut self) {
        if self.forgets() {
            assert!(self.instance.forget("chat").expect("it answers"));
        }
        let left = self.instance.reattach("chat", 10_000).expect("it answers");
        assert_eq!(left.is_empty(), self.forgets(), "{left}");
        self.assert_own(&left);
    }

    fn unregister(&mut self) {
        let gone = self.instance.unregister_skill(None, "given");
        assert!(gone.expect("it answers"));
    }

    fn read_catalog(&mut self) {
        let catalog = self.instance.catalog_text(None).expect("it answers");
        assert_eq!(catalog.shown, if self.hides() { 1 } else { 2 });
        assert!(catalog.text.contains(&self.marker("text")));
        assert!(!catalog.text.contains(&self.marker("given")));
        self.assert_own(&catalog.text);
    }

    /// All markers in a text are this tenant's.
    fn assert_own(&self, text: &str) {
        for (at, _) in text.match_indices(MARKER) {
            let number = text[at + MARKER.len()..].split('.').next();
            assert_eq!(number, Some(self.number.to_string().as_str()), "{text}");
        }
    }
}

/// What stands in front of a tenant's number.
const MARKER: &str = "tenant.";

fn marker(word: &str, number: usize) -> String {
    format!("{MARKER}{number}.{word}")
}
