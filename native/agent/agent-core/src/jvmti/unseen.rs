//! Finds classes defined without calling a transformer: hidden classes, and those from the JVM's archive (CDS).
//!
//! The hook reports the classes that transformers see; a linked class with lines that was not reported was missed. The agent
//! decides at the end of the JVM whether it is in scope; until then a weak reference is kept. Unloaded classes do not count.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use jni::sys::jclass;

use super::table::Jvmti;
use crate::java::{Jni, WeakReference};

/// Number of classes kept; programs that generate more usually generate similar ones.
const KEPT: usize = 4096;

static CLASSES: Mutex<Classes> = Mutex::new(Classes { named: None, unseen: Vec::new() });

struct Classes {
    named: Option<Names>,
    unseen: Vec<WeakReference>,
}

/// Names passed to the hook, as hashes: eight bytes per class.
#[derive(Debug, Default)]
struct Names(HashSet<u64>);

impl Names {
    fn add(&mut self, name: &[u8]) {
        self.0.insert(Self::hash(name));
    }

    /// Whether a class with signature `La/B;` was named `a/B`.
    fn has(&self, signature: &[u8]) -> bool {
        let name = signature.strip_prefix(b"L").and_then(|rest| rest.strip_suffix(b";"));
        name.is_some_and(|name| self.0.contains(&Self::hash(name)))
    }

    fn hash(name: &[u8]) -> u64 {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        hasher.finish()
    }
}

fn with_classes<T>(body: impl FnOnce(&mut Classes) -> T) -> T {
    body(&mut CLASSES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Records the name of a class passed to the hook. Cost: a hash of the name.
pub fn seen(name: &[u8]) {
    with_classes(|classes| classes.named.get_or_insert_default().add(name));
}

/// Checks a class that was linked. Cost: two JVMTI calls and a hash for a class that the hook reported.
pub fn prepared(jvmti: Jvmti, jni: Jni, class: jclass) {
    let Ok(loader) = jvmti.class_loader(class) else { return };
    if loader.is_null() {
        return;
    }
    jni.forget(loader);
    let Ok(signature) = jvmti.signature(class) else { return };
    let known = with_classes(|classes| {
        classes.unseen.len() >= KEPT || classes.named.get_or_insert_default().has(&signature)
    });
    if known || !has_lines(jvmti, class) {
        return;
    }
    if let Some(reference) = jni.keep_weakly(class) {
        with_classes(|classes| classes.unseen.push(reference));
    }
}

/// Whether a class has lines; lambda classes and proxies have none.
fn has_lines(jvmti: Jvmti, class: jclass) -> bool {
    let methods = jvmti.methods(class).unwrap_or_default();
    methods.into_iter().any(|method| jvmti.lines(method).is_ok_and(|lines| !lines.is_empty()))
}

/// Takes the classes that no transformer saw.
pub fn take() -> Vec<WeakReference> {
    with_classes(|classes| std::mem::take(&mut classes.unseen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_known_when_its_name_was_given_to_the_hook() {
        let mut names = Names::default();
        names.add(b"a/B");
        assert!(names.has(b"La/B;"));
        for other in [&b"La/C;"[..], b"a/B", b"La/B.0x0000000800c03000;", b"[La/B;", b"", b"L", b"I"] {
            assert!(!names.has(other), "{}", String::from_utf8_lossy(other));
        }
    }
}
