package io.faultline.bridge;

/**
 * The native core as a judge of generated tests: a metric over the part of a recorded spectrum that a search can see.
 *
 * <p>A search is identified by a handle. Its steps: {@linkplain #open open}, {@linkplain #see add classes}, {@linkplain
 * #observe begin}, {@linkplain #initialised add hits of static initialisers}, {@linkplain #fitness score} candidates,
 * {@linkplain #accept accept} some, and {@linkplain #close close}.
 *
 * <p>Hits are the data of one test's probes, bit-packed: bit {@code b} is bit {@code b % 64} of word {@code b / 64}.
 * Each class in sight has {@code slots / 64 + 1} words, in the order of {@link #see}: bit {@code s} is its slot {@code
 * s}, and the bit after the last slot marks the class as touched. Hits of initialisers are added as when recordings are
 * merged.
 *
 * <p>If candidates are {@linkplain #nearness compared} with the failing test, the compared data follows the hits in the
 * same array: outcomes of conditions in order, as slots numbered over all classes in sight; or inputs, each a number
 * for its position and value.
 *
 * <p>Errors: no method throws, whatever its arguments; {@link Core#trouble()} reports misuse.
 *
 * <p>Threads: any; calls for one search are serialised.
 */
public final class Fitness {
    private Fitness() {}

    /** {@link #accept}: the candidate was accepted. */
    public static final int JOINED = 0;

    /** {@link #accept}: it covers no suspicious line. */
    public static final int EMPTY = 1;

    /** {@link #accept}: it covers the same suspicious lines as an accepted test. */
    public static final int KNOWN = 2;

    /** {@link #accept}: it does not increase the value of the suite. */
    public static final int NO_GAIN = 3;

    /** {@link #accept}: it is not in the half nearest to the failing test. */
    public static final int FAR = 4;

    /** {@link #nearness}: nothing is compared with the failing test. */
    public static final int NOTHING = 0;

    /** {@link #nearness}: conditions are compared. */
    public static final int CONDITIONS = 1;

    /** {@link #nearness}: inputs are compared. */
    public static final int INPUTS = 2;

    /**
     * Opens a search: reads a spectrum and finds a metric.
     *
     * @param spectrum a {@code .flt} file, a folder of them, or a folder in the tsv or gzoltar layout
     * @param failing names of the failing tests; null or empty for the only failed one
     * @param metric name of a metric, with parameters, or of a similarity to the failing test
     * @param model file of a learned metric, or null
     * @param handle of length 1: receives the handle
     * @return null, or one sentence with the reason for the failure
     */
    public static native String open(String spectrum, String[] failing, String metric, String model, long[] handle);

    /**
     * Returns the binary names of classes with a line covered by the failing test, one per line of text; null once the
     * search has begun.
     */
    public static native String classes(long handle);

    /** Returns the failing test for display; null once the search has begun. */
    public static native String failing(long handle);

    /**
     * Returns class and method of each failing test, separated by a tab, one per line of text; null once the search has
     * begun.
     */
    public static native String tests(long handle);

    /** Returns what is compared with the failing test: {@link #NOTHING}, {@link #CONDITIONS} or {@link #INPUTS}. */
    public static native int nearness(long handle);

    /**
     * Adds the inputs of a failing test.
     *
     * @return null, or one sentence with the reason why they are ignored
     */
    public static native String given(long handle, long[] inputs);

    /**
     * Adds a class in sight; classes are numbered from 0 in this order.
     *
     * @param name its binary name
     * @param hash hash of its class file
     * @param methods name, descriptor, name, descriptor ...
     * @param lines line of each slot
     * @param owners for each slot the index of its method among the (name, descriptor) pairs
     * @param superclass its superclass, or null if irrelevant
     * @param fieldOwners classes whose static fields it uses
     * @param users slots whose lines use them, one for each use
     * @param used for each use the index of the class among the owners of fields
     * @param sites its table of conditions if they are compared; otherwise empty
     * @param names names of the sites
     * @return null, or one sentence with the reason why it was not added
     */
    public static native String see(
            long handle,
            String name,
            long hash,
            String[] methods,
            int[] lines,
            int[] owners,
            String superclass,
            String[] fieldOwners,
            int[] users,
            int[] used,
            int[] sites,
            String[] names);

    /**
     * Begins the search with the classes in sight.
     *
     * @return null, or one sentence with the reason for the failure
     */
    public static native String observe(long handle);

    /**
     * Sets the hits of a class's static initialiser; they count for every test that touches the class.
     *
     * @param classNumber the number of the class
     * @return null, or one sentence with the reason why they are ignored
     */
    public static native String initialised(long handle, int classNumber, long[] hits);

    /**
     * Converts hits to lines in sight, including static initialisers: bit {@code b} is line {@code b}; null if there is
     * no such search.
     */
    public static native long[] lines(long handle, long[] hits);

    /**
     * Returns the distance of a candidate from the optimum given the accepted tests, to be minimised. 1 if it cannot be
     * accepted: it covers nothing suspicious, or the same as an accepted test. NaN if there is no such search.
     */
    public static native double fitness(long handle, long[] hits);

    /** Returns the metric's value of a candidate given the accepted tests; NaN if there is no such search. */
    public static native double score(long handle, long[] hits);

    /**
     * Accepts a candidate if possible.
     *
     * @return {@link #JOINED}, {@link #EMPTY}, {@link #KNOWN}, {@link #NO_GAIN} or {@link #FAR}; -1 if there is no such
     * search
     */
    public static native int accept(long handle, long[] hits, String name);

    /**
     * Returns the numbers of tests, lines in sight, suspicious lines, and ambiguity groups among these, and the
     * metric's value of the tests (NaN if it has none); null before the search has begun.
     */
    public static native double[] standing(long handle);

    /**
     * Writes the accepted tests as a recording.
     *
     * @return null, or one sentence with the reason for the failure
     */
    public static native String write(long handle, String file);

    /** Closes the search. */
    public static native void close(long handle);
}
