//! The native methods of `io.faultline.bridge.Core`: [`life`] of the JVM, [`classes`] and their hit
//! chunks, [`initialisers`], [`boundaries`] of tests and fixtures with their [`failures`], the [`selection`] of tests.
//!
//! Values are read before the recorder is locked, so the lock is held only for the capture, the bookkeeping and the write.
//! No Java code runs meanwhile: only the critical section may wait for another Java thread, and threads that wait for the
//! lock are in native code, where the collector does not wait for them.

mod boundaries;
mod classes;
mod failures;
mod initialisers;
mod life;
mod selection;
mod state;

use jni::sys::{JNIEnv, jboolean, jint, jobjectArray};

use crate::capture::Block;
use crate::guard::hot;
use crate::recorder::Recorder;

pub use failures::frames;
pub use life::silence_panics;
pub use state::with_core;

/// Runs a hot method on the hits in the chunks since the last scan.
///
/// # Safety
/// As [`hot`].
unsafe fn hot_scanned(env: *mut JNIEnv, body: impl FnOnce(&mut Recorder, &[Block]) -> Result<(), String>) {
    // SAFETY: passed on to the caller.
    unsafe { hot(env, |jni| with_core(|core| core.scanned(jni, body))) };
}

/// Runs a hot method on the hits of an owner with separate arrays: see [`state::Core::apart`].
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

/// Converts a Java number. Errors: it is negative.
fn number(value: jint, what: &str) -> Result<u32, String> {
    u32::try_from(value).map_err(|_| format!("there is no {what} {value}"))
}
