//! The files that EvoSuite writes for a class.

use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};

/// The name of the only test in an empty suite.
const NO_TEST: &str = "notGeneratedAnyTest";

/// The files of a suite, as EvoSuite names them.
#[derive(Clone, Debug)]
pub struct SuiteFiles {
    /// Binary name of the test class.
    pub class: String,
    /// Its source.
    pub source: PathBuf,
}

impl SuiteFiles {
    /// The suite of a class, below a source folder.
    pub fn of(target: &str, tests: &Path) -> Self {
        let source = tests.join(format!("{}_ESTest.java", target.replace('.', "/")));
        Self { class: format!("{target}_ESTest"), source }
    }

    /// The names of both its files in a folder of ours: the tests and their scaffolding.
    pub fn names(target: &str) -> [PathBuf; 2] {
        let file =
            |ending: &str| Path::new("tests").join(format!("{}{ending}.java", target.replace('.', "/")));
        [file("_ESTest"), file("_ESTest_scaffolding")]
    }

    /// Number of its tests; `None` if there is no suite.
    pub fn tests(&self) -> Option<usize> {
        let source = regular::read_to_string(&self.source, limits::SOURCE).ok()?;
        Some(count(&source))
    }
}

/// Number of tests in a Java source, without the placeholder of an empty suite.
pub fn count(source: &str) -> usize {
    let annotated = |line: &&str| {
        line.trim_start().strip_prefix("@Test").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let all = source.lines().filter(annotated).count();
    let empty = source.lines().filter(|line| line.contains(&format!("void {NO_TEST}("))).count();
    all.saturating_sub(empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_and_the_one_that_stands_for_none_is_not() {
        let one = "  @Test(timeout = 4000)\n  public void test0()  throws Throwable  {\n  }\n";
        assert_eq!(count(&one.repeat(3)), 3);
        assert_eq!(
            count("  @Test\n  public void notGeneratedAnyTest() {\n    // EvoSuite did not\n  }\n"),
            0
        );
        assert_eq!(count("import org.junit.Test;\n@TestTarget(X.class)"), 0);
    }

    #[test]
    fn files_are_named_after_the_class() {
        let files = SuiteFiles::of("org.x.Foo", Path::new("/t"));
        assert_eq!(files.class, "org.x.Foo_ESTest");
        assert_eq!(files.source, Path::new("/t/org/x/Foo_ESTest.java"));
    }
}
