//! Native methods of `io.faultline.bridge.Core` for JVMTI events.

use std::ptr;

use faultline_spectrum::{Frame, Thrown};
use jni::EnvUnowned;
use jni::sys::{jboolean, jclass, jint, jintArray, jobject, jobjectArray, jstring};

use super::{probes, throws, unseen};
use crate::exports::{frames, with_core};
use crate::guard::cold;

/// `Core.watch`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_watch(
    env: EnvUnowned<'_>,
    _class: jclass,
    at_end: jobject,
) -> jint {
    cold(env, 0, |_, jni| Ok(super::watch(jni, at_end)))
}

/// `Core.watchThrows`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_watchThrows(
    env: EnvUnowned<'_>,
    _class: jclass,
    on: jboolean,
) {
    cold(env, (), |_, _| {
        super::watch_throws(on);
        Ok(())
    });
}

/// `Core.throwSite`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_throwSite(
    env: EnvUnowned<'_>,
    _class: jclass,
    exception: jobject,
) -> jobjectArray {
    cold(env, ptr::null_mut(), |_, jni| {
        let site = throws::site(jni, exception);
        Ok(site.map_or(ptr::null_mut(), |site| {
            jni.new_strings(&[&site.class, &site.method, &site.line.to_string()])
        }))
    })
}

/// `Core.thrownFirst`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_thrownFirst(
    env: EnvUnowned<'_>,
    _class: jclass,
    exception: jstring,
    names: jobjectArray,
    lines: jintArray,
) {
    cold(env, (), |_, jni| {
        let exception = jni.string(exception).ok_or("an exception without a class was thrown first")?;
        let (frames, whole): (Vec<Frame>, _) = frames(jni, names, lines);
        with_core(|core| {
            core.recorder.thrown_first(Thrown { exception, frames, initialiser: None });
            Ok(())
        })?;
        Ok(whole?)
    });
}

/// `Core.unseen`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_unseen(
    env: EnvUnowned<'_>,
    _class: jclass,
) -> jobjectArray {
    cold(env, ptr::null_mut(), |_, jni| Ok(jni.new_classes(unseen::take())))
}

/// `Core.hasProbes`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_hasProbes(
    env: EnvUnowned<'_>,
    _class: jclass,
    of: jclass,
) -> jboolean {
    cold(env, true, |_, _| {
        Ok(of.is_null() || super::can_look_for_probes().is_none_or(|jvmti| probes::are_in(jvmti, of)))
    })
}
