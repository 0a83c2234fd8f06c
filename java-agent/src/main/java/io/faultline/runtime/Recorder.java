package io.faultline.runtime;

/**
 * Where the boundaries of tests go: the native core, or a stand-in under test.
 *
 * <p>Errors: nothing here throws. Threads: any.
 */
public interface Recorder {
    /**
     * Forgets the hits that belong to no test, and opens one on the calling thread.
     *
     * @return the owner of its hits; null means the calling thread's test, else the oldest open one
     */
    Context startTest();

    /**
     * A row of what the calling thread ran since the last test, for a failure outside of tests.
     *
     * @param others tests of other threads are open
     */
    Context startRow(boolean others);

    /** Takes the hits of a test now; later ones are not its own. */
    void capture(Context test);

    /** Closes a test, or what {@link #startRow} gave. */
    void endTest(Context test, TestName name, Outcome outcome, long durationNanos, Failure failure);

    /** A test that never started: a row without coverage. */
    void skipTest(TestName name);
}
