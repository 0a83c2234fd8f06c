//! Where exceptions were thrown, by what the JVM tells at every throw while a test is open.
//!
//! A stack trace says where an exception was made. That is another place for one that is made
//! once and thrown often, made by a factory, or has no trace at all; and every rethrow is told
//! of as well, so the first time an exception was seen counts.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use jni::sys::{jmethodID, jobject};

use super::table::Jvmti;
use crate::java::{Jni, WeakReference};

/// Throws remembered: a failure is reported soon after it was thrown.
const KEPT: usize = 1024;

static ALLOWED: AtomicBool = AtomicBool::new(false);
static LATEST: Mutex<VecDeque<(WeakReference, Thrown)>> = Mutex::new(VecDeque::new());

/// One throw, as the JVM tells it.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// The method that threw.
    pub method: jmethodID,
    /// Where in its code.
    pub location: i64,
}

// SAFETY: a method's id is the same on all threads.
unsafe impl Send for Thrown {}

/// A place in the sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Binary name of the class.
    pub class: String,
    /// Name of the method.
    pub method: String,
    /// Line, or -1 where unknown.
    pub line: i32,
}

/// The JVM has granted, or refused, to tell of exceptions.
pub fn allow(granted: bool) {
    ALLOWED.store(granted, Relaxed);
}

/// Can exceptions be watched?
pub fn are_allowed() -> bool {
    ALLOWED.load(Relaxed)
}

/// An exception was thrown.
pub fn add(jni: Jni, exception: jobject, thrown: Thrown) {
    let Some(reference) = jni.keep_weakly(exception) else { return };
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    let oldest = if latest.len() >= KEPT { latest.pop_front() } else { None };
    latest.push_back((reference, thrown));
    drop(latest);
    if let Some((reference, _)) = oldest {
        jni.forget_weak(reference);
    }
}

/// Where an exception was thrown first, as far as is remembered.
pub fn site(jni: Jni, exception: jobject) -> Option<Site> {
    let jvmti = *super::ENVIRONMENT.get()?;
    let latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, thrown) = *latest.iter().find(|(reference, _)| jni.is(reference, exception))?;
    drop(latest);
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

/// `a.B` of `La/B;`.
fn binary_name(signature: &[u8]) -> Option<String> {
    let name = signature.strip_prefix(b"L")?.strip_suffix(b";")?;
    Some(String::from_utf8_lossy(name).replace('/', "."))
}

/// The line that holds a position: that of the last entry which begins at or before it.
fn line_at(lines: &[(i64, i32)], location: i64) -> i32 {
    let before = lines.iter().filter(|&&(start, _)| start <= location);
    before.max_by_key(|&&(start, _)| start).map_or(-1, |&(_, line)| line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_on_the_line_that_begins_last_before_it() {
        // Tables need not be in order: a loop's condition stands after its body.
        let lines = [(0, 10), (20, 10), (5, 11), (12, 12)];
        for (location, line) in [(0, 10), (4, 10), (5, 11), (19, 12), (20, 10), (99, 10)] {
            assert_eq!(line_at(&lines, location), line, "{location}");
        }
        assert_eq!(line_at(&lines, -1), -1, "in a native method");
        assert_eq!(line_at(&[], 3), -1, "without debug information");
    }

    #[test]
    fn a_signature_names_a_class_only() {
        assert_eq!(binary_name(b"La/B$C;").as_deref(), Some("a.B$C"));
        assert_eq!(binary_name(b"[La/B;"), None);
    }
}
