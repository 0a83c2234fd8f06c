//! Native methods that begin and end a recording, or query its state.

use std::ffi::c_void;
use std::ptr;

use jni::EnvUnowned;
use jni::sys::{JNI_VERSION_1_8, JavaVM, jboolean, jclass, jint, jlong, jlongArray, jstring};

use super::state::{self, with_core};
use crate::guard::cold;
use crate::troubles;

/// Called by the JVM when the library is loaded.
#[unsafe(no_mangle)]
pub extern "system" fn JNI_OnLoad(_vm: *mut JavaVM, _reserved: *mut c_void) -> jint {
    silence_panics();
    JNI_VERSION_1_8
}

/// Replaces the default panic hook, which prints to the host's stderr. The hook belongs to this library only.
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|_| {}));
}

/// `Core.start`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_start(
    env: EnvUnowned<'_>,
    _class: jclass,
    directory: jstring,
    description: jstring,
    run: jstring,
) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let [directory, description, run] = jni.texts([directory, description, run]);
        Ok(match state::start(&directory, description, &run) {
            Ok(()) => ptr::null_mut(),
            Err(sentence) => jni.new_string(&sentence),
        })
    })
}

/// `Core.isRunOver`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_isRunOver(
    env: EnvUnowned<'_>,
    _class: jclass,
) -> jboolean {
    cold(env, false, |_, _| Ok(state::is_run_over()))
}

/// `Core.finish`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_finish(env: EnvUnowned<'_>, _class: jclass) {
    cold(env, (), |_, jni| {
        let finish = |core: &mut state::Core| {
            core.scanned(jni, |recorder, blocks| recorder.finish(blocks, troubles::summary))
        };
        Ok(with_core(finish)?)
    });
}

/// `Core.count`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_count(
    env: EnvUnowned<'_>,
    _class: jclass,
    name: jstring,
    value: jlong,
) {
    cold(env, (), |_, jni| {
        let [name] = jni.texts([name]);
        let value = u64::try_from(value).map_err(|_| format!("there are no {value} {name}"))?;
        Ok(with_core(|core| {
            core.recorder.count(name, value);
            Ok(())
        })?)
    });
}

/// `Core.tests`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_tests(env: EnvUnowned<'_>, _class: jclass) -> jint {
    cold(env, 0, |_, _| {
        let tests = with_core(|core| Ok(core.recorder.recorded().tests()))?;
        Ok(jint::try_from(tests).unwrap_or(jint::MAX))
    })
}

/// `Core.totals`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_totals(
    env: EnvUnowned<'_>,
    _class: jclass,
) -> jlongArray {
    cold(env, ptr::null_mut(), |_, jni| {
        let totals = with_core(|core| Ok(core.recorder.recorded().totals()))?;
        Ok(jni.new_longs(&totals))
    })
}

/// `Core.trouble`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_trouble(env: EnvUnowned<'_>, _class: jclass) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let first = troubles::summary().messages.into_iter().next();
        Ok(first.map_or(ptr::null_mut(), |sentence| jni.new_string(&sentence)))
    })
}
