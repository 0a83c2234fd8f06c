package io.faultline.listeners;

import io.faultline.runtime.Session;

/**
 * Sets aside what runs while an assertion library formats a failure message. Libraries ask the application's values for
 * their text before the failure is reported. Only failing tests run this code, and it does not cause their failure.
 *
 * <p>If a value throws, the test fails because of it, so the hits count for the test.
 *
 * <p>Threads: any. Begin and end of a message are paired on one thread, and may nest.
 */
final class FormattingEvents {
    private final Session session;

    FormattingEvents(Session session) {
        this.session = session;
    }

    /** {@code thrown} matters only at an end; null means that nothing was thrown. */
    void on(int event, Object thrown) {
        if (event == Event.FORMATTING) {
            session.beginAside();
        } else {
            boolean made = thrown == null || (event == Event.FORMATTED_AND_FAILS && thrown instanceof AssertionError);
            session.endAside(made);
        }
    }
}
