//! Tells main sources from tests by their paths, as Maven and Gradle lay projects out.

/// The part of a project that a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Below `src/main`: what a fix mends.
    Main,
    /// Below `src/test`, or another folder of tests: what shows the fault.
    Test,
    /// A source elsewhere, or a build file: a commit that changes one may do more than mend a fault.
    Build,
    /// Anything else, such as documentation.
    Other,
}

impl Side {
    /// The side of a path in a repository.
    pub fn of(path: &str) -> Self {
        let path = format!("/{path}");
        let is_build =
            [".gradle", ".kts", "/pom.xml", "/gradle.properties"].iter().any(|end| path.ends_with(end));
        if path.contains("/src/main/") {
            Self::Main
        } else if path.contains("/src/test/") || path.starts_with("/test/") || path.starts_with("/tests/") {
            Self::Test
        } else if is_build || is_source(&path) {
            Self::Build
        } else {
            Self::Other
        }
    }
}

/// Whether a file is compiled: Java or Kotlin.
pub fn is_source(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "java" | "kt") && !path.ends_with("-info.java")
}

/// The module of a test: the folder above its `src`, empty for the root. `None` for a test elsewhere.
pub fn module(path: &str) -> Option<&str> {
    let at = path.find("src/test/")?;
    let module = &path[..at];
    if module.is_empty() { Some("") } else { module.strip_suffix('/') }
}

/// The package and the name of the class that a test source is called after: `org.x` and `ATest` of `src/test/java/org/x/ATest.java`.
pub fn class(path: &str) -> Option<(String, &str)> {
    let inside = &path[path.find("src/test/")? + "src/test/".len()..];
    let (_, inside) = inside.split_once('/')?;
    let (stem, _) = inside.rsplit_once('.')?;
    let (package, class) = stem.rsplit_once('/').unwrap_or(("", stem));
    Some((package.replace('/', "."), class))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_tests_and_builds_are_told_apart() {
        for (path, side) in [
            ("src/main/java/a/B.java", Side::Main),
            ("core/src/main/resources/a.txt", Side::Main),
            ("core/src/test/java/a/BTest.java", Side::Test),
            ("test/a/BTest.java", Side::Test),
            ("src/java/a/B.java", Side::Build),
            ("core/pom.xml", Side::Build),
            ("build.gradle.kts", Side::Build),
            ("src/changes/changes.xml", Side::Other),
            ("README.md", Side::Other),
        ] {
            assert_eq!(Side::of(path), side, "{path}");
        }
        assert!(is_source("A.kt") && !is_source("package-info.java") && !is_source("a.txt"));
    }

    #[test]
    fn a_test_tells_its_module_and_class() {
        assert_eq!(module("src/test/java/a/T.java"), Some(""));
        assert_eq!(module("x/y/src/test/java/a/T.java"), Some("x/y"));
        assert_eq!((module("test/a/T.java"), module("xsrc/test/T.java")), (None, None));
        assert_eq!(class("x/src/test/kotlin/a/b/T.kt"), Some(("a.b".to_owned(), "T")));
        assert_eq!(class("src/test/java/T.java"), Some((String::new(), "T")));
    }
}
