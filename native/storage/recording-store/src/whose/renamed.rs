//! Names of sources that an obfuscator wrote into the classes.

use std::collections::HashMap;
use std::sync::Arc;

use faultline_spectrum::{ClassFile, Recording};

/// Forgets names of sources without an ending, as `SourceFile`: an obfuscator gives all classes the same. Then the
/// class's own name tells its source.
pub fn forget(recordings: &mut [Recording]) {
    let mut known = HashMap::<*const ClassFile, Arc<ClassFile>>::new();
    // The files must live as long as their addresses are keys.
    let mut kept = Vec::new();
    let classes = recordings.iter_mut().flat_map(|recording| &mut recording.classes);
    for class in classes.filter(|class| class.source_file.as_ref().is_some_and(|file| !file.contains('.'))) {
        let key = Arc::as_ptr(&class.file);
        let file = known.entry(key).or_insert_with(|| {
            kept.push(Arc::clone(&class.file));
            Arc::new(ClassFile { source_file: None, ..(*class.file).clone() })
        });
        class.file = Arc::clone(file);
    }
}
