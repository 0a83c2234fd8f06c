package io.faultline.evosuite.search;

import org.evosuite.Properties;

/**
 * Timeouts of single tests during timed rounds.
 *
 * <p>EvoSuite waits 3 s for a test and 2 s more for its thread: longer than a round, so a test that waits or loops
 * costs two rounds. During timed rounds a test has a quarter of a round, and its thread 100 ms. Minimisation,
 * assertions and checks of tests use EvoSuite's timeouts. An explicit {@code -Dtimeout} is respected.
 */
final class Patience {
    private static final int STOCK_TIMEOUT = 3000;
    private static final int STOCK_SHUTDOWN = 1000;

    /** Fraction of a round, as a divisor, for one test. */
    private static final int TESTS_PER_ROUND = 4;

    /** Minimum, so that slow machines do not end tests that load classes. Units: milliseconds. */
    private static final int LEAST_TIMEOUT = 250;

    /** Units: milliseconds. */
    private static final int SHUTDOWN = 100;

    /** Units: seconds. */
    private static final int HURRY = 5;

    private final int timeout = Properties.TIMEOUT;
    private final int shutdown = Properties.SHUTDOWN_TIMEOUT;

    /** Sets the timeouts for rounds of this length. */
    void shorten(int roundMillis) {
        if (timeout == STOCK_TIMEOUT) {
            Properties.TIMEOUT = Math.min(timeout, Math.max(LEAST_TIMEOUT, roundMillis / TESTS_PER_ROUND));
        }
        if (shutdown == STOCK_SHUTDOWN) {
            Properties.SHUTDOWN_TIMEOUT = SHUTDOWN;
        }
    }

    /** Limits the steps after a search to seconds instead of a minute each, because a user waits for the tests. */
    static void hurry() {
        Properties.MINIMIZATION_TIMEOUT = Math.min(Properties.MINIMIZATION_TIMEOUT, HURRY);
        Properties.ASSERTION_TIMEOUT = Math.min(Properties.ASSERTION_TIMEOUT, HURRY);
    }

    /** Restores EvoSuite's timeouts. */
    void restore() {
        Properties.TIMEOUT = timeout;
        Properties.SHUTDOWN_TIMEOUT = shutdown;
    }
}
