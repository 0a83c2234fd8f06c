package org.example;

/** Tested inside Maven's own JVM. */
public final class Inside {
    private Inside() {
    }

    public static int twice(int n) {
        return 2 * n; // covered by: passes, fails
    }
}
