//! The native methods about static initialisers.

use jni::sys::{JNIEnv, jboolean, jclass, jint, jobjectArray};

use super::{hot_apart, hot_scanned};
use crate::guard::thread;

/// `Core.enterInitialiser`
///
/// # Safety
/// Called by the JVM only, here and below.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_enterInitialiser(
    env: *mut JNIEnv,
    _class: jclass,
    class_id: jint,
) {
    let class = class_id.cast_unsigned();
    // SAFETY: the environment of this call.
    unsafe { hot_scanned(env, |recorder, blocks| recorder.enter(class, thread(), blocks)) };
}

/// `Core.exitInitialiser`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_exitInitialiser(
    env: *mut JNIEnv,
    _class: jclass,
    class_id: jint,
) {
    let class = class_id.cast_unsigned();
    // SAFETY: the environment of this call.
    unsafe { hot_scanned(env, |recorder, blocks| recorder.exit(class, thread(), blocks)) };
}

/// `Core.exitApart`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_exitApart(
    env: *mut JNIEnv,
    _class: jclass,
    class_id: jint,
    in_core: jboolean,
    hits: jobjectArray,
) {
    let class = class_id.cast_unsigned();
    // SAFETY: the environment and an argument of this call.
    unsafe {
        hot_apart(env, in_core, hits, |recorder, shared, own| {
            recorder.exit_apart(class, thread(), shared, own)
        });
    }
}
