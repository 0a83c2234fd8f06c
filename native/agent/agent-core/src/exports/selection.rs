//! Native methods for leaving out tests for which nothing has changed, and for running those first that are likely to fail.

use std::path::Path;
use std::sync::OnceLock;

use faultline_baseline::{Selection, TestJvm};
use jni::EnvUnowned;
use jni::sys::{jboolean, jclass, jdouble, jint, jstring};

use crate::guard::cold;

static SELECTION: OnceLock<Selection> = OnceLock::new();

/// What a name names: `Core.BELOW`, `Core.METHOD`, `Core.CLASS`; every other value is a test.
const BELOW: jint = 1;
const METHOD: jint = 2;
const CLASS: jint = 3;

/// `Core.select`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_select(
    env: EnvUnowned<'_>,
    _class: jclass,
    baseline: jstring,
    root: jstring,
    class_path: jstring,
    java: jstring,
    orders: jboolean,
) {
    cold(env, (), |_, jni| {
        let [baseline, root, class_path, java] = jni.texts([baseline, root, class_path, java]);
        let folder = std::env::current_dir().unwrap_or_default();
        let arguments = jni.runtime_arguments().unwrap_or_default();
        let jvm = TestJvm {
            folder: &folder,
            class_path: &class_path,
            arguments: &arguments,
            java: &java,
            loaded: &[],
        };
        SELECTION.get_or_init(|| Selection::read(Path::new(&baseline), Path::new(&root), jvm, orders));
        Ok(())
    });
}

/// `Core.leavesOut`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_leavesOut(
    env: EnvUnowned<'_>,
    _class: jclass,
    name: jstring,
    kind: jint,
) -> jboolean {
    cold(env, false, |_, jni| {
        let Some(selection) = SELECTION.get() else { return Ok(false) };
        let [name] = jni.texts([name]);
        Ok(match kind {
            BELOW => selection.leaves_out_below(&name),
            METHOD => selection.leaves_out_method(&name),
            _ => selection.leaves_out(&name),
        })
    })
}

/// `Core.urgency`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_urgency(
    env: EnvUnowned<'_>,
    _class: jclass,
    name: jstring,
    kind: jint,
) -> jdouble {
    cold(env, 0.0, |_, jni| {
        let Some(selection) = SELECTION.get() else { return Ok(0.0) };
        let [name] = jni.texts([name]);
        Ok(match kind {
            BELOW => selection.urgency_below(&name),
            METHOD => selection.urgency_of_method(&name),
            CLASS => selection.urgency_of_class(&name),
            _ => selection.urgency(&name),
        })
    })
}
