package org.example;

/** What the thread of a test that timed out goes on executing. */
public final class Endless {
    private Endless() {
    }

    /** Never returns: the frame that stores these lines is older than the time-out. */
    public static void stays(Runnable round) {
        while (true) {
            round.run(); // covered by: stays, after
            again(); // covered by: stays, after
        }
    }

    private static void again() {
        int ignored = 0; // covered by: stays, after
    } // covered by: stays, after

    public static int next() {
        return 1; // covered by: next
    }
}
