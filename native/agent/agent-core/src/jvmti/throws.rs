//! Finds where exceptions were thrown, from JVMTI events while tests are open.
//!
//! A stack trace shows where an exception was created. This differs from the throw site if an exception is created once and
//! thrown often, created by a factory, or has no trace. Rethrows are events too, so the first event counts. The JVM attaches
//! a number to each exception seen (a JVMTI tag). A rethrow is therefore recognised even after its first throw has been
//! dropped from memory; such an exception has no site.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use jni::sys::{jlong, jmethodID, jobject};

use super::table::Jvmti;
use crate::java::Jni;

/// Number of throws remembered: a failure is reported soon after its throw.
const KEPT: usize = 1024;

static ALLOWED: AtomicBool = AtomicBool::new(false);
static LATEST: Mutex<Latest> = Mutex::new(Latest { kept: VecDeque::new(), last: 0, before: 0 });

/// A throw, as reported by the JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The method that threw.
    pub method: jmethodID,
    /// The position in its code.
    pub location: i64,
}

// SAFETY: a method's id is the same on all threads.
unsafe impl Send for Thrown {}

/// A source location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Binary name of the class.
    pub class: String,
    /// Name of the method.
    pub method: String,
    /// Line, or -1 if unknown.
    pub line: i32,
}

/// Sets whether the JVM grants exception events.
pub fn allow(granted: bool) {
    ALLOWED.store(granted, Relaxed);
}

/// Whether exceptions can be watched.
pub fn are_allowed() -> bool {
    ALLOWED.load(Relaxed)
}

/// The first throws of the latest exceptions, numbered from 1.
#[derive(Debug)]
struct Latest {
    /// The throws with numbers up to `last`, at most [`KEPT`].
    kept: VecDeque<Thrown>,
    last: jlong,
    /// Exceptions with numbers up to this one were thrown before the current tests; their next throw counts as first.
    before: jlong,
}

impl Latest {
    fn is_known(&self, number: jlong) -> bool {
        number > self.before
    }

    /// Assigns a number to a first throw.
    fn add(&mut self, thrown: Thrown) -> jlong {
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back(thrown);
        self.last += 1;
        self.last
    }

    fn get(&self, number: jlong) -> Option<Thrown> {
        let age = usize::try_from(self.last - number).ok().filter(|_| self.is_known(number))?;
        self.kept.iter().rev().nth(age).copied()
    }
}

/// Starts a new period: exceptions thrown before, such as preallocated ones, count as new.
pub fn begin() {
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    latest.before = latest.last;
    latest.kept.clear();
}

/// Records the throw of an exception.
pub fn add(jvmti: Jvmti, exception: jobject, thrown: Thrown) {
    let Ok(number) = jvmti.tag(exception) else { return };
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    if latest.is_known(number) {
        return;
    }
    let number = latest.add(thrown);
    drop(latest);
    // Tagging fails only if memory is short; the next rethrow is then taken for the first throw.
    let _ = jvmti.set_tag(exception, number);
}

/// Where an exception was first thrown; `None` if that was not seen or is forgotten.
pub fn site(jni: Jni, exception: jobject) -> Option<Site> {
    let jvmti = *super::ENVIRONMENT.get()?;
    let number = (!exception.is_null()).then(|| jvmti.tag(exception).ok()).flatten()?;
    let thrown = LATEST.lock().unwrap_or_else(PoisonError::into_inner).get(number)?;
    resolve(jvmti, jni, thrown)
}

fn resolve(jvmti: Jvmti, jni: Jni, thrown: Thrown) -> Option<Site> {
    let class = jvmti.declaring_class(thrown.method).ok()?;
    let signature = jvmti.signature(class);
    jni.forget(class);
    let lines = jvmti.lines(thrown.method).unwrap_or_default();
    Some(Site {
        class: binary_name(&signature.ok()?)?,
        method: String::from_utf8_lossy(&jvmti.method_name(thrown.method).ok()?).into_owned(),
        line: line_at(&lines, thrown.location),
    })
}

/// Converts `La/B;` to `a.B`.
fn binary_name(signature: &[u8]) -> Option<String> {
    let name = signature.strip_prefix(b"L")?.strip_suffix(b";")?;
    Some(String::from_utf8_lossy(name).replace('/', "."))
}

/// The line of a position: that of the last entry at or before it.
fn line_at(lines: &[(i64, i32)], location: i64) -> i32 {
    let before = lines.iter().filter(|&&(start, _)| start <= location);
    before.max_by_key(|&&(start, _)| start).map_or(-1, |&(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_on_the_line_that_begins_last_before_it() {
        // Tables are not always sorted: a loop's condition may follow its body.
        let lines = [(0, 10), (20, 10), (5, 11), (12, 12)];
        for (location, line) in [(0, 10), (4, 10), (5, 11), (19, 12), (20, 10), (99, 10)] {
            assert_eq!(line_at(&lines, location), line, "{location}");
        }
        assert_eq!(line_at(&lines, -1), -1, "in a native method");
        assert_eq!(line_at(&[], 3), -1, "without debug information");
    }

    #[test]
    fn a_rethrow_is_known_however_many_were_thrown_since() {
        let thrown = |location| Thrown { method: std::ptr::null_mut(), location };
        let mut latest = Latest { kept: VecDeque::new(), last: 0, before: 0 };
        assert!(!latest.is_known(0), "never seen");
        let first = latest.add(thrown(7));
        assert_eq!(latest.get(first), Some(thrown(7)));
        let later: Vec<_> = (0..).take(KEPT).map(|at| latest.add(thrown(at))).collect();
        assert_eq!((latest.is_known(first), latest.get(first)), (true, None));
        assert_eq!(latest.get(later[0]), Some(thrown(0)));
        assert_eq!(latest.get(later[KEPT - 1]), Some(thrown(1023)));
        (latest.before, latest.kept) = (latest.last, VecDeque::new());
        assert!(!latest.is_known(later[KEPT - 1]) && latest.get(later[KEPT - 1]).is_none());
        let again = latest.add(thrown(9));
        assert_eq!((latest.get(again), latest.get(again + 1)), (Some(thrown(9)), None));
    }

    #[test]
    fn a_signature_names_a_class_only() {
        assert_eq!(binary_name(b"La/B$C;").as_deref(), Some("a.B$C"));
        assert_eq!(binary_name(b"[La/B;"), None);
    }
}
