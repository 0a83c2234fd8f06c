//! Reads from class files the Kotlin source that they were compiled from.

use std::path::{Path, PathBuf};

use faultline_class_file::texts;
use faultline_files::limits;

/// The Kotlin source file of a class: `Carts.kt`; `None` for another language.
///
/// Only the constants of a class file are read: the one that is the name of a Kotlin file is its source's.
pub fn source_file(bytes: &[u8]) -> Option<String> {
    let names = texts(bytes)?;
    let is_file = |text: &&String| text.strip_suffix(".kt").is_some() && !text.contains(['/', ' ', '\n']);
    names.iter().find(is_file).cloned()
}

/// The name of the module that a folder of classes was compiled as, which is part of the names of internal
/// members; `None` if there are several or none.
pub fn module_name(folder: &Path) -> Option<String> {
    let entries = limits::PROJECT.looked_at(&folder.join("META-INF")).into_iter();
    let names = entries.filter_map(|entry| {
        let path: PathBuf = entry.path();
        let is_module = path.extension().is_some_and(|end| end == "kotlin_module");
        is_module.then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).flatten()
    });
    let all: Vec<String> = names.collect();
    if let [only] = all.as_slice() { Some(only.clone()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class file's constants: a long, then texts.
    fn class(texts: &[&str]) -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 55, 0, texts.len() as u8 + 3];
        bytes.extend([5, 0, 0, 0, 0, 0, 0, 0, 7]);
        for text in texts {
            bytes.extend([1, 0, text.len() as u8]);
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    #[test]
    fn a_class_names_the_file_that_it_was_compiled_from() {
        assert_eq!(source_file(&class(&["SourceFile", "Carts.kt", "a b.kt"])).as_deref(), Some("Carts.kt"));
        assert_eq!(source_file(&class(&["SourceFile", "Carts.java"])), None);
        let whole = class(&["x", "Carts.kt"]);
        for end in 0..whole.len() {
            assert_eq!(source_file(&whole[..end]), None, "cut after {end}");
        }
        assert_eq!(source_file(&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 55, 0, 9, 99]), None);
    }

    #[test]
    fn a_module_has_one_name_or_none() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(module_name(folder.path()), None);
        let at = folder.path().join("META-INF");
        std::fs::create_dir(&at).expect("a folder");
        std::fs::write(at.join("shop.kotlin_module"), "").expect("a file");
        assert_eq!(module_name(folder.path()).as_deref(), Some("shop"));
        std::fs::write(at.join("other.kotlin_module"), "").expect("a file");
        assert_eq!(module_name(folder.path()), None);
    }
}
