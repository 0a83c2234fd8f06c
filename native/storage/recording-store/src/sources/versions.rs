//! Sources of classes that an archive has for several versions of Java (`META-INF/versions`).

use std::collections::HashMap;
use std::path::Path;

use faultline_baseline::version_of;
use faultline_files::path_of;
use faultline_spectrum::{Class, is_archive, outer_location};

use super::Roots;

/// Where an archive, or a folder into which one was unpacked, keeps the classes of a version.
const VERSIONS: &str = "/META-INF/versions/";

/// The versions for which classes were compiled, looked up once per class.
#[derive(Debug, Default)]
pub struct Versions(HashMap<(String, String, u64), Option<String>>);

impl Versions {
    /// The version of Java for which the class that ran was compiled: empty for the usual one. `None` if there are no
    /// others, or it is not known.
    pub fn of(&mut self, class: &Class, roots: &Roots) -> Option<String> {
        if let Some((_, version)) = class.location.trim_end_matches('/').split_once(VERSIONS) {
            return Some(version.to_owned());
        }
        if !is_archive(&class.location) || outer_location(&class.location) != class.location {
            return None;
        }
        let key = (class.name.clone(), class.location.clone(), class.hash);
        let find = || {
            // The location comes from a recording, which is untrusted.
            let archive = path_of(&class.location);
            let is_inside = archive.parent().is_some_and(|folder| roots.hold(folder));
            is_inside.then(|| version_of(&archive, &class.name, class.hash)).flatten()
        };
        self.0.entry(key).or_insert_with(find).clone()
    }
}

/// Whether a folder of a source is named after a version of Java: `java11`, `main-11`, `11`.
pub fn is_named(source: &Path, module: &Path, version: &str) -> bool {
    let below = source.strip_prefix(module).unwrap_or(source);
    let folders = below.parent().into_iter().flat_map(Path::components);
    let folders = folders.map(|folder| folder.as_os_str().to_string_lossy().into_owned());
    folders.into_iter().any(|folder| {
        let numbers = folder.split(|letter: char| !letter.is_ascii_digit());
        numbers.into_iter().any(|number| number == version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_sources_is_named_after_its_version() {
        let is_of = |source: &str| is_named(Path::new(source), Path::new("/p/11"), "11");
        for named in ["src/main/java11/a/A.java", "src/jdk-11/A.java", "11/A.java", "src/java11plus/A.java"] {
            assert!(is_of(&format!("/p/11/{named}")), "{named}");
        }
        for other in ["src/main/java/a/A.java", "src/main/java110/A.java", "src/A11.java"] {
            assert!(!is_of(&format!("/p/11/{other}")), "{other}");
        }
    }
}
