package io.faultline.runner;

/** Measures elapsed time against a deadline. */
public final class Clock {
    private final long startNanos = System.nanoTime();
    private final long deadlineMs;

    public Clock(long deadlineMs) {
        this.deadlineMs = deadlineMs;
    }

    /** The time since construction, in milliseconds. */
    public long ms() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    /** The time until the deadline, in milliseconds; practically infinite if there is no deadline. */
    public long left() {
        return deadlineMs <= 0 ? Long.MAX_VALUE / 2 : Math.max(0, deadlineMs - ms());
    }

    /** Whether at least {@code ms} milliseconds remain. */
    public boolean has(long ms) {
        return deadlineMs <= 0 || ms() + ms < deadlineMs;
    }
}
