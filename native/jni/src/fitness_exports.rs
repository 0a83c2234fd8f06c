//! The native methods of `io.faultline.bridge.Fitness`.
//!
//! What a search asks once goes through [`cold`]; candidates are scored without an allocation
//! or a call back into the JVM but one copy of their row.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use faultline_fitness::{Probe, Session};
use jni::EnvUnowned;
use jni::sys::{
    JNIEnv, jclass, jdouble, jdoubleArray, jint, jintArray, jlong, jlongArray, jobjectArray, jstring,
};

use crate::fitness::{self, Search, code};
use crate::guard::cold;
use crate::java::Jni;
use crate::troubles;

/// `Fitness.open`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_open(
    env: EnvUnowned<'_>,
    _class: jclass,
    spectrum: jstring,
    failing: jobjectArray,
    metric: jstring,
    model: jstring,
    handle: jlongArray,
) -> jstring {
    sentence(env, |jni| {
        let spectrum = jni.string(spectrum).ok_or("no spectrum is named")?;
        let metric = jni.string(metric).ok_or("no metric is named")?;
        let failing = jni.strings(failing).unwrap_or_default();
        let opened = fitness::open(&spectrum, &failing, &metric, jni.string(model).as_deref())?;
        if jni.set_longs(handle, &[opened]) {
            return Ok(());
        }
        fitness::close(opened);
        Err("there is no room for a handle".into())
    })
}

/// `Fitness.classes`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_classes(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let names = fitness::with(handle, |search| Ok(search.plan()?.classes().join("\n")))?;
        Ok(jni.new_string(&names))
    })
}

/// `Fitness.failing`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_failing(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let names = fitness::with(handle, |search| Ok(search.plan()?.failing()))?;
        Ok(jni.new_string(&names))
    })
}

/// `Fitness.observe`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_observe(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    methods: jobjectArray,
    owners: jintArray,
    lines: jintArray,
    bits: jintArray,
) -> jstring {
    sentence(env, |jni| {
        let texts = jni.strings(methods).ok_or("there are no methods")?;
        let owners = jni.ints(owners).ok_or("there are no owners of lines")?;
        let lines = jni.ints(lines).ok_or("there are no lines")?;
        if owners.len() != lines.len() {
            return Err("there are not as many owners as lines".into());
        }
        let probes = owners.iter().zip(&lines).map(|(&owner, &line)| probe(&texts, owner, line));
        let probes = probes.collect::<Option<Vec<_>>>();
        let probes = probes.ok_or("a line or the method of one does not exist")?;
        let found = fitness::with(handle, |search| search.observe(&probes))?;
        if jni.set_ints(bits, &found) { Ok(()) } else { Err("there is not a place for each bit".into()) }
    })
}

/// Shape: `texts` is class, method, descriptor, class, method ...
fn probe(texts: &[String], owner: jint, line: jint) -> Option<Probe<'_>> {
    let at = usize::try_from(owner).ok()?.checked_mul(3)?;
    let [class, method, descriptor] = texts.get(at..at.checked_add(3)?)? else { return None };
    Some(Probe { class, method, descriptor, line: u32::try_from(line).ok()? })
}

/// `Fitness.fitness`
///
/// # Safety
/// Called by the JVM only, here and below.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Fitness_fitness(
    env: *mut JNIEnv,
    _class: jclass,
    handle: jlong,
    row: jlongArray,
) -> jdouble {
    // SAFETY: the environment of this call.
    unsafe { rated(env, handle, row, Session::fitness) }
}

/// `Fitness.score`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Fitness_score(
    env: *mut JNIEnv,
    _class: jclass,
    handle: jlong,
    row: jlongArray,
) -> jdouble {
    // SAFETY: the environment of this call.
    unsafe { rated(env, handle, row, Session::score) }
}

/// A number for a row; NaN, with a note of why, where there is none.
///
/// # Safety
/// As [`Jni::new`].
unsafe fn rated(
    env: *mut JNIEnv,
    handle: jlong,
    row: jlongArray,
    rate: impl FnOnce(&mut Session, &[u64]) -> f64,
) -> jdouble {
    // SAFETY: passed on to the caller.
    let jni = unsafe { Jni::new(env) };
    let body = || fitness::with(handle, |search| with_row(search, jni, row, rate));
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => value,
        Ok(Err(sentence)) => {
            troubles::note(sentence);
            f64::NAN
        }
        Err(payload) => {
            troubles::note(crate::guard::describe(payload));
            f64::NAN
        }
    }
}

fn with_row<T>(
    search: &mut Search,
    jni: Jni,
    row: jlongArray,
    body: impl FnOnce(&mut Session, &[u64]) -> T,
) -> Result<T, String> {
    let fill = |words: &mut [u64]| {
        if jni.read_longs(row, words) {
            Ok(())
        } else {
            Err(format!("a row of lines has not {} words", words.len()))
        }
    };
    search.with_row(fill, body)
}

/// `Fitness.accept`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_accept(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    row: jlongArray,
    name: jstring,
) -> jint {
    cold(env, -1, |_, jni| {
        let name = jni.string(name).unwrap_or_default();
        let accept =
            |search: &mut Search| with_row(search, jni, row, |session, row| code(session.accept(row, &name)));
        Ok(fitness::with(handle, accept)?)
    })
}

/// `Fitness.standing`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_standing(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) -> jdoubleArray {
    cold(env, ptr::null_mut(), |_, jni| {
        let standing = fitness::with(handle, |search| search.standing())?;
        let counts = [standing.tests, standing.lines, standing.suspicious, standing.groups];
        let [tests, lines, suspicious, groups] = counts.map(|count| count as f64);
        let value = standing.value.unwrap_or(f64::NAN);
        Ok(jni.new_doubles(&[tests, lines, suspicious, groups, value]))
    })
}

/// `Fitness.write`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_write(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    path: jstring,
) -> jstring {
    sentence(env, |jni| {
        let path = jni.string(path).ok_or("no file is named")?;
        fitness::with(handle, |search| search.write(&path))
    })
}

/// `Fitness.close`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_close(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) {
    cold(env, (), |_, _| {
        fitness::close(handle);
        Ok(())
    });
}

/// Null when the body did its work, else the sentence of why not, a panic's too.
fn sentence(env: EnvUnowned<'_>, body: impl FnOnce(Jni) -> Result<(), String>) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let result = catch_unwind(AssertUnwindSafe(|| body(jni)));
        let result = result.unwrap_or_else(|payload| Err(crate::guard::describe(payload)));
        jni.clear_exception();
        Ok(result.err().map_or(ptr::null_mut(), |sentence| jni.new_string(&sentence)))
    })
}
