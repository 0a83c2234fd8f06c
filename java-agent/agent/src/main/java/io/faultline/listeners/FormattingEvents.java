package io.faultline.listeners;

import io.faultline.runtime.Session;

/**
 * The messages of failed assertions, for which the assertion library asks the application's values for their text before
 * anyone is told of the failure: what runs meanwhile is nobody's. Only failing tests run it, and no fault of theirs is
 * there.
 *
 * <p>Where a value throws instead, the test fails by that: what ran is the test's.
 *
 * <p>Threads: any. The two ends of a message come in pairs, on one thread, and may nest.
 */
final class FormattingEvents {
    private final Session session;

    FormattingEvents(Session session) {
        this.session = session;
    }

    /** {@code thrown} says so only of an end, and there null that nothing was. */
    void on(int event, Object thrown) {
        if (event == Event.FORMATTING) {
            session.beginAside();
        } else {
            boolean made = thrown == null || (event == Event.FORMATTED_AND_FAILS && thrown instanceof AssertionError);
            session.endAside(made);
        }
    }
}
