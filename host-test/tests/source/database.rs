//! A source out of an SQLite database.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use agent_skills_sandbox::{Candidate, Observation, Source, SourceError};
use rusqlite::{Connection, OptionalExtension, params};

use crate::Editable;

/// One row for each file; the version counts what was written to it.
pub struct Database {
    connection: Mutex<Connection>,
    incomplete: AtomicBool,
}

impl Database {
    pub fn new() -> Self {
        let connection = Connection::open_in_memory().expect("a database");
        connection
            .execute_batch(
                "CREATE TABLE file (
                    skill TEXT NOT NULL,
                    path TEXT NOT NULL,
                    content BLOB NOT NULL,
                    version INTEGER NOT NULL DEFAULT 1,
                    PRIMARY KEY (skill, path)
                )",
            )
            .expect("a table");
        Self {
            connection: Mutex::new(connection),
            incomplete: AtomicBool::new(false),
        }
    }

    fn query<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, SourceError> {
        let connection = self
            .connection
            .lock()
            .expect("no test panics while it holds this");
        query(&connection).map_err(|error| SourceError::Unavailable(error.to_string()))
    }
}

impl Source for Database {
    fn candidates(&self) -> Result<Observation, SourceError> {
        let candidates = self.query(|connection| {
            connection
                .prepare("SELECT skill, sum(version) FROM file GROUP BY skill")?
                .query_map([], |row| {
                    Ok(Candidate {
                        name: row.get(0)?,
                        version: row.get::<_, i64>(1)?.to_string(),
                    })
                })?
                .collect()
        })?;
        Ok(Observation {
            candidates,
            complete: !self.incomplete.load(Ordering::Relaxed),
        })
    }

    fn files(&self, name: &str) -> Result<Vec<(String, u64)>, SourceError> {
        self.query(|connection| {
            connection
                .prepare("SELECT path, length(content) FROM file WHERE skill = ?")?
                .query_map([name], |row| {
                    let size: u32 = row.get(1)?;
                    Ok((row.get(0)?, u64::from(size)))
                })?
                .collect()
        })
    }

    fn read(
        &self,
        name: &str,
        path: &str,
        offset: u64,
        length: u32,
    ) -> Result<Vec<u8>, SourceError> {
        // SQLite counts from 1.
        let from = i64::try_from(offset).unwrap_or(i64::MAX - 1) + 1;
        let bytes = self.query(|connection| {
            connection
                .query_row(
                    "SELECT substr(content, ?, ?) FROM file WHERE skill = ? AND path = ?",
                    params![from, length, name, path],
                    |row| row.get::<_, Vec<u8>>(0),
                )
                .optional()
        })?;
        bytes.ok_or(SourceError::NotFound)
    }
}

impl Editable for Database {
    fn write(&self, skill: &str, path: &str, content: &str) {
        self.query(|connection| {
            connection.execute(
                "INSERT INTO file (skill, path, content) VALUES (?, ?, ?)
                 ON CONFLICT DO UPDATE SET content = excluded.content, version = version + 1",
                params![skill, path, content.as_bytes()],
            )
        })
        .expect("a row");
    }

    fn set_complete(&self, complete: bool) {
        self.incomplete.store(!complete, Ordering::Relaxed);
    }
}
