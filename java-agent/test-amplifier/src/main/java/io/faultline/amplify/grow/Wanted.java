package io.faultline.amplify.grow;

/** The requested variants of a test. Plain data. */
final class Wanted {
    /** The number of edits. */
    final int count;

    /** Whether edited variants evaluate assertions instead of observing their actual values. */
    final boolean tries;

    /** Whether to create slices: single statements and their dependencies. */
    final boolean slices;

    /** The line of the test method that threw an exception other than an assertion's; 0 if there is none. */
    final int thrownLine;

    /** The method called, or class instantiated, on that line when it threw; empty if unknown. */
    final String thrownBy;

    Wanted(int count, boolean tries, boolean slices, int thrownLine, String thrownBy) {
        this.count = count;
        this.tries = tries;
        this.slices = slices;
        this.thrownLine = thrownLine;
        this.thrownBy = thrownBy;
    }
}
