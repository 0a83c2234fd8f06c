//! Native methods for static initialisers.

use jni::EnvUnowned;
use jni::sys::{JNIEnv, jboolean, jclass, jint, jintArray, jobjectArray, jstring};

use super::failures::frames;
use super::state::with_core;
use super::{hot_apart, hot_scanned};
use crate::guard::{cold, thread};
use crate::java::Jni;
use crate::recorder::FailedClass;

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

/// `Core.failedBy`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_failedBy(
    env: EnvUnowned<'_>,
    _class: jclass,
    class_id: jint,
    class_name: jstring,
) {
    cold(env, (), |_, jni| {
        let class =
            failed_class(jni, class_id, class_name).ok_or("a test failed by a class without a name")?;
        Ok(with_core(|core| core.recorder.failed_by(class))?)
    });
}

/// `Core.initialiserFailed`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_initialiserFailed(
    env: EnvUnowned<'_>,
    _class: jclass,
    class_id: jint,
    class_name: jstring,
    exception: jstring,
    names: jobjectArray,
    frame_lines: jintArray,
    by_id: jint,
    by_name: jstring,
) {
    cold(env, (), |_, jni| {
        let class = failed_class(jni, class_id, class_name);
        let class = class.ok_or("the initialiser of a class without a name failed")?;
        let exception = jni.string(exception).unwrap_or_default();
        let (frames, whole) = frames(jni, names, frame_lines);
        let by = failed_class(jni, by_id, by_name);
        with_core(|core| core.recorder.initialiser_failed(class, exception, frames, by))?;
        Ok(whole?)
    });
}

fn failed_class(jni: Jni, id: jint, name: jstring) -> Option<FailedClass> {
    u32::try_from(id).ok().map(FailedClass::Number).or_else(|| jni.string(name).map(FailedClass::Name))
}
