package io.faultline.amplify.grow;

/** What is left of the time given. */
final class Clock {
    private final long startNanos = System.nanoTime();
    private final long deadlineMs;

    Clock(long deadlineMs) {
        this.deadlineMs = deadlineMs;
    }

    /** Since the start. */
    long ms() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    /** What is left of it, in milliseconds; as good as for ever where nobody has said how long it may take. */
    long left() {
        return deadlineMs <= 0 ? Long.MAX_VALUE / 2 : Math.max(0, deadlineMs - ms());
    }

    /** Whether so much of it is left. */
    boolean has(long ms) {
        return deadlineMs <= 0 || ms() + ms < deadlineMs;
    }
}
