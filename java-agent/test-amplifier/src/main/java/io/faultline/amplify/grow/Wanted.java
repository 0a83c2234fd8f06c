package io.faultline.amplify.grow;

/** What is wanted of a test. Plain data. */
final class Wanted {
    /** So many edits. */
    final int count;

    /** Whether assertions of edited variants have their say, instead of showing what they look at. */
    final boolean tries;

    /** Whether it is also cut down to single statements and what they depend on. */
    final boolean slices;

    /** The line of its method from which an exception came that is no assertion's; 0 where none did. */
    final int thrownLine;

    /** What that line called, a method or a class that was made; empty where that is not known. */
    final String thrownBy;

    Wanted(int count, boolean tries, boolean slices, int thrownLine, String thrownBy) {
        this.count = count;
        this.tries = tries;
        this.slices = slices;
        this.thrownLine = thrownLine;
        this.thrownBy = thrownBy;
    }
}
