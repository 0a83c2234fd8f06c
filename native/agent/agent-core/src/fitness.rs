//! Guided searches of this JVM, by handle.
//!
//! Handles are never reused, so a stale one is an error instead of another search. Each search has a separate lock.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use faultline_search_fitness::{
    Candidate, Compared, Conditions, Hits, Joining, Plan, Probe, Query, Session, Standing,
};
use faultline_spectrum::{ClassDetails, ClassFile, RecordedClass, RecordedDetails, Recording, Site};

/// A search, identified by a handle.
#[derive(Default)]
pub struct Search {
    state: State,
    /// The classes in sight, in the form of a recording.
    seen: Recording,
    /// The conditions of each class, if conditions are compared.
    sites: Vec<Vec<Site>>,
    /// The inputs of each failing test, if inputs are compared.
    inputs: Vec<Vec<u64>>,
    /// A buffer for the current hits.
    hits: Vec<u64>,
}

#[derive(Default)]
enum State {
    /// Closed, or lost in a panic.
    #[default]
    Over,
    Planned(Box<Plan>),
    Running(Box<Running>),
}

/// The session with the tests kept so far, and the conversion of hits to rows.
struct Running {
    session: Session,
    hits: Hits,
}

struct Searches {
    last: i64,
    by_handle: Option<HashMap<i64, Arc<Mutex<Search>>>>,
}

static SEARCHES: Mutex<Searches> = Mutex::new(Searches { last: 0, by_handle: None });

/// The code of a result, as passed to Java.
pub fn code(joining: Joining) -> i32 {
    match joining {
        Joining::Joined => 0,
        Joining::Empty => 1,
        Joining::Known => 2,
        Joining::NoGain => 3,
        Joining::Far => 4,
    }
}

/// Opens a plan. Errors: a sentence with the reason.
pub fn open(spectrum: &str, failing: &[String], metric: &str, model: Option<&str>) -> Result<i64, String> {
    let query = Query { spectrum: Path::new(spectrum), failing, metric, model: model.map(Path::new) };
    let plan = Plan::open(&query).map_err(|error| error.to_string())?;
    let search = Search { state: State::Planned(Box::new(plan)), ..Search::default() };
    let mut searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
    searches.last += 1;
    let handle = searches.last;
    searches.by_handle.get_or_insert_default().insert(handle, Arc::new(Mutex::new(search)));
    Ok(handle)
}

/// Runs `body` on the search of a handle. Errors: the handle is unknown.
pub fn with<T>(handle: i64, body: impl FnOnce(&mut Search) -> Result<T, String>) -> Result<T, String> {
    let search = {
        let searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
        searches.by_handle.as_ref().and_then(|all| all.get(&handle)).cloned()
    };
    let search = search.ok_or_else(|| format!("there is no guided search {handle}"))?;
    let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
    body(&mut search)
}

/// Closes a search, after any call in another thread has returned.
pub fn close(handle: i64) {
    let mut searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(all) = &mut searches.by_handle {
        all.remove(&handle);
    }
}

impl Search {
    /// The plan. Errors: the search has begun.
    pub fn plan(&self) -> Result<&Plan, String> {
        match &self.state {
            State::Planned(plan) => Ok(plan),
            _ => Err("the guided search has begun already".into()),
        }
    }

    /// Adds a class in sight, with the next number from 0. Errors: the search has begun.
    pub fn see(&mut self, class: ClassFile, details: ClassDetails, sites: Vec<Site>) -> Result<(), String> {
        self.plan()?;
        self.sites.push(sites);
        let id = self.seen.classes.len() as u32;
        self.seen.classes.push(RecordedClass::new(id, class));
        self.seen.details.push(RecordedDetails::new(id, details));
        Ok(())
    }

    /// Adds the inputs of a failing test. Errors: the search has begun.
    pub fn given(&mut self, inputs: Vec<u64>) -> Result<(), String> {
        self.plan()?;
        self.inputs.push(inputs);
        Ok(())
    }

    /// Begins the search with the classes added so far. Errors: as [`Plan::compare`]; the search is then unchanged.
    pub fn observe(&mut self) -> Result<(), String> {
        let classes = self.seen.classes.iter().zip(&self.sites);
        let conditions: Vec<Conditions<'_>> = classes
            .map(|(class, sites)| Conditions { class: &class.name, hash: class.hash, sites })
            .collect();
        let compared = Compared { conditions: &conditions, inputs: &self.inputs };
        let begun = self.plan()?.compare(&probes(&self.seen), &compared);
        let (session, bits) = begun.map_err(|error| error.to_string())?;
        let hits = Hits::new(&self.seen, &bits, session.stride());
        self.hits = vec![0; hits.words()];
        self.state = State::Running(Box::new(Running { session, hits }));
        Ok(())
    }

    /// Records the hits of a class's static initialiser. Errors: the search has not begun; the class was not added; those of
    /// `fill`.
    pub fn initialised(
        &mut self,
        class: u32,
        fill: impl FnOnce(&mut [u64]) -> Result<(), String>,
    ) -> Result<(), String> {
        let Self { state: State::Running(running), hits, seen, .. } = self else { return Err(not_begun()) };
        if class as usize >= seen.classes.len() {
            return Err(format!("the guided search sees no class {class}"));
        }
        hits.resize(running.hits.words(), 0);
        fill(hits)?;
        running.hits.initialised(class, hits);
        Ok(())
    }

    /// Runs `body` on the session with a candidate. `fill` gets the number of hit words, and returns hits followed by the
    /// compared values. Errors: the search has not begun; those of `fill`.
    pub fn with_candidate<T>(
        &mut self,
        fill: impl FnOnce(usize, &mut Vec<u64>) -> Result<(), String>,
        body: impl FnOnce(&mut Session, Candidate<'_>) -> T,
    ) -> Result<T, String> {
        let Self { state: State::Running(running), hits, .. } = self else { return Err(not_begun()) };
        let Running { session, hits: rows } = &mut **running;
        let words = rows.words();
        fill(words, hits)?;
        if hits.len() > words && !session.compares() {
            return Err(format!("hits have not {words} words"));
        }
        let (hits, compared) = hits.split_at(words);
        Ok(body(session, Candidate { row: rows.row(hits), compared }))
    }

    /// The current state. Errors: the search has not begun.
    pub fn standing(&self) -> Result<Standing, String> {
        match &self.state {
            State::Running(running) => Ok(running.session.standing()),
            _ => Err(not_begun()),
        }
    }

    /// Writes the tests kept so far. Errors: the search has not begun, or an I/O error.
    pub fn write(&self, path: &str) -> Result<(), String> {
        match &self.state {
            State::Running(running) => {
                running.session.write(&PathBuf::from(path)).map_err(|error| error.to_string())
            }
            _ => Err(not_begun()),
        }
    }
}

/// Every line of the classes in sight.
fn probes(seen: &Recording) -> Vec<Probe<'_>> {
    let mut probes = Vec::new();
    for class in &seen.classes {
        for &(method, line) in &class.slots {
            let method = &class.methods[method as usize];
            probes.push(Probe {
                class: &class.name,
                method: &method.name,
                descriptor: &method.descriptor,
                line,
            });
        }
    }
    probes
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
        assert!(error.starts_with("/no/such/spectrum is not a spectrum"), "{error}");
    }
}
