//! Tests that say which rows they prove, and cannot name one for nothing.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A test and the rows that it proves.
pub struct Proof {
    /// Its path in this crate.
    pub test: &'static str,
    /// The rows.
    pub ids: &'static [&'static str],
}

/// The rows of a running test, and what was expected of them so far.
pub struct Rows {
    ids: &'static [&'static str],
    proven: RefCell<BTreeSet<String>>,
}

impl Rows {
    /// Runs a test. It fails when a row that it names was not expected anything.
    pub fn prove(ids: &'static [&'static str], test: impl FnOnce(&Self)) {
        let rows = Self {
            ids,
            proven: RefCell::default(),
        };
        test(&rows);
        let proven = rows.proven.borrow();
        let left: Vec<_> = ids.iter().filter(|id| !proven.contains(**id)).collect();
        assert!(left.is_empty(), "nothing is expected of {left:?}");
    }

    /// Expects a value, for these rows.
    #[track_caller]
    pub fn is<A: PartialEq<E> + Debug, E: Debug>(&self, ids: &str, actual: A, expected: E) {
        assert_eq!(actual, expected, "{ids}");
        self.note(ids);
    }

    /// Expects a text to have another in it, for these rows.
    #[track_caller]
    pub fn has(&self, ids: &str, text: impl AsRef<str>, part: &str) {
        let text = text.as_ref();
        assert!(text.contains(part), "{ids}: no {part:?} in\n{text}");
        self.note(ids);
    }

    #[track_caller]
    fn note(&self, ids: &str) {
        for id in ids.split(' ') {
            assert!(self.ids.contains(&id), "the test does not name {id}");
            self.proven.borrow_mut().insert(id.to_owned());
        }
    }
}

/// Defines tests with the rows they prove, and lists both in `PROOFS`.
macro_rules! rows {
    ($($(#[$doc:meta])* fn $name:ident($rows:ident) proves $($id:literal)+ $body:block)+) => {
        $(
            $(#[$doc])*
            #[test]
            fn $name() {
                $crate::row::Rows::prove(&[$($id),+], |$rows| $body);
            }
        )+

        /// The tests of this module.
        pub const PROOFS: &[$crate::row::Proof] = &[
            $($crate::row::Proof {
                test: concat!(module_path!(), "::", stringify!($name)),
                ids: &[$($id),+],
            },)+
        ];
    };
}

#[test]
#[should_panic(expected = "nothing is expected of [\"S1-02\"]")]
fn a_row_that_is_only_named_fails() {
    Rows::prove(&["S1-01", "S1-02"], |rows| rows.is("S1-01", 1, 1));
}
