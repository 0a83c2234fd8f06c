package io.faultline.evosuite.search;

import org.evosuite.Properties;

/**
 * How long one test may take while rounds are timed.
 *
 * <p>EvoSuite waits 3 s for a test and 2 s more for its thread: longer than a round, so that one test that waits or
 * loops costs two rounds. During timed rounds a test has a quarter of a round and its thread a moment. Minimisation,
 * assertions and the check of the tests have EvoSuite's times again. Who sets {@code -Dtimeout} is obeyed.
 */
final class Patience {
    private static final int STOCK_TIMEOUT = 3000;
    private static final int STOCK_SHUTDOWN = 1000;

    /** Part of a round that one test may take. */
    private static final int TESTS_PER_ROUND = 4;

    /** So that slow machines do not end tests that only load their classes. Units: milliseconds. */
    private static final int LEAST_TIMEOUT = 250;

    /** Units: milliseconds. */
    private static final int SHUTDOWN = 100;

    /** Units: seconds. */
    private static final int HURRY = 5;

    private final int timeout = Properties.TIMEOUT;
    private final int shutdown = Properties.SHUTDOWN_TIMEOUT;

    /** For rounds of this length. */
    void shorten(int roundMillis) {
        if (timeout == STOCK_TIMEOUT) {
            Properties.TIMEOUT = Math.min(timeout, Math.max(LEAST_TIMEOUT, roundMillis / TESTS_PER_ROUND));
        }
        if (shutdown == STOCK_SHUTDOWN) {
            Properties.SHUTDOWN_TIMEOUT = SHUTDOWN;
        }
    }

    /** Somebody waits for the tests: what follows the search has seconds, not a minute each. */
    static void hurry() {
        Properties.MINIMIZATION_TIMEOUT = Math.min(Properties.MINIMIZATION_TIMEOUT, HURRY);
        Properties.ASSERTION_TIMEOUT = Math.min(Properties.ASSERTION_TIMEOUT, HURRY);
    }

    /** EvoSuite's times again. */
    void restore() {
        Properties.TIMEOUT = timeout;
        Properties.SHUTDOWN_TIMEOUT = shutdown;
    }
}
