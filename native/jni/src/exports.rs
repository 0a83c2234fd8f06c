//! The native methods of `io.faultline.bridge.Core`.
//!
//! Values are read before the recorder is locked, so a lock is held only for the capture, the
//! bookkeeping and the write. While it is held no Java code runs: the one thing that may wait
//! for another Java thread is the critical section, and threads that wait for the lock are in
//! native code, where the collector does not wait for them.
#![allow(clippy::used_underscore_binding, clippy::too_many_arguments)]

use std::ffi::c_void;
use std::path::Path;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use faultline_spectrum::{Failure, Frame, Moment, RecordedClass, RecordedDetails, RecordedMethod, Refusal};
use jni::strings::JNIString;
use jni::sys::{
    JNI_VERSION_1_8, JNIEnv, JavaVM, jboolean, jbyteArray, jclass, jint, jintArray, jlong, jlongArray,
    jobjectArray, jstring,
};
use jni::{Env, EnvUnowned};

use crate::capture::{BLOCK, Block, drain};
use crate::guard::{Trouble, cold, hot, thread};
use crate::java::{Critical, HitArray, Jni};
use crate::recorder::{Finished, FixtureName, Recorder};
use crate::troubles;

/// The recorder of this JVM with the arrays it captures from.
pub struct Core {
    /// What was recorded so far.
    pub recorder: Recorder,
    /// In the order the chunks were added.
    pub arrays: Vec<HitArray>,
    blocks: Vec<Block>,
}

static CORE: Mutex<Option<Core>> = Mutex::new(None);

/// Runs on the core, if there is one. A panic in an earlier call has left it usable: whatever
/// it holds is true, if not complete.
pub fn with_core(body: impl FnOnce(&mut Core) -> Result<(), String>) -> Result<(), String> {
    CORE.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map_or(Ok(()), body)
}

impl Core {
    /// Moves all hits from the arrays to `blocks`. Cost: one pass over the bytes in use.
    fn scan(&mut self, jni: Jni) {
        let Self { recorder, arrays, blocks } = self;
        blocks.clear();
        blocks.reserve(recorder.used_blocks().sum());
        for (chunk, (array, used)) in arrays.iter().zip(recorder.used_blocks()).enumerate() {
            if used == 0 {
                continue;
            }
            let Some(critical) = Critical::enter(jni, array) else {
                troubles::note("the JVM had no memory for reading a hit chunk".into());
                continue;
            };
            // SAFETY: a class's range was accepted only within the array's length, so `used`
            // blocks are inside it; Java threads store single bytes, which is atomic. There
            // is room for all blocks, so nothing is allocated here.
            unsafe { drain(critical.start(), used, chunk as u32, blocks) };
        }
    }
}

impl Core {
    /// Scans if asked to, and says whether it did.
    fn scan_if(&mut self, jni: Jni, wanted: jboolean) -> bool {
        if wanted {
            self.scan(jni);
        }
        wanted
    }
}

/// Moves the hits from arrays of one owner to a list. Cost: as of [`Core::scan`], for the chunks
/// that the owner touched.
fn take_own(core: &Core, jni: Jni, arrays: jobjectArray) -> Vec<Block> {
    let mut blocks = Vec::new();
    jni.each_array(arrays, |number, array, length| {
        let Some((position, used)) = core.recorder.chunk(number) else { return };
        if used == 0 || used * BLOCK > length {
            return;
        }
        blocks.reserve(used);
        let Some(critical) = Critical::enter(jni, array) else {
            troubles::note("the JVM had no memory for reading a test's hits".into());
            return;
        };
        // SAFETY: `used` blocks are within the array's length; Java threads store single bytes,
        // which is atomic. There is room for all blocks, so nothing is allocated here.
        unsafe { drain(critical.start(), used, position, &mut blocks) };
    });
    blocks
}

/// Called by the JVM when the library is loaded.
#[unsafe(no_mangle)]
pub extern "system" fn JNI_OnLoad(_vm: *mut JavaVM, _reserved: *mut c_void) -> jint {
    silence_panics();
    JNI_VERSION_1_8
}

/// The default hook prints to the host's stderr. This one is of this library only.
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
) -> jstring {
    cold(env, ptr::null_mut(), |_, jni| {
        let directory = jni.string(directory).unwrap_or_default();
        let description = jni.string(description).unwrap_or_default();
        Ok(match start(&directory, description) {
            Ok(()) => ptr::null_mut(),
            Err(sentence) => jni.new_string(&sentence),
        })
    })
}

fn start(directory: &str, description: String) -> Result<(), String> {
    let mut core = CORE.lock().unwrap_or_else(PoisonError::into_inner);
    if core.is_some() {
        return Err("this JVM records already: attach the agent once".into());
    }
    let recorder = Recorder::new(Path::new(directory), description)?;
    *core = Some(Core { recorder, arrays: Vec::new(), blocks: Vec::new() });
    Ok(())
}

/// `Core.defineBootClass`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_defineBootClass(
    env: EnvUnowned<'_>,
    _class: jclass,
    name: jstring,
    bytes: jbyteArray,
) -> jclass {
    cold(env, ptr::null_mut(), |env, jni| {
        let name = jni.string(name).ok_or("a boot class without a name was asked for")?;
        let bytes = jni.bytes(bytes).ok_or_else(|| format!("boot class {name} has no bytes"))?;
        let class = jni.define_boot_class(&JNIString::from(&*name), &bytes);
        if class.is_null() {
            let reason = thrown(env).unwrap_or_else(|| "without a reason".into());
            return Err(format!("boot class {name} could not be defined: {reason}").into());
        }
        Ok(class)
    })
}

/// Clears the pending exception and describes it.
fn thrown(env: &mut Env<'_>) -> Option<String> {
    let exception = env.exception_occurred()?;
    env.exception_clear();
    let name = jni::jni_str!("toString");
    let text =
        env.call_method(&exception, name, jni::jni_sig!("()Ljava/lang/String;"), &[]).ok()?.l().ok()?;
    // SAFETY: the environment of the running method; `toString` returns a string.
    unsafe { Jni::new(env.get_raw()) }.string(text.as_raw())
}

/// `Core.addChunk`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_addChunk(
    env: EnvUnowned<'_>,
    _class: jclass,
    chunk: jint,
    hits: jbyteArray,
) {
    cold(env, (), |_, jni| {
        let number = u32::try_from(chunk).map_err(|_| format!("there is no chunk {chunk}"))?;
        let length = jni.length(hits).ok_or_else(|| format!("chunk {chunk} has no array"))?;
        with_core(|core| {
            core.recorder.add_chunk(number, length)?;
            // From here on positions in `arrays` and in the recorder must agree.
            match jni.keep(hits) {
                Some(array) => core.arrays.push(array),
                None => return Err(format!("the JVM had no memory for a reference to chunk {chunk}")),
            }
            Ok(())
        })?;
        Ok(())
    });
}

/// `Core.addClass`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_addClass(
    env: EnvUnowned<'_>,
    _class: jclass,
    id: jint,
    chunk: jint,
    base: jint,
    name: jstring,
    source_file: jstring,
    hash: jlong,
    location: jstring,
    methods: jobjectArray,
    lines: jintArray,
    owners: jintArray,
) {
    cold(env, (), |_, jni| {
        let name = jni.string(name).ok_or_else(|| format!("class number {id} has no name"))?;
        let wrong = |what: &str| Trouble(format!("class {name} was not recorded: {what}"));
        let number = |value: jint, what: &str| u32::try_from(value).map_err(|_| wrong(what));
        let slots = slots(jni, methods, lines, owners).map_err(wrong)?;
        let (id, chunk) = (number(id, "its number is negative")?, number(chunk, "its chunk is negative")?);
        let base = number(base, "its range begins before its chunk")? as usize;
        let (methods, slots) = slots;
        let class = RecordedClass {
            id,
            name: name.clone(),
            source_file: jni.string(source_file),
            hash: hash.cast_unsigned(),
            location: jni.string(location).unwrap_or_default(),
            methods,
            slots,
        };
        with_core(|core| core.recorder.add_class(class, chunk, base)).map_err(|error| wrong(&error))
    });
}

type Slots = (Vec<RecordedMethod>, Vec<(u32, u32)>);

/// The methods and slots of a class. Errors: they do not fit together.
fn slots(
    jni: Jni,
    methods: jobjectArray,
    lines: jintArray,
    owners: jintArray,
) -> Result<Slots, &'static str> {
    let mut texts = jni.strings(methods).ok_or("it has no methods")?.into_iter();
    let mut methods = Vec::with_capacity(texts.len() / 2);
    while let Some(name) = texts.next() {
        let descriptor = texts.next().ok_or("a method has no descriptor")?;
        methods.push(RecordedMethod { name, descriptor });
    }
    let lines = jni.ints(lines).ok_or("it has no lines")?;
    let owners = jni.ints(owners).ok_or("its lines have no methods")?;
    if lines.len() != owners.len() {
        return Err("it has not as many methods of lines as lines");
    }
    let slots = owners.into_iter().zip(lines).map(|(owner, line)| {
        let owner = u32::try_from(owner).ok().filter(|&owner| (owner as usize) < methods.len());
        Some((owner?, u32::try_from(line).ok()?))
    });
    let slots = slots.collect::<Option<Vec<_>>>().ok_or("a line or the method of one does not exist")?;
    Ok((methods, slots))
}

/// `Core.refuse`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_refuse(
    env: EnvUnowned<'_>,
    _class: jclass,
    class_name: jstring,
    reason: jstring,
) {
    cold(env, (), |_, jni| {
        let class = jni.string(class_name).ok_or("a class without a name was refused")?;
        let reason = jni.string(reason).unwrap_or_default();
        with_core(|core| core.recorder.refuse(Refusal { class, reason }))?;
        Ok(())
    });
}

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
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            with_core(|core| {
                core.scan(jni);
                core.recorder.enter(class_id.cast_unsigned(), thread(), &core.blocks)
            })
        });
    }
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
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            with_core(|core| {
                core.scan(jni);
                core.recorder.exit(class_id.cast_unsigned(), thread(), &core.blocks)
            })
        });
    }
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
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            with_core(|core| {
                let own = take_own(core, jni, hits);
                let shared = core.scan_if(jni, in_core);
                let blocks = shared.then_some(&*core.blocks);
                core.recorder.exit_apart(class_id.cast_unsigned(), thread(), blocks, &own)
            })
        });
    }
}

/// `Core.tellApart`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_tellApart(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            with_core(|core| {
                core.scan(jni);
                core.recorder.tell_apart(&core.blocks);
                Ok(())
            })
        });
    }
}

/// `Core.startTest`
///
/// # Safety
/// See above.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_io_faultline_bridge_Core_startTest(env: *mut JNIEnv, _class: jclass) {
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            with_core(|core| {
                core.scan(jni);
                core.recorder.start_test(thread(), &core.blocks);
                Ok(())
            })
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
        hot(env, |jni| {
            with_core(|core| {
                core.scan(jni);
                core.recorder.capture(thread(), &core.blocks);
                Ok(())
            })
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
    let texts = Texts { unique_id, class_name, method, exception, frames, frame_lines };
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            let (test, complaint) = texts.finished(jni, outcome, duration_nanos);
            with_core(|core| {
                core.scan(jni);
                core.recorder.end_test(thread(), &core.blocks, test)
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
    let texts = Texts { unique_id, class_name, method, exception, frames, frame_lines };
    // SAFETY: the environment of this call.
    unsafe {
        hot(env, |jni| {
            let (test, complaint) = texts.finished(jni, outcome, duration_nanos);
            with_core(|core| {
                let own = take_own(core, jni, hits);
                let shared = core.scan_if(jni, in_core);
                core.recorder.end_apart(thread(), shared.then_some(&core.blocks), &own, test)
            })?;
            complaint
        });
    }
}

/// What Java says of a test that ended.
struct Texts {
    unique_id: jstring,
    class_name: jstring,
    method: jstring,
    exception: jstring,
    frames: jobjectArray,
    frame_lines: jintArray,
}

impl Texts {
    /// Reads it all, and says whether something was missing.
    fn finished(self, jni: Jni, outcome: jint, duration_nanos: jlong) -> (Finished, Result<(), String>) {
        let (failure, cut) = failure(jni, self.exception, self.frames, self.frame_lines);
        let test = Finished {
            unique_id: jni.string(self.unique_id).unwrap_or_default(),
            class: jni.string(self.class_name).unwrap_or_default(),
            method: jni.string(self.method).unwrap_or_default(),
            outcome,
            duration_ns: u64::try_from(duration_nanos).unwrap_or(0),
            failure,
        };
        let named = if self.unique_id.is_null() { Err("a test ended without an id".into()) } else { Ok(()) };
        (test, named.and(cut))
    }
}

/// The failure of a test, and whether its frames were whole: those that are not are left out.
fn failure(
    jni: Jni,
    exception: jstring,
    frames: jobjectArray,
    frame_lines: jintArray,
) -> (Option<Failure>, Result<(), String>) {
    let Some(exception) = jni.string(exception) else { return (None, Ok(())) };
    let (frames, cut) = self::frames(jni, frames, frame_lines);
    (Some(Failure { exception, frames, thrown: None }), cut)
}

/// The frames of a stack trace, and whether they were whole.
pub fn frames(jni: Jni, names: jobjectArray, lines: jintArray) -> (Vec<Frame>, Result<(), String>) {
    let names = jni.strings(names).unwrap_or_default();
    let lines = jni.ints(lines).unwrap_or_default();
    let whole = names.len() == 2 * lines.len();
    let mut names = names.into_iter();
    let frames =
        lines.into_iter().map_while(|line| Some(Frame { class: names.next()?, method: names.next()?, line }));
    let frames = frames.collect();
    (frames, if whole { Ok(()) } else { Err("a stack trace had frames without names or lines".into()) })
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
            let own = take_own(core, jni, hits);
            core.recorder.background(&name, &own);
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
        let test = Finished {
            unique_id: jni.string(unique_id).ok_or("a test without an id was skipped")?,
            class: jni.string(class_name).unwrap_or_default(),
            method: jni.string(method).unwrap_or_default(),
            outcome: i32::from(faultline_spectrum::Outcome::Skipped.code()),
            duration_ns: 0,
            failure: None,
        };
        with_core(|core| core.recorder.skip_test(test))?;
        Ok(())
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
        hot(env, |jni| {
            with_core(|core| {
                core.scan(jni);
                core.recorder.drop_test(thread(), &core.blocks);
                Ok(())
            })
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
        let fixture = FixtureName {
            moment: if after { Moment::After } else { Moment::Before },
            unique_id: jni.string(unique_id).unwrap_or_default(),
            class: jni.string(class_name).unwrap_or_default(),
            method: jni.string(method).unwrap_or_default(),
        };
        let mut number = None;
        with_core(|core| {
            let own = take_own(core, jni, hits);
            let shared = core.scan_if(jni, in_core);
            let blocks = shared.then_some(&*core.blocks);
            number = core.recorder.end_fixture(thread(), blocks, &own, fixture)?;
            Ok(())
        })?;
        Ok(number.and_then(|number| jint::try_from(number).ok()).unwrap_or(-1))
    })
}

/// `Core.tests`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_tests(env: EnvUnowned<'_>, _class: jclass) -> jint {
    cold(env, 0, |_, _| {
        let mut tests = 0;
        with_core(|core| {
            tests = core.recorder.recording().tests.len();
            Ok(())
        })?;
        Ok(jint::try_from(tests).unwrap_or(jint::MAX))
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
        let test = u32::try_from(test).map_err(|_| format!("there is no test number {test}"))?;
        let fixtures = jni.ints(fixtures).ok_or("a test was charged with no fixtures")?;
        let numbers = fixtures.into_iter().map(u32::try_from).collect::<Result<Vec<_>, _>>();
        let numbers = numbers.map_err(|_| "a fixture has a negative number")?;
        with_core(|core| core.recorder.charge(test, numbers))?;
        Ok(())
    });
}

/// `Core.describeClass`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_describeClass(
    env: EnvUnowned<'_>,
    _class: jclass,
    id: jint,
    superclass: jstring,
    owners: jobjectArray,
    slots: jintArray,
    used: jintArray,
    debug: jstring,
) {
    cold(env, (), |_, jni| {
        let class = u32::try_from(id).map_err(|_| format!("there is no class number {id}"))?;
        let owners = jni.strings(owners).unwrap_or_default();
        let slots = jni.ints(slots).unwrap_or_default();
        let uses = slots.into_iter().zip(jni.ints(used).unwrap_or_default()).map(|(slot, owner)| {
            let owner = u32::try_from(owner).ok().filter(|&owner| (owner as usize) < owners.len());
            Some((u32::try_from(slot).ok()?, owner?))
        });
        let uses = uses.collect::<Option<Vec<_>>>();
        let uses = uses.ok_or_else(|| format!("class number {id} uses fields of classes without a name"))?;
        let (superclass, debug) = (jni.string(superclass), jni.string(debug));
        let details = RecordedDetails { class, superclass, owners, uses, debug };
        with_core(|core| core.recorder.describe_class(details))?;
        Ok(())
    });
}

/// `Core.finish`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_finish(env: EnvUnowned<'_>, _class: jclass) {
    cold(env, (), |_, jni| {
        with_core(|core| {
            core.scan(jni);
            core.recorder.finish(&core.blocks, troubles::summary)
        })?;
        Ok(())
    });
}

/// `Core.totals`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_totals(
    env: EnvUnowned<'_>,
    _class: jclass,
) -> jlongArray {
    cold(env, ptr::null_mut(), |_, jni| {
        let mut totals = [0_i64; 6];
        with_core(|core| {
            let recording = core.recorder.recording();
            for test in &recording.tests {
                totals[usize::from(test.outcome.code())] += 1;
            }
            totals[4] = recording.classes.len().try_into().unwrap_or(i64::MAX);
            totals[5] = recording.refusals.len().try_into().unwrap_or(i64::MAX);
            Ok(())
        })?;
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
