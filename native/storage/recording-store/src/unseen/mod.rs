//! Code of the project that ran, or may have run, and that the recordings cannot see: nothing in it can be
//! suspected.
//!
//! - **Classes without line numbers.** The agent marks in each test that their methods ran.
//! - **Methods beyond the last line** that a class file can name (65,535), of classes with other lines. Which
//!   tests ran their classes is known.
//! - **Other classes that the agent left as they were.** Only the JVMs that loaded them are known.
//! - **Classes that ran in a JVM that a test started,** unless their lines are charged to the test.
//!
//! Classes of tests and of libraries and classes made at run time are none of the project's code.

mod project;
mod rows;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use faultline_spectrum::{ClassFile, Recording, TestId};
use percent_encoding::percent_decode_str;

use self::project::{Project, is_made_at_run_time};
use self::rows::{Jvm, Rows};
use crate::whose::LeftOut;
use crate::whose::left_out::remove_numbers;

/// The agent's reason for refusing a class without line numbers.
pub const NO_LINES: &str = "no line numbers";

/// The reason why a class is in no row that ran in another JVM than its test.
pub const IN_STARTED_JVM: &str = "ran in a JVM that the test started";

/// A class, or some of its methods, that the recordings cannot see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnseenClass {
    /// Binary name.
    pub class: String,
    /// Why it was not recorded, in the agent's words.
    pub reason: String,
    /// Names of the methods that were not recorded; empty if that is the whole class.
    pub methods: Vec<String>,
    /// Whether its tests surely ran what was not recorded. If not, they ran other methods of the class, or in a
    /// JVM that loaded it.
    pub is_certain: bool,
    /// Its tests, as ranges of rows of the merged spectrum, ascending.
    rows: Vec<Range<usize>>,
}

impl UnseenClass {
    /// Whether one of these tests is among its tests. Cost: O(tests * log ranges).
    pub fn concerns(&self, tests: &[TestId]) -> bool {
        let is_in = |row: usize| {
            let next = self.rows.partition_point(|range| range.end <= row);
            self.rows.get(next).is_some_and(|range| range.contains(&row))
        };
        tests.iter().any(|test| is_in(test.index()))
    }
}

/// Finds what recordings of a project in `base` cannot see, and removes the classes without lines from them.
/// Classes of tests and libraries must have been removed before. `with_started` says that what JVMs ran that a test
/// started is charged to it. Cost: O(recordings); only where a refused class
/// has no recorded class in its package, the project's folders are searched for its source.
pub fn take_out(
    recordings: &mut [Recording],
    left_out: &LeftOut,
    base: &Path,
    with_started: bool,
) -> Vec<UnseenClass> {
    let rows = Rows::of(recordings);
    let unlined = unlined(recordings);
    let mut found = Found::default();
    for recording in recordings.iter() {
        if let Some(classes) = unlined.get(&recording.origin.jvm()) {
            found.without_lines(recording, classes, &rows);
        }
        found.beyond_the_last_line(recording, &rows);
    }
    found.refused(recordings, left_out, base, &rows);
    if !with_started {
        found.in_started_jvms(recordings, &rows);
    }
    for recording in recordings {
        if let Some(classes) = unlined.get(&recording.origin.jvm()) {
            remove_numbers(recording, &classes.keys().copied().collect());
        }
    }
    found.classes()
}

/// The classes without slots, by JVM and number.
fn unlined(recordings: &[Recording]) -> HashMap<Jvm, HashMap<u32, Arc<ClassFile>>> {
    let mut unlined = HashMap::<Jvm, HashMap<u32, Arc<ClassFile>>>::new();
    for recording in recordings {
        for class in recording.classes.iter().filter(|class| class.slots.is_empty()) {
            unlined.entry(recording.origin.jvm()).or_default().insert(class.id, Arc::clone(&class.file));
        }
    }
    unlined
}

/// What identifies an unseen class: its name, the reason, whether it is certain which tests ran it.
type Key = (String, String, bool);

/// Unseen classes, with their methods and ranges of rows.
#[derive(Default)]
struct Found(BTreeMap<Key, (BTreeSet<String>, Vec<Range<usize>>)>);

impl Found {
    fn add(&mut self, key: (&str, &str, bool), methods: &[String], rows: &[Range<usize>]) {
        let (class, reason, is_certain) = key;
        let known = self.0.entry((class.to_owned(), reason.to_owned(), is_certain)).or_default();
        known.0.extend(methods.iter().cloned());
        known.1.extend(rows.iter().filter(|rows| !rows.is_empty()).cloned());
    }

    /// Adds the classes without lines that a JVM's tests ran.
    fn without_lines(&mut self, recording: &Recording, classes: &HashMap<u32, Arc<ClassFile>>, rows: &Rows) {
        let classes: HashMap<u32, &str> = classes
            .iter()
            .filter(|(_, class)| !is_made_at_run_time(class))
            .map(|(&id, class)| (id, class.name.as_str()))
            .collect();
        for (class, rows) in rows.that_ran(recording, |class| classes.contains_key(&class)) {
            self.add((classes[&class], NO_LINES, true), &[], &rows);
        }
        // Which tests an initialiser ran for is decided by merging.
        let all = [rows.of_jvm(recording)];
        let of_initialisers = recording.initialisers.iter().flat_map(|(_, coverage)| coverage.classes());
        for (class, _) in of_initialisers {
            if let Some(class) = classes.get(&class) {
                self.add((class, NO_LINES, false), &[], &all);
            }
        }
    }

    /// Adds the methods of which no line is known, if their classes ran.
    fn beyond_the_last_line(&mut self, recording: &Recording, rows: &Rows) {
        let mut methods = HashMap::<u32, Vec<String>>::new();
        for unlined in recording.partly.iter().filter(|method| method.lines == 0) {
            let class = recording.classes.iter().find(|class| class.id == unlined.class);
            let method = class.and_then(|class| class.methods.get(unlined.method as usize));
            methods.entry(unlined.class).or_default().extend(method.map(|method| method.name.clone()));
        }
        if methods.is_empty() {
            return;
        }
        for (class, rows) in rows.that_ran(recording, |class| methods.contains_key(&class)) {
            if let Some(of) = recording.classes.iter().find(|of| of.id == class) {
                self.add((&of.name, NO_LINES, false), &methods[&class], &rows);
            }
        }
    }

    /// Adds the other refused classes of the project.
    fn refused(&mut self, recordings: &[Recording], left_out: &LeftOut, base: &Path, rows: &Rows) {
        if recordings.iter().all(|recording| recording.refusals.is_empty()) {
            return;
        }
        let mut project = Project::of(recordings, left_out, base);
        for recording in recordings {
            for refusal in &recording.refusals {
                if project.has_refused(recording, refusal) {
                    let key = (refusal.class.as_str(), refusal.reason.as_str(), false);
                    self.add(key, &[], &[rows.of_jvm(recording)]);
                }
            }
        }
    }

    /// Adds the classes that ran in JVMs which tests started.
    fn in_started_jvms(&mut self, recordings: &[Recording], rows: &Rows) {
        for child in recordings {
            let Some(id) = child.origin.started_by() else { continue };
            let starters = rows.with_id(recordings, &percent_decode_str(id).decode_utf8_lossy());
            let ran = child.background.iter().flat_map(|ran| ran.coverage.classes());
            let ran: BTreeSet<u32> = ran.map(|(class, _)| class).collect();
            let classes = child.classes.iter().filter(|class| ran.contains(&class.id));
            for class in classes.filter(|class| !class.slots.is_empty()) {
                self.add((&class.name, IN_STARTED_JVM, true), &[], &starters);
            }
        }
    }

    fn classes(self) -> Vec<UnseenClass> {
        let classes = self.0.into_iter().map(|((class, reason, is_certain), (methods, rows))| UnseenClass {
            class,
            reason,
            methods: methods.into_iter().collect(),
            is_certain,
            rows: joined(rows),
        });
        classes.filter(|class| !class.rows.is_empty()).collect()
    }
}

/// The same rows as ranges that ascend and do not touch.
fn joined(mut rows: Vec<Range<usize>>) -> Vec<Range<usize>> {
    rows.sort_by_key(|range| (range.start, range.end));
    let mut joined = Vec::<Range<usize>>::new();
    for range in rows {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests;
