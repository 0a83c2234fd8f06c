package io.faultline.amplify.grow;

/** What is wanted of a test. Plain data. */
final class Wanted {
    /** So many edits. */
    final int count;

    /** Whether assertions of edited variants have their say, instead of showing what they look at. */
    final boolean tries;

    Wanted(int count, boolean tries) {
        this.count = count;
        this.tries = tries;
    }
}
