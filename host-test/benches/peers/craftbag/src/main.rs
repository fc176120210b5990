//! How long craftbag takes to find the skills in a directory.

use std::path::Path;
use std::time::{Duration, Instant};

use craftbag::{DiscoveryOptions, discover};

fn main() {
    let directory = std::env::args().nth(1).expect("a directory is named");
    let options = DiscoveryOptions {
        implicit_roots: false,
        paths: vec![directory],
        ..DiscoveryOptions::default()
    };
    let mut skills = 0;
    let mut shortest = Duration::MAX;
    for _ in 0..10 {
        let start = Instant::now();
        skills = discover(Path::new("/"), &options).skills.len();
        shortest = shortest.min(start.elapsed());
    }
    println!("craftbag\t{skills}\t{:.2}", shortest.as_secs_f64() * 1e3);
}
