//! What every attack needs: real directories, the component looking at them in
//! each way of access, and a table of what came of it.

mod again;
mod runner;
mod session;
pub mod swap;
mod table;
mod tree;
mod watchdog;

pub use again::{is_again, run_again};
pub use runner::{Attacks, Check, run};
pub use session::{Access, Session, refusal};
pub use table::Table;
pub use tree::{SECRET, Tree};
pub use watchdog::Watchdog;

use agent_skills_sandbox::Mounts;

/// Makes each attack in each way of access and compares what comes of it.
///
/// An attack is its name, what it is made of, and the one right result.
#[track_caller]
pub fn repel<T>(
    table: &mut Table,
    mount: impl Fn(&mut Mounts),
    attacks: &[(&str, T, &str)],
    attempt: impl Fn(&mut Session, &T) -> String,
) {
    for access in Access::ALL {
        let mut session = Session::open(access, &mount);
        for (name, what, expected) in attacks {
            let watchdog = Watchdog::over(name);
            let result = attempt(&mut session, what);
            drop(watchdog);
            table.add(name, access, expected, result);
        }
    }
}
