package io.faultline.runtime;

/**
 * Receives the boundaries of tests: the native core, or a fake in tests.
 *
 * <p>Errors: none. Threads: any.
 */
public interface Recorder {
    /**
     * Called when a test of this name is about to begin, or a running one gets its name. No lock is held, so the
     * application's code may be called.
     */
    void announce(TestName name);

    /**
     * Drops the hits outside of tests, and opens a test on the calling thread.
     *
     * @return the owner of its hits; null means the calling thread's test, otherwise the oldest open one
     */
    Context startTest();

    /**
     * Opens a row with the calling thread's hits since the last test, for a failure outside of tests.
     *
     * @param others whether tests of other threads are open
     */
    Context startRow(boolean others);

    /**
     * Suspends the calling thread's owner, because something else begins on top of it.
     *
     * @return the argument for {@link #resume}
     */
    Object interrupt();

    /** Restores the calling thread's suspended owner. */
    void resume(Object left);

    /** Takes the hits of a test; later ones are not its own. */
    void capture(Context test);

    /** Closes a test, or a row from {@link #startRow}. */
    void endTest(Context test, TestName name, Outcome outcome, long durationNanos, Failure failure);

    /** Records a test that never started: a row without coverage. */
    void skipTest(TestName name);

    /** Drops the calling thread's test, which turned out not to be one, with its hits. */
    void dropTest(Context test);

    /**
     * Ends a fixture of the calling thread that was started like a test, or by {@link #startRow}.
     *
     * @param after whether it ran after its tests
     * @return its number, or -1 without hits
     */
    int endFixture(Context test, TestName name, boolean after);

    /** From here on, once threads are told apart, collects what the calling thread runs outside of tests. */
    void collectBetween();

    /** Returns the test, fixture or initialiser that the calling thread runs for; null if unknown. */
    Context owner();

    /**
     * Begins a shared creation on the calling thread: hits until {@link #endShared} are for all its users. May nest.
     */
    Context startShared();

    /** Ends a shared creation. Returns its fixture number, or -1 without hits. */
    int endShared(Context shared, TestName name);

    /** Sets hits of the calling thread aside until {@link #endAside}. May nest. */
    void beginAside();

    /**
     * Ends setting hits aside, on the same thread.
     *
     * @param forget whether the hits are dropped; otherwise they go to the thread's owner
     */
    void endAside(boolean forget);

    /** Returns the number of rows, which is the number of the next one. */
    int tests();

    /** Assigns fixtures to a test, which may be the next one. */
    void charge(int test, int[] fixtures);
}
