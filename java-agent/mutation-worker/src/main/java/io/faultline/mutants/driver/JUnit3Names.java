package io.faultline.mutants.driver;

import junit.framework.TestCase;

/** Ids of JUnit 3's tests, as the recording agent's {@code JUnit3Events} makes them. */
final class JUnit3Names {
    private JUnit3Names() {}

    static String of(TestCase test) {
        String className = test.getClass().getName();
        String method = test.getName();
        return method == null ? className : method + "(" + className + ")";
    }
}
