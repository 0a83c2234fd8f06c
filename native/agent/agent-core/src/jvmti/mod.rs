//! JVMTI events, where available: the end of the JVM, class definitions, and thrown exceptions.
//!
//! [`table`] is a thin layer over the functions used, [`events`] has the callbacks, [`unseen`] finds classes defined without
//! calling a transformer, [`probes`] those that lost their probes, [`throws`] finds where exceptions were thrown. Recording
//! works without any of them.
//!
//! There are two entry points. Normally the Java agent calls [`watch`] in the running JVM. With `-agentpath` the JVM calls
//! [`Agent_OnLoad`] first. Only then exception events are available; they are optional because they slow down code that
//! throws often by several times. In both cases nothing is watched until the Java agent requests it.

mod events;
mod exports;
mod probes;
mod table;
pub mod throws;
pub mod unseen;

use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use jni::sys::{JNI_OK, JavaVM, jint, jobject};

use crate::java::{Jni, KeptRunnable};
use table::{Capability, Event, Jvmti};

/// The end of the JVM and class definitions are watched.
pub const WATCHES: jint = 1;
/// Exceptions can be watched too.
pub const WATCHES_THROWS: jint = 2;

static ENVIRONMENT: OnceLock<Jvmti> = OnceLock::new();
/// The action at the end of the JVM.
static AT_END: Mutex<Option<KeptRunnable>> = Mutex::new(None);
/// Whether the library was loaded by `-agentpath` and the Java agent has not called yet.
static ALONE: AtomicBool = AtomicBool::new(false);

/// Called by the JVM for `-agentpath:libfaultline.so[=throw-sites]`.
/// Errors: none stops the JVM; unavailable features are reported in one line.
///
/// # Safety
/// Called by the JVM only.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Agent_OnLoad(
    vm: *mut JavaVM,
    options: *const c_char,
    _reserved: *mut c_void,
) -> jint {
    crate::exports::silence_panics();
    events::guarded(|| {
        let text = if options.is_null() {
            String::new()
        } else {
            // SAFETY: the JVM passes a string that ends with 0.
            unsafe { CStr::from_ptr(options) }.to_string_lossy().into_owned()
        };
        // SAFETY: the JVM that loads this library.
        let environment = unsafe { Jvmti::of(vm) };
        if let Err(problem) = load(environment, &text) {
            crate::tell::tell(&problem);
        }
    });
    JNI_OK
}

fn load(environment: Option<Jvmti>, options: &str) -> Result<(), String> {
    let jvmti = environment.ok_or("this JVM has no JVMTI; -agentpath does nothing here")?;
    let jvmti = *ENVIRONMENT.get_or_init(|| jvmti);
    ALONE.store(true, Relaxed);
    let refused = |what: &str, code: jint| format!("the JVM refused {what} (JVMTI error {code})");
    jvmti.set_callbacks(&events::CALLBACKS).map_err(|code| refused("callbacks", code))?;
    jvmti.enable(Event::VmDeath, true).map_err(|code| refused("to tell of its end", code))?;
    match options {
        "" | "throw-sites=false" => Ok(()),
        "throw-sites" | "throw-sites=true" => {
            let added = jvmti.add(Capability::ExceptionEvents).and_then(|()| jvmti.add(Capability::Tags));
            throws::allow(added.is_ok());
            added.map_err(|code| refused("exception events", code))
        }
        other => Err(format!("-agentpath knows the option throw-sites only, not \"{other}\"")),
    }
}

/// Starts watching: `at_end` (a `Runnable`) runs when the JVM ends for any reason, on the thread that ends it. Returns
/// [`WATCHES`] and [`WATCHES_THROWS`], or 0 if this JVM cannot be watched.
pub fn watch(jni: Jni, at_end: jobject) -> jint {
    ALONE.store(false, Relaxed);
    let Some(jvmti) = ENVIRONMENT.get().copied().or_else(|| {
        // SAFETY: the JVM that runs this thread.
        let own = unsafe { Jvmti::of(jni.vm()?) }?;
        Some(*ENVIRONMENT.get_or_init(|| own))
    }) else {
        return 0;
    };
    let Some(runnable) = jni.keep_runnable(at_end) else { return 0 };
    *AT_END.lock().unwrap_or_else(PoisonError::into_inner) = Some(runnable);
    if jvmti.set_callbacks(&events::CALLBACKS).is_err() || jvmti.enable(Event::VmDeath, true).is_err() {
        return 0;
    }
    // Without line tables, classes appear to have no lines and are not counted.
    if jvmti.add(Capability::LineNumbers).is_ok() && jvmti.enable(Event::ClassFileLoadHook, true).is_ok() {
        // Enabled last: a class whose hook call was missed must not be prepared while watched.
        let _ = jvmti.enable(Event::ClassPrepare, true);
    }
    if throws::are_allowed() { WATCHES | WATCHES_THROWS } else { WATCHES }
}

/// The functions with which [`probes`] can be looked for, if this JVM has them.
fn can_look_for_probes() -> Option<Jvmti> {
    let jvmti = *ENVIRONMENT.get()?;
    let can =
        [Capability::ConstantPools, Capability::Bytecodes].map(|capability| jvmti.add(capability).is_ok());
    can.iter().all(|can| *can).then_some(jvmti)
}

/// Starts or stops watching exceptions, which is only useful while tests are open.
pub fn watch_throws(on: bool) {
    if let Some(jvmti) = ENVIRONMENT.get().filter(|_| throws::are_allowed()) {
        if on {
            throws::begin();
        }
        // If the JVM refuses despite the capability, stack traces serve instead.
        let _ = jvmti.enable(Event::Exception, on);
    }
}

/// The JVM ends.
fn end(jni: Option<Jni>) {
    if ALONE.load(Relaxed) {
        crate::tell::tell("-agentpath works with -javaagent:faultline-agent.jar only; nothing was recorded");
    }
    let runnable = AT_END.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let (Some(jni), Some(runnable)) = (jni, runnable) {
        jni.run(&runnable);
    }
}
