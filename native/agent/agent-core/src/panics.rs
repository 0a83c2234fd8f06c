//! Native methods of `io.faultline.bridge.Panic` that panic, for tests only.

use jni::EnvUnowned;
use jni::sys::{JNIEnv, jclass};

use crate::guard::{cold, hot};

/// Panics in a hot method.
///
/// # Safety
/// Called by the JVM only.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Panic_hot(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe { hot(env, |_| panic!("in a hot method")) };
}

/// Panics in a cold method.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Panic_cold(env: EnvUnowned<'_>, _class: jclass) {
    cold(env, (), |_, _| panic!("in a cold method"));
}

/// Panics while the recorder is locked.
///
/// # Safety
/// Called by the JVM only.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Panic_locked(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe { hot(env, |_| crate::exports::with_core(|core| panic!("with {} chunks", core.arrays.len()))) };
}
