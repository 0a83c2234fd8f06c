package org.example;

/** What threads of tests that timed out go on executing. */
public final class Endless {
    private Endless() {
    }

    /** Never returns: the frame that stores these lines is older than the time-out. */
    public static void stays(Runnable round) {
        while (true) {
            round.run(); // covered by: stays*, threadA, threadC, waited, expected, toldLate, latched
        }
    }

    /** Is called again after the time-out. */
    public static int returns(int round) {
        return round + 1; // covered by: returns*, threadA, threadB
    }

    /** Is called by a thread that the test itself made. */
    public static int helps(int round) {
        return round + 2; // covered by: helped*, helper
    }
}
