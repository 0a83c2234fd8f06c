package io.faultline.listeners;

import io.faultline.runtime.Session;

/**
 * What frameworks make, or call, before they run tests in parallel.
 *
 * <p>So threads are told apart before the first of these tests, in the thread that will start them all, and not
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
        if (event == Event.PARALLEL || isForSeveral(configuration)) {
            session.announceOverlap();
        }
    }

    private static boolean isForSeveral(Object configuration) {
        Object parallelism = PARALLELISM.of(configuration);
        return parallelism instanceof Integer && (Integer) parallelism > 1;
    }
}
