//! The native methods of `io.faultline.bridge.Fitness`.
//!
//! Calls that a search makes once go through [`cold`]. Scoring a candidate neither allocates nor calls back into the JVM,
//! except to copy its row.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use faultline_search_fitness::{Candidate, Session};
use faultline_spectrum::ClassFile;
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

/// `Fitness.see`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_see(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    name: jstring,
    hash: jlong,
    methods: jobjectArray,
    lines: jintArray,
    owners: jintArray,
    superclass: jstring,
    field_owners: jobjectArray,
    users: jintArray,
    used: jintArray,
    sites: jintArray,
    names: jobjectArray,
) -> jstring {
    sentence(env, |jni| {
        let name = jni.string(name).ok_or("a class in sight has no name")?;
        let wrong = |what: &str| format!("class {name} is not in sight: {what}");
        let (methods, slots) = jni.slots(methods, lines, owners).map_err(wrong)?;
        let details = jni.details(superclass, field_owners, users, used);
        let details = details.ok_or_else(|| wrong("it uses fields of classes without a name"))?;
        let class = ClassFile {
            name: name.clone(),
            source_file: None,
            hash: hash.cast_unsigned(),
            location: String::new(),
            methods,
            slots,
        };
        let sites = jni.sites(sites, names).ok_or_else(|| wrong("the table of its conditions is damaged"))?;
        fitness::with(handle, |search| search.see(class, details, sites))
    })
}

/// `Fitness.given`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_given(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    inputs: jlongArray,
) -> jstring {
    sentence(env, |jni| {
        let mut given = Vec::new();
        if !jni.longs(inputs, 0, &mut given) {
            return Err("a failing test has no inputs".into());
        }
        fitness::with(handle, |search| search.given(given))
    })
}

/// `Fitness.nearness`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_nearness(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) -> jint {
    cold(env, 0, |_, _| {
        let nearness = fitness::with(handle, |search| Ok(search.plan()?.nearness()))?;
        Ok(nearness.map_or(0, |nearness| if nearness.needs_paths() { 1 } else { 2 }))
    })
}

/// `Fitness.tests`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_tests(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let line = |(class, method): (&str, &str)| format!("{class}\t{method}");
        let tests = fitness::with(handle, |search| {
            Ok(search.plan()?.tests().into_iter().map(line).collect::<Vec<_>>().join("\n"))
        })?;
        Ok(jni.new_string(&tests))
    })
}

/// `Fitness.observe`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_observe(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
) -> jstring {
    sentence(env, |_| fitness::with(handle, Search::observe))
}

/// `Fitness.initialised`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_initialised(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    class: jint,
    hits: jlongArray,
) -> jstring {
    sentence(env, |jni| {
        let class = u32::try_from(class).map_err(|_| format!("the guided search sees no class {class}"))?;
        fitness::with(handle, |search| search.initialised(class, |words| read(jni, hits, words)))
    })
}

/// `Fitness.lines`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_lines(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    hits: jlongArray,
) -> jlongArray {
    cold(env, ptr::null_mut(), |_, jni| {
        let lines = |_: &mut Session, it: Candidate<'_>| {
            it.row.iter().map(|word| word.cast_signed()).collect::<Vec<_>>()
        };
        let lines = fitness::with(handle, |search| with_candidate(search, jni, hits, lines))?;
        Ok(jni.new_longs(&lines))
    })
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
    hits: jlongArray,
) -> jdouble {
    // SAFETY: the environment of this call.
    unsafe { rated(env, handle, hits, |session, candidate| session.fitness(candidate)) }
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
    hits: jlongArray,
) -> jdouble {
    // SAFETY: the environment of this call.
    unsafe { rated(env, handle, hits, |session, candidate| session.score(candidate)) }
}

/// Rates a row of hits; NaN, with the reason noted, on failure.
///
/// # Safety
/// As [`Jni::new`].
unsafe fn rated(
    env: *mut JNIEnv,
    handle: jlong,
    hits: jlongArray,
    rate: impl FnOnce(&mut Session, Candidate<'_>) -> f64,
) -> jdouble {
    // SAFETY: passed on to the caller.
    let jni = unsafe { Jni::new(env) };
    let body = || fitness::with(handle, |search| with_candidate(search, jni, hits, rate));
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

fn with_candidate<T>(
    search: &mut Search,
    jni: Jni,
    hits: jlongArray,
    body: impl FnOnce(&mut Session, Candidate<'_>) -> T,
) -> Result<T, String> {
    let fill = |words: usize, into: &mut Vec<u64>| {
        if jni.longs(hits, words, into) { Ok(()) } else { Err(format!("hits have not {words} words")) }
    };
    search.with_candidate(fill, body)
}

fn read(jni: Jni, hits: jlongArray, words: &mut [u64]) -> Result<(), String> {
    if jni.read_longs(hits, words) { Ok(()) } else { Err(format!("hits have not {} words", words.len())) }
}

/// `Fitness.accept`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Fitness_accept(
    env: EnvUnowned<'_>,
    _class: jclass,
    handle: jlong,
    hits: jlongArray,
    name: jstring,
) -> jint {
    cold(env, -1, |_, jni| {
        let name = jni.string(name).unwrap_or_default();
        let accept = |search: &mut Search| {
            with_candidate(search, jni, hits, |session, candidate| code(session.accept(candidate, &name)))
        };
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

/// Runs `body`; returns null on success, otherwise a sentence with the reason, also for a panic.
fn sentence(env: EnvUnowned<'_>, body: impl FnOnce(Jni) -> Result<(), String>) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let result = catch_unwind(AssertUnwindSafe(|| body(jni)));
        let result = result.unwrap_or_else(|payload| Err(crate::guard::describe(payload)));
        jni.clear_exception();
        Ok(result.err().map_or(ptr::null_mut(), |sentence| jni.new_string(&sentence)))
    })
}
