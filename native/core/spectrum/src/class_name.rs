//! Facts that follow from the name of a class alone.

/// Prefixes of classes that cannot contain a project's fault: the JDK, runtimes of other languages, test
/// frameworks and test runners.
const FOREIGN: [&str; 28] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "groovy.",
    "groovyjarjar",
    "org.apache.groovy.",
    "org.codehaus.groovy.",
    "kotlin.",
    "kotlinx.coroutines.",
    "scala.",
    "junit.",
    "org.junit.",
    "org.testng.",
    "org.hamcrest.",
    "org.opentest4j.",
    "org.scalatest.",
    "org.spockframework.",
    "spock.",
    "org.apache.maven.surefire.",
    "org.gradle.",
    "worker.org.gradle.",
    "org.apache.tools.ant.",
    "com.intellij.rt.",
    "org.eclipse.jdt.internal.junit",
    "org.eclipse.jdt.internal.launching.",
    "io.faultline.",
];

/// The binary name of a class: `org.x.Foo$Bar$1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassName<'a>(pub &'a str);

impl<'a> ClassName<'a> {
    /// The outermost enclosing class: `org.x.Foo`. A leading `$` of the simple name is part of the name.
    pub fn outermost(self) -> &'a str {
        let nested = self.simple().char_indices().skip(1).find(|&(_, c)| c == '$');
        nested.map_or(self.0, |(at, _)| &self.0[..self.start() + at])
    }

    /// The name without its package: `Foo$Bar$1`.
    pub fn simple(self) -> &'a str {
        &self.0[self.start()..]
    }

    /// Whether the class belongs to the JDK, to another language's runtime or to test tooling, and so cannot
    /// contain a project's fault.
    pub fn is_foreign(self) -> bool {
        FOREIGN.iter().any(|prefix| self.0.starts_with(prefix))
    }

    fn start(self) -> usize {
        self.0.rfind('.').map_or(0, |dot| dot + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_classes_belong_to_the_outermost() {
        for (class, outer) in [
            ("org.x.Foo", "org.x.Foo"),
            ("org.x.Foo$Bar$1", "org.x.Foo"),
            ("Foo$Bar", "Foo"),
            ("org.x.$Proxy", "org.x.$Proxy"),
            ("org.x$y.Foo", "org.x$y.Foo"),
            ("org.x.é$1", "org.x.é"),
            ("", ""),
        ] {
            assert_eq!(ClassName(class).outermost(), outer);
        }
    }

    #[test]
    fn a_simple_name_has_no_package() {
        assert_eq!(ClassName("org.x.Foo$Bar").simple(), "Foo$Bar");
        assert_eq!(ClassName("Foo").simple(), "Foo");
    }

    #[test]
    fn the_jdk_and_what_runs_tests_is_foreign_and_what_only_sounds_like_it_is_not() {
        for class in ["java.lang.String", "jdk.internal.X", "org.junit.Assert", "junit.framework.TestCase"] {
            assert!(ClassName(class).is_foreign(), "{class}");
        }
        for class in ["org.junitpioneer.X", "javassist.X", "org.x.Foo", ""] {
            assert!(!ClassName(class).is_foreign(), "{class}");
        }
    }
}
