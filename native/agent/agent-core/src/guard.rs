//! The boundary to Java: no panic and no exception crosses it.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use jni::sys::JNIEnv;
use jni::{Env, EnvUnowned, Outcome};

use crate::attribution::Thread;
use crate::java::Jni;
use crate::troubles;

/// The reason why a native method failed, as a sentence.
#[derive(Debug)]
pub struct Trouble(pub String);

impl From<jni::errors::Error> for Trouble {
    fn from(error: jni::errors::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<String> for Trouble {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

impl From<&str> for Trouble {
    fn from(sentence: &str) -> Self {
        Self(sentence.to_owned())
    }
}

/// Runs the body of a method called per test or per initialiser. Cost: a few nanoseconds, versus forty for [`cold`].
///
/// # Safety
/// As [`Jni::new`].
pub unsafe fn hot(env: *mut JNIEnv, body: impl FnOnce(Jni) -> Result<(), String>) {
    // SAFETY: passed on to the caller.
    let jni = unsafe { Jni::new(env) };
    match catch_unwind(AssertUnwindSafe(|| body(jni))) {
        Ok(Ok(())) => {}
        Ok(Err(sentence)) => troubles::note(sentence),
        Err(payload) => troubles::note(describe(payload)),
    }
}

/// Runs the body of any other method; `otherwise` is the result for Java on failure.
pub fn cold<'local, T>(
    mut env: EnvUnowned<'local>,
    otherwise: T,
    body: impl FnOnce(&mut Env<'local>, Jni) -> Result<T, Trouble>,
) -> T {
    let raw = env.as_raw();
    let outcome = env
        .with_env(|env| {
            // SAFETY: the environment of this call, and `Jni` does not outlive the closure.
            let jni = unsafe { Jni::new(env.get_raw()) };
            body(env, jni)
        })
        .into_outcome();
    let sentence = match outcome {
        Outcome::Ok(value) => return value,
        Outcome::Err(Trouble(sentence)) => sentence,
        Outcome::Panic(payload) => describe(payload),
    };
    troubles::note(sentence);
    // SAFETY: still the environment of this call.
    unsafe { Jni::new(raw) }.clear_exception();
    otherwise
}

/// Describes a panic. Leaks the payload, because dropping it may panic again.
pub fn describe(payload: Box<dyn Any + Send>) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    std::mem::forget(payload);
    format!("internal error: {}", text.as_deref().unwrap_or("unknown"))
}

/// The number of the current thread.
pub fn thread() -> Thread {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static NUMBER: Cell<Thread> = const { Cell::new(0) });
    NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(NEXT.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    })
}
