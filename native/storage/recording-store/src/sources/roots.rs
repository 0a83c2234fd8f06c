//! Restricts which files named by a recording may be read: a recording is untrusted, and the files are shown.

use std::path::{Path, PathBuf};

use crate::find::DEFAULT_FOLDER;
use crate::project::root_of;

/// Extensions of source files for JVM compilers.
const ENDINGS: [&str; 20] = [
    "java", "kt", "kts", "scala", "sc", "groovy", "gvy", "gy", "gradle", "clj", "cljc", "aj", "xtend", "rb",
    "jsp", "jspf", "jspx", "tag", "tagf", "tagx",
];

/// Real paths of the folders below which files may be read.
#[derive(Clone, Debug, Default)]
pub struct Roots(Vec<PathBuf>);

impl Roots {
    /// The project of `base`, the project of each `.faultline` among the recordings' folders, and the folders
    /// `given`.
    pub fn new(base: &Path, recordings: &[PathBuf], given: &[PathBuf]) -> Self {
        let mut roots = vec![root_of(base)];
        let mut add = |root: PathBuf| {
            if !roots.contains(&root) {
                roots.push(root);
            }
        };
        for folder in recordings.iter().filter_map(|file| file.parent()) {
            if let Ok(folder) = dunce::canonicalize(folder)
                && folder.ends_with(DEFAULT_FOLDER)
            {
                folder.parent().map(root_of).into_iter().for_each(&mut add);
            }
        }
        given.iter().filter_map(|folder| dunce::canonicalize(folder).ok()).for_each(add);
        Self(roots)
    }

    /// Whether a file or folder is below a root, with links resolved.
    pub fn hold(&self, path: &Path) -> bool {
        dunce::canonicalize(path).is_ok_and(|real| self.0.iter().any(|root| real.starts_with(root)))
    }

    /// Whether a file may be read: below a root, regular, and with the extension of a source, also after
    /// resolving links.
    pub fn admit(&self, file: &Path) -> bool {
        let is_source = |path: &Path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
        };
        let Ok(real) = dunce::canonicalize(file) else { return false };
        is_source(file)
            && is_source(&real)
            && real.is_file()
            && self.0.iter().any(|root| real.starts_with(root))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_sources_below_the_project_and_the_folders_given_are_admitted() {
        let scratch = tempfile::tempdir().expect("a folder");
        let at = |path: &str| scratch.path().join(path);
        for file in
            ["p/pom.xml", "p/a/x/A.java", "p/b/B.kt", "p/b/secret.txt", "q/C.java", "r/D.java", "p/pipe/x"]
        {
            fs::create_dir_all(at(file).parent().expect("a parent")).expect("folders");
            fs::write(at(file), "").expect("a file");
        }
        let roots = Roots::new(&at("p/a"), &[], &[at("q")]);
        for file in ["p/a/x/A.java", "p/b/B.kt", "q/C.java"] {
            assert!(roots.admit(&at(file)), "{file}");
        }
        for file in ["p/b/secret.txt", "r/D.java", "p/a/../../r/D.java", "p/none/E.java", "p"] {
            assert!(!roots.admit(&at(file)), "{file}");
        }
        let named = Roots::new(&at("q"), &[at("r/.faultline/1.flt")], &[]);
        assert!(!named.admit(&at("r/D.java")), "the folder is not there");
        fs::create_dir_all(at("r/.faultline")).expect("a folder");
        assert!(Roots::new(&at("q"), &[at("r/.faultline/1.flt")], &[]).admit(&at("r/D.java")));
        assert!(
            !Roots::new(&at("q"), &[at("r/1.flt")], &[]).admit(&at("r/D.java")),
            "a file from anywhere has no project"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_or_to_something_else_are_not_followed() {
        use std::os::unix::fs::symlink;
        let scratch = tempfile::tempdir().expect("a folder");
        let at = |path: &str| scratch.path().join(path);
        for file in ["p/A.java", "p/secret", "q/B.java"] {
            fs::create_dir_all(at(file).parent().expect("a parent")).expect("folders");
            fs::write(at(file), "").expect("a file");
        }
        for (to, link) in [
            ("q/B.java", "p/Out.java"),
            ("p/secret", "p/Other.java"),
            ("p/A.java", "p/Fine.java"),
            ("q", "p/src"),
        ] {
            symlink(at(to), at(link)).expect("a link");
        }
        let roots = Roots::new(&at("p"), &[], &[]);
        assert!(roots.admit(&at("p/Fine.java")));
        for file in ["p/Out.java", "p/Other.java", "p/src/B.java", "/proc/self/environ", "/dev/zero"] {
            assert!(!roots.admit(&at(file)), "{file}");
        }
    }
}
