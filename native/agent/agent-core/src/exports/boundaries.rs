//! Native methods for starts and ends of tests and fixtures.
#![allow(clippy::too_many_arguments)]

use faultline_spectrum::{LoadedTests, Moment, Outcome};
use jni::EnvUnowned;
use jni::sys::{JNIEnv, jboolean, jclass, jint, jintArray, jlong, jobjectArray, jstring};

use super::failures::Thrown;
use super::state::{process_of_run, with_core};
use super::{hot_scanned, number};
use crate::guard::{cold, hot, thread};
use crate::java::Jni;
use crate::recorder::{Finished, FixtureName};
use crate::{environment, launch};

/// `Core.tellApart`
///
/// # Safety
/// Called by the JVM only, here and below.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_tellApart(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe {
        hot_scanned(env, |recorder, blocks| {
            recorder.tell_apart(blocks);
            Ok(())
        });
    }
}

/// `Core.mark`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_mark(env: EnvUnowned<'_>, _class: jclass) {
    cold(env, (), |_, _| {
        with_core(|core| {
            core.recorder.mark();
            Ok(())
        })?;
        Ok(())
    });
}

/// `Core.startTest`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_startTest(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe {
        hot_scanned(env, |recorder, blocks| {
            recorder.start_test(thread(), blocks);
            Ok(())
        });
    }
}

/// `Core.capture`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_capture(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe {
        hot_scanned(env, |recorder, blocks| {
            recorder.capture(thread(), blocks);
            Ok(())
        });
    }
}

/// `Core.endTest`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_endTest(
    env: *mut JNIEnv,
    _class: jclass,
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
    outcome: jint,
    duration_nanos: jlong,
    exception: jstring,
    frames: jobjectArray,
    frame_lines: jintArray,
) {
    let thrown = Thrown { exception, frames, frame_lines };
    let ended = Ended { unique_id, class_name, method, outcome, duration_nanos, thrown };
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            let (test, complaint) = ended.read(jni);
            with_core(|core| {
                core.scanned(jni, |recorder, blocks| recorder.end_test(thread(), blocks, test))
            })?;
            complaint
        });
    }
}

/// `Core.endApart`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_endApart(
    env: *mut JNIEnv,
    _class: jclass,
    in_core: jboolean,
    hits: jobjectArray,
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
    outcome: jint,
    duration_nanos: jlong,
    exception: jstring,
    frames: jobjectArray,
    frame_lines: jintArray,
) {
    let thrown = Thrown { exception, frames, frame_lines };
    let ended = Ended { unique_id, class_name, method, outcome, duration_nanos, thrown };
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            let (test, complaint) = ended.read(jni);
            with_core(|core| {
                core.apart(jni, in_core, hits, |recorder, shared, own| {
                    recorder.end_apart(thread(), shared, own, test)
                })
            })?;
            complaint
        });
    }
}

/// The Java values of a test that ended.
struct Ended {
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
    outcome: jint,
    duration_nanos: jlong,
    thrown: Thrown,
}

impl Ended {
    /// Reads all values; the result is an error if some were malformed.
    fn read(&self, jni: Jni) -> (Finished, Result<(), String>) {
        let [unique_id, class, method] = jni.texts([self.unique_id, self.class_name, self.method]);
        let duration_ns = u64::try_from(self.duration_nanos).unwrap_or(0);
        let (failure, cut) = self.thrown.read(jni);
        let test = Finished { unique_id, class, method, outcome: self.outcome, duration_ns, failure };
        let named = if self.unique_id.is_null() { Err("a test ended without an id".into()) } else { Ok(()) };
        (test, named.and(cut))
    }
}

/// `Core.background`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_background(
    env: EnvUnowned<'_>,
    _class: jclass,
    name: jstring,
    hits: jobjectArray,
) {
    cold(env, (), |_, jni| {
        let name = jni.string(name).unwrap_or_default();
        with_core(|core| {
            let own = core.take_own(jni, hits);
            core.recorder.background(&name, &own);
            Ok(())
        })?;
        Ok(())
    });
}

/// `Core.launch`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_launch(
    env: EnvUnowned<'_>,
    _class: jclass,
    agent: jstring,
    home: jstring,
    class_path: jstring,
    launcher: jobjectArray,
    properties: jobjectArray,
    assertions: jboolean,
) {
    cold(env, (), |_, jni| {
        let [agent, home, class_path] = jni.texts([agent, home, class_path]);
        let mut started = launch::launch(jni.runtime_arguments(), &agent, &home);
        if assertions {
            launch::check_assertions(&mut started.arguments);
        }
        started.class_path = class_path;
        started.launcher = jni.strings(launcher).unwrap_or_default();
        let mut texts = jni.strings(properties).unwrap_or_default().into_iter();
        while let (Some(name), Some(value)) = (texts.next(), texts.next()) {
            started.properties.push((name, value));
        }
        started.environment = process_of_run().map(environment::changed).unwrap_or_default();
        with_core(|core| {
            core.recorder.launch(started);
            Ok(())
        })?;
        Ok(())
    });
}

/// `Core.loaded`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_loaded(
    env: EnvUnowned<'_>,
    _class: jclass,
    test_class: jstring,
    loader: jint,
    kind: jstring,
    places: jobjectArray,
) {
    cold(env, (), |_, jni| {
        let class = jni.string(test_class).ok_or("a loader without its class")?;
        let loader = number(loader, "loader")?;
        let kind = jni.string(kind).unwrap_or_default();
        let places = jni.strings(places).unwrap_or_default();
        with_core(|core| core.recorder.loaded(&LoadedTests { class, loader, kind, places }))?;
        Ok(())
    });
}

/// `Core.hasOtherAgents`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_hasOtherAgents(
    env: EnvUnowned<'_>,
    _class: jclass,
    agent: jstring,
) -> jboolean {
    cold(env, false, |_, jni| {
        let agent = jni.string(agent).unwrap_or_default();
        Ok(launch::has_other_agents(jni.runtime_arguments(), &agent))
    })
}

/// `Core.shownAs`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_shownAs(
    env: EnvUnowned<'_>,
    _class: jclass,
    name: jstring,
) {
    cold(env, (), |_, jni| {
        let name = jni.string(name).unwrap_or_default();
        with_core(|core| {
            core.recorder.display(name);
            Ok(())
        })?;
        Ok(())
    });
}

/// `Core.skipTest`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_skipTest(
    env: EnvUnowned<'_>,
    _class: jclass,
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
) {
    cold(env, (), |_, jni| {
        let unique_id = jni.string(unique_id).ok_or("a test without an id was skipped")?;
        let [class, method] = jni.texts([class_name, method]);
        let outcome = i32::from(Outcome::Skipped.code());
        let test = Finished { unique_id, class, method, outcome, duration_ns: 0, failure: None };
        Ok(with_core(|core| core.recorder.skip_test(test))?)
    });
}

/// `Core.dropTest`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_dropTest(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe {
        hot_scanned(env, |recorder, blocks| {
            recorder.drop_test(thread(), blocks);
            Ok(())
        });
    }
}

/// `Core.endFixture`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_endFixture(
    env: EnvUnowned<'_>,
    _class: jclass,
    in_core: jboolean,
    hits: jobjectArray,
    after: jboolean,
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
) -> jint {
    cold(env, -1, |_, jni| {
        let [unique_id, class, method] = jni.texts([unique_id, class_name, method]);
        let moment = if after { Moment::After } else { Moment::Before };
        let fixture = FixtureName { moment, unique_id, class, method };
        let number = with_core(|core| {
            core.apart(jni, in_core, hits, |recorder, shared, own| {
                recorder.end_fixture(thread(), shared, own, fixture)
            })
        })?;
        Ok(number.and_then(|number| jint::try_from(number).ok()).unwrap_or(-1))
    })
}

/// `Core.charge`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_charge(
    env: EnvUnowned<'_>,
    _class: jclass,
    test: jint,
    fixtures: jintArray,
) {
    cold(env, (), |_, jni| {
        let test = number(test, "test number")?;
        let fixtures = jni.ints(fixtures).ok_or("a test was charged with no fixtures")?;
        let numbers = fixtures.into_iter().map(u32::try_from).collect::<Result<Vec<_>, _>>();
        let numbers = numbers.map_err(|_| "a fixture has a negative number")?;
        Ok(with_core(|core| core.recorder.charge(test, &numbers))?)
    });
}

/// `Core.enterShared`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_enterShared(
    env: *mut JNIEnv,
    _class: jclass,
    number: jint,
) {
    // SAFETY: the environment of this call.
    unsafe {
        hot_scanned(env, |recorder, blocks| {
            recorder.enter_shared(number.cast_unsigned(), thread(), blocks);
            Ok(())
        });
    }
}

/// `Core.exitAside`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_exitAside(
    env: *mut JNIEnv,
    _class: jclass,
    number: jint,
    forget: jboolean,
) {
    // SAFETY: the environment of this call.
    unsafe {
        hot_scanned(env, |recorder, blocks| {
            recorder.exit_aside(number.cast_unsigned(), thread(), blocks, forget);
            Ok(())
        });
    }
}

/// `Core.exitShared`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_exitShared(
    env: EnvUnowned<'_>,
    _class: jclass,
    number: jint,
    in_core: jboolean,
    hits: jobjectArray,
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
) -> jint {
    cold(env, -1, |_, jni| {
        let [unique_id, class, method] = jni.texts([unique_id, class_name, method]);
        let fixture = FixtureName { moment: Moment::Before, unique_id, class, method };
        let number = with_core(|core| {
            core.apart(jni, in_core, hits, |recorder, shared, own| {
                recorder.exit_shared(number.cast_unsigned(), thread(), shared, own, fixture)
            })
        })?;
        Ok(number.and_then(|number| jint::try_from(number).ok()).unwrap_or(-1))
    })
}
