package org.example;

/** A line for each test. */
public final class Work {
    private Work() {
    }

    public static int plain() {
        return 1; // covered by: plain
    }

    public static int pooled() {
        return 2; // covered by: pooled
    }

    public static int nested() {
        return 3; // covered by: nested
    }

    public static int completed() {
        return 4; // covered by: completed
    }

    public static int forked() {
        return 5; // covered by: forked
    }

    public static int unbound() {
        return 6; // covered by: unbound
    }

    public static int virtual() {
        return 7; // covered by: virtual
    }

    public static int perTask() {
        return 8; // covered by: perTask
    }
}
