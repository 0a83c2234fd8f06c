package io.faultline.listeners;

import io.faultline.runtime.Session;

/**
 * Announcements of parallel tests: objects that frameworks create, or methods that they call, before running tests in
 * parallel; and of tests that they give up, whose threads may go on beside the next tests.
 *
 * <p>Threads are then told apart before the first of these tests, on the thread that will start them all, instead of
 * while tests run and workers wait for each other.
 */
final class ParallelEvents {
    private static final Getter PARALLELISM = new Getter(
            "org.junit.platform.engine.support.hierarchical.ParallelExecutionConfiguration", "getParallelism");

    private final Session session;

    ParallelEvents(Session session) {
        this.session = session;
    }

    void on(int event, Object configuration) {
        if (event == Event.TIMED_OUT) {
            session.timesOut();
        } else if (event == Event.WAITED) {
            session.givesUpWaiting();
        } else if (event == Event.PARALLEL || isForSeveral(configuration)) {
            session.announceOverlap();
        }
    }

    private static boolean isForSeveral(Object configuration) {
        Object parallelism = PARALLELISM.of(configuration);
        return parallelism instanceof Integer && (Integer) parallelism > 1;
    }
}
