package io.faultline.evosuite.search;

/**
 * Values tests given the accepted ones, by the hits of their probes ({@link Sight} defines the bits). Hits of static
 * initialisers count for every test that touches the class. With a {@link Comparison}, its data follows the hits.
 */
interface Judge {
    /** Fitness of a candidate that cannot be accepted. */
    double WORST = 1.0;

    /**
     * Returns the distance of a candidate from the optimum, to be minimised. {@link #WORST} if it cannot be accepted.
     */
    double fitness(long[] hits);

    /** Returns the metric's value of a candidate. */
    double score(long[] hits);

    /** Accepts a candidate if it is useful. */
    Joining accept(long[] hits, String name);

    /** Returns the lines in sight that a candidate covers, bit-packed. */
    long[] lines(long[] hits);

    /** Returns the state of the search. */
    Standing standing();

    /**
     * Writes the failing test and the accepted ones as a recording. Returns null, or a sentence with the reason for the
     * failure.
     */
    String write(String file);

    /** The result of offering a candidate. */
    enum Joining {
        JOINED("kept"),
        EMPTY("not kept: no suspicious line"),
        KNOWN("not kept: tells nothing new"),
        NO_GAIN("not kept: the suite gains nothing"),
        FAR("not kept: others are nearer to the failing test");

        /** The result for display. */
        final String words;

        Joining(String words) {
            this.words = words;
        }
    }

    /** Numbers of a search. */
    final class Standing {
        final int tests;
        final int lines;
        final int suspicious;
        final int groups;

        /** The metric's value of the tests, NaN if it has none. */
        final double value;

        Standing(int tests, int lines, int suspicious, int groups, double value) {
            this.tests = tests;
            this.lines = lines;
            this.suspicious = suspicious;
            this.groups = groups;
            this.value = value;
        }
    }
}
