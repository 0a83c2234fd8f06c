package io.faultline.evosuite.search;

/**
 * Values tests given those kept so far, by what their probes hit ({@link Sight}: which bit stands for what). What static
 * initialisers ran belongs to every test that touches the class. Where a {@link Comparison} is asked for, what it gives stands behind the
 * hits.
 */
interface Judge {
    /** Fitness of a candidate that must not be kept. */
    double WORST = 1.0;

    /** How far a candidate is from the best; to be minimised. {@link #WORST} where it must not be kept. */
    double fitness(long[] hits);

    /** The metric's own value of a candidate. */
    double score(long[] hits);

    /** Keeps a candidate, if that is of use. */
    Joining accept(long[] hits, String name);

    /** The lines in sight that a candidate covers, bit-packed. */
    long[] lines(long[] hits);

    /** How the search stands. */
    Standing standing();

    /** Writes the failing test and those kept as a recording. Gives null, or a sentence that says why not. */
    String write(String file);

    /** Whether a candidate joined the tests kept so far. */
    enum Joining {
        JOINED("kept"),
        EMPTY("not kept: no suspicious line"),
        KNOWN("not kept: tells nothing new"),
        NO_GAIN("not kept: the suite gains nothing"),
        FAR("not kept: others are nearer to the failing test");

        /** For people. */
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

        /** The metric's value of the tests, NaN where it has none. */
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
