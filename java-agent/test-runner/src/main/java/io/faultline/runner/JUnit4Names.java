package io.faultline.runner;

import org.junit.runner.Description;

/** Names under which JUnit 4's tests are reported. */
@FunctionalInterface
public interface JUnit4Names {
    /** The name of a test. */
    String of(Description test);

    /** The name of a test that starts. */
    default String ofNext(Description test) {
        return of(test);
    }
}
