package io.faultline.runtime;

/**
 * Where the boundaries of tests go: the native core, or a stand-in under test.
 *
 * <p>Errors: nothing here throws. Threads: any.
 */
public interface Recorder {
    /** Forgets the hits that belong to no test, and opens one. */
    void startTest();

    /** Takes the hits of the running test now; later ones are not its own. */
    void capture();

    /** Closes the calling thread's test, else the oldest open one, else makes a row of the hits between tests. */
    void endTest(TestName name, Outcome outcome, long durationNanos, Failure failure);

    /** A test that never started: a row without coverage. */
    void skipTest(TestName name);
}
