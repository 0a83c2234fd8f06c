//! JVMTI callbacks; no panic escapes from them.

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;

use jni::sys::{JNIEnv, jclass, jint, jlong, jmethodID, jobject};

use super::table::{Callbacks, Jvmti, RawEnvironment};
use super::throws::{self, Thrown};
use super::unseen;
use crate::java::Jni;
use crate::{guard, troubles};

/// The callbacks by event number.
pub static CALLBACKS: Callbacks = Callbacks([
    null(), // 50: the JVM has started
    vm_death as *const c_void,
    null(), // 52 and 53: threads
    null(),
    class_file_load_hook as *const c_void,
    null(), // 55: a class was loaded
    class_prepare as *const c_void,
    null(), // 57: JNI can be used
    exception as *const c_void,
]);

/// Runs the body of a callback.
pub fn guarded(body: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(body)) {
        troubles::note(guard::describe(payload));
    }
}

/// The JNI functions of a callback's thread; `None` before they are available.
fn jni(env: *mut JNIEnv) -> Option<Jni> {
    // SAFETY: what the JVM calls a callback with is of its thread, and used until it returns.
    (!env.is_null()).then(|| unsafe { Jni::new(env) })
}

extern "system" fn vm_death(_jvmti: RawEnvironment, env: *mut JNIEnv) {
    guarded(|| super::end(jni(env)));
}

extern "system" fn class_file_load_hook(
    _jvmti: RawEnvironment,
    _env: *mut JNIEnv,
    redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _domain: jobject,
    _length: jint,
    _bytes: *const u8,
    _new_length: *mut jint,
    _new_bytes: *mut *mut u8,
) {
    // Classes of the boot loader are never in scope; a class may be defined without a name.
    if loader.is_null() || name.is_null() || !redefined.is_null() {
        return;
    }
    // SAFETY: the JVM's string ends with 0.
    guarded(|| unseen::seen(unsafe { CStr::from_ptr(name) }.to_bytes()));
}

extern "system" fn class_prepare(jvmti: RawEnvironment, env: *mut JNIEnv, _thread: jobject, class: jclass) {
    guarded(|| {
        if let Some(jni) = jni(env) {
            // SAFETY: what the JVM calls its callback with.
            unseen::prepared(unsafe { Jvmti::from_callback(jvmti) }, jni, class);
        }
    });
}

extern "system" fn exception(
    jvmti: RawEnvironment,
    _env: *mut JNIEnv,
    _thread: jobject,
    method: jmethodID,
    location: jlong,
    exception: jobject,
    _catch_method: jmethodID,
    _catch_location: jlong,
) {
    // SAFETY: what the JVM calls its callback with.
    guarded(|| throws::add(unsafe { Jvmti::from_callback(jvmti) }, exception, Thrown { method, location }));
}
