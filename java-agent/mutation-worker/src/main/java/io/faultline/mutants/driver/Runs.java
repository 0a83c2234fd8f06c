package io.faultline.mutants.driver;

import io.faultline.runner.Ran;

/**
 * The consecutive runs of one test: {@code while (more()) { begin(); ... ended(ran); }}.
 *
 * <p>Threads: all calls come from the thread in which the framework runs its tests.
 */
public interface Runs {
    /** Whether another run follows. */
    boolean more();

    /** Starts the next run. */
    void begin();

    /** Records the result of the run. */
    void ended(Ran ran);

    /** Executes all runs by calling {@code leaf}. */
    default void of(Leaf leaf) {
        while (more()) {
            begin();
            Ran ran;
            try {
                ran = leaf.run();
            } catch (Throwable thrown) {
                ran = Ran.failed(thrown);
            }
            ended(ran);
        }
    }
}
