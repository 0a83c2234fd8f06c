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

    /**
     * The calling thread leaves what it runs for: something else begins on top of it.
     *
     * @return what {@link #resume} needs
     */
    Object interrupt();

    /** The calling thread goes on with what it left. */
    void resume(Object left);

    /** Takes the hits of a test now; later ones are not its own. */
    void capture(Context test);

    /** Closes a test, or what {@link #startRow} gave. */
    void endTest(Context test, TestName name, Outcome outcome, long durationNanos, Failure failure);

    /** A test that never started: a row without coverage. */
    void skipTest(TestName name);

    /** The calling thread's test was none: what it hit belongs to nobody. */
    void dropTest(Context test);

    /**
     * A fixture of the calling thread ended, which was started as a test is, or by {@link #startRow}.
     *
     * @param after whether it ran after the tests it is for
     * @return its number, or -1 when nothing was hit
     */
    int endFixture(Context test, TestName name, boolean after);

    /** The test, fixture or initialiser for which the calling thread runs; null where none is known. */
    Context owner();

    /**
     * What the calling thread runs from here to {@link #endShared} is for whoever shares what it makes. May
     * nest.
     */
    Context startShared();

    /** It ended: gives its number among the fixtures, or -1 when nothing was hit. */
    int endShared(Context shared, TestName name);

    /** What the calling thread runs from here to {@link #endAside} may be nobody's. May nest. */
    void beginAside();

    /**
     * It ended, on the same thread.
     *
     * @param forget it is nobody's; else it belongs to whoever the thread runs for, as if it had never been set aside
     */
    void endAside(boolean forget);

    /** How many rows there are: the number of the next one. */
    int tests();

    /** The test of this number, which may be the next one, had these fixtures. */
    void charge(int test, int[] fixtures);
}
