package io.faultline.runner;

/** What is left of the time given. */
public final class Clock {
    private final long startNanos = System.nanoTime();
    private final long deadlineMs;

    public Clock(long deadlineMs) {
        this.deadlineMs = deadlineMs;
    }

    /** Since the start. */
    public long ms() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    /** What is left of it, in milliseconds; as good as for ever where nobody has said how long it may take. */
    public long left() {
        return deadlineMs <= 0 ? Long.MAX_VALUE / 2 : Math.max(0, deadlineMs - ms());
    }

    /** Whether so much of it is left. */
    public boolean has(long ms) {
        return deadlineMs <= 0 || ms() + ms < deadlineMs;
    }
}
