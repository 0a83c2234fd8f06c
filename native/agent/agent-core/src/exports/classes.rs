//! Native methods for classes and hit chunks.

use std::ptr;

use faultline_class_weaver::{Method, Order, Placement, Probes};
use faultline_spectrum::{
    ClassDetails, ClassFile, ElementTable, PartlyRecorded, RecordedClass, RecordedDetails, Refusal,
};
use jni::strings::JNIString;
use jni::sys::{jbyteArray, jclass, jint, jintArray, jlong, jobjectArray, jstring};
use jni::{Env, EnvUnowned};

use super::number;
use super::state::with_core;
use crate::guard::{Trouble, cold};
use crate::java::Jni;

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
        let number = number(chunk, "chunk")?;
        let length = jni.length(hits).ok_or_else(|| format!("chunk {chunk} has no array"))?;
        with_core(|core| core.add_chunk(number, length, jni.keep(hits)))?;
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
        let (methods, slots) = jni.slots(methods, lines, owners).map_err(wrong)?;
        let (id, chunk) = (number(id, "its number is negative")?, number(chunk, "its chunk is negative")?);
        let base = number(base, "its range begins before its chunk")? as usize;
        let class = RecordedClass::new(
            id,
            ClassFile {
                name: name.clone(),
                source_file: jni.string(source_file),
                hash: hash.cast_unsigned(),
                location: jni.string(location).unwrap_or_default(),
                methods,
                slots,
            },
        );
        with_core(|core| core.recorder.add_class(&class, chunk, base)).map_err(|error| wrong(&error))
    });
}

/// `Core.weave`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_weave(
    env: EnvUnowned<'_>,
    _class: jclass,
    class_file: jbyteArray,
    id: jint,
    chunk: jint,
    base: jint,
    probes: jint,
    methods: jintArray,
    lines: jintArray,
) -> jbyteArray {
    cold(env, ptr::null_mut(), |_, jni| {
        let class_file = jni.bytes(class_file).ok_or("a class without bytes was to be woven")?;
        let methods = jni.ints(methods).ok_or("a class without methods was to be woven")?;
        let methods: Vec<Method> = methods.chunks_exact(3).map(method).collect();
        let lines = jni.ints(lines).ok_or("a class without lines was to be woven")?;
        let (Ok(class), Ok(base)) = (u16::try_from(id), u16::try_from(base)) else {
            return Ok(ptr::null_mut());
        };
        let probes = match probes {
            FROM_CHUNK => Probes::Shared,
            probes => Probes::Scoped { sees_tests: probes == AT_EVERY_LINE },
        };
        let chunk = number(chunk, "chunk")?;
        let order = Order { class, chunk, base, probes, methods: &methods, lines: &lines };
        let Some(woven) = faultline_class_weaver::weave(&class_file, &order) else {
            return Ok(ptr::null_mut());
        };
        with_core(|core| {
            core.recorder.line_sizes(chunk, base.into(), woven.sizes);
            Ok(())
        })?;
        Ok(jni.new_bytes(&woven.class_file))
    })
}

/// `Core.FROM_CHUNK`, `Core.AT_EVERY_LINE`; every other value is `Core.FROM_THREAD`.
const FROM_CHUNK: jint = 0;
const AT_EVERY_LINE: jint = 2;

/// What `OpenClass.order` says of a method: flags, its first slot and the one after its last.
fn method(order: &[jint]) -> Method {
    const ENTRY: jint = 1;
    const LINES: jint = 2;
    const BRACKETS: jint = 4;
    const ONLY_SOME: jint = 8;
    let slot = |at: usize| usize::try_from(order[at]).unwrap_or(0);
    Method {
        placement: match order[0] & (ENTRY | LINES) {
            ENTRY => Some(Placement::Entry),
            LINES => Some(Placement::Lines),
            _ => None,
        },
        from: slot(1),
        to: slot(2),
        brackets: order[0] & BRACKETS != 0,
        only_some: order[0] & ONLY_SOME != 0,
    }
}

/// `Core.addElements`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_addElements(
    env: EnvUnowned<'_>,
    _class: jclass,
    id: jint,
    class: jint,
    chunk: jint,
    base: jint,
    table: jintArray,
    names: jobjectArray,
) {
    cold(env, (), |_, jni| {
        let (id, class) = (number(id, "table of outcomes")?, number(class, "class number")?);
        let (chunk, base) = (number(chunk, "chunk")?, number(base, "beginning of a range")? as usize);
        let sites = jni.sites(table, names);
        let sites =
            sites.ok_or_else(|| format!("the table of outcomes of class number {class} is damaged"))?;
        with_core(|core| core.recorder.add_elements(&ElementTable { id, class, sites }, chunk, base))?;
        Ok(())
    });
}

/// `Core.path`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_path(
    env: EnvUnowned<'_>,
    _class: jclass,
    steps: jintArray,
) {
    cold(env, (), |_, jni| {
        let steps = jni.ints(steps).unwrap_or_default();
        let steps: Vec<u32> = steps.into_iter().filter_map(|step| u32::try_from(step).ok()).collect();
        with_core(|core| {
            core.recorder.path(steps.chunks_exact(2).map(|step| (step[0], step[1])));
            Ok(())
        })?;
        Ok(())
    });
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
        Ok(with_core(|core| core.recorder.refuse(&Refusal { class, reason }))?)
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
        let class = number(id, "class number")?;
        let details = jni.details(superclass, owners, slots, used);
        let details =
            details.ok_or_else(|| format!("class number {id} uses fields of classes without a name"))?;
        let details = RecordedDetails::new(class, ClassDetails { debug: jni.string(debug), ..details });
        Ok(with_core(|core| core.recorder.describe_class(&details))?)
    });
}

/// `Core.partlyRecorded`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_partlyRecorded(
    env: EnvUnowned<'_>,
    _class: jclass,
    id: jint,
    method: jint,
    lines: jint,
) {
    cold(env, (), |_, _| {
        let class = number(id, "class number")?;
        let (method, lines) = (number(method, "method")?, number(lines, "lines")?);
        Ok(with_core(|core| core.recorder.partly_recorded(PartlyRecorded { class, method, lines }))?)
    });
}
