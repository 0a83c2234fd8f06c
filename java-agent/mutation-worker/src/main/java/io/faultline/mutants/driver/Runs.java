package io.faultline.mutants.driver;

import io.faultline.runner.Ran;

/**
 * The runs that one test is to have, one after the other: {@code while (more()) { begin(); ... ended(how); }}.
 *
 * <p>Threads: all calls come from the thread that the framework runs its tests in.
 */
public interface Runs {
    /** Whether there is another run to come. */
    boolean more();

    /** Prepares the next run, which begins now. */
    void begin();

    /** Takes how the run has ended. */
    void ended(Ran ran);

    /** All the runs of a test that can be run by a call. */
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
