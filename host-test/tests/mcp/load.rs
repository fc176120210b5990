//! Requests from several connections while skills are edited.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::connection::{Connection, request};
use crate::support::{HttpServer, Skills, good};

const CONNECTIONS: usize = 8;
const SKILLS: usize = 20;

/// How long an answer may be kept here, which is how old one may be.
const TTL: Duration = Duration::from_millis(200);

/// Resident memory of a process, in kilobytes; none where that is not told.
fn memory(server: &HttpServer) -> Option<u64> {
    let path = format!("/proc/{}/status", server.child.id());
    let status = std::fs::read_to_string(path).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// When each edition was in its place, in the order in which they were written.
#[derive(Default)]
struct Editions(Mutex<Vec<Duration>>);

impl Editions {
    /// How long before `asked` the edition that a text tells of had been
    /// replaced; nothing if it had not.
    fn staleness(&self, text: &str, asked: Duration) -> Duration {
        let number = text.split_once("edition ").unwrap().1;
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        let replaced = digits.parse::<usize>().unwrap() + 1;
        match self.0.lock().unwrap().get(replaced) {
            Some(time) => asked.saturating_sub(*time),
            None => Duration::ZERO,
        }
    }
}

/// Says that it is over when it goes, by the end of its scope or by a failure.
struct Over<'o>(&'o AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_thousand_requests_while_skills_are_edited() {
    run(1000);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn ten_thousand_requests_while_skills_are_edited() {
    run(10_000);
}

/// Asks so often, and prints how long it took.
fn run(requests: usize) {
    let skills = Skills::new();
    for number in 0..SKILLS {
        skills.write(&format!("s{number}/SKILL.md"), good(&format!("s{number}")));
        skills.write(&format!("s{number}/a.md"), "a");
    }
    let server = skills.serve(&["--ttl-ms", &TTL.as_millis().to_string()]);
    let begun = Instant::now();
    let editions = Editions::default();
    let edit = || {
        let edition = editions.0.lock().unwrap().len();
        let file = format!("---\nname: beta\ndescription: edition {edition}.\n---\nBody.\n");
        // In one step and by way of a hidden file, as editors and deployments do.
        skills.write("beta/.next", file);
        let directory = skills.path().join("beta");
        std::fs::rename(directory.join(".next"), directory.join("SKILL.md")).unwrap();
        editions.0.lock().unwrap().push(begun.elapsed());
    };
    edit();
    let beta = json!({"uri": "skill://beta/SKILL.md"});
    let call = json!({"name": "activate_skill", "arguments": {"name": "s1"}});
    let is_over = AtomicBool::new(false);
    let mut samples = Vec::new();
    let mut times = std::thread::scope(|scope| {
        let over = Over(&is_over);
        let clients: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                scope.spawn(|| {
                    let mut connection = Connection::open(server.address);
                    let mut times = Vec::new();
                    let mut oldest = Duration::ZERO;
                    for turn in 0..requests / CONNECTIONS {
                        let (method, params) = match turn % 5 {
                            0 => ("skills/list", &json!({})),
                            1 | 2 => ("skills/get", &beta),
                            3 => ("resources/read", &beta),
                            _ => ("tools/call", &call),
                        };
                        let (asked, asked_at) = (Instant::now(), begun.elapsed());
                        let answer = connection.ask(&request(method, params));
                        times.push((method, asked.elapsed()));
                        let result = &answer["result"];
                        assert!(result.is_object(), "{method}: {answer}");
                        let told = match method {
                            "skills/list" => {
                                let listed = result["skills"].as_array().unwrap();
                                assert_eq!(listed.len(), SKILLS + 2);
                                &listed[1]["frontmatter"]["description"]
                            }
                            "skills/get" => &result["skill"]["frontmatter"]["description"],
                            "resources/read" => &result["contents"][0]["text"],
                            _ => continue,
                        };
                        let told = told.as_str().unwrap();
                        oldest = oldest.max(editions.staleness(told, asked_at));
                    }
                    (times, oldest)
                })
            })
            .collect();
        let editor = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                edit();
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        while !clients.iter().all(|client| client.is_finished()) {
            samples.extend(memory(&server));
            std::thread::sleep(Duration::from_millis(50));
        }
        let mut times = Vec::new();
        for client in clients {
            let (mine, oldest) = client.join().unwrap();
            assert!(oldest <= TTL, "{oldest:?}");
            times.extend(mine);
        }
        drop(over);
        editor.join().unwrap();
        times
    });
    let taken = begun.elapsed();
    times.sort_by_key(|(_, time)| *time);
    assert_eq!(times.len(), requests);
    println!("{requests} requests in {taken:?}, {:?}", rates(&times));
    if let [.., last] = samples[..] {
        let middle = samples[samples.len() / 2];
        println!("memory: {samples:?}");
        assert!(last < middle + 16 * 1024, "{samples:?}");
    }
}

/// The 50th and the 99th of a hundred times, by method.
fn rates(sorted: &[(&str, Duration)]) -> Vec<(String, Duration, Duration)> {
    let methods = ["skills/list", "skills/get", "resources/read", "tools/call"];
    methods
        .into_iter()
        .map(|method| {
            let times: Vec<Duration> = sorted
                .iter()
                .filter(|(m, _)| *m == method)
                .map(|(_, time)| *time)
                .collect();
            (
                method.to_owned(),
                times[times.len() / 2],
                times[times.len() * 99 / 100],
            )
        })
        .collect()
}
