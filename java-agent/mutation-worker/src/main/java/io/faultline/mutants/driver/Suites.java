package io.faultline.mutants.driver;

import io.faultline.runner.JUnit3Suites;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes in which JUnit 3 may find a test. The class of a test can be in a library, as guava-testlib's are: then the
 * {@code suite} method of some class of the project made it.
 */
final class Suites {
    private final List<String> names;

    /** Takes classes with a {@code suite} method, for tests whose own class is not one that JUnit can be given. */
    Suites(List<String> names) {
        this.names = names;
    }

    /** Runs a class, then, if it stands for tests of libraries, each other class that may make them, while tests are left. */
    void each(Class<?> testClass, Tests tests, Each run) throws Exception {
        for (Class<?> of : JUnit3Suites.around(testClass)) {
            if (!tests.left().isEmpty()) {
                run.run(of);
            }
        }
        for (Class<?> of : others(testClass)) {
            if (!tests.left().isEmpty()) {
                try {
                    run.run(of);
                } catch (IllegalStateException broken) {
                    // Its `suite` method threw, so no test of it was recorded.
                }
            }
        }
    }

    /** Runs the wanted tests of a class. */
    interface Each {
        void run(Class<?> of) throws Exception;
    }

    private List<Class<?>> others(Class<?> testClass) {
        List<Class<?>> others = new ArrayList<>();
        if (names.contains(testClass.getName())) {
            for (String name : names) {
                Class<?> other = find(name, testClass.getClassLoader());
                if (other != null && other != testClass) {
                    others.add(other);
                }
            }
        }
        return others;
    }

    private static Class<?> find(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError unusable) {
            return null;
        }
    }
}
