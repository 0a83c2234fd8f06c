//! The native methods of `io.faultline.bridge.Core`: [`life`] of the JVM, [`classes`] and their hit
//! chunks, [`initialisers`], [`boundaries`] of tests and fixtures with their [`failures`].
//!
//! Values are read before the recorder is locked, so a lock is held only for the capture, the
//! bookkeeping and the write. While it is held no Java code runs: the one thing that may wait
//! for another Java thread is the critical section, and threads that wait for the lock are in
//! native code, where the collector does not wait for them.

mod boundaries;
mod classes;
mod failures;
mod initialisers;
mod life;
mod state;

use jni::sys::{JNIEnv, jboolean, jint, jobjectArray};

use crate::capture::Block;
use crate::guard::hot;
use crate::recorder::Recorder;

pub use failures::frames;
pub use life::silence_panics;
pub use state::with_core;

/// Runs a hot method on what was hit in the chunks since they were scanned last.
///
/// # Safety
/// As [`hot`].
unsafe fn hot_scanned(env: *mut JNIEnv, body: impl FnOnce(&mut Recorder, &[Block]) -> Result<(), String>) {
    // SAFETY: passed on to the caller.
    unsafe { hot(env, |jni| with_core(|core| core.scanned(jni, body))) };
}

/// Runs a hot method on what an owner with arrays of its own hit: see [`state::Core::apart`].
///
/// # Safety
/// As [`hot`]; `hits` is a reference of that environment to an array of arrays, or null.
unsafe fn hot_apart(
    env: *mut JNIEnv,
    in_core: jboolean,
    hits: jobjectArray,
    body: impl FnOnce(&mut Recorder, Option<&[Block]>, &[Block]) -> Result<(), String>,
) {
    // SAFETY: passed on to the caller.
    unsafe { hot(env, |jni| with_core(|core| core.apart(jni, in_core, hits, body))) };
}

/// What Java counts, which is not negative. Errors: it is.
fn number(value: jint, what: &str) -> Result<u32, String> {
    u32::try_from(value).map_err(|_| format!("there is no {what} {value}"))
}
