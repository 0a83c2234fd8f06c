//! Native methods for leaving out tests for which nothing has changed.

use std::path::Path;
use std::sync::OnceLock;

use faultline_baseline::{Selection, TestJvm};
use jni::EnvUnowned;
use jni::sys::{jboolean, jclass, jstring};

use crate::guard::cold;

static SELECTION: OnceLock<Selection> = OnceLock::new();

/// `Core.select`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_select(
    env: EnvUnowned<'_>,
    _class: jclass,
    baseline: jstring,
    root: jstring,
    class_path: jstring,
    java: jstring,
) {
    cold(env, (), |_, jni| {
        let [baseline, root, class_path, java] = jni.texts([baseline, root, class_path, java]);
        let folder = std::env::current_dir().unwrap_or_default();
        let jvm = TestJvm { folder: &folder, class_path: &class_path, java: &java };
        SELECTION.get_or_init(|| Selection::read(Path::new(&baseline), Path::new(&root), jvm));
        Ok(())
    });
}

/// `Core.leavesOut`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_faultline_bridge_Core_leavesOut(
    env: EnvUnowned<'_>,
    _class: jclass,
    id: jstring,
    below: jboolean,
) -> jboolean {
    cold(env, false, |_, jni| {
        let Some(selection) = SELECTION.get() else { return Ok(false) };
        let [id] = jni.texts([id]);
        Ok(if below { selection.leaves_out_below(&id) } else { selection.leaves_out(&id) })
    })
}
