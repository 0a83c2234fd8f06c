//! Guided searches of this JVM, by handle.
//!
//! A handle is a number that is never used again, so that a stale one is an error and not
//! somebody else's search. A search waits for nobody: each has a lock of its own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use faultline_fitness::{Joining, Plan, Probe, Query, Session, Standing};

/// What a handle stands for.
#[derive(Default)]
pub struct Search {
    state: State,
    /// Room for the row at hand.
    row: Vec<u64>,
}

#[derive(Default)]
enum State {
    /// Closed, or lost in a panic.
    #[default]
    Over,
    Planned(Box<Plan>),
    Running(Box<Session>),
}

struct Searches {
    last: i64,
    by_handle: Option<HashMap<i64, Arc<Mutex<Search>>>>,
}

static SEARCHES: Mutex<Searches> = Mutex::new(Searches { last: 0, by_handle: None });

/// Whether a candidate joined, as Java gets it.
pub fn code(joining: Joining) -> i32 {
    match joining {
        Joining::Joined => 0,
        Joining::Empty => 1,
        Joining::Known => 2,
        Joining::NoGain => 3,
    }
}

/// Opens a plan. Errors: the sentence of why not.
pub fn open(spectrum: &str, failing: &[String], metric: &str, model: Option<&str>) -> Result<i64, String> {
    let query = Query { spectrum: Path::new(spectrum), failing, metric, model: model.map(Path::new) };
    let plan = Plan::open(&query).map_err(|error| error.to_string())?;
    let search = Search { state: State::Planned(Box::new(plan)), row: Vec::new() };
    let mut searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
    searches.last += 1;
    let handle = searches.last;
    searches.by_handle.get_or_insert_default().insert(handle, Arc::new(Mutex::new(search)));
    Ok(handle)
}

/// The search of a handle. Errors: there is none.
pub fn with<T>(handle: i64, body: impl FnOnce(&mut Search) -> Result<T, String>) -> Result<T, String> {
    let search = {
        let searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
        searches.by_handle.as_ref().and_then(|all| all.get(&handle)).cloned()
    };
    let search = search.ok_or_else(|| format!("there is no guided search {handle}"))?;
    let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
    body(&mut search)
}

/// Forgets a search; another thread that is in it ends first.
pub fn close(handle: i64) {
    let mut searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(all) = &mut searches.by_handle {
        all.remove(&handle);
    }
}

impl Search {
    /// Errors: the search runs already.
    pub fn plan(&self) -> Result<&Plan, String> {
        match &self.state {
            State::Planned(plan) => Ok(plan),
            _ => Err("the guided search has begun already".into()),
        }
    }

    /// Begins; gives the bit of each probe, -1 for those that play no part.
    /// Errors: as [`Plan::observe`]; the search then stays as it was.
    pub fn observe(&mut self, probes: &[Probe<'_>]) -> Result<Vec<i32>, String> {
        let (session, bits) = self.plan()?.observe(probes).map_err(|error| error.to_string())?;
        self.row = vec![0; session.stride()];
        self.state = State::Running(Box::new(session));
        Ok(bits.into_iter().map(|bit| bit.and_then(|bit| i32::try_from(bit).ok()).unwrap_or(-1)).collect())
    }

    /// The running session with a row that `fill` fills. Errors: it has not begun.
    pub fn with_row<T>(
        &mut self,
        fill: impl FnOnce(&mut [u64]) -> Result<(), String>,
        body: impl FnOnce(&mut Session, &[u64]) -> T,
    ) -> Result<T, String> {
        let State::Running(session) = &mut self.state else { return Err(not_begun()) };
        fill(&mut self.row)?;
        // Bits past the last line stand for nothing.
        let lines = session.lines();
        if let (Some(last), true) = (self.row.last_mut(), !lines.is_multiple_of(64)) {
            *last &= (1 << (lines % 64)) - 1;
        }
        Ok(body(session, &self.row))
    }

    /// How the search stands. Errors: it has not begun.
    pub fn standing(&self) -> Result<Standing, String> {
        match &self.state {
            State::Running(session) => Ok(session.standing()),
            _ => Err(not_begun()),
        }
    }

    /// Writes the tests so far. Errors: it has not begun, or the operating system's.
    pub fn write(&self, path: &str) -> Result<(), String> {
        match &self.state {
            State::Running(session) => session.write(&PathBuf::from(path)).map_err(|error| error.to_string()),
            _ => Err(not_begun()),
        }
    }
}

fn not_begun() -> String {
    "the guided search has not begun: it was not told what it sees".into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_that_was_closed_or_never_given_is_an_error_in_words() {
        close(7);
        assert_eq!(with(7, |_| Ok(())), Err("there is no guided search 7".to_owned()));
    }

    #[test]
    fn what_cannot_be_opened_gives_a_sentence_and_no_handle() {
        let error = open("/no/such/spectrum", &[], "ddu", None).unwrap_err();
        assert!(error.starts_with("/no/such/spectrum is no spectrum"), "{error}");
    }
}
